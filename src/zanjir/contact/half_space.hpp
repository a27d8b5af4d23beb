// The ground as an inclined half-space, and the gap of a sphere (radius 0: a point) above it.
#pragma once

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct HalfSpace {  // fixed in the world; the normal is a unit vector out of the material
  Vec3d point{0, 0, 0}, normal{0, 1, 0};
};

struct Gap {
  double distance_m = 0, rate_m_per_s = 0;  // negative distance: inside
};

inline Gap gap_of_sphere(const HalfSpace& ground, double radius_m, const Vec3d& centre, const Vec3d& velocity) {
  return {dot(ground.normal, centre - ground.point) - radius_m, dot(ground.normal, velocity)};
}

// Of a sphere, where it meets the ground.
inline Vec3d lowest_point(const HalfSpace& ground, double radius_m, const Vec3d& centre) { return centre - ground.normal * radius_m; }

}  // namespace zanjir
