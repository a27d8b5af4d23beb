// The dense vectors and matrices of the public API: Eigen, double, dynamic size.
#pragma once

#include <Eigen/Core>

namespace zanjir {

using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;
using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using VecIn = Eigen::Ref<const VecX>;
using VecOut = Eigen::Ref<VecX>;

}  // namespace zanjir
