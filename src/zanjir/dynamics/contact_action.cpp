#include "zanjir/dynamics/contact_action.hpp"

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

Gap contact_gap(const Model& model, const Workspace& ws, const Contact& c) {
  const FrameKinematics k = frame_kinematics(model, ws, model.frame(c.on));
  const Touch at = touch(c.ground, c.shape, k.X_WF);
  return {at.gap_m, dot(at.normal_W, k.V_WF_W.v + cross(k.V_WF_W.w, at.point_W - k.X_WF.p))};
}

ContactAction contact_action(const Model& model, const Workspace& ws, int contact) {
  const Contact& c = model.contacts()[static_cast<std::size_t>(contact)];
  const FrameKinematics k = frame_kinematics(model, ws, model.frame(c.on));
  ContactAction action;
  action.at = touch(c.ground, c.shape, k.X_WF);
  action.velocity_W = k.V_WF_W.v + cross(k.V_WF_W.w, action.at.point_W - k.X_WF.p);
  action.gap = {action.at.gap_m, dot(action.at.normal_W, action.velocity_W)};
  if (c.compliant)
    action.force =
        contact_force(*c.compliant, c.ground, ws.contact[static_cast<std::size_t>(contact)], action.at, {action.velocity_W, k.V_WF_W.w, k.X_WF.R});
  return action;
}

void contact_row(const Model& model, const Workspace& ws, const Contact& c, Eigen::Ref<Eigen::RowVectorXd> row) {
  Mat6X J(6, model.nv());
  frame_jacobian(model, ws, model.frame(c.on), J);
  const Transformd X_WF = frame_pose(model, ws, model.frame(c.on));
  const Touch at = touch(c.ground, c.shape, X_WF);
  const Vec3d &n = at.normal_W, turn = cross(at.point_W - X_WF.p, n);
  row = n.x * J.row(3) + n.y * J.row(4) + n.z * J.row(5) + turn.x * J.row(0) + turn.y * J.row(1) + turn.z * J.row(2);
}

double gap_acceleration(const Model& model, const Workspace& ws, const Contact& c) {
  const Frame& frame = model.frame(c.on);
  const FrameKinematics k = frame_kinematics(model, ws, frame);
  const Touch at = touch(c.ground, c.shape, k.X_WF);
  const Motiond A = frame_acceleration(model, ws, frame);
  const Vec3d centre = k.X_WF.R * c.shape.centre_m;
  return dot(at.normal_W, A.v + cross(A.w, at.point_W - k.X_WF.p) + cross(k.V_WF_W.w, cross(k.V_WF_W.w, centre)));
}

}  // namespace zanjir
