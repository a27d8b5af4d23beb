// A row of K by its wrench pair, the bodies' twists taken at the row's point x:   cdot = n . Omega + f . U,  Omega = omega_2 - omega_1,  U = v_2(x) - v_1(x)
//   cddot = n . Omegadot + f . Udot + ndot . Omega + fdot . U,   d v_b(x)/dt = vdot_b + omegadot_b x (x - c_b) + omega_b x (xdot - v_b)             (4)
// (x moves with the second body). The rows, with e fixed in the first body and b in the second:
//   translation  f = u                                  universal    n = b x e
//   alignment    2 s/T, s = u . b, T = 1 + a . b:       n = (2/T) b x u - (2 s/T^2) b x a                                                          (5)
//   rotation     2 vec(q), q the quaternion of C in J:  n = w u + vec x u, since 2 vec' = w Omega + Omega x vec and 2 w' = -Omega . vec            (6)
//   distance     f = d/|d|,  fdot = (ddot - f (f . ddot))/|d|
#include "zanjir/formulations/denoc/loops.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "zanjir/dynamics/element_forces.hpp"

namespace zanjir::denoc {
namespace {

Eigen::Index size_of(const std::vector<int>& list) { return static_cast<Eigen::Index>(list.size()); }

constexpr double allowed_entry = 4;

int common_ancestor(const Tree& x, int a, int b) {
  while (a != b) {
    int& later = a > b ? a : b;  // parents precede children
    later = x.links[at(later)].parent;
  }
  return a;
}

struct Pair {  // the two sides of a cut joint
  const Link &first, &second;
  Transformd X_WJ, X_WC;
  Vec3d turned_with_first(const Vec3d& e) const { return cross(first.t.w, e); }
  Vec3d turned_with_second(const Vec3d& e) const { return cross(second.t.w, e); }
};

void update_row(const Joint& joint, const ClosureRow& closure, const Pair& pair, LoopRow& row) {
  row.point = pair.X_WC.p;
  row.n = row.f = row.n_rate = row.f_rate = {0, 0, 0};
  const Vec3d u = pair.X_WJ.R * closure.u, Omega = pair.second.t.w - pair.first.t.w;
  switch (closure.kind) {
    case RowKind::translation:
      row.f = u;
      row.f_rate = pair.turned_with_first(u);
      break;
    case RowKind::universal: {
      const Vec3d e = pair.X_WJ.R * joint.axes[0], b = pair.X_WC.R * joint.axes[1];
      row.n = cross(b, e);
      row.n_rate = cross(pair.turned_with_second(b), e) + cross(b, pair.turned_with_first(e));
      break;
    }
    case RowKind::alignment: {  // (5)
      const Vec3d a_J = aligned_axis(joint), a = pair.X_WJ.R * a_J, b = pair.X_WC.R * a_J, b_rate = pair.turned_with_second(b);
      const Vec3d g = cross(b, u), h = cross(b, a);
      const Vec3d g_rate = cross(b_rate, u) + cross(b, pair.turned_with_first(u)), h_rate = cross(b_rate, a) + cross(b, pair.turned_with_first(a));
      const double s = dot(u, b), s_rate = dot(Omega, g), k = 1 / (1 + dot(a, b)), k_rate = -k * k * dot(Omega, h);
      row.n = g * (2 * k) - h * (2 * s * k * k);
      row.n_rate = g_rate * (2 * k) + g * (2 * k_rate) - h_rate * (2 * s * k * k) - h * (2 * s_rate * k * k + 4 * s * k * k_rate);
      break;
    }
    case RowKind::rotation: {  // (6)
      const Quatd q = spatial::to_quaternion(spatial::transpose(pair.X_WJ.R) * pair.X_WC.R);
      const Vec3d vec = pair.X_WJ.R * Vec3d{q.x, q.y, q.z};
      row.n = u * q.w + cross(vec, u);
      // in the axes of the first body vec changes by 1/2 (w Omega + Omega x vec), and everything turns with that body
      const Vec3d vec_rate = (Omega * q.w + cross(Omega, vec)) * 0.5;
      row.n_rate = pair.turned_with_first(row.n) + u * (-0.5 * dot(Omega, vec)) + cross(vec_rate, u);
      break;
    }
  }
}

void update_row(const Model& model, const Distance& rod, const Tree& x, LoopRow& row) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const Vec3d x_a = x.X_WB[at(a.body)] * a.X_BF.p, x_b = x.X_WB[at(b.body)] * b.X_BF.p;
  const Vec3d rate = velocity_at(x.links[at(b.body)], x_b) - velocity_at(x.links[at(a.body)], x_a);
  const double length = norm(x_b - x_a);
  row.point = x_b;
  row.n = row.n_rate = {0, 0, 0};
  row.f = (x_b - x_a) * (1 / length);
  row.f_rate = (rate - row.f * dot(row.f, rate)) * (1 / length);
}

// The wrench of a row at a body's mass centre.
Forced at_mass_centre(const LoopRow& row, const Link& b) { return {row.n + cross(row.point - b.com, row.f), row.f}; }

// (4) for vdot = 0
double second_derivative(const Tree& x, const LoopRow& row) {
  const Link &first = x.links[at(row.first)], &second = x.links[at(row.second)];
  const Vec3d point_rate = velocity_at(second, row.point);
  const auto acceleration = [&](const Link& b) { return b.t_rate.v + cross(b.t_rate.w, row.point - b.com) + cross(b.t.w, point_rate - b.t.v); };
  return dot(row.n, second.t_rate.w - first.t_rate.w) + dot(row.f, acceleration(second) - acceleration(first)) +
         dot(row.n_rate, second.t.w - first.t.w) + dot(row.f_rate, point_rate - velocity_at(first, row.point));
}

void scale_rows(const Model& model, const std::vector<int>& speeds, Loops& l) {
  l.scaled.resize(l.A.rows(), size_of(speeds));
  for (Eigen::Index j = 0; j < l.scaled.cols(); ++j) {
    const int speed = speeds[at(j)];
    l.scaled.col(j) = l.A.col(speed).cwiseProduct(model.row_scale()) * model.column_scale()[speed];
  }
}

// The first `rank` of a pivoted factorisation, and the others, each in order.
template <class Pivots> void split(const Pivots& order, int rank, std::vector<int>& first, std::vector<int>& others) {
  first.assign(order.data(), order.data() + rank);
  others.assign(order.data() + rank, order.data() + order.size());
  std::sort(first.begin(), first.end());
  std::sort(others.begin(), others.end());
}

void count_up(Eigen::Index n, std::vector<int>& list) {
  list.resize(at(n));
  std::iota(list.begin(), list.end(), 0);
}

void choose_set(const std::vector<int>& speeds, int rank, Loops& l) {
  SpeedSet& set = l.set;
  set.speeds = speeds;
  ++set.n_chosen;
  l.rank = rank;
  if (rank == 0) {
    set.dependent.clear();
    set.rows.clear();
    count_up(l.scaled.cols(), set.independent);
    count_up(l.scaled.rows(), set.other_rows);
    return;
  }
  l.column_qr.compute(l.scaled);
  split(l.column_qr.colsPermutation().indices(), rank, set.dependent, set.independent);
  l.picked.resize(rank, l.scaled.rows());
  for (int i = 0; i < rank; ++i) l.picked.row(i) = l.scaled.col(set.dependent[at(i)]).transpose();
  l.row_qr.compute(l.picked);
  split(l.row_qr.colsPermutation().indices(), rank, set.rows, set.other_rows);
}

// Factors A'_D, finds A'_D^-1 [A'_U, 1] and L; the largest entry of S and L, or infinity where A'_D has no inverse.
double factor_set(Loops& l) {
  const SpeedSet& set = l.set;
  const Eigen::Index r = l.rank, n_u = size_of(set.independent);
  if (r == 0) {
    l.sigma_floor = std::numeric_limits<double>::infinity();
    return 0;
  }
  l.A_D.resize(r, r);
  for (Eigen::Index j = 0; j < r; ++j) {
    for (Eigen::Index i = 0; i < r; ++i) l.A_D(i, j) = l.scaled(set.rows[at(i)], set.dependent[at(j)]);
  }
  l.lu.compute(l.A_D);
  const auto pivots = l.lu.matrixLU().diagonal().cwiseAbs();
  if (!(pivots.minCoeff() > std::numeric_limits<double>::epsilon() * static_cast<double>(r) * pivots.maxCoeff())) {
    l.sigma_floor = 0;
    return std::numeric_limits<double>::infinity();
  }
  l.X.resize(r, n_u + r);
  const auto& to = l.lu.permutationP().indices();
  l.X.rightCols(r).setZero();
  for (Eigen::Index i = 0; i < r; ++i) {
    for (Eigen::Index j = 0; j < n_u; ++j) l.X(to[i], j) = l.scaled(set.rows[at(i)], set.independent[at(j)]);
    l.X(to[i], n_u + i) = 1;
  }
  l.lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(l.X);
  l.lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(l.X);
  l.sigma_floor = 1 / l.X.rightCols(r).norm();  // 1/|A_D^-1|_F <= sigma_min(A'_D) <= sigma_r(A')
  double largest = n_u > 0 ? l.X.leftCols(n_u).cwiseAbs().maxCoeff() : 0;
  if (!set.other_rows.empty()) {
    l.L.setZero(size_of(set.other_rows), r);
    for (Eigen::Index j = 0; j < r; ++j) {
      for (Eigen::Index k = 0; k < r; ++k) {
        const auto column = l.scaled.col(set.dependent[at(k)]);
        for (Eigen::Index i = 0; i < l.L.rows(); ++i) l.L(i, j) += column[set.other_rows[at(i)]] * l.X(k, n_u + j);
      }
    }
    largest = std::max(largest, l.L.cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

Loops::Loops(const Model& model)
    : rows(at(model.n_closure_rows())),
      A(MatX::Zero(model.n_closure_rows(), model.nv())),
      S_cut(MatX::Zero(model.n_cut_v(), model.nv())),
      gamma(VecX::Zero(model.n_closure_rows())),
      cut_generators(model.constraints().size()),
      cut_point(model.constraints().size(), Vec3d{0, 0, 0}),
      spring_wrench(model.sprung().size()) {
  const Tree tree(model);
  std::size_t next = 0;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    const int n = n_rows_of(constraint);
    if (n == 0 && !std::holds_alternative<CutJoint>(constraint)) continue;  // springs
    if (const auto* gear = std::get_if<Gear>(&constraint)) {
      A(static_cast<Eigen::Index>(next), gear->speed_b) += 1;  // constant
      A(static_cast<Eigen::Index>(next), gear->speed_a) -= gear->ratio;
    } else {
      const auto* cut = std::get_if<CutJoint>(&constraint);
      const auto* rod = std::get_if<Distance>(&constraint);
      if (cut) cut_generators[c].resize(at(cut->joint.nv));
      for (int i = 0; i < n; ++i) {
        LoopRow& row = rows[next + at(i)];
        row.first = index(cut ? cut->joint.parent : model.frame(rod->a).body);
        row.second = index(cut ? cut->joint.child : model.frame(rod->b).body);
        row.common = common_ancestor(tree, row.first, row.second);
      }
    }
    next += at(n);
  }
}

void pull_springs(const Model& model, const Question& ask, Tree& x, Loops& l) {
  const auto pull_rows = [&](std::size_t k, const Constraint& constraint, const auto& force) {
    Forced& total = l.spring_wrench[k] = {{0, 0, 0}, {0, 0, 0}};
    LoopRow row;
    const auto pull = [&](Link& first, Link& second, double c) {
      const double f = force(c, dot(row.n, second.t.w - first.t.w) + dot(row.f, velocity_at(second, row.point) - velocity_at(first, row.point)));
      const Forced on_second = at_mass_centre(row, second), on_first = at_mass_centre(row, first);
      second.external = second.external + Forced{on_second.n * f, on_second.f * f};
      first.external = first.external - Forced{on_first.n * f, on_first.f * f};
      total = total + Forced{row.n * f, row.f * f};
    };
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      Link &first = x.links[at(joint.parent)], &second = x.links[at(joint.child)];
      const Pair pair{first, second, x.X_WB[at(joint.parent)] * joint.X_PJ, x.X_WB[at(joint.child)] * joint.X_CJ};
      const Transformd X_JC = inverse(pair.X_WJ) * pair.X_WC;
      for (const ClosureRow& closure : cut->rows) {
        update_row(joint, closure, pair, row);
        pull(first, second, closure_residual<double>(joint, closure, X_JC));
      }
    } else {
      const auto& rod = std::get<Distance>(constraint);
      const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
      update_row(model, rod, x, row);
      pull(x.links[at(a.body)], x.links[at(b.body)], norm(x.X_WB[at(b.body)] * b.X_BF.p - x.X_WB[at(a.body)] * a.X_BF.p) - rod.length_m);
    }
  };
  for_each_sprung_loop(model, ask.preload, ask.q, ask.v, pull_rows, [&](int speed, double force) { x.element_forces[speed] += force; });
}

void update_rows(const Model& model, const Tree& x, Loops& l) {
  std::size_t next = 0;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (n_rows_of(constraint) == 0 && !std::holds_alternative<CutJoint>(constraint)) continue;  // springs
    if (std::holds_alternative<Gear>(constraint)) {
      ++next;
      continue;
    }
    const std::size_t begin = next;
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      const Pair pair{x.links[at(joint.parent)], x.links[at(joint.child)], x.X_WB[at(joint.parent)] * joint.X_PJ,
                      x.X_WB[at(joint.child)] * joint.X_CJ};
      l.cut_point[c] = pair.X_WC.p;
      for (const ClosureRow& closure : cut->rows) update_row(joint, closure, pair, l.rows[next++]);
    } else {
      update_row(model, std::get<Distance>(constraint), x, l.rows[next++]);
    }
    for (std::size_t i = begin; i < next; ++i) {
      const LoopRow& row = l.rows[i];
      const auto r = static_cast<Eigen::Index>(i);
      l.A.row(r).setZero();
      project_wrench(x, row.second, row.common, at_mass_centre(row, x.links[at(row.second)]), 1, l.A.row(r));
      project_wrench(x, row.first, row.common, at_mass_centre(row, x.links[at(row.first)]), -1, l.A.row(r));
      l.gamma[r] = -second_derivative(x, row);
    }
  }
}

void update_cut_rates(const Model& model, const Tree& x, Loops& l) {
  l.S_cut.setZero();
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    if (!cut) continue;
    const Joint& joint = cut->joint;
    Generator* g = l.cut_generators[c].data();
    place_generators(x, joint, g);
    const Link &first = x.links[at(joint.parent)], &second = x.links[at(joint.child)];
    const int parent = index(joint.parent), child = index(joint.child), common = common_ancestor(x, parent, child);
    for (int k = 0; k < joint.nv; ++k) {
      double one[6] = {0, 0, 0, 0, 0, 0};
      one[k] = 1;
      const Forced share = actuator_share(joint, g, one);  // a unit force on this speed alone: its power is the speed
      const auto moved = [&](const Link& b) { return Forced{share.n + cross(l.cut_point[c] - b.com, share.f), share.f}; };
      project_wrench(x, child, common, moved(second), 1, l.S_cut.row(joint.v_begin + k));
      project_wrench(x, parent, common, moved(first), -1, l.S_cut.row(joint.v_begin + k));
    }
  }
}

int rank_over(const Model& model, const std::vector<int>& speeds, const Loops& l) {
  if (speeds.empty() || l.A.rows() == 0) return 0;
  const MatX all = model.row_scale().asDiagonal() * l.A * model.column_scale().asDiagonal();
  const VecX sigma = Eigen::JacobiSVD<MatX>(MatX(all(Eigen::all, speeds))).singularValues();
  return static_cast<int>((sigma.array() > rank_limit(all.norm())).count());  // by all speeds: what is left to these may be nothing but rounding
}

double smallest_kept_singular_value(const Loops& l) {
  if (l.rank == 0) return std::numeric_limits<double>::infinity();
  return Eigen::JacobiSVD<MatX>(l.scaled).singularValues()[l.rank - 1];
}

bool reduce(const Model& model, const std::vector<int>& speeds, int rank, Loops& l) {
  scale_rows(model, speeds, l);
  SpeedSet& set = l.set;
  const bool known = set.n_chosen > 0 && l.rank == rank && set.speeds == speeds;
  if (!known || !(factor_set(l) <= set.allowed)) {
    choose_set(speeds, rank, l);
    const double largest = factor_set(l);
    if (!(largest < std::numeric_limits<double>::infinity())) {
      set.allowed = 0;  // choose again
      return false;
    }
    set.allowed = std::max(allowed_entry, 2 * largest);
  }
  const Eigen::Index n_u = size_of(set.independent);
  l.N.setZero(size_of(speeds), n_u);
  for (Eigen::Index j = 0; j < n_u; ++j) {
    const int here = set.independent[at(j)];
    l.N(here, j) = model.column_scale()[speeds[at(here)]];
    for (Eigen::Index i = 0; i < l.rank; ++i) {
      const int there = set.dependent[at(i)];
      l.N(there, j) = -model.column_scale()[speeds[at(there)]] * l.X(i, j);
    }
  }
  return true;
}

void particular_acceleration(const Model& model, const VecX& rhs, Loops& l, VecX& g) {
  const SpeedSet& set = l.set;
  g.setZero(size_of(set.speeds));
  if (l.rank == 0) return;
  l.rest.resize(l.rank);
  const auto& to = l.lu.permutationP().indices();
  for (Eigen::Index i = 0; i < l.rank; ++i) {
    const int row = set.rows[at(i)];
    l.rest[to[i]] = rhs[row] * model.row_scale()[row];
  }
  l.lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(l.rest);
  l.lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(l.rest);
  for (Eigen::Index i = 0; i < l.rank; ++i) {
    const int there = set.dependent[at(i)];
    g[there] = l.rest[i] * model.column_scale()[set.speeds[at(there)]];
  }
}

void solve_multipliers(const Model& model, const VecX& force, Loops& l, VecX& lambda) {
  const SpeedSet& set = l.set;
  const VecX& R = model.row_scale();
  lambda.setZero(l.A.rows());
  if (l.rank == 0) return;
  l.rest.resize(l.rank);
  for (Eigen::Index i = 0; i < l.rank; ++i) {
    const int there = set.dependent[at(i)];
    l.rest[i] = force[there] * model.column_scale()[set.speeds[at(there)]];
  }
  l.lu.matrixLU().triangularView<Eigen::Upper>().transpose().solveInPlace(l.rest);
  l.lu.matrixLU().triangularView<Eigen::UnitLower>().transpose().solveInPlace(l.rest);
  l.lambda_kept.resize(l.rank);
  const auto& to = l.lu.permutationP().indices();
  for (Eigen::Index i = 0; i < l.rank; ++i) l.lambda_kept[i] = l.rest[to[i]];
  if (!set.other_rows.empty()) {
    // Self-stresses are the columns of [-L^T; 1]; off them:  (1 + L L^T) y = -L lambda',  lambda'_kept + L^T y,  lambda'_other = -y
    l.gram.noalias() = l.L * l.L.transpose();
    l.gram.diagonal().array() += 1;
    l.gram_factor.compute(l.gram);
    l.y.noalias() = -l.L * l.lambda_kept;
    l.gram_factor.solveInPlace(l.y);
    l.lambda_kept.noalias() += l.L.transpose() * l.y;
    for (Eigen::Index i = 0; i < l.y.size(); ++i) {
      const int row = set.other_rows[at(i)];
      lambda[row] = -l.y[i] * R[row];
    }
  }
  for (Eigen::Index i = 0; i < l.rank; ++i) {
    const int row = set.rows[at(i)];
    lambda[row] = l.lambda_kept[i] * R[row];
  }
}

MatX self_stress(const Model& model, const Loops& l) {
  const SpeedSet& set = l.set;
  MatX states = MatX::Zero(l.A.rows(), size_of(set.other_rows));
  for (Eigen::Index j = 0; j < states.cols(); ++j) {
    const int other = set.other_rows[at(j)];
    states(other, j) = model.row_scale()[other];
    for (Eigen::Index i = 0; i < l.rank; ++i) {
      const int row = set.rows[at(i)];
      states(row, j) = -l.L(j, i) * model.row_scale()[row];
    }
  }
  return states;
}

}  // namespace zanjir::denoc
