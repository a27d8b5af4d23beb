#include "zanjir/simulate/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace zanjir {

std::string_view name_of(RunEnd end) {
  switch (end) {
    case RunEnd::reached_end: return "reached its end";
    case RunEnd::stopped_by_event: return "stopped by an event";
    case RunEnd::cancelled: return "interrupted";
    case RunEnd::numerics_failed: return "numerics failed";
    case RunEnd::events_accumulate: return "events accumulate";
    case RunEnd::recorder_failed: return "recording failed";
    case RunEnd::tripped: return "a controller tripped";
  }
  return "";
}

double RunSummary::exchanged_J() const { return std::max(largest_exchange_J, 1e-9 * std::max(std::abs(energy_begin_J), std::abs(energy_end_J))); }

bool RunSummary::moved() const {
  const double largest_J = std::max({largest_exchange_J, std::abs(energy_begin_J), std::abs(energy_end_J)});
  return largest_kinetic_J > 4 * std::numeric_limits<double>::epsilon() * largest_J;
}

std::string RunSummary::imbalance_text() const {
  return moved() ? fmt::format("{:.1e} J, {:.1e} of the largest kinetic energy", worst_imbalance_J, relative_imbalance())
                 : fmt::format("{:.1e} J, where nothing moved", worst_imbalance_J);
}

std::vector<std::string> RunSummary::warnings() const {
  std::vector<std::string> list;
  const double exchanged = exchanged_J();
  const auto warn = [&](std::string what) { list.push_back(std::move(what) + "; take a smaller tolerance or step"); };
  const auto too_much = [&](double J) { return !(J <= trusted_imbalance * exchanged); };
  const auto amount = [&](double J) {
    return fmt::format("{:.2e} J, {:.2g} % of the {:.4g} J exchanged (trusted up to {:g} %)", J, 100 * J / exchanged, exchanged,
                       100 * trusted_imbalance);
  };
  if (too_much(worst_imbalance_J)) warn("the energy does not add up by " + amount(worst_imbalance_J));
  if (too_much(won_from_contacts_J)) warn("contacts gave more energy than they took: " + amount(won_from_contacts_J));
  if (too_much(off_contact_laws_J)) warn("contacts took more or less energy than their laws do: " + amount(off_contact_laws_J));
  if (deepest_in_flight_m > 0)
    warn(fmt::format("a contact was {:.2e} m below the ground without a force, or off the ground that it stands on", deepest_in_flight_m));
  if (trusted_loop_residual_m > 0 && !(worst_loop_residual_m <= trusted_loop_residual_m))
    list.push_back(
        fmt::format("loops came open by {:.2e} m (trusted up to {:.2g} m, {:g} of the model length); keep them closed by projection, or take "
                    "smaller steps",
                    worst_loop_residual_m, trusted_loop_residual_m, trusted_loop_residual));
  if (rows_without_numbers > 0)
    list.push_back(
        fmt::format("{} of {} samples hold what is not a finite number, the first {}: dynamics has no answer there, or numbers are too large",
                    rows_without_numbers, samples, without_number));
  for (const std::string& event : events_without_number)
    list.push_back(fmt::format(
        "the event {} is not a finite number, and what it would tell while it is none is not seen: roots and quotients need other arguments", event));
  return list;
}

std::string RunSummary::brief() const {
  return fmt::format("{}: {} at t = {:.9g} s{}; {} steps, {} evaluations, {:.3g} s; energy imbalance {}{}", model, name_of(end), t_s,
                     why.empty() ? "" : " (" + why + ")", cost.steps, cost.rhs, seconds,
                     moved() ? fmt::format("{:.1e} of the largest kinetic energy", relative_imbalance()) : imbalance_text(),
                     n_events > 0 ? fmt::format("; {} event{}", n_events, n_events == 1 ? "" : "s") : "");
}

std::string RunSummary::full() const {
  std::string text = fmt::format("{} {}, t = {:.9g} … {:.9g} s\n", model, name_of(end), t_begin_s, t_s);
  if (!why.empty()) text += "  why         " + why + "\n";
  text += fmt::format("  method      {}, formulation {}\n", method, formulation);
  text += fmt::format("  cost        {} steps, {} rejected, {} evaluations ({} for output), {} Jacobians, {} projections, {:.3g} s\n", cost.steps,
                      cost.rejected, cost.rhs, cost.rhs_for_output, cost.jacobians, cost.projections, seconds);
  text += fmt::format("  samples     {}\n", samples);
  text += "  energy\n";
  text += fmt::format("    at start        {: .9e} J\n    at end          {: .9e} J\n", energy_begin_J, energy_end_J);
  for (int i = 0; i < n_work_sources; ++i) {
    const double work = work_J[static_cast<std::size_t>(i)];
    if (work != 0) text += fmt::format("    {:<15} {: .9e} J\n", work_source_names[static_cast<std::size_t>(i)], work);
  }
  text += fmt::format("    worst imbalance  {}{}\n", imbalance_text(), moved() ? fmt::format(" ({:.4g} J)", largest_kinetic_J) : "");
  if (has_loops) {
    text += fmt::format("  loops       worst residual {:.1e} m", worst_loop_residual_m);
    if (smallest_sigma_ratio)
      text += fmt::format("; smallest singular value {:.1e} of that where the rank was decided, {} evaluations near singular points",
                          *smallest_sigma_ratio, evaluations_near_singular);
    text += "\n";
  }
  if (has_springs)
    text += fmt::format("  springs     loops open by at most {:.2e} m and {:.2e} rad in all (sums over the springs)\n", worst_opening_m,
                        worst_opening_rad);
  if (n_events > 0) {
    text += fmt::format("  events      {}\n", n_events);
    const std::size_t shown = std::min<std::size_t>(events.size(), 12);
    for (std::size_t i = 0; i < shown; ++i) {
      const EventRecord& e = events[i];
      text += fmt::format("    {:>18.12f} s  {:<16} {:<9} {: .6e}  {: .3e} J\n", e.t_s, e.name, e.what, e.value, e.energy_J);
    }
    if (n_events > static_cast<long>(shown)) text += fmt::format("    … {} more, in the recording\n", n_events - static_cast<long>(shown));
  }
  if (steps_taken_again > 0)
    text += fmt::format("  again       {} steps were taken again, shorter: in contact, or at switches of laws of force\n", steps_taken_again);
  for (const std::string& warning : warnings()) text += "  WARNING     " + warning + "\n";
  for (const std::string& note : notes_and_advice()) text += "  note        " + note + "\n";
  return text;
}

std::vector<std::string> RunSummary::notes_and_advice() const {
  std::vector<std::string> all = notes;
  all.insert(all.end(), advice.begin(), advice.end());
  return all;
}

std::string RunSummary::json() const {
  nlohmann::ordered_json j;
  j["model"] = model;
  j["end"] = name_of(end);
  j["finished"] = finished();
  if (!why.empty()) j["why"] = why;
  j["t_begin_s"] = t_begin_s;
  j["t_end_s"] = t_s;
  j["method"] = method;
  j["formulation"] = formulation;
  j["cost"] = {{"steps", cost.steps},
               {"rejected", cost.rejected},
               {"evaluations", cost.rhs},
               {"evaluations_for_output", cost.rhs_for_output},
               {"jacobians", cost.jacobians},
               {"iterations", cost.iterations},
               {"projections", cost.projections},
               {"seconds", seconds}};
  j["samples"] = samples;
  j["energy_J"] = {{"begin", energy_begin_J}, {"end", energy_end_J}, {"largest_kinetic", largest_kinetic_J}, {"largest_exchanged", exchanged_J()}};
  for (int i = 0; i < n_work_sources; ++i)
    j["work_J"][std::string(work_source_names[static_cast<std::size_t>(i)])] = work_J[static_cast<std::size_t>(i)];
  j["worst_imbalance_J"] = worst_imbalance_J;
  j["relative_imbalance"] = relative_imbalance();
  j["imbalance_of_exchanged"] = imbalance_of_exchanged();
  j["won_from_contacts_J"] = won_from_contacts_J;
  j["off_contact_laws_J"] = off_contact_laws_J;
  if (has_loops) j["loops"] = {{"worst_residual_m", worst_loop_residual_m}, {"trusted_up_to_m", trusted_loop_residual_m}};
  if (has_loops && smallest_sigma_ratio) {
    j["loops"]["smallest_sigma_ratio"] = *smallest_sigma_ratio;
    j["loops"]["evaluations_near_singular"] = evaluations_near_singular;
  }
  if (has_springs) j["springs"] = {{"worst_opening_m", worst_opening_m}, {"worst_opening_rad", worst_opening_rad}};
  j["n_events"] = n_events;
  j["events"] = nlohmann::ordered_json::array();
  // The first hundred: the summary of a recording has a fixed size, and the recording holds all.
  for (std::size_t i = 0; i < std::min<std::size_t>(events.size(), 100); ++i) {
    const EventRecord& e = events[i];
    j["events"].push_back({{"t_s", e.t_s}, {"name", e.name}, {"what", e.what}, {"value", e.value}, {"energy_J", e.energy_J}});
  }
  if (const long left_out = n_events - static_cast<long>(j["events"].size()); left_out > 0) j["events_left_out"] = left_out;
  j["steps_taken_again"] = steps_taken_again;
  j["trusted"] = trusted();
  if (!warnings().empty()) j["warnings"] = warnings();
  if (const std::vector<std::string> all = notes_and_advice(); !all.empty()) j["notes"] = all;
  return j.dump();
}

}  // namespace zanjir
