// What a contact remembers: whether it touches, and how fast it came. Changed at events only, so that every step between two events sees one smooth law.
#pragma once

#include <cstdint>

namespace zanjir {

enum class ContactPhase : std::uint8_t { flight, touching };

struct ContactMemory {
  ContactPhase phase = ContactPhase::flight;
  double touch_speed_m_per_s = 0;  // approach speed at the last touch-down, not negative
  bool operator==(const ContactMemory&) const = default;
};

}  // namespace zanjir
