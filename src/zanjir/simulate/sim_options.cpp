#include "zanjir/simulate/sim_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/formulations/registry.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {

std::vector<Diagnostic> SimOptions::validate(const Model& model) const {
  std::vector<Diagnostic> problems = zanjir::validate(stepper);
  const auto error = [&](std::string key, std::string message, std::string hint = {}) {
    problems.push_back({Severity::error, "", 0, 0, std::move(key), std::move(message), std::move(hint)});
  };
  const std::optional<AnyFormulation> formulation = find_formulation(motion.formulation);
  if (formulation) {
    const Coverage covers = coverage(*formulation, model);
    const std::string who = "'" + motion.formulation + "' ", why = covers.why_not.empty() ? "" : ": " + covers.why_not,
                      others = "`zanjir info` lists who covers what";
    const bool loops = model.n_closure_rows() > 0;
    if (!covers.forward) error("formulation", who + "gives no accelerations here" + why, others);
    else if (samples.reactions && !covers.reactions) error("reactions", who + "gives no joint reactions" + why, others);
    else if (loops && motion.loop_care == LoopCare::baumgarte && !covers.feedback)
      error("loops", who + "takes no Baumgarte terms" + why, "keep the loops closed by projection, or take another formulation");
    else if (loops && motion.loop_care != LoopCare::projection && !covers.multipliers)
      error("loops", who + "gives no multipliers, so the work of loops that come open cannot be counted" + why,
            "keep the loops closed by projection, or take another formulation");
  } else {
    std::vector<std::string> names;
    for (const AnyFormulation& f : all_formulations()) names.emplace_back(name_of(f));
    error("formulation", "no formulation '" + motion.formulation + "'", did_you_mean(motion.formulation, names));
  }
  // What a state of ordinary size is rounded by: no step, however short, is better than that.
  constexpr double finest_relative = 1e-15, finest_absolute = 1e-20;
  const bool tolerances = stepper.rel_tol >= 0 && stepper.abs_tol >= 0 && stepper.rel_tol + stepper.abs_tol > 0;  // others are refused above
  if (tolerances && stepper.fixed_step_s <= 0 && stepper.rel_tol < finest_relative && stepper.abs_tol < finest_absolute)
    error("rel_tol", "no step can be that exact: numbers have 16 digits", "1e-12 is about the least that can be met");
  if (std::isnan(until_s)) error("until_s", "not a number", "for example 10 s");
  else if (std::isinf(until_s)) error("until_s", "a run without an end", "for example 10 s; an event or the caller can end it before");
  for (const auto& [key, value] : {std::pair{"sample_interval_s", sample_interval_s}, {"restart_every_s", restart_every_s}})
    if (std::string wrong = no_length_of_time(value); !wrong.empty())
      error(key, std::move(wrong), std::isinf(value) && value > 0 ? "0 stands for none" : "");
  constexpr double most_steps = 1e12;  // years, for the smallest mechanism
  if (const double steps = until_s / stepper.fixed_step_s; stepper.fixed_step_s > 0 && std::isfinite(until_s) && steps > most_steps)
    error("fixed_step_s", fmt::format("{:.3g} steps would never end", steps), "a longer step, or a shorter run");
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto same = [&](const UserEvent& e) { return !e.guard && e.name == events[i].name; };
    if (!events[i].guard && std::any_of(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(i), same))
      error("events." + events[i].name, "two events have this name", "what is noted of them could not be told apart");
  }
  if (restart_every_s > 0 && (!samples.energy || !samples.contacts)) error("restart_every_s", "needs the channels of energies and contacts");
  if (restart_every_s > 0 && until_s / restart_every_s > 1e9)
    error("restart_every_s", "more restarts than a run can have", "a longer time between them");
  constexpr double most_samples = most_steps;
  for (const SampledController& c : model.sampled_controllers())
    if (const double samples = until_s / c.says.period_s; samples > most_samples)
      error("until_s",
            "controller '" + c.says.name + "' would never come to its end: its samples are " + std::to_string(c.says.period_s) + " s apart",
            "a shorter run, or samples further apart");
  const MethodInfo* method = find_method(stepper.method);
  const bool holds = std::any_of(model.contacts().begin(), model.contacts().end(), [](const Contact& c) { return c.holds(); });
  if (holds && stepper.method == "generalized-alpha")
    error("method", "'generalized-alpha' keeps constraints by their positions; contacts that hold are conditions on speeds, switched by events",
          "take a Runge-Kutta method, bdf, or semi-implicit-euler");
  else if (holds && method && !method->projects)
    error("method", "'" + stepper.method + "' cannot be projected back to what contacts hold: a restart per step would cost it a thousandfold",
          "take a Runge-Kutta method, bdf, or semi-implicit-euler");
  if (method && !method->projects && model.n_closure_rows() > 0 && motion.loop_care == LoopCare::projection) {
    error("method", "'" + stepper.method + "' cannot be projected onto loops: a restart per step would cost it a thousandfold",
          "keep the loops closed by Baumgarte terms, or take another method");
  }
  return problems;
}

}  // namespace zanjir
