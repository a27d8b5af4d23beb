// No heap use per solve after warm-up.
#include "support/allocation_count.hpp"

#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"

#ifdef ZANJIR_COUNTS_MALLOC
namespace zanjir::test {
namespace {

TEST(AllocationCounter, SeesEigenAndTheStandardLibrary) {
  AllocationCount eigen;
  const VecX* vector = new VecX(100);
  EXPECT_GE(eigen.stop(), 2) << "one for the object, one for its numbers";
  delete vector;
}

void expect_no_allocation(const Model& model, const std::vector<State>& states, const Given& question, Reactions reactions) {
  NewtonEuler::Scratch scratch(model);
  Solution out;
  ASSERT_EQ(NewtonEuler{}.solve(model, states[0], question, reactions, scratch, out), SolveStatus::ok) << out.note;  // warm-up
  for (const State& state : states) {
    AllocationCount count;
    const SolveStatus status = NewtonEuler{}.solve(model, state, question, reactions, scratch, out);
    EXPECT_EQ(count.stop(), 0);
    EXPECT_EQ(status, SolveStatus::ok);
  }
}

TEST(NewtonEuler, UsesNoHeapAfterWarmUp) {
  for (std::uint64_t seed : seeds(20)) {
    const RandomTreeOptions options = RandomTreeOptions::with_everything(2 + static_cast<int>(seed));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    std::vector<State> states;
    for (int i = 0; i < 3; ++i) states.push_back(random_state(model, random));
    const VecX numbers = random_vecx(random, model.nv());
    for (Reactions reactions : {Reactions::skip, Reactions::compute}) {
      expect_no_allocation(model, states, forward_question(model, numbers), reactions);
      expect_no_allocation(model, states, inverse_question(model, numbers), reactions);
      // Mixed questions inside a ball or free joint go through the dense solve.
      Given mixed = forward_question(model, numbers);
      mixed.vdot = numbers;
      for (std::size_t i = 0; i < mixed.want.size(); i += 2) mixed.want[i] = Want::tau;
      expect_no_allocation(model, states, mixed, reactions);
    }
  }
}

TEST(UpdateVelocities, UsesNoHeap) {
  Random random(2);
  const Model model = build(random_tree(random, RandomTreeOptions::with_everything(15)));
  Workspace ws(model);
  const State state = random_state(model, random);
  AllocationCount count;
  update_positions(model, state, ws);
  update_velocities(model, state, ws);
  EXPECT_EQ(count.stop(), 0);
}

}  // namespace
}  // namespace zanjir::test
#endif
