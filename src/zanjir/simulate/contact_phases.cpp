#include "zanjir/simulate/contact_phases.hpp"

#include <algorithm>

#include "zanjir/contact/stored_energy.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/contact_action.hpp"

namespace zanjir {
namespace {

// Some thousand roundings of positions: enough to part the two levels, and a law that pulls does no work to speak of on the way.
double release_gap(const Model& model) { return 5e-13 * model.length_m(); }

// In flight the gap, in contact what is left of it to the release: both fall to zero at the change. The two levels lie apart, so that a contact that has
// just changed never stands at zero.
class GapGuard final : public Guard {
 public:
  GapGuard(const Contact& contact, std::size_t index) : index_(index) { name = contact.name; }
  GuardValue value(const EventInstant& now) override {
    const Gap gap = now.gap(index_);
    if (now.system.contact_memory()[index_].phase == ContactPhase::flight) return {gap.distance_m, gap.rate_m_per_s};
    return {release_gap(now.model()) - gap.distance_m, -gap.rate_m_per_s};
  }

 private:
  std::size_t index_;
};

ContactPhase opposite(ContactPhase phase) { return phase == ContactPhase::flight ? ContactPhase::touching : ContactPhase::flight; }

}  // namespace

ContactPhases::ContactPhases(const Model& model) : model_(model) {
  int bristles = 0;
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const int own = model.contacts()[i].has_bristle() ? bristles : -1;
    if (own >= 0) bristles += 2;
    if (!model.contacts()[i].compliant || model.contacts()[i].holds()) continue;
    bristle_.push_back(own);
    guards_.push_back(std::make_unique<GapGuard>(model.contacts()[i], i));
    contact_of_.push_back(static_cast<int>(i));
  }
}

void ContactPhases::change(int guard, ContactPhase to, double t_s, double rate, std::vector<ContactMemory>& memory,
                           std::vector<EventRecord>& changed) const {
  ContactMemory& m = memory[index(guard)];
  m.phase = to;
  m.bristle_m = {0, 0};
  if (to == ContactPhase::touching) m.touch_speed_m_per_s = std::max(0.0, -rate);
  changed.push_back({t_s, contact(guard).name, to == ContactPhase::touching ? "touch" : "release", rate, 0});
}

std::vector<ContactPhases::Inside> ContactPhases::inside_ground(const State& state) const {
  Workspace ws(model_);
  update_velocities(model_, state, ws);
  std::vector<Inside> list;
  for (std::size_t i = 0; i < model_.contacts().size(); ++i) {
    const Contact& c = model_.contacts()[i];
    if (!c.compliant || c.held || ws.contact[i].phase == ContactPhase::touching) continue;
    const Touch at = contact_touch(model_, ws, c);
    if (at.gap_m < -touching * model_.length_m()) list.push_back({c.name, -at.gap_m, at.normal_W});
  }
  return list;
}

void ContactPhases::begin(MotionSystem& system, State& state, std::vector<EventRecord>& changed) const {
  if (guards_.empty()) return;
  std::vector<ContactMemory> memory;
  take_contact_memory(model_, state, memory);
  const std::vector<ContactMemory> given = memory;
  const double close = touching * model_.length_m();
  Workspace ws(model_);
  update_velocities(model_, state, ws);
  std::vector<int> resting;
  for (int i = 0; i < n(); ++i) {
    ContactMemory& m = memory[index(i)];
    const Gap gap = contact_gap(model_, ws, contact(i));
    if (gap.distance_m < -close) continue;
    if (gap.distance_m > close) {
      m.phase = ContactPhase::flight;
      continue;
    }
    const ContactPhase to = gap.rate_m_per_s < 0 ? ContactPhase::touching : ContactPhase::flight;
    if (gap.rate_m_per_s == 0) resting.push_back(i), m.phase = ContactPhase::flight;
    else if (to != m.phase) change(i, to, state.t_s, gap.rate_m_per_s, memory, changed);
  }
  if (!resting.empty()) {
    system.set_contact_memory(memory);
    state.contact = memory;
    Solution solution;
    const SolveStatus status = system.solve(state, Reactions::skip, solution);
    if (solved(status)) {
      update_velocities(model_, state, ws);
      update_accelerations(model_, solution.vdot, ws);
      for (const int i : resting) {
        if (gap_acceleration(model_, ws, contact(i)) >= 0) continue;
        if (given[index(i)].phase == ContactPhase::touching) memory[index(i)] = given[index(i)];
        else change(i, ContactPhase::touching, state.t_s, 0, memory, changed);
      }
    }
  }
  state.contact = memory;
  system.set_contact_memory(memory);
}

void ContactPhases::cross(const Workspace& ws, const std::vector<int>& crossing, std::vector<ContactMemory>& memory,
                          std::vector<EventRecord>& changed) const {
  for (const int i : crossing) {
    change(i, opposite(memory[index(i)].phase), ws.t_s, contact_gap(model_, ws, contact(i)).rate_m_per_s, memory, changed);
  }
}

bool ContactPhases::overdue(ContactPhase phase, const Gap& gap) const {
  if (phase == ContactPhase::flight) return gap.distance_m <= 0 && gap.rate_m_per_s < 0;
  return gap.distance_m > 2 * release_gap(model_) && gap.rate_m_per_s > 0;
}

void ContactPhases::catch_up(const Workspace& ws, std::vector<ContactMemory>& memory, std::vector<EventRecord>& changed) const {
  for (int i = 0; i < n(); ++i) {
    const Gap gap = contact_gap(model_, ws, contact(i));
    if (overdue(memory[index(i)].phase, gap)) change(i, opposite(memory[index(i)].phase), ws.t_s, gap.rate_m_per_s, memory, changed);
  }
}

ContactPhases::Survey ContactPhases::survey(const Sight& sight, const std::vector<ContactMemory>& memory, const double* bristles) const {
  Survey all;
  for (int i = 0; i < n(); ++i) {
    const ContactPhase phase = memory[index(i)].phase;
    const CompliantContact& c = *contact(i).compliant;
    const Gap& gap = sight.gap[index(i)];
    all.overdue = all.overdue || overdue(phase, gap);
    if (phase == ContactPhase::flight) {
      all.deepest_in_flight_m = std::max(all.deepest_in_flight_m, -gap.distance_m);
      continue;
    }
    all.spring_J += stored_energy(c.normal, -gap.distance_m);
    all.damped_W += damped_power(c.normal, -gap.distance_m, -gap.rate_m_per_s, memory[index(i)].touch_speed_m_per_s);
    if (const int own = bristle_[static_cast<std::size_t>(i)]; own >= 0)
      all.bristle_J += c.friction.stored_energy_J({bristles[own], bristles[own + 1]});
  }
  return all;
}

bool ContactPhases::any_touching(const std::vector<ContactMemory>& memory) {
  return std::any_of(memory.begin(), memory.end(), [](const ContactMemory& m) { return m.phase == ContactPhase::touching; });
}

}  // namespace zanjir
