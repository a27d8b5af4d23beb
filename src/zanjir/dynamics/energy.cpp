#include "zanjir/dynamics/energy.hpp"

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/kinematics/loop_springs.hpp"

namespace zanjir {

namespace {

Inertiad row_inertia(const Model& model, int row) {
  const double* b = model.tables().step[row].inertia;
  return {b[0], {b[1], b[2], b[3]}, {b[4], b[5], b[6], b[7], b[8], b[9]}};
}

}  // namespace

Energy energy(const Model& model, const Workspace& ws) {
  Energy e;
  for (int i = 1; i < model.n_steps(); ++i) {
    const Inertiad b = row_inertia(model, i);
    const Motiond V = row_velocity(model, ws, i);
    const Transformd X_WR = row_pose(model, ws, i);
    e.kinetic_J += 0.5 * spatial::power(b * V, V);
    e.gravity_J -= dot(model.gravity(), X_WR.p * b.m + X_WR.R * b.h);
  }
  e.kinetic_J += 0.5 * model.rotor_inertia().dot(ws.v.cwiseAbs2());
  for (const FrameSpring& s : model.forces().frame_springs) {
    e.springs_J += spring_energy(s, frame_pose(model, ws, model.frame(s.b)).p - frame_pose(model, ws, model.frame(s.a)).p);
  }
  for (const JointSpring& s : model.forces().joint_springs) {
    if (s.coordinate < 0) continue;
    const double stretch = ws.q[s.coordinate] - s.rest;
    e.springs_J += 0.5 * s.stiffness * stretch * stretch;
  }
  for (const JointStop& stop : model.forces().stops) e.springs_J += stop_energy(stop, ws.q[stop.coordinate]);
  for_each_spring(model, ws, [&](std::size_t, const SpringForce& s) { e.springs_J += s.energy_J; });
  return e;
}

Momentum momentum(const Model& model, const Workspace& ws) {
  Momentum total;
  for (int i = 1; i < model.n_steps(); ++i) {
    const Inertiad b = row_inertia(model, i);
    const Transformd X_WR = row_pose(model, ws, i);
    const Forced h = b * row_velocity(model, ws, i);
    const Vec3d linear = X_WR.R * h.f;
    total.mass_kg += b.m;
    total.centre_of_mass_m += X_WR.p * b.m + X_WR.R * b.h;
    total.linear_kg_m_s += linear;
    total.angular_kg_m2_s += X_WR.R * h.n + cross(X_WR.p, linear);
  }
  if (total.mass_kg > 0) total.centre_of_mass_m = total.centre_of_mass_m * (1 / total.mass_kg);
  return total;
}

Power power(const Model& model, const Workspace& ws, const VecX& tau) {
  Power p;
  for (int i = 0; i < model.nv(); ++i) {
    const double share = tau[i] * ws.v[i];
    switch (model.roles()[static_cast<std::size_t>(i)]) {
      case Role::passive: p.passive_W += share; break;
      case Role::actuated: p.actuators_W += share; break;
      case Role::prescribed: p.prescribed_W += share; break;
    }
  }
  for (const JointSpring& s : model.forces().joint_springs) p.dampers_W -= s.damping * ws.v[s.speed] * ws.v[s.speed];
  for (const JointStop& s : model.forces().stops) {
    const double q = ws.q[s.coordinate], v = ws.v[s.speed];
    p.dampers_W += (stop_force(s, q, v) - stop_force(s, q, 0)) * v;
  }
  for (const JointFriction& f : model.forces().frictions) p.friction_W += friction_force(f, ws.v[f.speed]) * ws.v[f.speed];
  for (const JointLoad& load : model.forces().joint_loads) p.loads_W += load.value.at(ws.t_s).value * ws.v[load.speed];
  for (const FrameSpring& s : model.forces().frame_springs) {
    const FrameSpring damper{"", s.a, s.b, 0, s.rest_m, s.damping_N_s_per_m};  // its elastic part is in the energy
    const FrameKinematics a = frame_kinematics(model, ws, model.frame(s.a)), b = frame_kinematics(model, ws, model.frame(s.b));
    const Vec3d d_dot = b.V_WF_W.v - a.V_WF_W.v;
    p.dampers_W += dot(spring_force_on_b(damper, b.X_WF.p - a.X_WF.p, d_dot), d_dot);
  }
  for_each_spring(model, ws, [&](std::size_t, const SpringForce& s) { p.dampers_W += s.damper_W; });
  for (const FrameLoad& load : model.forces().frame_loads) {
    const FrameKinematics k = frame_kinematics(model, ws, model.frame(load.on));
    const Forced F = load_wrench(load, ws.t_s);
    p.loads_W += load.world_axes ? spatial::power(F, k.V_WF_W) : spatial::power(Forced{k.X_WF.R * F.n, k.X_WF.R * F.f}, k.V_WF_W);
  }
  if (!model.has_compliant_contacts()) return p;
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (ws.contact[i].phase == ContactPhase::flight) continue;
    const ContactAction c = contact_action(model, ws, static_cast<int>(i));
    p.contact_normal_W += c.force.normal_N * c.gap.rate_m_per_s;
    p.contact_friction_W += dot(c.force.friction_W, c.velocity_W);
  }
  return p;
}

}  // namespace zanjir
