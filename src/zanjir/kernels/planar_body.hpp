// Accelerations for given forces of a tree that moves in one plane (Tables::planar), O(n): the articulated bodies of articulated_body.hpp, with what
// the plane leaves of them. A motion is three numbers (turn about the normal, velocity of the row's origin), an articulated inertia six instead of 21,
// all in world axes about the row's origin, so that what a row hands to its parent is shifted and never turned.
// Source: [Featherstone2008] Table 7.1 and section 9.2, written out in the plane.
//   paper   code          meaning                                    paper   code      meaning
//   I^A_i   J B M         force = [J B^T; B M] (alpha, a)            p^A_i   n, f      its bias force
//   c_i     c             -w^2 r, slides: + 2 w x u v                D u     D_inverse, u
// a is the ordinary acceleration of the origin, with -gravity. Forces along the normal and moments in the plane do no work and are not read.
#pragma once

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/joint_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T> struct Vec2 {
  T x, y;
  friend Vec2 operator+(const Vec2& a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(const Vec2& a, T s) { return {a.x * s, a.y * s}; }
};
template <class T> inline T dot(const Vec2<T>& a, const Vec2<T>& b) { return a.x * b.x + a.y * b.y; }
template <class T> inline T cross(const Vec2<T>& a, const Vec2<T>& b) { return a.x * b.y - a.y * b.x; }
template <class T> inline Vec2<T> quarter_turn(const Vec2<T>& a) { return {-a.y, a.x}; }  // normal x a
template <class T> inline Vec2<T> turned(const Vec2<T>& by, const Vec2<T>& a) {           // by: cosine and sine
  return {by.x * a.x - by.y * a.y, by.y * a.x + by.x * a.y};
}
template <class T> inline Vec2<T> turned_back(const Vec2<T>& by, const Vec2<T>& a) { return {by.x * a.x + by.y * a.y, by.x * a.y - by.y * a.x}; }

template <class T> struct PlanarRow {
  Vec2<T> turn;  // cosine and sine of its planar axes in the world
  Vec2<T> r, c;  // origin from the parent's origin; acceleration of it that neither parent nor own vdot gives
  Vec2<T> p;     // origin in the world
  T w;           // turning speed
  T J;           // articulated inertia and bias, children included as they hand over
  Vec2<T> B;
  T Mxx, Mxy, Myy;
  T n;
  Vec2<T> f;
  T size;          // of what was added up in J: a pivot is measured by that
  T D_inverse, u;  // pivot of its axis
  T alpha;
  Vec2<T> a;
};
template <class T> inline Vec2<T> times_M(const PlanarRow<T>& i, const Vec2<T>& a) { return {i.Mxx * a.x + i.Mxy * a.y, i.Mxy * a.x + i.Myy * a.y}; }

// Turns and places row i, and starts its inertia and bias with its own.
template <class T>
[[gnu::always_inline]] inline void place_in_plane(const Tables& model, int i, const T* q, const T* v, const T* external, const Scratch<T>& ws,
                                                  PlanarRow<T>* row) {
  const Step& b = model.step[i];
  const PlanarStep& p = model.planar[i];
  const PlanarRow<T>& parent = row[b.parent];
  PlanarRow<T>& out = row[i];
  const T speed = v[b.v_begin];
  const Vec2<T> before = turned(parent.turn, {T(p.turn_before[0]), T(p.turn_before[1])});
  out.r = turned(parent.turn, {T(p.p_before[0]), T(p.p_before[1])});
  if (b.joint == Primitive::revolute_z) {
    out.turn = turned(before, {ws.cosine[b.q_begin], ws.sine[b.q_begin] * T(p.sense)});
    out.w = parent.w + speed * T(p.sense);
    out.c = out.r * -(parent.w * parent.w);
  } else {  // along the x axis of the row's planar axes
    out.turn = before;
    out.w = parent.w;
    out.r = out.r + before * q[b.q_begin];
    out.c = quarter_turn(before) * (T(2) * out.w * speed) - out.r * (out.w * out.w);
  }
  out.p = parent.p + out.r;
  const Vec2<T> h = turned(out.turn, {T(p.h[0]), T(p.h[1])});
  out.J = out.size = T(p.I);
  out.B = quarter_turn(h);
  out.Mxx = out.Myy = T(p.m);
  out.Mxy = out.n = T(0);
  out.f = h * -(out.w * out.w);
  if (external) {
    const T *n = external + 6 * i, *f = n + 3;
    const double *x = p.axes, *y = x + 3, *z = y + 3;
    out.n -= n[0] * T(z[0]) + n[1] * T(z[1]) + n[2] * T(z[2]);
    out.f = out.f - turned(out.turn, {f[0] * T(x[0]) + f[1] * T(x[1]) + f[2] * T(x[2]), f[0] * T(y[0]) + f[1] * T(y[1]) + f[2] * T(y[2])});
  }
}

// Springs take from the bias of both rows. What row 0 collects is never read.
template <class T> [[gnu::always_inline]] inline void pull(const PlanarSpring& spring, PlanarRow<T>* row) {
  PlanarRow<T>&a = row[spring.row_a], &b = row[spring.row_b];
  const Vec2<T> arm_b = turned(b.turn, {T(spring.b[0]), T(spring.b[1])}), to_b = b.p + arm_b - a.p;
  const Vec2<T> gap = turned_back(a.turn, to_b) - Vec2<T>{T(spring.a[0]), T(spring.a[1])};
  const T xx(spring.stiffness[0]), xy(spring.stiffness[1]), yy(spring.stiffness[2]);
  const Vec2<T> on_a = turned(a.turn, {xx * gap.x + xy * gap.y, xy * gap.x + yy * gap.y});
  b.f = b.f + on_a;
  b.n += cross(arm_b, on_a);
  a.f = a.f - on_a;
  a.n -= cross(to_b, on_a);
}

// Adds to the parent what is left of a row, seen from the parent's origin: inertia (J, B, M), bias (n, f) at it.
template <class T> [[gnu::always_inline]] inline void hand_to_parent(const PlanarRow<T>& left, PlanarRow<T>& parent) {
  const Vec2<T> arm = quarter_turn(left.r), M_arm = times_M(left, arm);
  parent.J += left.J + dot(left.B, arm) + dot(left.B, arm) + dot(arm, M_arm);
  parent.B = parent.B + left.B + M_arm;
  parent.Mxx += left.Mxx;
  parent.Mxy += left.Mxy;
  parent.Myy += left.Myy;
  parent.n += left.n + cross(left.r, left.f);
  parent.f = parent.f + left.f;
  parent.size += left.size + dot(left.r, left.r) * (left.Mxx + left.Myy);
}

// The suspicion of a pivot is that of articulated_body.hpp.
inline constexpr double suspect_planar_pivot = 1e-7;

template <Known known, class T>
inline unsigned planar_forward_dynamics(const Tables& model, const T* q, const T* v, const std::uint8_t* accel_given, const T* external,
                                        Scratch<T> ws, T* tau, T* vdot) {
  static_assert(sizeof(PlanarRow<T>) <= work_numbers_per_step * sizeof(T));
  const int n = model.n_steps;
  auto* row = reinterpret_cast<PlanarRow<T>*>(ws.work);
  if constexpr (known == Known::nothing) update_sines(model, q, ws);
  const double *g = model.gravity_W, *axes = model.planar[0].axes;
  PlanarRow<T>& ground = row[0];
  ground = {};
  ground.turn = {T(1), T(0)};
  ground.a = {T(-(g[0] * axes[0] + g[1] * axes[1] + g[2] * axes[2])), T(-(g[0] * axes[3] + g[1] * axes[4] + g[2] * axes[5]))};

  for (int i = 1; i < n; ++i) place_in_plane(model, i, q, v, external, ws, row);  // outward
  if constexpr (known == Known::nothing) {
    for (int k = 0; k < model.n_planar_springs; ++k) pull(model.planar_spring[k], row);
  }
  // inward: free the step's axis, hand the rest to the parent
  T failed(0);
  for (int i = n - 1; i > 0; --i) {
    const Step& b = model.step[i];
    PlanarRow<T>& own = row[i];
    PlanarRow<T> left = own;
    const bool turns = b.joint == Primitive::revolute_z;
    const T rotor = rotor_inertia_of<T>(model, b.v_begin), floor(model.pivot_floor ? model.pivot_floor[i] : 0.0);
    Vec2<T> c = own.c;
    T c_turn(0);
    if (accel_given && accel_given[i]) {
      if (turns) c_turn = vdot[b.v_begin] * T(model.planar[i].sense);
      else c = c + own.turn * vdot[b.v_begin];
    } else if (turns) {
      const T D = own.J + rotor, suspect = own.size * T(suspect_planar_pivot);
      failed = select(D > select(floor > suspect, floor, suspect), failed, T(1));
      own.D_inverse = T(1) / D;
      own.u = tau[b.v_begin] * T(model.planar[i].sense) - own.n;
      const Vec2<T> W = own.B * own.D_inverse;
      const T kept = rotor * own.D_inverse;  // nothing, behind a hinge without rotor
      left.J = own.J * kept;
      left.B = own.B * kept;
      left.size = own.size * kept;
      left.Mxx -= W.x * own.B.x;
      left.Mxy -= W.x * own.B.y;
      left.Myy -= W.y * own.B.y;
      left.n += own.J * own.D_inverse * own.u;
      left.f = left.f + W * own.u;
    } else {
      const Vec2<T> along = own.turn, U = times_M(own, along);
      const T U_turn = dot(own.B, along), D = dot(U, along) + rotor, suspect = (own.Mxx + own.Myy) * T(suspect_planar_pivot);
      failed = select(D > select(floor > suspect, floor, suspect), failed, T(1));
      own.D_inverse = T(1) / D;
      own.u = tau[b.v_begin] - dot(own.f, along);
      const T W_turn = U_turn * own.D_inverse;
      const Vec2<T> W = U * own.D_inverse;
      left.J -= W_turn * U_turn;
      left.B = left.B - U * W_turn;
      left.Mxx -= W.x * U.x;
      left.Mxy -= W.x * U.y;
      left.Myy -= W.y * U.y;
      left.n += W_turn * own.u;
      left.f = left.f + W * own.u;
    }
    if (b.parent == 0) continue;
    left.n += left.J * c_turn + dot(left.B, c);
    left.f = left.f + left.B * c_turn + times_M(left, c);
    hand_to_parent(left, row[b.parent]);
  }
  // outward: accelerations
  for (int i = 1; i < n; ++i) {
    const Step& b = model.step[i];
    const PlanarRow<T>& parent = row[b.parent];
    PlanarRow<T>& own = row[i];
    T alpha = parent.alpha;
    Vec2<T> a = parent.a + quarter_turn(own.r) * alpha + own.c;
    const bool given = accel_given && accel_given[i];
    const T sense(model.planar[i].sense);
    if (b.joint == Primitive::revolute_z) {
      if (!given) vdot[b.v_begin] = (own.u - own.J * alpha - dot(own.B, a)) * own.D_inverse * sense;
      alpha += vdot[b.v_begin] * sense;
      if (given) tau[b.v_begin] = (own.J * alpha + dot(own.B, a) + own.n) * sense;
    } else {
      const Vec2<T> along = own.turn;
      if (!given) vdot[b.v_begin] = (own.u - dot(own.B, along) * alpha - dot(times_M(own, along), a)) * own.D_inverse;
      a = a + along * vdot[b.v_begin];
      if (given) tau[b.v_begin] = dot(own.B * alpha + times_M(own, a) + own.f, along);
    }
    if (given && model.rotor_inertia) tau[b.v_begin] += vdot[b.v_begin] * T(model.rotor_inertia[b.v_begin]);
    own.alpha = alpha;
    own.a = a;
  }
  return lanes_above_zero(failed);
}

// Functions::forward_dynamics.
template <class T>
unsigned planar_entry(const Tables& m, Known known, const double* q, const double* v, const std::uint8_t* given, const double* external, double* s,
                      double* tau, double* vdot) {
  const Scratch<T> ws(m, s, Bodies::rigid);
  if (known == Known::nothing)
    return planar_forward_dynamics<Known::nothing, T>(m, as<T>(q), as<T>(v), given, as<T>(external), ws, as<T>(tau), as<T>(vdot));
  return planar_forward_dynamics<Known::kinematics, T>(m, as<T>(q), as<T>(v), given, as<T>(external), ws, as<T>(tau), as<T>(vdot));
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
