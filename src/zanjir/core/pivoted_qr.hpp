// A P = Q R by Householder reflectors with column pivoting, for matrices of some ten rows and columns, where what Eigen does around its blocks costs several times the
// work itself. Nothing is allocated once a matrix of this size has been factored.   Source: [GolubVanLoan2013] section 5.4.
#pragma once

#include <vector>

#include "zanjir/core/linear.hpp"

namespace zanjir {

// In place, columns one after the other, `rows` numbers each: R on and above the diagonal, below it the reflectors  H_k = 1 - tau_k v v^T,  v_k = 1. order[k]: where the
// column k of R was; squares: as many numbers of scratch as there are columns.
void pivoted_qr(double* a, int rows, int columns, int* order, double* tau, double* squares);

struct PivotedQr {
  MatX factors;
  std::vector<int> order;
  VecX tau, squares;

  void compute(const MatX& A);
  int rank(double threshold) const;    // entries of the diagonal above this part of the first
  void apply_Q(int n, VecX& y) const;  // y <- H_0 ... H_n-1 y
  void apply_Q_transposed(int n, VecX& y) const;
  // Least squares A x = b with the first `rank` columns of the order, the others zero.
  VecX solve(const VecX& b, int rank) const;
};

// Of all least squares solutions of A x = b the shortest, by a second factor R^T = Z S where columns depend on each other. Nothing is allocated once a matrix of this size
// and rank has been factored.
class LeastNormSolve {
 public:
  void compute(const MatX& A, double threshold);
  void solve(const VecX& b, VecX& x);  // x not b, of the right size already
  int rank() const { return rank_; }

 private:
  PivotedQr qr_, across_;
  int rank_ = 0;
  MatX rows_;  // R^T
  VecX c_, y_;
};

}  // namespace zanjir
