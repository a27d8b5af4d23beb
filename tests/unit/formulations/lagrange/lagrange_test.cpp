#include "zanjir/formulations/lagrange/lagrange.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/descriptions.hpp"
#include "support/differences.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

double kinetic_energy(const Model& model, const State& state) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  return sum_bodies(model, ws).kinetic;
}

TEST(Lagrange, MassMatrixHoldsTheKineticEnergy) {
  RandomTreeOptions options;
  options.n_bodies = 4;
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Lagrange::Scratch scratch(model);
    MatX M;
    VecX bias;
    Lagrange::mass_matrix_and_bias(model, state, scratch, M, bias);
    const double T = kinetic_energy(model, state);
    EXPECT_NEAR(0.5 * state.v.dot(M * state.v), T, rounding(200, T));
  }
}

// Without gravity and elements, tau = bias keeps all speeds as they are, and its power is the rate of kinetic energy: v . bias = dT/dt
// along the motion, T taken from the kernels' velocities and differentiated by differences.
TEST(Lagrange, BiasGivesTheRateOfKineticEnergyAtConstantSpeeds) {
  RandomTreeOptions options;
  options.n_bodies = 3;
  options.gravity = false;
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Lagrange::Scratch scratch(model);
    MatX M;
    VecX bias;
    Lagrange::mass_matrix_and_bias(model, state, scratch, M, bias);
    const auto T = [&](double t) {
      State moved = state;
      retract(model, state.q, state.v * t, moved.q);
      return kinetic_energy(model, moved);
    };
    const double rate = 1 + state.v.cwiseAbs().maxCoeff();
    EXPECT_NEAR(derivative(T, rate), state.v.dot(bias), difference_tolerance(kinetic_energy(model, state), 8 * rate));
  }
}

TEST(Lagrange, SitsOutAboveItsSizeAndSaysWhy) {
  Random random(1);
  RandomTreeOptions options;
  options.types = {JointType::revolute};
  options.weld_chance = 0;
  options.n_bodies = Lagrange::max_speeds;
  const Coverage inside = Lagrange::covers(build(random_tree(random, options)));
  EXPECT_TRUE(inside.forward && inside.inverse);
  EXPECT_FALSE(inside.reactions);
  EXPECT_NE(inside.why_not.find("reactions"), std::string::npos);
  options.n_bodies = Lagrange::max_speeds + 1;
  const Coverage outside = Lagrange::covers(build(random_tree(random, options)));
  EXPECT_FALSE(outside.forward || outside.inverse || outside.reactions);
  EXPECT_NE(outside.why_not.find("61"), std::string::npos) << outside.why_not;
}

// The ends of a spring meet: with a rest length the direction is undefined and the law says no force; without, the force is smooth.
TEST(Lagrange, SpringWhoseEndsMeetPullsNothing) {
  for (const double rest : {0.0, 0.3}) {
    Description d = mechanism({0, 0, 0}, {body("block", 2, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
                              {joint("x", JointType::prismatic, "ground", "block", {0, 0, 0}, {{1, 0, 0}})});
    SpringDescription spring;
    spring.name = "s";
    spring.between = {NameRef{"ground", {}}, NameRef{"block", {}}};
    spring.stiffness = 10, spring.rest = rest, spring.damping = 1;
    d.springs.push_back(spring);
    const Model model = build(d);
    State state = initial_state(model);
    state.v[0] = 2;
    Lagrange::Scratch scratch(model);
    Solution out;
    EXPECT_EQ(Lagrange{}.solve(model, state, forward_question(model, VecX::Constant(1, 3.0)), Reactions::skip, scratch, out), SolveStatus::ok);
    EXPECT_NEAR(out.vdot[0], 1.5, rounding(8, 1.5));
  }
}

}  // namespace
}  // namespace zanjir::test
