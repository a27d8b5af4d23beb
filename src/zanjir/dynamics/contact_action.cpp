#include "zanjir/dynamics/contact_action.hpp"

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

ContactSeen see(const Model& model, const Workspace& ws, const Contact& c, const ContactMemory* memory) {
  const auto motion = [&](FrameId frame) {
    const FrameKinematics k = frame_kinematics(model, ws, model.frame(frame));
    return FrameMotion{k.X_WF, k.V_WF_W};
  };
  const FrameMotion body = motion(c.on);
  const CompliantContact* law = memory && c.compliant ? &*c.compliant : nullptr;
  if (!c.carrier) return see_contact(law, c.ground, c.shape, memory, body, nullptr);
  const FrameMotion carrier = motion(*c.carrier);
  return see_contact(law, c.ground, c.shape, memory, body, &carrier);
}

}  // namespace

Touch contact_touch(const Model& model, const Workspace& ws, const Contact& c) {
  const Transformd X_WF = frame_pose(model, ws, model.frame(c.on));
  if (!c.carrier) return touch(c.ground, c.shape, X_WF);
  const Transformd X_WG = frame_pose(model, ws, model.frame(*c.carrier));
  return in_world(touch(c.ground, c.shape, inverse(X_WG) * X_WF), X_WG);
}

// Events and books look at the gap of every contact several times per step. Over a plane that of a sphere is that of its centre, and so is its rate: turning moves the touching
// point along the plane.
Gap contact_gap(const Model& model, const Workspace& ws, const Contact& c) {
  if (!c.carrier && c.ground.kind == GroundKind::plane && c.shape.rim_m == 0) {
    const Frame& frame = model.frame(c.on);
    const Body& body = model.body(frame.body);
    const Transformd X_WR = row_pose(model, ws, body.row);
    const Motiond V = row_velocity(model, ws, body.row);
    const Vec3d n = c.ground.plane.normal, centre_R = body.X_RB * (frame.X_BF * c.shape.centre_m);
    return {dot(n, X_WR * centre_R - c.ground.plane.point) - c.shape.radius_m, dot(n, X_WR.R * (V.v + cross(V.w, centre_R)))};
  }
  const ContactSeen k = see(model, ws, c, nullptr);
  return {k.at.gap_m, gap_rate(k.at, k.velocity_W, k.turning_W)};
}

ContactAction contact_action(const Model& model, const Workspace& ws, int contact) {
  const ContactSeen k = see(model, ws, model.contacts()[static_cast<std::size_t>(contact)], &ws.contact[static_cast<std::size_t>(contact)]);
  return {{k.at.gap_m, gap_rate(k.at, k.velocity_W, k.turning_W)}, k.at, k.velocity_W, k.force};
}

void contact_row(const Model& model, const Workspace& ws, const Contact& c, Eigen::Ref<Eigen::RowVectorXd> row) {
  Mat6X J(6, model.nv());
  const Touch at = contact_touch(model, ws, c);
  const Vec3d n = at.normal_W * at.pressed;
  row.setZero();
  const auto add = [&](FrameId id, double sign) {
    const Frame& frame = model.frame(id);
    frame_jacobian(model, ws, frame, J);
    const Vec3d turn = cross(at.point_W - frame_pose(model, ws, frame).p, n) + at.turning_m;
    row += sign * (n.x * J.row(3) + n.y * J.row(4) + n.z * J.row(5) + turn.x * J.row(0) + turn.y * J.row(1) + turn.z * J.row(2));
  };
  add(c.on, 1);
  if (c.carrier) add(*c.carrier, -1);
}

// d/dt of u = v_F + w_F x (P - p_F) - v_G - w_G x (P - p_G) with P = c - r n: c the centre of the sphere, fixed in the body, n fixed in the ground.
Vec3d contact_acceleration(const Model& model, const Workspace& ws, const Contact& c) {
  const auto kinematics = [&](FrameId frame) { return frame_kinematics(model, ws, model.frame(frame)); };
  const FrameKinematics body = kinematics(c.on);
  const Touch at = contact_touch(model, ws, c);
  const Motiond A = frame_acceleration(model, ws, model.frame(c.on));
  Vec3d P_rate = cross(body.V_WF_W.w, body.X_WF.R * c.shape.centre_m);  // less that of the frame's origin
  if (!c.carrier) return A.v + cross(A.w, at.point_W - body.X_WF.p) + cross(body.V_WF_W.w, P_rate);
  const FrameKinematics ground = kinematics(*c.carrier);
  const Motiond A_G = frame_acceleration(model, ws, model.frame(*c.carrier));
  const Vec3d &w = body.V_WF_W.w, &w_G = ground.V_WF_W.w;
  P_rate = P_rate - cross(w_G, at.normal_W) * c.shape.radius_m;
  const Vec3d of_body = A.v + cross(A.w, at.point_W - body.X_WF.p) + cross(w, P_rate);
  const Vec3d of_ground = A_G.v + cross(A_G.w, at.point_W - ground.X_WF.p) + cross(w_G, body.V_WF_W.v + P_rate - ground.V_WF_W.v);
  return of_body - of_ground;
}

double gap_acceleration(const Model& model, const Workspace& ws, const Contact& c) {
  const ContactSeen k = see(model, ws, c, nullptr);
  Vec3d turning = frame_acceleration(model, ws, model.frame(c.on)).w;
  if (c.carrier) turning = turning - frame_acceleration(model, ws, model.frame(*c.carrier)).w;
  const double direct = gap_rate(k.at, contact_acceleration(model, ws, c), turning);
  if (!c.carrier) return direct;
  return direct + dot(cross(frame_kinematics(model, ws, model.frame(*c.carrier)).V_WF_W.w, k.at.normal_W), k.velocity_W);
}

}  // namespace zanjir
