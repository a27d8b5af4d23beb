#include "zanjir/loops/held_determinant.hpp"

#include "zanjir/loops/assembly.hpp"

namespace zanjir {

HeldDeterminant::HeldDeterminant(const Model& model, const std::vector<bool>& held, const LoopRank& rank)
    : model_(model), rows_(rank.rows), closure_(model) {
  const std::vector<bool> all = with_prescribed(model, held);
  for (int i = 0; i < model.nv(); ++i)
    if (!all[static_cast<std::size_t>(i)]) free_.push_back(i);
  A_.resize(static_cast<Eigen::Index>(rows_.size()), static_cast<Eigen::Index>(free_.size()));
  if (exists()) lu_ = Eigen::PartialPivLU<MatX>(A_.rows());
}

double HeldDeterminant::at(const Workspace& ws) {
  update_closure_positions(model_, ws, closure_);
  for (Eigen::Index r = 0; r < A_.rows(); ++r) {
    const int row = rows_[static_cast<std::size_t>(r)];
    for (Eigen::Index c = 0; c < A_.cols(); ++c) {
      const int speed = free_[static_cast<std::size_t>(c)];
      A_(r, c) = model_.row_scale()[row] * closure_.Phi_q.coeff(row, speed) * model_.column_scale()[speed];
    }
  }
  lu_.compute(A_);
  return lu_.determinant();
}

std::vector<bool> held_by_actuators(const Model& model) {
  std::vector<bool> held;
  for (const Role role : model.roles()) held.push_back(role != Role::passive);
  return held;
}

}  // namespace zanjir
