// The tree of `gibbs-appell`: motion outwards in body axes, derivatives of the acceleration energy inwards, inertia matrix by unit motions. Internal to the
// formulation. A body is a link; so is the section of an elastic body, whose motion against that body has the modes for speeds.
//   symbol     code            axes   meaning                               symbol   code          axes   meaning
//   R, r       link.X_PB       parent pose of the body in its parent        E_k      units[k]      body   motion against the parent per unit of speed k
//   omega, v   link.omega, v   body   velocity                              F, Mo    link.f        body   dS/d(omega', a) of all that hangs on the body
//   omega', a  link.omega_dot, a      acceleration, a the ordinary one      Ic       composite     body   inertia of all that hangs on it
// Cost: O(n) for both passes, O(n d) for the inertia matrix, d = depth in speeds.   docs/formulations/gibbs-appell.md
#pragma once

#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/formulations/gibbs_appell/bodies.hpp"

namespace zanjir::gibbs_appell {

// One speed of a joint: the motion of the frame C against J per unit of speed, C axes. Its axis is fixed in the parent or in the child.
enum class FixedIn : std::uint8_t { parent, child };
struct JointUnit {
  Motiond E{};
  FixedIn fixed_in = FixedIn::parent;
};
void joint_units(const Joint&, const Mat3d& R_JC, JointUnit*);
// The wrench in the span of the joint's motions with E_k . share = tau_k, C axes, at C.
Forced actuator_share(const Joint&, const Mat3d& R_JC, const double* tau);

struct Link {  // row 0 is the ground
  int parent = 0;
  int section = -1, elastic = -1;  // as in Body
  int v_begin = 0, nv = 0;         // the speeds that move it against its parent: of its joint, or the modes of the body it is a section of
  int unit_begin = 0;
  int q_modes = 0, v_modes = 0;  // where its own modes begin
  Transformd X_PB, X_WB;
  Motiond rate{}, rate_dot{};  // motion against the parent, and how it changes, seen from the parent, when no speed does
  Vec3d omega{0, 0, 0}, v{0, 0, 0}, omega_dot{0, 0, 0}, a{0, 0, 0};
  Forced external{}, f{};
  Inertiad composite{0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};
};

struct Tree {
  explicit Tree(const Model&);
  std::vector<Link> links;           // [n_bodies]
  std::vector<Motiond> units;        // per link, one per speed that moves it
  std::vector<Integrals> integrals;  // [n_bodies]
  std::vector<Share> shares;         // [n_bodies]
  VecX element_forces;               // [nv] springs, dampers, stops, friction and loads on joint coordinates
  VecX Q;                            // [nv] of derive_S
  MatX M;                            // [nv x nv] rotors included
  std::vector<Forced> column;        // [nv] of modes: dS/d(omega', a) of their body per unit of modal acceleration
};

// Poses, velocities, unit motions and shares of S at the state of the question.
void update_motion(const Model&, const Question&, Tree&);

// omega' and a of all links for given accelerations of the speeds, the ground accelerating against gravity; link.f: what each body takes by itself, less the
// external wrenches; Q: the same for the modes, strain and damping, elements and rotors.
void accelerate(const Model&, const Question&, const VecX& vdot, Tree&);
// link.f of all that hangs on a link, and its share of Q. Afterwards Q = dS/dvdot + dD/dv + dV/dq - elements, the force that the accelerations ask for.
void sum_inwards(Tree&);
// Both: what U in [Shafei2024] eq. (12) must be.
void derive_S(const Model&, const Question&, const VecX& vdot, Tree&);

// M = d2S/dvdot2.
void update_inertia_matrix(const Model&, Tree&);

// Power of a wrench on a link (its axes, its origin) along the unit motions of all speeds that move it, times `factor`, added to a row over the speeds; stops
// at the link `until`, an ancestor.
template <class Row> void project_wrench(const Tree& x, int link, int until, Forced F, double factor, Row&& row) {
  while (link != until) {
    const Link& b = x.links[static_cast<std::size_t>(link)];
    for (int k = 0; k < b.nv; ++k) row[b.v_begin + k] += factor * power(F, x.units[static_cast<std::size_t>(b.unit_begin + k)]);
    F = to_parent(b.X_PB, F);
    link = b.parent;
  }
}

// A wrench at a point, both in world axes, in the axes of a link at its origin.
inline Forced in_link(const Link& b, const Vec3d& point, const Forced& W) {
  return {transpose_times(b.X_WB.R, W.n + cross(point - b.X_WB.p, W.f)), transpose_times(b.X_WB.R, W.f)};
}
// Velocity of the link's material at a point of the world, world axes.
inline Vec3d velocity_at(const Link& b, const Vec3d& point) { return b.X_WB.R * b.v + cross(b.X_WB.R * b.omega, point - b.X_WB.p); }

}  // namespace zanjir::gibbs_appell
