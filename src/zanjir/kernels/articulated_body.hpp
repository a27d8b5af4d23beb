// Accelerations for given forces by articulated bodies, O(n); any step may have its acceleration given instead (hybrid dynamics).
// Source: [Featherstone2008] Table 7.1 and section 9.2 (hybrid).
//   paper   code      frame  meaning                              paper  code            frame  meaning
//   v_i     ws.V[i]   B      velocity of row i                    I^A_i  inertia[i]      B      articulated inertia: I H / H^T M
//   a_i     ws.A[i]   B      acceleration incl. -gravity          p^A_i  ws.F[i]         B      its bias force
//   c_i     c         B      V x S v (+ S vdot where given)       U D u  Pivot           -      I^A S, S^T I^A S + rotor, tau - S^T p^A
// Deviation: a step of several axes is eliminated axis by axis, last first, instead of by a 3x3 or 6x6 block: the axes are unit vectors
// of one frame, so this is the same Gaussian elimination of a positive definite block, and every primitive runs the same few lines.
// The symmetric 6x6 block stays symmetric by construction: 21 numbers. Behind a hinge without rotor its row and column of the axis are zero
// and leave the arithmetic (FreedHinge): 15 numbers, and a third less work where most of it is done.
#pragma once

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/elastic_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T> struct ArticulatedInertia {  // force = [I H; H^T M] acceleration
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
template <class T> inline ArticulatedInertia<T> operator+(const ArticulatedInertia<T>& a, const Inertia<T>& b) {
  return {a.I + b.I,
          {a.H.xx, a.H.xy - b.h.z, a.H.xz + b.h.y, a.H.yx + b.h.z, a.H.yy, a.H.yz - b.h.x, a.H.zx - b.h.y, a.H.zy + b.h.x, a.H.zz},
          {a.M.xx + b.m, a.M.yy + b.m, a.M.zz + b.m, a.M.xy, a.M.xz, a.M.yz}};
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
  if constexpr (k < 3) return F.n[k];
  else return F.f[k - 3];
}
template <int k, class T> inline T& component(Motion<T>& A) {
  if constexpr (k < 3) return A.w[k];
  else return A.v[k - 3];
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

// About an origin at -p:   H' = H + P M,   I' = I - H P + P H'^T,   P = cross_matrix(p)
template <class T> inline ArticulatedInertia<T> moved(const Vec3<T>& p, const ArticulatedInertia<T>& a) {
  const Mat3<T>& H0 = a.H;
  const Sym3<T>& M = a.M;
  const Mat3<T> H{H0.xx + p.y * M.xz - p.z * M.xy, H0.xy + p.y * M.yz - p.z * M.yy, H0.xz + p.y * M.zz - p.z * M.yz,
                  H0.yx + p.z * M.xx - p.x * M.xz, H0.yy + p.z * M.xy - p.x * M.yz, H0.yz + p.z * M.xz - p.x * M.zz,
                  H0.zx + p.x * M.xy - p.y * M.xx, H0.zy + p.x * M.yy - p.y * M.xy, H0.zz + p.x * M.yz - p.y * M.xz};
  const Sym3<T> I{a.I.xx + p.y * (H0.xz + H.xz) - p.z * (H0.xy + H.xy),         a.I.yy + p.z * (H0.yx + H.yx) - p.x * (H0.yz + H.yz),
                  a.I.zz + p.x * (H0.zy + H.zy) - p.y * (H0.zx + H.zx),         a.I.xy + p.z * H0.xx - p.x * H0.xz + p.y * H.yz - p.z * H.yy,
                  a.I.xz + p.x * H0.xy - p.y * H0.xx + p.y * H.zz - p.z * H.zy, a.I.yz + p.x * H0.yy - p.y * H0.yx + p.z * H.zx - p.x * H.zz};
  return {I, H, M};
}
// Given in frame B, seen from frame P: turned, then moved.
template <class T> inline ArticulatedInertia<T> to_parent(const Transform<T>& X_PB, const ArticulatedInertia<T>& a) {
  const Mat3<T>& R = X_PB.R;
  return moved(X_PB.p, {rotate(R, a.I), R * (a.H * transpose(R)), rotate(R, a.M)});
}

// The slides of a free step have a floor of their own: a mass beside moments of inertia.
template <Primitive P, int k> inline double pivot_floor_of(const Tables& model, int i) {
  const double* floor = P == Primitive::free && k >= 3 ? model.slide_floor : model.pivot_floor;
  return floor ? floor[i] : 0.0;
}

template <class T> struct Pivot {  // of one axis: what the outward pass needs to find its acceleration
  Force<T> U;
  T D_inverse, u;
};

// What is left of an articulated inertia once its hinge about z is free: nothing resists along the axis.
template <class T> struct FreedHinge {
  T Ixx, Iyy, Ixy;
  Vec3<T> Hx, Hy;  // rows x and y of H
  Sym3<T> M;
};

template <class T> inline FreedHinge<T> freed(const ArticulatedInertia<T>& a, const Force<T>& U, const Force<T>& W) {  // a - W U^T
  FreedHinge<T> f{a.I.xx - W.n.x * U.n.x, a.I.yy - W.n.y * U.n.y, a.I.xy - W.n.x * U.n.y, a.H.row(0) - U.f * W.n.x, a.H.row(1) - U.f * W.n.y, a.M};
  subtract_outer(f.M, W.f, U.f);
  return f;
}
// Force for an acceleration whose z parts are zero, as V x S v of a hinge is.
template <class T> inline Force<T> times_planar(const FreedHinge<T>& a, const Motion<T>& c) {
  const T wx = c.w.x, wy = c.w.y, vx = c.v.x, vy = c.v.y;
  return {{a.Ixx * wx + a.Ixy * wy + a.Hx.x * vx + a.Hx.y * vy, a.Ixy * wx + a.Iyy * wy + a.Hy.x * vx + a.Hy.y * vy, T(0)},
          {a.Hx.x * wx + a.Hy.x * wy + a.M.xx * vx + a.M.xy * vy, a.Hx.y * wx + a.Hy.y * wy + a.M.xy * vx + a.M.yy * vy,
           a.Hx.z * wx + a.Hy.z * wy + a.M.xz * vx + a.M.yz * vy}};
}
template <class T> inline ArticulatedInertia<T> to_parent(const Transform<T>& X_PB, const FreedHinge<T>& a) {
  const Vec3<T> x = X_PB.R.col(0), y = X_PB.R.col(1);
  const Vec3<T> Ix = x * a.Ixx + y * a.Ixy, Iy = x * a.Ixy + y * a.Iyy;  // R I R^T = Ix x^T + Iy y^T
  const Vec3<T> Hx = X_PB.R * a.Hx, Hy = X_PB.R * a.Hy;                  // R H R^T = x Hx^T + y Hy^T
  return moved(X_PB.p, {{Ix.x * x.x + Iy.x * y.x, Ix.y * x.y + Iy.y * y.y, Ix.z * x.z + Iy.z * y.z, Ix.x * x.y + Iy.x * y.y, Ix.x * x.z + Iy.x * y.z,
                         Ix.y * x.z + Iy.y * y.z},
                        {x.x * Hx.x + y.x * Hy.x, x.x * Hx.y + y.x * Hy.y, x.x * Hx.z + y.x * Hy.z, x.y * Hx.x + y.y * Hy.x, x.y * Hx.y + y.y * Hy.y,
                         x.y * Hx.z + y.y * Hy.z, x.z * Hx.x + y.z * Hy.x, x.z * Hx.y + y.z * Hy.y, x.z * Hx.z + y.z * Hy.z},
                        rotate(X_PB.R, a.M)});
}

// Size of what is added up in the moments of inertia about the parent's axes, for what a row with such sizes hands over: a pivot is measured by that. Its
// turned moments, and its mass times the distance squared. The trace would do, but along a plane chain the moments about axes in the plane grow with the cube
// of the length, have no part in the hinges' own, and would send long chains of elastic links to the dense solve.
template <class T> inline Vec3<T> grown_size(const Transform<T>& X, const Vec3<T>& size, const Sym3<T>& M) {
  const Mat3<T>& R = X.R;
  const T shift = dot(X.p, X.p) * (M.xx + M.yy + M.zz);
  return {R.xx * R.xx * size.x + R.xy * R.xy * size.y + R.xz * R.xz * size.z + shift,
          R.yx * R.yx * size.x + R.yy * R.yy * size.y + R.yz * R.yz * size.z + shift,
          R.zx * R.zx * size.x + R.zy * R.zy * size.y + R.zz * R.zz * size.z + shift};
}

inline constexpr double suspect_pivot = 1e-7;  // about sqrt(eps), of the trace of the row's articulated inertia

// The modes of an elastic body, freed before its joint: with [I H; H^T B] and biases (p, b), which hold what the sections carry by now,
//   G = B^-1 H^T,  e = B^-1 (tau - b),   I -= H G,   p += H e.     delta'' = e - G A once A is known.
// Returns zero, per lane, when B is not safely positive definite: a mode that (nearly) no inertia resists.
template <class T> [[gnu::noinline]] T free_modes(const Elastic& body, const Scratch<T>& ws, const T* tau, ArticulatedInertia<T>& I, Force<T>& p) {
  const ElasticView<T> x(body, ws);
  const int m = body.n_modes;
  T* L = x.B;  // Cholesky, in place
  T safe(1);
  for (int j = 0; j < m; ++j) {
    x.G[j] = x.H[j];
    x.e[j] = tau[body.v_begin + j] - x.b[j];
  }
  for (int j = 0; j < m; ++j) {
    const T diagonal = L[j * m + j];
    T pivot = diagonal;
    for (int k = 0; k < j; ++k) pivot -= L[j * m + k] * L[j * m + k];
    safe = select(pivot > diagonal * T(suspect_pivot), safe, T(0));
    const T root = sqrt(pivot), inverse = T(1) / root;
    L[j * m + j] = root;
    for (int i = j + 1; i < m; ++i) {
      T sum = L[i * m + j];
      for (int k = 0; k < j; ++k) sum -= L[i * m + k] * L[j * m + k];
      L[i * m + j] = sum * inverse;
    }
    for (int k = 0; k < j; ++k) {  // forward substitution of the seven right-hand sides
      x.G[j] = x.G[j] - x.G[k] * L[j * m + k];
      x.e[j] -= x.e[k] * L[j * m + k];
    }
    x.G[j] = x.G[j] * inverse;
    x.e[j] = x.e[j] * inverse;
    // with L^-1 H^T =: Z,  H G = Z^T Z  and  H e = Z^T (L^-1 ...)
    subtract_outer(I.I, x.G[j].n, x.G[j].n);
    subtract_outer(I.H, x.G[j].n, x.G[j].f);
    subtract_outer(I.M, x.G[j].f, x.G[j].f);
    p = p + x.G[j] * x.e[j];
  }
  for (int j = m - 1; j >= 0; --j) {
    for (int k = j + 1; k < m; ++k) {
      x.G[j] = x.G[j] - x.G[k] * L[k * m + j];
      x.e[j] -= x.e[k] * L[k * m + j];
    }
    const T inverse = T(1) / L[j * m + j];
    x.G[j] = x.G[j] * inverse;
    x.e[j] = x.e[j] * inverse;
  }
  return safe;
}

template <Bodies bodies, Known known, class T>
inline unsigned forward_dynamics(const Tables& model, const T* q, const T* v, const std::uint8_t* accel_given, const T* external, Scratch<T> ws,
                                 T* tau, T* vdot) {
  const int n = model.n_steps;
  static_assert(21 + 6 * 8 + 1 + 3 <= work_numbers_per_step);
  auto* inertia = reinterpret_cast<ArticulatedInertia<T>*>(ws.work);                                                    // what the children hand over
  auto* pivot = reinterpret_cast<Pivot<T>*>(bodies == Bodies::elastic ? ws.elastic + 2 * model.nq : ws.work + 21 * n);  // [nv]
  auto* last_child = reinterpret_cast<Row*>(ws.work + 69 * n);  // the first to hand over, in an inward pass; 0: none

  // outward: velocities
  if constexpr (known == Known::nothing) {
    update_sines(model, q, ws);
    ws.X_PB[0] = Transform<T>{};
    ws.V[0] = zero_motion<T>();
  }
  find_last_children(model, last_child);
  T* carried = ws.work + 70 * n;                     // largest trace that rows without mass pass on
  auto* size = reinterpret_cast<Vec3<T>*>(carried);  // with elastic bodies instead, see grown_size
  if constexpr (bodies == Bodies::rigid) {
    for (int i = 1; i < n; ++i) carried[i] = T(0);
  } else {
    for (int i = 1; i < n; ++i) size[i] = {T(0), T(0), T(0)};
  }
  if constexpr (known == Known::nothing) {
    for (int i = 1; i < n; ++i) {
      const Step& b = model.step[i];
      with_primitive<bodies>(
          b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
            const Transform<T> X = pose_across<P>(model, i, q, ws);
            Motion<T> V = to_child(X, ws.V[b.parent]);
            ws.X_PB[i] = X;
            add_velocity_across<P>(model, i, q, v, ws, V);
            ws.V[i] = V;
          });
    }
  }
  if constexpr (bodies == Bodies::elastic) {
    for (int k = 0; k < model.n_elastic; ++k) {
      const Elastic& body = model.elastic[k];
      update_elastic<Speeds::given>(model, body, q + body.q_begin, v + body.v_begin, ws);
    }
  }
  // inward: each row with what its children hand over; free the step's axes; hand the rest to the parent
  T failed(0);  // 1 in the lanes where a pivot failed
  for (int i = n - 1; i > 0; --i) {
    const Step& b = model.step[i];
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          const bool given = accel_given && accel_given[i];
          const Motion<T> V = ws.V[i];
          const Inertia<T> rigid = inertia_at<bodies>(model, b, ws);
          ArticulatedInertia<T> I = articulated(rigid);
          Force<T> p = cross_force(V, rigid * V);
          if (external) p = p - as_force(external + 6 * i);
          if (last_child[i]) {
            I = inertia[i] + rigid;
            p = p + ws.F[i];
          }
          if constexpr (bodies == Bodies::elastic) {
            if (const Elastic* body = elastic_at(model, b)) {
              p = p + *ElasticView<T>(*body, ws).bias;
              failed = select(free_modes(*body, ws, tau, I, p) > T(0), failed, T(1));
            }
          }
          Motion<T> c = zero_motion<T>();
          add_acceleration_across<P>(model, i, v, static_cast<const T*>(nullptr), ws, V, c);

          // A small pivot magnifies the rounding errors of all pivots after it by trace/D, so one that has lost half the digits against its own
          // row is left to the dense solve too. (Against the row, not the branch: a long chain has honest pivots far below its reach.) A row
          // without mass may hold nothing but rounding of what it was handed, so it is measured by that.
          T trace = I.I.xx + I.I.yy + I.I.zz;
          if constexpr (bodies == Bodies::rigid) {
            if (b.inertia[0] == 0) trace = select(trace > carried[i], trace, carried[i]);
            if (b.parent != 0) carried[b.parent] = select(trace > carried[b.parent], trace, carried[b.parent]);
          } else {
            size[i] += {rigid.I.xx, rigid.I.yy, rigid.I.zz};
          }
          const auto suspect_turn = [&](int k) __attribute__((always_inline)) {
            if constexpr (bodies == Bodies::rigid) return trace * T(suspect_pivot);
            else return size[i][k] * T(suspect_pivot);
          };
          const T suspect_slide = (I.M.xx + I.M.yy + I.M.zz) * T(suspect_pivot);
          const auto free_axis = [&]<int k>() __attribute__((always_inline)) {
            const int j = b.v_begin + k - first_axis<P>;
            Pivot<T> f;
            f.U = column<k>(I);
            const T D = component<k>(f.U) + rotor_inertia_of<T>(model, j);
            const T floor(pivot_floor_of<P, k>(model, i)), suspect = k < 3 ? suspect_turn(k) : suspect_slide;
            failed = select(D > select(floor > suspect, floor, suspect), failed, T(1));
            f.D_inverse = T(1) / D;
            f.u = tau[j] - component<k>(p);
            pivot[j] = f;
            return f;
          };
          const auto hand_over = [&](const Transform<T>& X, const auto& left, const Force<T>& p_left) __attribute__((always_inline)) {
            if constexpr (bodies == Bodies::elastic) size[b.parent] += grown_size(X, size[i], left.M);
            const ArticulatedInertia<T> I_P = to_parent(X, left);
            const Force<T> p_P = to_parent(X, p_left);
            if (last_child[b.parent] == i) {
              inertia[b.parent] = I_P;
              ws.F[b.parent] = p_P;
            } else {
              inertia[b.parent] = inertia[b.parent] + I_P;
              ws.F[b.parent] = ws.F[b.parent] + p_P;
            }
          };

          if constexpr (P == Primitive::section) {
            const Force<T> p_left = p + I * c;
            add_modal_inertia(model, i, ws, I);
            add_modal_force(model, b, ws, p_left, ElasticView<T>(elastic_of_section(model, b), ws).b);
            hand_over(ws.X_PB[i], I, p_left);
            return;
          }
          if constexpr (P == Primitive::revolute_z) {
            if (!given && !(model.rotor_inertia && model.rotor_inertia[b.v_begin] != 0)) {
              const Pivot<T> f = free_axis.template operator()<2>();
              if (b.parent == 0) return;
              const Force<T> W{f.U.n * f.D_inverse, f.U.f * f.D_inverse};
              const FreedHinge<T> left = freed(I, f.U, W);
              if constexpr (bodies == Bodies::elastic) size[i].z = T(0);  // nothing of it is left
              const Force<T> p_left = times_planar(left, c) + Force<T>{{p.n.x + W.n.x * f.u, p.n.y + W.n.y * f.u, tau[b.v_begin]}, p.f + W.f * f.u};
              hand_over(ws.X_PB[i], left, p_left);
              return;
            }
          }
          if (given) {
            add_S_times<P>(vdot + b.v_begin, c);
            inertia[i] = I;
            ws.F[i] = p;
          } else {
            for_each_axis_backward<P>([&]<int k>() __attribute__((always_inline)) {
              const Pivot<T> f = free_axis.template operator()<k>();
              const Force<T> W{f.U.n * f.D_inverse, f.U.f * f.D_inverse};
              subtract_outer(I.I, W.n, f.U.n);
              subtract_outer(I.H, W.n, f.U.f);
              subtract_outer(I.M, W.f, f.U.f);
              p = p + Force<T>{W.n * f.u, W.f * f.u};
            });
          }
          if (b.parent != 0) hand_over(ws.X_PB[i], I, p + I * c);
        });
  }
  // outward: accelerations
  ws.A[0] = ground_acceleration<T>(model);
  for (int i = 1; i < n; ++i) {
    const Step& b = model.step[i];
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          Motion<T> A = to_child(ws.X_PB[i], ws.A[b.parent]);
          add_acceleration_across<P>(model, i, v, P == Primitive::section ? vdot : nullptr, ws, ws.V[i], A);
          if (accel_given && accel_given[i]) {
            add_S_times<P>(vdot + b.v_begin, A);
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
          ws.A[i] = A;
          if constexpr (bodies == Bodies::elastic) {
            if (const Elastic* body = elastic_at(model, b)) {
              const ElasticView<T> x(*body, ws);
              for (int j = 0; j < body->n_modes; ++j) vdot[body->v_begin + j] = x.e[j] - power(x.G[j], A);
            }
          }
        });
  }
  return lanes_above_zero(failed);
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
