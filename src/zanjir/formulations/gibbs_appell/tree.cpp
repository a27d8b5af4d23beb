// Outwards, with w and u the angular and linear velocity against the parent, w0 and u0 their rates seen from the parent at vdot = 0, all in body axes:
//   omega  = R^T omega_p + w                      omega' = R^T omega_p' + (R^T omega_p) x w + w0 + sum e_k vdot_k                                   (1)
//   v      = R^T (v_p + omega_p x r) + u          a      = R^T [a_p + omega_p' x r + omega_p x (omega_p x r)] + 2 (R^T omega_p) x u + u0 + sum E_k vdot_k   (2)
// Inwards:  F_p += R F,   Mo_p += R Mo + r x R F,   dS/dvdot_k = e_k . Mo + E_k . F                                                                (3)
// Joints have axes fixed in the parent or in the child; an axis fixed in the child turns with w. A section of an elastic body (field.hpp (1), (2)) has
//   w = R^T J_l theta',   u = R^T dr/ddelta delta',   w0 = R^T sigma,   u0 = R^T d2r/ddelta2 delta' delta'                                          (4)
//   J_l = 1 + b [theta] + c [theta]^2,   b = (1 - cos t)/t^2,  c = (t - sin t)/t^3,  t = |theta|
//   sigma = d(J_l theta')/dt = 2 (theta . theta') (b' theta x theta' + c' theta x (theta x theta')) + c theta' x (theta x theta'),   b' = db/d(t^2)   (5)
// Inertia matrix: the accelerations of one speed alone act on the frozen rest beyond it as on one rigid body,
//   Ic_p += (Ic seen from the parent),   f_k = Ic E_k,   M_lk = E_l . f_k for all speeds l that move the body, f_k carried inwards by (3)              (6)
//   modes: f_j = (p_j; C2_j) + sum over its sections of Ic E_j,   M_jk = B_jk + sum over its sections of E_j . Ic E_k                                  (7)
// [Shafei2024] leaves the recursion to a reference; its planar form is tested against a plain transcription (tests/unit).
#include "zanjir/formulations/gibbs_appell/tree.hpp"

#include <array>
#include <cmath>

namespace zanjir::gibbs_appell {
namespace {

constexpr Motiond at_rest{{0, 0, 0}, {0, 0, 0}};

Motiond turned(const Mat3d& R, const Motiond& E) { return {R * E.w, R * E.v}; }

// b, c of (5) and their derivatives with respect to x = t^2. Below 1 by their series, whose ninth term is below eps; the closed forms cancel there.
struct TurnFactors {
  double b, c, b1, c1;
};
TurnFactors turn_factors(double x) {
  if (x >= 1) {
    const double t = std::sqrt(x), a = std::sin(t) / t, b = (1 - std::cos(t)) / x, c = (1 - a) / x;
    return {b, c, (a - 2 * b) / (2 * x), (b - 3 * c) / (2 * x)};
  }
  TurnFactors f{0, 0, 0, 0};
  constexpr int terms = 9;
  double term_b = 0.5, term_c = 1.0 / 6, power = 1, power_before = 0;  // (-1)^k/(2k+2)!, (-1)^k/(2k+3)!, x^k, x^(k-1)
  for (int k = 0; k < terms; ++k) {
    f.b += term_b * power;
    f.c += term_c * power;
    f.b1 += term_b * k * power_before;
    f.c1 += term_c * k * power_before;
    term_b /= -(2.0 * k + 3) * (2.0 * k + 4);
    term_c /= -(2.0 * k + 4) * (2.0 * k + 5);
    power_before = power;
    power *= x;
  }
  return f;
}

void move_by_joint(const Joint& joint, const Question& ask, Motiond* units, Link& b) {
  const Transformd X_JC = joint_motion(joint, ask.q.data() + joint.q_begin);
  b.X_PB = joint.X_PJ * X_JC * inverse(joint.X_CJ);
  std::array<JointUnit, 6> unit;
  joint_units(joint, X_JC.R, unit.data());
  Motiond V = at_rest, V_dot = at_rest;  // of C, its axes
  const double* v = ask.v.data() + joint.v_begin;
  for (int k = 0; k < joint.nv; ++k) V = V + unit[at(k)].E * v[k];
  for (int k = 0; k < joint.nv; ++k) {
    const Motiond& E = unit[at(k)].E;
    if (unit[at(k)].fixed_in == FixedIn::child) V_dot = V_dot + Motiond{cross(V.w, E.w), cross(V.w, E.v)} * v[k];
  }
  const Mat3d& R_BC = joint.X_CJ.R;
  const Vec3d d = -joint.X_CJ.p;  // from C to the body origin
  const auto at_origin = [&](const Motiond& E) {
    const Motiond E_B = turned(R_BC, E);
    return Motiond{E_B.w, E_B.v + cross(E_B.w, d)};
  };
  for (int k = 0; k < joint.nv; ++k) units[k] = at_origin(unit[at(k)].E);
  b.rate = at_origin(V);
  b.rate_dot = at_origin(V_dot);
  b.rate_dot.v += cross(b.rate.w, cross(b.rate.w, d));
}

// (4), (5)
void move_by_modes(const ElasticBody& elastic, const SectionBody& section, const Share& share, const Question& ask, Motiond* units, Link& b) {
  const DisplacementField& field = elastic.field;
  const SectionShapes& shapes = section.shapes;
  const double *delta = ask.q.data() + elastic.q_begin, *rate = ask.v.data() + elastic.v_begin;
  b.X_PB = section_pose(field, shapes, delta);
  const Vec3d theta = section_turn(shapes, delta), theta_rate = section_turn(shapes, rate);
  const TurnFactors f = turn_factors(dot(theta, theta));
  const auto J_l = [&](const Vec3d& e) {
    const Vec3d te = cross(theta, e);
    return e + te * f.b + cross(theta, te) * f.c;
  };
  const auto in_section = [&](const Vec3d& e) { return transpose_times(b.X_PB.R, e); };
  b.rate = at_rest;
  for (int j = 0; j < field.n_modes(); ++j) {
    Vec3d shift = shapes.W[at(j)];
    for (int a = field.n_modes(); a < field.n_shapes(); ++a) shift += shapes.W[at(a)] * share.Y(a, j);
    units[j] = {in_section(J_l(shapes.Theta[at(j)])), in_section(shift)};
    b.rate = b.rate + units[j] * rate[j];
  }
  Vec3d drift{0, 0, 0};
  for (int a = field.n_modes(); a < field.n_shapes(); ++a) drift += shapes.W[at(a)] * share.gamma[a];
  const Vec3d across = cross(theta, theta_rate);
  const Vec3d sigma = (across * f.b1 + cross(theta, across) * f.c1) * (2 * dot(theta, theta_rate)) + cross(theta_rate, across) * f.c;
  b.rate_dot = {in_section(sigma), in_section(drift)};
}

}  // namespace

void joint_units(const Joint& joint, const Mat3d& R_JC, JointUnit* unit) {
  const auto turn = [&](const Vec3d& axis, FixedIn fixed_in) { *unit++ = {{axis, {0, 0, 0}}, fixed_in}; };
  const auto slide = [&](const Vec3d& axis, FixedIn fixed_in) { *unit++ = {{{0, 0, 0}, axis}, fixed_in}; };
  const auto axis_J = [&](std::size_t i) { return transpose_times(R_JC, joint.axes[i]); };
  const Vec3d axes_C[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: turn(axis_J(0), FixedIn::parent); break;
    case JointType::prismatic: slide(axis_J(0), FixedIn::parent); break;
    case JointType::cylindrical:
      turn(axis_J(0), FixedIn::parent);
      slide(axis_J(0), FixedIn::parent);
      break;
    case JointType::universal:
      turn(axis_J(0), FixedIn::parent);
      turn(joint.axes[1], FixedIn::child);  // the second turn leaves its own axis where it was
      break;
    case JointType::planar:
      slide(axis_J(0), FixedIn::parent);
      slide(axis_J(1), FixedIn::parent);
      turn(transpose_times(R_JC, cross(joint.axes[0], joint.axes[1])), FixedIn::parent);
      break;
    case JointType::spherical:
    case JointType::free:
      for (const Vec3d& axis : axes_C) turn(axis, FixedIn::child);
      if (joint.type == JointType::free) {
        for (const Vec3d& axis : axes_C) slide(axis, FixedIn::child);
      }
      break;
  }
}

Forced actuator_share(const Joint& joint, const Mat3d& R_JC, const double* tau) {
  std::array<JointUnit, 6> unit;
  joint_units(joint, R_JC, unit.data());
  std::array<double, 6> size{};
  for (int k = 0; k < joint.nv; ++k) size[at(k)] = tau[k];
  if (joint.type == JointType::universal) {  // the only joint whose axes need not be at right angles
    const double c = dot(unit[0].E.w, unit[1].E.w), s2 = 1 - c * c;
    size = {(tau[0] - c * tau[1]) / s2, (tau[1] - c * tau[0]) / s2};
  }
  Forced share{{0, 0, 0}, {0, 0, 0}};
  for (int k = 0; k < joint.nv; ++k) share = share + Forced{unit[at(k)].E.w * size[at(k)], unit[at(k)].E.v * size[at(k)]};
  return share;
}

Tree::Tree(const Model& model)
    : links(model.bodies().size()),
      element_forces(VecX::Zero(model.nv())),
      Q(VecX::Zero(model.nv())),
      M(MatX::Zero(model.nv(), model.nv())),
      column(at(model.nv())) {
  int next = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Body& body = model.bodies()[i];
    Link& b = links[i];
    b.section = body.section;
    b.elastic = body.elastic;
    integrals.push_back(b.elastic >= 0 ? integrals_of(model.elastic_bodies()[at(b.elastic)].field) : integrals_of(body));
    shares.emplace_back(integrals.back());
    if (b.elastic >= 0) {
      b.q_modes = model.elastic_bodies()[at(b.elastic)].q_begin;
      b.v_modes = model.elastic_bodies()[at(b.elastic)].v_begin;
    }
    if (i == 0) continue;
    const Joint& joint = model.joint(*body.inboard_joint);
    b.parent = index(body.inboard_body);
    b.v_begin = joint.v_begin;
    b.nv = joint.nv;
    if (b.section >= 0) {
      const ElasticBody& elastic = model.elastic_bodies()[at(model.sections()[at(b.section)].elastic)];
      b.v_begin = elastic.v_begin;
      b.nv = elastic.field.n_modes();
    }
    b.unit_begin = next;
    next += b.nv;
  }
  units.resize(at(next));
}

void update_motion(const Model& model, const Question& ask, Tree& x) {
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    Link& b = x.links[i];
    const Link& p = x.links[at(b.parent)];
    Motiond* units = x.units.data() + b.unit_begin;
    if (b.section >= 0) {
      const SectionBody& section = model.sections()[at(b.section)];
      move_by_modes(model.elastic_bodies()[at(section.elastic)], section, x.shares[at(b.parent)], ask, units, b);
    } else {
      move_by_joint(model.joint(*model.bodies()[i].inboard_joint), ask, units, b);
    }
    b.X_WB = p.X_WB * b.X_PB;
    b.omega = transpose_times(b.X_PB.R, p.omega) + b.rate.w;
    b.v = transpose_times(b.X_PB.R, p.v + cross(p.omega, b.X_PB.p)) + b.rate.v;
    update_share(x.integrals[i], b.omega, ask.q.data() + b.q_modes, ask.v.data() + b.v_modes, x.shares[i]);
  }
}

void accelerate(const Model& model, const Question& ask, const VecX& vdot, Tree& x) {
  x.Q = model.rotor_inertia().cwiseProduct(vdot) - x.element_forces;
  x.links[0].a = -model.gravity();
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    Link& b = x.links[i];
    const Link& p = x.links[at(b.parent)];
    const Vec3d &r = b.X_PB.p, omega_p = transpose_times(b.X_PB.R, p.omega);
    b.omega_dot = transpose_times(b.X_PB.R, p.omega_dot) + cross(omega_p, b.rate.w) + b.rate_dot.w;  // (1)
    b.a = transpose_times(b.X_PB.R, p.a + cross(p.omega_dot, r) + cross(p.omega, cross(p.omega, r))) + cross(omega_p, b.rate.v) * 2 +
          b.rate_dot.v;  // (2)
    for (int k = 0; k < b.nv; ++k) {
      const Motiond& E = x.units[at(b.unit_begin + k)];
      b.omega_dot += E.w * vdot[b.v_begin + k];
      b.a += E.v * vdot[b.v_begin + k];
    }
    b.f = derivative_of_S(x.integrals[i], x.shares[i], b.omega_dot, b.a, vdot.data() + b.v_modes, x.Q.data() + b.v_modes) - b.external;
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const int n = elastic.field.n_modes();
    auto G = x.Q.segment(elastic.v_begin, n);
    G.noalias() += elastic.field.K * ask.q.segment(elastic.q_begin, n);
    G.noalias() += elastic.field.D * ask.v.segment(elastic.v_begin, n);
  }
}

void sum_inwards(Tree& x) {
  for (std::size_t i = x.links.size() - 1; i > 0; --i) {
    const Link& b = x.links[i];
    for (int k = 0; k < b.nv; ++k) x.Q[b.v_begin + k] += power(b.f, x.units[at(b.unit_begin + k)]);
    if (b.parent > 0) x.links[at(b.parent)].f = x.links[at(b.parent)].f + to_parent(b.X_PB, b.f);
  }
}

void derive_S(const Model& model, const Question& ask, const VecX& vdot, Tree& x) {
  accelerate(model, ask, vdot, x);
  sum_inwards(x);
}

namespace {

// f of a speed, acting on a link, met by all speeds before that link: rows and columns of M.
void carry_inwards(int speed, Forced f, int link, Tree& x) {
  while (true) {
    const Link& b = x.links[at(link)];
    f = to_parent(b.X_PB, f);
    link = b.parent;
    if (link == 0) return;
    const Link& p = x.links[at(link)];
    for (int k = 0; k < p.nv; ++k) x.M(p.v_begin + k, speed) = x.M(speed, p.v_begin + k) = power(f, x.units[at(p.unit_begin + k)]);
  }
}

void start_inertia_matrix(Tree& x) {
  x.M.setZero();
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    Link& b = x.links[i];
    const Share& s = x.shares[i];
    b.composite = {x.integrals[i].m, s.C, {s.I.xx, s.I.yy, s.I.zz, s.I.xy, s.I.xz, s.I.yz}};
    const int n = x.integrals[i].n_modes;
    if (n > 0) x.M.block(b.v_modes, b.v_modes, n, n) = s.B;
    for (int j = 0; j < n; ++j) x.column[at(b.v_modes + j)] = {s.p[at(j)], s.C2[at(j)]};
  }
}

}  // namespace

void update_inertia_matrix(const Model& model, Tree& x) {
  start_inertia_matrix(x);
  for (std::size_t i = x.links.size() - 1; i > 0; --i) {
    const Link& b = x.links[i];
    const Motiond* E = x.units.data() + b.unit_begin;
    for (int k = 0; k < b.nv; ++k) {
      const Forced f = b.composite * E[k];
      for (int l = 0; l < b.nv; ++l) x.M(b.v_begin + l, b.v_begin + k) += power(f, E[l]);
      if (b.section >= 0) {  // (7)
        Forced& column = x.column[at(b.v_begin + k)];
        column = column + to_parent(b.X_PB, f);
      } else {
        carry_inwards(b.v_begin + k, f, static_cast<int>(i), x);  // (6)
      }
    }
    for (int j = 0; j < x.integrals[i].n_modes; ++j) {
      const int mode = b.v_modes + j;
      for (int k = 0; k < b.nv; ++k) x.M(b.v_begin + k, mode) = x.M(mode, b.v_begin + k) = power(x.column[at(mode)], E[k]);
      carry_inwards(mode, x.column[at(mode)], static_cast<int>(i), x);
    }
    if (b.parent > 0) x.links[at(b.parent)].composite = x.links[at(b.parent)].composite + to_parent(b.X_PB, b.composite);
  }
  x.M.diagonal() += model.rotor_inertia();
}

}  // namespace zanjir::gibbs_appell
