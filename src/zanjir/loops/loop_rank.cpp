// Source: own experiments; the algorithm and its tolerances are explained in docs/loops.md.
#include "zanjir/loops/loop_rank.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir {

ScaledRows::ScaledRows(const Model& model)
    : A(MatX::Zero(model.n_closure_rows(), model.nv())), svd(model.n_closure_rows(), model.nv(), Eigen::ComputeFullU | Eigen::ComputeFullV) {}

void update_scaled_rows(const Model& model, const Closure& x, ScaledRows& rows) {
  rows.A.noalias() = model.row_scale().asDiagonal() * x.Phi_q * model.column_scale().asDiagonal();
  // Prescribed coordinates do not give way, so they close no loop.
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[static_cast<std::size_t>(i)] == Role::prescribed) rows.A.col(i).setZero();
  }
  rows.svd.compute(rows.A, Eigen::ComputeFullU | Eigen::ComputeFullV);
}

namespace {

constexpr double closed_enough = 1e-9;  // off by this much, redundant rows show singular values of about this size: far below the threshold

struct RankAt {
  int rank = 0;
  double sigma = 0, gap = 0;
};

RankAt rank_of(const VecX& sigma) {
  RankAt r;
  for (const double s : sigma) r.rank += s > rank_threshold * sigma[0];
  if (r.rank == 0) return r;
  r.sigma = sigma[r.rank - 1];
  r.gap = r.rank < sigma.size() ? r.sigma / std::max(sigma[r.rank], std::numeric_limits<double>::min()) : std::numeric_limits<double>::infinity();
  return r;
}

}  // namespace

LoopRank generic_rank(const Model& model, const State& state) {
  LoopRank result;
  if (model.n_closure_rows() == 0 || model.nv() == 0) {
    result.gap = std::numeric_limits<double>::infinity();
    return result;
  }
  Workspace ws(model);
  Closure closure(model);
  ScaledRows rows(model);
  const bool prescribed = !model.prescribed().empty();
  const auto decompose = [&](const State& at) {
    update_positions(model, at, ws);
    update_closure_positions(model, ws, closure);
    if (prescribed) {
      const Eigen::JacobiSVD<MatX> all(model.row_scale().asDiagonal() * closure.Phi_q * model.column_scale().asDiagonal());
      result.rank_of_all_speeds = std::max(result.rank_of_all_speeds, rank_of(all.singularValues()).rank);
    }
    update_scaled_rows(model, closure, rows);
    return rank_of(rows.svd.singularValues());
  };
  RankAt here = decompose(state);
  result.residual = closure.phi.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>();
  State closed = state;
  if (result.residual > closed_enough && close_positions(model, closed).closed) here = decompose(closed);
  result.rank = result.rank_here = here.rank;
  result.sigma_ref = here.sigma;
  result.gap = here.gap;
  result.singular_values = rows.svd.singularValues();
  MatX best = rows.A;  // at the state that decided

  // Neighbours along the velocity; at rest along each vector of the kernel.
  std::vector<VecX> directions;
  const VecX& C = model.column_scale();
  if (state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>() > 0) {
    directions.push_back(state.v);
  } else {
    const MatX& V = rows.svd.matrixV();
    for (Eigen::Index k = here.rank; k < V.cols(); ++k) directions.push_back(C.cwiseProduct(V.col(k)));
  }
  const auto look_along = [&](const VecX& direction) {
    constexpr double delta = 0.05;
    const double size = direction.cwiseQuotient(C).lpNorm<Eigen::Infinity>();
    for (const double sign : {1.0, -1.0}) {
      State neighbour = closed;
      retract(model, closed.q, direction * (sign * delta / size), neighbour.q);
      if (!close_positions(model, neighbour).closed) continue;
      const RankAt there = decompose(neighbour);
      if (there.rank > result.rank || (there.rank == result.rank && there.sigma > result.sigma_ref)) {
        result.rank = there.rank;
        result.sigma_ref = there.sigma;  // a larger one of a smaller rank is no measure of this rank
        result.gap = there.gap;
        best = rows.A;
      }
    }
  };
  for (const VecX& direction : directions) look_along(direction);
  if (result.rank > here.rank && directions.size() > 1) {
    // At rest in a singular point: a vector of the kernel that lies between two branches closes back to the point itself, where the singular
    // value means nothing. The branches are among the sums and differences then; the largest value found counts.
    constexpr std::size_t most = 6;
    for (std::size_t i = 1; i < std::min(most, directions.size()); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        look_along(directions[i] + directions[j]);
        look_along(directions[i] - directions[j]);
      }
    }
  }
  const Eigen::ColPivHouseholderQR<MatX> pick(best.transpose());
  const auto& order = pick.colsPermutation().indices();
  result.rows.assign(order.data(), order.data() + result.rank);
  std::sort(result.rows.begin(), result.rows.end());
  result.rank_of_all_speeds = std::max(result.rank_of_all_speeds, result.rank);
  return result;
}

}  // namespace zanjir
