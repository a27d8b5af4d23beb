// The 3-RRR robot on its rose path with springs for loops, and with its loops, six seconds, as JSON:
//   spring_cost > results.json
// `evaluation_us`: a right-hand side on its own, at states along the path; `run`: the whole of simulate() without a recorder. Minimum and median, thread time. The settings are those of
// docs/loops.md: Ks = 1e6 N/m with dopri5 under the control of ode45 (relative tolerance 1e-3, largest error, ledger outside), Ks = 1e8 N/m with generalized-alpha.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/harness.hpp"
#include "support/rose.hpp"
#include "support/zoo.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/simulate/spring_start.hpp"

namespace zanjir::bench {
namespace {

constexpr double until_s = 6;

struct Case {
  std::string name;
  std::optional<SpringOptions> springs;  // none: the loops hold
  StepperOptions stepper;
  std::string formulation = "newton-euler";
};

StepperOptions explicit_pair() {
  StepperOptions o;
  o.rel_tol = 1e-3;
  o.abs_tol = 1e-6;
  o.control = StepControl::ode45;
  o.norm = ErrorNorm::max;
  o.scope = ErrorScope::states;
  o.max_step_s = 0.1 * until_s;
  return o;
}
StepperOptions implicit_steps(double step_s) {
  StepperOptions o;
  o.method = "generalized-alpha";
  o.fixed_step_s = step_s;
  o.spectral_radius = 0.6;
  o.rel_tol = o.abs_tol = 1e-6;
  return o;
}
StepperOptions sundials(const std::string& method) {
  StepperOptions o;
  o.method = method;
  o.rel_tol = o.abs_tol = 1e-6;
  return o;
}
SpringOptions springs(double stiffness, SpringStart start, double ratio) {
  SpringOptions o;
  o.stiffness_N_per_m = stiffness;
  o.start = start;
  o.damping_ratio = ratio;
  return o;
}

struct Rose {
  Description description = test::read_zoo("rrr_3");
  Model rigid = test::build(description);
  State start = test::rose_point(rigid, 0).state;
  std::vector<Controller> torques = test::rose_torques(rigid, until_s);
};

double evaluation_us(const Rose& rose, const Model& model, const State& start, const MotionOptions& motion) {
  MotionSystem system(model, start, motion);
  std::vector<double> y(static_cast<std::size_t>(system.n()), 0.0), ydot(y.size());
  std::vector<std::vector<double>> along;
  constexpr int n_states = 64;
  for (int i = 0; i < n_states; ++i) {
    system.pack(test::rose_point(rose.rigid, until_s * i / n_states).state, y.data());
    along.push_back(y);
  }
  double best = 1e9;
  for (int repetition = 0; repetition < 15; ++repetition) {
    constexpr int rounds = 100;
    const double before = thread_seconds();
    for (int k = 0; k < rounds; ++k)
      for (int i = 0; i < n_states; ++i) system.rhs(until_s * i / n_states, along[static_cast<std::size_t>(i)].data(), ydot.data());
    best = std::min(best, (thread_seconds() - before) / (rounds * n_states));
  }
  return best * 1e6;
}

std::string measure(const Rose& rose, const Case& c) {
  MotionOptions motion;
  motion.formulation = c.formulation;
  motion.inputs = rose.torques;
  if (!c.springs) motion.loop_care = LoopCare::none;  // as the paper's program: no projection
  Result<SprungRun> made;
  if (c.springs) made = replace_loops_by_springs(rose.description, rose.rigid, rose.start, motion, *c.springs);
  if (c.springs && !made) throw std::runtime_error(to_text(made.diagnostics));
  const Model& model = c.springs ? made->model : rose.rigid;
  const State& start = c.springs ? made->state : rose.start;
  SimOptions options;
  options.until_s = until_s;
  options.stepper = c.stepper;
  options.motion = motion;
  std::vector<double> seconds;
  RunSummary summary;
  for (int i = 0; i < 5; ++i) {
    State state = start;
    const double before = thread_seconds();
    summary = simulate(model, state, options, {});
    seconds.push_back(thread_seconds() - before);
  }
  const double least = *std::min_element(seconds.begin(), seconds.end());
  return fmt::format(
      R"({{"case": "{}", "end": "{}", "evaluations": {}, "steps": {}, "iterations": {}, "opening_m": {:.3e}, "evaluation_us": {:.3f}, "run_s": {:.4f}, "run_median_s": {:.4f}, "times_real_time": {:.0f}}})",
      c.name, name_of(summary.end), summary.cost.rhs, summary.cost.steps, summary.cost.iterations, summary.worst_opening_m,
      evaluation_us(rose, model, start, motion), least, median(seconds), until_s / least);
}

}  // namespace
}  // namespace zanjir::bench

int main() {
  using namespace zanjir;
  using namespace zanjir::bench;
  const Rose rose;
  const SpringStart closed = SpringStart::closed, quiet = SpringStart::quasi_static;
  std::string list;
  for (const Case& c : {Case{"loops, denoc, dopri5 as ode45", std::nullopt, explicit_pair(), "denoc"},
                        Case{"loops, newton-euler, dopri5 as ode45", std::nullopt, explicit_pair()},
                        Case{"Ks 1e6, denoc, dopri5 as ode45", springs(1e6, closed, 0), explicit_pair(), "denoc"},
                        Case{"Ks 1e6, dopri5 as ode45", springs(1e6, closed, 0), explicit_pair()},
                        Case{"Ks 1e6, damped, dopri5 as ode45", springs(1e6, quiet, 0.7), explicit_pair()},
                        Case{"Ks 1e8, generalized-alpha 5 ms", springs(1e8, closed, 0), implicit_steps(5e-3)},
                        Case{"Ks 1e8, generalized-alpha 2 ms", springs(1e8, quiet, 0), implicit_steps(2e-3)},
                        Case{"Ks 1e8, damped, bdf", springs(1e8, quiet, 0.7), sundials("bdf")},
                        Case{"Ks 1e8, damped, esdirk5", springs(1e8, quiet, 0.7), sundials("esdirk5")}})
    list += (list.empty() ? "" : ",\n  ") + measure(rose, c);
  fmt::print("{{\"machine\": {},\n \"runs\": [\n  {}\n ]}}\n", machine_json(), list);
}
