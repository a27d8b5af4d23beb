#include "zanjir/dynamics/contact_action.hpp"

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

Gap contact_gap(const Model& model, const Workspace& ws, const Contact& c) {
  const FrameKinematics k = frame_kinematics(model, ws, model.frame(c.on));
  return gap_of_sphere(c.ground, c.radius_m, k.X_WF.p, k.V_WF_W.v);
}

ContactAction contact_action(const Model& model, const Workspace& ws, int contact) {
  const Contact& c = model.contacts()[static_cast<std::size_t>(contact)];
  const FrameKinematics k = frame_kinematics(model, ws, model.frame(c.on));
  ContactAction action;
  action.point_W = lowest_point(c.ground, c.radius_m, k.X_WF.p);
  action.velocity_W = k.V_WF_W.v + cross(k.V_WF_W.w, action.point_W - k.X_WF.p);
  action.gap = gap_of_sphere(c.ground, c.radius_m, k.X_WF.p, k.V_WF_W.v);
  if (c.compliant)
    action.force = contact_force(*c.compliant, c.ground, ws.contact[static_cast<std::size_t>(contact)], action.point_W, action.velocity_W, k.X_WF.R);
  return action;
}

}  // namespace zanjir
