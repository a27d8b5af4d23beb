#include "zanjir/loops/allowed_motions.hpp"

#include <algorithm>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

MatX allowed_motions(const Model& model, const Workspace& ws, const LoopRank* rank, const MatX& locked) {
  std::vector<int> free;
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[at(i)] != Role::prescribed) free.push_back(i);
  }
  MatX select = MatX::Zero(model.nv(), static_cast<Eigen::Index>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) select(free[k], static_cast<Eigen::Index>(k)) = model.column_scale()[free[k]];
  const Eigen::Index nc = model.n_closure_rows();
  if ((nc == 0 && locked.rows() == 0) || free.empty()) return select;
  MatX A(nc + locked.rows(), select.cols());
  if (nc > 0) {
    Closure closure(model);
    update_closure_positions(model, ws, closure);
    A.topRows(nc) = model.row_scale().asDiagonal() * MatX(closure.Phi_q * select);
  }
  if (locked.rows() > 0) {
    A.bottomRows(locked.rows()) = locked * select;
    for (Eigen::Index i = nc; i < A.rows(); ++i) A.row(i).normalize();
  }
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV);
  const VecX& sigma = svd.singularValues();
  const Eigen::Index here = (sigma.array() > rank_threshold * sigma[0]).count();
  const Eigen::Index kept = rank && locked.rows() == 0 ? std::min<Eigen::Index>(rank->rank, A.cols()) : here;
  return select * svd.matrixV().rightCols(A.cols() - kept);
}

}  // namespace zanjir
