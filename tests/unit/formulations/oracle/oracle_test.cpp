#include "zanjir/formulations/oracle/oracle.hpp"

#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

// A shelf welded to the wall, no unknown speed at all: the weld carries weight and moment.
TEST(Oracle, WeldToTheGroundCarriesTheWeight) {
  const Model model = build(mechanism({0, 0, -10}, {body("shelf", 3, {0.5, 0.2, 0}, {0.1, 0.1, 0.1, 0, 0, 0})},
                                      {joint("W", JointType::weld, "ground", "shelf", {1, 2, 3})}));
  Oracle::Scratch scratch(model);
  Solution out;
  ASSERT_EQ(Oracle{}.solve(model, initial_state(model), inverse_question(model, VecX(0)), Reactions::compute, scratch, out), SolveStatus::ok);
  Eigen::Matrix<double, 6, 1> expected;
  expected << Vec3(0.5, 0.2, 0).cross(Vec3(0, 0, 30)), 0, 0, 30;
  EXPECT_LE((to_eigen(out.reaction[0].total) - expected).cwiseAbs().maxCoeff(), rounding(64, 30));
}

// Held at rest, each body is in balance under its weight and the reactions of all its joints, action and reaction.
TEST(Oracle, ReactionsHoldAMechanismAtRest) {
  RandomTreeOptions options;
  options.n_bodies = 6;
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    State state = random_tree_state(model, random);
    state.v.setZero();
    Oracle::Scratch scratch(model);
    Solution out;
    ASSERT_EQ(Oracle{}.solve(model, state, inverse_question(model, VecX::Zero(model.nv())), Reactions::compute, scratch, out), SolveStatus::ok);
    Workspace ws(model);
    update_velocities(model, state, ws);
    for (std::size_t b = 1; b < model.bodies().size(); ++b) {
      const Inertiad inertia = model.bodies()[b].inertia();
      const Transformd X_WB = body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b)));
      const Vec3 weight = to_eigen(model.gravity()) * inertia.m, com = to_eigen(X_WB * (inertia.h * (1 / inertia.m)));
      Vec3 force = weight, moment = com.cross(weight);
      for (std::size_t j = 0; j < model.joints().size(); ++j) {
        const Joint joint = as_written(model.joints()[j]);
        const double sign = joint.child == static_cast<BodyId>(static_cast<int>(b))    ? 1
                            : joint.parent == static_cast<BodyId>(static_cast<int>(b)) ? -1
                                                                                       : 0;
        const Vec3 origin = to_eigen((body_pose(model, ws, joint.child) * joint.X_CJ).p), f = to_eigen(out.reaction[j].total.f);
        force += sign * f;
        moment += sign * (to_eigen(out.reaction[j].total.n) + origin.cross(f));
      }
      EXPECT_LE(force.norm(), agreement(scratch.condition_number, 200));
      EXPECT_LE(moment.norm(), agreement(scratch.condition_number, 200));
    }
  }
}

// The actuator's share has the power tau . v on the joint's own motion, and lies in the span of its axes: a hinge has no other component.
TEST(Oracle, ActuatorShareLiesOnTheAxis) {
  const Vec3d axis{1, 2, -2};  // length 3
  const Model model = build(mechanism({0, 0, 0}, {body("arm", 1, {0.2, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0})},
                                      {joint("A", JointType::revolute, "ground", "arm", {0, 0, 0}, {axis})}));
  State state = initial_state(model);
  state.q[0] = 0.7;
  Oracle::Scratch scratch(model);
  Solution out;
  Oracle{}.solve(model, state, forward_question(model, VecX::Constant(1, 6.0)), Reactions::compute, scratch, out);
  EXPECT_LE((to_eigen(out.reaction[0].actuator.n) - to_eigen(axis) * 2).norm(), rounding(32, 6));
  EXPECT_LE(to_eigen(out.reaction[0].actuator.f).norm(), rounding(32, 6));
}

// The condition number is that of the mechanism, not of its size: a model a thousand times as large, in lengths and masses, has the same.
TEST(Oracle, ConditionNumberDoesNotDependOnSize) {
  const auto chain = [](double metre, double kilogram) {
    const double I = kilogram * metre * metre;
    return build(mechanism({0, 0, -9.81 * metre},
                           {body("a", 2 * kilogram, {0.1 * metre, 0, 0}, {0.02 * I, 0.03 * I, 0.04 * I, 0, 0, 0}),
                            body("b", kilogram, {0, 0.2 * metre, 0}, {0.01 * I, 0.02 * I, 0.02 * I, 0, 0, 0})},
                           {joint("A", JointType::revolute, "ground", "a", {0, 0, 0}, {{0, 1, 0}}),
                            joint("B", JointType::cylindrical, "a", "b", {0.4 * metre, 0, 0}, {{1, 0, 1}})}));
  };
  double condition[2];
  for (const int i : {0, 1}) {
    const Model model = i == 0 ? chain(1, 1) : chain(1e3, 1e3);
    State state = initial_state(model);
    state.q << 0.3, 0.5, 0.2 * (i == 0 ? 1 : 1e3);
    Oracle::Scratch scratch(model);
    Solution out;
    ASSERT_EQ(Oracle{}.solve(model, state, forward_question(model, VecX::Zero(3)), Reactions::skip, scratch, out), SolveStatus::ok);
    condition[i] = scratch.condition_number;
  }
  EXPECT_NEAR(condition[1] / condition[0], 1, 2e-14);
  EXPECT_GT(condition[0], 1);
}

TEST(Oracle, ConditionNumberGrowsAsAnInertiaVanishes) {
  double before = 0;
  for (const double spin : {1e-2, 1e-5, 1e-8}) {
    const Model model = build(mechanism({0, 0, -9.81}, {body("rod", 1, {0, 0, 0.5}, {0.08, 0.08, spin, 0, 0, 0})},
                                        {joint("spin", JointType::revolute, "ground", "rod", {0, 0, 0}, {{0, 0, 1}})}));
    Oracle::Scratch scratch(model);
    Solution out;
    ASSERT_EQ(Oracle{}.solve(model, initial_state(model), forward_question(model, VecX::Zero(1)), Reactions::skip, scratch, out), SolveStatus::ok);
    EXPECT_GT(scratch.condition_number, 30 * before);
    before = scratch.condition_number;
  }
  EXPECT_GT(before, 1e6);
}

}  // namespace
}  // namespace zanjir::test
