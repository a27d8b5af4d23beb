// What a contact remembers: whether it touches, how fast it came, and how far its bristles are bent. The first two are changed at events only, so that every
// step between two events sees one smooth law; bristles are integrated (friction_law.hpp) and straight again where a contact touches or parts.
#pragma once

#include <array>
#include <cstdint>

namespace zanjir {

enum class ContactPhase : std::uint8_t { flight, touching };

struct ContactMemory {
  ContactPhase phase = ContactPhase::flight;
  double touch_speed_m_per_s = 0;         // approach speed at the last touch-down, not negative
  std::array<double, 2> bristle_m{0, 0};  // along and across the axes of friction
  bool operator==(const ContactMemory&) const = default;
};

}  // namespace zanjir
