// The point of a field of heights that is nearest to a given one, of all its points: a distance that is continuous everywhere and whose sign says on which side of the surface one is.
//
// The squared distance to s(x, y) = (x, y, h), D = |p - s|^2, falls along the slope from the place below p to a minimum, by Newton's method. It is the least of all where D is convex as far as
// a nearer point could be, within |p - s| of p, by bounds on height and bend of the cells there:
//   1/2 D'' = 1 + dh dh^T - (p.z - h) h''                                                                                                            (1)
// So near to the ground as curvature allows; that is the usual case, and costs little. Elsewhere, above valleys and deep below hills, cells are divided until each part is further away than the
// best point known, or (1) is positive there and D no less than its tangent plane at some place (a branch and bound): nothing is missed but what would be nearer by a rounding.
#pragma once

#include "zanjir/contact/height_field.hpp"

namespace zanjir {

// Distance of p, negative below the surface, and the unit normal at the nearest point. Points far above are answered by a bound from below: how far they are above the highest place, which is
// all that a contact in flight has to know.
struct NearestPoint {
  double distance_m = 0;
  Vec3d normal{0, 0, 1};
};
NearestPoint nearest_point(const HeightField&, const Vec3d& p, double reach_m);

}  // namespace zanjir
