#include "zanjir/formulations/gibbs_appell/loops.hpp"

#include <limits>

#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir::gibbs_appell {
namespace {

Eigen::Index size_of(const std::vector<int>& list) { return static_cast<Eigen::Index>(list.size()); }

// Reflections of one column, as a matrix: of a vector Eigen 3.4 takes them with a temporary for each.
template <class Reflections> void reflect(const Reflections& reflections, VecX& column, Admissible& x) {
  Eigen::Map<MatX> matrix(column.data(), column.size(), 1);
  reflections.applyThisOnTheLeft(matrix, x.work_of_one);
}

// Row i of P^T belongs to this row of the loops.
int row_at(const Admissible& x, Eigen::Index i) { return x.qr.colsPermutation().indices()[i]; }

}  // namespace

void decompose(const Model& model, const MatX& A, const std::vector<int>& speeds, int rank, Admissible& x) {
  const Eigen::Index n = size_of(speeds), nc = A.rows(), r = rank;
  const VecX& C = model.column_scale();
  x.speeds = speeds;
  x.rank = rank;
  x.sigma_floor = std::numeric_limits<double>::infinity();
  x.N.setZero(n, n - r);
  x.N.bottomRows(n - r).setIdentity();
  if (r > 0) {
    x.scaled.resize(n, nc);
    for (Eigen::Index j = 0; j < n; ++j) x.scaled.row(j) = A.col(speeds[at(j)]).cwiseProduct(model.row_scale()).transpose() * C[speeds[at(j)]];
    x.qr.compute(x.scaled);
    x.K.setZero(nc, r);
    for (Eigen::Index k = 0; k < r; ++k) {
      for (Eigen::Index i = k; i < nc; ++i) x.K(i, k) = x.qr.matrixQR()(k, i);
    }
    x.rows_qr.compute(x.K);
    x.T_inverse.setIdentity(r, r);
    x.rows_qr.matrixQR().topRows(r).triangularView<Eigen::Upper>().solveInPlace(x.T_inverse);
    x.sigma_floor = 1 / x.T_inverse.norm();  // 1/|T^-1|_F <= sigma_min(T) <= sigma_r(A')
    x.qr.householderQ().setLength(rank).applyThisOnTheLeft(x.N, x.work);
  }
  for (Eigen::Index j = 0; j < n; ++j) x.N.row(j) *= C[speeds[at(j)]];
}

void least_acceleration(const Model& model, const VecX& rest, Admissible& x, VecX& vdot) {
  const Eigen::Index r = x.rank;
  vdot.setZero(size_of(x.speeds));
  if (r == 0) return;
  x.by_row.resize(rest.size());
  for (Eigen::Index i = 0; i < rest.size(); ++i) x.by_row[i] = rest[row_at(x, i)] * model.row_scale()[row_at(x, i)];
  reflect(x.rows_qr.householderQ().transpose(), x.by_row, x);
  vdot.head(r).noalias() = x.T_inverse.triangularView<Eigen::Upper>() * x.by_row.head(r);
  reflect(x.qr.householderQ().setLength(r), vdot, x);
  for (Eigen::Index j = 0; j < vdot.size(); ++j) vdot[j] *= model.column_scale()[x.speeds[at(j)]];
}

void least_multipliers(const Model& model, const VecX& force, Admissible& x, VecX& lambda) {
  const Eigen::Index r = x.rank, nc = model.n_closure_rows();
  lambda.setZero(nc);
  if (r == 0) return;
  x.by_speed.resize(force.size());
  for (Eigen::Index j = 0; j < force.size(); ++j) x.by_speed[j] = force[j] * model.column_scale()[x.speeds[at(j)]];
  reflect(x.qr.householderQ().setLength(r).transpose(), x.by_speed, x);
  x.by_row.setZero(nc);
  x.by_row.head(r).noalias() = x.T_inverse.triangularView<Eigen::Upper>().transpose() * x.by_speed.head(r);
  reflect(x.rows_qr.householderQ(), x.by_row, x);
  for (Eigen::Index i = 0; i < nc; ++i) lambda[row_at(x, i)] = x.by_row[i] * model.row_scale()[row_at(x, i)];
}

MatX self_stress(const Model& model, const Admissible& x) {
  const Eigen::Index nc = model.n_closure_rows(), r = x.rank;
  if (nc == r) return MatX::Zero(nc, 0);
  MatX Z_2 = MatX::Zero(nc, nc - r);
  Z_2.bottomRows(nc - r).setIdentity();
  if (r == 0) return model.row_scale().asDiagonal() * Z_2;
  Z_2 = x.rows_qr.householderQ() * Z_2;
  MatX states(nc, nc - r);
  for (Eigen::Index i = 0; i < nc; ++i) states.row(row_at(x, i)) = Z_2.row(i) * model.row_scale()[row_at(x, i)];
  return states;
}

int rank_over(const Model& model, const MatX& A, const std::vector<int>& speeds) {
  if (speeds.empty() || A.rows() == 0) return 0;
  const MatX all = model.row_scale().asDiagonal() * A * model.column_scale().asDiagonal();
  const VecX sigma = Eigen::JacobiSVD<MatX>(MatX(all(Eigen::all, speeds))).singularValues();
  return static_cast<int>((sigma.array() > rank_limit(all.norm())).count());
}

double smallest_kept_singular_value(const Admissible& x) {
  if (x.rank == 0) return std::numeric_limits<double>::infinity();
  return Eigen::JacobiSVD<MatX>(x.scaled).singularValues()[x.rank - 1];
}

}  // namespace zanjir::gibbs_appell
