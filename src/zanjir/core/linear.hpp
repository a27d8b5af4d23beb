// The dense vectors and matrices of the public API: Eigen, double, dynamic size.
#pragma once

#include <Eigen/Core>

namespace zanjir {

using VecX = Eigen::VectorXd;                            // any number of numbers
using MatX = Eigen::MatrixXd;                            // any size, column by column
using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // columns are spatial vectors, angular first
using VecIn = Eigen::Ref<const VecX>;                    // a vector that is read: VecX, a segment or a column, without a copy
using VecOut = Eigen::Ref<VecX>;                         // a vector that is written; its size is the caller's

}  // namespace zanjir
