// No heap use per solve after warm-up.
#include "support/allocation_count.hpp"

#include <gtest/gtest.h>

#include "support/random_elastic.hpp"
#include "support/recordings.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/formulations/denoc/denoc.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/loops/projector.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/verify/random_state.hpp"

#ifdef ZANJIR_COUNTS_MALLOC
namespace zanjir::test {
namespace {

TEST(AllocationCounter, SeesEigenAndTheStandardLibrary) {
  AllocationCount eigen;
  const VecX* vector = new VecX(100);
  EXPECT_GE(eigen.stop(), 2) << "one for the object, one for its numbers";
  delete vector;
}

template <class F> void expect_no_allocation(const Model& model, const std::vector<State>& states, const Given& question, Reactions reactions) {
  typename F::Scratch scratch(model);
  Solution out;
  ASSERT_EQ(F{}.solve(model, states[0], question, reactions, scratch, out), SolveStatus::ok) << out.note;  // warm-up
  for (const State& state : states) {
    AllocationCount count;
    const SolveStatus status = F{}.solve(model, state, question, reactions, scratch, out);
    EXPECT_EQ(count.stop(), 0);
    EXPECT_EQ(status, SolveStatus::ok);
  }
}

// The formulations that are made for time loops.
template <class F> class FastFormulation : public testing::Test {};
using FastFormulations = testing::Types<NewtonEuler, Denoc, GibbsAppell>;
TYPED_TEST_SUITE(FastFormulation, FastFormulations);

TYPED_TEST(FastFormulation, UsesNoHeapAfterWarmUp) {
  for (std::uint64_t seed : seeds(20)) {
    const RandomTreeOptions options = RandomTreeOptions::with_everything(2 + static_cast<int>(seed));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    std::vector<State> states;
    for (int i = 0; i < 3; ++i) states.push_back(test::random_tree_state(model, random));
    const VecX numbers = random_vecx(random, model.nv());
    for (Reactions reactions : {Reactions::skip, Reactions::compute}) {
      expect_no_allocation<TypeParam>(model, states, forward_question(model, numbers), reactions);
      expect_no_allocation<TypeParam>(model, states, inverse_question(model, numbers), reactions);
      // Mixed questions inside a ball or free joint go through the dense solve.
      Given mixed = forward_question(model, numbers);
      mixed.vdot = numbers;
      for (std::size_t i = 0; i < mixed.want.size(); i += 2) mixed.want[i] = Want::tau;
      expect_no_allocation<TypeParam>(model, states, mixed, reactions);
    }
  }
}

template <class F> class FastElasticFormulation : public testing::Test {};
using FastElasticFormulations = testing::Types<NewtonEuler, GibbsAppell>;
TYPED_TEST_SUITE(FastElasticFormulation, FastElasticFormulations);

TYPED_TEST(FastElasticFormulation, UsesNoHeapOnElasticTreesAfterWarmUp) {
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Model model = build(random_elastic_tree(random, {2 + static_cast<int>(seed % 4), seed % 3 == 0 ? Space::planar : Space::spatial,
                                                           seed % 2 == 0 ? Stiffening::full : Stiffening::none}));
    std::vector<State> states;
    for (int i = 0; i < 3; ++i) states.push_back(zanjir::random_state(model, random));
    for (const Reactions reactions : {Reactions::skip, Reactions::compute}) {
      expect_no_allocation<TypeParam>(model, states, forward_question(model, random_vecx(random, model.nv())), reactions);
      expect_no_allocation<TypeParam>(model, states, inverse_question(model, random_vecx(random, model.nv())), reactions);
    }
  }
}

// Closed states along a motion, with the rank decided at the first.
struct ClosedStates {
  Model model;
  LoopRank rank;
  std::vector<State> states;
};
ClosedStates closed_states(const std::string& name) {
  ClosedStates out{zoo_model(name), {}, {}};
  State state = initial_state(out.model);
  EXPECT_TRUE(close_positions(out.model, state).closed);
  Random random(3);
  state.v = random_vecx(random, out.model.nv(), 1);
  close_velocities(out.model, state);
  out.rank = generic_rank(out.model, state);
  for (int i = 0; i < 3; ++i) {
    State next = state;
    retract(out.model, state.q, state.v * (0.02 * i), next.q);
    project(out.model, out.rank, next);
    out.states.push_back(next);
  }
  return out;
}

TYPED_TEST(FastFormulation, UsesNoHeapWithClosedLoopsAfterWarmUp) {
  std::vector<std::string> names = {"four_bar", "five_bar", "rrr_3", "rpr_3", "stewart", "delta", "andrews", "slider_crank", "biped"};
  if (TypeParam::covers(zoo_model("elastic_four_bar")).forward) names.insert(names.end(), {"elastic_four_bar", "elastic_slider_crank"});
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const ClosedStates c = closed_states(name);
    Given forward = forward_question(c.model, VecX::Constant(c.model.nv(), 0.3));
    forward.rank = &c.rank;
    expect_no_allocation<TypeParam>(c.model, c.states, forward, Reactions::skip);
    expect_no_allocation<TypeParam>(c.model, c.states, forward, Reactions::compute);
    forward.closure_feedback = VecX::Constant(c.model.n_closure_rows(), 1e-3);
    expect_no_allocation<TypeParam>(c.model, c.states, forward, Reactions::skip);
  }
  for (const std::string name : {"four_bar_spatial", "n_four_bar_spatial", "bricard"}) {  // redundant rows: the self-stress is dense
    SCOPED_TRACE(name);
    const ClosedStates c = closed_states(name);
    Given forward = forward_question(c.model, VecX::Constant(c.model.nv(), 0.3));
    forward.rank = &c.rank;
    expect_no_allocation<TypeParam>(c.model, c.states, forward, Reactions::skip);
  }
}

TEST(Projector, UsesNoHeapAfterWarmUp) {
  for (const std::string name : {"four_bar", "rrr_3", "stewart", "four_bar_spatial", "bricard", "elastic_four_bar"}) {
    SCOPED_TRACE(name);
    const ClosedStates c = closed_states(name);
    Projector projector(c.model);
    State off = c.states[0], work = off;
    retract(c.model, c.states[0].q, VecX::Constant(c.model.nv(), 1e-4), off.q);
    work = off;
    projector.project(c.model, c.rank, WeakDirections::spared, work);
    LoopRank no_rows = c.rank;
    no_rows.rows.clear();
    for (const LoopRank* rank : std::initializer_list<const LoopRank*>{&c.rank, &no_rows}) {  // sparse; dense
      work = off;
      AllocationCount count;
      const ProjectionReport report = projector.project(c.model, *rank, WeakDirections::spared, work);
      EXPECT_EQ(count.stop(), 0) << rank->rows.size();
      EXPECT_GT(report.before.position, 1e-6);
      EXPECT_LT(report.after.position, 1e-13);
      EXPECT_LT(report.after.velocity, 1e-13);
    }
  }
}

TEST(UpdateVelocities, UsesNoHeap) {
  Random random(2);
  const Model model = build(random_tree(random, RandomTreeOptions::with_everything(15)));
  Workspace ws(model);
  const State state = test::random_tree_state(model, random);
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
  AllocationCount count;
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
  AllocationCount count;
  for (int i = 0; i < 1000; ++i) recorder.append(row);
  EXPECT_EQ(count.stop(), 0);
  EXPECT_EQ(recorder.n_rows(), 1000u);
}

}  // namespace
}  // namespace zanjir::test
#endif
