#include "zanjir/kernels/load_time.hpp"

#include <Eigen/Geometry>

#include "unit/kernels/kernel_case.hpp"

namespace zanjir::test {
namespace {

using kernels::Primitive;

TEST(PivotFloors, BoundEveryPivotOfTheCompositeBodyFromAbove) {
  TreeOptions options;
  options.all_primitives = false;  // turns only: the reach does not depend on the state
  for (std::uint64_t seed = 7000; seed < 7020; ++seed) {
    const KernelCase c(seed, options);
    const MatL M = Twin(c.tree, c.state).mass_matrix();
    for (int i = 1; i < c.n(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      const int j = c.tree.step[row].v_begin;
      const double inertia = static_cast<double>(M(j, j)) - c.tree.rotor_inertia[static_cast<std::size_t>(j)];
      EXPECT_GE(c.tree.pivot_floor[row], 64 * eps * inertia * (1 - 1e-12)) << "seed " << seed << ", row " << i;
    }
  }
}

TEST(PivotFloors, OfASlideAreMasses) {
  Tree tree;
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity();
  tree.add(0, Primitive::prismatic_z, one, Eigen::Vector3d(5, 0, 0), 2, Eigen::Vector3d::Zero(), one);
  tree.add(1, Primitive::free, one, Eigen::Vector3d(3, 0, 0), 3, Eigen::Vector3d::Zero(), one);
  tree.finish();
  EXPECT_EQ(tree.pivot_floor[1], 64 * eps * 5);
  EXPECT_EQ(tree.slide_floor[2], 64 * eps * 3);
  EXPECT_EQ(tree.pivot_floor[2], 64 * eps * 3);  // trace of the unit inertia
}

TEST(PlanarSteps, AreFoundOfEveryTreeInAPlaneAndOfNoOther) {
  for (const TreeOptions& options : tree_sizes()) {
    for (std::uint64_t seed = 7100; seed < 7110; ++seed) {
      const KernelCase c(seed, options);
      const bool has_hinge = std::any_of(c.tree.step.begin() + 1, c.tree.step.end(), [](const auto& b) { return b.joint == Primitive::revolute_z; });
      if (!options.in_plane && options.n_massive < 3) continue;  // a single hinge moves in a plane
      EXPECT_EQ(c.tree.planar.size(), options.in_plane && has_hinge ? c.tree.step.size() : 0) << "seed " << seed;
    }
  }
}

// A hinge that leans by 1e-9 is no hinge of the plane: it would be an error of that size.
TEST(PlanarSteps, AreNotThoseOfATreeThatLeavesThePlane) {
  for (const double angle : {0.0, 1e-9}) {
    Tree tree;
    const Eigen::Matrix3d one = Eigen::Matrix3d::Identity(), leaning = Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()).toRotationMatrix();
    tree.add(0, Primitive::revolute_z, one, Eigen::Vector3d::Zero(), 1, Eigen::Vector3d::UnitX(), one);
    tree.add(1, Primitive::revolute_z, leaning, Eigen::Vector3d::UnitX(), 1, Eigen::Vector3d::UnitX(), one);
    tree.finish();
    EXPECT_EQ(tree.planar.empty(), angle != 0);
  }
}

TEST(MassMatrixChoice, TakesTheWorldWalkForLongBranchesOnly) {
  const auto chain = [](int n) {
    Tree tree;
    for (int i = 0; i < n; ++i)
      tree.add(i, Primitive::revolute_z, Eigen::Matrix3d::Identity(), Eigen::Vector3d::UnitX(), 1, Eigen::Vector3d::Zero(),
               Eigen::Matrix3d::Identity());
    tree.finish();
    return kernels::mass_matrix_choice(tree.tables());
  };
  EXPECT_EQ(chain(1), kernels::MassMatrixWalk::rows);
  EXPECT_EQ(chain(2), kernels::MassMatrixWalk::rows);
  EXPECT_EQ(chain(100), kernels::MassMatrixWalk::world);
}

}  // namespace
}  // namespace zanjir::test
