#include "zanjir/contact/ground.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace zanjir {
namespace {

// A rim that lies flat touches all around. It is made convex and smooth instead: by the support function
//   H(n) = r (sqrt(|n_p|^2 + c^2) - k) + radius,   n_p the part of n in the plane of the rim,   k = sqrt(1 + c^2) - 1                              (1)
// the rim bulges by c r towards its sides. Upright its radius is r exactly; flat it rests on the bulge, and a tilt moves the touching point out to the rim
// within an angle of c. The touching point is the gradient of (1), continued homogeneously: so the force of the ground has a potential here too.
constexpr double crown = 1e-3;
const double crowned_less = std::sqrt(1 + crown * crown) - 1;

struct Support {
  double reach_m = 0;    // H(-n): how far the solid reaches towards the ground from its centre
  Vec3d point{0, 0, 0};  // where, from the centre
};
Support support(const ContactShape& shape, const Vec3d& axis_W, const Vec3d& n) {
  if (shape.rim_m == 0) return {shape.radius_m, n * -shape.radius_m};
  const Vec3d in_plane = n - axis_W * dot(axis_W, n);
  const double s = std::sqrt(dot(in_plane, in_plane) + crown * crown), r = shape.rim_m;
  return {r * (s - crowned_less) + shape.radius_m, in_plane * (-r / s) - n * (r * crown * crown / s - r * crowned_less + shape.radius_m)};
}

Touch on_plane(const Vec3d& point_of_plane, const Vec3d& n, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis_W) {
  const Support s = support(shape, axis_W, n);
  return {centre + s.point, n, dot(n, centre - point_of_plane) - s.reach_m};
}

// The block of a step is convex: its distance from a convex solid is the largest, over the normals n of the block, of the distance between the two planes with
// this normal that touch them. Normals: up, towards the lower side, and between them those of the edge, n = up cos a + front sin a.
Touch on_step(const Ground& ground, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis_W) {
  const Vec3d up = ground.plane.normal, toward = cross(ground.tangent, up);
  Vec3d edge = ground.plane.point + up * ground.height_m, front = -toward;
  if (ground.length_m > 0 && dot(centre - edge, toward) > ground.length_m / 2) {  // nearer to the far side of the block
    edge = edge + toward * ground.length_m;
    front = toward;
  }
  const Vec3d d = centre - edge;
  const double above = dot(d, up), before = dot(d, front);
  const auto normal = [&](double a) { return up * std::cos(a) + front * std::sin(a); };
  double a = 0;
  if (shape.rim_m == 0) {  // a sphere: the direction from the edge where the centre is off both faces, else the nearer face
    a = above > 0 && before > 0 ? std::atan2(before, above) : before > above ? std::numbers::pi / 2 : 0;
  } else {
    // d/da of n.d - H(n) = n'.(centre + point - edge): falls through zero at the one maximum inside, or has one sign
    const auto slope = [&](double at) {
      const Vec3d n = normal(at), turned = front * std::cos(at) - up * std::sin(at);
      return dot(turned, d + support(shape, axis_W, n).point);
    };
    double low = 0, high = std::numbers::pi / 2;
    if (slope(low) <= 0) a = low;
    else if (slope(high) >= 0) a = high;
    else {
      for (int i = 0; i < 60; ++i) (slope(a = (low + high) / 2) > 0 ? low : high) = a;
    }
  }
  return on_plane(edge, normal(a), shape, centre, axis_W);
}

Touch on_field(const Ground& ground, const ContactShape& shape, const Vec3d& centre) {
  const Vec3d up = ground.plane.normal, x = ground.tangent, y = cross(up, x), d = centre - ground.plane.point;
  const NearestPoint nearest = nearest_point(*ground.field, {dot(d, x), dot(d, y), dot(d, up)}, shape.radius_m);
  const Vec3d n = x * nearest.normal.x + y * nearest.normal.y + up * nearest.normal.z;
  return {centre - n * shape.radius_m, n, nearest.distance_m - shape.radius_m};
}

}  // namespace

Touch touch(const Ground& ground, const ContactShape& shape, const Transformd& X_WF) {
  const Vec3d centre = X_WF * shape.centre_m;
  const Vec3d axis_W = shape.rim_m > 0 ? X_WF.R * shape.axis : shape.axis;
  switch (ground.kind) {
    case GroundKind::plane: break;
    case GroundKind::step: return on_step(ground, shape, centre, axis_W);
    case GroundKind::height_field: return on_field(ground, shape, centre);
  }
  return on_plane(ground.plane.point, ground.plane.normal, shape, centre, axis_W);
}

}  // namespace zanjir
