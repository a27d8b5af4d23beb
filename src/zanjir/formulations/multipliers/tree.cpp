#include "zanjir/formulations/multipliers/tree.hpp"

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/dynamics/poses.hpp"
#include "zanjir/formulations/multipliers/elastic.hpp"
#include "zanjir/formulations/multipliers/rows.hpp"

namespace zanjir::multipliers_tree {
namespace {

using Scratch = Multipliers::Scratch;
using Column = Multipliers::Column;
using BodyQuantities = Multipliers::BodyQuantities;

double rigid_mass(const Body& body) { return body.elastic < 0 ? body.mass_kg : 0; }  // elastic bodies: elastic.cpp

void place_bodies(const Model& model, Scratch& s) {
  body_poses(model, s.ask.q.data(), s.X_WB);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Body& body = model.bodies()[i];
    BodyQuantities& b = s.bodies[i];
    b.X_WB = s.X_WB[i];
    b.com = body.elastic < 0 ? b.X_WB * body.com_m : b.X_WB.p;
    b.I = body.elastic < 0 ? rotate(b.X_WB.R, body.I_com_kg_m2) : Sym3d{0, 0, 0, 0, 0, 0};
  }
}

// (1), (5), (6) and the velocities V = J v; then the rates of the columns, and Jdot v.
void place_jacobians(Scratch& s) {
  for (BodyQuantities& b : s.bodies) {
    b.V = {};
    for (std::size_t i = 0; i < b.speeds.size(); ++i) {
      const Column& k = s.columns[at(b.columns[i])];
      b.J[i] = k.turns ? Motiond{k.axis, cross(k.axis, b.com - k.point) + k.shift} : Motiond{{0, 0, 0}, k.axis};
      b.V = b.V + b.J[i] * s.ask.v[b.speeds[i]];
    }
  }
  for (Column& k : s.columns) {
    const BodyQuantities& f = s.bodies[at(k.fixed_in)];
    k.axis_rate = cross(f.V.w, k.axis) + k.axis_drift;
    k.point_rate = velocity_at(k.section == BodyId::ground ? f : s.bodies[at(k.section)], k.point);
    k.shift_rate = cross(f.V.w, k.shift) + k.shift_drift;
  }
  for (BodyQuantities& b : s.bodies) {
    b.A_bias = {};
    for (std::size_t i = 0; i < b.speeds.size(); ++i) {
      const Column& k = s.columns[at(b.columns[i])];
      const Motiond rate = k.turns ? Motiond{k.axis_rate, cross(k.axis_rate, b.com - k.point) + cross(k.axis, b.V.v - k.point_rate) + k.shift_rate}
                                   : Motiond{{0, 0, 0}, k.axis_rate};
      b.A_bias = b.A_bias + rate * s.ask.v[b.speeds[i]];
    }
  }
}

void gather_external(const Model& model, Scratch& s) {
  for (std::size_t i = 0; i < s.bodies.size(); ++i) s.bodies[i].external = {{0, 0, 0}, model.gravity() * rigid_mass(model.bodies()[i])};
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const BodyQuantities& b = s.bodies[at(frame.body)];
    const Transformd X_WF = b.X_WB * frame.X_BF;
    return {X_WF, {b.V.w, velocity_at(b, X_WF.p)}};
  };
  for_each_frame_force(model, s.ask.t_s, s.ask.contact, where, [&](ElementPart, const Frame& frame, const Vec3d& x, const Forced& F) {
    BodyQuantities& b = s.bodies[at(frame.body)];
    b.external = b.external + Forced{F.n + cross(x - b.com, F.f), F.f};
  });
  s.element_forces.setZero();
  for_each_joint_force(model, s.ask.t_s, s.ask.q, s.ask.v, [&](ElementPart, int speed, double force) { s.element_forces[speed] += force; });
  multipliers_rows::gather_springs(model, s);
}

Forced inertial_force(const Model& model, std::size_t i, const BodyQuantities& b, const Motiond& A) {
  return {b.I * A.w + cross(b.V.w, b.I * b.V.w), A.v * rigid_mass(model.bodies()[i])};
}

}  // namespace

void place_columns(const Scratch& s, const Joint& joint, Column* column) {
  const Transformd X_WJ = s.bodies[at(joint.parent)].X_WB * joint.X_PJ, X_WC = s.bodies[at(joint.child)].X_WB * joint.X_CJ;
  const auto turn = [&](const Vec3d& axis, const Vec3d& point, BodyId fixed_in) { *column++ = {axis, point, {}, {}, fixed_in, true}; };
  const auto slide = [&](const Vec3d& axis, BodyId fixed_in) { *column++ = {axis, {}, {}, {}, fixed_in, false}; };
  const auto axis_J = [&](std::size_t i) { return X_WJ.R * joint.axes[i]; };
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: turn(axis_J(0), X_WJ.p, joint.parent); break;
    case JointType::prismatic: slide(axis_J(0), joint.parent); break;
    case JointType::cylindrical:
      turn(axis_J(0), X_WJ.p, joint.parent);
      slide(axis_J(0), joint.parent);
      break;
    case JointType::universal:
      turn(axis_J(0), X_WJ.p, joint.parent);
      turn(X_WC.R * joint.axes[1], X_WC.p, joint.child);  // the second turn leaves its own axis where it was
      break;
    case JointType::planar:
      slide(axis_J(0), joint.parent);
      slide(axis_J(1), joint.parent);
      turn(cross(axis_J(0), axis_J(1)), X_WC.p, joint.child);
      break;
    case JointType::spherical:
      for (int i = 0; i < 3; ++i) turn(X_WC.R.col(i), X_WC.p, joint.child);
      break;
    case JointType::free:
      for (int i = 0; i < 3; ++i) turn(X_WC.R.col(i), X_WC.p, joint.child);
      for (int i = 0; i < 3; ++i) slide(X_WC.R.col(i), joint.child);
      break;
  }
}

void assemble(const Model& model, Scratch& s) {
  place_bodies(model, s);
  for (const Joint& joint : model.joints()) place_columns(s, joint, s.columns.data() + joint.v_begin);
  multipliers_elastic::place_columns(model, s);
  place_jacobians(s);
  gather_external(model, s);
  s.M.setZero();
  s.M.diagonal() = model.rotor_inertia();
  s.bias = -s.element_forces;
  for (std::size_t body = 1; body < s.bodies.size(); ++body) {
    const BodyQuantities& b = s.bodies[body];
    const double m = rigid_mass(model.bodies()[body]);
    const Forced F = inertial_force(model, body, b, b.A_bias) - b.external;
    for (std::size_t i = 0; i < b.speeds.size(); ++i) {
      const Motiond& J_i = b.J[i];
      s.bias[b.speeds[i]] += power(F, J_i);
      const Forced h_i{b.I * J_i.w, J_i.v * m};
      for (std::size_t j = 0; j <= i; ++j) s.M(b.speeds[i], b.speeds[j]) += power(h_i, b.J[j]);
    }
  }
  multipliers_elastic::assemble(model, s);
  for (int i = 0; i < model.nv(); ++i) {  // a body lists its speeds from the ground outwards, whatever their numbers
    for (int j = 0; j < i; ++j) s.M(i, j) = s.M(j, i) = s.M(i, j) + s.M(j, i);
  }
}

Forced actuator_share(const Joint& joint, const Column* column, const double* tau) {
  Forced share{{0, 0, 0}, {0, 0, 0}};
  if (joint.type == JointType::universal) {
    const Vec3d &a = column[0].axis, &b = column[1].axis;
    const double ab = dot(a, b), det = 1 - ab * ab;
    share.n = a * ((tau[0] - ab * tau[1]) / det) + b * ((tau[1] - ab * tau[0]) / det);
    return share;
  }
  for (int k = 0; k < joint.nv; ++k) (column[k].turns ? share.n : share.f) += column[k].axis * tau[k];
  return share;
}

void hold_bodies(const Model& model, Scratch& s, const VecX& vdot) {
  for (std::size_t i = 1; i < s.bodies.size(); ++i) {
    BodyQuantities& b = s.bodies[i];
    b.A = b.A_bias;
    for (std::size_t k = 0; k < b.speeds.size(); ++k) b.A = b.A + b.J[k] * vdot[b.speeds[k]];  // (2)
    const Forced F = inertial_force(model, i, b, b.A) - b.external;
    s.carried[i] = {F.n + cross(b.com, F.f), F.f};
    if (const int elastic = model.bodies()[i].elastic; elastic >= 0)
      s.carried[i] = s.carried[i] + multipliers_elastic::carried(model, s, model.elastic_bodies()[at(elastic)], vdot);
  }
}

void sum_inwards(const Model& model, Scratch& s, const VecX& tau, std::vector<JointWrench>& reaction) {
  reaction.resize(model.joints().size());
  for (std::size_t i = s.bodies.size() - 1; i > 0; --i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    const Vec3d origin_J = s.bodies[at(joint.parent)].X_WB * joint.X_PJ.p, origin_C = s.bodies[at(joint.child)].X_WB * joint.X_CJ.p;
    const Forced actuator = actuator_share(joint, s.columns.data() + joint.v_begin, tau.data() + joint.v_begin);
    reaction[at(index(*body.inboard_joint))] = user_wrench(joint, s.carried[i], actuator, origin_J, origin_C);
    if (body.inboard_body != BodyId::ground) s.carried[at(body.inboard_body)] = s.carried[at(body.inboard_body)] + s.carried[i];
  }
}

}  // namespace zanjir::multipliers_tree
