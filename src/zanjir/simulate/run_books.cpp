#include "zanjir/simulate/run_books.hpp"

#include <algorithm>
#include <array>
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
// What normal forces took, against what their laws take: as above, but a step may be off by more, since the laws are looked at in few places of its polynomial, which is worse than the step.
// And never by less than a hundredth of that: a ground whose gap has another rate than it says would leave no step.
constexpr double step_off_laws = 3e-4, least_left = 1e-2;

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
  out.normal_J = work[zanjir::at(WorkSource::contact_normal)] + out.contacts.spring_J;
  out.contact_J = out.normal_J + work[zanjir::at(WorkSource::contact_friction)] + out.contacts.bristle_J;
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

// Romberg's rule for what the laws take along the step, until what was booked is as near to it as asked for, or in eight parts. Its ends alone show nothing: methods that book by the trapezoid are as wrong
// as the trapezoid of the laws where a damper takes all of the speed.
double RunBooks::off_laws_J(const Entry& now, double begin_s, double end_s, const ReadInside& read_inside, double close_J) const {
  constexpr std::size_t levels = 4;
  const double lost = last_.normal_J - now.normal_J;
  std::array<double, levels> taken{(end_s - begin_s) / 2 *
                                   (last_.contacts.damped_W + now.contacts.damped_W)};  // by the trapezoidal rule, then better ones
  double off = std::abs(lost) + std::abs(taken[0]), part = end_s - begin_s;
  for (std::size_t k = 1, parts = 1; k < levels && !(off <= close_J); ++k, parts *= 2, part /= 2) {
    double sum = 0;
    for (std::size_t i = 0; i < parts; ++i) {
      const double t = begin_s + (static_cast<double>(i) + 0.5) * part;
      const double* y = read_inside(t);
      sum += phases_.survey(system_.gaps_inside(t, y), system_.contact_memory(), system_.ledger(y) - system_.n_bristles()).damped_W;
    }
    double better = (taken[0] + part * sum) / 2, power = 1;
    for (std::size_t j = 0; j < k; ++j) {
      std::swap(taken[j], better);
      power *= 4;
      better = taken[j] + (taken[j] - better) / (power - 1);
    }
    taken[k] = better;
    off = std::abs(lost - better);
  }
  return off;
}

RunBooks::Judgement RunBooks::judge(const Entry& now, double begin_s, double end_s, const ReadInside& read_inside) const {
  if (now.contacts.deepest_in_flight_m > std::max(touching * model_.length_m(), last_.contacts.deepest_in_flight_m)) return {false};
  if (!phases_.any_touching(system_.contact_memory())) return {};
  const double wrong = std::max(std::abs(now.imbalance_J - last_.imbalance_J), now.contact_J - last_.contact_J);
  const double exchanged = std::max(slow_J_, summary_.largest_exchange_J + std::abs(now.potential_J - last_.potential_J));
  const double by_time = run_imbalance * exchanged * (end_s - begin_s) / span_s_;
  const double no_energy = energy_rounding * std::abs(now.kinetic_J + now.potential_J) + least_J_;
  const auto left = [&](double beyond_J) { return std::max(0.0, 1 - beyond_J / (steps_imbalance * exchanged)); };
  const double allowed = by_time + step_imbalance * left(beyond_time_J_) * exchanged + no_energy;
  Judgement step{wrong <= allowed, wrong / allowed, std::max(0.0, wrong - by_time)};
  if (!step.sound || phases_.guards().empty()) return step;
  constexpr double close = 1.0 / 32;
  const double off_allowed = by_time + step_off_laws * std::max(least_left, left(off_beyond_J_)) * exchanged + no_energy;
  step.off_laws_J = off_laws_J(now, begin_s, end_s, read_inside, close * off_allowed);
  step.off_beyond_J = std::max(0.0, step.off_laws_J - by_time);
  step.sound = step.off_laws_J <= off_allowed;
  step.share = std::max(step.share, step.off_laws_J / off_allowed);
  return step;
}

void RunBooks::take(const Judgement& step) {
  beyond_time_J_ += step.beyond_time_J;
  off_beyond_J_ += step.off_beyond_J;
  summary_.off_contact_laws_J += step.off_laws_J;
}

bool RunBooks::finite() const {
  return std::isfinite(last_.kinetic_J) && std::isfinite(last_.potential_J) && std::isfinite(last_.imbalance_J) &&
         std::isfinite(summary_.largest_exchange_J);
}

bool RunBooks::absurd(const Entry& now) const {
  constexpr double much = 0.1;
  const double all_J = slow_J_ + summary_.largest_exchange_J + now.kinetic_J + std::abs(now.potential_J - last_.potential_J);
  return !(std::abs(now.imbalance_J - last_.imbalance_J) <= much * all_J);
}

bool RunBooks::hopeless() const {
  return std::abs(last_.imbalance_J) > hopeless_share * summary_.largest_exchange_J + energy_rounding * std::abs(summary_.energy_end_J);
}

}  // namespace zanjir
