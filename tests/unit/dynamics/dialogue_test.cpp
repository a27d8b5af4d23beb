#include "zanjir/dynamics/dialogue.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

TEST(Dialogue, AnAnswerThatIsNotANumberIsNone) {
  Solution s;
  s.vdot = VecX::Zero(2);
  EXPECT_EQ(finish_answer(SolveStatus::ok, s), SolveStatus::ok);
  s.vdot[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(finish_answer(SolveStatus::ok, s), SolveStatus::not_converged);
  EXPECT_EQ(s.note, not_a_number_note);
  EXPECT_EQ(finish_answer(SolveStatus::singular, s), SolveStatus::singular);

  for (const std::string name : {"double_pendulum", "four_bar"}) {
    const Model model = zoo_model(name);
    const State state = closed_start(model);
    for (const AnyFormulation& formulation : all_formulations()) {
      SCOPED_TRACE(name + ", " + std::string(name_of(formulation)));
      const VecX not_numbers = VecX::Constant(model.nv(), std::numeric_limits<double>::quiet_NaN());
      Solver solver(formulation, model);
      EXPECT_FALSE(solved(solver.solve(state, forward_question(model, not_numbers), Reactions::skip, s)));
      EXPECT_FALSE(solved(solver.solve(state, inverse_question(model, not_numbers), Reactions::skip, s)));
    }
  }
}

// A solution is used again and again: what the last question left in it must not speak for the next.
TEST(Dialogue, NothingIsLeftOfTheQuestionBefore) {
  const Model model = zoo_model("four_bar");
  const State state = closed_start(model);
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(formulation)));
    Solver solver(formulation, model);
    Solution s;
    VecX opening = VecX::Zero(model.nv());
    opening[0] = 100;
    EXPECT_TRUE(solved(solver.solve(state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, s))) << s.note;
    EXPECT_EQ(s.leftover.size(), 0);
    EXPECT_TRUE(s.rank.has_value());
    solver.solve(state, inverse_question(model, s.vdot), Reactions::skip, s);
    EXPECT_EQ(solver.solve(state, inverse_question(model, opening), Reactions::skip, s), SolveStatus::inconsistent);
    EXPECT_EQ(s.leftover.size(), 0) << "too few actuators is something else";
    EXPECT_FALSE(s.sigma_ratio.has_value());
    EXPECT_TRUE(s.reaction.empty());
  }
}

// What Coverage says is what is there: lambda, sigma, leftover, each by whoever says it has it.
TEST(Dialogue, CoverageIsWhatIsFound) {
  const Model model = zoo_model("five_bar");
  const State state = closed_start(model);
  const LoopRank rank = generic_rank(model, state);
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(formulation)));
    const Coverage covers = coverage(formulation, model);
    Solver solver(formulation, model);
    Solution s;
    Given forward = forward_question(model, VecX::Zero(model.nv()));
    forward.rank = &rank;
    ASSERT_TRUE(solved(solver.solve(state, forward, covers.reactions ? Reactions::compute : Reactions::skip, s))) << s.note;
    EXPECT_EQ(s.lambda.size() > 0, covers.multipliers);
    EXPECT_EQ(s.sigma_ratio.has_value(), covers.sigma);
    EXPECT_EQ(!s.reaction.empty(), covers.reactions);
    if (!covers.feedback) {
      forward.closure_feedback = VecX::Zero(model.n_closure_rows());
      EXPECT_ANY_THROW(solver.solve(state, forward, Reactions::skip, s));
      continue;
    }
    const VecX without = s.vdot;
    forward.closure_feedback = VecX::Constant(model.n_closure_rows(), 0.1);
    ASSERT_TRUE(solved(solver.solve(state, forward, Reactions::skip, s))) << s.note;
    EXPECT_GT((s.vdot - without).cwiseAbs().maxCoeff(), 1e-3) << "feedback without effect";
  }
}

// Whoever finds forces alone says so, and asks for nothing else.
TEST(Dialogue, AccelerationsAreRefusedByWhoFindsForcesAlone) {
  const Model model = zoo_model("four_bar");
  const State state = closed_start(model);
  Solver solver(*find_formulation("virtual-work"), model);
  EXPECT_FALSE(coverage(*find_formulation("virtual-work"), model).forward);
  Solution s;
  EXPECT_EQ(solver.solve(state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, s), SolveStatus::inconsistent);
  EXPECT_EQ(s.note, forces_alone_note);
}

// The square case through the passive rows of newton-euler, and the general choice: two ways to one answer.
TEST(Actuation, SquareAndGeneralChoiceAgree) {
  Random random(3);
  for (const std::string name : {"five_bar", "rrr_3", "stewart"}) {
    const Model model = zoo_model(name);
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    const LoopRank rank = generic_rank(model, state);
    Solution motion, square, general;
    Solver solver(NewtonEuler{}, model);
    Given forward = forward_question(model, VecX::Ones(model.nv()));
    ASSERT_TRUE(solved(solver.solve(state, forward, Reactions::skip, motion))) << motion.note;
    Given inverse = inverse_question(model, motion.vdot);
    ASSERT_EQ(solver.solve(state, inverse, Reactions::skip, general), SolveStatus::ok) << general.note;
    inverse.rank = &rank;
    ASSERT_EQ(solver.solve(state, inverse, Reactions::skip, square), SolveStatus::ok) << square.note;
    EXPECT_LE((square.tau - general.tau).cwiseAbs().maxCoeff(), 1e-10 * tolerance_scale() * general.tau.cwiseAbs().maxCoeff()) << name;
  }
}

}  // namespace
}  // namespace zanjir::test
