// The energy ledger of a run: E(t) - E(0) = sum of the work of each source. Gravity and springs are inside E.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace zanjir {

enum class WorkSource : std::uint8_t {
  actuators,
  prescribed,  // what drives joints and bases along their laws
  dampers,
  friction,
  loads,
  loops,           // reactions of loops that are not exactly closed in velocity: Baumgarte terms, or no care at all; preloads given to sprung ones
  projection,      // booked after each projection onto the loops
  impacts,         // booked at events
  contact_normal,  // of compliant contacts: their elastic part too, since they have no energy of their own
  contact_friction
};
inline constexpr int n_work_sources = 10;
inline constexpr std::array<std::string_view, n_work_sources> work_source_names{
    "actuators", "prescribed", "dampers", "friction", "loads", "loops", "projection", "impacts", "contact_normal", "contact_friction"};
inline constexpr int at(WorkSource source) { return static_cast<int>(source); }

}  // namespace zanjir
