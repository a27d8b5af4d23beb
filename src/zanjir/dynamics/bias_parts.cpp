#include "zanjir/dynamics/bias_parts.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

// Generalized force of a wrench at a frame's origin, world axes.
VecX generalized(const Model& model, const Workspace& ws, const Frame& frame, const Forced& F_W) {
  Mat6X J(6, model.nv());
  frame_jacobian(model, ws, frame, J);
  return J.transpose() * Eigen::Matrix<double, 6, 1>{F_W.n.x, F_W.n.y, F_W.n.z, F_W.f.x, F_W.f.y, F_W.f.z};
}

void add_frame_springs(const Model& model, const Workspace& ws, BiasParts& parts) {
  for (const FrameSpring& spring : model.forces().frame_springs) {
    const Frame &a = model.frame(spring.a), &b = model.frame(spring.b);
    const FrameKinematics ka = frame_kinematics(model, ws, a), kb = frame_kinematics(model, ws, b);
    const Vec3d d = kb.X_WF.p - ka.X_WF.p, d_dot = kb.V_WF_W.v - ka.V_WF_W.v;
    const auto add = [&](const Vec3d& f_on_b, VecX& part) {
      part -= generalized(model, ws, b, {{0, 0, 0}, f_on_b}) - generalized(model, ws, a, {{0, 0, 0}, f_on_b});
    };
    add(spring_force_on_b(spring, d, {0, 0, 0}), parts.springs);
    FrameSpring damper = spring;
    damper.stiffness_N_per_m = 0;
    add(spring_force_on_b(damper, d, d_dot), parts.dampers);
  }
}

// Of loops that are springs, through their Jacobian.
void add_loop_springs(const Model& model, const Workspace& ws, BiasParts& parts) {
  if (model.n_spring_rows() == 0) return;
  Closure springs(model, model.sprung());
  update_closure_positions(model, model.sprung(), ws, springs);
  parts.springs += springs.Phi_q.transpose() * (model.spring_stiffness().cwiseProduct(springs.phi) - ws.preload);
  parts.dampers += springs.Phi_q.transpose() * model.spring_damping().cwiseProduct(springs.Phi_q * ws.v);
}

}  // namespace

BiasParts bias_parts(const Model& model, const Workspace& ws) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  const VecX zero = VecX::Zero(model.nv());
  BiasParts parts{zero, zero, zero, zero, zero, zero, zero};
  const auto& f = kernels::functions();
  VecX scratch = ws.tree;
  kernels::Tables weightless = model.tables();
  for (double& g : weightless.gravity_W) g = 0;
  f.inverse_dynamics(weightless, kernels::Known::nothing, ws.q.data(), ws.v.data(), nullptr, nullptr, scratch.data(), parts.velocity.data());
  f.inverse_dynamics(model.tables(), kernels::Known::nothing, ws.q.data(), zero.data(), nullptr, nullptr, scratch.data(), parts.gravity.data());

  for (const ElasticBody& elastic : model.elastic_bodies()) {  // both of the above hold their stiffness, the first their damping
    const int m = elastic.field.n_modes(), begin = elastic.v_begin;
    parts.springs.segment(begin, m) = elastic.field.K * ws.q.segment(elastic.q_begin, m);
    parts.dampers.segment(begin, m) = elastic.field.D * ws.v.segment(begin, m);
    parts.velocity.segment(begin, m) -= parts.springs.segment(begin, m) + parts.dampers.segment(begin, m);
    parts.gravity.segment(begin, m) -= parts.springs.segment(begin, m);
  }
  add_frame_springs(model, ws, parts);
  add_loop_springs(model, ws, parts);
  for (const JointSpring& spring : model.forces().joint_springs) {
    if (spring.coordinate >= 0) parts.springs[spring.speed] += spring.stiffness * (ws.q[spring.coordinate] - spring.rest);
    parts.dampers[spring.speed] += spring.damping * ws.v[spring.speed];
  }
  for (const JointStop& stop : model.forces().stops) {
    const double elastic = stop_force(stop, ws.q[stop.coordinate], 0);
    parts.springs[stop.speed] -= elastic;
    parts.dampers[stop.speed] -= stop_force(stop, ws.q[stop.coordinate], ws.v[stop.speed]) - elastic;
  }
  for (const JointFriction& f : model.forces().frictions) parts.friction[f.speed] -= friction_force(f, ws.v[f.speed]);
  for (const FrameLoad& load : model.forces().frame_loads) {
    const Frame& frame = model.frame(load.on);
    const Mat3d R = load.world_axes ? Mat3d::identity() : frame_pose(model, ws, frame).R;
    const Forced F = load_wrench(load, ws.t_s);
    parts.loads -= generalized(model, ws, frame, {R * F.n, R * F.f});
  }
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const ContactAction c = contact_action(model, ws, static_cast<int>(i));
    if (c.force.normal_N == 0) continue;
    const Frame& frame = model.frame(model.contacts()[i].on);
    parts.contacts -= generalized(model, ws, frame, {cross(c.point_W - frame_pose(model, ws, frame).p, c.force.total_W), c.force.total_W});
  }
  for (const JointLoad& load : model.forces().joint_loads) parts.loads[load.speed] -= load.value.at(ws.t_s).value;
  return parts;
}

}  // namespace zanjir
