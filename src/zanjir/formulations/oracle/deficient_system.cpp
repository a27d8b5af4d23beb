#include "zanjir/formulations/oracle/deficient_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zanjir::oracle {

DeficientSystem::DeficientSystem(const MatX& A) : qr_(A) {}

Eigen::Index DeficientSystem::rank_above(double part) const {
  const auto pivots = qr_.matrixQR().diagonal().cwiseAbs();
  Eigen::Index rank = 0;
  while (rank < pivots.size() && pivots[rank] > part * pivots[0]) ++rank;
  return rank;
}

void DeficientSystem::keep(Eigen::Index rank) {
  const Eigen::Index n = qr_.cols();
  rank_ = std::clamp<Eigen::Index>(rank, 0, std::min(qr_.rows(), n));
  const auto R11 = qr_.matrixQR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>();
  null_ = MatX::Zero(n, n - rank_);
  if (rank_ < n) {
    MatX basis(n, n - rank_);
    basis.topRows(rank_) = -qr_.matrixQR().topRightCorner(rank_, n - rank_);
    R11.solveInPlace(basis.topRows(rank_));
    basis.bottomRows(n - rank_).setIdentity();
    basis = qr_.colsPermutation() * basis;
    null_ = Eigen::HouseholderQR<MatX>(basis).householderQ() * MatX::Identity(n, n - rank_);
  }
  condition_ = 1;
  weakest_ = VecX::Zero(n);
  if (rank_ == 0) return;
  // A few steps give the factor that a condition number is good for.
  constexpr int steps = 12;
  VecX large = VecX::LinSpaced(rank_, 1, 2).normalized(), small = large;
  double largest = 0, inverse = 0;
  const double tiny = std::numeric_limits<double>::min();
  for (int i = 0; i < steps; ++i) {
    large = (R11.transpose() * (R11 * large).eval()).eval();
    largest = large.norm();
    large /= std::max(largest, tiny);
    R11.transpose().solveInPlace(small);
    R11.solveInPlace(small);
    inverse = small.norm();
    small /= inverse;
  }
  condition_ = std::sqrt(largest) * std::sqrt(inverse);
  weakest_.head(rank_) = small;
  weakest_ = (qr_.colsPermutation() * weakest_).eval();
}

VecX DeficientSystem::least_norm(const VecX& b) const {
  const VecX c = qr_.householderQ().adjoint() * b;
  VecX y = VecX::Zero(qr_.cols());
  y.head(rank_) = c.head(rank_);
  qr_.matrixQR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().solveInPlace(y.head(rank_));
  const VecX x = qr_.colsPermutation() * y;
  return x - null_ * (null_.transpose() * x);
}

}  // namespace zanjir::oracle
