#include "zanjir/kinematics/frames.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir {

Transformd row_pose(const Model& model, const Workspace& ws, int row) {
  ZANJIR_ASSERT(ws.stage >= Stage::position);
  const double* X = ws.tree.data() + kernels::scratch_layout(model.n_steps()).X_WB + 12 * static_cast<std::size_t>(row);
  return {{X[0], X[1], X[2], X[3], X[4], X[5], X[6], X[7], X[8]}, {X[9], X[10], X[11]}};
}

Motiond row_velocity(const Model& model, const Workspace& ws, int row) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  const double* V = ws.tree.data() + kernels::scratch_layout(model.n_steps()).V + 6 * static_cast<std::size_t>(row);
  return {{V[0], V[1], V[2]}, {V[3], V[4], V[5]}};
}

Transformd body_pose(const Model& model, const Workspace& ws, BodyId id) {
  const Body& body = model.body(id);
  return row_pose(model, ws, body.row) * body.X_RB;
}

Transformd frame_pose(const Model& model, const Workspace& ws, const Frame& frame) {
  return body_pose(model, ws, frame.body) * frame.X_BF;
}

FrameKinematics frame_kinematics(const Model& model, const Workspace& ws, const Frame& frame) {
  const Body& body = model.body(frame.body);
  const Transformd X_WR = row_pose(model, ws, body.row), X_RF = body.X_RB * frame.X_BF;
  const Motiond V = row_velocity(model, ws, body.row);
  return {X_WR * X_RF, {X_WR.R * V.w, X_WR.R * (V.v + cross(V.w, X_RF.p))}};
}

void frame_jacobian(const Model& model, const Workspace& ws, const Frame& frame, Eigen::Ref<Mat6X> J_WF_W) {
  ZANJIR_REQUIRE(J_WF_W.cols() == model.nv() && J_WF_W.outerStride() == 6, "the Jacobian must be 6 x nv and contiguous");
  ZANJIR_ASSERT(ws.stage >= Stage::position);
  const Body& body = model.body(frame.body);
  const Vec3d p = (body.X_RB * frame.X_BF).p;
  const double point[3] = {p.x, p.y, p.z};
  kernels::functions().jacobian(model.tables(), ws.tree.data(), body.row, point, J_WF_W.data());
}

}  // namespace zanjir
