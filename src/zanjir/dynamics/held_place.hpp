// One contact that holds, at one state: its rows w = (n.u, e1.u, e2.u), what they may be pulled with, and its dry friction along e1 and e2 alone:
//   |M^-1 f_t| <= k N  while it sticks, M = diag(mu along, mu across);    f_t = -N M^2 e/|M e|  where it slides along e, (1) of contact/friction_law.hpp
// Held by order its ground may pull, N <= 0: the cone is empty then, f_t = 0, and it is loose along the ground.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "zanjir/contact/contact_memory.hpp"
#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

// Rows that are held where nothing slides; `none`: it is apart.
enum class HeldRows : std::uint8_t { none, normal, wheel, all };

HeldRows held_rows(const Contact&);

struct HeldPlace {
  int contact = 0;
  const CompliantContact* law = nullptr;
  bool pulls = false;        // it is kept whatever the force: held by a law of time
  bool fixed_slide = false;  // slides because it moves, not because its cone is full
  bool stays = false;        // held for this once, whatever the force
  bool kinetic = false;      // has begun to slide: its cone is that of sliding
  HeldRows rows = HeldRows::all;
  Grip grip = Grip::sticks;
  Mat3d R_WG, R_GB;
  Vec3d n, e1, e2;                                      // world axes
  Vec3d u;                                              // relative velocity, world axes
  Vec3d slide;                                          // unit, world axes
  double mu[2] = {0, 0};                                // along e1 and e2
  double axes_turn_rad_per_s = 0;                       // e1 and e2 about n, beside the ground
  Vec3d lambda{0, 0, 0}, after{0, 0, 0};                // force or impulse, and what is left of the rows; along n, e1, e2
  int group = -1;                                       // of contacts whose division of forces no law determines: the first of them
  bool shares_normal = false, shares_friction = false;  // with others, in a way that no equation determines
  double margin = 0;                                    // of the first of a group: how far the division that is furthest inside all cones is inside

  bool dry() const { return rows == HeldRows::all && law->friction.type == FrictionLawType::dry; }
  bool sticks_dry() const { return dry() && grip == Grip::sticks && !stays; }
  bool slides_dry() const { return dry() && grip == Grip::slides; }
  bool may_be_loose() const { return pulls && dry(); }
  bool unilateral() const { return !pulls && !stays; }
  bool bounded() const { return unilateral() || sticks_dry(); }  // not every force can hold it
  // Whether the row is kept at rest by a force of its own: 0 the normal, 1 and 2 along e1 and e2.
  bool holds(int axis) const {
    return rows != HeldRows::none && (axis == 0 || (grip == Grip::sticks && (rows == HeldRows::all || (rows == HeldRows::wheel && axis == 2))));
  }
  // Of the rows that are kept at rest: the most that `after` leaves.
  double most_left() const {
    return std::max({holds(0) ? std::abs(after.x) : 0, holds(1) ? std::abs(after.y) : 0, holds(2) ? std::abs(after.z) : 0});
  }
  double sticking(int i) const { return mu[i] * (kinetic ? 1 : law->friction.static_ratio); }
  double share() const { return std::hypot(lambda.y / sticking(0), lambda.z / sticking(1)); }  // of the cone, in newtons of normal force
  // How far the force is inside what this contact can bear, in newtons of normal force.
  double spare() const { return sticks_dry() ? lambda.x - share() : lambda.x; }
  // Per normal force, along n, e1, e2.
  Vec3d sliding() const {
    const double a = mu[0] * dot(slide, e1), b = mu[1] * dot(slide, e2), size = std::hypot(a, b);
    return size > 0 ? Vec3d{1, -mu[0] * a / size, -mu[1] * b / size} : Vec3d{1, 0, 0};
  }
  Vec3d force_W() const { return n * lambda.x + e1 * lambda.y + e2 * lambda.z; }
};

inline Eigen::Index row_of(std::size_t place, int axis) { return static_cast<Eigen::Index>(3 * place) + axis; }
inline double& along_axis(Vec3d& a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

}  // namespace zanjir
