#include "zanjir/core/decompositions.hpp"

template class Eigen::ColPivHouseholderQR<zanjir::MatX>;
template class Eigen::CompleteOrthogonalDecomposition<zanjir::MatX>;
template class Eigen::FullPivLU<zanjir::MatX>;
template class Eigen::HouseholderQR<zanjir::MatX>;
template class Eigen::JacobiSVD<zanjir::MatX>;
template class Eigen::LDLT<zanjir::MatX>;
template class Eigen::LLT<zanjir::MatX>;
template class Eigen::PartialPivLU<zanjir::MatX>;
template class Eigen::SelfAdjointEigenSolver<zanjir::MatX>;

namespace zanjir {

void solve_into(const Eigen::PartialPivLU<MatX>& A, const VecX& b, VecX& x) {
  const auto& row = A.permutationP().indices();
  for (Eigen::Index i = 0; i < b.size(); ++i) x[row[i]] = b[i];
  A.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x);
  A.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace zanjir
