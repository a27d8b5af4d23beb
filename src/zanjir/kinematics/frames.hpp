// Where rows, bodies and frames are, how fast they move, and their Jacobians, read from an updated Workspace. World axes, angular first.
#pragma once

#include "zanjir/core/contract.hpp"
#include "zanjir/spatial/spatial.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

inline Transformd row_pose(const Model& model, const Workspace& ws, int row) {  // needs Stage::position
  ZANJIR_ASSERT(ws.stage >= Stage::position);
  const double* X = ws.tree.data() + kernels::scratch_layout(model.n_steps()).X_WB + 12 * static_cast<std::size_t>(row);
  return {{X[0], X[1], X[2], X[3], X[4], X[5], X[6], X[7], X[8]}, {X[9], X[10], X[11]}};
}
inline Motiond row_velocity(const Model& model, const Workspace& ws, int row) {  // row axes; needs Stage::velocity
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  const double* V = ws.tree.data() + kernels::scratch_layout(model.n_steps()).V + 6 * static_cast<std::size_t>(row);
  return {{V[0], V[1], V[2]}, {V[3], V[4], V[5]}};
}
Transformd body_pose(const Model&, const Workspace&, BodyId);                    // needs Stage::position
Transformd frame_pose(const Model&, const Workspace&, const Frame&);             // needs Stage::position
FrameKinematics frame_kinematics(const Model&, const Workspace&, const Frame&);  // needs Stage::velocity
// 6 x nv: [omega; velocity of the frame origin] = J v. Needs Stage::position.
void frame_jacobian(const Model&, const Workspace&, const Frame&, Eigen::Ref<Mat6X> J_WF_W);

}  // namespace zanjir
