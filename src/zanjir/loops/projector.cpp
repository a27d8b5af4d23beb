#include "zanjir/loops/projector.hpp"

#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir {

namespace {

double largest(const VecX& rows, const VecX& scale) { return rows.size() == 0 ? 0 : rows.cwiseProduct(scale).lpNorm<Eigen::Infinity>(); }

double square(double x) { return x * x; }

// Of the matrices of the dense step. Trees take none, and few large mechanisms ever do: theirs are made when it is needed.
int dense_size(const Model& model) {
  constexpr int made_at_once = 600;
  return model.n_closure_rows() > 0 && model.nv() <= made_at_once ? model.nv() : 0;
}

}  // namespace

Projector::Projector(const Model& model)
    : ws_(model),
      closure_(model),
      factor_(model),
      rows_(model),
      M_(MatX::Zero(dense_size(model), dense_size(model))),
      N_(M_),
      MN_(M_),
      NMN_(M_),
      weight_(VecX::Zero(model.nv())),
      step_(VecX::Zero(model.nv())),
      lambda_(VecX::Zero(model.n_closure_rows())),
      no_force_(step_),
      q_(model.initial_q()),
      rate_(lambda_),
      c_(lambda_),
      z_(step_),
      force_(step_) {}

void Projector::evaluate(const Model& model, const State& state) {
  update_positions(model, state, ws_);  // prescribed speeds included
  update_closure_positions(model, ws_, closure_);
  rate_.noalias() = closure_.Phi_q * ws_.v;
}

ClosureResidual Projector::residual(const Model& model, const State& state) {
  evaluate(model, state);
  return {largest(closure_.phi, model.row_scale()), largest(rate_, model.row_scale())};
}

void Projector::find_sparse_step(const Model& model, const VecX& rows) {
  c_ = -rows;
  solve(model, no_force_, c_, factor_, step_, lambda_);
}

// (2), all but the right-hand side
void Projector::prepare_dense(const Model& model, const LoopRank& kept, double damping) {
  update_scaled_rows(model, closure_, rows_);
  const VecX& sigma = rows_.svd.singularValues();
  for (taken_ = 0; taken_ < kept.rank && sigma[taken_] > 0;) ++taken_;
  weight_.head(taken_) = sigma.head(taken_).array() / (sigma.head(taken_).array().square() + damping);
  const int nv = model.nv();
  if (M_.rows() != nv) M_ = N_ = MN_ = NMN_ = MatX::Zero(nv, nv);
  const Eigen::Index free = nv - taken_;
  kernels::functions().mass_matrix_rows(model.tables(), ws_.tree.data(), M_.data());
  for (int i = 0; i < nv; ++i) {
    for (int j = i + 1; j < nv; ++j) M_(j, i) = M_(i, j);
  }
  for (int i = 0; i < nv; ++i) {  // prescribed coordinates do not give way
    if (model.roles()[static_cast<std::size_t>(i)] != Role::prescribed) continue;
    M_.col(i).setZero();
    M_.row(i).setZero();
    M_(i, i) = 1;
  }
  N_.leftCols(free) = model.column_scale().asDiagonal() * rows_.svd.matrixV().rightCols(free);
  MN_.leftCols(free).noalias() = M_ * N_.leftCols(free);
  NMN_.topLeftCorner(free, free).noalias() = N_.leftCols(free).transpose() * MN_.leftCols(free);
  // A motion that no inertia resists stays as it is: the least that a Cholesky factor needs, far below what counts as an inertia.
  const double floor = 64 * std::numeric_limits<double>::epsilon() * NMN_.topLeftCorner(free, free).diagonal().cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < free; ++i) NMN_(i, i) += floor;
}

void Projector::find_dense_step(const Model& model, const VecX& rows) {
  const Eigen::Index n = taken_, free = model.nv() - n;
  lambda_ = rows.cwiseProduct(model.row_scale());
  c_.head(n).noalias() = rows_.svd.matrixU().leftCols(n).transpose() * lambda_;
  c_.head(n) = -c_.head(n).cwiseProduct(weight_.head(n));
  step_.noalias() = rows_.svd.matrixV().leftCols(n) * c_.head(n);
  step_ = step_.cwiseProduct(model.column_scale());
  if (free > 0) {
    z_.head(free).noalias() = -MN_.leftCols(free).transpose() * step_;
    M_.topLeftCorner(free, free) = NMN_.topLeftCorner(free, free);  // the factor takes the place of M
    Eigen::Ref<MatX> place = M_.topLeftCorner(free, free);
    const Eigen::LLT<Eigen::Ref<MatX>> factor(place);
    auto z = z_.head(free);
    factor.matrixL().solveInPlace(z);
    factor.matrixU().solveInPlace(z);
    step_.noalias() += N_.leftCols(free) * z;
  }
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[static_cast<std::size_t>(i)] == Role::prescribed) step_[i] = 0;
  }
}

void Projector::take_step(const Model& model, State& state) {
  retract(model, ws_.q, step_, q_);
  state.q = q_;
  evaluate(model, state);
}

// The rows that the rank decision picked, or the dense way.
bool Projector::prepare(const Model& model, const LoopRank& kept, double damping) {
  const bool picked = static_cast<int>(kept.rows.size()) == kept.rank;
  if (picked && factor(model, ws_, closure_, kept.rows, 0, factor_)) {
    // Where damping would change next to nothing it is not worth its iterations.
    constexpr double next_to_nothing = 1e-2;
    sigma_ = kept.rank == 0 ? 0 : zanjir::smallest_singular_value(model, std::sqrt(damping / next_to_nothing), factor_);
    if (kept.rank == 0 || damping < next_to_nothing * square(sigma_)) return true;
  }
  sigma_ = 0;
  if (picked && damping > 0 && factor(model, ws_, closure_, kept.rows, damping, factor_)) return true;
  prepare_dense(model, kept, damping);
  return false;
}

double Projector::smallest_singular_value(const Model& model, const LoopRank& kept, const State& state) {
  evaluate(model, state);
  if (static_cast<int>(kept.rows.size()) != kept.rank || !factor(model, ws_, closure_, kept.rows, 0, factor_)) return 0;
  return zanjir::smallest_singular_value(model, std::numeric_limits<double>::infinity(), factor_);
}

ProjectionReport Projector::project(const Model& model, const LoopRank& kept, WeakDirections weak, State& state, const ClosureResidual& leave) {
  ProjectionReport report;
  if (model.n_closure_rows() == 0) return report;
  report.before = report.after = residual(model, state);
  if (report.before.position <= leave.position && report.before.velocity <= leave.velocity) return report;
  double damping = 0;
  if (weak == WeakDirections::spared) {
    // What rounding may bring in: a tenth of the correction itself, or what a run does not feel. With 1e-12, 1e-11 and 1e-10 forty four-bars take 380, 223
    // and 195 steps at a tolerance of 1e-11, and end within 1.5e-9, 3e-10 and 3e-10; shorter loops feel no difference.
    constexpr double share = 0.1, negligible = 1e-11;
    const double coordinates = std::max(1.0, closure_.point.cwiseAbs().maxCoeff() / model.length_m());
    const double fastest = std::max(1.0, ws_.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>());
    const double correction = std::max(report.before.position, report.before.velocity / fastest);
    damping = std::numeric_limits<double>::epsilon() * coordinates / std::max(negligible, share * correction);
  }
  bool sparse = false;
  double away = 0;
  const auto prepare = [&] {
    ++report.factorisations;
    away = 0;
    sparse = this->prepare(model, kept, damping);
  };
  const auto find_step = [&](const VecX& rows) { sparse ? find_sparse_step(model, rows) : find_dense_step(model, rows); };
  prepare();
  double before = std::numeric_limits<double>::infinity();
  constexpr int max_iterations = 20;
  constexpr double done = 1e-14, rounding = 1e-9, stalled = 0.3, slow = 0.1;
  constexpr double most_bent =
      100;  // of a loop whose parts are a hundredth of the model length. What a step of size s leaves is at most this times s d/sigma, d away from where the factor was made
  for (; report.iterations < max_iterations; ++report.iterations) {
    find_step(closure_.phi);
    const double size = step_.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    if (size < done || (size < rounding && size > stalled * before) || !std::isfinite(size)) break;
    take_step(model, state);
    away += size;
    if (most_bent * size * away <= done * sigma_) {
      ++report.iterations;
      break;
    }
    if (size > slow * before || size > 1e-3) prepare();
    before = size;
  }
  state.v = ws_.v;  // prescribed speeds from their laws
  double speed = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {  // the factor may be that of a state a little off
    find_step(rate_);
    const double size = step_.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    if (!(size < stalled * speed)) break;
    speed = size;
    state.v += step_;
    rate_.noalias() = closure_.Phi_q * state.v;
    const double fastest = state.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    if (size < done * fastest || largest(rate_, model.row_scale()) <= done * sigma_ * fastest) break;
  }
  report.after = {largest(closure_.phi, model.row_scale()), largest(rate_, model.row_scale())};
  return report;
}

}  // namespace zanjir
