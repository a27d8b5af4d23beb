// What a contact remembers: whether it touches, how fast it came, and how far its bristles are bent. The first two are changed at events only, so that every
// step between two events sees one smooth law; bristles are integrated (friction_law.hpp) and straight again where a contact touches or parts.
// A contact that holds (docs/contact.md) remembers whether it slides and which way, changed at events too, and carries the force that the equations of motion
// have found for it (dynamics/held_contacts.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

enum class ContactPhase : std::uint8_t { flight, touching };
// `loose`: held by order, while its ground does not press, so that nothing rubs.
enum class Grip : std::uint8_t { sticks, slides, loose };

struct ContactMemory {
  ContactPhase phase = ContactPhase::flight;
  double touch_speed_m_per_s = 0;         // approach speed at the last touch-down, not negative
  std::array<double, 2> bristle_m{0, 0};  // along and across the axes of friction
  // of contacts that hold
  Grip grip = Grip::sticks;
  // What of its force it shares with others in a way that no equation determines: the value is a choice. Marked where a state is shown, not in every step.
  bool shares_normal = false, shares_friction = false;
  Vec3d slide_G{0, 0, 0};  // unit: the way it slides at the beginning of a step, or slid last; axes of the ground
  Vec3d force_G{0, 0, 0};  // of the ground on the body
};

}  // namespace zanjir
