#include "zanjir/dynamics/own_rank.hpp"

#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir {

namespace {

constexpr double beside = 0.05;  // how far the neighbours are, of a model length or of a radian

struct RankOfRows {
  int rank = 0, rank_of_all_speeds = 0;
  VecX sigma;
  MatX V;
  double smallest() const { return rank > 0 ? sigma[rank - 1] : 0; }
};

int count_above_threshold(const VecX& sigma) { return sigma.size() == 0 ? 0 : static_cast<int>((sigma.array() > rank_limit(sigma[0])).count()); }

RankOfRows decompose_rows(const Model& model, MatX A) {
  RankOfRows r;
  const bool prescribed = !model.prescribed().empty();
  if (prescribed) {
    r.rank_of_all_speeds = count_above_threshold(Eigen::JacobiSVD<MatX>(A).singularValues());
    for (int k = 0; k < model.nv(); ++k) {
      if (model.roles()[static_cast<std::size_t>(k)] == Role::prescribed) A.col(k).setZero();  // does not give way, so it closes no loop
    }
  }
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV);
  r.sigma = svd.singularValues();
  r.V = svd.matrixV();
  r.rank = count_above_threshold(r.sigma);
  if (!prescribed) r.rank_of_all_speeds = r.rank;
  return r;
}

}  // namespace

LoopRank rank_from_rows(const Model& model, const State& state, const std::function<MatX(const State&)>& rows_at) {
  LoopRank result;
  result.gap = std::numeric_limits<double>::infinity();
  if (model.n_closure_rows() == 0 || model.nv() == 0) return result;
  State closed = state;
  if (!close_positions(model, closed).closed) closed = state;
  VecX vdot = VecX::Zero(model.nv());
  evaluate_prescribed(model, closed.t_s, closed.q, closed.v, vdot);
  const RankOfRows here = decompose_rows(model, rows_at(closed));
  result.rank_here = result.rank = here.rank;
  result.rank_of_all_speeds = here.rank_of_all_speeds;
  result.sigma_ref = here.smallest();
  result.singular_values = here.sigma;
  const VecX& C = model.column_scale();
  const auto look_along = [&](const VecX& direction) {
    const double size = direction.cwiseQuotient(C).lpNorm<Eigen::Infinity>();
    for (const double step : {beside, -beside}) {
      State neighbour = closed;
      retract(model, closed.q, direction * (step / size), neighbour.q);
      if (!close_positions(model, neighbour).closed) continue;
      const RankOfRows there = decompose_rows(model, rows_at(neighbour));
      result.rank_of_all_speeds = std::max(result.rank_of_all_speeds, there.rank_of_all_speeds);
      if (there.rank > result.rank || (there.rank == result.rank && there.smallest() > result.sigma_ref)) {
        result.rank = there.rank;
        result.sigma_ref = there.smallest();
      }
    }
  };
  if (state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>() > 0) {
    look_along(state.v);
  } else {  // at rest: along every motion that the rows allow, and between them, where branches may lie
    constexpr Eigen::Index most = 6;
    const Eigen::Index n = here.V.cols() - here.rank;
    for (Eigen::Index i = 0; i < n; ++i) look_along(C.cwiseProduct(here.V.col(here.rank + i)));
    for (Eigen::Index i = 1; result.rank > here.rank && i < std::min(most, n); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        look_along(C.cwiseProduct(here.V.col(here.rank + i) + here.V.col(here.rank + j)));
        look_along(C.cwiseProduct(here.V.col(here.rank + i) - here.V.col(here.rank + j)));
      }
    }
  }
  return result;
}

}  // namespace zanjir
