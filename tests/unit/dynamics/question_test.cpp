#include "zanjir/dynamics/question.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

Model slide_and_hinge() {
  Description d = mechanism(
      {0, 0, 0}, {body("a", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}), body("b", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
      {joint("x", JointType::prismatic, "ground", "a", {0, 0, 0}, {{1, 0, 0}}), joint("A", JointType::revolute, "a", "b", {0, 0, 0}, {{0, 0, 1}})});
  MotionDescription motion;
  motion.of = {"x", {}};
  motion.laws = {polynomial_law({1, 2, 3})};
  d.motions.push_back(motion);
  return build(d);
}

TEST(Question, PrescribedSpeedsAreDrivenByTheirLawsWhateverIsAsked) {
  const Model model = slide_and_hinge();
  State state = initial_state(model);
  state.t_s = 2;
  state.q << 77, 0.5;
  state.v << 88, 0.25;
  const Given given{VecX::Constant(2, 9), VecX::Constant(2, 4), {Want::vdot, Want::vdot}};
  Question ask;
  resolve(model, state, given, ask);
  EXPECT_EQ(ask.q[0], 1 + 2 * 2 + 3 * 4);
  EXPECT_EQ(ask.v[0], 2 + 6 * 2);
  EXPECT_EQ(ask.vdot[0], 6);
  EXPECT_EQ(ask.tau[0], 0);
  EXPECT_EQ(ask.q[1], 0.5);
  EXPECT_EQ(ask.v[1], 0.25);
  EXPECT_EQ(ask.tau[1], 4);
  EXPECT_EQ(ask.vdot[1], 0);
  EXPECT_EQ(ask.driven, std::vector<int>{0});
  EXPECT_EQ(ask.free, std::vector<int>{1});
}

TEST(Question, SizesMustFit) {
  const Model model = slide_and_hinge();
  const State state = initial_state(model);
  Question ask;
  EXPECT_ANY_THROW(resolve(model, state, {VecX(2), VecX(2), {Want::tau}}, ask));
  EXPECT_ANY_THROW(resolve(model, state, {VecX(1), VecX(2), {Want::tau, Want::tau}}, ask));
  EXPECT_ANY_THROW(resolve(model, {0, VecX(1), VecX(2)}, {VecX(2), VecX(2), {Want::tau, Want::tau}}, ask));
}

}  // namespace
}  // namespace zanjir::test
