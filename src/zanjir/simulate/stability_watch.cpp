#include "zanjir/simulate/stability_watch.hpp"

#include <fmt/format.h>

#include "zanjir/model/model.hpp"

namespace zanjir {
namespace {

// Steps between two looks at what sets them, and what advice has to be worth.
constexpr long watch_interval = 64;
// One step in so many is set by the fastest part: where several vibrate, the estimate of |lambda| sees the fastest now and then only. Motions of size 1 at 1e-9 have none.
constexpr long held_often = 8;
constexpr double gain_worth_a_note = 3;

}  // namespace

// Every so many steps: does stability set their length? `auto` then looks for a method that serves better; for the others the place is kept, for advice at the end.
std::optional<MethodChoice> StabilityWatch::look(double t_s, const State& state, const StepperCounts& now, const StepperOptions& stepper) {
  const long steps = now.steps - watched_.steps;
  if (steps < watch_interval) return std::nullopt;
  const double work = work_of(now, stepper, model_.nv()), work_per_s = (work - watched_.work) / (t_s - watched_.t_s);
  const bool held = held_often * (now.held - watched_.held) > steps && t_s > watched_.t_s;
  watched_ = {now.steps, now.held, t_s, work};
  if (!held) return std::nullopt;
  if (options_.stepper.method != automatic_method) {
    if (held_) return std::nullopt;
    held_ = true;
    held_state_ = state;
    held_work_ = work;
  } else if (now.steps >= next_trial_step_ && stepper.method == "dopri5") {  // once: what follows was chosen for all that is left
    next_trial_step_ = 2 * now.steps;
    SimOptions options = options_;
    options.stepper = stepper;
    return cheaper_method(model_, state, options, work_per_s);
  }
  return std::nullopt;
}

std::string StabilityWatch::advice(const RunSummary& summary, const StepperCounts& counts, const StepperOptions& stepper) const {
  if (!held_ || options_.advice == MethodAdvice::none || !summary.finished() || held_often * counts.held < counts.steps) return {};
  // Where events set the pace trials would find nothing, for more than the run has cost: they are bounded by their steps, and to look for events is not among these.
  if (static_cast<long>(summary.n_events) > counts.steps / 4) return {};
  // What was spent since then is known by now. Where stability began to set the steps, at a start that bounces, the rate may have been twenty times that of what followed, and trials would have
  // taken several times as long as the run.
  const double spent = work_of(counts, stepper, model_.nv()) - held_work_;
  const MethodChoice choice = cheaper_method(model_, held_state_, options_, spent / (summary.t_s - held_state_.t_s));
  if (choice.gain < gain_worth_a_note) return {};
  return fmt::format(
      "something that moves at about {:.2g} rad/s sets the steps of {}: `--method {}` would take about {:.2g} times less work{}; `--method "
      "auto` finds that by itself",
      counts.fastest_per_s, options_.stepper.method, choice.text(), choice.gain,
      choice.stepper.fixed_step_s > 0 ? fmt::format(", positions to about {:.0e} m", accuracy_m(model_, options_)) : "");
}

}  // namespace zanjir
