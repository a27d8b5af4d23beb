#include "zanjir/simulate/hold_guards.hpp"

#include "zanjir/dynamics/contact_action.hpp"

namespace zanjir {
namespace {

// Falls to zero where the contact begins or ends to hold. Of contacts that share forces which nothing determines the first looks for all: where no division of these
// forces holds them any more, some part or slip.
class HoldGuard final : public Guard {
 public:
  HoldGuard(const Model& model, int contact, HoldWatch& watch) : contact_(contact), watch_(watch) { name = model.contacts()[at(contact)].name; }
  GuardValue value(const EventInstant& now) override {
    const Contact& c = now.model().contacts()[at(contact_)];
    const bool flight = now.ws().contact[at(contact_)].phase == ContactPhase::flight;
    if (c.held) {
      const Jet law = held_law(now.model(), c, now.ws().t_s);
      return flight ? GuardValue{-law.value, -law.rate} : GuardValue{law.value, law.rate};
    }
    if (flight) {
      const Gap gap = contact_gap(now.model(), now.ws(), c);
      return {gap.distance_m - watch_.let_go_m[at(contact_)] + touching_hair_m(now.model()), gap.rate_m_per_s};
    }
    const HoldWatch::Seen& seen = watch_.at(now, contact_);
    if (seen.value.group == contact_) return {seen.value.margin_N, seen.rate.margin_N};
    return seen.value.group < 0 ? GuardValue{seen.value.normal_N, seen.rate.normal_N} : GuardValue{1, 0};
  }

 private:
  int contact_;
  HoldWatch& watch_;
};

// Of dry friction: falls to zero where the cone is full, or sliding comes to rest.
class SlideGuard final : public Guard {
 public:
  SlideGuard(const Model& model, int contact, double slowest_m_per_s, HoldWatch& watch)
      : contact_(contact), slowest_m_per_s_(slowest_m_per_s), watch_(watch) {
    name = model.contacts()[at(contact)].name;
  }
  GuardValue value(const EventInstant& now) override {
    const ContactMemory& m = now.ws().contact[at(contact_)];
    const bool dry = now.model().contacts()[at(contact_)].compliant->friction.type == FrictionLawType::dry;
    if (!dry || m.phase == ContactPhase::flight) return {1, 0};
    const HoldWatch::Seen& seen = watch_.at(now, contact_);
    // A hair backwards: one that other contacts keep at rest, its cone full, stands at zero for long.
    if (m.grip == Grip::loose) return {1, 0};
    if (m.grip == Grip::slides) return {seen.value.along_slide_m_per_s + 1e-3 * slowest_m_per_s_, seen.rate.along_slide_m_per_s};
    if (seen.value.group < 0) return {seen.value.spare_N, seen.rate.spare_N};
    // Of those held by order the other guard looks at the order
    const bool looks_for_all = seen.value.group == contact_ && now.model().contacts()[at(contact_)].held;
    return looks_for_all ? GuardValue{seen.value.margin_N, seen.rate.margin_N} : GuardValue{1, 0};
  }

 private:
  int contact_;
  double slowest_m_per_s_;
  HoldWatch& watch_;
};

// Of dry friction that is held by order: falls to zero where the ground of what slides begins to pull, and friction ends, and where that of what is loose presses again. Between the two lies what
// counts as no force, so that one which is none for long changes nothing; and friction that goes on is never that of a ground which pulls, and drives.
class PressGuard final : public Guard {
 public:
  PressGuard(const Model& model, int contact, HoldWatch& watch) : contact_(contact), watch_(watch) { name = model.contacts()[at(contact)].name; }
  GuardValue value(const EventInstant& now) override {
    const ContactMemory& m = now.ws().contact[at(contact_)];
    if (m.phase == ContactPhase::flight || m.grip == Grip::sticks) return {1, 0};  // a cone is full before it is empty
    const HoldWatch::Seen& seen = watch_.at(now, contact_);
    const GuardValue presses{seen.value.normal_N, seen.rate.normal_N};
    return m.grip == Grip::slides ? presses : GuardValue{seen.value.no_press_N - presses.value, -presses.rate};
  }

 private:
  int contact_;
  HoldWatch& watch_;
};

// Falls to zero where prescribed motions begin to contradict what holds: laws that begin gently agree with every grip when grips are decided. Speeds are looked at where steps end and
// are brought back to what holds; inside of one they are off it by the error of its polynomial.
class StrainGuard final : public Guard {
 public:
  StrainGuard(const std::vector<int>& contacts, HoldWatch& watch) : contacts_(contacts), watch_(watch) { name = "contacts that hold"; }
  GuardValue value(const EventInstant& now) override {
    GuardValue worst;
    for (const int i : contacts_) {
      if (now.ws().contact[at(i)].phase == ContactPhase::flight) continue;
      const HoldWatch::Seen& seen = watch_.at(now, i);
      if (seen.value.strain > worst.value) worst = {seen.value.strain, seen.rate.strain};
      if (now.place == EventInstant::Place::end && seen.value.creep > worst.value) worst = {seen.value.creep, seen.rate.creep};
    }
    return {1 - worst.value, -worst.rate};
  }

 private:
  const std::vector<int>& contacts_;
  HoldWatch& watch_;
};

}  // namespace

double touching_hair_m(const Model& model) { return 5e-13 * model.length_m(); }

Jet held_law(const Model& model, const Contact& contact, double t_s) {
  PhaseJets room;
  return contact.held->at(t_s, model.phases().at(t_s, room));
}

std::vector<std::unique_ptr<Guard>> hold_guards(MotionSystem& system, HoldWatch& watch) {
  std::vector<std::unique_ptr<Guard>> guards;
  const HeldContacts& holds = system.holds();
  for (const int i : holds.contacts()) {
    guards.push_back(std::make_unique<HoldGuard>(system.model(), i, watch));
    guards.push_back(std::make_unique<SlideGuard>(system.model(), i, holds.slowest_m_per_s(), watch));
  }
  for (const int i : holds.contacts()) {
    const Contact& c = system.model().contacts()[at(i)];
    if (c.held && c.compliant->friction.type == FrictionLawType::dry) guards.push_back(std::make_unique<PressGuard>(system.model(), i, watch));
  }
  guards.push_back(std::make_unique<StrainGuard>(holds.contacts(), watch));
  return guards;
}

}  // namespace zanjir
