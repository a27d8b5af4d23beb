#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

double distance(const double* X, const PoseL& exact) {
  Real worst = 0;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) worst = std::max(worst, std::fabs(X[3 * r + c] - exact.R(r, c)));
    worst = std::max(worst, std::fabs(X[9 + r] - exact.p(r)));
  }
  return static_cast<double>(worst);
}

TEST(JointPass, MatchesThePosesAndVelocitiesOfTheTwin) {
  for_random_trees(1000, [](const KernelCase& c) {
    const Twin twin(c.tree, c.state);
    const auto X_PB = twin.X_PB(), X_WB = twin.X_WB();
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch = c.scratch();
      f->kinematics(c.tables, c.state.q.data(), c.state.v.data(), scratch.data());
      const kernels::ScratchLayout at = kernels::scratch_layout(c.n());
      const double reach = 4.0 * c.tree.depth();  // a slide or a free step moves up to 3 sqrt(3)
      for (int i = 0; i < c.n(); ++i) {
        const auto row = static_cast<std::size_t>(i);
        EXPECT_LE(distance(scratch.data() + at.X_PB + 12 * row, X_PB[row]), rounding(c.operations(), 4)) << c.name(*f) << ", row " << i;
        EXPECT_LE(distance(scratch.data() + at.X_WB + 12 * row, X_WB[row]), rounding(c.operations(), reach)) << c.name(*f) << ", row " << i;
        const VecL V = twin.velocity(i);
        for (int k = 0; k < 6; ++k)
          EXPECT_NEAR(scratch[at.V + 6 * row + static_cast<std::size_t>(k)], V(k), rounding(c.operations(), reach * (1 + largest(V))))
              << c.name(*f) << ", row " << i;
      }
    }
  });
}

TEST(JointPass, LeavesVelocitiesAloneWithoutSpeeds) {
  const KernelCase c(1, TreeOptions{});
  for (const auto* f : tables_of_one_lane()) {
    Numbers scratch = c.scratch();
    f->kinematics(c.tables, c.state.q.data(), nullptr, scratch.data());
    const kernels::ScratchLayout at = kernels::scratch_layout(c.n());
    for (std::size_t k = at.V + 6; k < at.A; ++k) EXPECT_TRUE(std::isnan(scratch[k]));
  }
}

}  // namespace
}  // namespace zanjir::test
