#include "zanjir/dynamics/gather_forces.hpp"

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_springs.hpp"

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
  if (!model.has_compliant_contacts()) return;
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (ws.contact[i].phase == ContactPhase::flight) continue;
    const ContactAction c = contact_action(model, ws, static_cast<int>(i));
    apply(model.frame(model.contacts()[i].on).body, Forced{{0, 0, 0}, c.force.total_W}, c.point_W);
  }
}

}  // namespace

void gather_forces(const Model& model, Workspace& ws) {
  const ForceElements& forces = model.forces();
  ws.tau_elements.setZero();
  for (const JointSpring& s : forces.joint_springs) {
    const double stretch = s.coordinate >= 0 ? ws.q[s.coordinate] - s.rest : 0;
    ws.tau_elements[s.speed] -= s.stiffness * stretch + s.damping * ws.v[s.speed];
  }
  for (const JointStop& s : forces.stops) ws.tau_elements[s.speed] += stop_force(s, ws.q[s.coordinate], ws.v[s.speed]);
  for (const JointFriction& f : forces.frictions) ws.tau_elements[f.speed] += friction_force(f, ws.v[f.speed]);
  for (const JointLoad& load : forces.joint_loads) ws.tau_elements[load.speed] += load.value.at(ws.t_s).value;
  ws.external_W.setZero();
  if (model.acts_on_frames()) {
    for_each_frame_force(model, ws, [&](BodyId id, const Forced& F, const Vec3d& p_W) { add_external(ws, id, F, p_W); });
  }
  for_each_spring(model, ws, [&](std::size_t i, const SpringForce& s) {
    if (const auto* gear = std::get_if<Gear>(&model.sprung()[i])) {
      ws.tau_elements[gear->speed_b] += s.on_b;
      ws.tau_elements[gear->speed_a] -= gear->ratio * s.on_b;
      return;
    }
    add_external(ws, s.second, s.W, s.point_W);
    add_external(ws, s.first, -s.W, s.point_W);
  });
}

void add_spring_reactions(const Model& model, const Workspace& ws, std::span<JointWrench> loop_reaction) {
  if (model.sprung().empty()) return;
  std::size_t c = 0;  // the constraint that has the springs at hand: both lists are in the same order
  for_each_spring(model, ws, [&](std::size_t i, const SpringForce& s) {
    while (springs_of(model.constraints()[c]) != static_cast<int>(i)) ++c;
    loop_reaction[c].total = loop_reaction[c].total + s.W;
  });
}

void add_external(Workspace& ws, BodyId body, const Forced& F, const Vec3d& p_W) {
  const Vec3d n = F.n + cross(p_W, F.f);
  double* W = ws.external_W.data() + 6 * index(body);
  W[0] += n.x, W[1] += n.y, W[2] += n.z;
  W[3] += F.f.x, W[4] += F.f.y, W[5] += F.f.z;
}

const double* external_rows(const Model& model, Workspace& ws) {
  if (!model.acts_on_frames() && model.constraints().empty()) return nullptr;
  ws.external.setZero();
  for (std::size_t b = 1; b < model.bodies().size(); ++b) {
    const int row = model.bodies()[b].row;
    if (ws.external_W.segment<6>(6 * static_cast<Eigen::Index>(b)).isZero(0)) continue;
    const Forced F = to_child(row_pose(model, ws, row), external_wrench_W(ws, static_cast<BodyId>(static_cast<int>(b))));
    ws.external.segment<6>(6 * row) += Eigen::Matrix<double, 6, 1>{F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  }
  return ws.external.data();
}

}  // namespace zanjir
