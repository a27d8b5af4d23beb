// Accelerations for given forces by articulated bodies, O(n); any step may have its acceleration given instead (hybrid dynamics).
// Source: [Featherstone2008] Table 7.1 and section 9.2 (hybrid).
//   paper   code      frame  meaning                              paper  code            frame  meaning
//   v_i     ws.V[i]   B      velocity of row i                    I^A_i  inertia[i]      B      articulated inertia: I H / H^T M
//   a_i     ws.A[i]   B      acceleration incl. -gravity          p^A_i  ws.F[i]         B      its bias force
//   c_i     bias[i]   B      V x S v (+ S vdot where given)       U D u  Pivot           -      I^A S, S^T I^A S + rotor, tau - S^T p^A
// Deviation: a step of several axes is eliminated axis by axis, last first, instead of by a 3x3 or 6x6 block: the axes are unit vectors
// of one frame, so this is the same Gaussian elimination of a positive definite block, and every primitive runs the same few lines.
// The symmetric 6x6 block stays symmetric by construction: 21 numbers.
#pragma once

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/joint_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T>
struct ArticulatedInertia {  // force = [I H; H^T M] acceleration
  Sym3<T> I;
  Mat3<T> H;
  Sym3<T> M;
};

template <class T> inline ArticulatedInertia<T> articulated(const Inertia<T>& b) {
  const T o(0);
  return {b.I, cross_matrix(b.h), {b.m, b.m, b.m, o, o, o}};
}
template <class T> inline ArticulatedInertia<T> operator+(const ArticulatedInertia<T>& a, const ArticulatedInertia<T>& b) {
  return {a.I + b.I, a.H + b.H, a.M + b.M};
}
template <class T> inline Force<T> operator*(const ArticulatedInertia<T>& a, const Motion<T>& A) {
  return {a.I * A.w + a.H * A.v, transpose_times(a.H, A.w) + a.M * A.v};
}
// Column k of the 6x6 block.
template <int k, class T> inline Force<T> column(const ArticulatedInertia<T>& a) {
  if constexpr (k == 0) return {{a.I.xx, a.I.xy, a.I.xz}, a.H.row(0)};
  if constexpr (k == 1) return {{a.I.xy, a.I.yy, a.I.yz}, a.H.row(1)};
  if constexpr (k == 2) return {{a.I.xz, a.I.yz, a.I.zz}, a.H.row(2)};
  if constexpr (k == 3) return {a.H.col(0), {a.M.xx, a.M.xy, a.M.xz}};
  if constexpr (k == 4) return {a.H.col(1), {a.M.xy, a.M.yy, a.M.yz}};
  if constexpr (k == 5) return {a.H.col(2), {a.M.xz, a.M.yz, a.M.zz}};
}
template <int k, class T> inline T& component(Force<T>& F) {
  if constexpr (k < 3) return F.n[k]; else return F.f[k - 3];
}
template <int k, class T> inline T& component(Motion<T>& A) {
  if constexpr (k < 3) return A.w[k]; else return A.v[k - 3];
}
template <class T> inline void subtract_outer(Sym3<T>& S, const Vec3<T>& a, const Vec3<T>& b) {  // a b^T, known to be symmetric
  S.xx -= a.x * b.x;
  S.yy -= a.y * b.y;
  S.zz -= a.z * b.z;
  S.xy -= a.x * b.y;
  S.xz -= a.x * b.z;
  S.yz -= a.y * b.z;
}
template <class T> inline void subtract_outer(Mat3<T>& S, const Vec3<T>& a, const Vec3<T>& b) {
  S.xx -= a.x * b.x;
  S.xy -= a.x * b.y;
  S.xz -= a.x * b.z;
  S.yx -= a.y * b.x;
  S.yy -= a.y * b.y;
  S.yz -= a.y * b.z;
  S.zx -= a.z * b.x;
  S.zy -= a.z * b.y;
  S.zz -= a.z * b.z;
}

// An articulated inertia given in frame B, seen from frame P: turned, then moved by p.
//   H' = H + P M,   I' = I - H P + P H'^T,   P = cross_matrix(p)
template <class T> inline ArticulatedInertia<T> to_parent(const Transform<T>& X_PB, const ArticulatedInertia<T>& a) {
  const Mat3<T>& R = X_PB.R;
  const Vec3<T>& p = X_PB.p;
  const Sym3<T> M = rotate(R, a.M);
  const Mat3<T> H0 = R * (a.H * transpose(R));
  Sym3<T> I = rotate(R, a.I);
  Mat3<T> H = H0;
  H.xx += p.y * M.xz - p.z * M.xy;
  H.xy += p.y * M.yz - p.z * M.yy;
  H.xz += p.y * M.zz - p.z * M.yz;
  H.yx += p.z * M.xx - p.x * M.xz;
  H.yy += p.z * M.xy - p.x * M.yz;
  H.yz += p.z * M.xz - p.x * M.zz;
  H.zx += p.x * M.xy - p.y * M.xx;
  H.zy += p.x * M.yy - p.y * M.xy;
  H.zz += p.x * M.yz - p.y * M.xz;
  I.xx += (p.y * H0.xz - p.z * H0.xy) + (p.y * H.xz - p.z * H.xy);
  I.yy += (p.z * H0.yx - p.x * H0.yz) + (p.z * H.yx - p.x * H.yz);
  I.zz += (p.x * H0.zy - p.y * H0.zx) + (p.x * H.zy - p.y * H.zx);
  I.xy += (p.z * H0.xx - p.x * H0.xz) + (p.y * H.yz - p.z * H.yy);
  I.xz += (p.x * H0.xy - p.y * H0.xx) + (p.y * H.zz - p.z * H.zy);
  I.yz += (p.x * H0.yy - p.y * H0.yx) + (p.z * H.zx - p.x * H.zz);
  return {I, H, M};
}

// The slides of a free step have a floor of their own: a mass beside moments of inertia.
template <Primitive P, int k> inline double pivot_floor_of(const Tables& model, int i) {
  const double* floor = P == Primitive::free && k >= 3 ? model.slide_floor : model.pivot_floor;
  return floor ? floor[i] : 0.0;
}

template <class T>
struct Pivot {  // of one axis: what the outward pass needs to find its acceleration
  Force<T> U;
  T D_inverse, u;
};

template <Known known, class T>
inline int forward_dynamics(const Tables& model, const T* q, const T* v, const std::uint8_t* accel_given, const T* external, Scratch<T> ws,
                            T* tau, T* vdot) {
  const int n = model.n_steps;
  static_assert(21 + 6 + 6 * 8 <= work_numbers_per_step);
  auto* inertia = reinterpret_cast<ArticulatedInertia<T>*>(ws.work);
  auto* bias = reinterpret_cast<Motion<T>*>(ws.work + 21 * n);
  auto* pivot = reinterpret_cast<Pivot<T>*>(ws.work + 27 * n);  // [nv]

  if constexpr (known == Known::nothing) {
    update_sines(model, q, ws);
    ws.X_PB[0] = Transform<T>{};
    ws.V[0] = zero_motion<T>();
  }
  // outward: velocities, and each row by itself
  for (int i = 1; i < n; ++i) {
    const Step& b = model.step[i];
    with_primitive(b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
      Motion<T> V;
      if constexpr (known == Known::nothing) {
        const Transform<T> X = step_pose<P>(b, q, ws);
        V = to_child(X, ws.V[b.parent]);
        add_S_times<P>(v + b.v_begin, V);
        ws.X_PB[i] = X;
        ws.V[i] = V;
      } else {
        V = ws.V[i];
      }
      Motion<T> c = zero_motion<T>();
      add_V_cross_S_times<P>(V, v + b.v_begin, c);
      if (accel_given && accel_given[i]) add_S_times<P>(vdot + b.v_begin, c);
      bias[i] = c;
      const Inertia<T> rigid = inertia_of<T>(b);
      Force<T> p = cross_force(V, rigid * V);
      if (external) p = p - as_force(external + 6 * i);
      ws.F[i] = p;
      inertia[i] = articulated(rigid);
    });
  }
  // inward: free each step's axes, then hand what is left to the parent
  T failed(0);  // row of the first pivot that failed, per lane; those after it are meaningless
  for (int i = n - 1; i > 0; --i) {
    const Step& b = model.step[i];
    ArticulatedInertia<T> I = inertia[i];
    Force<T> p = ws.F[i];
    if (!(accel_given && accel_given[i])) {
      with_primitive(b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
        for_each_axis_backward<P>([&]<int k>() __attribute__((always_inline)) {
          const int j = b.v_begin + k - first_axis<P>;
          Pivot<T> f;
          f.U = column<k>(I);
          const T D = component<k>(f.U) + rotor_inertia_of<T>(model, j);
          failed = select(D > T(pivot_floor_of<P, k>(model, i)), failed, select(failed > T(0), failed, T(i)));
          f.D_inverse = T(1) / D;
          f.u = tau[j] - component<k>(p);
          pivot[j] = f;
          const Force<T> W{f.U.n * f.D_inverse, f.U.f * f.D_inverse};
          subtract_outer(I.I, W.n, f.U.n);
          subtract_outer(I.H, W.n, f.U.f);
          subtract_outer(I.M, W.f, f.U.f);
          p = p + Force<T>{W.n * f.u, W.f * f.u};
        });
      });
    }
    if (b.parent == 0) continue;
    const Transform<T> X = ws.X_PB[i];
    p = p + I * bias[i];
    ws.F[b.parent] = ws.F[b.parent] + to_parent(X, p);
    inertia[b.parent] = inertia[b.parent] + to_parent(X, I);
  }
  // outward: accelerations
  ws.A[0] = ground_acceleration<T>(model);
  for (int i = 1; i < n; ++i) {
    const Step& b = model.step[i];
    Motion<T> A = to_child(ws.X_PB[i], ws.A[b.parent]) + bias[i];
    with_primitive(b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
      if (accel_given && accel_given[i]) {
        S_transpose_times<P>(inertia[i] * A + ws.F[i], tau + b.v_begin);
        if (model.rotor_inertia)
          for (int k = b.v_begin; k < b.v_begin + n_axes<P>; ++k) tau[k] += vdot[k] * T(model.rotor_inertia[k]);
      } else {
        for_each_axis<P>([&]<int k>() __attribute__((always_inline)) {
          const int j = b.v_begin + k - first_axis<P>;
          const Pivot<T>& f = pivot[j];
          const T acceleration = (f.u - power(f.U, A)) * f.D_inverse;
          component<k>(A) += acceleration;
          vdot[j] = acceleration;
        });
      }
    });
    ws.A[i] = A;
  }
  return static_cast<int>(largest_lane(failed));
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
