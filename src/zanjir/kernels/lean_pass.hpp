// Inverse and forward dynamics of rigid trees, one state or lanes, from a state, when nobody reads anything but the answer: the recursions of inverse_dynamics.hpp and
// articulated_body.hpp with as few stores as can be. A store of a register of eight numbers takes the time of nearly two fused multiply-adds from them (Zen 4,
// measured: 16 of these take 16 cycles, with 8 stores beside them 30), and the plain passes store 45 and 105 registers a hinge for 171 and 351 of these.
// So a run of hinges, each on the one before, hands velocities, accelerations, forces and inertias on in registers, poses of hinges
// are made again from their sines, and the numbers of the caller are read and written where they are.
#pragma once

#include "zanjir/kernels/articulated_body.hpp"
#include "zanjir/kernels/inverse_dynamics.hpp"
#include "zanjir/kernels/row_tables.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

// The numbers of the caller, read and written where they are: number i of these lanes at i * stride.
template <class T> struct RowsOf {
  const double* at;
  std::ptrdiff_t stride;
  T operator[](int i) const {
    const double* a = at + i * stride;
    if constexpr (lanes_of<T> == 1) {
      return *a;
    } else {
      __builtin_prefetch(a + 2 * lanes_of<T> - 1);  // the end of the next block: there are more rows than the processor follows by itself
      return load<lanes_of<T>>(a);
    }
  }
  explicit operator bool() const { return at != nullptr; }
};
template <class T> struct RowsTo {
  double* at;
  std::ptrdiff_t stride;
  void put(int i, T a) const {
    double* to = at + i * stride;
    if constexpr (lanes_of<T> == 1) {
      *to = a;
    } else {
      store(to, a);
      __builtin_prefetch(to + 2 * lanes_of<T> - 1, 1);
    }
  }
};
// Those of one step, side by side.
template <int n, class T> struct FewOf {
  T a[n];
  FewOf(const RowsOf<T>& rows, int begin) {
    for (int k = 0; k < n; ++k) a[k] = rows[begin + k];
  }
};

// Of a hinge the sine and the cosine are kept, of any other step its pose: to make two columns again costs as much as to store them, and needs less room.
template <Primitive P, class T> inline Transform<T> pose_first(const Step& b, const RowsOf<T>& q, Scratch<T>& ws, int i) {
  if constexpr (P == Primitive::revolute_z) {
    return hinge_pose<T>(b, ws.sine[b.q_begin], ws.cosine[b.q_begin]);
  } else {
    const FewOf<nq_of(P), T> own(q, b.q_begin);
    const auto turn = [&](const T* a) { return to_matrix(normalized(Quaternion<T>{a[0], a[1], a[2], a[3]})); };
    Transform<T> X{R_before<T>(b), p_before<T>(b)};
    if constexpr (P == Primitive::prismatic_z) X.p = X.p + X.R.col(2) * own.a[0];
    if constexpr (P == Primitive::free) X.p = X.p + X.R * Vec3<T>{own.a[0], own.a[1], own.a[2]}, X.R = X.R * turn(own.a + 3);
    if constexpr (P == Primitive::ball) X.R = X.R * turn(own.a);
    ws.X_PB[i] = X;
    return X;
  }
}
template <Primitive P, class T> inline Transform<T> pose_again(const Step& b, const Scratch<T>& ws, int i) {
  if constexpr (P == Primitive::revolute_z) return hinge_pose<T>(b, ws.sine[b.q_begin], ws.cosine[b.q_begin]);
  else return ws.X_PB[i];
}

// Sums zeros, but for numbers that are none. Whoever asks for one state looks at its answer.
template <class T> struct Finite {
  T sum = T(0.0);
  void look(T a) {
    if constexpr (lanes_of < T >> 1) sum += a * T(0.0);
  }
  unsigned missing() const { return lanes_of<T> > 1 ? lanes_above_zero(select(sum > T(-1.0), T(0.0), T(1.0))) : 0; }
};

// Sines and cosines; a mask of the lanes with an angle out of their reach or a speed that is none, which an answer need not depend on: that of slides has no speed in it.
template <class T> inline unsigned begin_lean(const Tables& model, const RowsOf<T>& q, const RowsOf<T>& v, Scratch<T>& ws) {
  if constexpr (lanes_of<T> == 1) {
    update_sines(model, q.at, ws);
    return 0;
  } else {
    T beyond(0.0);
    for (int i = 1; i < model.n_steps; ++i) {
      if (model.step[i].joint != Primitive::revolute_z) continue;
      const int at = model.step[i].q_begin;
      const T angle = q[at];
      beyond = select(magnitude(angle) < T(sincos_fast_range), beyond, T(1.0));
      sincos_in_range(angle, ws.sine[at], ws.cosine[at]);
    }
    Finite<T> finite;
    for (int j = 0; j < model.nv; ++j) finite.look(v[j]);
    return lanes_above_zero(beyond) | finite.missing();
  }
}

// The last child of each row, and whether a row other than the next one stands on its motion: as in find_children, or found here, in `room` for 2 n_steps of them.
struct Children {
  const Row *last, *fork;
  Children(const Tables& model, const std::int32_t* known, Row* room) : last(known ? known : room), fork(last + model.n_steps) {
    if (known) return;
    find_last_children(model, room);
    Row* forks = room + model.n_steps;
    for (int i = 0; i < model.n_steps; ++i) forks[i] = 0;
    for (int i = 1; i < model.n_steps; ++i)
      if (model.step[i].parent != i - 1) forks[model.step[i].parent] = 1;
  }
};
// Row i stands on the one before it and has the same primitive.
template <Primitive P> inline bool goes_on(const Tables& model, int i) {
  return i < model.n_steps && model.step[i].parent == i - 1 && model.step[i].joint == P;
}

// Returns a mask of the lanes that are not to be trusted: an angle out of reach of the sines; a number that is none.
template <class T>
inline unsigned lean_inverse_dynamics(const Tables& model, const std::int32_t* known_children, const RowsOf<T>& q, const RowsOf<T>& v,
                                      const RowsOf<T>& vdot, const T* external, Scratch<T> ws, const RowsTo<T>& tau) {
  const Row* fork = Children(model, known_children, reinterpret_cast<Row*>(ws.work)).fork;
  const unsigned away = begin_lean(model, q, v, ws);
  ws.V[0] = zero_motion<T>();
  ws.A[0] = ground_acceleration<T>(model);
  ws.F[0] = zero_force<T>();
  // outward: motion of each row, then the force it needs by itself
  int i = 1;
  while (i < model.n_steps) {
    with_primitive<Bodies::rigid>(
        model.step[i].joint, [&]<Primitive P>() __attribute__((always_inline)) {
          Motion<T> V = ws.V[model.step[i].parent], A = ws.A[model.step[i].parent];
          for (bool more = true; more; ++i) {
            const Step& b = model.step[i];
            const Transform<T> X = pose_first<P>(b, q, ws, i);
            const FewOf<n_axes<P>, T> rate(v, b.v_begin);
            V = to_child(X, V);
            add_S_times<P>(rate.a, V);
            A = to_child(X, A);
            add_V_cross_S_times<P>(V, rate.a, A);
            if (vdot) add_S_times<P>(FewOf<n_axes<P>, T>(vdot, b.v_begin).a, A);
            more = goes_on<P>(model, i + 1);
            if (fork[i] || !more) ws.V[i] = V, ws.A[i] = A;
            Force<T> F = newton_euler(inertia_of<T>(b), V, A);
            if (external) F = F - as_force(external + 6 * i);
            ws.F[i] = F;
          }
        });
  }
  // inward: the joint takes its share, the parent carries the rest
  Finite<T> finite;
  i = model.n_steps - 1;
  while (i > 0) {
    with_primitive<Bodies::rigid>(
        model.step[i].joint, [&]<Primitive P>() __attribute__((always_inline)) {
          Force<T> handed = zero_force<T>();
          for (bool more = true; more; --i) {
            const Step& b = model.step[i];
            const Force<T> F = ws.F[i] + handed;
            T share[n_axes<P>];
            S_transpose_times<P>(F, share);
            for (int k = 0; k < n_axes<P>; ++k) {
              const int j = b.v_begin + k;
              if (vdot && model.rotor_inertia) share[k] += vdot[j] * T(model.rotor_inertia[j]);
              finite.look(share[k]);
              tau.put(j, share[k]);
            }
            handed = to_parent(pose_again<P>(b, ws, i), F);
            more = b.parent > 0 && b.parent == i - 1 && model.step[i - 1].joint == P;
            if (!more) ws.F[b.parent] = ws.F[b.parent] + handed;
          }
        });
  }
  return away | finite.missing();
}

// What a hinge leaves for the outward pass: its acceleration is u - U . A.
template <class T> struct LeanPivot {
  Force<T> U;
  T u;
};

// What is left of a hinge. Where it turns a rotor, that holds its row and column, too, in the share rotor / (rotor + inertia).
template <class T, bool held> struct LeanHinge : FreedHinge<T> {};
template <class T> struct LeanHinge<T, true> : FreedHinge<T> { Vec3<T> Iz, Hz; };  // row z of I and of H

// to_parent of a freed or a held hinge, row by row of H: as few numbers as can be live at once.
template <class T, bool held> inline void hand_over(const Transform<T>& X, const LeanHinge<T, held>& a, ArticulatedInertia<T>& out) {
  const Vec3<T> x = X.R.col(0), y = X.R.col(1), p = X.p;
  const Sym3<T> M = rotate(X.R, a.M);
  const Vec3<T> Hx = X.R * a.Hx, Hy = X.R * a.Hy;
  Vec3<T> Ix = x * a.Ixx + y * a.Ixy, Iy = x * a.Ixy + y * a.Iyy, z, Hz, Iz;
  if constexpr (held) {
    z = X.R.col(2);
    Hz = X.R * a.Hz;
    Iz = X.R * a.Iz;
    Ix += z * a.Iz.x;
    Iy += z * a.Iz.y;
  }
  out.M = M;
  {
    Vec3<T> H0 = Hx * x.x + Hy * y.x;
    if constexpr (held) H0 += Hz * z.x;
    const Vec3<T> H{H0.x + p.y * M.xz - p.z * M.xy, H0.y + p.y * M.yz - p.z * M.yy, H0.z + p.y * M.zz - p.z * M.yz};
    out.I.xx = Ix.x * x.x + Iy.x * y.x + p.y * (H0.z + H.z) - p.z * (H0.y + H.y);
    out.I.xy = Ix.x * x.y + Iy.x * y.y + p.z * H0.x - p.x * H0.z;
    out.I.xz = Ix.x * x.z + Iy.x * y.z + p.x * H0.y - p.y * H0.x;
    out.H.xx = H.x, out.H.xy = H.y, out.H.xz = H.z;
  }
  {
    Vec3<T> H0 = Hx * x.y + Hy * y.y;
    if constexpr (held) H0 += Hz * z.y;
    const Vec3<T> H{H0.x + p.z * M.xx - p.x * M.xz, H0.y + p.z * M.xy - p.x * M.yz, H0.z + p.z * M.xz - p.x * M.zz};
    out.I.yy = Ix.y * x.y + Iy.y * y.y + p.z * (H0.x + H.x) - p.x * (H0.z + H.z);
    out.I.xy += p.y * H.z - p.z * H.y;
    out.I.yz = Ix.y * x.z + Iy.y * y.z + p.x * H0.y - p.y * H0.x;
    out.H.yx = H.x, out.H.yy = H.y, out.H.yz = H.z;
  }
  {
    Vec3<T> H0 = Hx * x.z + Hy * y.z;
    if constexpr (held) H0 += Hz * z.z;
    const Vec3<T> H{H0.x + p.x * M.xy - p.y * M.xx, H0.y + p.x * M.yy - p.y * M.xy, H0.z + p.x * M.yz - p.y * M.xz};
    out.I.zz = Ix.z * x.z + Iy.z * y.z + p.x * (H0.y + H.y) - p.y * (H0.x + H.x);
    out.I.xz += p.y * H.z - p.z * H.y;
    out.I.yz += p.z * H.x - p.x * H.z;
    out.H.zx = H.x, out.H.zy = H.y, out.H.zz = H.z;
  }
  if constexpr (held) {
    out.I.xx += Iz.x * z.x;
    out.I.yy += Iz.y * z.y;
    out.I.zz += Iz.z * z.z;
    out.I.xy += Iz.x * z.y;
    out.I.xz += Iz.x * z.z;
    out.I.yz += Iz.y * z.z;
  }
}

// Returns a mask as above; a pivot is another reason. Of steps whose acceleration is given vdot is read and tau is written.
// Models with rotors have an instance of their own, in a unit of its own (kernels_<isa>_rotors.cpp).
enum class Rotors : bool { none, some };
template <class T, Rotors rotors = Rotors::none>
inline unsigned lean_forward_dynamics(const Tables& model, const std::int32_t* known_children, const RowsOf<T>& q, const RowsOf<T>& v,
                                      const std::uint8_t* accel_given, const T* external, Scratch<T> ws, const RowsOf<T>& tau,
                                      const RowsTo<T>& vdot) {
  const int n = model.n_steps;
  const RowsOf<T> given_vdot{vdot.at, vdot.stride};
  const RowsTo<T> tau_found{const_cast<double*>(tau.at), tau.stride};  // written with accel_given only
  static_assert(21 + 6 * 8 + 2 + 1 <= work_numbers_per_step);
  auto* inertia = reinterpret_cast<ArticulatedInertia<T>*>(ws.work);  // what children hand over that are not the next of a run
  auto* pivot = reinterpret_cast<Pivot<T>*>(ws.work + 21 * n);        // [nv]; of plain hinges a LeanPivot
  T* carried = ws.work + 71 * n;                                      // largest trace that rows without mass pass on
  const Children children(model, known_children, reinterpret_cast<Row*>(ws.work + 69 * n));
  const Row *last_child = children.last, *fork = children.fork;
  const auto is_free_hinge = [&](int i) { return model.step[i].joint == Primitive::revolute_z && !(accel_given && accel_given[i]); };
  const auto rotor_of = [&](int j) { return rotors == Rotors::some ? model.rotor_inertia[j] : 0.0; };
  const auto is_massless = [&](int i) { return model.step[i].inertia[0] == 0; };

  // outward: velocities
  const unsigned away = begin_lean(model, q, v, ws);
  ws.V[0] = zero_motion<T>();
  int i = 1;
  while (i < n) {
    with_primitive<Bodies::rigid>(
        model.step[i].joint, [&]<Primitive P>() __attribute__((always_inline)) {
          Motion<T> V = ws.V[model.step[i].parent];
          for (bool more = true; more; ++i) {
            const Step& b = model.step[i];
            V = to_child(pose_first<P>(b, q, ws, i), V);
            add_S_times<P>(FewOf<n_axes<P>, T>(v, b.v_begin).a, V);
            ws.V[i] = V;
            if (is_massless(i)) carried[i] = T(0);
            more = goes_on<P>(model, i + 1);
          }
        });
  }
  // inward: each row with what its children hand over; free the step's axes; hand the rest to the parent
  T failed(0);  // 1 in the lanes where a pivot failed
  const auto suspect = [&](int i, const Step& b, const ArticulatedInertia<T>& I) __attribute__((always_inline)) {  // as in articulated_body.hpp
    T trace = I.I.xx + I.I.yy + I.I.zz;
    if (is_massless(i)) trace = larger(trace, carried[i]);
    if (b.parent != 0 && is_massless(b.parent)) carried[b.parent] = larger(carried[b.parent], trace);
    return trace * T(suspect_pivot);
  };
  const auto test_pivot = [&](T D, double floor, T suspect_below) __attribute__((always_inline)) {
    failed = select(D > larger(T(floor), suspect_below), failed, T(1));
  };
  const auto put = [&](int i, const Step& b, const ArticulatedInertia<T>& I_P, const Force<T>& p_P) __attribute__((always_inline)) {
    if (last_child[b.parent] == i) inertia[b.parent] = I_P, ws.F[b.parent] = p_P;
    else inertia[b.parent] = inertia[b.parent] + I_P, ws.F[b.parent] = ws.F[b.parent] + p_P;
  };
  constexpr bool held = rotors == Rotors::some;  // by a rotor of zero: not at all
  i = n - 1;
  while (i > 0) {
    if (is_free_hinge(i)) {
      ArticulatedInertia<T> handed;
      Force<T> p_handed = zero_force<T>();
      {
        const T o(0);
        handed = {{o, o, o, o, o, o}, {o, o, o, o, o, o, o, o, o}, {o, o, o, o, o, o}};
      }
      for (int begin = i;; --i) {
        const Step& b = model.step[i];
        const Inertia<T> rigid = inertia_of<T>(b);
        const Motion<T> V = ws.V[i];
        Force<T> p = cross_force(V, rigid * V) + p_handed;
        if (external) p = p - as_force(external + 6 * i);
        ArticulatedInertia<T> I = handed + rigid;
        if (last_child[i] > i + 1 || (i == begin && last_child[i])) {
          I = I + inertia[i];
          p = p + ws.F[i];
        }
        const int j = b.v_begin;
        const Force<T> U = column<2>(I);
        T D = U.n.z;
        if constexpr (held) D += T(rotor_of(j));
        test_pivot(D, model.pivot_floor ? model.pivot_floor[i] : 0.0, suspect(i, b, I));
        const T D_inverse = T(1) / D;
        const Force<T> W = U * D_inverse;
        const T drive = tau[j], u = drive - p.n.z;
        *reinterpret_cast<LeanPivot<T>*>(pivot + j) = {W, u * D_inverse};
        if (b.parent == 0) {
          --i;
          break;
        }
        LeanHinge<T, held> left;
        static_cast<FreedHinge<T>&>(left) = freed(I, U, W);
        const T rate = v[j];
        const Motion<T> c{{V.w.y * rate, -(V.w.x * rate), T(0)}, {V.v.y * rate, -(V.v.x * rate), T(0)}};
        Force<T> p_left = times_planar(left, c) + Force<T>{{p.n.x + W.n.x * u, p.n.y + W.n.y * u, drive}, p.f + W.f * u};
        if constexpr (held) {
          const T share = D_inverse * T(rotor_of(j));
          left.Iz = U.n * share;
          left.Hz = U.f * share;
          p_left.n.z +=
              left.Iz.x * c.w.x + left.Iz.y * c.w.y + left.Hz.x * c.v.x + left.Hz.y * c.v.y - share * u;  // the rotor keeps its share of the drive
        }
        const Transform<T> X = pose_again<Primitive::revolute_z>(b, ws, i);
        p_handed = to_parent(X, p_left);
        hand_over(X, left, handed);
        if (b.parent == i - 1 && is_free_hinge(i - 1)) continue;
        put(i, b, handed, p_handed);
        --i;
        break;
      }
      continue;
    }
    const Step& b = model.step[i];
    with_primitive<Bodies::rigid>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          const bool given = accel_given && accel_given[i];
          const Motion<T> V = ws.V[i];
          const Inertia<T> rigid = inertia_of<T>(b);
          ArticulatedInertia<T> I = articulated(rigid);
          Force<T> p = cross_force(V, rigid * V);
          if (external) p = p - as_force(external + 6 * i);
          if (last_child[i]) {
            I = inertia[i] + rigid;
            p = p + ws.F[i];
          }
          Motion<T> c = zero_motion<T>();
          add_V_cross_S_times<P>(V, FewOf<n_axes<P>, T>(v, b.v_begin).a, c);
          const T suspect_turn = suspect(i, b, I), suspect_slide = (I.M.xx + I.M.yy + I.M.zz) * T(suspect_pivot);
          if (given) {
            add_S_times<P>(FewOf<n_axes<P>, T>(given_vdot, b.v_begin).a, c);
            inertia[i] = I;
            ws.F[i] = p;
          } else {
            for_each_axis_backward<P>([&]<int k>() __attribute__((always_inline)) {
              const int j = b.v_begin + k - first_axis<P>;
              Pivot<T> f;
              f.U = column<k>(I);
              const T D = component<k>(f.U) + T(rotor_of(j));
              test_pivot(D, pivot_floor_of<P, k>(model, i), k < 3 ? suspect_turn : suspect_slide);
              f.D_inverse = T(1) / D;
              f.u = tau[j] - component<k>(p);
              pivot[j] = f;
              const Force<T> W = f.U * f.D_inverse;
              subtract_outer(I.I, W.n, f.U.n);
              subtract_outer(I.H, W.n, f.U.f);
              subtract_outer(I.M, W.f, f.U.f);
              p = p + W * f.u;
            });
          }
          if (b.parent != 0) {
            const Transform<T> X = pose_again<P>(b, ws, i);
            put(i, b, to_parent(X, I), to_parent(X, p + I * c));
          }
        });
    --i;
  }
  // outward: accelerations
  Finite<T> finite;
  ws.A[0] = ground_acceleration<T>(model);
  i = 1;
  while (i < n) {
    if (is_free_hinge(i)) {
      Motion<T> A = ws.A[model.step[i].parent];
      for (bool more = true; more; ++i) {
        const Step& b = model.step[i];
        const T rate = v[b.v_begin];
        A = to_child(pose_again<Primitive::revolute_z>(b, ws, i), A);
        add_V_cross_S_times<Primitive::revolute_z>(ws.V[i], &rate, A);
        const LeanPivot<T>& f = *reinterpret_cast<const LeanPivot<T>*>(pivot + b.v_begin);
        const T acceleration = (f.u - dot(f.U.n, A.w)) - dot(f.U.f, A.v);
        A.w.z += acceleration;
        finite.look(acceleration);
        vdot.put(b.v_begin, acceleration);
        more = goes_on<Primitive::revolute_z>(model, i + 1) && is_free_hinge(i + 1);
        if (fork[i] || !more) ws.A[i] = A;
      }
      continue;
    }
    const Step& b = model.step[i];
    with_primitive<Bodies::rigid>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          Motion<T> A = to_child(pose_again<P>(b, ws, i), ws.A[b.parent]);
          add_V_cross_S_times<P>(ws.V[i], FewOf<n_axes<P>, T>(v, b.v_begin).a, A);
          if (accel_given && accel_given[i]) {
            const FewOf<n_axes<P>, T> own(given_vdot, b.v_begin);
            add_S_times<P>(own.a, A);
            T share[n_axes<P>];
            S_transpose_times<P>(inertia[i] * A + ws.F[i], share);
            for (int k = 0; k < n_axes<P>; ++k) {
              share[k] += own.a[k] * T(rotor_of(b.v_begin + k));
              finite.look(share[k]);
              tau_found.put(b.v_begin + k, share[k]);
            }
          } else {
            for_each_axis<P>([&]<int k>() __attribute__((always_inline)) {
              const int j = b.v_begin + k - first_axis<P>;
              const Pivot<T>& f = pivot[j];
              const T acceleration = (f.u - power(f.U, A)) * f.D_inverse;
              component<k>(A) += acceleration;
              finite.look(acceleration);
              vdot.put(j, acceleration);
            });
          }
          ws.A[i] = A;
        });
    ++i;
  }
  return away | lanes_above_zero(failed) | finite.missing();
}

// RotorDynamics
template <class T>
[[gnu::flatten]] unsigned rotor_entry(const Tables& m, const std::int32_t* children, std::ptrdiff_t any_stride, const double* q, const double* v,
                                      const std::uint8_t* given, const double* external, double* s, double* tau, double* vdot) {
  const std::ptrdiff_t stride = lanes_of<T> == 1 ? 1 : any_stride;
  return lean_forward_dynamics<T, Rotors::some>(m, children, {q, stride}, {v, stride}, given, as<T>(external), Scratch<T>(m, s, Bodies::rigid),
                                                {tau, stride}, {vdot, stride});
}

// with_rotors: entry 1 of the table of rotors.
template <class T, const auto& with_rotors> struct RowEntry {
  using Ws = Scratch<T>;
  [[gnu::flatten]] static unsigned inverse(const Tables& m, const std::int32_t* children, std::ptrdiff_t stride, const double* q, const double* v,
                                           const double* vdot, const double* external, double* s, double* tau) {
    return lean_inverse_dynamics<T>(m, children, {q, stride}, {v, stride}, {vdot, stride}, as<T>(external), Ws(m, s, Bodies::rigid), {tau, stride});
  }
  [[gnu::flatten]] static unsigned forward(const Tables& m, const std::int32_t* children, std::ptrdiff_t stride, const double* q, const double* v,
                                           const double* external, double* s, const double* tau, double* vdot) {
    if (m.rotor_inertia) return with_rotors[1](m, children, stride, q, v, nullptr, external, s, const_cast<double*>(tau), vdot);  // no tau is written
    return lean_forward_dynamics<T>(m, children, {q, stride}, {v, stride}, nullptr, as<T>(external), Ws(m, s, Bodies::rigid), {tau, stride},
                                    {vdot, stride});
  }
  static constexpr RowFunctions table(const char* isa) { return {isa, lanes_of<T>, inverse, forward}; }
};

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
