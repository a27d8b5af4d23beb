// Equations of motion of the tree by projecting the Newton-Euler equations of each body, written at its mass centre in world axes,
// onto the motions that the joints allow (d'Alembert, Jourdain).   Source: [Shabana2020] chapter 3; [Angeles2014] chapter 7.
//   J_b = d[omega_b; v_c]/dv   (1)        M    = sum_b J_b^T M_b J_b + rotors                                                (3)
//   A_b = J_b vdot + Jdot_b v  (2)        bias = sum_b J_b^T (M_b Jdot_b v + [omega x I omega; 0] - external_b) - elements    (4)
// Column k of J_b is the velocity of the body when only speed k is one. Every speed is a turn about a line, or a slide along a
// direction, fixed in the joint's parent or child body f; with x the mass centre,
//   turn:  [a; a x (x - p)],  rate [adot; adot x (x - p) + a x (xdot - pdot)],   adot = omega_f x a,  pdot = velocity of f at p    (5)
//   slide: [0; a],            rate [0; adot]                                                                                      (6)
//   symbol   code            symbol   code              symbol      code
//   a, p     column.axis     J_b      body.J            Jdot_b v    body.A_bias
//   x        body.com        omega    body.V.w          elements    element_forces (springs, dampers, loads on joint coordinates)
// Loops add rows Phi_q vdot = gamma from the same columns, at frames, and their multipliers to (4): the free part of `solve` is the
// place where M_free becomes the leading block of a larger system.
#include "zanjir/dynamics/formulations/multipliers.hpp"

#include <Eigen/Dense>

#include "zanjir/dynamics/poses.hpp"

namespace zanjir {
namespace {

using Scratch = Multipliers::Scratch;
using Column = Multipliers::Column;
using BodyQuantities = Multipliers::BodyQuantities;

std::size_t at(BodyId id) { return static_cast<std::size_t>(index(id)); }
std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec3d velocity_at(const BodyQuantities& body, const Vec3d& x) { return body.V.v + cross(body.V.w, x - body.com); }

void place_bodies(const Model& model, Scratch& s) {
  body_poses(model, s.ask.q.data(), s.X_WB);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Inertiad& inertia = model.bodies()[i].inertia;
    BodyQuantities& b = s.bodies[i];
    b.X_WB = s.X_WB[i];
    const Vec3d c = inertia.m > 0 ? inertia.h * (1 / inertia.m) : Vec3d{0, 0, 0};
    b.com = b.X_WB * c;
    b.I = rotate(b.X_WB.R, inertia.I + point_inertia(-inertia.m, c));
  }
}

// The axes of every joint in the world. What each speed means is said in the definition of the joint (model/joint.hpp).
void place_columns(const Model& model, Scratch& s) {
  for (const Joint& joint : model.joints()) {
    const Transformd X_WJ = s.bodies[at(joint.parent)].X_WB * joint.X_PJ, X_WC = s.bodies[at(joint.child)].X_WB * joint.X_CJ;
    const double sign = joint.reversed ? -1 : 1;
    auto* column = s.columns.data() + joint.v_begin;
    const auto turn = [&](const Vec3d& axis, const Vec3d& point, BodyId fixed_in) { *column++ = {axis, point, {}, {}, fixed_in, true, sign}; };
    const auto slide = [&](const Vec3d& axis, BodyId fixed_in) { *column++ = {axis, {}, {}, {}, fixed_in, false, sign}; };
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
}

// (1), (5), (6) and the velocities V = J v; then the rates of the columns, and Jdot v.
void place_jacobians(Scratch& s) {
  for (BodyQuantities& b : s.bodies) {
    b.V = {};
    for (std::size_t i = 0; i < b.speeds.size(); ++i) {
      const Column& k = s.columns[at(b.speeds[i])];
      b.J[i] = (k.turns ? Motiond{k.axis, cross(k.axis, b.com - k.point)} : Motiond{{0, 0, 0}, k.axis}) * k.sign;
      b.V = b.V + b.J[i] * s.ask.v[b.speeds[i]];
    }
  }
  for (Column& k : s.columns) {
    const BodyQuantities& f = s.bodies[at(k.fixed_in)];
    k.axis_rate = cross(f.V.w, k.axis);
    k.point_rate = velocity_at(f, k.point);
  }
  for (BodyQuantities& b : s.bodies) {
    b.A_bias = {};
    for (const int speed : b.speeds) {
      const Column& k = s.columns[at(speed)];
      const Motiond rate = k.turns ? Motiond{k.axis_rate, cross(k.axis_rate, b.com - k.point) + cross(k.axis, b.V.v - k.point_rate)}
                                   : Motiond{{0, 0, 0}, k.axis_rate};
      b.A_bias = b.A_bias + rate * (k.sign * s.ask.v[speed]);
    }
  }
}

void gather_external(const Model& model, Scratch& s) {
  for (std::size_t i = 0; i < s.bodies.size(); ++i) s.bodies[i].external = {{0, 0, 0}, model.gravity() * model.bodies()[i].inertia.m};
  const auto push = [&](const Frame& frame, const Vec3d& x, const Forced& F) {
    BodyQuantities& b = s.bodies[at(frame.body)];
    b.external = b.external + Forced{F.n + cross(x - b.com, F.f), F.f};
  };
  const ForceElements& forces = model.forces();
  for (const FrameSpring& spring : forces.frame_springs) {
    const Frame &a = model.frame(spring.a), &b = model.frame(spring.b);
    const BodyQuantities &body_a = s.bodies[at(a.body)], &body_b = s.bodies[at(b.body)];
    const Vec3d x_a = body_a.X_WB * a.X_BF.p, x_b = body_b.X_WB * b.X_BF.p;
    const Vec3d f = spring_force_on_b(spring, x_b - x_a, velocity_at(body_b, x_b) - velocity_at(body_a, x_a));
    push(b, x_b, {{0, 0, 0}, f});
    push(a, x_a, {{0, 0, 0}, -f});
  }
  for (const FrameLoad& load : forces.frame_loads) {
    const Frame& frame = model.frame(load.on);
    const Transformd X_WF = s.bodies[at(frame.body)].X_WB * frame.X_BF;
    const Forced F = load_wrench(load, s.ask.t_s);
    push(frame, X_WF.p, load.world_axes ? F : Forced{X_WF.R * F.n, X_WF.R * F.f});
  }
  s.element_forces.setZero();
  for (const JointSpring& e : forces.joint_springs) {
    if (e.coordinate >= 0) s.element_forces[e.speed] -= e.stiffness * (s.ask.q[e.coordinate] - e.rest);
    s.element_forces[e.speed] -= e.damping * s.ask.v[e.speed];
  }
  for (const JointLoad& e : forces.joint_loads) s.element_forces[e.speed] += e.value.at(s.ask.t_s).value;
}

Forced inertial_force(const Model& model, std::size_t i, const BodyQuantities& b, const Motiond& A) {
  return {b.I * A.w + cross(b.V.w, b.I * b.V.w), A.v * model.bodies()[i].inertia.m};
}

// (3), (4)
void assemble(const Model& model, Scratch& s) {
  place_bodies(model, s);
  place_columns(model, s);
  place_jacobians(s);
  gather_external(model, s);
  s.M.setZero();
  s.M.diagonal() = model.rotor_inertia();
  s.bias = -s.element_forces;
  for (std::size_t body = 1; body < s.bodies.size(); ++body) {
    const BodyQuantities& b = s.bodies[body];
    const double m = model.bodies()[body].inertia.m;
    const Forced F = inertial_force(model, body, b, b.A_bias) - b.external;
    for (std::size_t i = 0; i < b.speeds.size(); ++i) {
      const Motiond& J_i = b.J[i];
      s.bias[b.speeds[i]] += power(F, J_i);
      const Forced h_i{b.I * J_i.w, J_i.v * m};
      for (std::size_t j = 0; j <= i; ++j) s.M(b.speeds[i], b.speeds[j]) += power(h_i, b.J[j]);
    }
  }
  for (int i = 0; i < model.nv(); ++i) {  // a body lists its speeds from the ground outwards, whatever their numbers
    for (int j = 0; j < i; ++j) s.M(i, j) = s.M(j, i) = s.M(i, j) + s.M(j, i);
  }
}

// A = L D L^T in place, lower part (D on the diagonal); the first row whose pivot is not above its floor, or -1.
int factor(MatX& A, const VecX& floor) {
  for (int k = 0; k < A.rows(); ++k) {
    for (int j = 0; j < k; ++j) {  // row k of L D, then of L
      A(k, j) -= A.row(k).head(j).dot(A.row(j).head(j));
    }
    for (int j = 0; j < k; ++j) {
      const double l = A(k, j) / A(j, j);
      A(k, k) -= l * A(k, j);
      A(k, j) = l;
    }
    if (!(A(k, k) > floor[k])) return k;
  }
  return -1;
}

// A pivot that has lost half the digits against its diagonal entry magnifies the rounding errors of those after it: the floors prove nothing.
bool doubtful(const MatX& LD, const MatX& A) { return (LD.diagonal().array() < 1e-7 * A.diagonal().array()).any(); }

// By eigenvalues, each speed in units of the inertia beyond it: the speed that moves most in a motion that nothing resists, or -1.
int unresisted_speed(const MatX& A, const VecX& floor) {
  const VecX unit = (floor / pivot_tolerance).cwiseMax(A.diagonal()).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(unit.asDiagonal() * A * unit.asDiagonal());
  if (eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(A.rows())) return -1;
  Eigen::Index most = 0;
  eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&most);
  return static_cast<int>(most);
}

void substitute(const MatX& LD, VecX& x) {
  LD.triangularView<Eigen::UnitLower>().solveInPlace(x);
  x.array() /= LD.diagonal().array();
  LD.triangularView<Eigen::UnitLower>().transpose().solveInPlace(x);
}

// M_ff vdot_f = tau_f - bias_f - M_fd vdot_d  for the free speeds f, then  tau_d = M_d vdot + bias_d  for the driven ones.
SolveStatus solve_partitioned(const Model& model, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  out.vdot = ask.vdot;
  out.tau = ask.tau;
  if (!ask.free.empty()) {
    inertia_beyond(model, ask.q, s.beyond);
    s.M_free = s.M(ask.free, ask.free);
    s.rhs = (ask.tau - s.bias - s.M * ask.vdot)(ask.free);
    s.floor.resize(s.rhs.size());
    for (std::size_t i = 0; i < ask.free.size(); ++i) s.floor[static_cast<Eigen::Index>(i)] = pivot_floor(model, s.beyond, ask.free[i]);
    const MatX M_free = s.M_free;
    const int row = factor(s.M_free, s.floor);
    if (row >= 0) {
      out.note = unresisted_note(model, ask.free[at(row)]);
      return SolveStatus::singular;
    }
    if (const int unresisted = doubtful(s.M_free, M_free) ? unresisted_speed(M_free, s.floor) : -1; unresisted >= 0) {
      out.note = unresisted_note(model, ask.free[at(unresisted)]);
      return SolveStatus::singular;
    }
    substitute(s.M_free, s.rhs);
    out.vdot(ask.free) = s.rhs;
  }
  for (const int k : ask.driven) out.tau[k] = s.M.row(k).dot(out.vdot) + s.bias[k];
  return SolveStatus::ok;
}

// The wrench in the span of the joint's axes, at the joint origin on the child, with axis_k . share = tau_k. Only a universal joint may
// have axes that are not at right angles.
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

// What a joint transmits holds everything beyond it: the sum of mass times acceleration less the external wrenches.
void find_reactions(const Model& model, Scratch& s, Solution& out) {
  for (std::size_t i = 1; i < s.bodies.size(); ++i) {
    BodyQuantities& b = s.bodies[i];
    b.A = b.A_bias;
    for (std::size_t k = 0; k < b.speeds.size(); ++k) b.A = b.A + b.J[k] * out.vdot[b.speeds[k]];  // (2)
    const Forced F = inertial_force(model, i, b, b.A) - b.external;
    s.carried[i] = {F.n + cross(b.com, F.f), F.f};
  }
  out.reaction.resize(model.joints().size());
  for (std::size_t i = s.bodies.size() - 1; i > 0; --i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    const Forced W = joint.reversed ? -s.carried[i] : s.carried[i];
    const Vec3d origin = s.bodies[at(joint.child)].X_WB * joint.X_CJ.p;
    const Forced actuator = actuator_share(joint, s.columns.data() + joint.v_begin, out.tau.data() + joint.v_begin);
    out.reaction[at(index(*body.inboard_joint))] = {{W.n - cross(origin, W.f), W.f}, actuator};
    if (body.inboard_body != BodyId::ground) s.carried[at(body.inboard_body)] = s.carried[at(body.inboard_body)] + s.carried[i];
  }
}

}  // namespace

Multipliers::Scratch::Scratch(const Model& model)
    : columns(at(model.nv())), bodies(model.bodies().size()), beyond(model.joints().size()), M(model.nv(), model.nv()), bias(model.nv()),
      element_forces(model.nv()), carried(model.bodies().size()) {
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    bodies[i].speeds = bodies[at(body.inboard_body)].speeds;
    for (int k = 0; k < joint.nv; ++k) bodies[i].speeds.push_back(joint.v_begin + k);
    bodies[i].J.resize(bodies[i].speeds.size());
  }
}

Coverage Multipliers::covers(const Model&) { return {}; }

SolveStatus Multipliers::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s,
                               Solution& out) const {
  resolve(model, state, given, s.ask);
  out.note.clear();
  out.reaction.clear();
  assemble(model, s);
  const SolveStatus status = solve_partitioned(model, s, out);
  if (status == SolveStatus::ok && reactions == Reactions::compute) find_reactions(model, s, out);
  return status;
}

void Multipliers::mass_matrix_and_bias(const Model& model, const State& state, Scratch& s, MatX& M, VecX& bias) {
  const VecX none = VecX::Zero(model.nv());
  resolve(model, state, {none, none, std::vector<Want>(at(model.nv()), Want::tau)}, s.ask);
  assemble(model, s);
  M = s.M;
  bias = s.bias;
}

static_assert(Formulation<Multipliers>);

}  // namespace zanjir
