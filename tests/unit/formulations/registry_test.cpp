// What every registered formulation must do, whatever it is.
#include "zanjir/formulations/registry.hpp"

#include <gtest/gtest.h>

#include "support/allocation_count.hpp"
#include "support/bodies.hpp"
#include "support/random_elastic.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

void expect_same(const std::vector<JointWrench>& a, const std::vector<JointWrench>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t j = 0; j < a.size(); ++j) EXPECT_EQ((to_eigen(a[j].total) - to_eigen(b[j].total)).norm(), 0);
}

// What a solve leaves in its scratch must not reach the next one: the answer is that of a fresh solver, to the last bit.
void expect_no_memory(const Model& model, const State& before, const State& now, const Given& given) {
  for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(f)));
    Solver used(f, model), fresh(f, model);
    Solution first, again;
    ASSERT_EQ(used.solve(before, given, Reactions::compute, first), SolveStatus::ok);
    ASSERT_EQ(used.solve(now, given, Reactions::compute, first), SolveStatus::ok);
    ASSERT_EQ(fresh.solve(now, given, Reactions::compute, again), SolveStatus::ok);
    EXPECT_EQ((first.vdot - again.vdot).norm(), 0);
    EXPECT_EQ((first.tau - again.tau).norm(), 0);
    expect_same(first.reaction, again.reaction);
    expect_same(first.loop_reaction, again.loop_reaction);
  }
}

TEST(Formulations, ForgetTheStateBeforeOnTrees) {
  Random random(8);
  const Model model = build(random_tree(random, RandomTreeOptions::with_everything(5)));
  const State before = test::random_tree_state(model, random), now = test::random_tree_state(model, random);
  expect_no_memory(model, before, now, forward_question(model, random_vecx(random, model.nv())));
}

TEST(Formulations, ForgetTheStateBeforeOnElasticTrees) {
  Random random(9);
  const Model model = zoo_model("elastic_chain_slope");
  State before = initial_state(model), now = before;
  before.q += random_vecx(random, model.nq(), 0.01);
  now.v = random_vecx(random, model.nv());
  expect_no_memory(model, before, now, forward_question(model, random_vecx(random, model.nv())));
  const Model stiffened = build(random_elastic_tree(random, {4, Space::spatial, Stiffening::full}));
  expect_no_memory(stiffened, zanjir::random_state(stiffened, random), zanjir::random_state(stiffened, random),
                   forward_question(stiffened, random_vecx(random, stiffened.nv())));
}

TEST(Formulations, ForgetTheStateBeforeOnLoops) {
  const Model model = zoo_model("four_bar");
  State before = initial_state(model), now = before;
  now.q[0] += 0.3;
  ASSERT_TRUE(close_positions(model, before).closed);
  ASSERT_TRUE(close_positions(model, now).closed);
  now.v.setZero();
  expect_no_memory(model, before, now, forward_question(model, VecX::Ones(model.nv())));
}

// -- the rank that a solver keeps ----------------------------------------------------------------------------------------------------------

struct Answer {
  SolveStatus status;
  Solution solution;
};
Answer ask(Solver& solver, const State& state, const Given& given, Reactions reactions = Reactions::compute) {
  Answer answer;
  answer.status = solver.solve(state, given, reactions, answer.solution);
  return answer;
}

// Regular states, and some within a hair's breadth of a singular point or in it.
std::vector<State> states_of(const Model& model, int n) {
  std::vector<State> states(at(n));
  Random random(21);
  for (State& state : states) EXPECT_TRUE(random_closed_state(model, random, state));
  if (model.coordinate_names()[0] != "A0") return states;
  for (const double angle : {0.1, 1e-2, 1e-4, 0.0}) {
    State state = initial_state(model);
    for (int i = 0; i < model.nv(); ++i) state.q[i] = model.coordinate_names()[at(i)][0] == 'A' ? angle : -angle;
    states.insert(states.begin() + 1, state);
    state.v.setZero();
    states.push_back(state);
  }
  return states;
}

// Whatever was asked before: the status is that of a new solver, the numbers are the same up to rounding.
TEST(Solver, AnswersAsANewOneWhateverItWasAskedBefore) {
  for (const char* name : {"four_bar", "stewart", "four_bar_spatial", "bricard", "delta_parallelogram", "n_four_bar"}) {
    const Model model = zoo_model(name);
    const std::vector<State> states = states_of(model, 6);
    for (const char* formulation : {"newton-euler", "denoc"}) {  // the others keep nothing
      const AnyFormulation f = *find_formulation(formulation);
      Solver used(f, model);
      for (std::size_t i = 0; i < states.size(); ++i) {
        SCOPED_TRACE(testing::Message() << name << " " << name_of(f) << " state " << i);
        for (const Reactions reactions : {Reactions::skip, Reactions::compute}) {
          Solver fresh(f, model);
          const Given given = forward_question(model, VecX::Constant(model.nv(), 0.3));
          const Answer a = ask(used, states[i], given, reactions), b = ask(fresh, states[i], given, reactions);
          ASSERT_EQ(a.status, b.status) << a.solution.note << " / " << b.solution.note;
          EXPECT_EQ(a.solution.configuration, b.solution.configuration);
          EXPECT_EQ(a.solution.note, b.solution.note);
          if (a.status != SolveStatus::ok && a.status != SolveStatus::redundant) continue;
          EXPECT_LT((a.solution.vdot - b.solution.vdot).norm(), 8e-14 * (1 + b.solution.vdot.norm()));
        }
      }
    }
  }
}

// ... and to the last bit once it has been told to forget.
TEST(Solver, ForgetsEverything) {
  for (const char* name : {"four_bar", "stewart", "bricard", "delta_parallelogram", "n_four_bar"}) {
    const Model model = zoo_model(name);
    const std::vector<State> states = states_of(model, 4);
    const Given given = forward_question(model, VecX::Constant(model.nv(), 0.3));
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      if ((name_of(f) == "oracle" || name_of(f) == "lagrange") && model.nv() > 12) continue;  // slow
      SCOPED_TRACE(testing::Message() << name << " " << name_of(f));
      Solver forwards(f, model), backwards(f, model);
      for (const State& state : states) ask(forwards, state, given);
      for (std::size_t i = states.size(); i-- > 0;) ask(backwards, states[i], given);
      for (const State& state : states) {
        forwards.forget();
        backwards.forget();
        Solver fresh(f, model);
        const Answer a = ask(forwards, state, given), b = ask(backwards, state, given), c = ask(fresh, state, given);
        EXPECT_EQ(a.status, c.status);
        EXPECT_EQ(b.status, c.status);
        if (c.status != SolveStatus::ok && c.status != SolveStatus::redundant) continue;
        EXPECT_EQ((a.solution.vdot - c.solution.vdot).norm(), 0);
        EXPECT_EQ((b.solution.vdot - c.solution.vdot).norm(), 0);
        expect_same(a.solution.reaction, c.solution.reaction);
        expect_same(b.solution.reaction, c.solution.reaction);
      }
    }
  }
}

#ifdef ZANJIR_COUNTS_MALLOC
TEST(Solver, UsesNoHeapWithLoopsAfterTheFirstCall) {
  for (const char* name : {"four_bar", "rrr_3", "stewart"}) {
    const Model model = zoo_model(name);
    const std::vector<State> states = states_of(model, 4);
    SCOPED_TRACE(name);
    Solver solver(*find_formulation("newton-euler"), model);
    const Given given = forward_question(model, VecX::Constant(model.nv(), 0.3));
    Solution out;
    ASSERT_EQ(solver.solve(states[0], given, Reactions::compute, out), SolveStatus::ok);
    for (const State& state : states) {
      AllocationCount count;
      const SolveStatus status = solver.solve(state, given, Reactions::skip, out);
      EXPECT_EQ(count.stop(), 0);
      EXPECT_EQ(status, SolveStatus::ok);
    }
  }
}
#endif

// A law that is no number is named, in every formulation that answers forward questions.
TEST(Solver, NamesTheForceThatHasNoValue) {
  const std::string way_out = "; give it one there (`max(0, x)` under a root or logarithm, no division by zero), or end the run before";
  const auto note = [](const std::string& name, const std::string& section) {
    const Model model = model_of(
        "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {cart: {mass: 1, inertia: point}}\n"
        "joints: {S: {type: prismatic, parent: ground, child: cart, axis: x}}\ninitial: {q: {S: 0.25}}\n" +
        section);
    Solver solver(*find_formulation(name), model);
    Solution out;
    EXPECT_EQ(solver.solve(initial_state(model), forward_question(model, VecX::Zero(1)), Reactions::skip, out), SolveStatus::not_converged) << name;
    return out.note;
  };
  for (const std::string name : {"newton-euler", "multipliers", "denoc", "lagrange", "oracle"}) {
    EXPECT_EQ(note(name, "forces: {pull: {between: [ground, cart], force: \"-3*sqrt(distance - 0.5)\"}}\n"),
              "the law of the force 'pull' has no value at distance 0.25 m (0 m/s), angle 0 rad (0 rad/s), t = 0 s" + way_out);
    EXPECT_EQ(note(name, "loads: {push: {on: cart, force: [\"log(t - 1)\", 0, 0]}}\n"),
              "the law of the load 'push' has no value at t = 0 s" + way_out);
  }
}

TEST(Formulations, AreFoundByTheirNames) {
  for (const AnyFormulation& f : all_formulations()) {
    const auto found = find_formulation(name_of(f));
    ASSERT_TRUE(found);
    EXPECT_EQ(name_of(*found), name_of(f));
  }
  EXPECT_FALSE(find_formulation("newton"));
}

}  // namespace
}  // namespace zanjir::test
