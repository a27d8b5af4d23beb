// The factor of the mass matrix as articulated bodies, against the matrix itself.
#include "zanjir/loops/articulated_factor.hpp"

#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/loops/loop_factor.hpp"

namespace zanjir::test {
namespace {

struct Tree {
  Model model;
  State state;
  Workspace ws;
  LoopFactor places;        // who is prescribed, and who is next to the ground
  std::vector<int> speeds;  // that are not prescribed
  MatX M;                   // over them
  explicit Tree(Model m, Random& random) : model(std::move(m)), state(random_tree_state(model, random)), ws(model), places(model) {
    update_velocities(model, state, ws);
    MatX all;
    mass_matrix(model, ws, all);
    for (int i = 0; i < model.nv(); ++i)
      if (model.roles()[at(i)] != Role::prescribed) speeds.push_back(i);
    M = all(speeds, speeds);
  }
  double condition() const {
    const VecX values = Eigen::SelfAdjointEigenSolver<MatX>(M, Eigen::EigenvaluesOnly).eigenvalues();
    return values[values.size() - 1] / values[0];
  }
};

// Every kind of joint, branches, rotors, welds and prescribed joints.
TEST(ArticulatedFactor, SolvesAsTheMassMatrixDoes) {
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    RandomTreeOptions options = RandomTreeOptions::with_everything(12);
    options.floating_base = seed % 3 == 0;
    Tree tree(build(random_tree(random, options)), random);
    if (tree.speeds.empty()) continue;
    ArticulatedFactor a(tree.model, tree.places.up);
    VecX inverse_root = VecX::Zero(tree.model.nv());
    ASSERT_TRUE(a.factor(tree.model, tree.ws, inverse_root));
    const double condition = tree.condition();
    const VecX f = random_vecx(random, tree.model.nv(), 1);
    VecX x = f;
    a.solve_transposed(x);
    const double energy = VecX(x(tree.speeds)).squaredNorm();
    a.solve(x);
    const VecX truth = tree.M.ldlt().solve(VecX(f(tree.speeds))), got = x(tree.speeds);
    EXPECT_LE((got - truth).norm(), 4 * eps * condition * truth.norm() * tolerance_scale()) << "condition number " << condition;
    EXPECT_NEAR(energy, truth.dot(VecX(f(tree.speeds))), 3 * eps * condition * energy * tolerance_scale()) << "|D^-1/2 L^-T f|^2 = f M^-1 f";
    VecX left = f;
    a.subtract_product(x, left);
    EXPECT_LE(VecX(left(tree.speeds)).norm(), 0.5 * eps * condition * f.norm() * tolerance_scale());
    for (int i = 0; i < tree.model.nv(); ++i) {
      if (tree.model.roles()[at(i)] != Role::prescribed) continue;
      EXPECT_EQ(x[i], f[i]) << "a prescribed speed is not written";
      EXPECT_EQ(left[i], f[i]);
    }
  }
}

// What the elimination by speeds, last first, leaves on the diagonal: its product is the determinant, and the last speed's is the plain inertia.
TEST(ArticulatedFactor, HasThePivotsOfTheElimination) {
  Random random(3);
  Tree tree(zoo_model("chain_spatial", {{"n", "30"}}), random);
  ArticulatedFactor a(tree.model, tree.places.up);
  VecX inverse_root = VecX::Zero(tree.model.nv());
  ASSERT_TRUE(a.factor(tree.model, tree.ws, inverse_root));
  MatX left = tree.M;
  for (Eigen::Index i = left.rows() - 1; i >= 0; --i) {
    EXPECT_NEAR(inverse_root[i] * inverse_root[i] * left(i, i), 1, 5e-13 * tolerance_scale()) << i;
    const VecX column = left.col(i);
    left -= column * column.transpose() / column[i];
  }
}

TEST(ArticulatedFactor, RefusesASpeedThatNothingResists) {
  Random random(4);
  Tree tree(zoo_model("hard/massless_leaf"), random);
  ArticulatedFactor a(tree.model, tree.places.up);
  VecX inverse_root = VecX::Zero(tree.model.nv());
  EXPECT_FALSE(a.factor(tree.model, tree.ws, inverse_root));
}

}  // namespace
}  // namespace zanjir::test
