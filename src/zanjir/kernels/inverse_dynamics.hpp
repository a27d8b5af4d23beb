// Joint forces for a given acceleration (recursive Newton-Euler), O(n).   Source: [Featherstone2008] Table 5.1.
//   paper   code       frame  meaning                      paper  code        frame  meaning
//   v_i     ws.V[i]    B      velocity of row i            f_i    ws.F[i]     B      force across step i (parent on child)
//   a_i     ws.A[i]    B      acceleration incl. -gravity  f_i^x  external_i  B      force on row i from outside
// Deviation: f_i = I a + v x* I v is written about the row origin with its ordinary acceleration a_o = a.v + w x v and K = [alpha] + [w]^2,
//   f = m a_o + K h,   n = axial(K J) + h x a_o      (h = m c, J = tr(I)/2 - I: the second moments, since n is the sum of r x K r)
// which is the same vector in 45 instead of 66 multiply-adds.
// T is double, or a pack: one state per lane, one model for all. Elastic bodies: kernels/elastic_pass.hpp.
#pragma once

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/elastic_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T> inline Force<T> newton_euler(const Inertia<T>& b, const Motion<T>& V, const Motion<T>& A) {
  const Vec3<T>&w = V.w, &alpha = A.w, &h = b.h;
  const Vec3<T> a_o = A.v + cross(w, V.v);
  const T xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const T Kxy = xy - alpha.z, Kyx = xy + alpha.z, Kxz = xz + alpha.y, Kzx = xz - alpha.y, Kyz = yz - alpha.x, Kzy = yz + alpha.x;
  const T half = (b.I.xx + b.I.yy + b.I.zz) * T(0.5), Jxx = half - b.I.xx, Jyy = half - b.I.yy, Jzz = half - b.I.zz;
  Force<T> F{cross(h, a_o), a_o * b.m};
  F.f.x += Kxy * h.y + Kxz * h.z - (yy + zz) * h.x;
  F.f.y += Kyx * h.x + Kyz * h.z - (xx + zz) * h.y;
  F.f.z += Kzx * h.x + Kzy * h.y - (xx + yy) * h.z;
  F.n.x += Kzy * Jyy - Kyz * Jzz + (yy - zz) * b.I.yz - Kzx * b.I.xy + Kyx * b.I.xz;
  F.n.y += Kxz * Jzz - Kzx * Jxx + (zz - xx) * b.I.xz - Kxy * b.I.yz + Kzy * b.I.xy;
  F.n.z += Kyx * Jxx - Kxy * Jyy + (xx - yy) * b.I.xy - Kyz * b.I.xz + Kxz * b.I.yz;
  return F;
}

// What the modes add to the force on an elastic body, and the modal forces of the body by itself. Needs update_elastic.
template <class T> inline Force<T> elastic_force(const Elastic& body, const Scratch<T>& ws, const Motion<T>& A, const T* vdot, T* tau) {
  const ElasticView<T> x(body, ws);
  const int m = body.n_modes;
  Force<T> F = *x.bias;
  for (int j = 0; j < m; ++j) {
    T modal = x.b[j] + power(x.H[j], A);
    if (vdot) {
      F = F + x.H[j] * vdot[body.v_begin + j];
      for (int k = 0; k < m; ++k) modal += x.B[j * m + k] * vdot[body.v_begin + k];
    }
    tau[body.v_begin + j] = modal;
  }
  return F;
}

// From a state: whether the poses in the world are left too.
enum class WorldPoses : bool { skipped, left };
template <Bodies bodies, Known known, class T, WorldPoses world = WorldPoses::skipped>
inline void inverse_dynamics(const Tables& model, const T* q, const T* v, const T* vdot, const T* external, Scratch<T> ws, T* tau) {
  if constexpr (known == Known::nothing) {
    update_sines(model, q, ws);
    ws.X_PB[0] = Transform<T>{};
    ws.V[0] = zero_motion<T>();
    if constexpr (world == WorldPoses::left) ws.X_WB[0] = Transform<T>{};
  }
  ws.A[0] = ground_acceleration<T>(model);
  ws.F[0] = zero_force<T>();  // collects the force of the ground on all that stands on it

  // outward: motion of each row, then the force it needs by itself
  for (int i = 1; i < model.n_steps; ++i) {
    const Step& b = model.step[i];
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          Transform<T> X;
          Motion<T> V;
          if constexpr (known == Known::nothing) {
            if constexpr (world == WorldPoses::left) X = place_row<P>(model, i, q, ws);
            else X = ws.X_PB[i] = pose_across<P>(model, i, q, ws);
            V = to_child(X, ws.V[b.parent]);
            add_velocity_across<P>(model, i, q, v, ws, V);
            ws.V[i] = V;
          } else {
            X = ws.X_PB[i];
            V = ws.V[i];
          }
          Motion<T> A = to_child(X, ws.A[b.parent]);
          add_acceleration_across<P>(model, i, v, vdot, ws, V, A);
          ws.A[i] = A;
          if constexpr (bodies == Bodies::elastic)
            if (const Elastic* body = elastic_at(model, b)) update_elastic<Speeds::given>(model, *body, q + body->q_begin, v + body->v_begin, ws);
          Force<T> F = newton_euler(inertia_at<bodies>(model, b, ws), V, A);
          if constexpr (bodies == Bodies::elastic)
            if (const Elastic* body = elastic_at(model, b)) F = F + elastic_force(*body, ws, A, vdot, tau);
          if (external) F = F - as_force(external + 6 * i);
          ws.F[i] = F;
        });
  }
  // inward: the joint takes its share, the parent carries the rest
  for (int i = model.n_steps - 1; i > 0; --i) {
    const Step& b = model.step[i];
    const Force<T> F = ws.F[i];
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          if constexpr (P == Primitive::section) add_modal_force(model, b, ws, F, tau + elastic_of_section(model, b).v_begin);
          S_transpose_times<P>(F, tau + b.v_begin);
          if (vdot && model.rotor_inertia)
            for (int k = b.v_begin; k < b.v_begin + n_axes<P>; ++k) tau[k] += vdot[k] * T(model.rotor_inertia[k]);
        });
    ws.F[b.parent] = ws.F[b.parent] + to_parent(ws.X_PB[i], F);
  }
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
