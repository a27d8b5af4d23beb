// What a run costs per step, and what keeping loops closed adds to it, as JSON:
//   simulation_cost > results.json
// Six seconds at 1 kHz. `plain`: the same right-hand side, never projected; `projected`: System::project after every step, as a run does it. The variants take turns, so
// that a slow moment of the machine hits all of them; medians. `run` is the whole of simulate(): steps, ledger, summary, and a row per step where it says so.
// `formulations`: the same motion by those that are made for time loops, dopri5 at a tolerance of 1e-3 as studies of parallel robots use it.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/harness.hpp"
#include "support/mechanisms.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/simulate/mechanical_motion.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir::bench {
namespace {

constexpr double until_s = 6, step_s = 1e-3;
constexpr int repetitions = 21;

class Unprojected final : public System {
 public:
  explicit Unprojected(System& system) : system_(system) {}
  int n() const override { return system_.n(); }
  int n_states() const override { return system_.n_states(); }
  RhsStatus rhs(double t_s, const double* y, double* ydot) override { return system_.rhs(t_s, y, ydot); }

 private:
  System& system_;
};

StepperOptions stepper_options(const std::string& method) {
  StepperOptions o;
  o.method = method;
  o.fixed_step_s = step_s;
  return o;
}

struct Steps {
  double seconds = 0, residual_m = 0;
  StepperCounts counts;
};

enum class Care { plain, projected };

Steps step_through(const Mechanism& mechanism, const std::string& method, Care care) {
  const Model& model = mechanism.model();
  MotionSystem system(model, mechanism.state(), MotionOptions{});
  Unprojected plain(system);
  const auto stepper = make_stepper(stepper_options(method), care == Care::plain ? static_cast<System&>(plain) : system);
  std::vector<double> y(static_cast<std::size_t>(system.n()), 0.0);
  system.pack(mechanism.state(), y.data());
  Steps out;
  stepper->restart(0, y.data());
  const double before = thread_seconds();
  while (stepper->step(until_s).status == StepStatus::step) {
  }
  out.seconds = thread_seconds() - before;
  State end = mechanism.state();
  system.unpack(stepper->t(), stepper->y(), end);
  Workspace ws(model);
  update_velocities(model, end, ws);
  out.residual_m = system.loop_residual(ws) * model.length_m();
  out.counts = stepper->counts();
  return out;
}

struct WholeRun {
  double seconds = 0;
  RunSummary summary;
};

enum class Rows { none, memory };

WholeRun run_through(const Mechanism& mechanism, const std::string& method, LoopCare care, Rows rows) {
  SimOptions options;
  options.until_s = until_s;
  options.stepper = stepper_options(method);
  options.motion.loop_care = care;
  std::optional<MemoryRecorder> memory;
  State state = mechanism.state();
  WholeRun out;
  const double before = thread_seconds();
  out.summary = simulate(mechanism.model(), state, options, [&](const std::vector<Channel>& channels) -> Recorder* {
    if (rows == Rows::none) return nullptr;
    memory.emplace(RecordingHeader{channels, {}}, static_cast<std::size_t>(until_s / step_s) + 2);
    return &*memory;
  });
  out.seconds = thread_seconds() - before;
  return out;
}

std::string measure(const Mechanism& mechanism, const std::string& method) {
  std::vector<double> plain, projected, run_none, run_projection, run_memory;
  Steps open, closed;
  WholeRun whole;
  for (int i = 0; i < repetitions; ++i) {
    open = step_through(mechanism, method, Care::plain);
    closed = step_through(mechanism, method, Care::projected);
    plain.push_back(open.seconds);
    projected.push_back(closed.seconds);
    run_none.push_back(run_through(mechanism, method, LoopCare::none, Rows::none).seconds);
    whole = run_through(mechanism, method, LoopCare::projection, Rows::none);
    run_projection.push_back(whole.seconds);
    run_memory.push_back(run_through(mechanism, method, LoopCare::projection, Rows::memory).seconds);
  }
  const double to_us = 1e6 / static_cast<double>(closed.counts.steps);
  return fmt::format(
      R"({{"model": "{}", "method": "{}", "steps": {}, "projections": {}, "plain_us": {:.3f}, "projected_us": {:.3f}, "ratio": {:.3f}, )"
      R"("residual_plain_m": {:.1e}, "residual_projected_m": {:.1e}, "worst_residual_run_m": {:.1e}, "run_none_us": {:.3f}, "run_projection_us": {:.3f}, )"
      R"("run_ratio": {:.3f}, "run_with_rows_us": {:.3f}, "imbalance": {:.1e}}})",
      mechanism.model().name(), method, closed.counts.steps, closed.counts.projections, median(plain) * to_us, median(projected) * to_us,
      median(projected) / median(plain), open.residual_m, closed.residual_m, whole.summary.worst_loop_residual_m, median(run_none) * to_us,
      median(run_projection) * to_us, median(run_projection) / median(run_none), median(run_memory) * to_us, whole.summary.relative_imbalance());
}

// A whole run with an error test, everything in it: steps, projection, ledger, summary.
std::string measure_formulation(const Mechanism& mechanism, const std::string& formulation) {
  SimOptions options;
  options.until_s = until_s;
  options.stepper.method = "dopri5";
  options.stepper.rel_tol = 1e-3;
  options.stepper.abs_tol = 1e-6;
  options.motion.formulation = formulation;
  std::vector<double> seconds;
  RunSummary summary;
  for (int i = 0; i < repetitions; ++i) {
    State state = mechanism.state();
    const double before = thread_seconds();
    summary = simulate(mechanism.model(), state, options, {});
    seconds.push_back(thread_seconds() - before);
  }
  return fmt::format(R"({{"model": "{}", "formulation": "{}", "evaluations": {}, "evaluation_us": {:.3f}, "times_real_time": {:.0f}}})",
                     mechanism.model().name(), formulation, summary.cost.rhs, 1e6 * median(seconds) / static_cast<double>(summary.cost.rhs),
                     until_s / median(seconds));
}

}  // namespace
}  // namespace zanjir::bench

int main() {
  using namespace zanjir::bench;
  std::string list;
  for (const std::string name : {"four_bar", "rrr_3", "arm_6r"}) {
    const Mechanism mechanism(name);
    for (const std::string method : {"rk4", "dopri5", "verner65"}) list += (list.empty() ? "" : ",\n  ") + measure(mechanism, method);
  }
  std::string formulations;
  for (const std::string name : {"four_bar", "rrr_3", "stewart"}) {
    const Mechanism mechanism(name);
    for (const std::string formulation : {"newton-euler", "denoc"})
      formulations += (formulations.empty() ? "" : ",\n  ") + measure_formulation(mechanism, formulation);
  }
  fmt::print("{{\"machine\": {},\n \"runs\": [\n  {}\n ],\n \"formulations\": [\n  {}\n ]}}\n", machine_json(), list, formulations);
}
