// The solid that touches, by its support function: a sphere, or the rim of a wheel, rounded and crowned.
// A rim that lies flat would touch all around. It is made convex and smooth instead: by
//   H(n) = r (sqrt(|n_p|^2 + c^2) - k) + radius,   n_p the part of n in the plane of the rim,   k = sqrt(1 + c^2) - 1                              (1)
// the rim bulges by c r towards its sides. Upright its radius is r exactly; flat it rests on the bulge, and a tilt moves the touching point out to the rim
// within an angle of c. The touching point is the gradient of (1), continued homogeneously: so the force of the ground has a potential here too.
#pragma once

#include <cmath>

#include "zanjir/contact/ground.hpp"

namespace zanjir {

constexpr double crown_of_rims = 1e-3;                                                // c
inline const double less_of_rims = std::sqrt(1 + crown_of_rims * crown_of_rims) - 1;  // k

struct Support {
  double reach_m = 0;    // H(-n): how far the solid reaches towards the ground from its centre
  Vec3d point{0, 0, 0};  // where, from the centre
};
inline Support support(const ContactShape& shape, const Vec3d& axis_W, const Vec3d& n) {
  constexpr double c = crown_of_rims;
  if (shape.rim_m == 0) return {shape.radius_m, n * -shape.radius_m};
  const Vec3d in_plane = n - axis_W * dot(axis_W, n);
  const double s = std::sqrt(dot(in_plane, in_plane) + c * c), r = shape.rim_m;
  return {r * (s - less_of_rims) + shape.radius_m, in_plane * (-r / s) - n * (r * c * c / s - r * less_of_rims + shape.radius_m)};
}

inline Touch touch_on_plane(const Vec3d& point_of_plane, const Vec3d& n, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis_W) {
  const Support s = support(shape, axis_W, n);
  return {centre + s.point, n, dot(n, centre - point_of_plane) - s.reach_m};
}

}  // namespace zanjir
