// Own derivations. A turn about a through o carries x to  o + a (a . x) + y cos q + (a x y) sin q,  y the part of x - o normal to a; so every relation here
// is  A cos q + B sin q = C.  A slide carries x to x + u q, and the relation is linear or quadratic in q.
#include "zanjir/loops/subproblem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zanjir {

namespace {

using FeatureKind = Feature::Kind;

constexpr double edge_slack = 1e-12;    // of the sizes that enter: at the edge of reach, rounding must not lose the solution
constexpr double nothing_left = 1e-14;  // of the sizes that enter: the relation does not depend on the joint here

Vec3d across(const Vec3d& a, const Vec3d& x) { return x - a * dot(a, x); }
bool same_direction(const Vec3d& a, const Vec3d& b) { return norm(cross(a, b)) < 1e-9; }

// A cos q + B sin q = C; size: of the terms that C is a difference of.
Roots solve_turn(double A, double B, double C, double size) {
  Roots out;
  const double rho = std::sqrt(A * A + B * B);
  if (std::abs(C) > rho + edge_slack * size) return out;
  if (rho <= nothing_left * size) {
    out.any = true;
    return out;
  }
  const double sine = std::sqrt(std::max((rho - C) * (rho + C), 0.0)), middle = std::atan2(B, A), half = std::atan2(sine, C);
  out.n = sine == 0 ? 1 : 2;
  out.q[0] = middle + half;
  out.q[1] = middle - half;
  return out;
}

// |r + u q|^2 = value
Roots solve_slide(const Vec3d& r, const Vec3d& u, double value) {
  Roots out;
  const double a = dot(u, u), foot = -dot(u, r) / a;
  const Vec3d least = r + u * foot;
  const double rest = value - dot(least, least), size = value + dot(r, r);
  if (rest < -edge_slack * size) {
    out.wanted = std::sqrt(value);
    out.nearest = norm(least);
    return out;
  }
  const double half = std::sqrt(std::max(rest, 0.0) / a);
  out.n = half == 0 ? 1 : 2;
  out.q[0] = foot + half;
  out.q[1] = foot - half;
  return out;
}

Roots one(double q) {
  Roots out;
  out.n = 1;
  out.q[0] = q;
  return out;
}

// Distance of two points, or of a point and a line along the axis of the turn.
Roots turn_to_distance(const Element& e, const Feature& near, const Feature& far, double value) {
  const bool flat = near.kind == FeatureKind::line || far.kind == FeatureKind::line;
  Vec3d d = near.at - e.point, x = far.at - e.point;
  if (flat) {
    d = across(e.axis, d);
    x = across(e.axis, x);
  }
  const Vec3d y = across(e.axis, x);
  const double along = dot(e.axis, d) * dot(e.axis, x), A = dot(y, d), B = dot(cross(e.axis, y), d), sum = dot(d, d) + dot(x, x);
  Roots out = solve_turn(A, B, (sum - value) / 2 - along, sum + value);
  if (out.n == 0 && !out.any) {
    const double rho = std::hypot(A, B), least = std::sqrt(std::max(sum - 2 * (along + rho), 0.0)),
                 most = std::sqrt(std::max(sum - 2 * (along - rho), 0.0));
    out.wanted = std::sqrt(value);
    out.nearest = out.wanted < least ? least : most;
  }
  return out;
}

Roots turn_to_height(const Element& e, const Feature& plane, const Feature& point, double value) {
  const Vec3d x = point.at - e.point, y = across(e.axis, x);
  const double A = dot(plane.along, y), B = dot(plane.along, cross(e.axis, y));
  const double fixed = dot(plane.along, e.point + e.axis * dot(e.axis, x) - plane.at);
  Roots out = solve_turn(A, B, value - fixed, std::abs(value) + std::abs(fixed) + norm(x));
  if (out.n == 0 && !out.any) {
    out.wanted = value;
    out.nearest = fixed + std::copysign(std::hypot(A, B), value - fixed);
  }
  return out;
}

Roots turn_to_angle(const Element& e, const Feature& near, const Feature& far, double value) {
  const Vec3d y = across(e.axis, far.along);
  const double A = dot(near.along, y), B = dot(near.along, cross(e.axis, y)), fixed = dot(near.along, e.axis) * dot(e.axis, far.along);
  Roots out = solve_turn(A, B, value - fixed, 1);
  if (out.n == 0 && !out.any) {
    out.is_angle = true;
    out.wanted = std::acos(std::clamp(value, -1.0, 1.0));
    out.nearest = std::acos(std::clamp(fixed + std::copysign(std::hypot(A, B), value - fixed), -1.0, 1.0));
  }
  return out;
}

Roots slide_to(const Element& e, const Feature& near, const Feature& far, double value) {
  const Vec3d r = far.at - near.at;
  if (near.kind == FeatureKind::plane) return one((value - dot(near.along, r)) / dot(near.along, e.axis));
  if (far.kind == FeatureKind::plane) return one((dot(far.along, near.at - far.at) - value) / dot(far.along, e.axis));
  if (near.kind == FeatureKind::line) return solve_slide(across(near.along, r), across(near.along, e.axis), value);
  if (far.kind == FeatureKind::line) return solve_slide(across(far.along, r), across(far.along, e.axis), value);
  return solve_slide(r, e.axis, value);
}

}  // namespace

Transformd Element::motion(double q) const {
  if (kind == Kind::slide) return {Mat3d::identity(), axis * q};
  const Mat3d R = spatial::rotation_about(axis, q);
  return {R, point - R * point};
}

Feature operator*(const Transformd& X, const Feature& f) {
  const bool no_place = f.kind == FeatureKind::direction, no_direction = f.kind == FeatureKind::point;
  return {f.kind, no_place ? f.at : X * f.at, no_direction ? f.along : X.R * f.along};
}

bool leaves_alone(const Element& e, const Feature& f, double length_m) {
  const bool place = f.kind == FeatureKind::point || f.kind == FeatureKind::line;
  const double near = 1e-9 * length_m;
  switch (e.kind) {
    case Element::Kind::ball: return f.kind == FeatureKind::point && norm(f.at - e.point) < near;
    case Element::Kind::turn:
      if (f.kind != FeatureKind::point && !same_direction(f.along, e.axis)) return false;
      return !place || norm(across(e.axis, f.at - e.point)) < near;
    case Element::Kind::slide:
      if (f.kind == FeatureKind::plane) return std::abs(dot(f.along, e.axis)) < 1e-9;
      return f.kind == FeatureKind::direction || (f.kind == FeatureKind::line && same_direction(f.along, e.axis));
  }
  return false;
}

Roots reach(const Element& e, const Feature& near, const Feature& far) {
  if (e.kind == Element::Kind::slide) return one(dot(e.axis, near.at - far.at));
  const bool turn_only = far.kind == FeatureKind::direction;
  const Vec3d from = across(e.axis, turn_only ? far.along : far.at - e.point), to = across(e.axis, turn_only ? near.along : near.at - e.point);
  const double size = turn_only ? 1 : norm(far.at - e.point) + norm(near.at - e.point);
  if (norm(from) <= nothing_left * size || norm(to) <= nothing_left * size) {
    Roots out;
    out.any = true;
    return out;
  }
  return one(std::atan2(dot(e.axis, cross(from, to)), dot(from, to)));
}

bool can_relate(const Feature& a, const Feature& b) {
  if (a.kind == FeatureKind::direction || b.kind == FeatureKind::direction) return a.kind == b.kind;
  return a.kind == FeatureKind::point || b.kind == FeatureKind::point;
}

double relation(const Feature& a, const Feature& b) {
  if (a.kind == FeatureKind::direction) return dot(a.along, b.along);
  if (a.kind == FeatureKind::plane) return dot(a.along, b.at - a.at);
  if (b.kind == FeatureKind::plane) return dot(b.along, a.at - b.at);
  Vec3d r = b.at - a.at;
  if (a.kind == FeatureKind::line) r = across(a.along, r);
  if (b.kind == FeatureKind::line) r = across(b.along, r);
  return dot(r, r);
}

Roots relate(const Element& e, const Feature& near, const Feature& far, double value) {
  if (e.kind == Element::Kind::slide) return slide_to(e, near, far, value);
  if (near.kind == FeatureKind::direction) return turn_to_angle(e, near, far, value);
  if (near.kind == FeatureKind::plane) return turn_to_height(e, near, far, value);
  if (far.kind != FeatureKind::plane) return turn_to_distance(e, near, far, value);
  Roots out = turn_to_height(e, far, near, value);  // the plane turns: the point turns the other way
  for (double& q : out.q) q = -q;
  std::swap(out.q[0], out.q[1]);
  return out;
}

double relation_rate(const Element& e, const Feature& near, const Feature& far_now) {
  const auto rate_of = [&](const Vec3d& x) { return e.kind == Element::Kind::turn ? cross(e.axis, x - e.point) : e.axis; };
  if (near.kind == FeatureKind::direction) return dot(near.along, cross(e.axis, far_now.along));
  if (near.kind == FeatureKind::plane) return dot(near.along, rate_of(far_now.at));
  if (far_now.kind == FeatureKind::plane) return -dot(far_now.along, rate_of(near.at));
  Vec3d r = far_now.at - near.at;
  if (near.kind == FeatureKind::line) r = across(near.along, r);
  if (far_now.kind == FeatureKind::line) r = across(far_now.along, r);
  return dot(r, rate_of(far_now.at));
}

}  // namespace zanjir
