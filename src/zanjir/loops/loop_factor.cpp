#include "zanjir/loops/loop_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/loops/loop_pattern.hpp"
#include "zanjir/model/loop_cost.hpp"

namespace zanjir {

namespace {

int size_of(const auto& list) { return static_cast<int>(list.size()); }

// Refused pivots, relative to the diagonal they came from. An error of eps in M grows to eps/pivot; of the squared rows the pivot is a squared
// singular value, so 1e-11 is a loop three to four digits weaker than its own rows: far inside the window of a singular configuration.
constexpr double mass_pivot = 1e-9, row_pivot = 1e-11;
// Redundant rows with this much on the diagonal of S, relative to its largest entry, keep pivots that are hundreds of times their rounding.
constexpr double least_damping = 1e-13, damped_pivot = 1e-14;

void make_room_for_masses(const Model& model, LoopFactor& x) {
  if (has_long_ways(model)) x.articulated.emplace(model, x.up);
  else x.M = x.L = VecX::Zero(model.nv() == 0 ? 0 : x.row_begin.back() + x.depth.back() + 1);
}

bool factor_mass_matrix(const Model& model, Workspace& ws, LoopFactor& x) {
  if (!x.articulated && x.M.size() == 0) make_room_for_masses(model, x);
  if (x.articulated) return x.articulated->factor(model, ws, x.inverse_root);
  const int nv = model.nv();
  kernels::functions().packed_mass_matrix(model.tables(), model.long_branches(), ws.tree.data(), {x.depth.data(), x.row_begin.data()}, x.M.data());
  x.L = x.M;
  const int *up = x.up.data(), *depth = x.depth.data();
  for (int i = nv - 1; i >= 0; --i) {
    if (up[i] < -1) continue;
    double* __restrict row = x.L.data() + x.row_begin[at(i)];
    const double pivot = row[depth[i]];
    if (!(pivot > model.pivot_floor()[i] && pivot > mass_pivot * x.M[x.row_begin[at(i)] + depth[i]])) return false;
    const double inverse = 1 / pivot;
    x.inverse_root[i] = std::sqrt(inverse);
    for (int j = up[i]; j >= 0; j = up[j]) {
      const double a = row[depth[j]] * inverse;
      double* __restrict above = x.L.data() + x.row_begin[at(j)];
      for (int d = 0; d <= depth[j]; ++d) above[d] -= a * row[d];  // those of prescribed speeds are read by nobody
      row[depth[j]] = a;
    }
  }
  return true;
}

template <int n> void fill_block(const Closure& closure, const LoopFactor::Block& block, LoopFactor& x) {
  const int *speeds = x.speeds.data() + block.speeds_begin, *up_place = x.up_place.data() + block.speeds_begin;
  double *Phi = x.Phi.data() + block.numbers_begin, *Z = x.Z.data() + block.numbers_begin;
  const int rows = n > 0 ? n : block.n;
  const int *order = x.order.data() + block.begin, *entry = x.entry.data() + block.speeds_begin;
  for (int r = 0; r < rows; ++r) {
    const double* from = closure.Phi_q.valuePtr() + closure.Phi_q.outerIndexPtr()[order[r]];
    const double scale = x.row_scale[order[r]];
    for (int s = 0; s < block.n_speeds; ++s)
      Z[s * rows + r] = Phi[s * rows + r] = entry[s] < 0 || x.frozen[at(speeds[s])] ? 0 : from[entry[s]] * scale;
  }
  if (x.articulated) return x.articulated->solve_transposed(rows, block.n_speeds, speeds, up_place, Z);
  for (int s = 0; s < block.n_speeds; ++s) {      // L^-T: what a speed needs, those nearer to the ground take off
    const auto row = x.row_begin[at(speeds[s])];  // there is no L where all speeds are alone
    for (int t = up_place[s]; t >= 0; t = up_place[t]) {
      const double l = x.L.data()[row + x.depth[at(speeds[t])]];
      for (int r = 0; r < rows; ++r) Z[t * rows + r] -= l * Z[s * rows + r];
    }
    for (int r = 0; r < rows; ++r) Z[s * rows + r] *= x.inverse_root[speeds[s]];
  }
}

template <int n_a, int n_b> void couple(const LoopFactor::Coupling& c, LoopFactor& x) {
  const LoopFactor::Block &a = x.blocks[at(c.a)], &b = x.blocks[at(c.b)];
  const int rows_a = n_a > 0 ? n_a : a.n, rows_b = n_b > 0 ? n_b : b.n;
  double sum[n_a > 0 ? n_a * n_b : 36] = {};
  for (int i = c.begin; i < c.end; ++i) {
    const LoopFactor::Run& run = x.shared[at(i)];
    const double *z_a = x.Z.data() + a.numbers_begin + rows_a * run.place_a, *z_b = x.Z.data() + b.numbers_begin + rows_b * run.place_b;
    for (int s = 0; s < run.n; ++s, z_a += rows_a, z_b += rows_b) {
      for (int k = 0; k < rows_b; ++k) {
        for (int l = 0; l < rows_a; ++l) sum[k * rows_a + l] += z_b[k] * z_a[l];
      }
    }
  }
  for (int k = 0; k < rows_b; ++k) {
    double* U = x.U.data() + x.row_start[at(b.begin + k)];
    for (int l = c.a == c.b ? k : 0; l < rows_a; ++l) U[a.begin + l] = sum[k * rows_a + l];
  }
}

// d times what S is per squared singular value of the scaled rows, an inverse inertia, taken over the rows of each constraint together: in a singular
// configuration a single row may be zero.
void find_damping(const Model& model, double relative, LoopFactor& x) {
  for (const LoopFactor::Block& block : x.blocks) {
    double in_S = 0, in_rows = 0;
    for (int i = block.begin; i < block.begin + block.n; ++i) in_S += x.U[x.row_start[at(i)] + i];
    for (int s = 0; s < block.n_speeds; ++s) {
      const double C = model.column_scale()[x.speeds[at(block.speeds_begin + s)]];
      for (int i = 0; i < block.n; ++i) {
        const double a = C * x.Phi[block.numbers_begin + s * block.n + i];
        in_rows += a * a;
      }
    }
    x.damping.segment(block.begin, block.n).setConstant(in_rows > 0 ? relative * in_S / in_rows : 0);
  }
}

// S = U^T U in place, row by row; inside the envelope there is no fill beyond it.
bool factor_rows(double least_pivot, LoopFactor& x) {
  const int r = size_of(x.order);
  double weakest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < r; ++i) x.h[i] = x.U[x.row_start[at(i)] + i] += x.damping[i];  // before the elimination
  for (int i = 0; i < r; ++i) {
    double* __restrict row = x.U.data() + x.row_start[at(i)];
    const int last = x.last[at(i)];
    const double ratio = row[i] / x.h[i];
    if (!(ratio > least_pivot)) return false;
    if (ratio < weakest) {
      weakest = ratio;
      x.weakest = i;
    }
    const double inverse = 1 / std::sqrt(row[i]);
    x.inverse_diagonal[i] = inverse;
    for (int j = i; j <= last; ++j) row[j] *= inverse;
    for (int j = i + 1; j <= last; ++j) {
      const double a = row[j];
      if (a == 0) continue;
      double* __restrict below = x.U.data() + x.row_start[at(j)];
      for (int l = j; l <= last; ++l) below[l] -= a * row[l];
    }
  }
  return true;
}

// In four sums: one alone would wait for each addition in turn.
double dot(const double* a, const double* b, int n) {
  double sum[4] = {0, 0, 0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; ++k) sum[k] += a[i + k] * b[i + k];
  }
  for (; i < n; ++i) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void solve_rows(const LoopFactor& x, double* y) {
  const int r = size_of(x.order);
  for (int i = 0; i < r; ++i) {
    const double* U = x.U.data() + x.row_start[at(i)];
    const double value = y[i] *= x.inverse_diagonal[i];
    for (int j = i + 1, last = x.last[at(i)]; j <= last; ++j) y[j] -= U[j] * value;
  }
  for (int i = r - 1; i >= 0; --i) {
    const double* U = x.U.data() + x.row_start[at(i)];
    y[i] = (y[i] - dot(U + i + 1, y + i + 1, x.last[at(i)] - i)) * x.inverse_diagonal[i];
  }
}

enum class Sign : int { plus = 1, minus = -1 };
// y (rows) += sign A^T x, or x (speeds) += sign A y, for A = Phi^T or Z by blocks
template <Sign sign> void add_rows_times(const LoopFactor& f, const VecX& numbers, const double* x, double* y) {
  for (const LoopFactor::Block& b : f.blocks) {
    const double* A = numbers.data() + b.numbers_begin;
    const int* speeds = f.speeds.data() + b.speeds_begin;
    for (int s = 0; s < b.n_speeds; ++s, A += b.n) {
      const double value = static_cast<int>(sign) * x[speeds[s]];
      for (int r = 0; r < b.n; ++r) y[b.begin + r] += A[r] * value;
    }
  }
}
void add_transposed_rows_times(const LoopFactor& f, const VecX& numbers, const double* y, double* x) {
  for (const LoopFactor::Block& b : f.blocks) {
    const double* A = numbers.data() + b.numbers_begin;
    const int* speeds = f.speeds.data() + b.speeds_begin;
    for (int s = 0; s < b.n_speeds; ++s, A += b.n) {
      double sum = 0;
      for (int r = 0; r < b.n; ++r) sum += A[r] * y[b.begin + r];
      x[speeds[s]] += sum;
    }
  }
}

// Where row i of L begins; without branches there are no rows, and nothing to point at.
const double* row_of_L(const LoopFactor& a, int i) { return a.L.size() == 0 ? nullptr : a.L.data() + a.row_begin[at(i)]; }

// f <- D^-1/2 L^-T f
void solve_transposed(LoopFactor& a, VecX& f) {
  if (a.articulated) return a.articulated->solve_transposed(f);
  const int *up = a.up.data(), *depth = a.depth.data();
  for (auto i = static_cast<int>(f.size()) - 1; i >= 0; --i) {
    if (up[i] < -1) continue;
    const double* L = row_of_L(a, i);
    for (int j = up[i]; j >= 0; j = up[j]) f[j] -= L[depth[j]] * f[i];
    f[i] *= a.inverse_root[i];
  }
}

// f <- L^-1 D^-1/2 f
void solve_mass(LoopFactor& a, VecX& f) {
  if (a.articulated) return a.articulated->solve(f);
  const int *up = a.up.data(), *depth = a.depth.data();
  for (int i = 0; i < f.size(); ++i) {
    if (up[i] < -1) continue;
    const double* L = row_of_L(a, i);
    double value = f[i] * a.inverse_root[i];
    for (int j = up[i]; j >= 0; j = up[j]) value -= L[depth[j]] * f[j];
    f[i] = value;
  }
}

// f -= M x
void subtract_momentum(LoopFactor& a, const VecX& x, VecX& f) {
  if (a.articulated) return a.articulated->subtract_product(x, f);
  for (int i = 0; i < f.size(); ++i) {
    if (a.up[at(i)] < -1) continue;
    const double* M = a.M.data() + a.row_begin[at(i)];
    double sum = M[a.depth[at(i)]] * x[i];
    for (int j = a.up[at(i)]; j >= 0; j = a.up[at(j)]) {
      sum += M[a.depth[at(j)]] * x[j];
      f[j] -= M[a.depth[at(j)]] * x[i];
    }
    f[i] -= sum;
  }
}

// (2): adds to x and lambda the solution for the right-hand sides f and g, which it uses up.
void add_solution(LoopFactor& a, VecX& f, VecX& g, double* x) {
  solve_transposed(a, f);
  add_rows_times<Sign::minus>(a, a.Z, f.data(), g.data());
  solve_rows(a, g.data());
  a.lambda += g;
  add_transposed_rows_times(a, a.Z, g.data(), f.data());
  solve_mass(a, f);
  for (int i = 0; i < f.size(); ++i)
    if (a.up[at(i)] >= -1) x[i] += f[i];
}

}  // namespace

LoopFactor::LoopFactor(const Model& model)
    : metric(Metric::mass),
      row_scale(model.row_scale()),
      frozen(at(model.nv()), 0),
      up(at(model.nv()), -1),
      depth(at(model.nv()), 0),
      row_begin(at(model.nv()), 0) {
  const int nv = model.nv();
  std::vector<int> last_of_row(at(model.n_steps()), -1), n_speeds_to_row(at(model.n_steps()), 0);
  for (int row = 1; row < model.n_steps(); ++row) {
    const kernels::Step& step = model.tables().step[row];
    int next = last_of_row[at(step.parent)], n_before = n_speeds_to_row[at(step.parent)];
    for (int k = step.v_begin; k < step.v_begin + kernels::nv_of(step.joint); ++k) {
      depth[at(k)] = n_before++;
      if (model.roles()[at(k)] == Role::prescribed) {
        up[at(k)] = -2;
      } else {
        up[at(k)] = next;
        next = k;
      }
    }
    last_of_row[at(row)] = next;
    n_speeds_to_row[at(row)] = n_before;
    if (step.flexible < 0) continue;
    if (step.joint == kernels::Primitive::section) {  // moves with the modes of its body
      const kernels::Elastic& body = model.tables().elastic[model.tables().section[step.flexible].elastic];
      last_of_row[at(row)] = body.v_begin + body.n_modes - 1;
      n_speeds_to_row[at(row)] = n_before + body.n_modes;
    } else {
      const kernels::Elastic& body = model.tables().elastic[step.flexible];
      for (int k = body.v_begin; k < body.v_begin + body.n_modes; ++k) {
        depth[at(k)] = n_before++;
        up[at(k)] = next;
        next = k;
      }
    }
  }
  std::ptrdiff_t n_entries = 0;
  for (int i = 0; i < nv; ++i) {
    row_begin[at(i)] = n_entries;
    n_entries += depth[at(i)] + 1;
  }
  if (!model.constraints().empty()) make_room_for_masses(model, *this);  // a chain of ten thousand bodies has no use for it
  inverse_root = f = u = x = residual_f = VecX::Zero(nv);
}

LoopFactor::LoopFactor(const Model& model, const VecX& scale)
    : metric(Metric::scale),
      row_scale(scale),
      frozen(at(model.nv()), 0),
      up(at(model.nv()), -1),
      depth(at(model.nv()), 0),
      row_begin(at(model.nv()), 0),
      M(model.column_scale().cwiseAbs2().cwiseInverse()),
      inverse_root(model.column_scale()) {
  for (int i = 0; i < model.nv(); ++i) frozen[at(i)] = model.roles()[at(i)] == Role::prescribed;
  std::iota(row_begin.begin(), row_begin.end(), std::ptrdiff_t{0});
  f = u = x = residual_f = VecX::Zero(model.nv());
}

namespace {

void fill_rows(const Closure& closure, LoopFactor& x) {
  for (const LoopFactor::Block& block : x.blocks) {
    switch (block.n) {
      case 2: fill_block<2>(closure, block, x); break;
      case 3: fill_block<3>(closure, block, x); break;
      default: fill_block<0>(closure, block, x); break;
    }
  }
  x.U.setZero();
  for (const LoopFactor::Coupling& c : x.couplings) {
    const int n_a = x.blocks[at(c.a)].n, n_b = x.blocks[at(c.b)].n;
    if (n_a == 2 && n_b == 2) couple<2, 2>(c, x);
    else if (n_a == 3 && n_b == 3) couple<3, 3>(c, x);
    else couple<0, 0>(c, x);
  }
}

void take_rows(const Model& model, std::span<const Constraint> constraints, const Closure& closure, std::span<const int> rows, LoopFactor& x) {
  if (!std::equal(rows.begin(), rows.end(), x.rows.begin(), x.rows.end()) || (x.blocks.empty() && !rows.empty()))
    use_rows(model, constraints, closure, rows, x);
}

}  // namespace

bool factor(const Model& model, Workspace& ws, const Closure& closure, std::span<const int> rows, double damping, LoopFactor& x) {
  take_rows(model, model.constraints(), closure, rows, x);
  if (!factor_mass_matrix(model, ws, x)) return false;
  fill_rows(closure, x);
  if (damping > 0) find_damping(model, damping, x);
  else x.damping.setZero();
  return factor_rows(row_pivot, x);
}

void assemble(const Model& model, std::span<const Constraint> constraints, const Closure& closure, std::span<const int> rows, LoopFactor& x) {
  take_rows(model, constraints, closure, rows, x);
  fill_rows(closure, x);
}

bool factor(const Model& model, std::span<const Constraint> constraints, const Closure& closure, std::span<const int> rows, double damping,
            Damping least, LoopFactor& x) {
  assemble(model, constraints, closure, rows, x);
  if (least == Damping::at_least_rounding) {
    double largest = 0;
    for (int i = 0; i < size_of(x.order); ++i) largest = std::max(largest, x.U[x.row_start[at(i)] + i]);
    damping = std::max(damping, least_damping * largest);
  }
  x.damping.setConstant(damping);
  return factor_rows(damping > 0 ? damped_pivot : row_pivot, x);
}

void rows_times(const LoopFactor& a, const VecX& u, VecX& y) {
  y.setZero(static_cast<Eigen::Index>(a.order.size()));
  add_rows_times<Sign::plus>(a, a.Z, u.data(), y.data());
}
void transposed_rows_times(const LoopFactor& a, const VecX& y, VecX& u) {
  u.setZero(a.inverse_root.size());
  add_transposed_rows_times(a, a.Z, y.data(), u.data());
}
void solve_gram(const LoopFactor& a, VecX& y) { solve_rows(a, y.data()); }
void closure_rates(const LoopFactor& a, const Closure& closure, const VecX& v, VecX& rate) {
  for (const LoopFactor::Block& block : a.blocks) {
    for (int i = block.begin; i < block.begin + block.n; ++i) {
      const int row = a.order[at(i)];
      double sum = 0;
      for (SparseRows::InnerIterator entry(closure.Phi_q, row); entry; ++entry) sum += entry.value() * v[entry.col()];
      rate[row] = sum;
    }
  }
}

void solve(const Model&, const VecX& f, const VecX& gamma, LoopFactor& a, VecX& x, VecX& lambda) {
  const int r = size_of(a.order);
  a.f = f;
  for (int i = 0; i < r; ++i) a.g[i] = gamma[a.order[at(i)]] * a.row_scale[a.order[at(i)]];
  a.x.setZero();
  a.lambda.setZero();
  a.u = a.f;
  a.h = a.g;
  add_solution(a, a.u, a.h, a.x.data());
  // the residual, and once more
  a.residual_f = a.f;
  subtract_momentum(a, a.x, a.residual_f);
  a.residual_g = a.g - a.damping.cwiseProduct(a.lambda);
  add_transposed_rows_times(a, a.Phi, a.lambda.data(), a.residual_f.data());
  add_rows_times<Sign::minus>(a, a.Phi, a.x.data(), a.residual_g.data());
  add_solution(a, a.residual_f, a.residual_g, a.x.data());
  x = a.x;
  lambda.setZero(a.row_scale.size());
  for (int i = 0; i < r; ++i) lambda[a.order[at(i)]] = a.lambda[i] * a.row_scale[a.order[at(i)]];
}

// The least |A^T y|/|y|, A = Phi C: S^-1 points at it, but weighs by mass; each step looks for the least in the plane of y and of the residual
// seen through S^-1 (preconditioned inverse iteration). u = A^T y, w = A^T d.
double smallest_singular_value(const Model& model, double sharp_below, LoopFactor& a) {
  const int r = size_of(a.order);
  if (r == 0) return 0;
  const auto scaled_transposed_rows_times = [&](const VecX& y, VecX& u) {
    u.setZero();
    add_transposed_rows_times(a, a.Phi, y.data(), u.data());
    u = u.cwiseProduct(model.column_scale());
  };
  VecX &y = a.g, &d = a.h, &u = a.u, &w = a.f;
  y.setZero();
  y[a.weakest] = 1;
  solve_rows(a, y.data());
  y /= y.norm();
  scaled_transposed_rows_times(y, u);
  double sigma = u.norm();
  constexpr int max_steps = 4;
  constexpr double settled = 0.9;
  for (int step = 0; step < max_steps && sigma < sharp_below; ++step) {
    d = y * -(sigma * sigma);
    a.residual_f = u.cwiseProduct(model.column_scale());
    add_rows_times<Sign::plus>(a, a.Phi, a.residual_f.data(), d.data());
    solve_rows(a, d.data());
    d -= y * y.dot(d);
    const double length = d.norm();
    if (!(length > 0)) break;
    d /= length;
    scaled_transposed_rows_times(d, w);
    const double p = u.squaredNorm(), q = u.dot(w), t = w.squaredNorm();  // smaller eigenvector of [p q; q t]
    const double half = 0.5 * (t - p), root = std::hypot(half, q);
    double c = half + root, e = -q;  // (p - x) c + q e = 0 for x = (p + t)/2 - root
    const double size = std::hypot(c, e);
    if (!(size > 0)) break;
    c /= size, e /= size;
    y = y * c + d * e;
    u = u * c + w * e;
    const double before = sigma;
    sigma = u.norm() / y.norm();
    if (sigma > settled * before) break;
  }
  return sigma;
}

}  // namespace zanjir
