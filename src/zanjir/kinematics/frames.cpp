#include "zanjir/kinematics/frames.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir {

Transformd body_pose(const Model& model, const Workspace& ws, BodyId id) {
  const Body& body = model.body(id);
  return row_pose(model, ws, body.row) * body.X_RB;
}

Transformd frame_pose(const Model& model, const Workspace& ws, const Frame& frame) { return body_pose(model, ws, frame.body) * frame.X_BF; }

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
