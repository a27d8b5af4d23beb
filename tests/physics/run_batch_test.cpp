// Many copies that run side by side, against as many runs by themselves.
#include "zanjir/simulate/run_batch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/sampler.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir::test {
namespace {

// Closed starts that differ: where a run of the model passes, before anything touches.
struct Starts {
  explicit Starts(const Model& model, std::ptrdiff_t n) : Starts(model, n, model.has_compliant_contacts() ? 1e-3 : 0.02) {}
  Starts(const Model& model, std::ptrdiff_t n, double apart_s) : reference(closed_start(model)), n(n) {
    q.resize(static_cast<std::size_t>(model.nq() * n)), v.resize(static_cast<std::size_t>(model.nv() * n));
    State state = reference;
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      for (int i = 0; i < model.nq(); ++i) q[static_cast<std::size_t>(i * n + k)] = state.q[i];
      for (int i = 0; i < model.nv(); ++i) v[static_cast<std::size_t>(i * n + k)] = state.v[i];
      SimOptions options = adaptive_run(state.t_s + apart_s);
      options.advice = MethodAdvice::none;
      simulate(model, state, options, {});
    }
  }
  BatchStates states() const { return {n, nullptr, q.data(), v.data()}; }
  State reference;
  std::ptrdiff_t n;
  std::vector<double> q, v;
};

// Everything that a run can record.
RunBatchOptions all_channels(const Model& model, const SimOptions& run, double every_s) {
  RunBatchOptions o{run, {}, 0, true};
  o.run.sample_interval_s = every_s;
  MotionSystem system(model, closed_start(model), o.run.motion);
  const Sampler sampler(system, o.run.samples);
  for (const Channel& channel : sampler.channels()) o.channels.push_back(channel.name);
  return o;
}

bool same_bytes(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}
double largest_apart(const RunBatch& a, const RunBatch& b) {
  double apart = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (std::isnan(a.values[i]) && std::isnan(b.values[i])) continue;  // where a contact is, while it does not touch
    const double d = std::abs(a.values[i] - b.values[i]) / (1 + std::abs(b.values[i]));
    apart = std::isfinite(d) ? std::max(apart, d) : HUGE_VAL;
  }
  return apart;
}

struct Case {
  const char* model;
  const char* method;
  double step_s;  // 0: the method chooses
  double until_s;
  double apart;  // of 1 + the number; 0: as much as two runs at ten times the tolerance are off
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " " << c.method; }
class RunBatchOf : public testing::TestWithParam<Case> {};

// Trees with quaternions, loops, elastic bodies, springs, sampled controllers; compliant contacts that touch on the way, impacts; constant and chosen steps, one-step
// and multistep methods. Every evaluation in lanes is apart from the single one by rounding (1.3e-14 of the largest acceleration); motions here do not
// diverge in the time they have. What is left is what chosen steps of slightly other length make of it, and stiff contacts of the places they begin at.
TEST_P(RunBatchOf, MovesAsSingleRunsDo) {
  const auto& [name, method, step_s, until_s, given_apart] = GetParam();
  const Model model = zoo_model(name);
  const Starts starts(model, 11);
  RunBatchOptions o = all_channels(model, step_s > 0 ? fixed_run(until_s, method, step_s) : adaptive_run(until_s, method, 1e-11), until_s / 8);
  const RunBatch together = run_batch(model, starts.reference, starts.states(), o);
  o.lanes = false;
  const RunBatch alone = run_batch(model, starts.reference, starts.states(), o);
  if (kernels::functions_for(kernels::functions().isa, 4)) {  // else this processor has no wide registers
    EXPECT_EQ(together.why_alone, "");
    EXPECT_GT(together.lanes, 1);
  }
  EXPECT_EQ(alone.lanes, 1);
  ASSERT_EQ(together.t_s.size(), 9u);
  EXPECT_EQ(together.unfinished, 0);
  EXPECT_EQ(together.outcome, alone.outcome);
  double apart = given_apart;
  if (apart == 0) {
    // Rounding moves the ends of steps, so that the errors of the two runs within their tolerance are two chances (of the sidewinder 2e-8 by g++, 2.5e-7 by
    // clang): they are apart by the sum of these at most. That of a run at ten times the tolerance, against one at a hundredth, stands for either.
    const auto alone_at = [&](double tolerance) {
      o.run.stepper.rel_tol = o.run.stepper.abs_tol = tolerance;
      return run_batch(model, starts.reference, starts.states(), o);
    };
    apart = 2 * largest_apart(alone_at(1e-10), alone_at(1e-13));
    EXPECT_LT(apart, 1e-6) << "or this says nothing";
  }
  EXPECT_LT(largest_apart(together, alone), apart);
  std::size_t events = 0;
  for (std::size_t k = 0; k < 11; ++k) {
    ASSERT_EQ(together.events[k].size(), alone.events[k].size());
    events += alone.events[k].size();
    // Places that are apart come to their events apart, at speeds of some metres per second.
    for (std::size_t i = 0; i < alone.events[k].size(); ++i)
      EXPECT_NEAR(together.events[k][i].t_s, alone.events[k][i].t_s, 0.2 * std::max(1e-9, apart));
  }
  std::printf("  %s %s: %d lanes, %ld evaluations, %zu events, apart %.1e\n", name, method, together.lanes, together.evaluations, events,
              largest_apart(together, alone));
}
INSTANTIATE_TEST_SUITE_P(RunBatch, RunBatchOf,
                         testing::Values(Case{"double_pendulum", "rk4", 2e-3, 0.2, 1e-13}, Case{"double_pendulum", "dopri5", 0, 0.2, 5e-13},
                                         Case{"double_pendulum", "bdf", 0, 0.1, 1e-11}, Case{"spinning_top", "dop853", 0, 0.1, 1e-13},
                                         Case{"four_bar", "dopri5", 0, 0.2, 1e-12}, Case{"four_bar", "semi-implicit-euler", 1e-3, 0.05, 5e-13},
                                         Case{"rrr_3", "rk4", 2e-3, 0.1, 1e-14}, Case{"elastic_chain_ss", "dop853", 0, 0.02, 5e-11},
                                         Case{"things_on_a_slope", "dopri5", 0, 0.2, 2e-7}, Case{"bouncing_ball", "dopri5", 0, 0.6, 1e-13},
                                         Case{"sidewinder", "dopri5", 0, 0.1, 0}),
                         [](const auto& info) {
                           std::string name = std::string(info.param.model) + "_" + info.param.method;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(RunBatch, GivesTheSameBytesForAnyThreadsAndAnySplit) {
  for (const char* name : {"double_pendulum", "four_bar", "things_on_a_slope", "sidewinder"}) {
    const Model model = zoo_model(name);
    const Starts starts(model, 23);
    RunBatchOptions o = all_channels(model, adaptive_run(0.1, "dopri5", 1e-8), 0.02);
    o.threads = 1;
    const RunBatch truth = run_batch(model, starts.reference, starts.states(), o);
    EXPECT_EQ(truth.unfinished, 0) << name;
    for (const int threads : {2, 3, 7}) {
      o.threads = threads;
      EXPECT_TRUE(same_bytes(run_batch(model, starts.reference, starts.states(), o).values, truth.values)) << name << " " << threads;
    }
    // the last three by themselves
    const std::ptrdiff_t from = 20, n = starts.n - from;
    std::vector<double> q, v;
    for (int i = 0; i < model.nq(); ++i) q.insert(q.end(), starts.q.begin() + i * starts.n + from, starts.q.begin() + (i + 1) * starts.n);
    for (int i = 0; i < model.nv(); ++i) v.insert(v.end(), starts.v.begin() + i * starts.n + from, starts.v.begin() + (i + 1) * starts.n);
    const RunBatch some = run_batch(model, starts.reference, {n, nullptr, q.data(), v.data()}, o);
    std::vector<double> same_of_all;
    for (std::size_t row = 0; row < truth.values.size(); row += static_cast<std::size_t>(starts.n))
      same_of_all.insert(same_of_all.end(), truth.values.begin() + static_cast<std::ptrdiff_t>(row) + from,
                         truth.values.begin() + static_cast<std::ptrdiff_t>(row) + starts.n);
    EXPECT_TRUE(same_bytes(some.values, same_of_all)) << name;
  }
}

TEST(RunBatch, ACopyThatFailsReachesNoOther) {
  for (const char* name : {"double_pendulum", "four_bar"}) {
    const Model model = zoo_model(name);
    Starts starts(model, 9);
    const RunBatchOptions o = all_channels(model, fixed_run(0.02, "rk4", 1e-3), 4e-3);
    const RunBatch truth = run_batch(model, starts.reference, starts.states(), o);
    starts.v[4] = std::nan("");
    const RunBatch with = run_batch(model, starts.reference, starts.states(), o);
    EXPECT_EQ(with.unfinished, 1);
    EXPECT_EQ(with.outcome[4], RunEnd::numerics_failed);
    EXPECT_FALSE(with.why[4].empty());
    for (std::size_t i = 0; i < truth.values.size(); ++i) {
      if (i % 9 != 4) ASSERT_EQ(with.values[i], truth.values[i]) << name;
      else ASSERT_TRUE(std::isnan(with.values[i]));
    }
  }
}

// An event that ends one run leaves the others alone.
TEST(RunBatch, RunsThatEndEarlyMakeRoom) {
  const Model model = zoo_model("double_pendulum");
  const Starts starts(model, 30, 0.05);
  RunBatchOptions o = all_channels(model, adaptive_run(0.5), 0.05);
  UserEvent event;
  event.name = "still", event.when = o.channels[2] + " - 0.1", event.then = UserEvent::Then::stop;
  o.run.events.push_back(event);
  const RunBatch together = run_batch(model, starts.reference, starts.states(), o);
  o.lanes = false;
  const RunBatch alone = run_batch(model, starts.reference, starts.states(), o);
  EXPECT_EQ(together.outcome, alone.outcome);
  const auto stopped = std::count(alone.outcome.begin(), alone.outcome.end(), RunEnd::stopped_by_event);
  EXPECT_GT(stopped, 0) << "the event is met by some";
  EXPECT_LT(stopped, 30) << "and not by others";
  for (std::size_t k = 0; k < 30; ++k) EXPECT_NEAR(together.ends[k].t_s, alone.ends[k].t_s, 1e-14);
}

TEST(RunBatch, SaysWhyCopiesGoAlone) {
  const Model model = zoo_model("four_bar");
  const Starts starts(model, 3);
  RunBatchOptions o = all_channels(model, fixed_run(0.02, "rk4", 1e-3), 4e-3);
  o.run.motion.loop_care = LoopCare::baumgarte;
  EXPECT_NE(run_batch(model, starts.reference, starts.states(), o).why_alone.find("projection"), std::string::npos);
  o.run.motion = {};
  o.run.motion.formulation = "multipliers";
  EXPECT_NE(run_batch(model, starts.reference, starts.states(), o).why_alone.find("newton-euler"), std::string::npos);
}

}  // namespace
}  // namespace zanjir::test
