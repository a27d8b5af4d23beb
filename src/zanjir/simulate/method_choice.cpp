#include "zanjir/simulate/method_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "zanjir/model/model.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {
namespace {

// Of the rest of the run; a trial that takes more than it could save ends there.
constexpr double share_tried = 1.0 / 20, share_of_constant_steps = 1.0 / 10;
constexpr double most_for_halvings = 1.0 / 20;  // of the work of the rest: what all trials of constant steps may take together, whatever they find
constexpr double least_work = 20000;            // of the rest of the run, or it is not worth a trial
constexpr double least_gain = 1.5, least_gain_of_constant_steps = 3;  // these follow positions only
constexpr int instants = 4;                                           // at which two trials are compared: vibrations may agree at one by chance
constexpr int most_halvings = 16;

// What a step costs besides its evaluations: energies, guards, and the algebra of implicit methods. As measured on an elastic pendulum of five speeds, where seconds of
// dopri5, dop853, bdf and generalized-alpha are in proportion to the whole count within a tenth.
double step_weight(const StepperOptions& stepper) {
  const MethodInfo* method = find_method(stepper.method);
  return method && method->implicit ? 4 : 2;
}

struct Trial {
  double work = std::numeric_limits<double>::infinity(), spent = 0;  // what it takes where it finished; what was done
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
    options_.pace = nullptr;
    options_.advice = MethodAdvice::none;
    best_.stepper = options.stepper;
  }

  MethodChoice best() {
    for (const char* method : {"dop853", "bdf"}) {
      if (method == options_.stepper.method) continue;
      StepperOptions stepper = options_.stepper;
      stepper.method = method;
      if (stepper.control == StepControl::ode45 || !validate(stepper).empty()) continue;
      consider(stepper, run(stepper, least_gain));
    }
    span_s_ = rest_s_ * share_of_constant_steps;
    look_for_step();
    best_.evaluations = evaluations_;
    return best_;
  }

 private:
  Trial run(const StepperOptions& stepper, double least) {
    SimOptions options = options_;
    options.stepper = stepper;
    State state = state_;
    Trial trial;
    const double most = work_per_s_ * span_s_ / least;
    std::atomic<bool> enough = false;
    long steps = 0;
    options.cancel = &enough;
    options.progress = [&](double) {
      const bool dear = static_cast<double>(++steps) * step_weight(stepper) > most;
      enough = dear || (options_.cancel && options_.cancel->load(std::memory_order_relaxed));
    };
    for (std::size_t i = 0; i < instants; ++i) {
      options.until_s = state_.t_s + span_s_ * static_cast<double>(i + 1) / instants;
      const RunSummary summary = simulate(model_, state, options, {});
      evaluations_ += summary.cost.rhs;
      trial.spent += work_of(summary.cost, stepper, model_.nv());
      if (summary.end != RunEnd::reached_end || !state.q.allFinite()) return trial;
      trial.q[i] = state.q;
    }
    trial.work = trial.spent;
    trial.finished = true;
    return trial;
  }

  void consider(const StepperOptions& stepper, const Trial& trial) {
    const double gain = work_per_s_ * span_s_ / trial.work;
    if (!trial.finished || !(gain >= std::max(best_.gain, least_gain))) return;
    best_ = {stepper, gain, 0};
  }

  // Generalized-alpha has no error test: its step is halved until the end of the run can be expected where it is to be.
  void look_for_step() {
    StepperOptions stepper = options_.stepper;
    stepper.method = "generalized-alpha";
    stepper.control = StepControl::pi;
    const double accuracy = accuracy_m(model_, options_);
    Trial coarse;
    double left = most_for_halvings * work_per_s_ * rest_s_;
    for (int k = 1; k <= most_halvings; ++k) {
      stepper.fixed_step_s = span_s_ / instants / std::exp2(k);
      if (stepper.fixed_step_s * work_per_s_ < least_gain_of_constant_steps * step_weight(stepper)) return;
      if (2 * coarse.spent > left) return;
      Trial fine = run(stepper, least_gain_of_constant_steps);
      left -= fine.spent;
      if (fine.finished && coarse.finished && off_at_end_m(coarse, fine) <= accuracy) {
        if (fine.work * least_gain_of_constant_steps <= work_per_s_ * span_s_) consider(stepper, fine);
        return;
      }
      coarse = std::move(fine);
    }
  }

  // The method is of order 2, so that a third of the last change is left. It goes on growing as it did between the two halves of the trial: not at all where a vibration
  // is out of phase, with the square of time where a slow motion is pushed aside.
  double off_at_end_m(const Trial& coarse, const Trial& fine) const {
    double half[2] = {};
    for (std::size_t i = 0; i < instants; ++i) {
      const double off = difference(model_, coarse.q[i], fine.q[i]).cwiseQuotient(model_.column_scale()).lpNorm<Eigen::Infinity>();
      half[2 * i / instants] = std::max(half[2 * i / instants], off);
    }
    const double power = half[0] > 0 ? std::clamp(std::log2(half[1] / half[0]), 0.0, 2.0) : 2;
    return std::max(half[0], half[1]) * model_.length_m() / 3 * std::pow(rest_s_ / span_s_, power);
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

double work_of(const StepperCounts& counts, const StepperOptions& stepper, int nv) {
  const long by_differences = stepper.method == "generalized-alpha" ? counts.jacobians * (2 * nv + 1) : 0;  // SUNDIALS' are among its evaluations
  return static_cast<double>(counts.rhs + by_differences) + step_weight(stepper) * static_cast<double>(counts.steps);
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
