#include <Eigen/Geometry>

#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

using kernels::Known;
using Mat3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using Vec3 = Eigen::Vector3d;

struct Pose {
  Mat3 R;
  Vec3 p;
};

std::vector<kernels::PlanarSpring> random_springs(Random& random, int n_rows) {
  std::vector<kernels::PlanarSpring> all(3);
  for (kernels::PlanarSpring& s : all) {
    s.row_a = random.integer(0, n_rows - 1);
    s.row_b = random.integer(0, n_rows - 1);
    for (double* x : {&s.a[0], &s.a[1], &s.b[0], &s.b[1], &s.stiffness[1]}) *x = random.uniform(-1, 1);
    for (double* x : {&s.stiffness[0], &s.stiffness[2]}) *x = random.uniform(1, 10);
  }
  return all;
}

// What the springs do to the rows, added to the external wrenches: from the poses of the rows, in space.
void add_springs(const KernelCase& c, const std::vector<kernels::PlanarSpring>& springs, const std::vector<Pose>& X, Numbers& external) {
  const auto axes = [&](int row) { return Mat3(Eigen::Map<const Mat3>(c.tree.planar[static_cast<std::size_t>(row)].axes)); };
  const auto at = [&](int row) { return X[static_cast<std::size_t>(row)]; };
  for (const kernels::PlanarSpring& s : springs) {
    const Pose A = at(s.row_a), B = at(s.row_b);
    const Vec3 on_row_b = axes(s.row_b).transpose() * Vec3(s.b[0], s.b[1], 0), point = B.p + B.R * on_row_b;
    const Vec3 gap = axes(s.row_a) * (A.R.transpose() * (point - A.p)) - Vec3(s.a[0], s.a[1], 0);
    const double *k = s.stiffness, f[2] = {k[0] * gap.x() + k[1] * gap.y(), k[1] * gap.x() + k[2] * gap.y()};
    const Vec3 on_a = A.R * (axes(s.row_a).transpose() * Vec3(f[0], f[1], 0));
    const auto add = [&](int row, const Vec3& force) {
      const Pose R = at(row);
      const Vec3 F = R.R.transpose() * force, n = (R.R.transpose() * (point - R.p)).cross(F);
      for (std::size_t i = 0; i < 3; ++i) {
        external[6 * static_cast<std::size_t>(row) + i] += n[static_cast<int>(i)];
        external[6 * static_cast<std::size_t>(row) + 3 + i] += F[static_cast<int>(i)];
      }
    };
    add(s.row_a, on_a);
    add(s.row_b, -on_a);
  }
}

TEST(PlanarBody, SpringsInTheTablesPullAsSpringsInSpaceDo) {
  for_random_trees(3200, [](const KernelCase& c) {
    if (c.tree.planar.empty()) return;
    Random random(c.seed + 55);
    const std::vector<kernels::PlanarSpring> springs = random_springs(random, c.n());
    kernels::Tables sprung = c.tables;
    sprung.planar_spring = springs.data();
    sprung.n_planar_springs = static_cast<int>(springs.size());
    const double cond = condition(Twin(c.tree, c.state).mass_matrix());
    for (const auto* f : tables_of_one_lane()) {
      Numbers scratch = c.scratch(), external(c.state.external.size()), vdot(c.nv()), expected(c.nv()), tau(c.nv());
      std::copy(c.state.tau.begin(), c.state.tau.end(), tau.data());
      std::copy(c.state.external.begin(), c.state.external.end(), external.data());
      const auto solve = [&](const kernels::Tables& tables, Known known, const double* outside, Numbers& out) {
        return f->forward_dynamics(tables, known, c.state.q.data(), c.state.v.data(), nullptr, outside, scratch.data(), tau.data(), out.data());
      };
      ASSERT_EQ(solve(sprung, Known::nothing, external.data(), vdot), 0u) << c.name(*f);

      f->kinematics(c.tables, c.state.q.data(), c.state.v.data(), scratch.data());
      std::vector<Pose> X;
      for (int i = 0; i < c.n(); ++i) {
        const double* x = scratch.data() + kernels::scratch_layout(c.n()).X_WB + 12 * static_cast<std::size_t>(i);
        X.push_back({Eigen::Map<const Mat3>(x), Eigen::Map<const Vec3>(x + 9)});
      }
      add_springs(c, springs, X, external);
      ASSERT_EQ(solve(sprung, Known::kinematics, external.data(), expected), 0u) << c.name(*f);
      // Forces of the springs are products of lengths up to the depth of the tree, and so are their arms.
      EXPECT_LE(largest(as_vector(vdot) - as_vector(expected)), rounding(c.operations() * c.tree.depth() * cond, largest(as_vector(expected))))
          << c.name(*f) << ", condition " << cond;
    }
  });
}

}  // namespace
}  // namespace zanjir::test
