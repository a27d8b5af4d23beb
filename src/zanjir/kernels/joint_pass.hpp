// The four primitives and the pass over positions and velocities, O(n).   Source: [Featherstone2008] sections 4.4 and 5.2 (jcalc).
//   paper      code         frame  meaning                        paper  code     frame  meaning
//   iX_p(i)    ws.X_PB[i]   P      pose of row i in its parent    v_i    ws.V[i]  B      velocity of row i
//   iX_0       ws.X_WB[i]   W      pose of row i in the world     S_i    add_S_times, S_transpose: unit axes, constant in B
// Every axis is a coordinate axis of the child frame: z for the one-dof primitives, x y z for a ball, all six for a free step. So S_i is
// never stored, c_J = 0, and a turn costs R_before Rz(q): two columns mixed, the third kept.
#pragma once

#include "zanjir/kernels/pack.hpp"
#include "zanjir/kernels/sincos.hpp"
#include "zanjir/kernels/tables.hpp"
#include "zanjir/spatial/transform.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

using spatial::Force;
using spatial::Inertia;
using spatial::Mat3;
using spatial::Motion;
using spatial::Quaternion;
using spatial::sqrt;
using spatial::Sym3;
using spatial::Transform;
using spatial::Vec3;

// Every pass is compiled twice: models without elastic bodies run code that does not know of them.
enum class Bodies : bool { rigid, elastic };

// The caller's scratch, seen as arrays of T. The offsets are multiples of n_steps, so those of one step are the factors;
// scratch_layout() itself lives outside the instruction-set namespaces and is evaluated at compile time only.
template <class T> struct Scratch {
  static constexpr ScratchLayout factor = scratch_layout(1);
  Transform<T>*X_PB, *X_WB;
  Motion<T>*V, *A;
  Force<T>* F;
  T* elastic;        // Tables::elastic_numbers: sines, cosines and pivots, whose number is not bounded by the rows here; elastic bodies, sections
  T* work;           // private_numbers_per_step * n_steps; the first 14 n_steps hold sines and cosines
  T *sine, *cosine;  // [nq], filled at the places of turning coordinates

  Scratch(const Tables& model, double* scratch, Bodies bodies) {
    T* t = reinterpret_cast<T*>(scratch);
    const long n = model.n_steps;
    X_PB = reinterpret_cast<Transform<T>*>(t + long{factor.X_PB} * n);
    X_WB = reinterpret_cast<Transform<T>*>(t + long{factor.X_WB} * n);
    V = reinterpret_cast<Motion<T>*>(t + long{factor.V} * n);
    A = reinterpret_cast<Motion<T>*>(t + long{factor.A} * n);
    F = reinterpret_cast<Force<T>*>(t + long{factor.F} * n);
    sine = t + long{factor.work} * n;
    cosine = sine + model.nq;
    work = sine + 14 * n;
    elastic = t + long{factor.total} * n;
    if (bodies == Bodies::elastic) {
      sine = elastic;
      cosine = sine + model.nq;
    }
  }
};
inline constexpr int work_numbers_per_step = private_numbers_per_step - 14;

// Row numbers kept in a corner of the scratch. The last child of a row is the first to hand something over in an inward pass: it sets, the others
// add, so nothing has to be cleared beforehand. 0: no child.
typedef std::int32_t Row __attribute__((may_alias));
inline void find_last_children(const Tables& model, Row* last_child) {
  for (int i = 1; i < model.n_steps; ++i) {
    last_child[i] = 0;
    last_child[model.step[i].parent] = i;
  }
}

template <class T> inline const T* as(const double* a) { return reinterpret_cast<const T*>(a); }
template <class T> inline T* as(double* a) { return reinterpret_cast<T*>(a); }

// Calls body.template operator()<P>() for the primitive p: one switch per row, the same for every lane.
template <Bodies bodies, class Body> [[gnu::always_inline]] inline void with_primitive(Primitive p, const Body& body) {
  switch (p) {
    case Primitive::revolute_z: return body.template operator()<Primitive::revolute_z>();
    case Primitive::prismatic_z: return body.template operator()<Primitive::prismatic_z>();
    case Primitive::ball: return body.template operator()<Primitive::ball>();
    case Primitive::free: return body.template operator()<Primitive::free>();
    default: break;
  }
  if constexpr (bodies == Bodies::elastic) {
    if (p == Primitive::fixed) return body.template operator()<Primitive::fixed>();
    if (p == Primitive::section) return body.template operator()<Primitive::section>();
  }
}

// First and last axis of a primitive among [wx wy wz vx vy vz].
template <Primitive P> inline constexpr int first_axis = P == Primitive::revolute_z ? 2 : P == Primitive::prismatic_z ? 5 : 0;
template <Primitive P> inline constexpr int n_axes = nv_of(P);

inline int nv_at(const Step& b) { return b.joint == Primitive::ball ? 3 : b.joint == Primitive::free ? 6 : 1; }  // not of fixed and section

// Calls body.template operator()<k>() for each axis k of P: first to last, or last to first.
template <Primitive P, class Body> [[gnu::always_inline]] inline void for_each_axis(const Body& body) {
  constexpr int first = first_axis<P>, last = first + n_axes<P> - 1;
  if constexpr (first <= 0 && 0 <= last) body.template operator()<0>();
  if constexpr (first <= 1 && 1 <= last) body.template operator()<1>();
  if constexpr (first <= 2 && 2 <= last) body.template operator()<2>();
  if constexpr (first <= 3 && 3 <= last) body.template operator()<3>();
  if constexpr (first <= 4 && 4 <= last) body.template operator()<4>();
  if constexpr (first <= 5 && 5 <= last) body.template operator()<5>();
}
template <Primitive P, class Body> [[gnu::always_inline]] inline void for_each_axis_backward(const Body& body) {
  constexpr int first = first_axis<P>, last = first + n_axes<P> - 1;
  if constexpr (first <= 5 && 5 <= last) body.template operator()<5>();
  if constexpr (first <= 4 && 4 <= last) body.template operator()<4>();
  if constexpr (first <= 3 && 3 <= last) body.template operator()<3>();
  if constexpr (first <= 2 && 2 <= last) body.template operator()<2>();
  if constexpr (first <= 1 && 1 <= last) body.template operator()<1>();
  if constexpr (first <= 0 && 0 <= last) body.template operator()<0>();
}

template <class T> inline T rotor_inertia_of(const Tables& model, int j) { return T(model.rotor_inertia ? model.rotor_inertia[j] : 0.0); }

template <class T> inline void fill_zero(T* begin, T* end) {
  for (; begin < end; ++begin) *begin = T(0);
}

template <class T> inline Mat3<T> R_before(const Step& b) {
  const double* x = b.X_before;
  return {T(x[0]), T(x[1]), T(x[2]), T(x[3]), T(x[4]), T(x[5]), T(x[6]), T(x[7]), T(x[8])};
}
template <class T> inline Vec3<T> p_before(const Step& b) { return {T(b.X_before[9]), T(b.X_before[10]), T(b.X_before[11])}; }
template <class T> inline Inertia<T> inertia_of(const Step& b) {
  const double* x = b.inertia;
  return {T(x[0]), {T(x[1]), T(x[2]), T(x[3])}, {T(x[4]), T(x[5]), T(x[6]), T(x[7]), T(x[8]), T(x[9])}};
}

// Sines and cosines of the turning coordinates. One state: of all coordinates, a register of them at a time (those of slides and
// quaternions are computed and never read); that is cheaper than one by one.
inline void update_sines(const Tables& model, const double* q, Scratch<double>& ws) { sincos(model.nq, q, ws.sine, ws.cosine); }
template <int W> inline void update_sine(const Step& b, const Pack<W>* q, Scratch<Pack<W>>& ws) {
  if (b.joint == Primitive::revolute_z) sincos(q[b.q_begin], ws.sine[b.q_begin], ws.cosine[b.q_begin]);
}
template <int W> inline void update_sines(const Tables& model, const Pack<W>* q, Scratch<Pack<W>>& ws) {
  for (int i = 1; i < model.n_steps; ++i) update_sine(model.step[i], q, ws);
}

template <class T> inline Transform<T> hinge_pose(const Step& b, T s, T c) {
  const Mat3<T> R = R_before<T>(b);
  return {Mat3<T>::from_columns(R.col(0) * c + R.col(1) * s, R.col(1) * c - R.col(0) * s, R.col(2)), p_before<T>(b)};
}
template <Primitive P, class T> inline Transform<T> step_pose(const Step& b, const T* q, const Scratch<T>& ws) {
  const Mat3<T> R = R_before<T>(b);
  const Vec3<T> p = p_before<T>(b);
  q += b.q_begin;
  if constexpr (P == Primitive::revolute_z) {
    return hinge_pose<T>(b, ws.sine[b.q_begin], ws.cosine[b.q_begin]);
  } else if constexpr (P == Primitive::prismatic_z) {
    return {R, p + R.col(2) * q[0]};
  } else if constexpr (P == Primitive::ball) {
    return {R * to_matrix(normalized(Quaternion<T>{q[0], q[1], q[2], q[3]})), p};
  } else if constexpr (P == Primitive::fixed) {
    return {R, p};
  } else {
    return {R * to_matrix(normalized(Quaternion<T>{q[3], q[4], q[5], q[6]})), p + R * Vec3<T>{q[0], q[1], q[2]}};
  }
}

// V += S v
template <Primitive P, class T> inline void add_S_times(const T* v, Motion<T>& V) {
  if constexpr (P == Primitive::revolute_z) V.w.z += v[0];
  if constexpr (P == Primitive::prismatic_z) V.v.z += v[0];
  if constexpr (P == Primitive::ball || P == Primitive::free) V.w += Vec3<T>{v[0], v[1], v[2]};
  if constexpr (P == Primitive::free) V.v += Vec3<T>{v[3], v[4], v[5]};
}
// A += V x S v
template <Primitive P, class T> inline void add_V_cross_S_times(const Motion<T>& V, const T* v, Motion<T>& A) {
  if constexpr (P == Primitive::revolute_z) {
    A.w.x += V.w.y * v[0];
    A.w.y -= V.w.x * v[0];
    A.v.x += V.v.y * v[0];
    A.v.y -= V.v.x * v[0];
  } else if constexpr (P == Primitive::prismatic_z) {
    A.v.x += V.w.y * v[0];
    A.v.y -= V.w.x * v[0];
  } else if constexpr (P == Primitive::ball || P == Primitive::free) {
    const Vec3<T> w{v[0], v[1], v[2]};
    A.w += cross(V.w, w);
    A.v += cross(V.v, w);
    if constexpr (P == Primitive::free) A.v += cross(V.w, Vec3<T>{v[3], v[4], v[5]});
  }
}
// out = S^T F
template <Primitive P, class T> inline void S_transpose_times(const Force<T>& F, T* out) {
  if constexpr (P == Primitive::revolute_z) out[0] = F.n.z;
  if constexpr (P == Primitive::prismatic_z) out[0] = F.f.z;
  if constexpr (P == Primitive::ball || P == Primitive::free) {
    out[0] = F.n.x;
    out[1] = F.n.y;
    out[2] = F.n.z;
  }
  if constexpr (P == Primitive::free) {
    out[3] = F.f.x;
    out[4] = F.f.y;
    out[5] = F.f.z;
  }
}

template <class T> inline Motion<T> zero_motion() { return {{T(0), T(0), T(0)}, {T(0), T(0), T(0)}}; }
template <class T> inline Force<T> zero_force() { return {{T(0), T(0), T(0)}, {T(0), T(0), T(0)}}; }
template <class T> inline Force<T> as_force(const T* a) { return {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}}; }
// The ground accelerates upward, so no body needs a weight term.
template <class T> inline Motion<T> ground_acceleration(const Tables& model) {
  return {{T(0), T(0), T(0)}, {T(-model.gravity_W[0]), T(-model.gravity_W[1]), T(-model.gravity_W[2])}};
}

// kernels/elastic_pass.hpp
template <class T> void keep_deflections(const Tables&, const T* q, Scratch<T>&);  // for passes that get no state
template <class T> Transform<T> place_section(const Tables&, int i, const T* q, Scratch<T>&);
template <class T> void add_section_velocity(const Tables&, int i, const T* q, const T* v, Scratch<T>&, Motion<T>& V);
template <class T> void add_section_acceleration(const Tables&, int i, const T* vdot, const Scratch<T>&, Motion<T>& A);

// The motion across a row's step: its own coordinates, or for a section the modes of the body it belongs to.
template <Primitive P, class T> inline Transform<T> pose_across(const Tables& model, int i, const T* q, Scratch<T>& ws) {
  if constexpr (P == Primitive::section) return place_section(model, i, q, ws);
  else return step_pose<P>(model.step[i], q, ws);
}
template <Primitive P, class T> inline void add_velocity_across(const Tables& model, int i, const T* q, const T* v, Scratch<T>& ws, Motion<T>& V) {
  if constexpr (P == Primitive::section) add_section_velocity(model, i, q, v, ws, V);
  else add_S_times<P>(v + model.step[i].v_begin, V);
}
// A += c, and with vdot also S vdot. Needs V of the row.
template <Primitive P, class T>
inline void add_acceleration_across(const Tables& model, int i, const T* v, const T* vdot, const Scratch<T>& ws, const Motion<T>& V, Motion<T>& A) {
  if constexpr (P == Primitive::section) {
    add_section_acceleration(model, i, vdot, ws, A);
  } else {
    add_V_cross_S_times<P>(V, v + model.step[i].v_begin, A);
    if (vdot) add_S_times<P>(vdot + model.step[i].v_begin, A);
  }
}

template <Primitive P, class T> inline Transform<T> place_row(const Tables& model, int i, const T* q, Scratch<T>& ws) {
  const Step& b = model.step[i];
  const Transform<T> X = pose_across<P>(model, i, q, ws);
  ws.X_PB[i] = X;
  if (b.parent == 0) ws.X_WB[i] = X;
  else ws.X_WB[i] = ws.X_WB[b.parent] * X;
  return X;
}

// X_PB and X_WB; with v also V. The two cases are two loops: g++ kept neither in registers when they were one.
enum class Speeds : bool { none, given };
template <Bodies bodies, Speeds speeds, class T> inline void kinematics(const Tables& model, const T* q, const T* v, Scratch<T> ws) {
  update_sines(model, q, ws);
  ws.X_PB[0] = ws.X_WB[0] = Transform<T>{};
  ws.V[0] = zero_motion<T>();
  if constexpr (bodies == Bodies::elastic) keep_deflections(model, q, ws);
  for (int i = 1; i < model.n_steps; ++i) {
    const Step& b = model.step[i];
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          const Transform<T> X = place_row<P>(model, i, q, ws);
          if constexpr (speeds == Speeds::given) {
            Motion<T> V = to_child(X, ws.V[b.parent]);
            add_velocity_across<P>(model, i, q, v, ws, V);
            ws.V[i] = V;
          }
        });
  }
}

// X_PB and X_WB of one row and its ancestors.
template <Bodies bodies, class T> inline void kinematics_to(const Tables& model, const T* q, int row, Scratch<T> ws) {
  auto* path = reinterpret_cast<Row*>(ws.work);  // from the row to the ground
  int n = 0;
  for (int i = row; i != 0; i = model.step[i].parent) path[n++] = i;
  if constexpr (lanes_of<T> == 1) {  // as in update_sines: registers full of different angles
    T *angle = ws.work + model.n_steps, *sine = angle + n, *cosine = sine + n;
    for (int k = 0; k < n; ++k)
      angle[k] = bodies == Bodies::rigid || model.step[path[k]].joint == Primitive::revolute_z ? q[model.step[path[k]].q_begin] : 0.0;
    sincos(n, angle, sine, cosine);
    for (int k = 0; k < n; ++k) {
      const int at = model.step[path[k]].q_begin;
      if (bodies == Bodies::elastic && model.step[path[k]].joint != Primitive::revolute_z) continue;
      ws.sine[at] = sine[k];
      ws.cosine[at] = cosine[k];
    }
  } else {
    for (int k = 0; k < n; ++k) update_sine(model.step[path[k]], q, ws);
  }
  ws.X_PB[0] = ws.X_WB[0] = Transform<T>{};
  while (n-- > 0)
    with_primitive<bodies>(
        model.step[path[n]].joint, [&]<Primitive P>() __attribute__((always_inline)) { place_row<P>(model, path[n], q, ws); });
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
