// What a run costs per step, and what keeping loops closed adds to it. Six seconds at 1 kHz. `plain`: the same right-hand side, never projected;
// `projected`: System::project after every step, as a run does it. `run` is the whole of simulate(): steps, ledger, summary, and a row per step
// where it says so. `formulations`: the same motion by those that are made for time loops, dopri5 at a tolerance of 1e-3 as studies of parallel
// robots use it.
#include <optional>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/simulate/mechanical_motion.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir::bench {
namespace {

constexpr double step_s = 1e-3;
double until_of(const Options& options) { return options.quick ? 0.05 : 6; }

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

Steps step_through(const TimedMechanism& mechanism, const std::string& method, Care care, double until_s) {
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

WholeRun run_through(const TimedMechanism& mechanism, const std::string& method, LoopCare care, Rows rows, double until_s) {
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

void time_steps(const std::string& name, const std::string& method, const Options& options, Json& results) {
  const TimedMechanism mechanism(name);
  const double until_s = until_of(options);
  const char* variants[] = {"plain", "projected", "run without care", "run", "run with rows"};
  std::vector<double> seconds[5];
  Steps open, closed;
  WholeRun whole;
  for (int i = 0; i < options.sweeps; ++i) {
    open = step_through(mechanism, method, Care::plain, until_s);
    closed = step_through(mechanism, method, Care::projected, until_s);
    whole = run_through(mechanism, method, LoopCare::projection, Rows::none, until_s);
    seconds[0].push_back(open.seconds);
    seconds[1].push_back(closed.seconds);
    seconds[2].push_back(run_through(mechanism, method, LoopCare::none, Rows::none, until_s).seconds);
    seconds[3].push_back(whole.seconds);
    seconds[4].push_back(run_through(mechanism, method, LoopCare::projection, Rows::memory, until_s).seconds);
  }
  const auto steps = static_cast<double>(closed.counts.steps);
  for (int k = 0; k < 5; ++k) {
    for (double& s : seconds[k]) s /= steps;
    results["steps"].push_back(with({{"mechanism", name}, {"method", method}, {"variant", variants[k]}}, times_of(seconds[k])));
  }
  results["residuals"].push_back({{"mechanism", name},
                                  {"method", method},
                                  {"steps", closed.counts.steps},
                                  {"projections", closed.counts.projections},
                                  {"plain_m", rounded(open.residual_m, 2)},
                                  {"projected_m", rounded(closed.residual_m, 2)},
                                  {"worst_of_run_m", rounded(whole.summary.worst_loop_residual_m, 2)},
                                  {"imbalance", rounded(whole.summary.relative_imbalance(), 2)}});
}

// Whole runs with an error test, everything in them: steps, projection, ledger, summary.
void time_formulations(const std::string& name, const Options& options, Json& results) {
  const TimedMechanism mechanism(name);
  const std::string formulations[] = {"newton-euler", "denoc"};
  std::vector<double> seconds[2];
  RunSummary summaries[2];
  SimOptions o;
  o.until_s = until_of(options);
  o.stepper.method = "dopri5";
  o.stepper.rel_tol = 1e-3;
  o.stepper.abs_tol = 1e-6;
  for (int i = 0; i < options.sweeps; ++i) {
    for (int k = 0; k < 2; ++k) {
      o.motion.formulation = formulations[k];
      State state = mechanism.state();
      const double before = thread_seconds();
      summaries[k] = simulate(mechanism.model(), state, o, {});
      seconds[k].push_back(thread_seconds() - before);
    }
  }
  for (int k = 0; k < 2; ++k) {
    const Times times = times_of(seconds[k]);
    results["formulations"].push_back(with({{"mechanism", name},
                                            {"formulation", formulations[k]},
                                            {"evaluations", summaries[k].cost.rhs},
                                            {"evaluation_s", rounded(times.median_s / static_cast<double>(summaries[k].cost.rhs))},
                                            {"times_real_time", rounded(o.until_s / times.median_s)}},
                                           times));
  }
}

}  // namespace

void simulation_cost(const Options& options, Json& results) {
  for (const char* name : {"four_bar", "rrr_3", "arm_6r"})
    for (const char* method : {"rk4", "dopri5", "verner65"}) time_steps(name, method, options, results);
  for (const char* name : {"four_bar", "rrr_3", "stewart"}) time_formulations(name, options, results);
}

}  // namespace zanjir::bench
