#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

TEST(Jacobian, MatchesTheTwinForEveryRow) {
  for_random_trees(5000, [](const KernelCase& c) {
    const Twin twin(c.tree, c.state);
    const double point[3] = {0.3, -0.2, 0.5};
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch = c.scratch();
      f->kinematics(c.tables, c.state.q.data(), nullptr, scratch.data());
      for (int row = 0; row < c.n(); ++row) {
        Numbers J(6 * c.nv(), -7.0);
        f->jacobian(c.tables, scratch.data(), row, point, J.data());
        const MatL exact = twin.jacobian(row, Vec3L(point[0], point[1], point[2]));
        const Eigen::Map<const Eigen::MatrixXd> found(J.data(), 6, static_cast<Eigen::Index>(c.nv()));
        EXPECT_LE(largest(found.cast<Real>() - exact), rounding(c.operations(), 4.0 * c.tree.depth())) << c.name(*f) << ", row " << row;
      }
    }
  });
}

TEST(Jacobian, NeedsOnlyThePosesOfItsAncestors) {
  for_random_trees(5050, [](const KernelCase& c) {
    const double point[3] = {0.3, -0.2, 0.5};
    for (const auto* f : tables_of_one_lane()) {
      Numbers all = c.scratch();
      f->kinematics(c.tables, c.state.q.data(), nullptr, all.data());
      for (int row = 0; row < c.n(); ++row) {
        Numbers path = c.scratch(), J(6 * c.nv()), J_path(6 * c.nv());
        f->kinematics_to(c.tables, c.state.q.data(), row, path.data());
        f->jacobian(c.tables, all.data(), row, point, J.data());
        f->jacobian(c.tables, path.data(), row, point, J_path.data());
        EXPECT_LE(largest(as_vector(J) - as_vector(J_path)), rounding(c.operations(), 4.0 * c.tree.depth())) << c.name(*f) << ", row " << row;
      }
    }
  });
}

// The twin's columns are checked themselves: against differences of poses along the motion.
TEST(Jacobian, OfTheTwinIsTheRateOfItsPose) {
  for_random_trees(5100, [](const KernelCase& c) {
    const Twin twin(c.tree, c.state);
    const Real h = 1e-4L;
    const auto at = [&](Real t) { return twin.X_WB_at(twin.moved(t)); };
    const auto a1 = at(h), b1 = at(-h), a2 = at(2 * h), b2 = at(-2 * h), X = twin.X_WB();
    for (std::size_t i = 1; i < X.size(); ++i) {
      const Vec3L v = (8 * (a1[i].p - b1[i].p) - (a2[i].p - b2[i].p)) / (12 * h);
      const Mat3L S = (8 * (a1[i].R - b1[i].R) - (a2[i].R - b2[i].R)) / (12 * h) * X[i].R.transpose();
      const VecL V = twin.jacobian(static_cast<int>(i), Vec3L::Zero()) * as_vector(c.state.v);
      VecL found(6);
      found << S(2, 1), S(0, 2), S(1, 0), v;
      // fourth-order truncation: h^4 / 30 times the fifth derivative, at most the reach times (total speed)^5
      const double speed = 6.0 * c.tree.depth();
      EXPECT_LE(largest(found - V), tolerance_scale() * 1e-16 / 30 * 4 * c.tree.depth() * std::pow(speed, 5)) << "seed " << c.seed << ", row " << i;
    }
  });
}

}  // namespace
}  // namespace zanjir::test
