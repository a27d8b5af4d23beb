// Transform X_AB = (R_AB, p_AB): the pose of frame B in frame A.  X_AC = X_AB * X_BC.
// Motion = [angular; linear], Force = [moment; force], both of a frame, at its origin, in its axes; Inertia about the frame origin.
#pragma once

#include "zanjir/spatial/vector.hpp"

namespace zanjir::spatial {
inline namespace ZANJIR_ISA {

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

}  // namespace ZANJIR_ISA
}  // namespace zanjir::spatial
