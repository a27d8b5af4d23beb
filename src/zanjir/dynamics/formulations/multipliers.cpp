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
// Loops add rows Phi_q vdot = gamma from the same columns. Each is a function of dot products s = e . c of a vector e fixed in the first
// body and one c fixed in the second (translation: c is the way between the frames), all in world axes:
//   s' = (omega_2 - omega_1) . (c x e)      s'' = e'' . c + 2 e' . c' + e . c'',   e' = omega x e,  e'' = alpha x e + omega x (omega x e)   (7)
//   alignment 2 s/t, t = 1 + a . b;   rotation s / sqrt(t), t = 1 + trace;   universal s - const                                           (8)
// With A = R Phi_q C = U S V^T over the free speeds, r the kept rank:
//   vdot = C V_r S_r^-1 U_r^T R gamma + N z,   (N^T M N) z = N^T (tau - bias - M vdot_p),   N = C V_0                                      (9)
#include "zanjir/dynamics/formulations/multipliers.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/dynamics/formulations/multipliers_elastic.hpp"
#include "zanjir/dynamics/poses.hpp"

namespace zanjir {
namespace {

using Scratch = Multipliers::Scratch;
using Column = Multipliers::Column;
using BodyQuantities = Multipliers::BodyQuantities;

std::size_t at(BodyId id) { return static_cast<std::size_t>(index(id)); }
std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec3d velocity_at(const BodyQuantities& body, const Vec3d& x) { return body.V.v + cross(body.V.w, x - body.com); }

// Of an elastic body none: multipliers_elastic.cpp.
Inertiad rigid_inertia(const Body& body) { return body.elastic < 0 ? body.inertia : Inertiad{0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}}; }

void place_bodies(const Model& model, Scratch& s) {
  body_poses(model, s.ask.q.data(), s.X_WB);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Inertiad inertia = rigid_inertia(model.bodies()[i]);
    BodyQuantities& b = s.bodies[i];
    b.X_WB = s.X_WB[i];
    const Vec3d c = inertia.m > 0 ? inertia.h * (1 / inertia.m) : Vec3d{0, 0, 0};
    b.com = b.X_WB * c;
    b.I = rotate(b.X_WB.R, inertia.I + point_inertia(-inertia.m, c));
  }
}

// The axes of every joint in the world. What each speed means is said in the definition of the joint (model/joint.hpp).
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

void gather_springs(const Model& model, Scratch& s);  // below, with the rows of the loops

void gather_external(const Model& model, Scratch& s) {
  for (std::size_t i = 0; i < s.bodies.size(); ++i) s.bodies[i].external = {{0, 0, 0}, model.gravity() * rigid_inertia(model.bodies()[i]).m};
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
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& contact = model.contacts()[i];
    if (!contact.compliant || s.ask.contact[i].phase == ContactPhase::flight) continue;
    const Frame& frame = model.frame(contact.on);
    const BodyQuantities& body = s.bodies[at(frame.body)];
    const Transformd X_WF = body.X_WB * frame.X_BF;
    const Vec3d x = lowest_point(contact.ground, contact.radius_m, X_WF.p);
    push(frame, x, {{0, 0, 0}, contact_force(*contact.compliant, contact.ground, s.ask.contact[i], x, velocity_at(body, x), X_WF.R).total_W});
  }
  s.element_forces.setZero();
  for (const JointSpring& e : forces.joint_springs) {
    if (e.coordinate >= 0) s.element_forces[e.speed] -= e.stiffness * (s.ask.q[e.coordinate] - e.rest);
    s.element_forces[e.speed] -= e.damping * s.ask.v[e.speed];
  }
  for (const JointStop& e : forces.stops) s.element_forces[e.speed] += stop_force(e, s.ask.q[e.coordinate], s.ask.v[e.speed]);
  for (const JointFriction& e : forces.frictions) s.element_forces[e.speed] += friction_force(e, s.ask.v[e.speed]);
  for (const JointLoad& e : forces.joint_loads) s.element_forces[e.speed] += e.value.at(s.ask.t_s).value;
  gather_springs(model, s);
}

Forced inertial_force(const Model& model, std::size_t i, const BodyQuantities& b, const Motiond& A) {
  return {b.I * A.w + cross(b.V.w, b.I * b.V.w), A.v * rigid_inertia(model.bodies()[i]).m};
}

// (3), (4)
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
    const double m = rigid_inertia(model.bodies()[body]).m;
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

// ---- loops ------------------------------------------------------------------------------------------------------------------------

struct LoopRow {  // the wrench pair [n; f] at `point`, on the second body, the opposite on the first; a gear has a row of Phi_q only
  BodyId first = BodyId::ground, second = BodyId::ground;
  Vec3d point{0, 0, 0}, n{0, 0, 0}, f{0, 0, 0};
  double second_derivative = 0;  // for vdot = 0
};

struct Loops {
  std::vector<LoopRow> rows;
  MatX Phi_q, S_cut;  // [nc x nv]; [n_cut_v x nv] rates of the cut joints
  VecX gamma;
  std::vector<Vec3d> cut_point;                 // per constraint
  std::vector<std::vector<Column>> cut_column;  // per constraint
};

Vec3d turned_twice(const Vec3d& w, const Vec3d& alpha, const Vec3d& e) { return cross(alpha, e) + cross(w, cross(w, e)); }
Vec3d acceleration_at(const BodyQuantities& b, const Vec3d& x) { return b.A_bias.v + turned_twice(b.V.w, b.A_bias.w, x - b.com); }

// (7), a sum of dot products: value, gradient with respect to omega_2 - omega_1, rate and second derivative
struct Dots {
  const BodyQuantities &first, &second;
  double value = 0, rate = 0, twice = 0;
  Vec3d gradient{0, 0, 0};
  void add(const Vec3d& e, const Vec3d& c, double factor) {
    value += factor * dot(e, c);
    gradient += cross(c, e) * factor;
    const Vec3d de = cross(first.V.w, e), dc = cross(second.V.w, c);
    rate += factor * (dot(de, c) + dot(e, dc));
    twice += factor * (dot(turned_twice(first.V.w, first.A_bias.w, e), c) + 2 * dot(de, dc) + dot(e, turned_twice(second.V.w, second.A_bias.w, c)));
  }
};

// F(s, t) with F linear in s: F = s k(t)
void chain(const Dots& s, const Dots& t, double k, double k1, double k2, LoopRow& row) {
  row.n = s.gradient * k + t.gradient * (s.value * k1);
  row.second_derivative = s.twice * k + 2 * s.rate * k1 * t.rate + s.value * (k1 * t.twice + k2 * t.rate * t.rate);
}

// (8)
LoopRow row_of(const Joint& joint, const ClosureRow& closure, const Scratch& s) {
  const BodyQuantities &first = s.bodies[at(joint.parent)], &second = s.bodies[at(joint.child)];
  const Transformd X_WJ = first.X_WB * joint.X_PJ, X_WC = second.X_WB * joint.X_CJ;
  LoopRow row{joint.parent, joint.child, X_WC.p, {0, 0, 0}, {0, 0, 0}, 0};
  const Vec3d u = X_WJ.R * closure.u;
  Dots value{first, second}, scale{first, second};
  switch (closure.kind) {
    case RowKind::translation: {
      row.f = u;
      const Vec3d &w = first.V.w, d = X_WC.p - X_WJ.p, rate = velocity_at(second, X_WC.p) - velocity_at(first, X_WJ.p);
      row.second_derivative = dot(u, acceleration_at(second, X_WC.p) - acceleration_at(first, X_WJ.p)) + 2 * dot(cross(w, u), rate) +
                              dot(turned_twice(w, first.A_bias.w, u), d);
      break;
    }
    case RowKind::alignment: {
      const Vec3d a = aligned_axis(joint), b = X_WC.R * a;
      value.add(u, b, 2);
      scale.add(X_WJ.R * a, b, 1);
      const double t = 1 + scale.value;
      chain(value, scale, 1 / t, -1 / (t * t), 2 / (t * t * t), row);
      break;
    }
    case RowKind::universal:
      value.add(X_WJ.R * joint.axes[0], X_WC.R * joint.axes[1], 1);
      row.n = value.gradient;
      row.second_derivative = value.twice;
      break;
    case RowKind::rotation: {
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        value.add(X_WJ.R.col(k), X_WC.R.col(j), closure.u[i]);
        value.add(X_WJ.R.col(j), X_WC.R.col(k), -closure.u[i]);
        scale.add(X_WJ.R.col(i), X_WC.R.col(i), 1);
      }
      const double t = 1 + scale.value, k = 1 / std::sqrt(t);
      chain(value, scale, k, -0.5 * k / t, 0.75 * k / (t * t), row);
      break;
    }
  }
  return row;
}

LoopRow row_of(const Model& model, const Distance& rod, const Scratch& s) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const BodyQuantities &first = s.bodies[at(a.body)], &second = s.bodies[at(b.body)];
  const Vec3d x_a = first.X_WB * a.X_BF.p, x_b = second.X_WB * b.X_BF.p, rate = velocity_at(second, x_b) - velocity_at(first, x_a);
  const double length = norm(x_b - x_a);
  const Vec3d u = (x_b - x_a) * (1 / length), across = cross(u, rate);
  return {a.body, b.body, x_b, {0, 0, 0}, u, dot(u, acceleration_at(second, x_b) - acceleration_at(first, x_a)) + dot(across, across) / length};
}

// Loops that are springs: preload - k c - d c' along each row, c the residual of the row and c' the power of its wrench.
void gather_springs(const Model& model, Scratch& s) {
  Eigen::Index i = 0;
  const auto force = [&](double c, double rate) {
    const double f = s.ask.preload[i] - model.spring_stiffness()[i] * c - model.spring_damping()[i] * rate;
    ++i;
    return f;
  };
  for (std::size_t k = 0; k < model.sprung().size(); ++k) {
    Forced& total = s.spring_wrench[k] = {{0, 0, 0}, {0, 0, 0}};
    const auto pull = [&](const LoopRow& row, double c) {
      BodyQuantities &first = s.bodies[at(row.first)], &second = s.bodies[at(row.second)];
      const double f = force(c, dot(row.n, second.V.w - first.V.w) + dot(row.f, velocity_at(second, row.point) - velocity_at(first, row.point)));
      const Forced W{row.n * f, row.f * f};
      second.external = second.external + Forced{W.n + cross(row.point - second.com, W.f), W.f};
      first.external = first.external - Forced{W.n + cross(row.point - first.com, W.f), W.f};
      total = total + W;
    };
    if (const auto* cut = std::get_if<CutJoint>(&model.sprung()[k])) {
      const Joint& joint = cut->joint;
      const Transformd X_JC = inverse(s.bodies[at(joint.parent)].X_WB * joint.X_PJ) * (s.bodies[at(joint.child)].X_WB * joint.X_CJ);
      for (const ClosureRow& row : cut->rows) pull(row_of(joint, row, s), closure_residual<double>(joint, row, X_JC));
    } else if (const auto* rod = std::get_if<Distance>(&model.sprung()[k])) {
      const Frame &a = model.frame(rod->a), &b = model.frame(rod->b);
      pull(row_of(model, *rod, s), norm(s.bodies[at(b.body)].X_WB * b.X_BF.p - s.bodies[at(a.body)].X_WB * a.X_BF.p) - rod->length_m);
    } else {
      const auto& gear = std::get<Gear>(model.sprung()[k]);
      const double f = force(s.ask.q[gear.coordinate_b] - gear.ratio * s.ask.q[gear.coordinate_a] - gear.offset, s.ask.v[gear.speed_b] - gear.ratio * s.ask.v[gear.speed_a]);
      s.element_forces[gear.speed_b] += f;
      s.element_forces[gear.speed_a] -= gear.ratio * f;
    }
  }
}

// J^T of a wrench on a body, added to a row.
template <class Row>
void project_wrench(const BodyQuantities& b, const Vec3d& point, const Forced& W, double factor, Row&& row) {
  for (std::size_t i = 0; i < b.speeds.size(); ++i) row[b.speeds[i]] += factor * (dot(W.n, b.J[i].w) + dot(W.f, b.J[i].v + cross(b.J[i].w, point - b.com)));
}

Loops find_loops(const Model& model, const Scratch& s) {
  Loops l;
  l.Phi_q = MatX::Zero(model.n_closure_rows(), model.nv());
  l.S_cut = MatX::Zero(model.n_cut_v(), model.nv());
  for (const Constraint& constraint : model.constraints()) {
    l.cut_point.push_back({0, 0, 0});
    l.cut_column.emplace_back();
    if (springs_of(constraint) >= 0 && !std::holds_alternative<CutJoint>(constraint)) continue;
    if (const auto* gear = std::get_if<Gear>(&constraint)) {
      const auto row = static_cast<Eigen::Index>(l.rows.size());
      l.Phi_q(row, gear->speed_b) += 1;
      l.Phi_q(row, gear->speed_a) -= gear->ratio;
      l.rows.push_back({});
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      l.rows.push_back(row_of(model, *rod, s));
    } else {
      const auto& cut = std::get<CutJoint>(constraint);
      for (const ClosureRow& closure : cut.rows) l.rows.push_back(row_of(cut.joint, closure, s));
      const Joint& joint = cut.joint;
      l.cut_point.back() = s.bodies[at(joint.child)].X_WB * joint.X_CJ.p;
      l.cut_column.back().resize(at(joint.nv));
      place_columns(s, joint, l.cut_column.back().data());
      for (int k = 0; k < joint.nv; ++k) {
        VecX one = VecX::Unit(joint.nv, k);
        const Forced share = actuator_share(joint, l.cut_column.back().data(), one.data());
        project_wrench(s.bodies[at(joint.child)], l.cut_point.back(), share, 1, l.S_cut.row(joint.v_begin + k));
        project_wrench(s.bodies[at(joint.parent)], l.cut_point.back(), share, -1, l.S_cut.row(joint.v_begin + k));
      }
    }
  }
  l.gamma.resize(l.Phi_q.rows());
  for (Eigen::Index i = 0; i < l.gamma.size(); ++i) {
    const LoopRow& row = l.rows[static_cast<std::size_t>(i)];
    project_wrench(s.bodies[at(row.second)], row.point, {row.n, row.f}, 1, l.Phi_q.row(i));
    project_wrench(s.bodies[at(row.first)], row.point, {row.n, row.f}, -1, l.Phi_q.row(i));
    l.gamma[i] = -row.second_derivative;
  }
  return l;
}

// Balance of what each joint carries, `carried` about the world origin: tree joints from the tips inwards.
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

void hold_bodies(const Model& model, Scratch& s, const VecX& vdot) {
  for (std::size_t i = 1; i < s.bodies.size(); ++i) {
    BodyQuantities& b = s.bodies[i];
    b.A = b.A_bias;
    for (std::size_t k = 0; k < b.speeds.size(); ++k) b.A = b.A + b.J[k] * vdot[b.speeds[k]];  // (2)
    const Forced F = inertial_force(model, i, b, b.A) - b.external;
    s.carried[i] = {F.n + cross(b.com, F.f), F.f};
    if (const int elastic = model.bodies()[i].elastic; elastic >= 0) s.carried[i] = s.carried[i] + multipliers_elastic::carried(model, s, model.elastic_bodies()[at(elastic)], vdot);
  }
}

// Wrenches of the constraints, first on second, and what they take from the tree: springs nothing, they are among the external wrenches.
enum class Hold : std::uint8_t { all, rows };  // rows: what lambda and tau_cut carry alone
void hold_loops(const Model& model, const Loops& l, const VecX& lambda, const VecX& tau_cut, Hold hold, Scratch& s, std::vector<JointWrench>& reaction) {
  const Forced none{{0, 0, 0}, {0, 0, 0}};
  reaction.assign(model.constraints().size(), {none, none});
  const auto apply = [&](BodyId first, BodyId second, const Vec3d& point, const Forced& W) {
    const Forced about_origin{W.n + cross(point, W.f), W.f};
    s.carried[at(second)] = s.carried[at(second)] - about_origin;
    s.carried[at(first)] = s.carried[at(first)] + about_origin;
  };
  std::size_t next = 0;
  for (std::size_t c = 0; c < reaction.size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    const int n = std::visit([](const auto& x) { return n_rows_of(x); }, constraint);
    for (int i = 0; i < n; ++i, ++next) {
      const LoopRow& row = l.rows[next];
      const double size = lambda[static_cast<Eigen::Index>(next)];
      const Forced W{row.n * size, row.f * size};
      apply(row.first, row.second, row.point, W);
      reaction[c].total = reaction[c].total + W;
    }
    if (const int springs = springs_of(constraint); springs >= 0 && hold == Hold::all) reaction[c].total = reaction[c].total + s.spring_wrench[at(springs)];
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut || cut->joint.nv == 0) continue;
    const Forced share = actuator_share(cut->joint, l.cut_column[c].data(), tau_cut.data() + cut->joint.v_begin);
    apply(cut->joint.parent, cut->joint.child, l.cut_point[c], share);
    reaction[c].total = reaction[c].total + share;
    reaction[c].actuator = share;
  }
}

void find_loop_reactions(const Model& model, const Loops& l, const MatX& self_stress, Scratch& s, Solution& out) {
  hold_bodies(model, s, out.vdot);
  hold_loops(model, l, out.lambda, out.tau_cut, Hold::all, s, out.loop_reaction);
  sum_inwards(model, s, out.tau, out.reaction);
  if (self_stress.cols() == 0) return;
  Determinacy d;
  d.states.resize(6 * static_cast<Eigen::Index>(out.reaction.size() + out.loop_reaction.size()), self_stress.cols());
  const VecX no_tau = VecX::Zero(model.nv()), no_tau_cut = VecX::Zero(model.n_cut_v());
  for (Eigen::Index k = 0; k < self_stress.cols(); ++k) {
    s.carried.assign(s.carried.size(), Forced{{0, 0, 0}, {0, 0, 0}});
    Solution one;
    hold_loops(model, l, self_stress.col(k), no_tau_cut, Hold::rows, s, one.loop_reaction);
    sum_inwards(model, s, no_tau, one.reaction);
    Eigen::Index row = 0;
    for (const auto* list : {&one.reaction, &one.loop_reaction}) {
      for (const auto& [W, actuator] : *list) {
        const double l_m = model.length_m();
        d.states.col(k).segment<6>(6 * row++) << W.n.x / l_m, W.n.y / l_m, W.n.z / l_m, W.f.x, W.f.y, W.f.z;
      }
    }
  }
  const Eigen::JacobiSVD<MatX> orthonormal(d.states, Eigen::ComputeThinU);
  d.states = orthonormal.matrixU();
  choose_least_reactions(model, d, out);
}

struct RowSvd {  // of the scaled rows over some speeds
  VecX C, sigma;
  MatX U, V;
  Eigen::Index rank = 0;
};
// rank < 0: decided here
RowSvd decompose(const Model& model, const Loops& l, const std::vector<int>& speeds, int rank) {
  RowSvd a;
  a.C = model.column_scale()(speeds);
  if (l.Phi_q.rows() == 0) {  // nothing but forces on cut joints
    a.U = MatX::Zero(0, 0);
    a.V = MatX::Identity(a.C.size(), a.C.size());
    return a;
  }
  const Eigen::JacobiSVD<MatX> svd(model.row_scale().asDiagonal() * l.Phi_q(Eigen::all, speeds) * a.C.asDiagonal(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  a.sigma = svd.singularValues();
  a.U = svd.matrixU();
  a.V = svd.matrixV();
  a.rank = std::min<Eigen::Index>(rank, a.sigma.size());
  // By all speeds: what is left to these may be nothing but rounding.
  const double scale = (model.row_scale().asDiagonal() * l.Phi_q * model.column_scale().asDiagonal()).norm();
  if (rank < 0) a.rank = (a.sigma.array() > rank_threshold * scale).count();
  return a;
}

VecX multipliers_of(const Model& model, const RowSvd& a, const VecX& force) {
  return model.row_scale().cwiseProduct(
      a.U.leftCols(a.rank) * (a.V.leftCols(a.rank).transpose() * a.C.cwiseProduct(force)).cwiseQuotient(a.sigma.head(a.rank)));
}

MatX self_stress_of(const Model& model, const RowSvd& a) { return model.row_scale().asDiagonal() * a.U.rightCols(a.U.cols() - a.rank); }

// A motion that the loops allow and nothing resists, or -1; in units of the inertia beyond each speed.
int unresisted_in(const Model& model, const std::vector<int>& free, const MatX& N, const MatX& NMN, const MatX& M, const VecX& C, const std::vector<InertiaBeyond>& beyond) {
  VecX yardstick(static_cast<Eigen::Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) {
    yardstick[static_cast<Eigen::Index>(i)] = std::max(pivot_floor(model, beyond, free[i]) / pivot_tolerance, M(free[i], free[i]));
  }
  const MatX unit = N.transpose() * yardstick.asDiagonal() * N;
  const auto most = [&](const VecX& z) {
    Eigen::Index speed = 0;
    (N * z).cwiseQuotient(C).cwiseAbs().maxCoeff(&speed);
    return free[static_cast<std::size_t>(speed)];
  };
  const Eigen::SelfAdjointEigenSolver<MatX> resisted(unit);
  if (!(resisted.eigenvalues()[0] > std::numeric_limits<double>::epsilon() * resisted.eigenvalues().tail<1>()[0])) return most(resisted.eigenvectors().col(0));
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> eigen(NMN, unit);
  if (eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(free.size())) return -1;
  return most(eigen.eigenvectors().col(0));
}

// (9)
SolveStatus solve_free_loops(const Model& model, const Loops& l, const LoopRank* kept, Scratch& s, RowSvd& a, Solution& out) {
  const Question& ask = s.ask;
  a = decompose(model, l, ask.free, kept ? kept->rank : -1);
  if (kept && a.rank > 0 && !(a.sigma[a.rank - 1] > window_ratio * kept->sigma_ref)) {
    out.note = "near a singular configuration, where the loops alone do not determine the acceleration; newton-euler takes the limit along the motion";
    return SolveStatus::singular;
  }
  const VecX gamma = model.row_scale().cwiseProduct(l.gamma - l.Phi_q * ask.vdot);  // vdot is zero where it is wanted
  const VecX part = a.U.leftCols(a.rank).transpose() * gamma;
  VecX vdot = a.C.cwiseProduct(a.V.leftCols(a.rank) * part.cwiseQuotient(a.sigma.head(a.rank)));
  const MatX M_free = s.M(ask.free, ask.free), N = a.C.asDiagonal() * a.V.rightCols(a.V.cols() - a.rank);
  const VecX rhs = (ask.tau - s.bias - s.M * ask.vdot + l.S_cut.transpose() * out.tau_cut)(ask.free);
  if (N.cols() > 0) {
    inertia_beyond(model, ask.q, s.beyond);
    const MatX NMN = N.transpose() * M_free * N;
    if (const int speed = unresisted_in(model, ask.free, N, NMN, s.M, a.C, s.beyond); speed >= 0) {
      out.note = unresisted_note(model, speed);
      return SolveStatus::singular;
    }
    vdot += N * NMN.ldlt().solve(N.transpose() * (rhs - M_free * vdot));
  }
  out.vdot(ask.free) = vdot;
  out.lambda = multipliers_of(model, a, M_free * vdot - rhs);
  const bool overdriven = !ask.driven.empty() && decompose(model, l, all_speeds(model), -1).rank > a.rank;
  if (!kept || overdriven) {
    const VecX miss = gamma - a.U.leftCols(a.rank) * part;
    const VecX& C = model.column_scale();
    const double size = out.vdot.cwiseQuotient(C).lpNorm<Eigen::Infinity>() + ask.v.cwiseQuotient(C).squaredNorm();
    if (miss.lpNorm<Eigen::Infinity>() > 1e-6 * size) {
      out.note = "the given accelerations contradict a loop";
      return SolveStatus::inconsistent;
    }
  }
  const VecX force = s.M * out.vdot + s.bias - l.Phi_q.transpose() * out.lambda - l.S_cut.transpose() * out.tau_cut;
  for (const int k : ask.driven) out.tau[k] = force[k];
  if (overdriven) {
    out.note = overdriven_note;
    return SolveStatus::redundant;
  }
  return SolveStatus::ok;
}

SolveStatus solve_inverse_loops(const Model& model, const Loops& l, int rank, Scratch& s, RowSvd& a, Solution& out) {
  a = decompose(model, l, all_speeds(model), rank);
  const VecX miss = model.row_scale().cwiseProduct(l.Phi_q * out.vdot - l.gamma);
  const double size = out.vdot.cwiseQuotient(a.C).lpNorm<Eigen::Infinity>() + s.ask.v.cwiseQuotient(a.C).squaredNorm();
  if (miss.lpNorm<Eigen::Infinity>() > 1e-8 * size) {
    out.note = "these accelerations would open a loop; give accelerations that keep it closed";
    return SolveStatus::inconsistent;
  }
  const VecX f = s.M * out.vdot + s.bias;
  VecX force;
  const SolveStatus status = choose_least_actuation(model, a.C.asDiagonal() * a.V.rightCols(a.V.cols() - a.rank), l.S_cut, f, force, out);
  if (status != SolveStatus::inconsistent) out.lambda = multipliers_of(model, a, f - force);
  return status;
}

SolveStatus solve_loops(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  Loops l = find_loops(model, s);
  if (given.closure_feedback.size() > 0) l.gamma += given.closure_feedback;
  const bool inverse = is_inverse(model, ask);
  out.vdot = ask.vdot;
  out.tau = ask.tau;
  out.tau_cut = given.tau_cut.size() > 0 && !inverse ? given.tau_cut : VecX(VecX::Zero(model.n_cut_v()));
  LoopRank decided;
  const LoopRank* kept = kept_rank(model, state, given, ask, decided);
  RowSvd a;
  const SolveStatus status =
      inverse ? solve_inverse_loops(model, l, kept ? kept->rank : -1, s, a, out) : solve_free_loops(model, l, kept, s, a, out);
  if ((status == SolveStatus::ok || status == SolveStatus::redundant) && reactions == Reactions::compute) {
    find_loop_reactions(model, l, self_stress_of(model, a), s, out);
  }
  return status;
}

// What a joint transmits holds everything beyond it: the sum of mass times acceleration less the external wrenches.
void find_reactions(const Model& model, Scratch& s, Solution& out) {
  hold_bodies(model, s, out.vdot);
  sum_inwards(model, s, out.tau, out.reaction);
  const Forced none{{0, 0, 0}, {0, 0, 0}};
  for (const Constraint& c : model.constraints()) out.loop_reaction.push_back({springs_of(c) >= 0 ? s.spring_wrench[at(springs_of(c))] : none, none});
}

}  // namespace

Multipliers::Scratch::Scratch(const Model& model)
    : columns(at(model.nv())), bodies(model.bodies().size()), beyond(model.joints().size()), M(model.nv(), model.nv()), bias(model.nv()),
      element_forces(model.nv()), spring_wrench(model.sprung().size()), carried(model.bodies().size()) {
  std::vector<int> first_column;  // per section
  for (const SectionBody& section : model.sections()) {
    first_column.push_back(static_cast<int>(columns.size()));
    columns.resize(columns.size() + model.elastic_bodies()[at(section.elastic)].field.modes.size());
  }
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    bodies[i].speeds = bodies[at(body.inboard_body)].speeds;
    bodies[i].columns = bodies[at(body.inboard_body)].columns;
    for (int k = 0; k < joint.nv; ++k) {
      bodies[i].speeds.push_back(joint.v_begin + k);
      bodies[i].columns.push_back(joint.v_begin + k);
    }
    if (body.section >= 0) {
      const ElasticBody& elastic = model.elastic_bodies()[at(model.sections()[at(body.section)].elastic)];
      for (int k = 0; k < elastic.field.n_modes(); ++k) {
        bodies[i].speeds.push_back(elastic.v_begin + k);
        bodies[i].columns.push_back(first_column[at(body.section)] + k);
      }
    }
    bodies[i].J.resize(bodies[i].speeds.size());
  }
}

Coverage Multipliers::covers(const Model& model) {
  if (model.n_closure_rows() == 0) return {};
  return {true, true, true, "with loops: no limit at singular configurations"};
}

SolveStatus Multipliers::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s,
                               Solution& out) const {
  resolve(model, state, given, s.ask);
  out.note.clear();
  out.reaction.clear();
  out.loop_reaction.clear();
  assemble(model, s);
  if (has_loops(model, given)) return solve_loops(model, state, given, reactions, s, out);
  out.lambda.resize(0);
  out.tau_cut.setZero(model.n_cut_v());
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
