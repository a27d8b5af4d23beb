// A double pendulum balanced upright by a controller of our own, in a time loop of our own.
// Shows: states set by hand, the mass matrix and bias, computed torque written in three lines.
#include <cmath>
#include <cstdio>

#include <zanjir/zanjir.hpp>

using namespace zanjir::literals;

int main(int argc, char** argv) {
  const auto pendulum = zanjir::Mechanism::load(argc > 1 ? argv[1] : "models/double_pendulum.yaml");
  zanjir::Dynamics dynamics = pendulum.dynamics();
  zanjir::MechanismState state = pendulum.assemble({{"A", 70_deg}, {"B", 30_deg}});
  const Eigen::Vector2d upright(90_deg, 0);
  zanjir::MatX M;
  zanjir::VecX bias, vdot(2);

  // Accelerations under tau = M (kp (upright - q) - kd v) + bias, the forces that make each joint a damped oscillator.
  const auto accelerations = [&](double t_s, const zanjir::VecX& q, const zanjir::VecX& v) {
    state.set(t_s, q, v);
    dynamics.mass_matrix(state, M);
    dynamics.bias(state, bias);
    const zanjir::VecX tau = M * (25 * (upright - q) - 10 * v) + bias;
    dynamics.forward(state, tau, vdot);
    return vdot;
  };

  // Heun's method; any other would do.
  zanjir::VecX q = state.q(), v = state.v();
  const double h = 1e-4;
  for (int i = 0; i < 20000; ++i) {
    const zanjir::VecX a0 = accelerations(i * h, q, v), q1 = q + h * v, v1 = v + h * a0, a1 = accelerations(i * h + h, q1, v1);
    q += h / 2 * (v + v1);
    v += h / 2 * (a0 + a1);
  }
  // A critically damped oscillator, 5 rad/s: its distance from rest is (1 + 5 t) exp(-5 t) of what it was.
  const double left = (1 + 5 * 2.0) * std::exp(-5 * 2.0);
  const double expected_A = 90_deg - 20_deg * left, expected_B = 30_deg * left;
  std::printf("after 2 s A is %.6f rad and B %.6f rad; a damped oscillator would be at %.6f and %.6f\n", q[0], q[1], expected_A, expected_B);
  return std::abs(q[0] - expected_A) < 1e-6 && std::abs(q[1] - expected_B) < 1e-6 ? 0 : 1;
}
