// Forward:   t_i = B t_par + sum p v                       tdot_i = B tdot_par + Bdot t_par + sum (p vdot + pdot v)                      (1)
//   with Bdot t = [0; omega_par x adot],  adot = v_i - v_par, and for a turn about the line through x along e, fixed in body f,
//   p = [e; e x (c_i - x)],  pdot = [edot; edot x (c_i - x) + e x (v_i - xdot)],   edot = omega_f x e,  xdot = velocity of f at x          (2)
//   for a slide p = [0; e], pdot = [0; edot]
// Backward:  M~_par += B^T M~_i B,   I_mn = p_m^T M~_m B_mn p_n                                                                          (3)
//            w_i = M_i tdot_i + [omega x I omega; 0] - external,   w_par += B^T w_i,   bias_m = p_m^T w_m at vdot = 0                    (4)
// [Saha1999] has chains of revolute and prismatic joints; the generators of the other joints, and those that turn with the child, are ours.
#include "zanjir/formulations/denoc/tree.hpp"

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/dynamics/poses.hpp"

namespace zanjir::denoc {
namespace {

constexpr Motiond at_rest{{0, 0, 0}, {0, 0, 0}};

// B t
Motiond carried(const Link& b, const Motiond& t_parent) { return {t_parent.w, t_parent.v + cross(t_parent.w, b.a)}; }

// (2)
void update_generator(const Link& b, Generator& g) { g.p = g.turns ? Motiond{g.axis, cross(g.axis, b.com - g.point)} : Motiond{{0, 0, 0}, g.axis}; }
void update_generator_rate(const Tree& x, const Link& b, Generator& g) {
  const Link& f = x.links[at(g.fixed_in)];
  const Vec3d axis_rate = cross(f.t.w, g.axis);
  g.p_rate = g.turns ? Motiond{axis_rate, cross(axis_rate, b.com - g.point) + cross(g.axis, b.t.v - velocity_at(f, g.point))}
                     : Motiond{{0, 0, 0}, axis_rate};
}

// (1)
void propagate_twists(const Model& model, const VecX& v, Tree& x) {
  for (std::size_t i = 0; i < x.links.size(); ++i) {
    Link& b = x.links[i];
    b.com = x.X_WB[i] * b.com_B;
    b.I = rotate(x.X_WB[i].R, b.I_B);
  }
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    Link& b = x.links[i];
    const Link& parent = x.links[at(b.parent)];
    Generator* g = x.generators.data() + b.v_begin;
    b.a = b.com - parent.com;
    b.t = carried(b, parent.t);
    place_generators(x, model.joints()[i - 1], g);
    for (int k = 0; k < b.nv; ++k) {
      update_generator(b, g[k]);
      b.t = b.t + g[k].p * v[b.v_begin + k];
    }
    b.t_rate = carried(b, parent.t_rate);
    b.t_rate.v += cross(parent.t.w, b.t.v - parent.t.v);
    for (int k = 0; k < b.nv; ++k) {
      update_generator_rate(x, b, g[k]);
      b.t_rate = b.t_rate + g[k].p_rate * v[b.v_begin + k];
    }
  }
}

void gather_external(const Model& model, const Question& ask, Tree& x) {
  for (Link& b : x.links) b.external = {{0, 0, 0}, model.gravity() * b.m};
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const Link& b = x.links[at(frame.body)];
    const Transformd X_WF = x.X_WB[at(frame.body)] * frame.X_BF;
    return {X_WF, {b.t.w, velocity_at(b, X_WF.p)}};
  };
  for_each_frame_force(model, ask.t_s, ask.contact, where, [&](ElementPart, const Frame& frame, const Vec3d& point, const Forced& F) {
    Link& b = x.links[at(frame.body)];
    b.external = b.external + Forced{F.n + cross(point - b.com, F.f), F.f};
  });
  x.element_forces.setZero();
  for_each_joint_force(model, ask.t_s, ask.q, ask.v, [&](ElementPart, int speed, double force) { x.element_forces[speed] += force; });
}

// M t_dot + Mdot t - external
Forced needed_wrench(const Link& b, const Motiond& t_dot) { return Forced{b.I * t_dot.w + cross(b.t.w, b.I * b.t.w), t_dot.v * b.m} - b.external; }

// B^T M~ B: the same inertia about a point that lies `a` before its own.
Inertiad moved_back(const Inertiad& M, const Vec3d& a) {
  const Vec3d& h = M.h;
  const double ha = 2 * dot(h, a);
  const Sym3d cross_terms{ha - 2 * h.x * a.x,       ha - 2 * h.y * a.y,       ha - 2 * h.z * a.z,
                          -(h.x * a.y + a.x * h.y), -(h.x * a.z + a.x * h.z), -(h.y * a.z + a.y * h.z)};
  return {M.m, h + a * M.m, M.I + point_inertia(M.m, a) + cross_terms};
}

// (3)
void assemble_inertia(const Model& model, Tree& x) {
  for (Link& b : x.links) b.composite = {b.m, {0, 0, 0}, b.I};
  x.I.setZero();
  for (std::size_t i = x.links.size() - 1; i > 0; --i) {
    const Link& b = x.links[i];
    for (int k = b.v_begin; k < b.v_begin + b.nv; ++k) {
      project_wrench(x, static_cast<int>(i), 0, b.composite * x.generators[at(k)].p, 1, x.I.col(k));
    }
    if (b.parent > 0) x.links[at(b.parent)].composite = x.links[at(b.parent)].composite + moved_back(b.composite, b.a);
  }
  // Column k holds the rows of its own joint and of those before it; the other half is its mirror image.
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    const Link& b = x.links[i];
    for (int body = b.parent; body > 0; body = x.links[at(body)].parent) {
      const Link& before = x.links[at(body)];
      x.I.block(b.v_begin, before.v_begin, b.nv, before.nv) = x.I.block(before.v_begin, b.v_begin, before.nv, b.nv).transpose();
    }
  }
  x.I.diagonal() += model.rotor_inertia();
}

// (4) at vdot = 0
void assemble_bias(Tree& x) {
  for (std::size_t i = 1; i < x.links.size(); ++i) x.links[i].w = needed_wrench(x.links[i], x.links[i].t_rate);
  sum_wrenches_inwards(x);
  x.bias = -x.element_forces;
  for (const Link& b : x.links) {
    for (int k = b.v_begin; k < b.v_begin + b.nv; ++k) x.bias[k] += power(b.w, x.generators[at(k)].p);
  }
}

}  // namespace

Tree::Tree(const Model& model)
    : X_WB(model.bodies().size()),
      links(model.bodies().size()),
      generators(at(model.nv())),
      I(MatX::Zero(model.nv(), model.nv())),
      bias(VecX::Zero(model.nv())),
      element_forces(VecX::Zero(model.nv())) {
  for (std::size_t i = 1; i < links.size(); ++i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joints()[i - 1];
    Link& b = links[i];
    b.parent = index(body.inboard_body);
    b.v_begin = joint.v_begin;
    b.nv = joint.nv;
    b.m = body.mass_kg;
    b.com_B = body.com_m;
    b.I_B = body.I_com_kg_m2;
  }
  links[0].t = links[0].t_rate = links[0].t_dot = at_rest;
}

void place_generators(const Tree& x, const Joint& joint, Generator* g) {
  const Transformd &X_WP = x.X_WB[at(joint.parent)], &X_WB = x.X_WB[at(joint.child)];
  const auto set = [&](const Vec3d& axis, const Vec3d& point, BodyId fixed_in, bool turns) {
    g->axis = axis;
    g->point = point;
    g->fixed_in = fixed_in;
    g->turns = turns;
    ++g;
  };
  const auto turn = [&](const Vec3d& axis, const Vec3d& point, BodyId fixed_in) { set(axis, point, fixed_in, true); };
  const auto slide = [&](const Vec3d& axis, BodyId fixed_in) { set(axis, {0, 0, 0}, fixed_in, false); };
  const auto axis_J = [&](std::size_t i) { return X_WP.R * (joint.X_PJ.R * joint.axes[i]); };
  const auto origin_J = [&] { return X_WP * joint.X_PJ.p; };
  const auto origin_C = [&] { return X_WB * joint.X_CJ.p; };
  switch (joint.type) {
    case JointType::weld: break;
    case JointType::revolute: turn(axis_J(0), origin_J(), joint.parent); break;
    case JointType::prismatic: slide(axis_J(0), joint.parent); break;
    case JointType::cylindrical: {
      const Vec3d axis = axis_J(0);
      turn(axis, origin_J(), joint.parent);
      slide(axis, joint.parent);
      break;
    }
    case JointType::universal:
      turn(axis_J(0), origin_J(), joint.parent);
      turn(X_WB.R * (joint.X_CJ.R * joint.axes[1]), origin_C(), joint.child);  // the second turn leaves its own axis where it was
      break;
    case JointType::planar: {
      const Vec3d first = axis_J(0), second = axis_J(1);
      slide(first, joint.parent);
      slide(second, joint.parent);
      turn(cross(first, second), origin_C(), joint.child);
      break;
    }
    case JointType::spherical:
    case JointType::free: {  // speeds in the axes of C
      const Mat3d R_WC = X_WB.R * joint.X_CJ.R;
      for (int i = 0; i < 3; ++i) turn(R_WC.col(i), origin_C(), joint.child);
      if (joint.type == JointType::free) {
        for (int i = 0; i < 3; ++i) slide(R_WC.col(i), joint.child);
      }
      break;
    }
  }
}

void update_motion(const Model& model, const Question& ask, Tree& x) {
  body_poses(model, ask.q.data(), x.X_WB);
  propagate_twists(model, ask.v, x);
  gather_external(model, ask, x);
}

void update_equations(const Model& model, Tree& x) {
  assemble_inertia(model, x);
  assemble_bias(x);
}

void accelerate(const Model& model, const VecX& vdot, Tree& x) {
  for (std::size_t i = 1; i < model.bodies().size(); ++i) {
    Link& b = x.links[i];
    const Link& parent = x.links[at(b.parent)];
    // what the accelerations add to t_rate goes outwards like a twist
    b.t_dot = carried(b, parent.t_dot - parent.t_rate) + b.t_rate;
    for (int k = b.v_begin; k < b.v_begin + b.nv; ++k) b.t_dot = b.t_dot + x.generators[at(k)].p * vdot[k];
    b.w = needed_wrench(b, b.t_dot);
  }
}

void sum_wrenches_inwards(Tree& x) {
  for (std::size_t i = x.links.size() - 1; i > 0; --i) {
    const Link& b = x.links[i];
    if (b.parent == 0) continue;
    Link& parent = x.links[at(b.parent)];
    parent.w = parent.w + Forced{b.w.n + cross(b.a, b.w.f), b.w.f};
  }
}

Forced actuator_share(const Joint& joint, const Generator* g, const double* tau) {
  Forced share{{0, 0, 0}, {0, 0, 0}};
  if (joint.type == JointType::universal) {  // by the reciprocal axes
    const Vec3d normal = cross(g[0].axis, g[1].axis);
    share.n = (cross(g[1].axis, normal) * tau[0] + cross(normal, g[0].axis) * tau[1]) * (1 / dot(normal, normal));
    return share;
  }
  for (int k = 0; k < joint.nv; ++k) (g[k].turns ? share.n : share.f) += g[k].axis * tau[k];
  return share;
}

}  // namespace zanjir::denoc
