// Motions that no inertia resists, and the border to those that a little inertia does: forward dynamics is `singular` and names the joint,
// inverse dynamics still answers; every formulation. The plain cases are models/hard and tests/physics/hard_models_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir::test {
namespace {

constexpr Vec3d down{0, 0, -9.81};
constexpr Sym3d box{0.02, 0.03, 0.04, 0, 0, 0};

// `far_m`: distance from the world origin. The oracle and multipliers work with world positions, known to eps far_m, so moments are
// known to that times the forces.
void expect_singular(const Model& model, const State& state, const std::vector<std::string>& one_of, double far_m = 0) {
  Random random(3);
  Oracle::Scratch scratch(model);
  Solution truth;
  const Given inverse = inverse_question(model, random_vecx(random, model.nv()));
  ASSERT_EQ(Oracle{}.solve(model, state, inverse, Reactions::compute, scratch, truth), SolveStatus::ok) << truth.note;
  for (const AnyFormulation& f : all_formulations()) {
    SCOPED_TRACE(name_of(f));
    if (!coverage(f, model).forward) continue;
    Solver solver(f, model);
    Solution out;
    EXPECT_EQ(solver.solve(state, forward_question(model, random_vecx(random, model.nv())), Reactions::compute, out), SolveStatus::singular);
    const bool named =
        std::any_of(one_of.begin(), one_of.end(), [&](const std::string& j) { return out.note.find("joint '" + j + "'") != std::string::npos; });
    EXPECT_TRUE(named) << out.note;
    ASSERT_EQ(solver.solve(state, inverse, Reactions::compute, out), SolveStatus::ok) << out.note;
    const double forces_N = 3 * 9.81 * 2;  // the weights, and inertia forces of like size
    EXPECT_LE((out.tau - truth.tau).cwiseAbs().maxCoeff(),
              agreement(scratch.condition_number, truth.tau.cwiseAbs().maxCoeff()) + rounding(4, far_m * forces_N));
  }
}

void expect_solvable(const Model& model, const State& state) {
  for (const AnyFormulation& f : all_formulations()) {
    SCOPED_TRACE(name_of(f));
    if (!coverage(f, model).forward) continue;
    Solver solver(f, model);
    Solution out;
    EXPECT_EQ(solver.solve(state, forward_question(model, VecX::Zero(model.nv())), Reactions::compute, out), SolveStatus::ok) << out.note;
    EXPECT_TRUE(out.vdot.allFinite());
  }
}

TEST(Unresisted, MasslessLeaf) {
  Random random(1);
  Description d = mechanism(down, {body("arm", 1, {0.2, 0, 0}, box), massless("leaf")},
                            {joint("A", JointType::revolute, "ground", "arm", {0, 0, 0}, {{0, 1, 0}}),
                             joint("B", JointType::revolute, "arm", "leaf", {0.4, 0.1, 0}, {{1, 1, 0}})});
  const Model model = build(d);
  expect_singular(model, random_tree_state(model, random), {"B"});
  d.actuators.push_back({{"B", {}}, 1, 1e-3, 1, false, {}, {}, {}});  // a rotor resists it
  const Model with_rotor = build(d);
  expect_solvable(with_rotor, random_tree_state(with_rotor, random));
}

TEST(Unresisted, MasslessLeafThatIsPrescribedIsNoTrouble) {
  Random random(1);
  Description d = mechanism(down, {body("arm", 1, {0.2, 0, 0}, box), massless("leaf")},
                            {joint("A", JointType::revolute, "ground", "arm", {0, 0, 0}, {{0, 1, 0}}),
                             joint("B", JointType::revolute, "arm", "leaf", {0.4, 0.1, 0}, {{1, 1, 0}})});
  MotionDescription motion;
  motion.of = {"B", {}};
  motion.laws = {polynomial_law({0, 1, 2})};
  d.motions.push_back(motion);
  const Model model = build(d);
  expect_solvable(model, random_tree_state(model, random));
}

// The spin of a point mass about the line to the joint; far from the world origin, where the lever of the spin is rounding noise.
TEST(Unresisted, PointMassOnABall) {
  Random random(2);
  BodyDescription bob = body("bob", 2, {0.1, -0.3, 0.2}, {0, 0, 0, 0, 0, 0});
  bob.point_mass = true;
  for (const double far : {0.0, 1.0, 1e3}) {
    for (const bool along_axis : {true, false}) {
      SCOPED_TRACE(far);
      if (along_axis) bob.com_m = {0, 0, 0.3};
      const Model model = build(mechanism(down, {body("arm", 1, {0.2, 0, 0}, box), bob},
                                          {joint("A", JointType::revolute, "ground", "arm", {far, far / 3, 0}, {{0, 1, 0}}),
                                           joint("S", JointType::spherical, "arm", "bob", {0.4, 0.1, 0.3})}));
      expect_singular(model, random_tree_state(model, random), {"S"}, far);
    }
  }
}

TEST(Unresisted, PointMassInTheJointItself) {
  Random random(2);
  BodyDescription bob = body("bob", 2, {0, 0, 0}, {0, 0, 0, 0, 0, 0});
  bob.point_mass = true;
  const Model model = build(mechanism(
      down, {body("arm", 1, {0.2, 0, 0}, box), bob},
      {joint("A", JointType::revolute, "ground", "arm", {1, 2, 3}, {{0, 1, 0}}), joint("S", JointType::spherical, "arm", "bob", {0.4, 0.1, 0.3})}));
  expect_singular(model, random_tree_state(model, random), {"S"});
}

// Small is not zero: a needle whose spin inertia is 1e-9 of the rest, and a tip a million times lighter than its arm.
TEST(Unresisted, SmallInertiaIsResistance) {
  Random random(4);
  const Model needle = build(mechanism(down, {body("arm", 1, {0.2, 0, 0}, box), body("rod", 1, {0, 0, 0.5}, {0.08, 0.08, 1e-10, 0, 0, 0})},
                                       {joint("A", JointType::revolute, "ground", "arm", {0, 0, 0}, {{0, 1, 0}}),
                                        joint("spin", JointType::revolute, "arm", "rod", {0.4, 0.1, 0}, {{0, 0, 1}})}));
  expect_solvable(needle, random_tree_state(needle, random));
  const Model light_tip =
      build(mechanism(down, {body("arm", 1e3, {0.2, 0, 0}, {2, 3, 4, 0, 0, 0}), body("tip", 1e-3, {0, 0, 0.1}, {1e-6, 1e-6, 1e-6, 0, 0, 0})},
                      {joint("A", JointType::revolute, "ground", "arm", {0, 0, 0}, {{0, 1, 0}}),
                       joint("B", JointType::revolute, "arm", "tip", {0.4, 0.1, 0}, {{1, 0, 0}})}));
  expect_solvable(light_tip, random_tree_state(light_tip, random));
}

}  // namespace
}  // namespace zanjir::test
