#include "zanjir/loops/allowed_motions.hpp"

#include <algorithm>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

std::vector<int> free_speeds(const Model& model) {
  std::vector<int> free;
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[at(i)] != Role::prescribed) free.push_back(i);
  }
  return free;
}

// One column per free speed, slides counted in model lengths.
MatX selection(const Model& model, const std::vector<int>& free) {
  MatX select = MatX::Zero(model.nv(), static_cast<Eigen::Index>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) select(free[k], static_cast<Eigen::Index>(k)) = model.column_scale()[free[k]];
  return select;
}

}  // namespace

MatX allowed_motions(const Model& model, const Workspace& ws, const LoopRank* rank, const MatX& locked) {
  const std::vector<int> free = free_speeds(model);
  MatX select = selection(model, free);
  const Eigen::Index nc = model.n_closure_rows();
  if ((nc == 0 && locked.rows() == 0) || free.empty()) return select;
  MatX A(nc + locked.rows(), select.cols());
  if (nc > 0) {
    Closure closure(model);
    update_closure_positions(model, ws, closure);
    A.topRows(nc) = model.row_scale().asDiagonal() * MatX(closure.Phi_q * select);
  }
  if (locked.rows() > 0) {
    A.bottomRows(locked.rows()) = locked * select;
    for (Eigen::Index i = nc; i < A.rows(); ++i) A.row(i).normalize();
  }
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV);
  const VecX& sigma = svd.singularValues();
  const Eigen::Index here = (sigma.array() > rank_limit(sigma[0])).count();
  const Eigen::Index kept = rank && locked.rows() == 0 ? std::min<Eigen::Index>(rank->rank, A.cols()) : here;
  return select * svd.matrixV().rightCols(A.cols() - kept);
}

AllowedMotions::AllowedMotions(const Model& model) : closure_(model), free_(free_speeds(model)) {}

void AllowedMotions::make_room(const Model& model) { N_ = selection(model, free_); }

const MatX& AllowedMotions::at(const Model& model, const Workspace& ws, const LoopRank* rank) {
  const auto n = static_cast<Eigen::Index>(free_.size()), nc = static_cast<Eigen::Index>(model.n_closure_rows());
  if (nc == 0 || n == 0) return N_;
  update_closure_positions(model, ws, closure_);
  A_transposed_.setZero(n, nc);
  for (Eigen::Index row = 0; row < nc; ++row)
    for (Eigen::Index k = 0; k < n; ++k) {
      const int v = free_[static_cast<std::size_t>(k)];
      A_transposed_(k, row) = model.row_scale()[row] * closure_.Phi_q.coeff(row, v) * model.column_scale()[v];
    }
  qr_.compute(A_transposed_);
  const int kept = rank ? std::min(rank->rank, static_cast<int>(n)) : qr_.rank(rank_threshold);
  N_.setZero(model.nv(), n - kept);
  for (Eigen::Index j = 0; j < n - kept; ++j) {  // the columns of Q that no row of the loops reaches
    column_.setZero(n);
    column_[kept + j] = 1;
    qr_.apply_Q(kept, column_);
    for (Eigen::Index k = 0; k < n; ++k) {
      const int v = free_[static_cast<std::size_t>(k)];
      N_(v, j) = model.column_scale()[v] * column_[k];
    }
  }
  return N_;
}

}  // namespace zanjir
