// The tree of `denoc`: twists at the mass centres, their propagation and generators, and the projected equations of motion. Internal to the
// formulation. Everything is in world axes, angular part first.
//   paper   code           meaning                                     paper   code            meaning
//   t_i     link.t         twist of body i at its mass centre          B       way `a`         t_i = B t_parent + p v,  B = [1 0; -[a]x 1]
//   p_i     generator.p    a column per speed of the joint             a       link.a          mass centre of the parent -> that of the body
//   M~_i    link.composite inertia of everything beyond, at c_i        I, C v  I, bias         generalized inertia and velocity terms
// Cost: O(n) for twists, rates and bias, O(n d) for I, d = depth in speeds.   Source: [Saha1999]; docs/formulations/denoc.md
#pragma once

#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/question.hpp"

namespace zanjir::denoc {

struct Generator {  // of one speed: a turn about a line, or a slide along a direction, both fixed in the joint's parent or child
  Motiond p{}, p_rate{};
  Vec3d axis{0, 0, 0}, point{0, 0, 0};
  BodyId fixed_in = BodyId::ground;
  bool turns = true;
};

struct Link {  // a body; row 0 is the ground
  int parent = 0, v_begin = 0, nv = 0;
  double m = 0;
  Vec3d com_B{0, 0, 0};         // mass centre; the body origin where there is no mass
  Sym3d I_B{0, 0, 0, 0, 0, 0};  // about the mass centre, body axes
  Vec3d com{0, 0, 0}, a{0, 0, 0};
  Sym3d I{0, 0, 0, 0, 0, 0};
  Motiond t{}, t_rate{};  // t_rate: for vdot = 0
  Motiond t_dot{};        // for the accelerations given to accelerate()
  Forced external{};      // gravity, springs, loads; about the mass centre
  Forced w{};             // what the inboard joint transmits, about the mass centre
  Inertiad composite{0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};
};

struct Tree {
  explicit Tree(const Model&);
  std::vector<Transformd> X_WB;       // [n_bodies]
  std::vector<Link> links;            // [n_bodies]
  std::vector<Generator> generators;  // [nv]
  MatX I;                             // [nv x nv] rotors included
  VecX bias, element_forces;          // [nv] C v - T^T w_external - elements; springs, dampers, loads on joint coordinates
};

// The motions of a joint's speeds as lines and directions in the world. One entry per speed.
void place_generators(const Tree&, const Joint&, Generator*);

// Twists, rates and external wrenches at the state of the question; then, once all wrenches are there, I and bias.
void update_motion(const Model&, const Question&, Tree&);
void update_equations(const Model&, Tree&);

// t_dot of all links, and in link.w what each body by itself needs: M t_dot + Mdot t - external.
void accelerate(const Model&, const VecX& vdot, Tree&);

// From the tips inwards: every link.w of a child is handed to its parent. Afterwards link.w is what the inboard joint transmits.
void sum_wrenches_inwards(Tree&);

// N_d^T N_l^T of a wrench on one body, given at its mass centre, times `factor`, added to a row over the speeds; stops at the body `until`, an ancestor.
template <class Row> void project_wrench(const Tree& x, int body, int until, Forced F, double factor, Row&& row) {
  while (body != until) {
    const Link& b = x.links[static_cast<std::size_t>(body)];
    for (int k = b.v_begin; k < b.v_begin + b.nv; ++k) row[k] += factor * power(F, x.generators[static_cast<std::size_t>(k)].p);
    F.n += cross(b.a, F.f);  // B^T F
    body = b.parent;
  }
}

inline Vec3d velocity_at(const Link& b, const Vec3d& x) { return b.t.v + cross(b.t.w, x - b.com); }

// The wrench in the span of a joint's axes at the joint origin on the child with axis_k . share = tau_k. Only a universal joint may have axes
// that are not at right angles.
Forced actuator_share(const Joint&, const Generator*, const double* tau);

}  // namespace zanjir::denoc
