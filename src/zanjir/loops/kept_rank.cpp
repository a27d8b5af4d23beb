#include "zanjir/loops/kept_rank.hpp"

#include <algorithm>
#include <limits>

namespace zanjir {

KeptRank::KeptRank(const Model& model)
    : finder_(model),
      ws_(model),
      closure_(model),
      kept_(model, model.row_scale()),
      n_(VecX::Zero(model.nv())),
      c_(VecX::Zero(model.n_closure_rows())),
      motion_(n_),
      lambda_(c_),
      checked_q_(model.initial_q()) {
  Random random(4);
  for (Eigen::Index i = 0; i < n_.size(); ++i) n_[i] = random.uniform(-1, 1) / model.column_scale()[i];
}

void KeptRank::decide(const Model& model, const State& state) {
  rank_ = finder_.find(model, state);
  norm_bound_ = finder_.norm_bound();
  known_ = true;
  checked_ = false;
}

bool KeptRank::holds(double sigma_ratio) const {
  constexpr double least = 0.1, most = 10;
  return rank_.rank > 0 && sigma_ratio >= least && sigma_ratio <= most && sigma_ratio * rank_.sigma_ref >= 2 * window_ratio * norm_bound_;
}

// (4): the force n_ in the metric of the scaled speeds moves along a motion that the kept rows allow.
bool KeptRank::others_are_redundant(const Model& model) {
  if (rank_.rank == model.n_closure_rows()) return true;
  c_.setZero();
  solve(model, n_, c_, kept_, motion_, lambda_);
  const double length = motion_.cwiseQuotient(model.column_scale()).norm();
  c_.noalias() = closure_.Phi_q * motion_;
  return c_.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>() <= rank_threshold * length;
}

bool KeptRank::holds_at(const Model& model, const State& state) {
  if (!known_ || rank_.rank == 0) return false;
  update_positions(model, state, ws_);
  if (checked_ && ws_.q == checked_q_) return held_;
  checked_ = true;
  checked_q_ = ws_.q;
  update_closure_positions(model, ws_, closure_);
  held_ = factor(model, model.constraints(), closure_, rank_.rows, 0, Damping::as_given, kept_) &&
          holds(smallest_singular_value(model, std::numeric_limits<double>::infinity(), kept_) /
                std::max(rank_.sigma_ref, std::numeric_limits<double>::min())) &&
          others_are_redundant(model);
  return held_;
}

}  // namespace zanjir
