// Closed loops over a scalar: the rows of kinematics/closure.cpp (1)-(4) and the sparse solution of loops/loop_factor.hpp (1)-(2), from flat tables, for as many
// states as T holds. No branch on a lane's value: what is not safe is remembered per lane and left to the caller.
#pragma once

#include "zanjir/kernels/joint_pass.hpp"
#include "zanjir/kernels/loop_tables.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T> struct LoopScratch {
  T *sigma2, *gamma;  // the first numbers: loop_tables.hpp
  T *Phi, *Z, *U, *L;
  T *inverse_root, *f, *u, *x, *residual_f;                        // [nv]
  Force<T>* wrench;                                                // [n_rows] world axes, at the block's point
  T *phi, *rate, *inverse_diagonal, *g, *h, *lambda, *residual_g;  // [n_rows]
  Vec3<T>* point;                                                  // [n_blocks] world

  LoopScratch(const LoopTables& t, int nv, double* scratch) {
    T* a = reinterpret_cast<T*>(scratch);
    const auto take = [&](long n) {
      T* begin = a;
      a += n;
      return begin;
    };
    sigma2 = take(1), gamma = take(t.n_rows);
    Phi = take(t.n_numbers), Z = take(t.n_numbers), U = take(t.n_envelope), L = take(t.n_factor);
    inverse_root = take(nv), f = take(nv), u = take(nv), x = take(nv), residual_f = take(nv);
    wrench = reinterpret_cast<Force<T>*>(take(6L * t.n_rows));
    phi = take(t.n_rows), rate = take(t.n_rows), inverse_diagonal = take(t.n_rows);
    g = take(t.n_rows), h = take(t.n_rows), lambda = take(t.n_rows), residual_g = take(t.n_rows);
    point = reinterpret_cast<Vec3<T>*>(take(3L * t.n_blocks));
  }
};

template <class T> inline Vec3<T> constant(const double* a) { return {T(a[0]), T(a[1]), T(a[2])}; }
template <class T> inline Transform<T> constant_pose(const double* a) {
  return {{T(a[0]), T(a[1]), T(a[2]), T(a[3]), T(a[4]), T(a[5]), T(a[6]), T(a[7]), T(a[8])}, {T(a[9]), T(a[10]), T(a[11])}};
}

// Of the point of `row` that is now at p (world): as motion_at of kinematics/closure.cpp.
template <class T> struct PointMotion { Vec3<T> w, v, alpha, a; };
template <class T> inline PointMotion<T> motion_at(const Scratch<T>& ws, int row, const Vec3<T>& p_W) {
  const Vec3<T> zero{T(0.0), T(0.0), T(0.0)};
  if (row == 0) return {zero, zero, zero, ws.A[0].v};
  const Transform<T> X = ws.X_WB[row];
  const Vec3<T> p = transpose_times(X.R, p_W - X.p);
  const Motion<T> V = ws.V[row], A = ws.A[row];
  const Vec3<T> v = V.v + cross(V.w, p);
  return {X.R * V.w, X.R * v, X.R * A.w, X.R * (A.v + cross(A.w, p) + cross(V.w, v))};
}
template <class T> inline Transform<T> pose_of(const Scratch<T>& ws, int row, const double* X) {
  return row == 0 ? constant_pose<T>(X) : ws.X_WB[row] * constant_pose<T>(X);
}

template <class T> struct RowNow {
  Force<T> W;  // J axes
  T phi, second;
};
// w, alpha: of the second frame relative to the first, its axes; X: second in first.
template <class T>
inline RowNow<T> row_now(const LoopBlock& block, const LoopRow& row, const Transform<T>& X, const Vec3<T>& w, const Vec3<T>& alpha,
                         const Vec3<T>& p_ddot) {
  const Vec3<T> zero{T(0.0), T(0.0), T(0.0)}, u = constant<T>(row.u);
  const auto twice = [&](const Vec3<T>& b) { return cross(alpha, b) + cross(w, cross(w, b)); };
  switch (row.kind) {
    case LoopRowKind::alignment: {
      const Vec3<T> a = constant<T>(block.a), b = X.R * a, db = cross(w, b), ddb = twice(b);
      const T c = T(1.0) + dot(a, b), f = dot(u, b), df = dot(u, db), dc = dot(a, db), inverse = T(1.0) / c, inverse2 = inverse * inverse;
      return {
          {(cross(b, u) * c - cross(b, a) * f) * (T(2.0) * inverse2), zero},
          T(2.0) * f * inverse,
          T(2.0) * (dot(u, ddb) * inverse - T(2.0) * df * dc * inverse2 - f * dot(a, ddb) * inverse2 + T(2.0) * f * dc * dc * inverse2 * inverse)};
    }
    case LoopRowKind::universal: {
      const Vec3<T> a = constant<T>(block.a), b = constant<T>(block.b), Rb = X.R * b;
      return {{cross(Rb, a), zero}, dot(a, Rb) - dot(a, b), dot(a, twice(Rb))};
    }
    case LoopRowKind::rotation: {  // the quaternion of a turn that is nearly none
      const T root = sqrt(T(1.0) + X.R.xx + X.R.yy + X.R.zz), s = T(0.5) * root, half = T(0.5) / root;
      const Vec3<T> x = Vec3<T>{X.R.zy - X.R.yz, X.R.xz - X.R.zx, X.R.yx - X.R.xy} * half, dx = (w * s + cross(w, x)) * T(0.5);
      const T ds = T(-0.5) * dot(w, x);
      return {{u * s + cross(x, u), zero}, T(2.0) * dot(u, x), dot(u, w * ds + alpha * s + cross(alpha, x) + cross(w, dx))};
    }
    default: return {{zero, u}, dot(u, X.p), dot(u, p_ddot)};
  }
}

template <class T> inline void fill_block(const LoopTables& t, const LoopBlock& block, const Scratch<T>& ws, const Vec3<T>& p, LoopScratch<T>& x) {
  T* Phi = x.Phi + block.numbers_begin;
  for (int i = 0; i < block.padded * block.n_speeds; ++i) Phi[i] = T(0.0);
  for (int i = block.axes_begin; i < block.axes_end; ++i) {
    const LoopAxis& axis = t.axis[i];
    const Transform<T>& X = ws.X_WB[axis.row];
    const int k = axis.axis % 3;
    const Vec3<T> e = (k == 0 ? X.R.col(0) : k == 1 ? X.R.col(1) : X.R.col(2)) * T(axis.sign);
    T* out = Phi + axis.place * block.padded;
    if (axis.axis < 3) {
      const Vec3<T> v = cross(e, p - X.p);
      for (int r = 0; r < block.n; ++r) {
        const Force<T>& W = x.wrench[block.begin + r];
        out[r] = (dot(W.n, e) + dot(W.f, v)) * T(t.row[block.begin + r].scale);
      }
    } else {
      for (int r = 0; r < block.n; ++r) out[r] = dot(x.wrench[block.begin + r].f, e) * T(t.row[block.begin + r].scale);
    }
  }
}

template <class T>
inline void close_up(const LoopTables& t, const T* q, const T* v, const T* vdot_known, const Scratch<T>& ws, LoopScratch<T>& x, T* largest) {
  T open = T(0.0), parting = T(0.0), missed = T(0.0);
  const Vec3<T> zero{T(0.0), T(0.0), T(0.0)};
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& block = t.block[i];
    const LoopRowKind kind = t.row[block.begin].kind;
    if (kind == LoopRowKind::gear) {
      T* Phi = x.Phi + block.numbers_begin;
      for (int k = 0; k < block.n_speeds * block.padded; ++k) Phi[k] = T(0.0);
      const T scale = T(t.row[block.begin].scale);
      if (block.place_b >= 0) Phi[block.place_b * block.padded] += scale;
      if (block.place_a >= 0) Phi[block.place_a * block.padded] -= T(block.number) * scale;
      x.wrench[block.begin] = {zero, zero};
      x.phi[block.begin] = q[block.coordinate_b] - T(block.number) * q[block.coordinate_a] - T(block.offset);
      x.rate[block.begin] = v[block.speed_b] - T(block.number) * v[block.speed_a];
      x.gamma[block.begin] = T(0.0) - (vdot_known[block.speed_b] - T(block.number) * vdot_known[block.speed_a]);
      open = larger(open, magnitude(x.phi[block.begin]) * scale);
      parting = larger(parting, magnitude(x.rate[block.begin]) * scale);
      missed = larger(missed, magnitude(x.gamma[block.begin]) * scale);
      continue;
    }
    const Transform<T> X_WJ = pose_of<T>(ws, block.row_first, block.X_first);
    const Vec3<T> p = block.row_second == 0 ? constant<T>(block.X_second + 9) : ws.X_WB[block.row_second] * constant<T>(block.X_second + 9);
    x.point[i] = p;
    if (kind == LoopRowKind::distance) {
      const PointMotion<T> c = motion_at<T>(ws, block.row_second, p), a = motion_at<T>(ws, block.row_first, X_WJ.p);
      const Vec3<T> d = p - X_WJ.p, rate = c.v - a.v;
      const T length = norm(d), inverse = T(1.0) / length;
      const Vec3<T> u = d * inverse;
      const T along = dot(u, rate);
      x.wrench[block.begin] = {zero, u};
      x.phi[block.begin] = length - T(block.number);
      x.rate[block.begin] = along;
      x.gamma[block.begin] = -dot(u, c.a - a.a) - (dot(rate, rate) - along * along) * inverse;
    } else if (block.of_points) {  // as below, in world axes
      const PointMotion<T> c = motion_at<T>(ws, block.row_second, p), j = motion_at<T>(ws, block.row_first, p);
      const Vec3<T> apart = p - X_WJ.p, p_dot = c.v - j.v, p_ddot = c.a - j.a - cross(j.w, p_dot) * T(2.0);
      for (int r = block.begin; r < block.begin + block.n; ++r) {
        const Vec3<T> u = X_WJ.R * constant<T>(t.row[r].u);
        x.wrench[r] = {zero, u};
        x.phi[r] = dot(u, apart);
        x.rate[r] = dot(u, p_dot);
        x.gamma[r] = -dot(u, p_ddot);
      }
    } else {
      const PointMotion<T> c = motion_at<T>(ws, block.row_second, p), j = motion_at<T>(ws, block.row_first, p);
      const Mat3<T>& R = X_WJ.R;
      const Transform<T> X_JC{transpose(R) * pose_of<T>(ws, block.row_second, block.X_second).R, transpose_times(R, p - X_WJ.p)};
      const Vec3<T> w_J = transpose_times(R, j.w), w = transpose_times(R, c.w - j.w), p_dot = transpose_times(R, c.v - j.v);
      const Vec3<T> alpha = transpose_times(R, c.alpha - j.alpha) - cross(w_J, w);
      const Vec3<T> p_ddot = transpose_times(R, c.a - j.a) - cross(w_J, p_dot) * T(2.0);
      for (int r = block.begin; r < block.begin + block.n; ++r) {
        const RowNow<T> now = row_now<T>(block, t.row[r], X_JC, w, alpha, p_ddot);
        x.wrench[r] = {R * now.W.n, R * now.W.f};
        x.phi[r] = now.phi;
        x.rate[r] = dot(x.wrench[r].n, c.w - j.w) + dot(x.wrench[r].f, c.v - j.v);
        x.gamma[r] = -now.second;
      }
    }
    for (int r = block.begin; r < block.begin + block.n; ++r) {
      open = larger(open, magnitude(x.phi[r]) * T(t.row[r].scale));
      parting = larger(parting, magnitude(x.rate[r]) * T(t.row[r].scale));
      missed = larger(missed, magnitude(x.gamma[r]) * T(t.row[r].scale));
    }
    fill_block<T>(t, block, ws, p, x);
  }
  largest[0] = open;
  largest[1] = parting;
  largest[2] = missed;
}

// Every pivot that is not safe sets `unsafe` in its lane, one that has lost more than two digits `weak`.
template <class T> inline void factor_mass_matrix(const LoopTables& t, int nv, const T* M, LoopScratch<T>& x, T& unsafe, T& weak) {
  constexpr double mass_pivot = 1e-9, lost_two_digits = 0.01;  // the first as in loops/loop_factor.cpp
  weak = T(0.0);
  const std::int32_t* up = t.up;
  const std::int32_t* depth = t.depth;
  for (int i = 0; i < nv; ++i) {
    for (int j = i; j >= 0; j = up[j]) x.L[t.row_begin[i] + depth[j]] = M[t.row_begin[i] + depth[j]];
  }
  for (int i = nv - 1; i >= 0; --i) {
    if (up[i] < -1) continue;
    T* row = x.L + t.row_begin[i];
    const T pivot = row[depth[i]];
    unsafe = select(pivot > larger(T(t.pivot_floor[i]), T(mass_pivot) * M[t.row_begin[i] + depth[i]]), unsafe, T(1.0));
    weak = select(pivot > T(lost_two_digits) * M[t.row_begin[i] + depth[i]], weak, T(1.0));
    const T inverse = T(1.0) / pivot;
    x.inverse_root[i] = sqrt(inverse);
    for (int j = up[i]; j >= 0; j = up[j]) {
      const T a = row[depth[j]] * inverse;
      T* above = x.L + t.row_begin[j];
      for (int l = j; l >= 0; l = up[l]) above[depth[l]] -= a * row[depth[l]];
      row[depth[j]] = a;
    }
  }
}

// The numbers of the rows of one block: n in lanes, whole groups for one state.
template <class T> inline void subtract_multiple(int n, T a, const T* x, T* y) {
  for (int r = 0; r < n; ++r) y[r] -= a * x[r];
}
template <class T> inline T product_of_rows(int n, const T* x, const T* y) {
  T sum = T(0.0);
  for (int r = 0; r < n; ++r) sum += x[r] * y[r];
  return sum;
}
inline constexpr int group_lanes = register_lanes < loop_group ? register_lanes : loop_group;
using Group = Pack<group_lanes>;
template <int W> inline double sum_of(Pack<W> a) {
  if constexpr (W == 4) return (a.v[0] + a.v[1]) + (a.v[2] + a.v[3]);
  else return a.v[0] + a.v[1];
}
// Four numbers that were found one by one, in whole registers: loads of registers that follow would wait for four stores.
template <int W = group_lanes> inline void store_group(double* to, double a, double b, double c, double d) {
  if constexpr (W == 4) {
    store(to, Pack<W>(typename Pack<W>::Vec{a, b, c, d}));
  } else {
    store(to, Pack<W>(typename Pack<W>::Vec{a, b})), store(to + 2, Pack<W>(typename Pack<W>::Vec{c, d}));
  }
}
inline void subtract_multiple(int n, double a, const double* x, double* y) {
  for (int r = 0; r < n; r += group_lanes) store(y + r, load<group_lanes>(y + r) - Group(a) * load<group_lanes>(x + r));
}
inline double product_of_rows(int n, const double* x, const double* y) {
  Group sum = load<group_lanes>(x) * load<group_lanes>(y);
  for (int r = group_lanes; r < n; r += group_lanes) sum += load<group_lanes>(x + r) * load<group_lanes>(y + r);
  return sum_of(sum);
}

// The rows of a, in the order of columns, times those of b: the block of S. By tiles of up to three by three, whose sums stay in registers and do not wait for each other.
template <int n_b, int n_a, class T>
inline void couple_tile(const LoopTables& t, const LoopCoupling& c, const LoopBlock& a, const LoopBlock& b, int k, int l, LoopScratch<T>& x) {
  const T *Z_b = x.Z + b.numbers_begin + k, *Z_a = x.Z + a.numbers_begin + l;
  T sum[n_b][n_a];
  for (int i = 0; i < n_b; ++i)
    for (int j = 0; j < n_a; ++j) sum[i][j] = T(0.0);
  for (int m = c.begin; m < c.end; ++m) {
    const T *z_b = Z_b + b.n * t.places_b[m], *z_a = Z_a + a.n * t.places_a[m];
    for (int i = 0; i < n_b; ++i)
      for (int j = 0; j < n_a; ++j) sum[i][j] += z_b[i] * z_a[j];
  }
  for (int i = 0; i < n_b; ++i) {
    T* U = x.U + t.row_start[b.begin + k + i] + a.begin + l;
    for (int j = 0; j < n_a; ++j)
      if (c.a != c.b || l + j >= k + i) U[j] = sum[i][j];  // rows begin with the diagonal
  }
}
template <class T> inline void couple(const LoopTables& t, const LoopCoupling& c, const LoopBlock& a, const LoopBlock& b, LoopScratch<T>& x) {
  for (int k = 0; k < b.n; k += 3) {
    for (int l = c.a == c.b ? k : 0; l < a.n; l += 3) {
      const int rows = b.n - k, columns = a.n - l;
      if (rows >= 3 && columns >= 3) couple_tile<3, 3>(t, c, a, b, k, l, x);
      else if (rows >= 3) columns == 2 ? couple_tile<3, 2>(t, c, a, b, k, l, x) : couple_tile<3, 1>(t, c, a, b, k, l, x);
      else if (rows == 2)
        columns >= 3   ? couple_tile<2, 3>(t, c, a, b, k, l, x)
        : columns == 2 ? couple_tile<2, 2>(t, c, a, b, k, l, x)
                       : couple_tile<2, 1>(t, c, a, b, k, l, x);
      else
        columns >= 3   ? couple_tile<1, 3>(t, c, a, b, k, l, x)
        : columns == 2 ? couple_tile<1, 2>(t, c, a, b, k, l, x)
                       : couple_tile<1, 1>(t, c, a, b, k, l, x);
    }
  }
}
inline void couple(const LoopTables& t, const LoopCoupling& c, const LoopBlock& a, const LoopBlock& b, LoopScratch<double>& x) {
  for (int k = 0; k < b.padded; k += loop_group) {
    for (int l = c.a == c.b ? k : 0; l < a.padded; l += group_lanes) {  // rows begin with their own group
      Group sum[loop_group] = {0.0, 0.0, 0.0, 0.0};
      for (int m = c.begin; m < c.end; ++m) {
        const double* z = x.Z + b.numbers_begin + b.padded * t.places_b[m] + k;
        const Group z_a = load<group_lanes>(x.Z + a.numbers_begin + a.padded * t.places_a[m] + l);
        for (int i = 0; i < loop_group; ++i) sum[i] += Group(z[i]) * z_a;
      }
      for (int i = 0; i < loop_group; ++i) store(x.U + t.row_start[b.begin + k + i] + a.begin + l, sum[i]);
    }
  }
}

template <class T> inline void spread_rows(const LoopTables& t, LoopScratch<T>& x) {
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& block = t.block[i];
    const std::int32_t *speed = t.speed + block.speeds_begin, *up_place = t.up_place + block.speeds_begin;
    T *Phi = x.Phi + block.numbers_begin, *Z = x.Z + block.numbers_begin;
    const int n = block.padded;
    for (int k = 0; k < n * block.n_speeds; ++k) Z[k] = Phi[k];
    for (int s = 0; s < block.n_speeds; ++s) {
      const T* L = x.L + t.row_begin[speed[s]];
      for (int k = up_place[s]; k >= 0; k = up_place[k]) {
        subtract_multiple(n, L[t.depth[speed[k]]], Z + s * n, Z + k * n);
      }
      for (int r = 0; r < n; ++r) Z[s * n + r] = Z[s * n + r] * x.inverse_root[speed[s]];
    }
  }
  for (int i = 0; i < t.n_envelope; ++i) x.U[i] = T(0.0);
  for (int i = 0; i < t.n_couplings; ++i) {
    const LoopCoupling& c = t.coupling[i];
    couple(t, c, t.block[c.a], t.block[c.b], x);
  }
}

// S = U^T U. The row whose pivot lost most goes to `weakest`, as a number; `weak`: answers may lose more than two digits.
// With ones on its diagonal S has the product of the pivots' ratios as determinant d. Its n eigenvalues sum up to n, so that d is at most 4 k / (1 + k)^2 where k is its
// condition (the means of the others, and of the two extremes): k < 4 / d.
inline constexpr double row_pivot = 1e-11;  // as in loops/loop_factor.cpp
inline constexpr double safe_determinant = 4 / 100.0;
template <class T> inline void factor_loop_rows(const LoopTables& t, LoopScratch<T>& x, T& unsafe, T& weakest, T& weak) {
  T least = T(2.0), determinant = T(1.0);
  weakest = T(0.0);
  for (int i = 0; i < t.n_rows; ++i) x.h[i] = x.U[t.row_start[i] + i];
  for (int i = 0; i < t.n_rows; ++i) {
    T* row = x.U + t.row_start[i];
    const int last = t.last[i];
    const T ratio = row[i] / x.h[i];
    unsafe = select(ratio > T(row_pivot), unsafe, T(1.0));
    determinant = determinant * ratio;
    const auto less = ratio < least;
    least = select(less, ratio, least);
    weakest = select(less, T(static_cast<double>(i)), weakest);
    const T inverse = T(1.0) / sqrt(row[i]);
    x.inverse_diagonal[i] = inverse;
    for (int j = i; j <= last; ++j) row[j] = row[j] * inverse;
    for (int j = i + 1; j <= last; ++j) {
      const T a = row[j];
      T* below = x.U + t.row_start[j];
      for (int l = j; l <= last; ++l) below[l] -= a * row[l];
    }
  }
  weak = select(determinant > T(safe_determinant), T(0.0), T(1.0));
}

template <class T> inline void solve_loop_rows(const LoopTables& t, const LoopScratch<T>& x, T* y) {
  for (int i = 0; i < t.n_rows; ++i) {
    const T* U = x.U + t.row_start[i];
    const T value = y[i] = y[i] * x.inverse_diagonal[i];
    for (int j = i + 1, last = t.last[i]; j <= last; ++j) y[j] -= U[j] * value;
  }
  for (int i = t.n_rows - 1; i >= 0; --i) {
    const T* U = x.U + t.row_start[i];
    T value = y[i];
    for (int j = i + 1, last = t.last[i]; j <= last; ++j) value -= U[j] * y[j];
    y[i] = value * x.inverse_diagonal[i];
  }
}

// The same for one state: rows of zeros stand aside, and columns go by groups, those of the row's own group that come before it included; nobody reads these.
inline bool is_padding(const LoopTables& t, int i) { return t.row[i].number < 0; }
inline int group_of(int i) { return i & ~(loop_group - 1); }
inline void factor_loop_rows(const LoopTables& t, LoopScratch<double>& x, double& unsafe, double& weakest, double& weak) {
  double least = 2, determinant = 1;
  weakest = 0;
  for (int i = 0; i < t.n_rows; ++i) x.h[i] = x.U[t.row_start[i] + i];
  for (int i = 0; i < t.n_rows; ++i) {
    double* row = x.U + t.row_start[i];
    x.inverse_diagonal[i] = 1;
    if (is_padding(t, i)) continue;
    const int last = t.last[i];
    const double pivot = row[i];
    if (!(pivot > row_pivot * x.h[i])) unsafe = 1;
    const double ratio = pivot / x.h[i];
    determinant *= ratio;
    if (ratio < least) {
      least = ratio;
      weakest = i;
    }
    const double inverse = x.inverse_diagonal[i] = 1 / sqrt(pivot);
    for (int j = group_of(i); j <= last; j += group_lanes) store(row + j, load<group_lanes>(row + j) * Group(inverse));
    for (int j = i + 1; j <= last; ++j) {
      if (is_padding(t, j)) continue;
      const int from = group_of(j);
      subtract_multiple(last + 1 - from, row[j], row + from, x.U + t.row_start[j] + from);
    }
  }
  weak = determinant > safe_determinant ? 0 : 1;
}
// By groups: a triangle of four, or of two where the others are rows of zeros (a loop in a plane), then whole registers.
inline void solve_loop_rows(const LoopTables& t, const LoopScratch<double>& x, double* y) {
  const double* d = x.inverse_diagonal;
  for (int g = 0; g < t.n_rows; g += loop_group) {
    const double *U0 = x.U + t.row_start[g], *U1 = x.U + t.row_start[g + 1], *U2 = x.U + t.row_start[g + 2], *U3 = x.U + t.row_start[g + 3];
    const double y0 = y[g] * d[g], y1 = (y[g + 1] - U0[g + 1] * y0) * d[g + 1];
    const bool two = is_padding(t, g + 2);
    const double y2 = two ? 0 : (y[g + 2] - U0[g + 2] * y0 - U1[g + 2] * y1) * d[g + 2];
    const double y3 = two ? 0 : (y[g + 3] - U0[g + 3] * y0 - U1[g + 3] * y1 - U2[g + 3] * y2) * d[g + 3];
    store_group(y + g, y0, y1, y2, y3);
    for (int j = g + loop_group, last = t.last[g]; j <= last; j += group_lanes) {
      Group sum = Group(y0) * load<group_lanes>(U0 + j) + Group(y1) * load<group_lanes>(U1 + j);
      if (!two) sum += Group(y2) * load<group_lanes>(U2 + j) + Group(y3) * load<group_lanes>(U3 + j);
      store(y + j, load<group_lanes>(y + j) - sum);
    }
  }
  for (int g = t.n_rows - loop_group; g >= 0; g -= loop_group) {
    const double *U0 = x.U + t.row_start[g], *U1 = x.U + t.row_start[g + 1], *U2 = x.U + t.row_start[g + 2], *U3 = x.U + t.row_start[g + 3];
    Group s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    const bool two = is_padding(t, g + 2);
    for (int j = g + loop_group, last = t.last[g]; j <= last; j += group_lanes) {
      const Group z = load<group_lanes>(y + j);
      s0 += z * load<group_lanes>(U0 + j), s1 += z * load<group_lanes>(U1 + j);
      if (!two) s2 += z * load<group_lanes>(U2 + j), s3 += z * load<group_lanes>(U3 + j);
    }
    const double y3 = two ? 0 : (y[g + 3] - sum_of(s3)) * d[g + 3], y2 = two ? 0 : (y[g + 2] - sum_of(s2) - U2[g + 3] * y3) * d[g + 2];
    const double y1 = (two ? y[g + 1] - sum_of(s1) : y[g + 1] - sum_of(s1) - U1[g + 3] * y3 - U1[g + 2] * y2) * d[g + 1];
    const double y0 = ((two ? y[g] - sum_of(s0) : y[g] - sum_of(s0) - U0[g + 3] * y3 - U0[g + 2] * y2) - U0[g + 1] * y1) * d[g];
    store_group(y + g, y0, y1, y2, y3);
  }
}

// y (rows) -= A^T x, and x (speeds) += A y, for A = Phi^T or Z by blocks.
template <class T> inline void subtract_rows_times(const LoopTables& t, const T* A, const T* x, T* y) {
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& b = t.block[i];
    for (int s = 0; s < b.n_speeds; ++s) {
      const T value = x[t.speed[b.speeds_begin + s]];
      subtract_multiple(b.padded, value, A + b.numbers_begin + s * b.padded, y + b.begin);
    }
  }
}
template <class T> inline void add_transposed_rows_times(const LoopTables& t, const T* A, const T* y, T* x) {
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& b = t.block[i];
    for (int s = 0; s < b.n_speeds; ++s) {
      x[t.speed[b.speeds_begin + s]] += product_of_rows(b.padded, A + b.numbers_begin + s * b.padded, y + b.begin);
    }
  }
}

// (2) of loops/loop_factor.hpp. From lambda on: what g asks of the rows, and f = D^-1/2 L^-T of the forces.
template <class T> inline void add_from_rows(const LoopTables& t, int nv, LoopScratch<T>& x, T* f, T* g) {
  const std::int32_t *up = t.up, *depth = t.depth;
  solve_loop_rows(t, x, g);
  for (int i = 0; i < t.n_rows; ++i) x.lambda[i] += g[i];
  add_transposed_rows_times<T>(t, x.Z, g, f);
  for (int i = 0; i < nv; ++i) {
    if (up[i] < -1) continue;
    const T* L = x.L + t.row_begin[i];
    T value = f[i] * x.inverse_root[i];
    for (int j = up[i]; j >= 0; j = up[j]) value -= L[depth[j]] * f[j];
    f[i] = value;
    x.x[i] += value;
  }
}
template <class T> inline void add_loop_solution(const LoopTables& t, int nv, LoopScratch<T>& x, T* f, T* g) {
  const std::int32_t *up = t.up, *depth = t.depth;
  for (int i = nv - 1; i >= 0; --i) {
    if (up[i] < -1) continue;
    const T* L = x.L + t.row_begin[i];
    for (int j = up[i]; j >= 0; j = up[j]) f[j] -= L[depth[j]] * f[i];
    f[i] = f[i] * x.inverse_root[i];
  }
  subtract_rows_times<T>(t, x.Z, f, g);
  add_from_rows(t, nv, x, f, g);
}

// The residual, and once more, where digits were lost. What is lost is lost in S, the square of the rows; the forces have a residual of rounding (a Cholesky factor is
// stable), which is worth a correction only where a pivot of M has lost digits that the loops give back. A lane that has lost none is corrected by nothing, whoever its
// neighbours are: a residual of zeros. Not inline: it is seldom asked, and within the solution it makes g++ spill (of one state by a twentieth of its time).
template <class T>
[[gnu::noinline]] void correct_loop_solution(const LoopTables& t, int nv, const T* M, const T* f, const T& weak, const T& weak_rows,
                                             LoopScratch<T>& x) {
  const bool any_weak = lanes_above_zero(weak) != 0;
  for (int i = 0; i < t.n_rows; ++i) x.residual_g[i] = x.g[i];
  subtract_rows_times<T>(t, x.Phi, x.x, x.residual_g);
  const auto loses = larger(weak, weak_rows) > T(0.0);
  for (int i = 0; i < t.n_rows; ++i) x.residual_g[i] = select(loses, x.residual_g[i], T(0.0));
  for (int i = 0; i < nv; ++i) x.residual_f[i] = any_weak ? f[i] : T(0.0);
  if (any_weak) {
    for (int i = 0; i < nv; ++i) {
      if (t.up[i] < -1) continue;
      const T* row = M + t.row_begin[i];
      T sum = row[t.depth[i]] * x.x[i];
      for (int j = t.up[i]; j >= 0; j = t.up[j]) {
        sum += row[t.depth[j]] * x.x[j];
        x.residual_f[j] -= row[t.depth[j]] * x.x[i];
      }
      x.residual_f[i] -= sum;
    }
    add_transposed_rows_times<T>(t, x.Phi, x.lambda, x.residual_f);
    const auto loses = weak > T(0.0);
    for (int i = 0; i < nv; ++i) x.residual_f[i] = select(loses, x.residual_f[i], T(0.0));
    add_loop_solution<T>(t, nv, x, x.residual_f, x.residual_g);
  } else {
    add_from_rows<T>(t, nv, x, x.residual_f, x.residual_g);
  }
}

template <class T> inline unsigned solve_loops(const LoopTables& t, int nv, const T* M, const T* f, LoopScratch<T>& x, T* vdot, T* lambda) {
  T unsafe = T(0.0), weakest, weak, weak_rows;
  factor_mass_matrix<T>(t, nv, M, x, unsafe, weak);
  spread_rows<T>(t, x);
  factor_loop_rows(t, x, unsafe, weakest, weak_rows);

  // One step of inverse iteration from the weakest row bounds the smallest singular value from above, as in loops/loop_factor.
  for (int i = 0; i < t.n_rows; ++i) {
    const T beside = weakest - T(static_cast<double>(i));
    x.h[i] = select(magnitude(beside) < T(0.5), T(1.0), T(0.0));
  }
  solve_loop_rows(t, x, x.h);
  for (int i = 0; i < nv; ++i) x.u[i] = T(0.0);
  add_transposed_rows_times<T>(t, x.Phi, x.h, x.u);
  T of_rows = T(0.0), of_speeds = T(0.0);
  for (int i = 0; i < t.n_rows; ++i) of_rows += x.h[i] * x.h[i];
  for (int i = 0; i < nv; ++i) {
    const T u = x.u[i] * T(t.column_scale[i]);
    of_speeds += u * u;
  }
  if constexpr (lanes_of<T> == 1) *x.sigma2 = of_speeds / of_rows;
  if (t.n_rows > 0) unsafe = select(of_speeds > of_rows * T(t.sigma_least * t.sigma_least), unsafe, T(1.0));

  for (int i = 0; i < nv; ++i) x.u[i] = f[i], x.x[i] = T(0.0);
  for (int i = 0; i < t.n_rows; ++i) x.h[i] = x.g[i] = x.gamma[i] * T(t.row[i].scale), x.lambda[i] = T(0.0);
  add_loop_solution<T>(t, nv, x, x.u, x.h);
  if (lanes_above_zero(larger(weak, weak_rows)) != 0) correct_loop_solution<T>(t, nv, M, f, weak, weak_rows, x);

  T sum = T(0.0);
  for (int i = 0; i < nv; ++i) {
    if (t.up[i] < -1) continue;
    vdot[i] = x.x[i];
    sum += x.x[i];
  }
  for (int i = 0; i < t.n_rows; ++i) {
    lambda[i] = x.lambda[i] * T(t.row[i].scale);
    sum += lambda[i];
  }
  const T nothing = sum - sum;  // zero, unless a number is none
  unsafe = select(magnitude(nothing) < T(1.0), unsafe, T(1.0));
  return lanes_above_zero(unsafe);
}

// The sum of rows with these shares, as a force on the speeds.
template <class T> inline void sum_of_rows(const LoopTables& t, int nv, const double* share, const LoopScratch<T>& x, T* f) {
  for (int i = 0; i < nv; ++i) f[i] = T(0.0);
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& b = t.block[i];
    for (int s = 0; s < b.n_speeds; ++s) {
      const T* Phi = x.Phi + b.numbers_begin + s * b.padded;
      T sum = T(0.0);
      for (int r = 0; r < b.n; ++r) sum += Phi[r] * T(share[b.begin + r]);
      f[t.speed[b.speeds_begin + s]] += sum;
    }
  }
}

// Gaussian elimination in an order that was good where the plan was made; a pivot that has become small is not safe.
// A twin, a second force in the scale of rows, shall leave nothing at the other speeds: more than twin_left of it is not safe.
enum class Twin : bool { none, given };
template <class T, Twin with>
inline unsigned solve_passive(const LoopTables& t, int nv, const T* f, LoopScratch<T>& x, T* tau, T* lambda, T* twin, double twin_left) {
  constexpr double doubtful = 1e-6;  // as in newton_euler/closed.cpp
  const int n = t.n_passive;
  T *A = x.L, *y = x.h, *z = x.residual_g, unsafe = T(0.0), largest = T(0.0);
  for (int i = 0; i < n * n; ++i) A[i] = T(0.0);
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& b = t.block[i];
    for (int s = b.speeds_begin; s < b.speeds_begin + b.n_speeds; ++s) {
      const T scale = T(t.column_scale[t.speed[s]]);
      const int place = t.passive_place[s];
      for (int r = 0; r < b.n; ++r) {
        const T value = x.Phi[b.numbers_begin + (s - b.speeds_begin) * b.padded + r] * scale;
        largest = larger(largest, magnitude(value));
        if (place >= 0) A[place * n + t.passive_row[b.begin + r]] = value;
      }
    }
  }
  for (int i = 0; i < n; ++i) y[i] = f[t.passive[i]] * T(t.column_scale[t.passive[i]]);
  if constexpr (with == Twin::given)
    for (int i = 0; i < n; ++i) z[i] = twin[t.passive[i]] * T(t.column_scale[t.passive[i]]);
  for (int i = 0; i < n; ++i) {
    const T pivot = A[i * n + i];
    unsafe = select(magnitude(pivot) > T(doubtful) * largest, unsafe, T(1.0));
    const T inverse = T(1.0) / pivot;
    for (int k = i + 1; k < n; ++k) {
      const T a = A[k * n + i] * inverse;
      for (int j = i + 1; j < n; ++j) A[k * n + j] -= a * A[i * n + j];
      y[k] -= a * y[i];
      if constexpr (with == Twin::given) z[k] -= a * z[i];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    T value = y[i];
    for (int j = i + 1; j < n; ++j) value -= A[i * n + j] * y[j];
    y[i] = value / A[i * n + i];
  }
  T sum = T(0.0);
  for (int i = 0; i < n; ++i) {  // by the places of the rows, minus: for the product below
    x.g[i] = T(0.0) - y[t.passive_row[i]];
    lambda[i] = y[t.passive_row[i]] * T(t.row[i].scale);
    sum += lambda[i];
  }
  for (int i = 0; i < nv; ++i) tau[i] = f[i];
  add_transposed_rows_times<T>(t, x.Phi, x.g, tau);
  for (int i = 0; i < n; ++i) tau[t.passive[i]] = T(0.0);
  unsafe = select(magnitude(sum - sum) < T(1.0), unsafe, T(1.0));
  if constexpr (with == Twin::given) {
    for (int i = n - 1; i >= 0; --i) {
      T value = z[i];
      for (int j = i + 1; j < n; ++j) value -= A[i * n + j] * z[j];
      z[i] = value / A[i * n + i];
    }
    for (int i = 0; i < n; ++i) x.g[i] = T(0.0) - z[t.passive_row[i]];
    T size = T(1.0), left = T(0.0);  // scaled rows are of the order of one: what is small beside that is rounding
    for (int i = 0; i < nv; ++i) size = larger(size, magnitude(twin[i] * T(t.column_scale[i])));
    add_transposed_rows_times<T>(t, x.Phi, x.g, twin);
    for (int i = 0; i < nv; ++i) left = larger(left, magnitude(twin[i] * T(t.column_scale[i])));
    unsafe = select(left < T(twin_left) * size, unsafe, T(1.0));
  }
  return lanes_above_zero(unsafe);
}

template <class T>
inline void add_loop_wrenches(const LoopTables& t, const Scratch<T>& ws, const LoopScratch<T>& x, const T* lambda, T* external, T* tau) {
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& block = t.block[i];
    if (t.row[block.begin].kind == LoopRowKind::gear) {
      tau[block.speed_b] += lambda[block.begin];
      tau[block.speed_a] -= T(block.number) * lambda[block.begin];
      continue;
    }
    Force<T> W = x.wrench[block.begin] * lambda[block.begin];
    for (int r = block.begin + 1; r < block.begin + block.n; ++r) W = W + x.wrench[r] * lambda[r];
    const auto apply = [&](int row, const Force<T>& F) {
      if (row == 0) return;
      const Transform<T>& X = ws.X_WB[row];
      const Vec3<T> n = transpose_times(X.R, F.n + cross(x.point[i] - X.p, F.f)), f = transpose_times(X.R, F.f);
      T* out = external + 6 * row;
      out[0] += n.x, out[1] += n.y, out[2] += n.z, out[3] += f.x, out[4] += f.y, out[5] += f.z;
    };
    apply(block.row_second, W);
    apply(block.row_first, -W);
  }
}

// The force across a row is about its origin, in its axes: a point of that row needs no place in the world.
template <class T> inline void joint_wrenches(const JointPoint* joint, int n, const Scratch<T>& ws, T* out) {
  constexpr int stride = lanes_of<T> == 1 ? 12 : 6;
  for (int i = 0; i < n; ++i, out += stride) {
    const Transform<T>& X = ws.X_WB[joint[i].row];
    const Force<T> F = ws.F[joint[i].row];
    const Vec3<T> p = constant<T>(joint[i].at);
    Force<T> W;
    if (joint[i].row_of_point == joint[i].row) {
      W = {X.R * (F.n - cross(p, F.f)), X.R * F.f};
    } else {
      const Vec3<T> from = (joint[i].row_of_point == 0 ? p : ws.X_WB[joint[i].row_of_point] * p) - X.p;
      W.f = X.R * F.f;
      W.n = X.R * F.n - cross(from, W.f);
    }
    if (joint[i].swapped) W = -W;
    out[0] = W.n.x, out[1] = W.n.y, out[2] = W.n.z, out[3] = W.f.x, out[4] = W.f.y, out[5] = W.f.z;
  }
}
template <class T> inline void loop_wrenches(const LoopTables& t, const LoopScratch<T>& x, const T* lambda, T* out) {
  for (int i = 0; i < t.n_blocks; ++i) {
    const LoopBlock& block = t.block[i];
    if (t.row[block.begin].kind == LoopRowKind::gear) continue;
    T* to = out + 6 * block.constraint;
    Force<T> W = as_force<T>(to);
    for (int r = block.begin; r < block.begin + block.n; ++r) W = W + x.wrench[r] * lambda[r];
    to[0] = W.n.x, to[1] = W.n.y, to[2] = W.n.z, to[3] = W.f.x, to[4] = W.f.y, to[5] = W.f.z;
  }
}

// Rows of arrays that need not begin on the border of a register.
inline double load_row(const double* a, double) { return *a; }
template <int W> inline Pack<W> load_row(const double* a, Pack<W>) { return load<W>(a); }
inline void store_row(double* a, double b) { *a = b; }
template <int W> inline void store_row(double* a, Pack<W> b) { store<W>(a, b); }

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
