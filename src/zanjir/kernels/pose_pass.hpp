// Poses of a mechanism with legs over a scalar: the legs of loops/leg_follower, the rows of loops/jacobian_rows with their singular values, cones and distances, from flat
// tables, for as many poses as T holds. No branch on a lane's value: what is not safe is remembered per lane and left to the caller, and what has come to rest in
// a lane stays as it is while others go on.
#pragma once

#include "zanjir/kernels/arctangent.hpp"
#include "zanjir/kernels/loop_pass.hpp"
#include "zanjir/kernels/pose_tables.hpp"
#include "zanjir/kernels/singular_extremes.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

// Remembers in which lanes an assumption has not held; a number that is none holds nothing.
template <class T> struct Doubt {
  T found = T(0.0);
  template <class Mask> void unless(Mask holds) { found = select(holds, found, T(1.0)); }
};

template <class T> inline T nearest_whole(T a) {  // |a| < 2^51
  const T shift = T(0x1.8p52);
  return (a + shift) - shift;
}
template <class T> inline T nearest_turn(T q, T near) {
  return q + T(6.283185307179586476925) * nearest_whole<T>((near - q) * T(0.1591549430918953357689));
}
inline void sine_and_cosine(double a, double& s, double& c) { s = __builtin_sin(a), c = __builtin_cos(a); }
template <int W> inline void sine_and_cosine(const Pack<W>& a, Pack<W>& s, Pack<W>& c) { sincos(a, s, c); }

template <class T> inline Mat3<T> turn_about(const Vec3<T>& a, T s, T c) {  // Rodrigues
  const T k = T(1.0) - c;
  return {c + a.x * a.x * k,       a.x * a.y * k - a.z * s, a.x * a.z * k + a.y * s, a.x * a.y * k + a.z * s, c + a.y * a.y * k,
          a.y * a.z * k - a.x * s, a.x * a.z * k - a.y * s, a.y * a.z * k + a.x * s, c + a.z * a.z * k};
}
template <class T> inline Mat3<T> turn_about(const Vec3<T>& a, T angle) {
  T s, c;
  sine_and_cosine(angle, s, c);
  return turn_about<T>(a, s, c);
}
inline bool is_turned(const double* a) { return a[0] != 1 || a[4] != 1 || a[8] != 1; }  // the diagonal of a rotation says it
// X * a, mostly without a turn.
template <class T> inline Transform<T> times_constant(const Transform<T>& X, const double* a) {
  return is_turned(a) ? X * constant_pose<T>(a) : Transform<T>{X.R, X * constant<T>(a + 9)};
}
// R * a and X * a, mostly of an axis along z and of the origin.
template <class T> inline Vec3<T> turned_constant(const Mat3<T>& R, const double* a) {
  return a[0] == 0 && a[1] == 0 ? R.col(2) * T(a[2]) : R * constant<T>(a);
}
template <class T> inline Vec3<T> placed_constant(const Transform<T>& X, const double* a) {
  return a[0] == 0 && a[1] == 0 && a[2] == 0 ? X.p : X * constant<T>(a);
}
template <class T> inline Transform<T> constant_times(const double* a, const Transform<T>& X) {
  return is_turned(a) ? constant_pose<T>(a) * X : Transform<T>{X.R, constant<T>(a + 9) + X.p};
}
template <class T> inline Transform<T> seen_from(const Transform<T>& X, const Transform<T>& Y) {  // inverse(X) * Y
  return {transpose(X.R) * Y.R, transpose_times(X.R, Y.p - X.p)};
}
template <class T> inline Transform<T> seen_from_constant(const double* a, const Transform<T>& X) {
  return is_turned(a) ? seen_from<T>(constant_pose<T>(a), X) : Transform<T>{X.R, X.p - constant<T>(a + 9)};
}
template <class T> inline Vec3<T> across(const Vec3<T>& a, const Vec3<T>& x) { return x - a * dot(a, x); }

// -- sub-problems, as in loops/subproblem.cpp
template <class T> struct PlacedFeature { Vec3<T> at, along; };
template <class T> struct TwoRoots {
  T q[2];
  bool one;  // the second is none
};
// Of a turn: the cosine and the sine of both roots are (A C -+ B S, B C +- A S) / (A^2 + B^2).
template <class T> struct TurnRoots { T A, B, C, S; };

// A cos q + B sin q = C
template <class T> inline TurnRoots<T> solve_turn(T A, T B, T C, T size, Doubt<T>& doubt) {
  const T both = A * A + B * B, square = both - C * C;
  doubt.unless(square > T(1e-12) * both);  // two roots that are one to half of the digits
  doubt.unless(both > T(1e-28) * size * size);
  return {A, B, C, sqrt(larger(square, T(0.0)))};
}
// |r + u q|^2 = value
template <class T> inline TwoRoots<T> solve_slide(const Vec3<T>& r, const Vec3<T>& u, T value, Doubt<T>& doubt) {
  const T a = dot(u, u), foot = -dot(u, r) / a;
  const Vec3<T> least = r + u * foot;
  const T rest = value - dot(least, least);
  doubt.unless(rest > T(0.0));
  const T half = sqrt(larger(rest, T(0.0)) / a);
  return {{foot + half, foot - half}, false};
}

template <class T> struct Joint1 {  // an element as numbers of T
  Vec3<T> axis, point;
};

template <class T>
inline TurnRoots<T> turn_to_height(const Joint1<T>& e, const PlacedFeature<T>& plane, const PlacedFeature<T>& point, T value, Doubt<T>& doubt) {
  const Vec3<T> x = point.at - e.point, y = across(e.axis, x);
  const T fixed = dot(plane.along, e.point + e.axis * dot(e.axis, x) - plane.at);
  return solve_turn<T>(dot(plane.along, y), dot(plane.along, cross(e.axis, y)), value - fixed,
                       magnitude(value) + magnitude(fixed) + magnitude(x.x) + magnitude(x.y) + magnitude(x.z), doubt);
}

// q with relation(near, e(q) far) = value
template <class T>
inline TwoRoots<T> slide_to(const Joint1<T>& e, FeatureKind near_kind, const PlacedFeature<T>& near, FeatureKind far_kind,
                            const PlacedFeature<T>& far, T value, Doubt<T>& doubt) {
  using Kind = FeatureKind;
  const Vec3<T> r = far.at - near.at;
  if (near_kind == Kind::plane) return {{(value - dot(near.along, r)) / dot(near.along, e.axis), T(0.0)}, true};
  if (far_kind == Kind::plane) return {{(dot(far.along, near.at - far.at) - value) / dot(far.along, e.axis), T(0.0)}, true};
  if (near_kind == Kind::line) return solve_slide<T>(across(near.along, r), across(near.along, e.axis), value, doubt);
  if (far_kind == Kind::line) return solve_slide<T>(across(far.along, r), across(far.along, e.axis), value, doubt);
  return solve_slide<T>(r, e.axis, value, doubt);
}
template <class T>
inline TurnRoots<T> turn_to(const Joint1<T>& e, FeatureKind near_kind, const PlacedFeature<T>& near, FeatureKind far_kind,
                            const PlacedFeature<T>& far, T value, Doubt<T>& doubt) {
  using Kind = FeatureKind;
  if (near_kind == Kind::direction) {
    const Vec3<T> y = across(e.axis, far.along);
    return solve_turn<T>(dot(near.along, y), dot(near.along, cross(e.axis, y)), value - dot(near.along, e.axis) * dot(e.axis, far.along), T(1.0),
                         doubt);
  }
  if (near_kind == Kind::plane) return turn_to_height<T>(e, near, far, value, doubt);
  if (far_kind == Kind::plane) {  // the plane turns: the point turns the other way
    const TurnRoots<T> back = turn_to_height<T>(e, far, near, value, doubt);
    return {back.A, -back.B, back.C, back.S};
  }
  Vec3<T> d = near.at - e.point, x = far.at - e.point;
  if (near_kind == Kind::line || far_kind == Kind::line) d = across(e.axis, d), x = across(e.axis, x);
  const Vec3<T> y = across(e.axis, x);
  const T sum = dot(d, d) + dot(x, x);
  return solve_turn<T>(dot(y, d), dot(cross(e.axis, y), d), (sum - value) * T(0.5) - dot(e.axis, d) * dot(e.axis, x), sum + value, doubt);
}

// q with e(q) far = near: of a turn a multiple of its cosine and its sine
template <class T> struct Direction { T cosine, sine; };
template <class T>
inline Direction<T> reach(const Joint1<T>& e, FeatureKind kind, const PlacedFeature<T>& near, const PlacedFeature<T>& far, Doubt<T>& doubt) {
  const bool direction = kind == FeatureKind::direction;
  const Vec3<T> a = direction ? far.along : far.at - e.point, b = direction ? near.along : near.at - e.point, from = across(e.axis, a),
                to = across(e.axis, b);
  const T size = dot(a, a) + dot(b, b);
  doubt.unless(dot(from, from) > T(1e-28) * size);
  doubt.unless(dot(to, to) > T(1e-28) * size);
  return {dot(from, to), dot(e.axis, cross(from, to))};
}

// An angle from `near`, whose sine and cosine are known, to a direction: less than pi/8.
template <class T> inline T short_turn(T cosine, T sine, Doubt<T>& doubt) {
  const T t = sine / cosine;
  const auto is_short = magnitude(t) < T(tangent_of_eighth);
  doubt.unless(cosine > T(0.0));
  doubt.unless(is_short);
  return arctangent_of_small(select(is_short, t, T(0.0)));
}
// Of the two roots of a turn the one that is surely the nearer one to `near`: the other one is four times as far. Its cosine and sine are left, too.
template <class T> inline T nearest_root(const TurnRoots<T>& r, T near, int wanted, Direction<T>& at, Doubt<T>& doubt) {
  T s, c;
  sine_and_cosine(near, s, c);
  const T a = r.A * c + r.B * s, b = r.B * c - r.A * s, inverse = T(1.0) / (r.A * r.A + r.B * r.B);
  if (wanted == 0) doubt.unless(b < T(0.0));
  if (wanted == 1) doubt.unless(b > T(0.0));
  const T S = select(b > T(0.0), -r.S, r.S), side = magnitude(b) * r.S, cosine = (a * r.C + side) * inverse, square = cosine * cosine;
  doubt.unless((a * r.C - side) * inverse < T(8.0) * square * (square - T(1.0)) + T(1.0));  // cos(4 x)
  at = {(r.A * r.C - r.B * S) * inverse, (r.B * r.C + r.A * S) * inverse};
  return near + short_turn<T>(cosine, (b * r.C + a * S) * inverse, doubt);
}

template <class T> inline T relation(FeatureKind a_kind, const PlacedFeature<T>& a, FeatureKind b_kind, const PlacedFeature<T>& b) {
  using Kind = FeatureKind;
  if (a_kind == Kind::direction) return dot(a.along, b.along);
  if (a_kind == Kind::plane) return dot(a.along, b.at - a.at);
  if (b_kind == Kind::plane) return dot(b.along, a.at - b.at);
  Vec3<T> r = b.at - a.at;
  if (a_kind == Kind::line) r = across(a.along, r);
  if (b_kind == Kind::line) r = across(b.along, r);
  return dot(r, r);
}

// Of a feature what its kind has: the place of a direction and the direction of a point are never read, and stay unset.
template <class T> inline PlacedFeature<T> as_numbers(const LegFeature& f) {
  PlacedFeature<T> out;
  if (f.kind != FeatureKind::direction) out.at = constant<T>(f.at);
  if (f.kind != FeatureKind::point) out.along = constant<T>(f.along);
  return out;
}
template <class T> inline PlacedFeature<T> moved_by(const Transform<T>& X, FeatureKind kind, const PlacedFeature<T>& f) {
  PlacedFeature<T> out;
  if (kind != FeatureKind::direction) out.at = X * f.at;
  if (kind != FeatureKind::point) out.along = X.R * f.along;
  return out;
}
template <class T> inline PlacedFeature<T> moved_back(const Transform<T>& X, FeatureKind kind, const PlacedFeature<T>& f) {
  PlacedFeature<T> out;
  if (kind != FeatureKind::direction) out.at = transpose_times(X.R, f.at - X.p);
  if (kind != FeatureKind::point) out.along = transpose_times(X.R, f.along);
  return out;
}

// A leg on its way: of its elements where they were and are, of turns with cosine and sine; its links, those that are at home unwritten.
template <class T> struct LegNow {
  T near_q[max_leg_elements], q[max_leg_elements], turns[2 * max_leg_elements];
  T links[12 * (max_leg_elements + 1)];  // not made one by one: to begin as identities would cost a tenth of all
  bool home[max_leg_elements + 1];
  Direction<T>& turn(int e) { return reinterpret_cast<Direction<T>*>(turns)[e]; }
  Transform<T>& link(int k) { return reinterpret_cast<Transform<T>*>(links)[k]; }
};

// X, then a turn about an axis along z through a point.
template <class T> inline Transform<T> turned_about_z(const Transform<T>& X, const Vec3<T>& point, T sine, T cosine) {
  const Vec3<T> x = X.R.col(0), y = X.R.col(1), to_x = x * cosine + y * sine, to_y = y * cosine - x * sine;
  return {Mat3<T>::from_columns(to_x, to_y, X.R.col(2)), X.p + (x - to_x) * point.x + (y - to_y) * point.y};
}

// A step of follow_leg of loops/leg.cpp.
template <class T> inline void follow_stage(const PoseTables& t, const LegElement* elements, const LegStage& stage, LegNow<T>& leg, Doubt<T>& doubt) {
  constexpr double surely_nearest = 0.25;
  const auto placed = [&](int k, const LegFeature& f) { return leg.home[k] ? as_numbers<T>(f) : moved_by<T>(leg.link(k), f.kind, as_numbers<T>(f)); };
  const auto seen = [&](int from, int k, const LegFeature& f) {
    if (from == k) return as_numbers<T>(f);
    const PlacedFeature<T> there = placed(k, f);
    return leg.home[from] ? there : moved_back<T>(leg.link(from), f.kind, there);
  };
  const int i = stage.element;
  const LegElement& element = elements[i];
  const Joint1<T> e{constant<T>(element.axis), constant<T>(element.point)};
  const PlacedFeature<T> near = seen(i, stage.near_link, stage.near), far = seen(i + 1, stage.far_link, stage.far);
  T q;
  Direction<T> turned{T(1.0), T(0.0)};
  if (stage.reaches && element.turns) {
    const Direction<T> to = reach<T>(e, stage.far.kind, near, far, doubt);
    q = arctangent(to.sine, to.cosine);
    const T inverse = T(1.0) / sqrt(to.cosine * to.cosine + to.sine * to.sine);
    turned = {to.cosine * inverse, to.sine * inverse};
  } else if (stage.reaches) {
    q = dot(e.axis, near.at - far.at);
  } else {
    const T value = stage.relation_is_known
                        ? T(stage.relation)
                        : relation<T>(stage.near.kind, placed(stage.near_shared, stage.near), stage.far.kind, placed(stage.far_shared, stage.far));
    if (element.turns) {
      q = nearest_root<T>(turn_to<T>(e, stage.near.kind, near, stage.far.kind, far, value, doubt), leg.near_q[i], stage.root, turned, doubt);
    } else {
      const TwoRoots<T> roots = slide_to<T>(e, stage.near.kind, near, stage.far.kind, far, value, doubt);
      q = roots.q[0];
      if (!roots.one) {
        const T first = magnitude(roots.q[0] - leg.near_q[i]), second = magnitude(roots.q[1] - leg.near_q[i]);
        const auto other = second < first;
        if (stage.root == 0) doubt.unless(first < second);
        if (stage.root == 1) doubt.unless(other);
        q = select(other, roots.q[1], q);
        doubt.unless(select(other, second, first) < T(surely_nearest) * select(other, first, second));
      }
    }
  }
  leg.q[i] = q;
  leg.turn(i) = turned;
  if (stage.moved_begin == stage.moved_end) return;
  const int stays = stage.far_moves ? i : i + 1, moves = stage.far_moves ? i + 1 : i;
  const T sine = stage.far_moves ? turned.sine : -turned.sine;
  Transform<T> change;
  if (element.turns && element.axis[0] == 0 && element.axis[1] == 0 && !leg.home[stays]) {
    change = turned_about_z<T>(leg.link(stays), e.point, e.axis.z * sine, turned.cosine);
  } else {
    if (element.turns) {
      const Mat3<T> R = turn_about<T>(e.axis, sine, turned.cosine);
      change = {R, e.point - R * e.point};
    } else {
      change.p = e.axis * (stage.far_moves ? q : -q);
    }
    if (!leg.home[stays]) change = leg.link(stays) * change;
  }
  if (!leg.home[moves]) change = change * inverse(leg.link(moves));
  for (int k = stage.moved_begin; k < stage.moved_end; ++k) {
    const int m = t.moved[k];
    leg.link(m) = leg.home[m] ? change : change * leg.link(m);
    leg.home[m] = false;
  }
}

// -- joint coordinates from poses, as in model/joint.cpp
template <class T> inline T angle_about(const Vec3<T>& a, const Mat3<T>& R) {
  return arctangent(dot(a, Vec3<T>{R.zy - R.yz, R.xz - R.zx, R.yx - R.xy}), R.xx + R.yy + R.zz - T(1.0));
}
template <class T> inline Quaternion<T> quaternion_of(const Mat3<T>& R) {  // either sign
  const T t = R.xx + R.yy + R.zz;
  Quaternion<T> q{T(1.0) + t, R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
  T largest = t;
  const auto better = [&](T size, const Quaternion<T>& other) {
    const auto is = size > largest;
    largest = select(is, size, largest);
    q = {select(is, other.w, q.w), select(is, other.x, q.x), select(is, other.y, q.y), select(is, other.z, q.z)};
  };
  better(R.xx, {R.zy - R.yz, T(1.0) + R.xx - R.yy - R.zz, R.xy + R.yx, R.xz + R.zx});
  better(R.yy, {R.xz - R.zx, R.xy + R.yx, T(1.0) + R.yy - R.xx - R.zz, R.yz + R.zy});
  better(R.zz, {R.yx - R.xy, R.xz + R.zx, R.yz + R.zy, T(1.0) + R.zz - R.xx - R.yy});
  return normalized(q);
}

inline constexpr double largest_step = 0.3;                         // as in loops/leg_follower.cpp
inline constexpr double cosine_of_half_step = 0.98877107793604226;  // cos(0.15)

// A coordinate that has gone too far, or is none, stays where it was: out of reach of the sines it would change the last digits of its neighbours.
template <class T> inline void keep_near(T value, T near, double most, T& q, Doubt<T>& doubt) {
  const auto is_near = magnitude(value - near) < T(most);
  q = select(is_near, value, near);
  doubt.unless(is_near);
}

template <class T>
inline void follow_posed(const PoseTables& t, const PosedJoint& j, const Transform<T>* X_WB, const T* q_near, T* q, Doubt<T>& doubt) {
  const Transform<T> X = seen_from<T>(X_WB[j.parent] * constant_pose<T>(j.X_PJ), X_WB[j.child] * constant_pose<T>(j.X_CJ));
  const Vec3<T> a = constant<T>(j.axes[0]), b = constant<T>(j.axes[1]);
  const T* near = q_near + j.q_begin;
  T* out = q + j.q_begin;
  const auto put = [&](int i, T value, bool turns) {
    keep_near<T>(turns ? nearest_turn<T>(value, near[i]) : value, near[i], largest_step * (turns ? 1 : t.length), out[i], doubt);
  };
  switch (j.kind) {
    case PosedKind::revolute: return put(0, angle_about<T>(a, X.R), true);
    case PosedKind::prismatic: return put(0, dot(a, X.p), false);
    case PosedKind::cylindrical: return put(0, angle_about<T>(a, X.R), true), put(1, dot(a, X.p), false);
    case PosedKind::universal: {
      const Vec3<T> v = X.R * b;
      put(0, arctangent(dot(a, cross(b, v)), dot(b, v) - dot(a, b) * dot(a, v)), true);
      return put(1, angle_about<T>(b, turn_about<T>(a, -out[0]) * X.R), true);
    }
    case PosedKind::planar: return put(0, dot(a, X.p), false), put(1, dot(b, X.p), false), put(2, angle_about<T>(cross(a, b), X.R), true);
    case PosedKind::free:
      put(0, X.p.x, false), put(1, X.p.y, false), put(2, X.p.z, false);
      near += 3, out += 3;
      [[fallthrough]];
    case PosedKind::spherical: {
      const Quaternion<T> r = quaternion_of<T>(X.R);
      const T cosine = r.w * near[0] + r.x * near[1] + r.y * near[2] + r.z * near[3];  // of half the turn between
      doubt.unless(magnitude(cosine) > T(cosine_of_half_step));
      const T sign = select(cosine < T(0.0), T(-1.0), T(1.0));
      out[0] = r.w * sign, out[1] = r.x * sign, out[2] = r.y * sign, out[3] = r.z * sign;
    }
  }
}

template <class T>
inline void follow_legs(const Tables& m, const PoseTables& t, const T* q_near, const T* target, Scratch<T> ws, Transform<T>* X_WB, T* q, T* sine,
                        T* cosine, Doubt<T>& doubt) {
  const auto X_WF = [&](int i) { return *reinterpret_cast<const Transform<T>*>(target + 12 * i); };
  for (int i = 0; i < m.nq; ++i) q[i] = q_near[i];
  X_WB[0] = {};
  const auto X_W0 = [&](const LegChain& chain) {  // not of a chain on the ground: a constant that is mostly not turned
    return chain.target_first >= 0 ? X_WF(chain.target_first) : times_constant<T>(X_WB[chain.base], chain.X_base);
  };
  for (int i = 0; i < t.n_steps; ++i) {
    if (!t.step[i].is_chain) {
      const RigidStep& r = t.rigid[t.step[i].number];
      X_WB[r.child] = times_constant<T>(r.target >= 0 ? X_WF(r.target) : X_WB[r.parent], r.X);
      continue;
    }
    const LegChain& chain = t.chain[t.step[i].number];
    const LegElement* elements = t.element + chain.element_begin;
    LegNow<T> leg;
    for (int e = 0; e < chain.n_elements; ++e) leg.near_q[e] = elements[e].q >= 0 ? q_near[elements[e].q] : T(0.0);
    if (chain.spin_target >= 0) {  // how far the frame was turned from the target
      const PoseTargetRow& of = t.target[chain.spin_target];
      kinematics_to<Bodies::rigid, T>(m, q_near, of.row, ws);
      const Transform<T> X = inverse(X_WF(chain.spin_target)) * (ws.X_WB[of.row] * constant_pose<T>(of.X_F));
      for (int e = 0; e < chain.n_elements; ++e)
        if (elements[e].spins) leg.near_q[e] = angle_about<T>(constant<T>(of.axis), X.R);
    }
    const Transform<T>& X_WEnd =
        *(chain.target_last >= 0 ? reinterpret_cast<const Transform<T>*>(target + 12 * chain.target_last) : X_WB + chain.end);
    const Transform<T> X_0End = chain.on_ground ? seen_from_constant<T>(chain.X_base, X_WEnd) : seen_from<T>(X_W0(chain), X_WEnd);
    for (int e = 0; e < chain.n_elements; ++e) leg.home[e] = true;
    leg.home[chain.n_elements] = false;
    leg.link(chain.n_elements) = times_constant<T>(X_0End, chain.from_end);
    for (int s = chain.stage_begin; s < chain.stage_end; ++s) follow_stage<T>(t, elements, t.stage[s], leg, doubt);
    for (int e = 0; e < chain.n_elements; ++e) {
      const LegElement& element = elements[e];
      if (element.q < 0 || !element.solved) continue;
      const T near = q_near[element.q];
      keep_near<T>(element.turns ? nearest_turn<T>(leg.q[e], near) : leg.q[e], near, largest_step * element.scale, q[element.q], doubt);
      if (element.turns) sine[element.q] = leg.turn(e).sine, cosine[element.q] = leg.turn(e).cosine;
    }
    for (int k = chain.place_begin; k < chain.place_end; ++k) {
      const LegPlace& place = t.place[k];
      const Transform<T>& there = leg.link(place.link);
      const bool home = leg.home[place.link];
      const Transform<T> X = chain.on_ground ? home ? constant_pose<T>(chain.X_base) : constant_times<T>(chain.X_base, there)
                             : home ? X_W0(chain)
                                             : X_W0(chain) * there;
      X_WB[place.body] = times_constant<T>(X, place.X_home);
    }
  }
  for (int i = 0; i < t.n_posed; ++i) follow_posed<T>(t, t.posed[i], X_WB, q_near, q, doubt);
}

// Where all rows are in the world, and nothing else: half of the stores of kinematics(). Their sines are there.
template <class T> inline void place_rows(const Tables& m, const T* q, Scratch<T>& ws) {
  ws.X_WB[0] = Transform<T>{};
  for (int i = 1; i < m.n_steps; ++i) {
    const Step& b = m.step[i];
    with_primitive<Bodies::rigid>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          if (b.parent == 0) {
            ws.X_WB[i] = step_pose<P>(b, q, ws);
          } else if constexpr (P == Primitive::revolute_z || P == Primitive::prismatic_z) {
            const auto move = [&](const Mat3<T>& R, const Vec3<T>& p) __attribute__((always_inline)) {
              const Vec3<T> x = R.col(0), y = R.col(1), z = R.col(2);
              if constexpr (P == Primitive::revolute_z) {
                const T s = ws.sine[b.q_begin], c = ws.cosine[b.q_begin];
                ws.X_WB[i] = {Mat3<T>::from_columns(x * c + y * s, y * c - x * s, z), p};
              } else {
                ws.X_WB[i] = {R, p + z * q[b.q_begin]};
              }
            };
            const Transform<T>& X = ws.X_WB[b.parent];  // mostly not turned before it moves
            if (is_turned(b.X_before)) move(X.R * R_before<T>(b), X * p_before<T>(b));
            else move(X.R, X * p_before<T>(b));
          } else {
            ws.X_WB[i] = ws.X_WB[b.parent] * step_pose<P>(b, q, ws);
          }
        });
  }
}

// -- whether the loops are closed there and the targets are met
template <class T> inline T loops_open_by(const LoopTables& t, const T* q, const Scratch<T>& ws) {
  const Vec3<T> zero{T(0.0), T(0.0), T(0.0)};
  T open = T(0.0), square = T(0.0);
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& block = t.block[i];
    const LoopRowKind kind = t.row[block.begin].kind;
    if (kind == LoopRowKind::gear) {
      const T phi = q[block.coordinate_b] - T(block.number) * q[block.coordinate_a] - T(block.offset);
      open = larger(open, magnitude(phi) * T(t.row[block.begin].scale));
      continue;
    }
    const auto is_translation = [&](int r) { return t.row[block.begin + r].kind == LoopRowKind::translation; };
    if (block.n == 3 && is_translation(0) && is_translation(1) && is_translation(2)) {  // two points, whatever the axes
      const auto point = [&](int row, const double* X) { return row == 0 ? constant<T>(X + 9) : ws.X_WB[row] * constant<T>(X + 9); };
      const Vec3<T> apart = (point(block.row_second, block.X_second) - point(block.row_first, block.X_first)) * T(t.row[block.begin].scale);
      square = larger(square, dot(apart, apart));
      continue;
    }
    const Transform<T> X_WJ = pose_of<T>(ws, block.row_first, block.X_first), X_WC = pose_of<T>(ws, block.row_second, block.X_second);
    if (kind == LoopRowKind::distance) {
      open = larger(open, magnitude(norm(X_WC.p - X_WJ.p) - T(block.number)) * T(t.row[block.begin].scale));
      continue;
    }
    const Transform<T> X_JC{transpose(X_WJ.R) * X_WC.R, transpose_times(X_WJ.R, X_WC.p - X_WJ.p)};
    for (int r = block.begin; r < block.begin + block.n; ++r)
      open = larger(open, magnitude(row_now<T>(block, t.row[r], X_JC, zero, zero, zero).phi) * T(t.row[r].scale));
  }
  return larger(open, sqrt(square));
}
template <class T> inline T targets_missed_by(const PoseTables& t, const T* target, const Scratch<T>& ws) {
  T missed = T(0.0);
  for (int i = 0; i < t.n_targets; ++i) {
    const PoseTargetRow& row = t.target[i];
    const Transform<T>& wanted = *reinterpret_cast<const Transform<T>*>(target + 12 * i);
    const Transform<T> X = pose_of<T>(ws, row.row, row.X_F);
    const Vec3<T> off = X.p - wanted.p;
    for (int k = 0; k < 3; ++k)
      if (row.led[k]) missed = larger(missed, magnitude(off[k]) * T(1 / t.length));
    if (row.whole) {
      const Mat3<T> R = X.R * transpose(wanted.R);
      missed = larger(missed, T(0.5) * norm(Vec3<T>{R.zy - R.yz, R.xz - R.zx, R.yx - R.xy}));  // the sine; and no half turn:
      missed = select(R.xx + R.yy + R.zz > T(2.0), missed, T(1.0));
    }
    if (row.by_axis) {
      const Vec3<T> axis = constant<T>(row.axis), a = X.R * axis, b = wanted.R * axis;
      missed = larger(missed, norm(cross(a, b)));
      missed = select(dot(a, b) > T(0.0), missed, T(1.0));
    }
  }
  return missed;
}

// -- J0, as in loops/jacobian_rows.cpp
template <class T> inline Vec3<T> place_of(const Scratch<T>& ws, const PointOn& p) {
  return p.row == 0 ? constant<T>(p.at) : placed_constant<T>(ws.X_WB[p.row], p.at);
}
template <class T> inline Motion<T> screw_of(const Scratch<T>& ws, const ScrewColumn& c, const Vec3<T>& Q) {
  const Vec3<T> axis = c.kind == ScrewKind::ball || c.row == 0 ? constant<T>(c.axis) : turned_constant<T>(ws.X_WB[c.row].R, c.axis);
  const Vec3<T> zero{T(0.0), T(0.0), T(0.0)};
  return c.kind == ScrewKind::slide ? Motion<T>{zero, axis} : Motion<T>{axis, cross(axis, Q - place_of<T>(ws, c.place))};
}
template <class T> struct ChainWrenches { Force<T> constraint, actuation[6]; };
inline constexpr double far_from_singular = 1e-3;

template <class T>
inline void forces_through_ball(const PlatformTables& t, const ScrewChain& chain, const Scratch<T>& ws, const Vec3<T>& Q, ChainWrenches<T>& out,
                                Doubt<T>& doubt) {
  const Vec3<T> zero{T(0.0), T(0.0), T(0.0)};
  Vec3<T> v[3];
  double size[3];
  int actuator[3], rows = 0;
  T product = T(1.0);  // of their squares: what is compared needs no roots
  for (int i = chain.begin; i < chain.end; ++i) {
    const ScrewColumn& c = t.column[i];
    if (c.kind == ScrewKind::ball) continue;
    size[rows] = c.kind == ScrewKind::slide ? 1 : 1 / t.length;
    v[rows] = screw_of<T>(ws, c, Q).v * T(size[rows]);
    actuator[rows] = c.actuator;
    const T square = dot(v[rows], v[rows]);
    doubt.unless(square > T(far_from_singular * far_from_singular));
    product = product * square;
    ++rows;
  }
  const Vec3<T> normal = cross(v[0], v[1]);
  if (rows == 2) {
    doubt.unless(dot(normal, normal) > T(far_from_singular * far_from_singular) * product);
    out.constraint = {zero, normal};
    v[2] = normal;
  }
  const Vec3<T> over[3] = {cross(v[1], v[2]), cross(v[2], v[0]), normal};
  const T det = dot(normal, v[2]);
  if (rows == 3) doubt.unless(det * det > T(far_from_singular * far_from_singular) * product);
  for (int i = 0, k = 0; i < rows; ++i)
    if (actuator[i] >= 0) out.actuation[k++] = {zero, over[i] * (T(size[i]) / det)};
}

// Gauss-Jordan steps in the order of the table; a pivot that has become small there is in doubt.
template <class T>
inline void wrenches_by_elimination(const PlatformTables& t, const ScrewChain& chain, const Scratch<T>& ws, const Vec3<T>& Q, ChainWrenches<T>& out,
                                    Doubt<T>& doubt) {
  const int n = t.n_columns, sides = chain.n_actuators;
  T a[6][12];
  double unit[6];
  for (int k = 0; k < n; ++k) unit[k] = t.used[k] < 3 ? 1 : 1 / t.length;
  int rows = 0, side = n;
  for (int i = chain.begin; i < chain.end; ++i, ++rows) {
    const ScrewColumn& c = t.column[i];
    const Motion<T> S = screw_of<T>(ws, c, Q);
    const double scale = c.kind == ScrewKind::slide ? t.length : 1;
    for (int k = 0; k < n; ++k) a[rows][k] = (t.used[k] < 3 ? S.w[t.used[k]] : S.v[t.used[k] - 3]) * T(scale * unit[k]);
    for (int k = n; k < n + sides; ++k) a[rows][k] = T(0.0);
    if (c.actuator >= 0) a[rows][side++] = T(scale);
  }
  T first = T(1.0);
  bool chosen[6] = {};
  for (int step = 0; step < rows; ++step) {
    const int row = chain.pivot_row[step], column = chain.pivot_column[step];
    chosen[column] = true;
    const T pivot = a[row][column];
    if (step == 0) first = larger(first, magnitude(pivot));
    doubt.unless(magnitude(pivot) > T(10 * far_from_singular) * first);
    const T inverse = T(1.0) / pivot;
    for (int k = 0; k < n + sides; ++k) a[row][k] = a[row][k] * inverse;
    for (int i = 0; i < rows; ++i) {
      if (i == row) continue;
      const T factor = a[i][column];
      for (int k = 0; k < n + sides; ++k) a[i][k] -= factor * a[row][k];
    }
  }
  const auto wrench = [&](const T* part) {
    Force<T> W = zero_force<T>();
    for (int k = 0; k < n; ++k) (t.used[k] < 3 ? W.n[t.used[k]] : W.f[t.used[k] - 3]) = part[k] * T(unit[k]);
    return W;
  };
  T part[6];
  if (chain.constraint >= 0) {
    int left = 0;
    while (chosen[left]) ++left;
    T size = T(1.0);
    part[left] = T(1.0);
    for (int step = 0; step < rows; ++step) {
      const T x = part[chain.pivot_column[step]] = -a[chain.pivot_row[step]][left];
      size += x * x;
    }
    const T inverse = T(1.0) / sqrt(size);
    for (int k = 0; k < n; ++k) part[k] = part[k] * inverse;
    out.constraint = wrench(part);
  }
  for (int k = 0; k < sides; ++k) {
    for (int i = 0; i < n; ++i) part[i] = T(0.0);
    for (int step = 0; step < rows; ++step) part[chain.pivot_column[step]] = a[chain.pivot_row[step]][n + k];
    out.actuation[k] = wrench(part);
  }
}

// J0 about O: row i at J0 + 6 i.
template <class T> inline void platform_rows(const PlatformTables& t, const Scratch<T>& ws, const Vec3<T>& O, T* J0, Doubt<T>& doubt) {
  constexpr double rank_threshold = 1e-6;  // as in loops/loop_rank_data.hpp
  const auto moved = [](const Force<T>& W, const Vec3<T>& from, const Vec3<T>& to) { return Force<T>{W.n + cross(from - to, W.f), W.f}; };
  const auto put = [&](int row, const Force<T>& W) {
    T* to = J0 + 6 * row;
    if (t.n_columns == 6) {  // all of them, in their order: nothing has to be looked up
      to[0] = W.n.x, to[1] = W.n.y, to[2] = W.n.z, to[3] = W.f.x, to[4] = W.f.y, to[5] = W.f.z;
      return;
    }
    for (int k = 0; k < t.n_columns; ++k) to[k] = t.used[k] < 3 ? W.n[t.used[k]] : W.f[t.used[k] - 3];
  };
  for (int i = 0; i < t.n_chains; ++i) {
    const ScrewChain& chain = t.chain[i];
    const Vec3<T> Q = chain.ball ? place_of<T>(ws, chain.centre) : O, P = chain.constraint >= 0 ? place_of<T>(ws, chain.last) : O;
    ChainWrenches<T> found;
    if (chain.ball) forces_through_ball<T>(t, chain, ws, Q, found, doubt);
    else wrenches_by_elimination<T>(t, chain, ws, Q, found, doubt);
    Force<T> c = zero_force<T>();
    T couple = T(0.0);  // 1: the constraint is one
    if (chain.constraint >= 0) {
      c = moved(found.constraint, Q, P);
      if (!chain.ball) {
        const T force = norm(c.f);
        couple = select(force < T(0.1 * rank_threshold), T(1.0), T(0.0));
        doubt.unless(magnitude(force - T(5.05 * rank_threshold)) > T(4.95 * rank_threshold));  // which of the two is for limb_screws to say
        c.f = c.f * (T(1.0) - couple);
      }
      const auto is_couple = couple > T(0.5);
      const Vec3<T> main{select(is_couple, c.n.x, c.f.x), select(is_couple, c.n.y, c.f.y), select(is_couple, c.n.z, c.f.z)};
      T largest = main.x;  // of the two signs the one whose largest part is positive
      largest = select(magnitude(main.y) > magnitude(largest), main.y, largest);
      largest = select(magnitude(main.z) > magnitude(largest), main.z, largest);
      const T scale = select(largest < T(0.0), T(-1.0), T(1.0)) / norm(main);
      c = c * scale;
      put(chain.constraint, moved(c, P, O));
    }
    int k = 0;
    for (int column = chain.begin; column < chain.end; ++column) {
      if (t.column[column].actuator < 0) continue;
      Force<T> W = moved(found.actuation[k++], Q, P);
      if (chain.constraint >= 0) {  // of all that differ by the constraint the least
        const T share = select(couple > T(0.5), dot(c.n, W.n), dot(c.f, W.f));
        W = moved(W - c * share, P, O);
      }
      put(t.column[column].actuator, W);
    }
  }
}

// -- singular values
template <class T>
inline void extreme_singular_values(int rows, int columns, const T* J0, bool wants_largest, T& smallest, T& largest, Doubt<T>& doubt) {
  const bool upright = rows >= columns;
  const int n = upright ? columns : rows, m = upright ? rows : columns;
  T c[6][max_platform_rows];
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) c[j][i] = J0[upright ? 6 * i + j : 6 * j + i];
  const auto find = [&]<int size>() {  // a square one stays in registers
    const Bidiagonal<T, size> b = m == size ? bidiagonal<T, size>(c, FixedRows<size>()) : bidiagonal<T, size>(c, m);
    doubt.unless(singular_extremes<T, size>(b, wants_largest, smallest, largest) < T(0.5));
  };
  switch (n) {
    case 1: find.template operator()<1>(); break;
    case 2: find.template operator()<2>(); break;
    case 3: find.template operator()<3>(); break;
    case 4: find.template operator()<4>(); break;
    case 5: find.template operator()<5>(); break;
    default: find.template operator()<6>(); break;
  }
  doubt.unless(largest < T(1e60));  // products of squares neither overflow nor vanish
  doubt.unless(largest > T(1e-60));
}

// -- distances. The nearest points of two lines, those of two segments by going from the one that is inside of the first to the second and back: [Ericson2005] section 5.1.9.
template <class T> struct LinkNow {
  Vec3<T> at, along;
  T square, inverse;  // of its length squared, or 0
};
template <class T> inline LinkNow<T> link_from(const Vec3<T>& a, const Vec3<T>& b) {
  const Vec3<T> along = b - a;
  const T square = dot(along, along);
  return {a, along, square, select(square > T(0.0), T(1.0) / square, T(0.0))};
}
template <class T> inline T clamped(T a) { return select(a < T(0.0), T(0.0), select(a > T(1.0), T(1.0), a)); }
template <class T> inline T square_apart(const LinkNow<T>& a, const LinkNow<T>& b) {
  const Vec3<T> r = a.at - b.at;
  const T both = dot(a.along, b.along), ar = dot(a.along, r), br = dot(b.along, r), area = a.square * b.square - both * both;
  const T first = clamped<T>(select(area > T(0.0), (both * br - b.square * ar) / area, T(0.0)));
  const T t = clamped<T>((br + first * both) * b.inverse), s = clamped<T>((t * both - ar) * a.inverse);
  const Vec3<T> d = r + a.along * s - b.along * t;
  return dot(d, d);
}

template <class T>
inline unsigned follow_pose(const Tables& m, const LoopTables& loops, const PoseTables& t, const T* q_near, const T* target, T* q, double* tree,
                            T* scratch, T* numbers) {
  Doubt<T> doubt;
  Scratch<T> ws(m, tree, Bodies::rigid);
  auto* X_WB = reinterpret_cast<Transform<T>*>(scratch);
  auto* links = reinterpret_cast<LinkNow<T>*>(scratch + 12 * t.n_bodies);
  T *J0 = scratch + 12 * t.n_bodies + 8 * t.n_links, *sine = J0 + 6 * max_platform_rows, *cosine = sine + m.nq;
  follow_legs<T>(m, t, q_near, target, ws, X_WB, q, sine, cosine, doubt);
  ws.sine = sine, ws.cosine = cosine;  // of turns that legs have found; of the others:
  for (int i = 0; i < t.n_angles; ++i) sine_and_cosine(q[t.angle[i]], sine[t.angle[i]], cosine[t.angle[i]]);
  place_rows<T>(m, q, ws);
  doubt.unless(loops_open_by<T>(loops, q, ws) < T(t.met));
  doubt.unless(targets_missed_by<T>(t, target, ws) < T(t.met));
  for (int i = 0; i < t.n_frames; ++i) {
    platform_rows<T>(t.platform, ws, place_of<T>(ws, t.frame[i]), J0, doubt);
    extreme_singular_values<T>(t.platform.n_rows, t.platform.n_columns, J0, t.wants_largest, numbers[0], numbers[1], doubt);
    numbers += 2;
  }
  for (int i = 0; i < t.n_cones; ++i) {
    const ConeRow& cone = t.cone[i];
    const auto direction = [&](int k) {
      return cone.row[k] == 0 ? constant<T>(cone.axis[k]) : turned_constant<T>(ws.X_WB[cone.row[k]].R, cone.axis[k]);
    };
    const Vec3<T> a = direction(0), b = direction(1);
    *numbers++ = arctangent(norm(cross(a, b)), dot(a, b));
  }
  for (int i = 0; i < t.n_links; ++i) links[i] = link_from<T>(place_of<T>(ws, t.link[i].end[0]), place_of<T>(ws, t.link[i].end[1]));
  for (int i = 0; i < t.n_distances; ++i) {
    T least = T(1e300);
    for (int p = t.distance[i].begin; p < t.distance[i].end;) {  // of pairs with the same radii, which follow each other, the nearest
      const auto radii = [&](int k) { return t.link[t.pair[2 * k]].radius + t.link[t.pair[2 * k + 1]].radius; };
      const double both = radii(p);
      T square = T(1e300);
      for (; p < t.distance[i].end && radii(p) == both; ++p) {
        const T other = square_apart<T>(links[t.pair[2 * p]], links[t.pair[2 * p + 1]]);
        square = select(other < square, other, square);
      }
      const T apart = sqrt(square) - T(both);
      least = select(apart < least, apart, least);
    }
    *numbers++ = least;
  }
  return lanes_above_zero(doubt.found);
}

template <class T> struct PoseEntry {
  [[gnu::flatten]] static unsigned follow(const Tables& m, const LoopTables& loops, const PoseTables& t, const double* q_near, const double* target,
                                          double* q, double* tree, double* scratch, double* numbers) {
    return follow_pose<T>(m, loops, t, as<T>(q_near), as<T>(target), as<T>(q), tree, as<T>(scratch), as<T>(numbers));
  }
  static void angle_of(const double* y, const double* x, double* angle) { *as<T>(angle) = arctangent(*as<T>(y), *as<T>(x)); }
  static void look(double min, double max, const double* x, double* nearest, double* margin) {
    const auto is_number = [](T a) { return magnitude(a) > T(-1.0); };
    const T here = *as<T>(x), low = here - T(min), high = T(max) - here;
    const T inside = select(is_number(here), select(high < low, high, low), T(-__builtin_inf()));
    const auto nearer = inside < *as<T>(margin), known = is_number(*as<T>(nearest));
    *as<T>(margin) = select(known, select(nearer, inside, *as<T>(margin)), inside);
    *as<T>(nearest) = select(known, select(nearer, here, *as<T>(nearest)), here);
  }
  static constexpr PoseFunctions table(const char* isa) { return {isa, lanes_of<T>, follow, angle_of, look}; }
};

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
