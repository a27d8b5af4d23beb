// A contact of the model at a state: gap, phase, and what a compliant one does to its body. For all that works on the Workspace; formulations with poses of
// their own put the same law (contact/compliant_contact.hpp) together themselves.
#pragma once

#include "zanjir/state/state.hpp"

namespace zanjir {

struct ContactAction {
  Gap gap;
  Touch at;
  Vec3d velocity_W{0, 0, 0};  // of the body's material there, relative to the ground
  ContactForce force;         // zero for rigid contacts and in flight
};

// They need Stage::velocity; all but contact_row allocate nothing.
Gap contact_gap(const Model&, const Workspace&, const Contact&);
ContactAction contact_action(const Model&, const Workspace&, int contact);
Touch contact_touch(const Model&, const Workspace&, const Contact&);  // where, at Stage::position
// d(gap)/dt = row v.
void contact_row(const Model&, const Workspace&, const Contact&, Eigen::Ref<Eigen::RowVectorXd> row);
// Of the body's material at the touching point relative to the ground's, following that point; accelerations of rows being in the workspace. Exact for points
// and spheres on planes; else as below.
Vec3d contact_acceleration(const Model&, const Workspace&, const Contact&);
// Of the gap, accelerations of rows being in the workspace. Of a rim and over an edge as if the touching point stayed the same: exact from rest.
double gap_acceleration(const Model&, const Workspace&, const Contact&);

}  // namespace zanjir
