// How much inertia lies beyond each joint: the yardstick for "nothing resists this motion". Only tolerances and units are made from it,
// never a result, so formulations may share it.
//   mass      sum of the masses the joint carries
//   rotation  sum of m r^2 + tr I_c, r = path length from the joint to the mass centre: bounds the inertia about any axis through the joint,
//             in any direction, and is free of the cancellation that a distance between world positions has
//   rounding  sum of m P^2, P = path length from the ground: a position is known to eps P, so a lever that should be zero may show
//             as eps P, and an inertia that should be zero as m (eps P)^2
// Cost: O(n depth).
#pragma once

#include <vector>

#include "zanjir/model/model.hpp"

namespace zanjir {

struct InertiaBeyond {
  double mass = 0, rotation = 0, rounding = 0;
};

void inertia_beyond(const Model&, const VecX& q, std::vector<InertiaBeyond>& per_joint);

// A pivot of the mass matrix (what resists one speed once those before it move freely) is a difference of numbers up to `mass` or
// `rotation`, each with a rounding error of some eps: not above  64 eps x mass  (slides) or  64 eps x rotation + (64 eps)^2 x rounding
// (turns) it cannot be told from zero. 64 leaves room for the sums over a chain of some tens of bodies.
inline constexpr double pivot_tolerance = 64 * 2.220446049250313e-16;
double pivot_floor(const Model&, const std::vector<InertiaBeyond>&, int speed);

// "joint 'A': ..." for Solution::note
std::string unresisted_note(const Model&, int speed);

}  // namespace zanjir
