#include "zanjir/verify/derivative_checks.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/folders.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

Model model_of(const char* file) {
  const auto description = read_description(test::models_folder() / file);
  return std::move(*build_model(*description).value);
}

struct Motion {
  State state;
  Solution solution;
};
Motion some_motion(const Model& model, std::uint64_t seed) {
  Random random(seed);
  Motion motion{random_state(model, random), {}};
  VecX vdot(model.nv());
  for (int i = 0; i < model.nv(); ++i) vdot[i] = random.normal();
  NewtonEuler::Scratch scratch(model);
  NewtonEuler{}.solve(model, motion.state, inverse_question(model, vdot), Reactions::skip, scratch, motion.solution);
  return motion;
}

// At rest but for rounding, P = F v is of rounding, too, while the difference itself goes through speeds that forces give: 8e-18 W beside 1e-3 J.
TEST(PowerBalance, KnowsTheRoundingOfSpeedsOfWhatIsAtRest) {
  for (const double gravity : {0.0, -9.81}) {
    const auto description = read_description_text(
        "zanjir: 1\ngravity: [0, 0, " + std::to_string(gravity) +
            "]\nbodies: {b: {mass: 1 kg, inertia: {ixx: 2e-3, iyy: 2e-3, izz: 2e-3}}}\njoints: {fly: {type: free, parent: ground, child: b}}\n"
            "loads: {pull: {on: b, force: [8, 0, -24]}}\n",
        "b.yaml");
    const Model model = std::move(*build_model(*description).value);
    Random random(1);
    State state = random_state(model, random);
    state.q.setZero();
    state.q[quaternion_begin(model.joints().front())] = 1;
    for (const double speed : {1e-18, 1e-12, 1e-3}) {
      state.v = VecX::Constant(model.nv(), speed);
      Solution solution;
      NewtonEuler::Scratch scratch(model);
      NewtonEuler{}.solve(model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, scratch, solution);
      const DerivativeReport r = check_derivatives(model, state, solution.vdot, solution.tau);
      EXPECT_LE(r.power.error, r.power.bound) << speed;
      EXPECT_LT(r.power.bound, 1e-9) << speed;
    }
  }
}

TEST(Differentiate, FindsTheDerivativeWithinItsOwnBound) {
  const Derivative d = differentiate([](double h) { return VecX(VecX::Constant(1, std::exp(std::sin(1 + h)))); }, 1e-3, 1);
  const double exact = std::exp(std::sin(1.0)) * std::cos(1.0);
  EXPECT_LE(std::abs(d.value[0] - exact), d.bound[0]);
  EXPECT_LT(d.bound[0], 1e-9);
}

TEST(Differentiate, BoundGrowsWhenTheStepIsTooCoarse) {
  const Derivative d = differentiate([](double h) { return VecX(VecX::Constant(1, std::sin(40 * (h + 0.3)))); }, 2e-2, 1);
  EXPECT_LE(std::abs(d.value[0] - 40 * std::cos(12.0)), d.bound[0]);
  EXPECT_GT(d.bound[0], 1e-3);
}

TEST(CheckDerivatives, HoldsOnATrueMotion) {
  for (const char* file : {"prescribed_base_arm.yaml", "suspension.yaml", "joints/free.yaml"}) {
    const Model model = model_of(file);
    const Motion m = some_motion(model, 5);
    const DerivativeReport r = check_derivatives(model, m.state, m.solution.vdot, m.solution.tau);
    for (const auto* list : {&r.jacobians, &r.velocities, &r.accelerations}) {
      ASSERT_FALSE(list->empty());
      for (const DerivativeError& e : *list) EXPECT_LE(e.error, e.bound) << file << " " << e.where;
    }
    EXPECT_LE(r.power.error, r.power.bound) << file;
  }
}

TEST(CheckDerivatives, SeesAForceThatDoesNotBelongToTheMotion) {
  const Model model = model_of("arm_2r.yaml");
  Motion m = some_motion(model, 6);
  m.solution.tau[0] *= 1 + 1e-6;
  const DerivativeReport r = check_derivatives(model, m.state, m.solution.vdot, m.solution.tau);
  EXPECT_GT(r.power.error, r.power.bound);
}

TEST(RandomState, IsReproducibleAndHasUnitQuaternions) {
  const Model model = model_of("joints/free.yaml");
  Random a(9), b(9), c(10);
  const State x = random_state(model, a), y = random_state(model, b), z = random_state(model, c);
  EXPECT_EQ(x.q, y.q);
  EXPECT_EQ(x.v, y.v);
  EXPECT_NE(x.q, z.q);
  EXPECT_NEAR(x.q.tail(4).norm(), 1, 1e-15);
}

}  // namespace
}  // namespace zanjir
