// Singular values of a small matrix, decreasing, without vectors and without heap: for numbers that are wanted at very many poses.
// A pivoted QR factor, then Jacobi rotations between the columns of R^T until they are at right angles; their lengths are the singular values, to within
// rounding of the largest one [DrmacVeselic2008]. Matrices with more than 6 rows and 6 columns, or with more than 16 of either, are left to Eigen.
#pragma once

#include "zanjir/core/linear.hpp"

namespace zanjir {

// As many as the smaller side has.
void singular_values(Eigen::Ref<const MatX> A, VecX& sigma);

}  // namespace zanjir
