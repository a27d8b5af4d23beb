#include "zanjir/dynamics/bias_parts.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/dynamics/element_frames.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {
namespace {

// Generalized force of a wrench at a frame's origin, world axes.
VecX generalized(const Model& model, const Workspace& ws, const Frame& frame, const Forced& F_W) {
  Mat6X J(6, model.nv());
  frame_jacobian(model, ws, frame, J);
  return J.transpose() * Eigen::Matrix<double, 6, 1>{F_W.n.x, F_W.n.y, F_W.n.z, F_W.f.x, F_W.f.y, F_W.f.z};
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
  add_loop_springs(model, ws, parts);
  const auto part_of = [&](ElementPart part) -> VecX& {
    switch (part) {
      case ElementPart::spring:
      case ElementPart::stop: return parts.springs;
      case ElementPart::damper:
      case ElementPart::stop_damper: return parts.dampers;
      case ElementPart::friction: return parts.friction;
      case ElementPart::load: return parts.loads;
      case ElementPart::contact_normal:
      case ElementPart::contact_friction: break;
    }
    return parts.contacts;
  };
  for_each_joint_force<Parts::apart>(model, ws.t_s, ws.q, ws.v, [&](ElementPart part, int speed, double force) { part_of(part)[speed] -= force; });
  for_each_frame_force<Parts::apart>(
      model, ws.t_s, ws.contact, element_frames(model, ws), [&](ElementPart part, const Frame& frame, const Vec3d& point, const Forced& F) {
        part_of(part) -= generalized(model, ws, frame, {F.n + cross(point - frame_pose(model, ws, frame).p, F.f), F.f});
      });
  return parts;
}

}  // namespace zanjir
