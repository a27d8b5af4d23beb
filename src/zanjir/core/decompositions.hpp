// The decompositions of Eigen that we use, for matrices of dynamic size: compiled once, in decompositions.cpp, instead of in every file that solves
// something (they are the larger part of the compile time of such a file).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "zanjir/core/linear.hpp"

extern template class Eigen::ColPivHouseholderQR<zanjir::MatX>;
extern template class Eigen::CompleteOrthogonalDecomposition<zanjir::MatX>;
extern template class Eigen::FullPivLU<zanjir::MatX>;
extern template class Eigen::HouseholderQR<zanjir::MatX>;
extern template class Eigen::JacobiSVD<zanjir::MatX>;
extern template class Eigen::LDLT<zanjir::MatX>;
extern template class Eigen::LLT<zanjir::MatX>;
extern template class Eigen::PartialPivLU<zanjir::MatX>;
extern template class Eigen::SelfAdjointEigenSolver<zanjir::MatX>;

namespace zanjir {

// x = A^-1 b without heap, x not b and of the right size already; Eigen's own solve() makes temporaries of the permutation.
void solve_into(const Eigen::PartialPivLU<MatX>& A, const VecX& b, VecX& x);

}  // namespace zanjir
