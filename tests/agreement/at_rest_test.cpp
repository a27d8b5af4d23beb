// Inverse dynamics at rest and on the way to it: what is left of the rows there is rounding, which has no speed or acceleration to be compared with.
#include <gtest/gtest.h>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/completion.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

double largest_at_rest(const VecX& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

// All formulations have an answer, or all say that the actuators are too few; none says that a loop would open. The oracle decomposes all bodies at once, and is asked about
// large mechanisms once.
enum class Answerers : std::uint8_t { all, all_but_a_slow_oracle };
void expect_an_answer(const Model& model, const State& state, const VecX& vdot, Answerers who = Answerers::all) {
  Solution first;
  SolveStatus first_status = SolveStatus::ok;
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, model).inverse) continue;
    if (who == Answerers::all_but_a_slow_oracle && name_of(formulation) == Oracle::name && model.nv() > 12) continue;
    SCOPED_TRACE(std::string(name_of(formulation)));
    Solution s;
    const SolveStatus status = Solver(formulation, model).solve(state, inverse_question(model, vdot), Reactions::skip, s);
    if (name_of(formulation) == NewtonEuler::name) {
      first = s;
      first_status = status;
      ASSERT_TRUE(solved(status) || s.leftover.size() > 0) << s.note;
      continue;
    }
    EXPECT_EQ(name_of(status), name_of(first_status)) << s.note;
    if (!solved(status)) {
      EXPECT_TRUE(s.leftover.size() > 0 || name_of(formulation) == Oracle::name) << s.note;
      continue;
    }
    const double size = std::max(largest_at_rest(first.tau), largest_at_rest(first.tau_cut));
    EXPECT_LE(largest_at_rest(s.tau - first.tau), 1e-10 * tolerance_scale() * size);
    EXPECT_LE(largest_at_rest(s.tau_cut - first.tau_cut), 2e-10 * tolerance_scale() * size);
  }
}

class AtRest : public testing::TestWithParam<std::string> {};

TEST_P(AtRest, InverseDynamicsHasAnAnswerInEveryFormulation) {
  const Model model = zoo_model(GetParam());
  State state = initial_state(model);
  state.v.setZero();
  ASSERT_TRUE(close_positions(model, state).closed);
  ASSERT_TRUE(close_velocities(model, state).consistent);
  VecX vdot = VecX::Zero(model.nv());
  if (!model.prescribed().empty()) {  // their laws move them
    ASSERT_TRUE(Completion(model, UserJoints(model)).accelerations({}, {}, state, vdot).empty());
  }
  expect_an_answer(model, state, vdot);
}

// Slower and slower: the accelerations of a motion that stops go with the square of its speed.
TEST_P(AtRest, InverseDynamicsHasAnAnswerOnTheWayThere) {
  const Model model = zoo_model(GetParam());
  if (!model.prescribed().empty()) return;
  Random random(7);
  State moving;
  ASSERT_TRUE(random_closed_state(model, random, moving));
  for (const double slow : {1e-2, 1e-5, 1e-8, 1e-12}) {
    SCOPED_TRACE(slow);
    State state = moving;
    state.v *= slow;
    VecX vdot = VecX::Zero(model.nv());
    ASSERT_TRUE(Completion(model, UserJoints(model)).accelerations({}, {}, state, vdot).empty());
    expect_an_answer(model, state, vdot, Answerers::all_but_a_slow_oracle);
  }
}

// The floor is no licence: what opens a loop by a thousandth of gravity is refused.
TEST_P(AtRest, AccelerationsThatOpenALoopAreRefused) {
  const Model model = zoo_model(GetParam());
  if (!model.prescribed().empty()) return;
  State state = initial_state(model);
  state.v.setZero();
  ASSERT_TRUE(close_positions(model, state).closed);
  Workspace ws(model);
  Closure closure(model);
  update_positions(model, state, ws);
  update_closure_positions(model, ws, closure);
  const VecX across = model.column_scale().cwiseAbs2().cwiseProduct(
      closure.Phi_q.transpose() * model.row_scale().cwiseAbs2().cwiseProduct(closure.Phi_q * VecX::Ones(model.nv())));
  const VecX opening = model.row_scale().cwiseProduct(closure.Phi_q * across);
  const double gravity = std::max(norm(model.gravity()) / model.length_m(), 1.0);
  const VecX vdot = across * (1e-3 * gravity / opening.cwiseAbs().maxCoeff());
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, model).inverse) continue;
    Solution s;
    EXPECT_EQ(Solver(formulation, model).solve(state, inverse_question(model, vdot), Reactions::skip, s), SolveStatus::inconsistent)
        << name_of(formulation);
  }
}

INSTANTIATE_TEST_SUITE_P(Loops, AtRest, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace zanjir::test
