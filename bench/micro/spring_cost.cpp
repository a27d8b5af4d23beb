// The 3-RRR robot on its rose path with springs for loops, and with its loops, six seconds. `evaluations`: a right-hand side on its own, at states
// along the path; `runs`: the whole of simulate() without a recorder. Ks = 1e6 N/m with dopri5 under the control of ode45 (relative tolerance 1e-3,
// largest error, ledger outside), Ks = 1e8 N/m with generalized-alpha and SUNDIALS.
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "support/report.hpp"
#include "support/rose.hpp"
#include "support/zoo.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/simulate/spring_start.hpp"

namespace zanjir::bench {
namespace {

constexpr double path_s = 6;

struct Case {
  const char *name, *formulation;
  std::optional<SpringOptions> springs;  // none: the loops hold
  StepperOptions stepper;
};

StepperOptions explicit_pair() {
  StepperOptions o;
  o.rel_tol = 1e-3;
  o.abs_tol = 1e-6;
  o.control = StepControl::ode45;
  o.norm = ErrorNorm::max;
  o.scope = ErrorScope::states;
  o.max_step_s = 0.1 * path_s;
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
  std::vector<Controller> torques = test::rose_torques(rigid, path_s);
};

// A case with all that its runs and evaluations need.
class Ready {
 public:
  Ready(const Rose& rose, const Case& c) : case_(c) {
    motion_.formulation = c.formulation;
    motion_.inputs = rose.torques;
    if (!c.springs) motion_.loop_care = LoopCare::none;  // as the paper's program: no projection
    if (c.springs) sprung_ = replace_loops_by_springs(rose.description, rose.rigid, rose.start, motion_, *c.springs);
    if (c.springs && !sprung_) give_up(to_text(sprung_.diagnostics));
    model_ = c.springs ? &sprung_->model : &rose.rigid;
    start_ = c.springs ? &sprung_->state : &rose.start;
    system_.emplace(*model_, *start_, motion_);
    ydot_.resize(static_cast<std::size_t>(system_->n()));
    for (int i = 0; i < n_states; ++i) {
      along_.emplace_back(ydot_.size(), 0.0);
      system_->pack(test::rose_point(rose.rigid, time_of(i)).state, along_.back().data());
    }
  }
  void evaluate_along(int rounds) {
    for (int k = 0; k < rounds; ++k)
      for (int i = 0; i < n_states; ++i) system_->rhs(time_of(i), along_[static_cast<std::size_t>(i)].data(), ydot_.data());
  }
  void run(double until_s) {
    SimOptions options;
    options.until_s = until_s;
    options.stepper = case_.stepper;
    options.motion = motion_;
    State state = *start_;
    const double before = thread_seconds();
    summary_ = simulate(*model_, state, options, {});
    seconds_.push_back(thread_seconds() - before);
  }
  Json who() const { return {{"case", case_.name}, {"formulation", case_.formulation}, {"method", case_.stepper.method}}; }
  Json result(double until_s) const {
    const Times times = times_of(seconds_);
    Json row = who();
    row["end"] = name_of(summary_.end);
    row["evaluations"] = summary_.cost.rhs;
    row["steps"] = summary_.cost.steps;
    row["iterations"] = summary_.cost.iterations;
    row["opening_m"] = rounded(summary_.worst_opening_m, 3);
    row["times_real_time"] = rounded(until_s / times.median_s, 3);
    return with(row, times);
  }
  static constexpr int n_states = 64;

 private:
  static double time_of(int i) { return path_s * i / n_states; }
  Case case_;
  MotionOptions motion_;
  Result<SprungRun> sprung_;
  const Model* model_ = nullptr;
  const State* start_ = nullptr;
  std::optional<MotionSystem> system_;
  std::vector<std::vector<double>> along_;
  std::vector<double> ydot_, seconds_;
  RunSummary summary_;
};

}  // namespace

void spring_cost(const Options& options, Json& results) {
  const Rose rose;
  const SpringStart closed = SpringStart::closed, quiet = SpringStart::quasi_static;
  const double until_s = options.quick ? 0.01 : path_s;
  std::list<Ready> cases;
  for (const Case& c :
       {Case{"loops", "denoc", std::nullopt, explicit_pair()}, Case{"loops", "newton-euler", std::nullopt, explicit_pair()},
        Case{"Ks 1e6", "denoc", springs(1e6, closed, 0), explicit_pair()}, Case{"Ks 1e6", "newton-euler", springs(1e6, closed, 0), explicit_pair()},
        Case{"Ks 1e6, damped", "newton-euler", springs(1e6, quiet, 0.7), explicit_pair()},
        Case{"Ks 1e8, 5 ms", "newton-euler", springs(1e8, closed, 0), implicit_steps(5e-3)},
        Case{"Ks 1e8, 2 ms", "newton-euler", springs(1e8, quiet, 0), implicit_steps(2e-3)},
        Case{"Ks 1e8, damped", "newton-euler", springs(1e8, quiet, 0.7), sundials("bdf")},
        Case{"Ks 1e8, damped", "newton-euler", springs(1e8, quiet, 0.7), sundials("esdirk5")}})
    cases.emplace_back(rose, c);
  for (int sweep = 0; sweep < options.sweeps; ++sweep)
    for (Ready& c : cases) c.run(until_s);
  for (const Ready& c : cases) results["runs"].push_back(c.result(until_s));
  std::vector<Contestant> evaluations;
  for (Ready& c : cases) evaluations.push_back({c.who(), [&c](int rounds) { c.evaluate_along(rounds); }, Ready::n_states});
  take_turns(evaluations, options);
  for (const Contestant& c : evaluations) results["evaluations"].push_back(c.result());
}

}  // namespace zanjir::bench
