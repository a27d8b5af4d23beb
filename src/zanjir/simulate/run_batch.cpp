#include "zanjir/simulate/run_batch.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/on_threads.hpp"
#include "zanjir/dynamics/not_a_state.hpp"
#include "zanjir/simulate/side_by_side.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir {
namespace {

constexpr double on_the_grid = 1e-9;  // of an interval: what is nearer is rounding

std::vector<double> sample_instants(double begin_s, const SimOptions& run) {
  std::vector<double> instants{begin_s};
  for (long i = 1;; ++i) {
    const double t = begin_s + static_cast<double>(i) * run.sample_interval_s;
    if (t > run.until_s - on_the_grid * run.sample_interval_s) break;
    instants.push_back(t);
  }
  instants.push_back(run.until_s);
  return instants;
}

// The chosen channels of one copy, at the instants of the grid.
class CopyRecorder final : public Recorder {
 public:
  CopyRecorder(RunBatch& batch, std::size_t n, std::size_t copy, const std::vector<std::string>& chosen)
      : batch_(batch), n_(n), copy_(copy), chosen_(chosen) {}

  void begin(const std::vector<Channel>& channels) {
    for (const std::string& name : chosen_) {
      const auto found = std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == name; });
      ZANJIR_REQUIRE(found != channels.end(), "no channel has this name: " + name);
      places_.push_back(static_cast<std::size_t>(found - channels.begin()));
    }
  }
  // Rows of events lie between the instants, and of two at the same instant the later one counts.
  bool append(std::span<const double> row) override {
    const std::vector<double>& t = batch_.t_s;
    const double near = on_the_grid * (t[1] - t[0]);
    while (next_ + 1 < t.size() && t[next_] < row[0] - near) ++next_;
    if (std::abs(t[next_] - row[0]) > near) return true;
    for (std::size_t c = 0; c < places_.size(); ++c) batch_.values[(c * t.size() + next_) * n_ + copy_] = row[places_[c]];
    return true;
  }
  bool add_event(const EventRecord&) override { return true; }  // they are in the summary
  bool finish(std::string_view) override { return true; }
  std::string error() const override { return {}; }

 private:
  RunBatch& batch_;
  std::size_t n_, copy_;
  const std::vector<std::string>& chosen_;
  std::vector<std::size_t> places_;
  std::size_t next_ = 0;
};

std::string why_not_in_lanes(const Model& model, const RunBatchOptions& options) {
  if (!options.lanes) return "lanes are switched off";
  if (options.run.motion.formulation != "newton-euler") return "the formulation is not newton-euler";
  if (model.n_closure_rows() > 0 && options.run.motion.loop_care != LoopCare::projection) return "loops that are not closed by projection";
  return {};
}

}  // namespace

RunBatch run_batch(const Model& model, const State& reference, const BatchStates& starts, const RunBatchOptions& options) {
  ZANJIR_REQUIRE(options.run.sample_interval_s > 0, "samples of many runs lie on one grid");
  const auto n = static_cast<std::size_t>(starts.n);
  RunBatch out;
  out.t_s = sample_instants(reference.t_s, options.run);
  out.values.assign(options.channels.size() * out.t_s.size() * n, std::numeric_limits<double>::quiet_NaN());
  out.ends.assign(n, reference);
  out.outcome.assign(n, RunEnd::numerics_failed);
  out.why.resize(n);
  out.doubts.resize(n);
  out.events.resize(n);
  out.why_alone = why_not_in_lanes(model, options);
  if (out.why_alone.empty()) {
    const BatchSolver solver(model, reference, {1, true});
    out.why_alone = solver.why_alone(), out.lanes = solver.lanes();
  }
  std::atomic<long> evaluations = 0;
  const auto run_copy = [&](std::ptrdiff_t copy, SharedForward* shared) {
    const auto k = static_cast<std::size_t>(copy);
    State& state = out.ends[k];
    for (int i = 0; i < model.nq(); ++i) state.q[i] = starts.q[i * starts.n + copy];
    for (int i = 0; i < model.nv(); ++i) state.v[i] = starts.v[i * starts.n + copy];
    if (!state.q.allFinite() || !state.v.allFinite()) {
      out.why[k] = not_a_state_note;
      return;
    }
    SimOptions run = options.run;
    run.advice = MethodAdvice::none;
    run.progress = {};
    run.pace = nullptr;
    run.motion.shared = shared;
    CopyRecorder recorder(out, n, k, options.channels);
    RunSummary summary = simulate(model, state, run, [&](const std::vector<Channel>& channels) {
      recorder.begin(channels);
      return &recorder;
    });
    out.outcome[k] = summary.end;
    out.doubts[k] = summary.warnings();
    out.why[k] = std::move(summary.why);
    out.events[k] = std::move(summary.events);
    evaluations += summary.cost.rhs;
  };
  std::atomic<std::ptrdiff_t> next = 0;
  const auto take = [&]() -> std::ptrdiff_t {
    const std::ptrdiff_t copy = next++;
    return copy < starts.n ? copy : -1;
  };
  const int threads = threads_or_processors(options.threads);
  on_threads(threads, std::min<std::ptrdiff_t>(threads, starts.n), [&](int, std::ptrdiff_t) {
    if (out.why_alone.empty()) return SideBySide(model, reference).run(take, run_copy, (starts.n + threads - 1) / threads);
    for (std::ptrdiff_t copy = take(); copy >= 0; copy = take()) run_copy(copy, nullptr);
  });
  out.evaluations = evaluations;
  for (const RunEnd end : out.outcome) out.unfinished += end != RunEnd::reached_end && end != RunEnd::stopped_by_event;
  for (const auto& doubts : out.doubts) out.doubtful += !doubts.empty();
  return out;
}

}  // namespace zanjir
