// Distances between straight links.
#pragma once

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

// The least distance between two segments, each from its first to its second point; either may be a point.
double segment_distance(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1);

}  // namespace zanjir
