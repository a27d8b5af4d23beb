#include "zanjir/kernels/load_time.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace zanjir::kernels {
namespace {

// Mean number of ancestor rows, over all speeds: how often the rows walk carries a force for a row of M.
double mean_ancestors(const Tables& model) {
  std::vector<double> above(static_cast<std::size_t>(model.n_steps), 0.0);
  double sum = 0;
  for (int i = 1; i < model.n_steps; ++i) {
    const Step& b = model.step[i];
    if (b.parent != 0) above[i] = above[b.parent] + 1;
    sum += above[i] * nv_of(b.joint);
  }
  return model.nv > 0 ? sum / model.nv : 0.0;
}

}  // namespace

void pivot_floors(const Tables& model, double* pivot_floor, double* slide_floor) {
  // Beyond row i: mass m, first moment bound s = sum m r, second moment bound J = sum m r^2 + I, r the reach from the row origin.
  // Moving by a distance d to the parent's origin: J += 2 d s + d^2 m, s += d m.
  struct Beyond {
    double m = 0, s = 0, J = 0;
  };
  std::vector<Beyond> beyond(static_cast<std::size_t>(model.n_steps));
  const double factor = 64 * std::numeric_limits<double>::epsilon();
  pivot_floor[0] = slide_floor[0] = 0;
  for (int i = model.n_steps - 1; i > 0; --i) {
    const Step& b = model.step[i];
    Beyond& here = beyond[static_cast<std::size_t>(i)];
    const double* x = b.inertia;
    here.m += x[0];
    here.s += std::hypot(x[1], x[2], x[3]);
    here.J += x[4] + x[5] + x[6];  // the trace bounds the moment about any axis
    pivot_floor[i] = factor * (b.joint == Primitive::prismatic_z ? here.m : here.J);
    slide_floor[i] = factor * here.m;
    const double d = std::hypot(b.X_before[9], b.X_before[10], b.X_before[11]);
    Beyond& parent = beyond[static_cast<std::size_t>(b.parent)];
    parent.m += here.m;
    parent.s += here.s + d * here.m;
    parent.J += here.J + 2 * d * here.s + d * d * here.m;
  }
}

MassMatrixWalk mass_matrix_choice(const Tables& model) {
  // Measured with zanjir_bench (EPYC, Zen 4), chains of n hinges, both with their kinematics, rows / world in ns: n = 8: 482 / 511 (base),
  // 396 / 423 (avx2), 343 / 364 (avx512); n = 12: 857 / 773, 746 / 645, 612 / 561. They cross between 9 and 10 links: (n - 1) / 2 = 4.25.
  return mean_ancestors(model) > 4.25 ? MassMatrixWalk::world : MassMatrixWalk::rows;
}

}  // namespace zanjir::kernels
