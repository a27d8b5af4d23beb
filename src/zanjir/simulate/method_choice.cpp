#include "zanjir/simulate/method_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "zanjir/model/model.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {
namespace {

constexpr double share_tried = 1.0 / 40,
                 share_of_constant_steps = 1.0 / 10;  // of the rest of the run: trials that end where nothing is won take a twentieth of it
constexpr double least_work = 20000;                  // of the rest of the run, or it is not worth a trial
constexpr double least_gain = 1.5, least_gain_of_constant_steps = 4;  // these give up speeds and vibrations besides
constexpr int instants = 4;                                           // at which two trials are compared: vibrations may agree at one by chance
constexpr int most_halvings = 16;

struct Trial {
  double work = std::numeric_limits<double>::infinity();
  std::array<VecX, instants> q = {};
  bool finished = false;
};

class Trials {
 public:
  Trials(const Model& model, const State& state, const SimOptions& options, double work_per_s)
      : model_(model),
        state_(state),
        options_(options),
        rest_s_(options.until_s - state.t_s),
        span_s_(rest_s_ * share_tried),
        work_per_s_(work_per_s) {
    options_.events.clear();
    options_.resumed.reset();
    options_.progress = {};
    options_.advice = MethodAdvice::none;
    best_.stepper = options.stepper;
  }

  MethodChoice best() {
    for (const char* method : {"dop853", "bdf"}) {
      if (method == options_.stepper.method) continue;
      StepperOptions stepper = options_.stepper;
      stepper.method = method;
      if (stepper.control == StepControl::ode45 || !validate(stepper).empty()) continue;
      consider(stepper, run(stepper));
    }
    span_s_ = rest_s_ * share_of_constant_steps;
    look_for_step();
    best_.evaluations = evaluations_;
    return best_;
  }

 private:
  Trial run(const StepperOptions& stepper) {
    SimOptions options = options_;
    options.stepper = stepper;
    State state = state_;
    Trial trial;
    double work = 0;
    for (std::size_t i = 0; i < instants; ++i) {
      options.until_s = state_.t_s + span_s_ * static_cast<double>(i + 1) / instants;
      const RunSummary summary = simulate(model_, state, options, {});
      evaluations_ += summary.cost.rhs;
      if (summary.end != RunEnd::reached_end || !state.q.allFinite()) return trial;
      work += work_of(summary.cost, stepper, model_.nv());
      trial.q[i] = state.q;
    }
    trial.work = work;
    trial.finished = true;
    return trial;
  }

  void consider(const StepperOptions& stepper, const Trial& trial) {
    const double gain = work_per_s_ * span_s_ / trial.work;
    if (!trial.finished || !(gain >= std::max(best_.gain, least_gain))) return;
    best_ = {stepper, gain, 0};
  }

  // Generalized-alpha has no error test: its step is halved until the end of the run can be expected where it is to be. The method is of order 2, so that what is left
  // is a third of the last change; errors grow in proportion to time, or slower.
  void look_for_step() {
    StepperOptions stepper = options_.stepper;
    stepper.method = "generalized-alpha";
    stepper.control = StepControl::pi;
    const double accuracy = accuracy_m(model_, options_);
    Trial coarse;
    for (int k = 1; k <= most_halvings; ++k) {
      stepper.fixed_step_s = span_s_ / instants / std::exp2(k);
      Trial fine = run(stepper);
      if (fine.finished && fine.work * least_gain_of_constant_steps > work_per_s_ * span_s_) return;
      if (fine.finished && coarse.finished && off_m(coarse, fine) / 3 * (rest_s_ / span_s_) <= accuracy) {
        consider(stepper, fine);
        return;
      }
      coarse = std::move(fine);
    }
  }

  double off_m(const Trial& a, const Trial& b) const {
    double off = 0;
    for (std::size_t i = 0; i < instants; ++i)
      off = std::max(off, difference(model_, a.q[i], b.q[i]).cwiseQuotient(model_.column_scale()).lpNorm<Eigen::Infinity>());
    return off * model_.length_m();
  }

  const Model& model_;
  const State& state_;
  SimOptions options_;
  double rest_s_, span_s_, work_per_s_;
  MethodChoice best_;
  long evaluations_ = 0;
};

}  // namespace

std::string MethodChoice::text() const {
  return stepper.fixed_step_s > 0 ? fmt::format("{} --step {:.3g}", stepper.method, stepper.fixed_step_s) : stepper.method;
}

// A step costs more than its evaluations: energies, guards, and the algebra of implicit methods. Weights as measured on an elastic pendulum of five speeds: seconds of
// dopri5, dop853, bdf and generalized-alpha are in proportion to this count within a tenth.
double work_of(const StepperCounts& counts, const StepperOptions& stepper, int nv) {
  const MethodInfo* method = find_method(stepper.method);
  const bool implicit = method && method->implicit;
  const long by_differences = stepper.method == "generalized-alpha" ? counts.jacobians * (2 * nv + 1) : 0;  // SUNDIALS' are among its evaluations
  return static_cast<double>(counts.rhs + by_differences + (implicit ? 4 : 2) * counts.steps);
}

double accuracy_m(const Model& model, const SimOptions& options) {
  return options.accuracy_m > 0 ? options.accuracy_m : default_accuracy * model.length_m();
}

MethodChoice cheaper_method(const Model& model, const State& state, const SimOptions& options, double work_per_s) {
  const bool tells = model.sampled_controllers().empty() && options.motion.preload_interval_s == 0;
  if (!tells || !(work_per_s * (options.until_s - state.t_s) >= least_work)) return {options.stepper};
  return Trials(model, state, options, work_per_s).best();
}

}  // namespace zanjir
