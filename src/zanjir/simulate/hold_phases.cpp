#include "zanjir/simulate/hold_phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/simulate/hold_guards.hpp"
#include "zanjir/simulate/hold_overdue.hpp"

namespace zanjir {
namespace {

// Of a constant step: rad, and where friction turns the way back, times steps that it takes for that (decision 0060).
constexpr double turned_by_much = 0.1;

// Laws of time are read on the side of the piece that goes on: at a switch they may have jumped, and events are at the switch.
class InsidePiece {
 public:
  InsidePiece(const MotionSystem& system, State& state) : state_(state), t_s_(state.t_s) { state.t_s = system.inside(t_s_); }
  ~InsidePiece() { state_.t_s = t_s_; }
  InsidePiece(const InsidePiece&) = delete;
  InsidePiece& operator=(const InsidePiece&) = delete;

 private:
  State& state_;
  double t_s_;
};

}  // namespace

HoldPhases::HoldPhases(MotionSystem& system) : system_(system), model_(system.model()), ws_(system.model()) {
  if (system.holds().empty()) return;
  watched_.reserve(model_.contacts().size());
  watch_ = std::make_unique<HoldWatch>(system);
  guards_ = hold_guards(system, *watch_);
}

Jet HoldPhases::held_at(int contact, double t_s) const { return held_law(model_, model_.contacts()[at(contact)], system_.inside(t_s)); }

// The forces that the motion has here, also into state.contact, as guards see them.
SolveStatus HoldPhases::forces_at(State& state, std::vector<HeldContacts::Watched>& watched) {
  const InsidePiece inside(system_, state);
  const SolveStatus status = system_.solve(state, Reactions::skip, solution_);
  if (!solved(status)) return status;
  update_velocities(model_, state, ws_);
  system_.holds().watch(ws_, watched);
  return status;
}

// Once more with the forces that the motion goes on with: their ways of sliding are those of speeds, which are projected by now. Where places are nearly in line a hair
// of a way is much of a force, and what pulls from the beginning never comes to the instant where it begins to pull. What is held by order is let go along its ground alone.
SolveStatus HoldPhases::let_go_what_pulls(State& state, std::vector<EventRecord>& events, std::vector<HeldContacts::Watched>& watched) {
  constexpr double rounding = 1e-9;  // of the hardest: decision 0035, table
  while (true) {
    if (const SolveStatus status = forces_at(state, watched); !solved(status)) return status;
    int hardest = -1;
    double most = 0, largest = 0;
    bool loosened = false;
    for (const int i : system_.holds().contacts()) {
      ContactMemory& m = state.contact[at(i)];
      if (m.phase == ContactPhase::flight) continue;
      const Contact& c = model_.contacts()[at(i)];
      const double normal = watched[at(i)].normal_N;
      largest = std::max(largest, std::abs(normal));
      if (watched[at(i)].group >= 0) continue;
      const bool rubs = c.compliant->friction.type == FrictionLawType::dry && m.grip != Grip::loose;
      if (c.held && rubs && !(normal > 0)) m.grip = Grip::loose, m.slide_G = {0, 0, 0}, loosened = true;
      else if (!c.held && -normal > most) hardest = i, most = -normal;
    }
    if (loosened) continue;
    if (hardest < 0 || !(most > rounding * largest)) return SolveStatus::ok;
    state.contact[at(hardest)].phase = ContactPhase::flight;
    events.push_back({state.t_s, model_.contacts()[at(hardest)].name, "release", 0, 0});
    watched.assign(watched.size(), {});
    if (!system_.holds().any_touching(state.contact)) return SolveStatus::ok;
  }
}

// What lies on the ground, and was let go without a force or leaves it here, takes part in an impact that would push it into the ground: struck by itself, a hair later, it would push others down
// in turn, and two feet of one trunk strike each other so infinitely many times within a rounding of time.
bool HoldPhases::any_pushed_down(State& state, const VecX& v, std::vector<int>& meeting, std::vector<EventRecord>& events) {
  State after = state;
  after.v = v;
  update_velocities(model_, after, ws_);
  bool any = false;
  for (const int i : system_.holds().contacts()) {
    const Contact& c = model_.contacts()[at(i)];
    ContactMemory& m = state.contact[at(i)];
    if (c.held || m.phase == ContactPhase::touching) continue;
    const Gap gap = contact_gap(model_, ws_, c);
    if (gap.distance_m - watch_->let_go_m[at(i)] > touching_hair_m(model_) || gap.rate_m_per_s > -system_.holds().slowest_m_per_s()) continue;
    m = {ContactPhase::touching, -gap.rate_m_per_s};
    meeting.push_back(i);
    events.push_back({state.t_s, c.name, "touch", gap.rate_m_per_s, 0});
    any = true;
  }
  return any;
}

// From speeds and memory at an event to those from which the motion goes on. `meeting` touch from now on, `parting` no more, `at_limit` can bear no more.
HoldPhases::Outcome HoldPhases::settle(State& state, std::vector<int> meeting, const std::vector<int>& parting, const std::vector<int>& at_limit,
                                       bool struck) {
  Outcome out;
  HeldContacts& holds = system_.holds();
  std::vector<ContactMemory>& memory = state.contact;
  const std::vector<ContactMemory> before = memory;
  const auto name = [&](int i) -> const std::string& { return model_.contacts()[at(i)].name; };
  const auto note = [&](int i, const char* what, double value, double energy_J = 0) {
    out.events.push_back({state.t_s, name(i), what, value, energy_J});
  };
  const auto fail = [&](SolveStatus status, const char* doing) {
    out.status = status;
    std::string names;
    bool all_slide = true;
    for (const int i : holds.contacts()) {
      if (memory[at(i)].phase == ContactPhase::flight) continue;
      names += (names.empty() ? "" : ", ") + name(i);
      if (out.contact < 0) out.contact = i;
      const FrictionLawType type = model_.contacts()[at(i)].compliant->friction.type;
      all_slide = all_slide && type != FrictionLawType::stick && type != FrictionLawType::wheel;
    }
    out.problem = fmt::format("{} of {} at t = {:.9g} s: {}", doing, names, state.t_s,
                              status == SolveStatus::inconsistent ? "prescribed motions move what cannot slide, or press it through the ground"
                              : all_slide                         ? "rigid contact with dry friction has no answer here; a compliant `law` has"
                                                                  : "held by what cannot slide it would have to be pulled, and let go it would enter "
                                                                    "the ground; `dry` friction lets it slide, a compliant `law` gives way");
    return out;
  };
  for (const int i : parting) memory[at(i)].phase = ContactPhase::flight;
  Workspace ws(model_);
  update_velocities(model_, state, ws);
  // What falls flat has crossed the ground with its other places as well, some roundings before this instant: they touch now or never.
  for (const int i : holds.contacts()) {
    if (model_.contacts()[at(i)].held || memory[at(i)].phase == ContactPhase::touching) continue;
    const Gap gap = contact_gap(model_, ws, model_.contacts()[at(i)]);
    const bool below = gap.distance_m - watch_->let_go_m[at(i)] + touching_hair_m(model_) <= 0 && gap.rate_m_per_s < 0;
    const auto listed = [&](const std::vector<int>& list) { return std::find(list.begin(), list.end(), i) != list.end(); };
    if (below && !listed(meeting) && !listed(parting)) meeting.push_back(i);
  }
  bool hits = struck;
  for (const int i : meeting) {
    ContactMemory& m = memory[at(i)];
    const double rate = contact_gap(model_, ws, model_.contacts()[at(i)]).rate_m_per_s;
    m = {ContactPhase::touching, std::max(0.0, -rate)};
    hits = true;
    note(i, model_.contacts()[at(i)].held ? "hold" : "touch", rate);
  }
  for (const int i : parting) note(i, "release", contact_gap(model_, ws, model_.contacts()[at(i)]).rate_m_per_s);
  std::vector<HeldContacts::Change> changes;
  const auto strike = [&](HeldContacts::Strike how) {
    VecX v;
    double energy_J = 0;
    do {
      changes.clear();
      const SolveStatus status = holds.impact(how, ws, system_.rank(), memory, v, energy_J, changes);
      if (!solved(status)) return status;
    } while (any_pushed_down(state, v, meeting, out.events));
    state.v = v;
    out.energy_J += energy_J;
    bool first = true;
    for (const HeldContacts::Change& c : changes) {
      const double size = norm(c.force_W);
      if (!(size > 0)) continue;
      note(c.contact, "impulse", size, first ? energy_J : 0);
      first = false;
    }
    for (const HeldContacts::Change& c : changes) {
      if (c.phase == ContactPhase::touching) continue;
      memory[at(c.contact)].phase = ContactPhase::flight;
      note(c.contact, "release", c.after.x);
    }
    update_velocities(model_, state, ws);
    return SolveStatus::ok;
  };
  if (hits)
    if (const SolveStatus status = strike(HeldContacts::Strike::meeting); !solved(status)) return fail(status, "the impact");
  SolveStatus free = SolveStatus::ok;
  const auto decide = [&] {
    Solution solution;
    {
      const InsidePiece inside(system_, state);
      free = system_.solve_without_holds(state, Reactions::skip, solution);
    }
    if (!solved(free)) return free;
    update_velocities(model_, state, ws);
    changes.clear();
    return holds.decide(ws, system_.rank(), solution.vdot, memory, at_limit, changes);
  };
  if (holds.any_touching(memory)) {
    SolveStatus status = decide();
    if (solved(free) && status == SolveStatus::not_converged && solved(strike(HeldContacts::Strike::jam))) {
      changes.clear();
      status = holds.any_touching(memory) ? decide() : SolveStatus::ok;
    }
    if (!solved(free)) {
      out.status = free;
      out.problem = system_.problem();
      return out;
    }
    if (!solved(status)) return fail(status, "the hold");
    // What begins to slide does so from rest: what is left of the speed it had before, too small to count, may be the other way, and its end would be an event without end.
    const std::vector<ContactMemory> decided_from = memory;
    for (const HeldContacts::Change& c : changes) memory[at(c.contact)].grip = c.begins ? Grip::sticks : c.grip;
    if (std::any_of(changes.begin(), changes.end(), [](const HeldContacts::Change& c) { return c.begins; })) holds.project(ws, system_.rank(), state);
    memory = decided_from;
    for (const HeldContacts::Change& c : changes) {
      ContactMemory& m = memory[at(c.contact)];
      m.grip = c.grip;
      m.slide_G = c.grip == Grip::slides ? c.slide_G : Vec3d{0, 0, 0};
      if (c.phase == ContactPhase::flight) {
        m.phase = ContactPhase::flight;
        note(c.contact, "release", 0);
      }
    }
    holds.project(ws, system_.rank(), state);  // what comes to rest is located a hair beyond it, and the next step may be long
    std::vector<HeldContacts::Watched> watched;
    if (const SolveStatus left = let_go_what_pulls(state, out.events, watched); !solved(left)) return fail(left, "the hold");
    if (std::any_of(watched.begin(), watched.end(), is_contradicted)) return fail(SolveStatus::inconsistent, "the hold");
  }
  std::vector<int> let_go;
  for (const int i : holds.contacts()) {
    const bool met = std::find(meeting.begin(), meeting.end(), i) != meeting.end();
    if (memory[at(i)].phase == ContactPhase::flight && (met || before[at(i)].phase == ContactPhase::touching)) let_go.push_back(i);
    if (memory[at(i)].phase == ContactPhase::flight) memory[at(i)] = {ContactPhase::flight, memory[at(i)].touch_speed_m_per_s};
    const bool stayed = before[at(i)].phase == ContactPhase::touching && memory[at(i)].phase == ContactPhase::touching;
    if (memory[at(i)].phase == ContactPhase::flight || (stayed && before[at(i)].grip == memory[at(i)].grip)) continue;
    if (memory[at(i)].grip == Grip::loose) note(i, "loose", 0);
    else if (memory[at(i)].grip == Grip::slides) note(i, "slip", 0);
    else if (stayed) note(i, "stick", 0);
  }
  holds.make_room(ws, system_.rank(), state);
  holds.mark_shared(memory);
  update_velocities(model_, state, ws);  // where they are let go is known once the others are back on the ground
  for (const int i : let_go) watch_->let_go_m[at(i)] = std::min(0.0, contact_gap(model_, ws, model_.contacts()[at(i)]).distance_m);
  watch_->make_room(state);
  system_.set_contact_memory(memory);
  return out;
}

HoldPhases::Outcome HoldPhases::unknown_order(double t_s) const {
  for (const int i : system_.holds().contacts()) {
    const Contact& c = model_.contacts()[at(i)];
    if (c.held && std::isnan(held_at(i, t_s).value))
      return {SolveStatus::not_converged, fmt::format("`held` of '{}' is not a number at t = {:.9g} s", c.name, t_s), i, 0, {}};
  }
  return {};
}

HoldPhases::Outcome HoldPhases::begin(State& state, bool goes_on) {
  if (empty()) return {};
  take_contact_memory(model_, state, state.contact);
  Workspace ws(model_);
  update_velocities(model_, state, ws);
  std::vector<int> meeting;
  const double slowest = system_.holds().slowest_m_per_s();
  for (const int i : system_.holds().contacts()) {
    const Contact& c = model_.contacts()[at(i)];
    if (state.contact[at(i)].phase == ContactPhase::touching) continue;
    const Gap gap = contact_gap(model_, ws, c);
    watch_->let_go_m[at(i)] = std::min(0.0, gap.distance_m);
    if (goes_on) continue;
    const Jet law = c.held ? held_at(i, state.t_s) : Jet{};
    if (c.held ? order_holds(law) : gap.distance_m <= touching * model_.length_m() && gap.rate_m_per_s < slowest) meeting.push_back(i);
  }
  if (!meeting.empty()) return settle(state, meeting, {}, {}, false);
  if (!system_.holds().any_touching(state.contact)) return {};
  // What touches has been decided, unless a law begins a new piece here.
  system_.holds().recall_ways(ws, system_.rank(), state.contact);
  if (any_overdue(state)) return catch_up(state);
  system_.holds().make_room(ws, system_.rank(), state);
  system_.holds().mark_shared(state.contact);
  watch_->make_room(state);
  system_.set_contact_memory(state.contact);
  return {};
}

bool HoldPhases::any_slides() const {
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  return std::ranges::any_of(system_.holds().contacts(),
                             [&](int i) { return memory[at(i)].phase == ContactPhase::touching && memory[at(i)].grip == Grip::slides; });
}

void HoldPhases::follow_ways(double t_s, const double* y) {
  from_m_per_s_.clear();
  if (!any_slides()) return;
  const Workspace& ws = system_.kinematics_at(t_s, y);
  ways_ = system_.contact_memory();
  system_.holds().slip_speeds(ws, ways_, from_m_per_s_);
  system_.holds().follow_ways(ws, ways_);
  system_.set_contact_memory(ways_);
}

double HoldPhases::longest_step_s(double t_s, const double* y) {
  double fastest = 0;
  if (any_slides())
    for (const int i : system_.holds().contacts()) fastest = std::max(fastest, watch_->at({system_, t_s, y}, i).value.turning_per_s);
  return fastest > 0 ? turned_by_much / fastest : std::numeric_limits<double>::infinity();
}

bool HoldPhases::lost_a_way(double t_s, const double* y) {
  if (from_m_per_s_.empty()) return false;
  return system_.holds().left_ways(system_.kinematics_at(t_s, y), system_.contact_memory(), from_m_per_s_) > 2 * turned_by_much;
}

// A force that passes zero leaves nothing to decide but that the contact parts. One that jumps there, where sliding turns round, does: the contact may stick instead.
HoldPhases::Outcome HoldPhases::cross(const std::vector<int>& crossing, State& state) {
  constexpr double jumped = 1e-6;  // of the hardest: where a force passes zero it is known to that, decision 0035, table
  std::vector<int> meeting, parting, at_limit;
  std::vector<HeldContacts::Watched> watched(model_.contacts().size());
  (void)forces_at(state, watched);  // where there are none, nothing shares them
  double hardest = 0;
  for (const HeldContacts::Watched& w : watched) hardest = std::max(hardest, std::abs(w.normal_N));
  const std::vector<int>& contacts = system_.holds().contacts();
  const auto is_crossing = [&](int i) {
    return std::ranges::any_of(crossing, [&](int g) { return at(g / 2) < contacts.size() && contacts[at(g / 2)] == i; });
  };
  bool struck = false;
  for (const int g : crossing) {
    if (at(g) + 1 == guards_.size()) {
      // Of speeds that do not fit it is told where they are at their limit, a hair to either side
      struck = std::any_of(watched.begin(), watched.end(), [](const HeldContacts::Watched& w) { return w.creep > 0.9; });
      continue;
    }
    if (at(g / 2) >= system_.holds().contacts().size()) continue;  // a ground begins or ends to press: grips are decided anew, as after every event
    const int i = system_.holds().contacts()[at(g / 2)];
    const ContactMemory& m = state.contact[at(i)];
    const bool alone = watched[at(i)].group < 0 || model_.contacts()[at(i)].held;
    if (g % 2 == 0 && m.phase == ContactPhase::flight) meeting.push_back(i);
    else if (g % 2 == 0 && alone && !model_.contacts()[at(i)].held && watched[at(i)].normal_N < -jumped * hardest) continue;
    else if (g % 2 == 0 && alone) parting.push_back(i);
    else if (g % 2 == 0 || m.grip == Grip::sticks) at_limit.push_back(i);
  }
  if (!at_limit
           .empty()) {  // What has begun to slide an instant before and hardly moves is at its limit, too: asked whether it sticks once more, it would, a rounding beyond its cone.
    for (const int i : system_.holds().contacts()) {
      const ContactMemory& m = state.contact[at(i)];
      const bool begins =
          m.phase == ContactPhase::touching && m.grip == Grip::slides && watched[at(i)].along_slide_m_per_s < system_.holds().slowest_m_per_s();
      if (begins && !is_crossing(i)) at_limit.push_back(i);
    }
  }
  const std::vector<int> first = at_limit;
  for (const int i : first) {  // all that share their forces with it
    for (const int other : system_.holds().contacts()) {
      if (other != i && watched[at(other)].group >= 0 && watched[at(other)].group == watched[at(i)].group) at_limit.push_back(other);
    }
  }
  return settle(state, meeting, parting, at_limit, struck);
}

bool HoldPhases::any_overdue(State& state) {
  const std::vector<int>& all = system_.holds().contacts();
  if (std::any_of(all.begin(), all.end(),
                  [&](int i) { return model_.contacts()[at(i)].held && order_overdue(held_at(i, state.t_s), state.contact[at(i)]); }))
    return true;
  if (!system_.holds().any_touching(state.contact)) return false;
  if (!solved(forces_at(state, watched_))) return false;  // the next step has no answer either, and says so
  return any_force_overdue(model_, all, state.contact, watched_);
}

bool HoldPhases::any_beyond(double t_s, const double* y) {
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  if (!system_.holds().any_touching(memory)) return false;
  watched_.assign(memory.size(), {});
  for (const int i : system_.holds().contacts()) watched_[at(i)] = watch_->at({system_, t_s, y}, i).value;
  return any_force_beyond(model_, system_.holds().contacts(), memory, watched_);
}

HoldPhases::Outcome HoldPhases::catch_up(State& state) {
  std::vector<int> meeting, parting;
  for (const int i : system_.holds().contacts()) {
    if (!model_.contacts()[at(i)].held) continue;
    const bool holds = order_holds(held_at(i, state.t_s)), held = state.contact[at(i)].phase == ContactPhase::touching;
    if (holds != held) (holds ? meeting : parting).push_back(i);
  }
  std::vector<HeldContacts::Watched> watched;
  (void)forces_at(state, watched);
  const bool struck = std::any_of(watched.begin(), watched.end(), [](const HeldContacts::Watched& w) { return w.creep > 1; });
  return settle(state, meeting, parting, {}, struck);
}

}  // namespace zanjir
