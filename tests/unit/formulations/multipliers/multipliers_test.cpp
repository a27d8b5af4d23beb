#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/core/decompositions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"
#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

// Two links in a plane, mass centres on the links: [Spong2006] section 7.4; about y, gravity along -z, angles from x towards -z.
TEST(Multipliers, MatchesTheTwoLinkArm) {
  const double m1 = 1.3, m2 = 0.8, l1 = 0.5, c1 = 0.2, c2 = 0.3, I1 = 0.03, I2 = 0.02, g = 9.81;
  const Model model =
      build(mechanism({0, 0, -g}, {body("upper", m1, {c1, 0, 0}, {1, I1, 1, 0, 0, 0}), body("lower", m2, {c2, 0, 0}, {1, I2, 1, 0, 0, 0})},
                      {joint("A", JointType::revolute, "ground", "upper", {0.1, 0.2, 0.3}, {{0, 2, 0}}),
                       joint("B", JointType::revolute, "upper", "lower", {l1, 0, 0}, {{0, 1, 0}})}));
  State state = initial_state(model);
  state.q << 0.4, -1.1;
  state.v << 1.5, 2.3;
  const double co = std::cos(state.q[1]), h = m2 * l1 * c2 * std::sin(state.q[1]), v1 = state.v[0], v2 = state.v[1];
  Eigen::Matrix2d M;
  M << m1 * c1 * c1 + I1 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * co) + I2, m2 * (c2 * c2 + l1 * c2 * co) + I2, 0, m2 * c2 * c2 + I2;
  M(1, 0) = M(0, 1);
  // a turn about +y lowers a point on +x: the potential is -m g x sin(angle)
  const double g2 = -m2 * g * c2 * std::cos(state.q[0] + state.q[1]), g1 = -(m1 * c1 + m2 * l1) * g * std::cos(state.q[0]) + g2;
  const Eigen::Vector2d bias(-h * (2 * v1 * v2 + v2 * v2) + g1, h * v1 * v1 + g2);

  Multipliers::Scratch scratch(model);
  MatX M_found;
  VecX bias_found;
  Multipliers::mass_matrix_and_bias(model, state, scratch, M_found, bias_found);
  EXPECT_LE((M_found - M).cwiseAbs().maxCoeff(), rounding(32, 1));
  EXPECT_LE((bias_found - bias).cwiseAbs().maxCoeff(), rounding(64, 10));
}

// 1/2 v^T M v is the kinetic energy that the bodies have by themselves, with velocities from the kernels; M is positive definite.
TEST(Multipliers, MassMatrixHoldsTheKineticEnergy) {
  RandomTreeOptions options;
  options.n_bodies = 6;
  options.rotor_chance = 0.5;
  for (const std::uint64_t seed : seeds(20)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    Multipliers::Scratch scratch(model);
    MatX M;
    VecX bias;
    Multipliers::mass_matrix_and_bias(model, state, scratch, M, bias);
    const double rotors = 0.5 * state.v.dot(model.rotor_inertia().cwiseProduct(state.v)), T = sum_bodies(model, ws).kinetic + rotors;
    EXPECT_NEAR(0.5 * state.v.dot(M * state.v), T, rounding(100, T));
    EXPECT_EQ((M - M.transpose()).norm(), 0);
    EXPECT_EQ(M.llt().info(), Eigen::Success);
  }
}

TEST(Multipliers, ReactionsAreLeftOutWhenNotAskedFor) {
  Random random(8);
  const Model model = build(random_tree(random, {.n_bodies = 2}));
  Multipliers::Scratch scratch(model);
  Solution out;
  Multipliers{}.solve(model, random_tree_state(model, random), forward_question(model, VecX::Zero(model.nv())), Reactions::skip, scratch, out);
  EXPECT_TRUE(out.reaction.empty());
}

TEST(Multipliers, RefusesAQuestionOfTheWrongSize) {
  Random random(8);
  const Model model = build(random_tree(random, {.n_bodies = 2}));
  Multipliers::Scratch scratch(model);
  Solution out;
  Given given = forward_question(model, VecX::Zero(model.nv()));
  given.want.pop_back();
  EXPECT_ANY_THROW(Multipliers{}.solve(model, random_tree_state(model, random), given, Reactions::skip, scratch, out));
}

}  // namespace
}  // namespace zanjir::test
