// A contact of the model at a state: gap, phase, and what a compliant one does to its body. For all that works on the Workspace; formulations with poses of
// their own put the same law (contact/compliant_contact.hpp) together themselves.
#pragma once

#include "zanjir/state/state.hpp"

namespace zanjir {

struct ContactAction {
  Gap gap;
  Vec3d point_W{0, 0, 0};     // of the body, lowest above the ground
  Vec3d velocity_W{0, 0, 0};  // of the body's material there
  ContactForce force;         // zero for rigid contacts and in flight
};

// Both need Stage::velocity and allocate nothing.
Gap contact_gap(const Model&, const Workspace&, const Contact&);
ContactAction contact_action(const Model&, const Workspace&, int contact);

}  // namespace zanjir
