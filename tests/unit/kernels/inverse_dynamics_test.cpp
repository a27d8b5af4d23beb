#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

using kernels::Known;

// Sizes of the numbers that the recursion adds up: forces of all rows at the reach of the tree.
double magnitude(const VecL& tau, const KernelCase& c) { return std::max(largest(tau), 1.0) * c.tree.depth(); }

TEST(InverseDynamics, MatchesDenseJacobiansWithRotorsAndExternalForces) {
  for_random_trees(2000, [](const KernelCase& c) {
    const Twin twin(c.tree, c.state);
    const VecL with = twin.mass_matrix() * as_vector(c.state.vdot) + twin.bias(true), without = twin.bias(false);
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch = c.scratch(), tau(c.nv());
      f->inverse_dynamics(c.tables, Known::nothing, c.state.q.data(), c.state.v.data(), c.state.vdot.data(), c.state.external.data(), scratch.data(),
                          tau.data());
      EXPECT_LE(largest(as_vector(tau) - with), rounding(c.operations(), magnitude(with, c))) << c.name(*f);
      f->inverse_dynamics(c.tables, Known::nothing, c.state.q.data(), c.state.v.data(), nullptr, nullptr, scratch.data(), tau.data());
      EXPECT_LE(largest(as_vector(tau) - without), rounding(c.operations(), magnitude(without, c))) << c.name(*f);
    }
  });
}

TEST(InverseDynamics, GivesTheSameNumbersAfterTheKinematics) {
  for_random_trees(2100, [](const KernelCase& c) {
    for (const auto* f : tables_of_one_lane()) {
      Numbers fused = c.scratch(), apart = c.scratch(), tau(c.nv()), tau_apart(c.nv());
      f->inverse_dynamics(c.tables, Known::nothing, c.state.q.data(), c.state.v.data(), c.state.vdot.data(), nullptr, fused.data(), tau.data());
      f->kinematics(c.tables, c.state.q.data(), c.state.v.data(), apart.data());
      f->inverse_dynamics(c.tables, Known::kinematics, c.state.q.data(), c.state.v.data(), c.state.vdot.data(), nullptr, apart.data(),
                          tau_apart.data());
      const VecL exact = as_vector(tau);
      EXPECT_LE(largest(as_vector(tau_apart) - exact), rounding(c.operations(), magnitude(exact, c))) << c.name(*f);
    }
  });
}

TEST(InverseDynamics, LeavesTheBalanceOfAllForcesAtTheGround) {
  for_random_trees(2200, [](const KernelCase& c) {
    const Twin twin(c.tree, c.state);
    const auto X = twin.X_WB();
    for (const auto* f : tables_of_one_lane()) {
      // At rest: the ground carries the weight of all rows, at their mass centres.
      const Numbers rest(c.nv());
      Numbers scratch = c.scratch(), tau(c.nv());
      f->inverse_dynamics(c.tables, Known::nothing, c.state.q.data(), rest.data(), nullptr, nullptr, scratch.data(), tau.data());
      const Vec3L g(c.tree.gravity_W[0], c.tree.gravity_W[1], c.tree.gravity_W[2]);
      Vec3L force = Vec3L::Zero(), moment = Vec3L::Zero();
      for (std::size_t i = 1; i < X.size(); ++i) {
        const double* x = c.tree.step[i].inertia;
        force -= x[0] * g;
        moment -= (x[0] * X[i].p + X[i].R * Vec3L(x[1], x[2], x[3])).cross(g);
      }
      const double* F = scratch.data() + kernels::scratch_layout(c.n()).F;
      const double size = 10.0 * c.n() * 4 * c.tree.depth();
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(F[k], moment(k), rounding(c.operations(), size)) << c.name(*f);
        EXPECT_NEAR(F[3 + k], force(k), rounding(c.operations(), size)) << c.name(*f);
      }
    }
  });
}

}  // namespace
}  // namespace zanjir::test
