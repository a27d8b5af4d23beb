#include "zanjir/map/clearance.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

// Points a0 + s u and b0 + t w. Of the pairs (s, t) in the unit square the best lies inside, where the distance is at right angles to both, or on an
// edge: one end of a segment against the other segment. All of them are tried; the least is the distance, parallel segments included.
double segment_distance(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1) {
  const Vec3d u = a1 - a0, w = b1 - b0, r = a0 - b0;
  const double uu = dot(u, u), ww = dot(w, w), uw = dot(u, w), ur = dot(u, r), wr = dot(w, r);
  const auto apart = [&](double s, double t) { return norm(r + u * s - w * t); };
  const auto on_b = [&](double s) { return ww > 0 ? std::clamp((wr + s * uw) / ww, 0.0, 1.0) : 0.0; };
  const auto on_a = [&](double t) { return uu > 0 ? std::clamp((t * uw - ur) / uu, 0.0, 1.0) : 0.0; };
  double least = std::min({apart(0, on_b(0)), apart(1, on_b(1)), apart(on_a(0), 0), apart(on_a(1), 1)});
  const double across = uu * ww - uw * uw;  // squared area between the directions
  if (across > 0) {
    const double s = (uw * wr - ww * ur) / across, t = (uu * wr - uw * ur) / across;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = std::min(least, apart(s, t));
  }
  return least;
}

}  // namespace zanjir
