// A square or wide system A x = b that may lack rank, by QR with column pivoting:  A P = Q [R11 R12; 0 0]. Entries of A are of order one
// (choose_units), so its pivots tell the rank. Jacobi's singular values tell the same, a hundred times slower for a platform on six legs.
#pragma once

#include "zanjir/core/decompositions.hpp"

namespace zanjir::oracle {

class DeficientSystem {
 public:
  explicit DeficientSystem(const MatX& A);

  Eigen::Index rank_above(double part) const;  // pivots larger than this part of the first
  void keep(Eigen::Index rank);                // as many pivots as count; before all that follows
  Eigen::Index rank() const { return rank_; }

  VecX least_norm(const VecX& b) const;             // x of least norm, of those with the least residual in the rows that are kept
  const MatX& null_space() const { return null_; }  // orthonormal
  // Largest over smallest singular value of what is kept, from above: those of R11, by power iteration. And where the smallest one is: a unit vector of unknowns.
  double condition_number() const { return condition_; }
  const VecX& weakest() const { return weakest_; }

 private:
  Eigen::ColPivHouseholderQR<MatX> qr_;
  Eigen::Index rank_ = 0;
  MatX null_;
  double condition_ = 1;
  VecX weakest_;
};

}  // namespace zanjir::oracle
