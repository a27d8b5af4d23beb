// Transform X_AB = (R_AB, p_AB): the pose of frame B in frame A.  X_AC = X_AB * X_BC.
// Motion = [angular; linear], Force = [moment; force], both of a frame, at its origin, in its axes; Inertia about the frame origin.
// Rotations: about an axis, quaternions (Hamilton, scalar first, child components to parent components), exp and log.
#pragma once

#include "zanjir/spatial/vector.hpp"

namespace zanjir::spatial {
inline namespace ZANJIR_ISA {

// -- poses, motions, forces, inertias
template <class T> struct Transform {
  Mat3<T> R = Mat3<T>::identity();
  Vec3<T> p{T(0), T(0), T(0)};
};

template <class T> ZANJIR_HD constexpr Transform<T> operator*(const Transform<T>& X_AB, const Transform<T>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p};
}
template <class T> ZANJIR_HD constexpr Vec3<T> operator*(const Transform<T>& X_AB, const Vec3<T>& p_B) { return X_AB.p + X_AB.R * p_B; }
template <class T> ZANJIR_HD constexpr Transform<T> inverse(const Transform<T>& X) { return {transpose(X.R), -transpose_times(X.R, X.p)}; }
template <class To, class From> ZANJIR_HD constexpr Transform<To> cast(const Transform<From>& X) { return {cast<To>(X.R), cast<To>(X.p)}; }

template <class T> struct Motion {
  Vec3<T> w, v;  // angular, linear
};
template <class T> struct Force {
  Vec3<T> n, f;  // moment, force
};

template <class T> ZANJIR_HD constexpr Motion<T> operator+(const Motion<T>& a, const Motion<T>& b) { return {a.w + b.w, a.v + b.v}; }
template <class T> ZANJIR_HD constexpr Motion<T> operator-(const Motion<T>& a, const Motion<T>& b) { return {a.w - b.w, a.v - b.v}; }
template <class T, class S> ZANJIR_HD constexpr Motion<T> operator*(const Motion<T>& a, const S& s) { return {a.w * s, a.v * s}; }
template <class T> ZANJIR_HD constexpr Force<T> operator+(const Force<T>& a, const Force<T>& b) { return {a.n + b.n, a.f + b.f}; }
template <class T> ZANJIR_HD constexpr Force<T> operator-(const Force<T>& a, const Force<T>& b) { return {a.n - b.n, a.f - b.f}; }
template <class T> ZANJIR_HD constexpr Force<T> operator-(const Force<T>& a) { return {-a.n, -a.f}; }
template <class T, class S> ZANJIR_HD constexpr Force<T> operator*(const Force<T>& a, const S& s) { return {a.n * s, a.f * s}; }
template <class T> ZANJIR_HD constexpr T power(const Force<T>& F, const Motion<T>& V) { return dot(F.n, V.w) + dot(F.f, V.v); }

// The same motion or force, seen from the other frame of X_PB: at its origin and in its axes.
template <class T> ZANJIR_HD constexpr Motion<T> to_child(const Transform<T>& X_PB, const Motion<T>& V_P) {
  return {transpose_times(X_PB.R, V_P.w), transpose_times(X_PB.R, V_P.v + cross(V_P.w, X_PB.p))};
}
template <class T> ZANJIR_HD constexpr Motion<T> to_parent(const Transform<T>& X_PB, const Motion<T>& V_B) {
  const Vec3<T> w = X_PB.R * V_B.w;
  return {w, X_PB.R * V_B.v + cross(X_PB.p, w)};
}
template <class T> ZANJIR_HD constexpr Force<T> to_parent(const Transform<T>& X_PB, const Force<T>& F_B) {
  const Vec3<T> f = X_PB.R * F_B.f;
  return {X_PB.R * F_B.n + cross(X_PB.p, f), f};
}
template <class T> ZANJIR_HD constexpr Force<T> to_child(const Transform<T>& X_PB, const Force<T>& F_P) {
  return {transpose_times(X_PB.R, F_P.n - cross(X_PB.p, F_P.f)), transpose_times(X_PB.R, F_P.f)};
}

template <class T> ZANJIR_HD constexpr Motion<T> cross_motion(const Motion<T>& V, const Motion<T>& m) {  // V x m
  return {cross(V.w, m.w), cross(V.w, m.v) + cross(V.v, m.w)};
}
template <class T> ZANJIR_HD constexpr Force<T> cross_force(const Motion<T>& V, const Force<T>& h) {  // V x* h
  return {cross(V.w, h.n) + cross(V.v, h.f), cross(V.w, h.f)};
}

template <class T> struct Inertia {
  T m;        // mass
  Vec3<T> h;  // mass times centre of mass
  Sym3<T> I;  // rotational inertia about the frame origin
};
template <class T> ZANJIR_HD constexpr Force<T> operator*(const Inertia<T>& b, const Motion<T>& V) {  // momentum
  return {b.I * V.w + cross(b.h, V.v), V.v * b.m - cross(b.h, V.w)};
}
template <class T> ZANJIR_HD constexpr Inertia<T> operator+(const Inertia<T>& a, const Inertia<T>& b) { return {a.m + b.m, a.h + b.h, a.I + b.I}; }
// An inertia given in frame B, seen from frame A of X_AB.
template <class T> ZANJIR_HD constexpr Inertia<T> to_parent(const Transform<T>& X_AB, const Inertia<T>& b) {
  // I about B's origin in A axes, then moved: I_A = I_B + 2 (h.p) 1 - h p^T - p h^T + m (|p|^2 1 - p p^T), h in A axes
  const Vec3<T> h = X_AB.R * b.h, p = X_AB.p;
  const T hp = dot(h, p) * T(2);
  Sym3<T> I = rotate(X_AB.R, b.I) + point_inertia(b.m, p);
  I = I + Sym3<T>{hp - h.x * p.x * T(2),    hp - h.y * p.y * T(2),    hp - h.z * p.z * T(2),
                  -(h.x * p.y + p.x * h.y), -(h.x * p.z + p.x * h.z), -(h.y * p.z + p.y * h.z)};
  return {b.m, h + p * b.m, I};
}

// -- rotations
template <class T> struct Quaternion { T w, x, y, z; };

template <class T> ZANJIR_HD constexpr Quaternion<T> operator*(const Quaternion<T>& a, const Quaternion<T>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
template <class T> ZANJIR_HD constexpr Quaternion<T> conjugate(const Quaternion<T>& a) { return {a.w, -a.x, -a.y, -a.z}; }
template <class T> ZANJIR_HD Quaternion<T> normalized(const Quaternion<T>& a) {
  const T s = T(1) / sqrt(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
  return {a.w * s, a.x * s, a.y * s, a.z * s};
}
// Rotation matrix of a unit quaternion.
template <class T> ZANJIR_HD constexpr Mat3<T> to_matrix(const Quaternion<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2, wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {T(1) - (yy + zz), xy - wz, xz + wy, xy + wz, T(1) - (xx + zz), yz - wx, xz - wy, yz + wx, T(1) - (xx + yy)};
}
// Unit quaternion with w >= 0 of a rotation matrix (largest of the four squares first, so no cancellation).
inline Quaternion<double> to_quaternion(const Mat3<double>& R) {
  const double t = R.xx + R.yy + R.zz;
  Quaternion<double> q;
  if (t >= R.xx && t >= R.yy && t >= R.zz) {
    q = {1 + t, R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
  } else if (R.xx >= R.yy && R.xx >= R.zz) {
    q = {R.zy - R.yz, 1 + R.xx - R.yy - R.zz, R.xy + R.yx, R.xz + R.zx};
  } else if (R.yy >= R.zz) {
    q = {R.xz - R.zx, R.xy + R.yx, 1 + R.yy - R.xx - R.zz, R.yz + R.zy};
  } else {
    q = {R.yx - R.xy, R.xz + R.zx, R.yz + R.zy, 1 + R.zz - R.xx - R.yy};
  }
  q = normalized(q);
  return q.w < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}

// Rotation by `angle` about the unit vector `axis` (Rodrigues).
template <class T> ZANJIR_HD Mat3<T> rotation_about(const Vec3<T>& axis, const T& angle) {
  const T s = sin(angle), c = cos(angle), k = T(1) - c;
  const Vec3<T> a = axis;
  return {c + a.x * a.x * k,       a.x * a.y * k - a.z * s, a.x * a.z * k + a.y * s, a.x * a.y * k + a.z * s, c + a.y * a.y * k,
          a.y * a.z * k - a.x * s, a.x * a.z * k - a.y * s, a.y * a.z * k + a.x * s, c + a.z * a.z * k};
}

// Unit quaternion of the rotation vector r: [cos(|r|/2), sin(|r|/2) r/|r|], by series near zero so that derivatives pass through it.
template <class T> ZANJIR_HD Quaternion<T> exp_quaternion(const Vec3<T>& r) {
  const T n2 = dot(r, r) * T(0.25);  // (|r|/2)^2
  T c, s;                            // cos(|r|/2), sin(|r|/2)/|r|
  if (value_of(n2) < 1e-4) {         // truncation below 1e-20
    c = T(1) - n2 * T(0.5) * (T(1) - n2 * T(1.0 / 12) * (T(1) - n2 * T(1.0 / 30) * (T(1) - n2 * T(1.0 / 56))));
    s = T(0.5) * (T(1) - n2 * T(1.0 / 6) * (T(1) - n2 * T(1.0 / 20) * (T(1) - n2 * T(1.0 / 42) * (T(1) - n2 * T(1.0 / 72)))));
  } else {
    const T half = sqrt(n2);
    c = cos(half);
    s = sin(half) / (half * T(2));
  }
  return {c, r.x * s, r.y * s, r.z * s};
}
// Rotation vector of a unit quaternion, |r| <= pi.
inline Vec3<double> log_quaternion(Quaternion<double> q) {
  if (q.w < 0) q = {-q.w, -q.x, -q.y, -q.z};
  const double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  const double k = s < 1e-8 ? 2.0 / q.w : 2.0 * atan2(s, q.w) / s;
  return {q.x * k, q.y * k, q.z * k};
}

// A rotation that carries `z` to the unit vector `axis`: the shortest one.
inline Mat3<double> rotation_from_z(const Vec3<double>& axis) {
  if (axis.z < -1 + 1e-12) return {1, 0, 0, 0, -1, 0, 0, 0, -1};
  const Quaternion<double> q = normalized(Quaternion<double>{1 + axis.z, -axis.y, axis.x, 0.0});
  return to_matrix(q);
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::spatial
