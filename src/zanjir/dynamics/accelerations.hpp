// Accelerations of frames for given vdot.
#pragma once

#include "zanjir/state/state.hpp"

namespace zanjir {

// Leaves the rows' accelerations in the Workspace. Needs Stage::velocity. vdot is complete, prescribed entries included. Allocates nothing.
void update_accelerations(const Model&, const VecX& vdot, Workspace&);
// [angular acceleration; second derivative of the position of the frame origin], world axes: what an observer on the ground sees, not
// the spatial acceleration of the recursions. Needs update_accelerations.
Motiond frame_acceleration(const Model&, const Workspace&, const Frame&);

}  // namespace zanjir
