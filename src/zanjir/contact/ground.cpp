#include "zanjir/contact/ground.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/core/angles.hpp"

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
Support support(const ContactShape& shape, const Vec3d& axis_W, const Vec3d& n, double c = crown, double less = crowned_less) {
  if (shape.rim_m == 0) return {shape.radius_m, n * -shape.radius_m};
  const Vec3d in_plane = n - axis_W * dot(axis_W, n);
  const double s = std::sqrt(dot(in_plane, in_plane) + c * c), r = shape.rim_m;
  return {r * (s - less) + shape.radius_m, in_plane * (-r / s) - n * (r * c * c / s - r * less + shape.radius_m)};
}

Touch on_plane(const Vec3d& point_of_plane, const Vec3d& n, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis_W) {
  const Support s = support(shape, axis_W, n);
  return {centre + s.point, n, dot(n, centre - point_of_plane) - s.reach_m};
}

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
    for (int i = 0; i < 60; ++i) (slope(a = (low + high) / 2) > 0 ? low : high) = a;
    return a;
  };
  constexpr double last = std::numbers::pi / 2;
  const double a = slope(0) <= 0 ? 0 : slope(last) >= 0 ? last : peak(0, last);
  if (distance(a) >= 0) return a;
  const double along_up = dot(axis_W, up), along_front = dot(axis_W, front), from = std::atan2(along_front, along_up);
  const double wide = std::sqrt(1 + crown * crown),
               narrow = std::sqrt(std::max(crown * crown, wide * wide - along_up * along_up - along_front * along_front));
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
  return on_plane(edge, up * std::cos(a) + front * std::sin(a), shape, centre, axis_W);
}

// Where a rim touches a field, in the axes of the field: the place s of the surface whose normal n leads from s to the point P(n) of the solid that lies furthest along -n,
//   (P(n(x, y)) - s(x, y)) . ds/dx = 0, the same for y                                                                                              (2)
// by Newton's method, with the derivative of P, which is the curvature of the solid:
//   dP/dn = -r/s (1 - a a^T - p p^T/s^2) - (r c^2/s - r k + radius) 1 + ...n,   p the part of n in the plane of the rim, s^2 = |p|^2 + c^2             (3)
// A rim that stands more upright than the hollows of the ground are deep across it touches in one place, and Newton's method finds it from below the centre. One that lies
// flat is first given a high crown, which is then brought down to its own, each time from the place before; and the rim itself is looked at all around.
struct OnField {
  double x = 0, y = 0;
  HeightAt at;
  bool found = false;
};
void approach(const HeightField& field, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis, double c, OnField& place) {
  const double less = std::sqrt(1 + c * c) - 1, r = shape.rim_m, cell = field.dx_m + field.dy_m;
  double was = std::numeric_limits<double>::infinity();
  struct Residual {
    double x = 0, y = 0;
    Vec3d d{0, 0, 0};  // P - s
    double size() const { return std::hypot(x, y); }
  };
  const auto residual = [&](const OnField& o) {
    const Vec3d up{-o.at.hx, -o.at.hy, 1}, n = up * (1 / norm(up));
    const Vec3d d = centre + support(shape, axis, n, c, less).point - Vec3d{o.x, o.y, o.at.h};
    return Residual{d.x + d.z * o.at.hx, d.y + d.z * o.at.hy, d};
  };
  Residual left = residual(place);
  for (int i = 0; i < 40; ++i) {
    const HeightAt& a = place.at;
    const Vec3d up{-a.hx, -a.hy, 1}, n = up * (1 / norm(up)), p = n - axis * dot(axis, n);
    const double s = std::sqrt(dot(p, p) + c * c);
    const auto turned = [&](double ux, double uy) {  // dP for the change of `up`, but for its part along n
      const Vec3d du{ux, uy, 0}, dn = (du - n * dot(n, du)) * (1 / norm(up));
      return (dn - axis * dot(axis, dn) - p * (dot(p, dn) / (s * s))) * (-r / s) - dn * (r * c * c / s - r * less + shape.radius_m);
    };
    const Vec3d tx{1, 0, a.hx}, ty{0, 1, a.hy}, Px = turned(-a.hxx, -a.hxy) - tx, Py = turned(-a.hxy, -a.hyy) - ty;
    const double xx = dot(Px, tx) + left.d.z * a.hxx, xy = dot(Py, tx) + left.d.z * a.hxy, yx = dot(Px, ty) + left.d.z * a.hxy,
                 yy = dot(Py, ty) + left.d.z * a.hyy, det = xx * yy - xy * yx;
    if (!(std::abs(det) > 0)) return;
    double sx = (yy * left.x - xy * left.y) / det, sy = (xx * left.y - yx * left.x) / det;
    const double far = std::hypot(sx, sy), most = 0.5 * (r + shape.radius_m);
    if (far > most) sx *= most / far, sy *= most / far;
    OnField next;
    Residual then;
    double share = 1;
    for (; share > 1e-3; share /= 2) {
      next.x = place.x - share * sx, next.y = place.y - share * sy;
      next.at = height_at(field, next.x, next.y);
      then = residual(next);
      if (then.size() < left.size()) break;
    }
    const bool better = then.size() < left.size();
    const double step = share * (std::abs(sx) + std::abs(sy));
    if (better) place = next, left = then;
    place.found = step < 1e-10 * cell || left.size() < 1e-14 * cell;
    if (!better || step < 1e-14 * cell || (place.found && step >= 0.5 * was)) return;
    was = step;
  }
}

// Where the rim alone is nearest to a field or deepest in it. In a hollow that is so in two places or more, and which of them is the deepest by its height over the ground need not be so by its
// distance from it: all that are lower than their neighbours, of some looks around, are brought down to the ground, and the least gap counts, which does not jump where another one takes over.
template <class TouchAt>
Touch rim_alone_on_field(const HeightField& field, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis, TouchAt&& touch_at) {
  const Vec3d side = std::abs(axis.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, e = cross(axis, side), e1 = e * (1 / norm(e)), e2 = cross(axis, e1);
  const auto point = [&](double a) { return centre + (e1 * std::cos(a) + e2 * std::sin(a)) * shape.rim_m; };
  const auto height = [&](double a) {
    const Vec3d p = point(a);
    return p.z - height_at(field, p.x, p.y).h;
  };
  constexpr int around = 24;
  constexpr double between = 2 * std::numbers::pi / around;
  std::array<double, around> looks{};
  for (int i = 0; i < around; ++i) looks[static_cast<std::size_t>(i)] = height(i * between);
  const auto look = [&](int i) { return looks[static_cast<std::size_t>((i + around) % around)]; };
  const auto lowest_about = [&](int i) {
    double low = (i - 1) * between, high = (i + 1) * between;
    for (int turn = 0; turn < 30; ++turn) {
      const double third = (high - low) / 3;
      (height(low + third) < height(high - third) ? high : low) = height(low + third) < height(high - third) ? high - third : low + third;
    }
    return (low + high) / 2;
  };
  const auto brought_down = [&](int i) {
    const Vec3d p = point(lowest_about(i));
    const NearestPoint nearest = nearest_point(field, p, shape.rim_m);
    const Vec3d s = p - nearest.normal * nearest.distance_m;
    OnField place{s.x, s.y, height_at(field, s.x, s.y), false};
    approach(field, shape, centre, axis, crown, place);
    return place;
  };
  const int lowest = static_cast<int>(std::ranges::min_element(looks) - looks.begin());
  const OnField first = brought_down(lowest);
  Touch least = touch_at(first);
  for (int i = 0; i < around; ++i) {
    if (i == lowest || !(look(i) < look(i - 1) && look(i) <= look(i + 1))) continue;
    const OnField other = brought_down(i);
    if (const Touch at = touch_at(other); other.found && at.gap_m < least.gap_m) least = at;
  }
  return least;
}

Touch rim_on_field(const HeightField& field, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis) {
  const double reach = shape.rim_m + shape.radius_m;
  const bool inside = centre.x >= 0 && centre.y >= 0 && centre.x <= field.dx_m * (field.nx - 1) && centre.y <= field.dy_m * (field.ny - 1);
  if (const double above = centre.z - field.highest_m - reach; inside && above > reach + std::max(field.dx_m, field.dy_m))  // the broad phase
    return {centre - Vec3d{0, 0, reach}, {0, 0, 1}, above};
  const auto touch_at = [&](const OnField& place) {
    const Vec3d normal{-place.at.hx, -place.at.hy, 1}, n = normal * (1 / norm(normal));
    return on_plane({place.x, place.y, place.at.h}, n, shape, centre, axis);
  };
  OnField place{centre.x, centre.y, height_at(field, centre.x, centre.y), false};
  const Vec3d up{-place.at.hx, -place.at.hy, 1};
  const double along = dot(axis, up) / norm(up), upright = std::sqrt(std::max(0.0, 1 - along * along));
  constexpr double safely = 3;  // the slope of the ground varies below the rim
  const OnField below = place;
  if (upright > crown + safely * field.tightest_valley_per_m * reach) approach(field, shape, centre, axis, crown, place);
  if (place.found) return touch_at(place);
  // Flat: its face on a hill, by crowns that come down, or its rim, whichever is nearer.
  place = below;
  for (double c = 1; c > crown; c /= 3) approach(field, shape, centre, axis, c, place);
  approach(field, shape, centre, axis, crown, place);
  const Touch of_face = touch_at(place), of_rim = rim_alone_on_field(field, shape, centre, axis, touch_at);
  return place.found && of_face.gap_m < of_rim.gap_m ? of_face : of_rim;
}

Touch on_field(const Ground& ground, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis_W) {
  const Vec3d up = ground.plane.normal, x = ground.tangent, y = cross(up, x), d = centre - ground.plane.point;
  const auto to_field = [&](const Vec3d& a) { return Vec3d{dot(a, x), dot(a, y), dot(a, up)}; };
  const auto to_world = [&](const Vec3d& a) { return x * a.x + y * a.y + up * a.z; };
  if (shape.rim_m > 0) {
    const Touch at = rim_on_field(*ground.field, shape, to_field(d), to_field(axis_W));
    return {ground.plane.point + to_world(at.point_W), to_world(at.normal_W), at.gap_m};
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
    case GroundKind::height_field: return on_field(ground, shape, centre, axis_W);
  }
  return on_plane(ground.plane.point, ground.plane.normal, shape, centre, axis_W);
}

}  // namespace zanjir
