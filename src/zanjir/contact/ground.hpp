// What bodies touch: an inclined half-space, a step on it, or a field of heights. And where a solid touches it.
//   plane         everything below a plane
//   step          the block behind a riser and below its top: flat top, sharp straight edge, upright riser; convex, so that there is one nearest place. The plane on
//                 which it stands is a ground of its own
//   height field  everything below a surface (height_field.hpp)
// Touch is exact: the gap is the distance between ground and solid (below zero the depth), `normal` its gradient, and the rate of the gap the velocity of the
// body's material at `point` along the normal. So the normal force of a law of the gap alone has a potential, over edges too.
#pragma once

#include <memory>

#include "zanjir/contact/height_field.hpp"
#include "zanjir/core/kinds.hpp"

namespace zanjir {

struct HalfSpace {  // fixed in the world; the normal is a unit vector out of the material
  Vec3d point{0, 0, 0}, normal{0, 1, 0};
};

struct Ground {
  GroundKind kind = GroundKind::plane;
  HalfSpace plane;                           // the plane itself; of a step and of a field: on which they stand
  Vec3d tangent{1, 0, 0};                    // unit, in the plane: along the edge of a step, along the rows of a field
  double height_m = 0, length_m = 0;         // of a step; length 0: without end
  std::shared_ptr<const HeightField> field;  // of a height field
};

// A sphere (radius 0: a point), or with `rim_m` > 0 the rim of a wheel: a circle about `axis`, rounded by the radius.
struct ContactShape {
  Vec3d centre_m{0, 0, 0};  // in the frame
  double radius_m = 0;
  double rim_m = 0;
  Vec3d axis{0, 0, 1};  // unit, in the frame
};

struct Gap {
  double distance_m = 0, rate_m_per_s = 0;  // negative distance: inside
};

struct Touch {
  Vec3d point_W{0, 0, 0};   // of the body, nearest to or deepest in the ground
  Vec3d normal_W{0, 0, 1};  // of the ground there, outwards
  double gap_m = 0;
  // Where a rim touches a field in several places (rim_on_field.hpp) they share the force: `point` and `normal` are their means. Of a unit of force so much presses along the normal, and it
  // turns the body about the point by so much.
  double pressed = 1;
  Vec3d turning_m{0, 0, 0};
};
// velocity: of the body's material at the point, relative to the ground's; turning: of the body, the same.
inline double gap_rate(const Touch& at, const Vec3d& velocity, const Vec3d& turning) {
  return at.pressed * dot(at.normal_W, velocity) + dot(at.turning_m, turning);
}
// From the axes of a ground to those in which the ground stands at X_WG.
inline Touch in_world(const Touch& at, const Transformd& X_WG) {
  return {X_WG * at.point_W, X_WG.R * at.normal_W, at.gap_m, at.pressed, X_WG.R * at.turning_m};
}
Touch touch(const Ground&, const ContactShape&, const Transformd& X_WF);

// How far a contact may travel over the ground between two looks at its gap, so that they see each of its dips: without end above a plane, where a straight way has one gap after the
// other; half a cell of a field of heights, between whose places the ground bends one way or changes over once; the smaller side of a block, with the body that has to pass it.
// No gap changes by more than the way, whatever the ground: where it is larger than the way to come there is nothing to see.
double length_of_features_m(const Ground&, const ContactShape&);

}  // namespace zanjir
