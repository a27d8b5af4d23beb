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
