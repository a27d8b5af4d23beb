#include "zanjir/simulate/hold_overdue.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

bool is_contradicted(const HeldContacts::Watched& w) { return w.strain > 1 || w.creep > 1; }

bool order_holds(const Jet& held) {
  constexpr double told = 1e-12;  // what is so near to zero is at it, and goes where its rate says, or stays
  return std::abs(held.value) > told ? held.value > 0 : held.rate > 0;
}

bool order_overdue(const Jet& held, const ContactMemory& memory) { return order_holds(held) != (memory.phase == ContactPhase::touching); }

namespace {

// `share`: of the hardest normal force, which counts as none.
bool any_short(const Model& model, const std::vector<int>& contacts, const std::vector<ContactMemory>& memory,
               const std::vector<HeldContacts::Watched>& watched, double share) {
  double hardest = 0;
  for (const HeldContacts::Watched& w : watched) hardest = std::max(hardest, std::abs(w.normal_N));
  return std::any_of(contacts.begin(), contacts.end(), [&](int i) {
    const HeldContacts::Watched& w = watched[at(i)];
    const ContactMemory& m = memory[at(i)];
    if (m.phase == ContactPhase::flight) return false;
    const Contact& c = model.contacts()[at(i)];
    const bool dry = c.compliant->friction.type == FrictionLawType::dry;
    if (c.held && !dry) return false;
    if (m.grip == Grip::loose) return w.normal_N > w.no_press_N;
    if (w.group >= 0) return w.group == i && w.margin_N < -share * hardest;
    const bool bounded = dry && m.grip == Grip::sticks;
    return std::min(w.normal_N, bounded ? w.spare_N : w.normal_N) < -share * hardest;
  });
}

}  // namespace

bool any_force_overdue(const Model& model, const std::vector<int>& contacts, const std::vector<ContactMemory>& memory,
                       const std::vector<HeldContacts::Watched>& watched) {
  constexpr double rounding = 1e-9;  // of the hardest: decision 0035, table
  const auto contradicted = [&](int i) { return memory[at(i)].phase == ContactPhase::touching && is_contradicted(watched[at(i)]); };
  return std::ranges::any_of(contacts, contradicted) || any_short(model, contacts, memory, watched, rounding);
}

bool any_force_beyond(const Model& model, const std::vector<int>& contacts, const std::vector<ContactMemory>& memory,
                      const std::vector<HeldContacts::Watched>& watched) {
  constexpr double told =
      1e-5;  // of the hardest: a hundred times what decisions can tell (decision 0035, table), so that what is decided anew is decided otherwise
  return any_short(model, contacts, memory, watched, told);
}

}  // namespace zanjir
