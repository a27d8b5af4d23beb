// Singular values and null space of the closure rows of large mechanisms, where a dense decomposition by rotations would take minutes. Rows that share no speed
// are taken apart first: what is left are the loops that hang together.
#pragma once

#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

// Beyond this many rows. Below, one decomposition gives all there is, to the same bits as ever.
inline constexpr int rows_of_large_mechanisms = 200;

// A = R Phi_q C as in loop_rank.hpp, without columns of prescribed speeds.
MatX scaled_rows(const Model&, const Closure&);

// All min(rows, columns) of them, decreasing, to within rounding of the largest: parts of A that share neither rows nor columns one by one. A part is brought to a
// bidiagonal, O(m n^2); its singular values are the eigenvalues of a tridiagonal matrix of twice its size with zeros on the diagonal, [GolubVanLoan2013] section 8.6.
VecX singular_values_by_parts(const MatX& A);

// Orthonormal columns y with A^T y = 0, as many as there are rows beyond the rank, from a QR decomposition with pivots.
MatX null_of_rows(const MatX& A, int rank);

}  // namespace zanjir
