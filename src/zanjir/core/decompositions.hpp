// The decompositions of Eigen that we use, for matrices of dynamic size: compiled once, in decompositions.cpp, instead of in every file that solves
// something (they are the larger part of the compile time of such a file).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "zanjir/core/linear.hpp"

namespace zanjir::eigen {

using ReflectionTail = Eigen::Block<const MatX, Eigen::Dynamic, 1, false>;
using Panel = Eigen::internal::gebp_traits<double, double>;
template <int order> using Entries = Eigen::internal::const_blas_data_mapper<double, Eigen::Index, order>;

}  // namespace zanjir::eigen

#define ZANJIR_ONCE extern template
#include "zanjir/core/decompositions.inc"
#undef ZANJIR_ONCE

namespace zanjir {

// x = A^-1 b without heap, x not b and of the right size already; Eigen's own solve() makes temporaries of the permutation.
void solve_into(const Eigen::PartialPivLU<MatX>& A, const VecX& b, VecX& x);

// re + i im. Products and factors of complex matrices are made of real ones: those are compiled already, and complex ones take seconds each.
Eigen::MatrixXcd complex_of(const MatX& re, const MatX& im);

}  // namespace zanjir
