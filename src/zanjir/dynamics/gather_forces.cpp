#include "zanjir/dynamics/gather_forces.hpp"

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

// Calls apply(body, wrench at the point p_W in world axes, p_W) for every element that acts on a frame.
template <class Apply>
void for_each_frame_force(const Model& model, const Workspace& ws, Apply&& apply) {
  for (const FrameSpring& s : model.forces().frame_springs) {
    const Frame &a = model.frame(s.a), &b = model.frame(s.b);
    const FrameKinematics ka = frame_kinematics(model, ws, a), kb = frame_kinematics(model, ws, b);
    const Vec3d f = spring_force_on_b(s, kb.X_WF.p - ka.X_WF.p, kb.V_WF_W.v - ka.V_WF_W.v);
    apply(b.body, Forced{{0, 0, 0}, f}, kb.X_WF.p);
    apply(a.body, Forced{{0, 0, 0}, -f}, ka.X_WF.p);
  }
  for (const FrameLoad& load : model.forces().frame_loads) {
    const Frame& frame = model.frame(load.on);
    const Transformd X_WF = frame_pose(model, ws, frame);
    Forced F = load_wrench(load, ws.t_s);
    if (!load.world_axes) F = {X_WF.R * F.n, X_WF.R * F.f};
    apply(frame.body, F, X_WF.p);
  }
}

}  // namespace

const double* gather_forces(const Model& model, Workspace& ws) {
  const ForceElements& forces = model.forces();
  ws.tau_elements.setZero();
  for (const JointSpring& s : forces.joint_springs) {
    const double stretch = s.coordinate >= 0 ? ws.q[s.coordinate] - s.rest : 0;
    ws.tau_elements[s.speed] -= s.stiffness * stretch + s.damping * ws.v[s.speed];
  }
  for (const JointLoad& load : forces.joint_loads) ws.tau_elements[load.speed] += load.value.at(ws.t_s).value;
  if (!forces.on_frames()) return nullptr;

  ws.external.setZero();
  for_each_frame_force(model, ws, [&](BodyId id, const Forced& F, const Vec3d& p_W) {
    const int row = model.body(id).row;
    const Transformd X_WR = row_pose(model, ws, row);
    const Forced at_row{F.n + cross(p_W - X_WR.p, F.f), F.f};
    const Vec3d n = transpose_times(X_WR.R, at_row.n), f = transpose_times(X_WR.R, at_row.f);
    ws.external.segment<6>(6 * row) += Eigen::Matrix<double, 6, 1>{n.x, n.y, n.z, f.x, f.y, f.z};
  });
  return ws.external.data();
}

Forced external_wrench_W(const Model& model, const Workspace& ws, BodyId body) {
  Forced total{{0, 0, 0}, {0, 0, 0}};
  for_each_frame_force(model, ws, [&](BodyId id, const Forced& F, const Vec3d& p_W) {
    if (id == body) total = total + Forced{F.n + cross(p_W, F.f), F.f};
  });
  return total;
}

}  // namespace zanjir
