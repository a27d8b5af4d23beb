// Where rows, bodies and frames are, how fast they move, and their Jacobians, read from an updated Workspace. World axes, angular first.
#pragma once

#include "zanjir/state/state.hpp"

namespace zanjir {

struct FrameKinematics {
  Transformd X_WF;
  Motiond V_WF_W;  // omega, velocity of the frame origin
};

Transformd row_pose(const Model&, const Workspace&, int row);         // needs Stage::position
Motiond row_velocity(const Model&, const Workspace&, int row);        // row axes; needs Stage::velocity
Transformd body_pose(const Model&, const Workspace&, BodyId);         // needs Stage::position
Transformd frame_pose(const Model&, const Workspace&, const Frame&);  // needs Stage::position
FrameKinematics frame_kinematics(const Model&, const Workspace&, const Frame&);  // needs Stage::velocity
// 6 x nv: [omega; velocity of the frame origin] = J v. Needs Stage::position.
void frame_jacobian(const Model&, const Workspace&, const Frame&, Eigen::Ref<Mat6X> J_WF_W);

}  // namespace zanjir
