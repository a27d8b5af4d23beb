// What is left of something said about a mechanism: of a coordinate, and row by row of frames that are led.
#pragma once

#include <cmath>
#include <utility>

#include "zanjir/core/angles.hpp"
#include "zanjir/terms/state_request.hpp"

namespace zanjir {

// Of two values of a coordinate; angles the shorter way round.
inline double apart(const UserJoints& users, int entry, double a, double b) {
  return users.coordinate_units()[at(entry)] == "rad" ? nearest_turn(a - b, 0) : a - b;
}

// Two directions at right angles to d and to each other; the same for the same d.
inline LedFrame::Rows rows_across(const Vec3d& d) { return std::abs(d.x) < 0.6 ? LedFrame::Rows::from_x : LedFrame::Rows::from_y; }
inline std::pair<Vec3d, Vec3d> across(const Vec3d& d, LedFrame::Rows rows) {
  if (rows == LedFrame::Rows::any) rows = rows_across(d);
  const Vec3d other = rows == LedFrame::Rows::from_x ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  Vec3d t = cross(d, other);
  t = t * (1 / norm(t));
  return {t, cross(d, t)};
}

// Visits the rows of a led frame in order: f(row of six coefficients of [omega; v], what it wants of p, v, a or of the orientation).
struct FrameRow {
  Vec3d n, f;                      // coefficients of omega and of the velocity of the origin
  double off, rate, acceleration;  // residual; what the row is to give; `acceleration` without what the motion itself adds
  bool angle;
};
// The direction e that an axis keeps, with its derivatives across itself, less what the origin of the frame adds to them: t . e' + t . p'/L, t . e'' + t . p''/L for t across e.
struct Direction {
  Vec3d along, rate, acceleration;
  double per_metre;  // 1/L: how much it turns as the origin p moves across it
};
// To a place T that may move: L e = T - p. With D = T' - p' across e  L e' = D  and  L e'' = T'' - p'' - 2 (e . D) e'.
inline Direction direction_to_target(const LedFrame& m, const Vec3d& p, const Vec3d& velocity) {
  const Vec3d d = m.along - p, D = m.along_rate - velocity;
  const double per_metre = 1 / norm(d);
  const Vec3d e = d * per_metre;
  return {e, m.along_rate * per_metre, m.along_acceleration * per_metre - D * (2 * dot(e, D) * per_metre * per_metre), per_metre};
}
template <class F> void for_each_row(const LedFrame& m, const Transformd& X, const Motiond& V, F f) {
  const Vec3d units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double off[3] = {X.p.x - m.p.x, X.p.y - m.p.y, X.p.z - m.p.z};
  const double v[3] = {m.v.x, m.v.y, m.v.z}, a[3] = {m.a.x, m.a.y, m.a.z};
  for (std::size_t k = 0; k < 3; ++k) {
    if (m.led[k]) f(FrameRow{{0, 0, 0}, units[k], off[k], v[k], a[k], false});
  }
  if (m.turn == LedFrame::Turn::whole) {
    const Quatd q = spatial::to_quaternion(X.R * transpose(m.R));  // what is left to turn back, world axes
    const double s = norm(Vec3d{q.x, q.y, q.z}), angle = 2 * std::atan2(s, std::abs(q.w)) * (q.w < 0 ? -1 : 1), scale = s > 0 ? angle / s : 2;
    const double turned[3] = {q.x * scale, q.y * scale, q.z * scale}, w[3] = {m.w.x, m.w.y, m.w.z}, alpha[3] = {m.alpha.x, m.alpha.y, m.alpha.z};
    for (std::size_t k = 0; k < 3; ++k) f(FrameRow{units[k], {0, 0, 0}, turned[k], w[k], alpha[k], true});
  }
  if (m.turn == LedFrame::Turn::axis ||
      m.turn == LedFrame::Turn::target) {  // u = R axis;  t . u = 0 for t across e,  t . (omega x u) = (u x t) . omega
    const Vec3d u = X.R * m.axis;
    const Direction e = m.turn == LedFrame::Turn::axis ? Direction{m.along, m.along_rate, m.along_acceleration, 0} : direction_to_target(m, X.p, V.v);
    const auto [t1, t2] = across(e.along, m.rows);
    // What is left is the whole angle, not its sine, which is zero on the far side, too; from far away u is turned back about the axis of that angle.
    const double sine = norm(cross(e.along, u)), angle = std::atan2(sine, dot(e.along, u));
    const bool far = angle > 0.5, opposite = sine < 1e-9 && angle > 1;
    bool first = true;
    for (const Vec3d& t : {t1, t2}) {
      const double off = opposite ? (std::exchange(first, false) ? angle : 0) : sine > 0 ? dot(t, u) * angle / sine : dot(t, u);
      f(FrameRow{cross(far ? e.along : u, t), t * e.per_metre, off, dot(t, e.rate), dot(t, e.acceleration) - dot(t, cross(V.w, cross(V.w, u))),
                 true});
    }
  }
}

}  // namespace zanjir
