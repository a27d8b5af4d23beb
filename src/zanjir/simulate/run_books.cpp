#include "zanjir/simulate/run_books.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/simulate/events.hpp"

namespace zanjir {
namespace {

// Imbalances that steps in contact may have, relative to the largest energy exchanged so far: all of them by their share of time (run_imbalance) and, since impacts
// are short, each a little beyond that (step_imbalance), less and less as what they took of it together nears steps_imbalance. So the run stays below the sum of
// the two, and that below what is trusted. Then the rounding of energies. With `hopeless_share` of
// all energy out of nowhere a run with contacts ends: in flight steps are as asked for, and what they have made would be thrown at contacts that no step resolves.
constexpr double step_imbalance = 2e-7, steps_imbalance = 5e-3, run_imbalance = 3e-3, energy_rounding = 1e-13, hopeless_share = 0.9;
static_assert(run_imbalance + steps_imbalance < trusted_imbalance);

}  // namespace

RunBooks::Entry RunBooks::at(double t_s, const double* y) const {
  const Sight& sight = system_.energies_at(t_s, y);
  Entry out;
  const Energy& e = sight.energy;
  out.opening = sight.opening;
  const double* work = system_.ledger(y);
  double all = 0;
  for (int i = 0; i < n_work_sources; ++i) all += work[i];
  out.contacts = phases_.survey(sight, system_.contact_memory(), work - system_.n_bristles());
  out.kinetic_J = e.kinetic_J;
  out.potential_J = e.total_J() - e.kinetic_J;
  out.imbalance_J = e.total_J() - summary_.energy_begin_J - all;
  out.contact_J = work[zanjir::at(WorkSource::contact_normal)] + work[zanjir::at(WorkSource::contact_friction)] + out.contacts.stored_J;
  return out;
}

void RunBooks::accept(double t_s, const double* y, const Entry& now) {
  last_ = now;
  std::copy_n(system_.ledger(y), n_work_sources, summary_.work_J.begin());
  summary_.t_s = t_s;
  summary_.energy_end_J = last_.kinetic_J + last_.potential_J;
  summary_.largest_kinetic_J = std::max(summary_.largest_kinetic_J, last_.kinetic_J);
  summary_.largest_exchange_J = std::max({summary_.largest_exchange_J, last_.kinetic_J, std::abs(last_.potential_J - potential_begin_J_)});
  least_contact_J_ = std::min(least_contact_J_, last_.contact_J);
  summary_.won_from_contacts_J = std::max(summary_.won_from_contacts_J, last_.contact_J - least_contact_J_);
  if (last_.contacts.deepest_in_flight_m > touching * model_.length_m())
    summary_.deepest_in_flight_m = std::max(summary_.deepest_in_flight_m, last_.contacts.deepest_in_flight_m);
  summary_.worst_imbalance_J = std::max(summary_.worst_imbalance_J, std::abs(last_.imbalance_J));
  summary_.worst_opening_m = std::max(summary_.worst_opening_m, last_.opening.translation);
  summary_.worst_opening_rad = std::max(summary_.worst_opening_rad, last_.opening.turn);
  see_holds(t_s, y);
  if (system_.has_loops())
    summary_.worst_loop_residual_m =
        std::max(summary_.worst_loop_residual_m, system_.loop_residual(system_.kinematics_at(t_s, y)) * model_.length_m());
}

// What stands on the ground is brought back to it after every step; what is above it all the same, or below it in flight, nothing holds as it should be held.
void RunBooks::see_holds(double t_s, const double* y) {
  constexpr double off_ground = 1e-6;  // of the length of the model: far above what one projection leaves of a step
  if (system_.holds().empty()) return;
  const Workspace& ws = system_.kinematics_at(t_s, y);
  for (const int i : system_.holds().contacts()) {
    const Contact& c = model_.contacts()[zanjir::at(i)];
    if (c.held) continue;
    const double gap = contact_gap(model_, ws, c).distance_m;
    const double off = ws.contact[zanjir::at(i)].phase == ContactPhase::touching ? std::abs(gap) : -gap;
    if (off > off_ground * model_.length_m()) summary_.deepest_in_flight_m = std::max(summary_.deepest_in_flight_m, off);
  }
}

RunBooks::Judgement RunBooks::judge(const Entry& now, double step_s) const {
  if (now.contacts.deepest_in_flight_m > std::max(touching * model_.length_m(), last_.contacts.deepest_in_flight_m)) return {false};
  if (!phases_.any_touching(system_.contact_memory())) return {};
  const double wrong = std::max(std::abs(now.imbalance_J - last_.imbalance_J), now.contact_J - last_.contact_J);
  const double exchanged = std::max(slow_J_, summary_.largest_exchange_J + std::abs(now.potential_J - last_.potential_J));
  const double by_time = run_imbalance * exchanged * step_s / span_s_;
  const double left = std::max(0.0, 1 - beyond_time_J_ / (steps_imbalance * exchanged));
  const double allowed = by_time + step_imbalance * left * exchanged + energy_rounding * std::abs(now.kinetic_J + now.potential_J) + least_J_;
  return {wrong <= allowed, wrong / allowed, std::max(0.0, wrong - by_time)};
}

bool RunBooks::finite() const { return std::isfinite(last_.kinetic_J) && std::isfinite(last_.potential_J) && std::isfinite(last_.imbalance_J); }

bool RunBooks::hopeless() const {
  return std::abs(last_.imbalance_J) > hopeless_share * summary_.largest_exchange_J + energy_rounding * std::abs(summary_.energy_end_J);
}

}  // namespace zanjir
