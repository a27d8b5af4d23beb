// Lower triangle of the mass matrix by composite bodies, O(n depth), in two walks that give the same numbers.
// Source: [Featherstone2008] Table 6.2; the walk in one world frame follows section 6.4's remark on absolute coordinates.
//   paper   code            meaning                                      paper    code            meaning
//   I^c_i   composite[i]    inertia of row i and all beyond it           S_j      axis[k * nv+j]  number k of axis j (world walk)
//   F       F               I^c S, carried towards the ground            H_ij     M[i * nv + j]   i >= j
// mass_matrix_rows   row frames: each force is carried step by step, 30 multiply-adds per pair of speeds.
// mass_matrix_world  world axes, about the origin of the tree's first row (far from the world origin nothing cancels): a pair costs a dot
//                    product of 6 numbers over contiguous axes, so whole registers of pairs at a time; a row costs more beforehand.
#pragma once

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/elastic_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

// Force that moves a rigid inertia with unit acceleration along axis k: column k of the 6x6 inertia.
template <int k, class T> inline Force<T> column(const Inertia<T>& b) {
  const T o(0);
  if constexpr (k == 0) return {{b.I.xx, b.I.xy, b.I.xz}, {o, -b.h.z, b.h.y}};
  if constexpr (k == 1) return {{b.I.xy, b.I.yy, b.I.yz}, {b.h.z, o, -b.h.x}};
  if constexpr (k == 2) return {{b.I.xz, b.I.yz, b.I.zz}, {-b.h.y, b.h.x, o}};
  if constexpr (k == 3) return {{o, b.h.z, -b.h.y}, {b.m, o, o}};
  if constexpr (k == 4) return {{-b.h.z, o, b.h.x}, {o, b.m, o}};
  if constexpr (k == 5) return {{b.h.y, -b.h.x, o}, {o, o, b.m}};
}

// Where entry (i, j) is kept. A whole matrix has zeros between speeds on different branches: written, or left as they are by a caller who has them zero
// once and for all. By branches a row holds the speeds on its way to the ground and nothing else.
enum class Zeros : bool { written, left };
template <Zeros z> struct WholeMatrix {
  static constexpr Zeros zeros = z;
  long nv;
  template <class T> T* row(T* M, int i) const { return M + i * nv; }
  int place(int speed) const { return speed; }
};
struct ByBranches {
  static constexpr Zeros zeros = Zeros::left;
  BranchPlaces at;
  template <class T> T* row(T* M, int i) const { return M + at.row_begin[i]; }
  int place(int speed) const { return at.depth[speed]; }
};

// The part of a row of M that belongs to the ancestors of row i, for a force F there; columns from `written` on are done.
template <Bodies bodies, class Place, class T>
[[gnu::always_inline]] inline void carry_to_ground(const Tables& model, const Scratch<T>& ws, int i, Force<T> F, [[maybe_unused]] int written,
                                                   const Place& at, T* M_row) {
  constexpr Zeros zeros = Place::zeros;
  for (int j = i; model.step[j].parent != 0;) {
    if constexpr (bodies == Bodies::elastic) {
      if (model.step[j].joint == Primitive::section) {
        const Elastic& body = elastic_of_section(model, model.step[j]);
        if constexpr (zeros == Zeros::written) fill_zero(M_row + body.v_begin + body.n_modes, M_row + written);
        T* modes = M_row + at.place(body.v_begin);
        fill_zero(modes, modes + body.n_modes);
        add_modal_force(model, model.step[j], ws, F, modes);
        written = body.v_begin;
      }
    }
    F = to_parent(ws.X_PB[j], F);
    j = model.step[j].parent;
    const Step& a = model.step[j];
    with_primitive<bodies>(
        a.joint, [&]<Primitive Q>() __attribute__((always_inline)) {
          if constexpr (n_axes < Q >> 0) S_transpose_times<Q>(F, M_row + at.place(a.v_begin));
          if constexpr (zeros == Zeros::written && n_axes < Q >> 0)
            fill_zero(M_row + a.v_begin + n_axes<Q>, M_row + written);  // speeds of other branches
        });
    if (bodies == Bodies::rigid || (a.joint != Primitive::fixed && a.joint != Primitive::section)) written = a.v_begin;
  }
  if constexpr (zeros == Zeros::written) fill_zero(M_row, M_row + written);
}

// Rows of the modes of one elastic body. Its H and B hold what its sections carry by now.
template <Bodies bodies, class Place, class T>
inline void modal_rows(const Tables& model, const Elastic& body, const Scratch<T>& ws, const Place& at, T* M) {
  const ElasticView<T> x(body, ws);
  const Step& b = model.step[body.row];
  for (int j = 0; j < body.n_modes; ++j) {
    const int row = body.v_begin + j;
    T *M_row = at.row(M, row), *modes = M_row + at.place(body.v_begin);
    for (int k = 0; k <= j; ++k) modes[k] = x.B[j * body.n_modes + k];
    modes[j] += rotor_inertia_of<T>(model, row);
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          if constexpr (n_axes < P >> 0) S_transpose_times<P>(x.H[j], M_row + at.place(b.v_begin));
        });
    carry_to_ground<bodies>(model, ws, body.row, x.H[j], b.v_begin, at, M_row);
  }
}

template <Bodies bodies, class Place, class T> inline void mass_matrix_rows(const Tables& model, Scratch<T> ws, const Place& at, T* M) {
  const int n = model.n_steps;
  auto* composite = reinterpret_cast<Inertia<T>*>(ws.work);     // of a row's children
  auto* last_child = reinterpret_cast<Row*>(ws.work + 10 * n);  // the first to hand over, in an inward pass; 0: none
  find_last_children(model, last_child);
  if constexpr (bodies == Bodies::elastic) update_elastic_inertia(model, ws);
  for (int i = n - 1; i > 0; --i) {
    const Step& b = model.step[i];
    Inertia<T> I = inertia_at<bodies>(model, b, ws);
    if (last_child[i]) I = I + composite[i];
    if constexpr (bodies == Bodies::elastic) {
      if (b.joint == Primitive::section) add_modal_inertia(model, i, ws, I);
      if (const Elastic* body = elastic_at(model, b)) modal_rows<bodies>(model, *body, ws, at, M);
    }
    if (b.parent != 0) {
      const Inertia<T> I_P = to_parent(ws.X_PB[i], I);
      if (last_child[b.parent] == i) composite[b.parent] = I_P;
      else composite[b.parent] = composite[b.parent] + I_P;
    }
    with_primitive<bodies>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          for_each_axis<P>([&]<int k>() __attribute__((always_inline)) {
            const int row = b.v_begin + k - first_axis<P>;
            T *M_row = at.row(M, row), *mine = M_row + at.place(b.v_begin);
            const Force<T> F = column<k>(I);
            T own[6];
            S_transpose_times<P>(F, own);
            for (int j = 0; j < row - b.v_begin; ++j) mine[j] = own[j];
            mine[row - b.v_begin] = own[row - b.v_begin] + rotor_inertia_of<T>(model, row);
            carry_to_ground<bodies>(model, ws, i, F, b.v_begin, at, M_row);
          });
        });
  }
}

template <class Place, class T> inline void mass_matrix_world(const Tables& model, Scratch<T> ws, const Place& place, T* M) {
  const int n = model.n_steps;
  const long nv = model.nv;
  auto* composite = reinterpret_cast<Inertia<T>*>(ws.work);
  T* axis = ws.work + 10 * n;  // [6][nv]
  // Of the run of rows i, i-1, ... that are each other's parents, the first: its speeds and those of row i are contiguous.
  auto* run = reinterpret_cast<Row*>(axis + 6 * nv);
  auto* root = run + n;  // the first row of row i's tree
  static_assert(10 + 36 + 1 <= work_numbers_per_step);

  for (int i = 1; i < n; ++i) {
    const Step& b = model.step[i];
    const Step& before = model.step[i - 1];
    run[i] = i > 1 && b.parent == i - 1 && before.v_begin + nv_at(before) == b.v_begin ? run[i - 1] : i;
    root[i] = b.parent == 0 ? i : root[b.parent];
    Transform<T> X = ws.X_WB[i];
    X.p -= ws.X_WB[root[i]].p;
    composite[i] = to_parent(X, inertia_of<T>(b));
    with_primitive<Bodies::rigid>(
        b.joint, [&]<Primitive P>() __attribute__((always_inline)) {
          for_each_axis<P>([&]<int k>() __attribute__((always_inline)) {
            const Vec3<T> e = X.R.col(k % 3);
            T* at = axis + b.v_begin + k - first_axis<P>;
            if constexpr (k < 3) {
              const Vec3<T> v = cross(X.p, e);
              at[0] = e.x, at[nv] = e.y, at[2 * nv] = e.z, at[3 * nv] = v.x, at[4 * nv] = v.y, at[5 * nv] = v.z;
            } else {
              at[0] = at[nv] = at[2 * nv] = T(0), at[3 * nv] = e.x, at[4 * nv] = e.y, at[5 * nv] = e.z;
            }
          });
        });
  }
  for (int i = n - 1; i > 0; --i) {
    const Step& b = model.step[i];
    const Inertia<T> I = composite[i];
    if (b.parent != 0) composite[b.parent] = composite[b.parent] + I;
    for (int row = b.v_begin + nv_at(b) - 1; row >= b.v_begin; --row) {
      const T* at = axis + row;
      const Force<T> F = I * Motion<T>{{at[0], at[nv], at[2 * nv]}, {at[3 * nv], at[4 * nv], at[5 * nv]}};
      T* __restrict M_row = place.row(M, row);
      [[maybe_unused]] int written = row + 1;  // columns from here on are done
      for (int j = i; j != 0; j = model.step[run[j]].parent) {
        const int begin = model.step[run[j]].v_begin, end = j == i ? row + 1 : model.step[j].v_begin + nv_at(model.step[j]);
        const T* __restrict s = axis;
        T* __restrict M_run = M_row + place.place(begin) - begin;
        for (int c = begin; c < end; ++c)
          M_run[c] = F.n.x * s[c] + F.n.y * s[nv + c] + F.n.z * s[2 * nv + c] + F.f.x * s[3 * nv + c] + F.f.y * s[4 * nv + c] + F.f.z * s[5 * nv + c];
        if constexpr (Place::zeros == Zeros::written) fill_zero(M_row + end, M_row + written);  // speeds of other branches
        written = begin;
      }
      if constexpr (Place::zeros == Zeros::written) fill_zero(M_row, M_row + written);
      M_row[place.place(row)] += rotor_inertia_of<T>(model, row);
    }
  }
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
