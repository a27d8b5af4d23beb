#include "zanjir/contact/ground.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/contact/nearest_point.hpp"
#include "zanjir/contact/rim.hpp"
#include "zanjir/contact/rim_on_field.hpp"
#include "zanjir/core/angles.hpp"

namespace zanjir {
namespace {

// The normal at which the edge of a step meets a rim, n = up cos a + front sin a with the largest n.d - H(n), d from the edge to the centre. Apart from it there is one such place. Inside
// the rim there may be two, and the ends: there the largest of all counts, which does not jump as the rim goes deeper. Along the edge the rim looks like an ellipse, rounded: evenly along
// its arc, by parameters and not by normals, a few looks see both.
double normal_of_edge(const ContactShape& shape, const Vec3d& axis_W, const Vec3d& up, const Vec3d& front, const Vec3d& d) {
  const auto normal = [&](double a) { return up * std::cos(a) + front * std::sin(a); };
  const auto distance = [&](double a) { return dot(normal(a), d) - support(shape, axis_W, normal(a)).reach_m; };
  // d/da of n.d - H(n) = n'.(centre + point - edge)
  const auto slope = [&](double a) { return dot(front * std::cos(a) - up * std::sin(a), d + support(shape, axis_W, normal(a)).point); };
  const auto peak = [&](double low, double high) {
    double a = low;
    for (int i = 0; i < 60; ++i) {
      a = (low + high) / 2;
      (slope(a) > 0 ? low : high) = a;
    }
    return a;
  };
  constexpr double last = std::numbers::pi / 2;
  const double a = slope(0) <= 0 ? 0 : slope(last) >= 0 ? last : peak(0, last);
  if (distance(a) >= 0) return a;
  const double along_up = dot(axis_W, up), along_front = dot(axis_W, front), from = std::atan2(along_front, along_up);
  const double wide = std::sqrt(1 + crown_of_rims * crown_of_rims),
               narrow = std::sqrt(std::max(crown_of_rims * crown_of_rims, wide * wide - along_up * along_up - along_front * along_front));
  const auto parameter = [&](double at) {
    const double turned = at - from;
    return nearest_turn(std::atan2(wide * std::sin(turned), narrow * std::cos(turned)), turned);
  };
  const auto angle = [&](double t) { return from + nearest_turn(std::atan2(narrow * std::sin(t), wide * std::cos(t)), t); };
  constexpr int looks = 12;
  const double begin = parameter(0), end = parameter(last);
  double best = distance(0) > distance(last) ? 0 : last, low = 0;
  for (int i = 1; i <= looks; ++i) {
    const double high = i == looks ? last : std::clamp(angle(begin + (end - begin) * i / looks), low, last);
    if (slope(low) > 0 && slope(high) < 0) {
      const double inside = peak(low, high);
      if (distance(inside) > distance(best)) best = inside;
    }
    low = high;
  }
  return best;
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
  // A sphere: the direction from the edge where the centre is off both faces, else the nearer face.
  const double a = shape.rim_m > 0           ? normal_of_edge(shape, axis_W, up, front, d)
                   : above > 0 && before > 0 ? std::atan2(before, above)
                   : before > above          ? std::numbers::pi / 2
                                             : 0;
  return touch_on_plane(edge, up * std::cos(a) + front * std::sin(a), shape, centre, axis_W);
}

Vec3d across(const Vec3d& axis) {  // a unit vector across it
  const Vec3d a = cross(axis, std::abs(axis.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
  return a * (1 / norm(a));
}

Touch on_field(const Ground& ground, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis_W, const Mat3d& R_WF) {
  const Vec3d up = ground.plane.normal, x = ground.tangent, y = cross(up, x), d = centre - ground.plane.point;
  const auto to_field = [&](const Vec3d& a) { return Vec3d{dot(a, x), dot(a, y), dot(a, up)}; };
  const auto to_world = [&](const Vec3d& a) { return x * a.x + y * a.y + up * a.z; };
  if (shape.rim_m > 0) {
    const Touch at = rim_on_field(*ground.field, shape, to_field(d), to_field(axis_W), to_field(R_WF * across(shape.axis)));
    return {ground.plane.point + to_world(at.point_W), to_world(at.normal_W), at.gap_m, at.pressed, to_world(at.turning_m)};
  }
  const NearestPoint nearest = nearest_point(*ground.field, to_field(d), shape.radius_m);
  const Vec3d n = to_world(nearest.normal);
  return {centre - n * shape.radius_m, n, nearest.distance_m - shape.radius_m};
}

}  // namespace

Touch touch(const Ground& ground, const ContactShape& shape, const Transformd& X_WF) {
  const Vec3d centre = X_WF * shape.centre_m;
  const Vec3d axis_W = shape.rim_m > 0 ? X_WF.R * shape.axis : shape.axis;
  switch (ground.kind) {
    case GroundKind::plane: break;
    case GroundKind::step: return on_step(ground, shape, centre, axis_W);
    case GroundKind::height_field: return on_field(ground, shape, centre, axis_W, X_WF.R);
  }
  return touch_on_plane(ground.plane.point, ground.plane.normal, shape, centre, axis_W);
}

double length_of_features_m(const Ground& ground, const ContactShape& shape) {
  switch (ground.kind) {
    case GroundKind::plane: break;
    case GroundKind::step: return (ground.length_m > 0 ? std::min(ground.height_m, ground.length_m) : ground.height_m) + shape.rim_m + shape.radius_m;
    case GroundKind::height_field: return 0.5 * std::min(ground.field->dx_m, ground.field->dy_m);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace zanjir
