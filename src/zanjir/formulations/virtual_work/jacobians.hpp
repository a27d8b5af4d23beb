// Jacobians of all bodies, and what they accelerate with when no speed changes, of `virtual-work`. Numbers in brackets: virtual_work.cpp.
#pragma once

#include <vector>

#include "zanjir/model/model.hpp"

namespace zanjir::virtual_work {

// What one unit of a speed does to the bodies beyond its joint: they turn with `axis`, and the origin of C moves with `slide`; world axes.
struct Column {
  Vec3d axis{0, 0, 0}, slide{0, 0, 0}, point{0, 0, 0};  // point: the origin of C
  // Angular velocities that carry the column: of all that comes before this speed, and of the joint's own turning while it acts.
  Vec3d before{0, 0, 0}, own{0, 0, 0};
  Motiond at(const Vec3d& x) const { return {axis, cross(axis, x - point) + slide}; }
};
// The columns of a joint, tree or cut, between two poses; `q` its coordinates. What the speeds mean is said in its definition (model/joint.hpp).
void place_columns(const Joint&, const double* q, const Transformd& X_WJ, const Transformd& X_WC, Column*);

struct BodyMotion {
  Transformd X_WB;
  Vec3d com{0, 0, 0};         // world
  Sym3d I{0, 0, 0, 0, 0, 0};  // about the mass centre, world axes
  Motiond V{}, A{};           // of the mass centre; A: its part without accelerations of the speeds
  std::vector<int> speeds;    // that move it, from the ground outwards
};

class Jacobians {
 public:
  explicit Jacobians(const Model&);
  void place(const Model&, const VecX& q);
  // V and A of all bodies. Needs place().
  void move(const Model&, const VecX& v);

  // Of the point x of a body: per unit of speed k, which must be one that moves it; at the speeds of move(); accelerations without those of the speeds, and of speeds alone.
  Motiond column(int k, const Vec3d& x) const { return columns[at(k)].at(x); }
  Motiond velocity(BodyId, const Vec3d& x) const;
  Motiond acceleration(BodyId, const Vec3d& x) const;
  Motiond along(BodyId, const Vec3d& x, const VecX& rates) const;  // J rates
  // out += sign J^T W, the wrench [moment; force at x].
  void project(BodyId, const Vec3d& x, const Forced& W, double sign, VecX& out) const;

  std::vector<BodyMotion> bodies;
  std::vector<Column> columns;  // per speed
};

}  // namespace zanjir::virtual_work
