#include "zanjir/simulate/contact_phases.hpp"

#include <algorithm>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/contact_action.hpp"

namespace zanjir {
namespace {

class GapGuard final : public StateGuard {
 public:
  explicit GapGuard(const Contact& contact) : contact_(contact) {
    name = contact.name;
    crossing = Crossing::either;
  }
  GuardValue at(const Model& model, const Workspace& ws) const override {
    const Gap gap = contact_gap(model, ws, contact_);
    return {gap.distance_m, gap.rate_m_per_s};
  }

 private:
  const Contact& contact_;
};

ContactPhase opposite(ContactPhase phase) { return phase == ContactPhase::flight ? ContactPhase::touching : ContactPhase::flight; }

}  // namespace

ContactPhases::ContactPhases(const Model& model) : model_(model) {
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (!model.contacts()[i].compliant) continue;
    guards_.push_back(std::make_unique<GapGuard>(model.contacts()[i]));
    contact_of_.push_back(static_cast<int>(i));
  }
}

void ContactPhases::change(int guard, ContactPhase to, double t_s, double rate, std::vector<ContactMemory>& memory,
                           std::vector<EventRecord>& changed) const {
  ContactMemory& m = memory[static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(guard)])];
  m.phase = to;
  if (to == ContactPhase::touching) m.touch_speed_m_per_s = std::max(0.0, -rate);
  changed.push_back({t_s, contact(guard).name, to == ContactPhase::touching ? "touch" : "release", rate, 0});
}

std::vector<std::pair<std::string, double>> ContactPhases::inside_ground(const State& state) const {
  Workspace ws(model_);
  update_velocities(model_, state, ws);
  std::vector<std::pair<std::string, double>> list;
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    const double gap = guards_[i]->at(model_, ws).value;
    const bool touches = ws.contact[static_cast<std::size_t>(contact_of_[i])].phase == ContactPhase::touching;
    if (!touches && gap < -touching * model_.length_m()) list.emplace_back(guards_[i]->name, -gap);
  }
  return list;
}

void ContactPhases::begin(MotionSystem& system, State& state, std::vector<EventRecord>& changed, std::vector<int>& closed) const {
  if (guards_.empty()) return;
  std::vector<ContactMemory> memory;
  take_contact_memory(model_, state, memory);
  const std::vector<ContactMemory> given = memory;
  const double close = touching * model_.length_m();
  Workspace ws(model_);
  update_velocities(model_, state, ws);
  std::vector<int> resting;
  for (int i = 0; i < static_cast<int>(guards_.size()); ++i) {
    ContactMemory& m = memory[static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(i)])];
    const GuardValue gap = guards_[static_cast<std::size_t>(i)]->at(model_, ws);
    if (gap.value < -close) continue;
    if (gap.value > close) {
      m.phase = ContactPhase::flight;
      continue;
    }
    closed.push_back(i);
    const ContactPhase to = gap.rate < 0 ? ContactPhase::touching : ContactPhase::flight;
    if (gap.rate == 0) resting.push_back(i), m.phase = ContactPhase::flight;
    else if (to != m.phase) change(i, to, state.t_s, gap.rate, memory, changed);
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
        const double acceleration = dot(contact(i).ground.normal, frame_acceleration(model_, ws, model_.frame(contact(i).on)).v);
        if (acceleration >= 0) continue;
        if (const ContactMemory& before = given[static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(i)])];
            before.phase == ContactPhase::touching) {
          memory[static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(i)])] = before;
        } else {
          change(i, ContactPhase::touching, state.t_s, 0, memory, changed);
        }
      }
    }
  }
  state.contact = memory;
  system.set_contact_memory(memory);
}

// The gap's rate says where it goes. It may contradict the crossing where the two are one but for rounding (a graze, a flight too short to be seen): such a
// contact changes its phase when it is the only one here, so that the run goes on; a touch-down that was missed so is made up for by the next.
void ContactPhases::cross(const Model& model, const Workspace& ws, const std::vector<int>& crossing, Departure departure,
                          std::vector<ContactMemory>& memory, std::vector<EventRecord>& changed) const {
  for (const int i : crossing) {
    const ContactPhase now = memory[static_cast<std::size_t>(contact_of_[static_cast<std::size_t>(i)])].phase;
    const double rate = guards_[static_cast<std::size_t>(i)]->at(model, ws).rate;
    ContactPhase to = rate < 0 ? ContactPhase::touching : rate > 0 ? ContactPhase::flight : opposite(now);
    const bool alone = crossing.size() == 1;
    if (to == now && alone && departure == Departure::none) to = opposite(now);
    if (to != now || (alone && to == ContactPhase::touching)) change(i, to, ws.t_s, rate, memory, changed);
  }
}

}  // namespace zanjir
