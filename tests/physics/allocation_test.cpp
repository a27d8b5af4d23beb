// No heap use per solve after warm-up.
#include "support/allocation_count.hpp"

#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/recordings.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/record/memory_recorder.hpp"

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

// The thread that runs allocates nothing, from the first row on; the HDF5 library does, in the writer's own thread.
TEST(RecordingWriter, AppendUsesNoHeap) {
  const TemporaryFolder folder;
  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(20), {.flush_s = 0.001}));
  std::vector<double> row(20);
  const EventRecord event{0.5, "floor.ball", "impact", -1, -2};
  Count count;
  bool ok = true;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    fill(i, row);
    ok = ok && writer.append(row);
    if (i % 10 == 0) ok = ok && writer.add_event(event);
    if (i % 1000 == 0) ok = ok && writer.flush();
  }
  EXPECT_EQ(count.stop(), 0);
  EXPECT_TRUE(ok) << writer.error();
  EXPECT_TRUE(writer.finish("{}"));
}

TEST(MemoryRecorder, AppendUsesNoHeapWithinItsReserve) {
  MemoryRecorder recorder(sample_header(20), 1000);
  const std::vector<double> row(20, 1.0);
  Count count;
  for (int i = 0; i < 1000; ++i) recorder.append(row);
  EXPECT_EQ(count.stop(), 0);
  EXPECT_EQ(recorder.n_rows(), 1000u);
}

}  // namespace
}  // namespace zanjir::test
#endif
