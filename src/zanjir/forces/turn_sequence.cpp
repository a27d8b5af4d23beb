#include "zanjir/forces/turn_sequence.hpp"

#include <cmath>

namespace zanjir {

using spatial::to_matrix;

// Turns about axes a_k one after the other, each in the frame turned by those before. With w_k the angular velocity after k turns, in
// the axes of frame k:  w_k = R_k^T w_(k-1) + a_k θ'_k,   w'_k = R_k^T w'_(k-1) - θ'_k a_k x (R_k^T w_(k-1)) + a_k θ''_k.
Turn turn_sequence(std::span<const Vec3d> axes, std::span<const MotionLaw> angles, double t_s, std::span<const Jet> phases) {
  Turn turn;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const Vec3d& a = axes[k];
    const Jet angle = angles[k].at(t_s, phases);
    const double c = std::cos(angle.value / 2), s = std::sin(angle.value / 2);
    const Quatd step{c, a.x * s, a.y * s, a.z * s};
    const Mat3d R = to_matrix(step);
    const Vec3d w_before = transpose_times(R, turn.w);
    turn.wdot = transpose_times(R, turn.wdot) - cross(a, w_before) * angle.rate + a * angle.acceleration;
    turn.w = w_before + a * angle.rate;
    turn.q = turn.q * step;
  }
  turn.q = normalized(turn.q);
  return turn;
}

}  // namespace zanjir
