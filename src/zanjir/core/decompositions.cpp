#include "zanjir/core/decompositions.hpp"

#define ZANJIR_ONCE template
#include "zanjir/core/decompositions.inc"
#undef ZANJIR_ONCE

namespace zanjir {

void solve_into(const Eigen::PartialPivLU<MatX>& A, const VecX& b, VecX& x) {
  const auto& row = A.permutationP().indices();
  for (Eigen::Index i = 0; i < b.size(); ++i) x[row[i]] = b[i];
  A.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x);
  A.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x);
}

Eigen::MatrixXcd complex_of(const MatX& re, const MatX& im) {
  Eigen::MatrixXcd out(re.rows(), re.cols());
  out.real() = re;
  out.imag() = im;
  return out;
}

}  // namespace zanjir
