#include "zanjir/terms/input_motion.hpp"

#include <fmt/format.h>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {

InputMotion::InputMotion(const Model& model, const UserJoints& users, const State& state, std::vector<int> inputs)
    : model_(model), users_(users), state_(state), inputs_(std::move(inputs)), ws_(model), closure_(model) {
  state_.v.setZero();
  update_positions(model, state_, ws_);
  state_.q = ws_.q;
  update_closure_positions(model, ws_, closure_);
  const Eigen::Index nc = model.n_closure_rows(), n = static_cast<Eigen::Index>(inputs_.size());
  MatX B(nc + n, model.nv());
  B.topRows(nc) = closure_.Phi_q;
  row_unit_.resize(nc + n);
  row_unit_.head(nc) = model.row_scale();
  const VecX q = users.coordinates(ws_);
  UserJoints::RowScratch scratch(model);
  VecX row(model.nv());
  for (Eigen::Index i = 0; i < n; ++i) {
    users.speed_row(ws_, q, inputs_[at(static_cast<int>(i))], scratch, row);
    B.row(nc + i) = row.transpose();
    row_unit_[nc + i] = users.turns(inputs_[at(static_cast<int>(i))]) ? 1 : 1 / model.length_m();
  }
  column_unit_ = model.column_scale();
  int n_free = 0;
  for (int k = 0; k < model.nv(); ++k) {
    const bool prescribed = model.roles()[at(k)] == Role::prescribed;
    if (prescribed) column_unit_[k] = 0;
    n_free += prescribed ? 0 : 1;
  }
  B = row_unit_.asDiagonal() * B * column_unit_.asDiagonal();
  const auto rank = [](const MatX& A) -> int {
    if (A.rows() == 0) return 0;
    const VecX sigma = Eigen::JacobiSVD<MatX>(A).singularValues();
    return static_cast<int>((sigma.array() > rank_threshold * sigma[0]).count());
  };
  factor_.setThreshold(rank_threshold);
  factor_.compute(B);
  const int of_loops = rank(B.topRows(nc));
  freedoms_ = n_free - of_loops;
  rank_ = rank(B) - of_loops;
  G_.resize(model.nv(), n);
  for (Eigen::Index i = 0; i < n; ++i) G_.col(i) = column_unit_.cwiseProduct(factor_.solve(VecX::Unit(nc + n, nc + i) * row_unit_[nc + i]));
}

std::string InputMotion::why_not() const {
  const int n = static_cast<int>(inputs_.size());
  if (complete()) return "";
  if (rank_ < freedoms_ && n <= rank_)
    return fmt::format("{} freedoms, {} inputs: with the inputs at rest {} still move", freedoms_, n, freedoms_ - rank_);
  if (rank_ < freedoms_)
    return fmt::format("{} freedoms, {} inputs, which decide {} of them only: a singular choice, or one singular here", freedoms_, n, rank_);
  return fmt::format("{} freedoms, {} inputs: they cannot be moved one by one", freedoms_, n);
}

// (2)
VecX InputMotion::accelerations(const VecX& u, const Accelerations& of) {
  state_.v = G_ * u;
  update_velocities(model_, state_, ws_);
  VecX vdot = VecX::Zero(model_.nv());
  update_accelerations(model_, vdot, ws_);
  update_closure_positions(model_, ws_, closure_);
  update_closure_rates(model_, ws_, closure_);
  const Eigen::Index nc = model_.n_closure_rows();
  VecX b(row_unit_.size());
  b.head(nc) = closure_.gamma;
  const VecX drift = users_.accelerations(ws_, vdot);
  for (std::size_t i = 0; i < inputs_.size(); ++i) b[nc + static_cast<Eigen::Index>(i)] = -drift[inputs_[i]];
  vdot = column_unit_.cwiseProduct(factor_.solve(row_unit_.cwiseProduct(b)));
  update_accelerations(model_, vdot, ws_);
  return of(ws_, vdot);
}

std::vector<MatX> InputMotion::hessians(const Accelerations& of) {
  const auto n = static_cast<Eigen::Index>(inputs_.size());
  std::vector<VecX> of_one;
  for (Eigen::Index i = 0; i < n; ++i) of_one.push_back(accelerations(VecX::Unit(n, i), of));
  std::vector<MatX> H(n > 0 ? static_cast<std::size_t>(of_one[0].size()) : 0, MatX::Zero(n, n));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const VecX h =
          i == j ? of_one[at(static_cast<int>(i))]
                 : VecX((accelerations(VecX::Unit(n, i) + VecX::Unit(n, j), of) - of_one[at(static_cast<int>(i))] - of_one[at(static_cast<int>(j))]) /
                        2);
      for (std::size_t k = 0; k < H.size(); ++k) H[k](i, j) = H[k](j, i) = h[static_cast<Eigen::Index>(k)];
    }
  }
  return H;
}

std::vector<int> actuated_speeds(const UserJoints& users) {
  std::vector<int> speeds;
  for (const UserJoint& u : users.joints()) {
    for (int i = 0; i < u.joint.nv; ++i) {
      if (users.role(u, i) == Role::actuated) speeds.push_back(u.v_begin + i);
    }
  }
  return speeds;
}

}  // namespace zanjir
