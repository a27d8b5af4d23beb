// Source: own experiments; the algorithm and its tolerances are explained in docs/loops.md.
#include "zanjir/loops/loop_rank.hpp"

#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {

ScaledRows::ScaledRows(const Model& model) {
  constexpr int made_at_once = 600;  // larger matrices are seldom wanted, and take their memory then
  if (model.n_closure_rows() == 0 || model.nv() > made_at_once) return;
  A = MatX::Zero(model.n_closure_rows(), model.nv());
  svd = Eigen::JacobiSVD<MatX>(model.n_closure_rows(), model.nv(), Eigen::ComputeFullU | Eigen::ComputeFullV);
}

void update_scaled_rows(const Model& model, const Closure& x, ScaledRows& rows) {
  scale_rows(x, model.row_scale(), model.column_scale(), rows.A);
  // Prescribed coordinates do not give way, so they close no loop.
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[static_cast<std::size_t>(i)] == Role::prescribed) rows.A.col(i).setZero();
  }
  rows.svd.compute(rows.A, Eigen::ComputeFullU | Eigen::ComputeFullV);
}

LoopRank generic_rank(const Model& model, const State& state) {
  RankFinder finder(model);
  LoopRank result = finder.find(model, state);
  if (model.n_closure_rows() > 0 && model.nv() > 0) result.singular_values = finder.singular_values(model);
  return result;
}

}  // namespace zanjir
