#include "zanjir/loops/rank_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/large_rank.hpp"

namespace zanjir {

namespace {

// Of the largest singular value: what lies between these two is left to the dense decomposition, and so are picked rows that are weaker than all rows
// together by more than the third.
constexpr double surely_genuine = 1e-5, surely_redundant = 1e-8, picked_badly = 0.3;
constexpr double closed_enough = 1e-9;  // off by this much, redundant rows show singular values of about this size: far below the threshold
constexpr Eigen::Index most_directions = 6;

RankHere::Answer rank_of(const VecX& sigma) {
  RankHere::Answer r;
  const double limit = rank_limit(sigma[0]);
  for (const double s : sigma) r.rank += s > limit;
  if (r.rank == 0) {
    r.gap = limit / std::max(sigma[0], std::numeric_limits<double>::min());
    return r;
  }
  r.sigma = sigma[r.rank - 1];
  r.gap = r.rank < sigma.size() ? r.sigma / std::max(sigma[r.rank], std::numeric_limits<double>::min()) : std::numeric_limits<double>::infinity();
  return r;
}

}  // namespace

// -- at one state ------------------------------------------------------------------------------------------------------------------------

RankHere::RankHere(const Model& model)
    : all_(model, model.row_scale()),
      kept_(model, model.row_scale()),
      all_rows_(at(model.n_closure_rows())),
      basis_(MatX::Zero(model.nv(), 3)),
      images_(MatX::Zero(model.n_closure_rows(), 3)),
      u_(VecX::Zero(model.nv())),
      y_(VecX::Zero(model.n_closure_rows())),
      g_(u_),
      row_sum_(y_),
      column_sum_(u_) {
  std::iota(all_rows_.begin(), all_rows_.end(), 0);
  rows_.reserve(all_rows_.size());
}

RankHere::Answer RankHere::decide(const Model& model, const Closure& closure) {
  n_free_ = static_cast<int>(std::count(all_.frozen.begin(), all_.frozen.end(), 0));
  kept_.frozen = all_.frozen;
  dense_used_ = false;
  assemble(model, model.constraints(), closure, all_rows_, all_);
  find_norm_bound();
  pick_rows(all_, picker_);
  rows_ = picker_.rows;
  Answer answer;
  answer.rank = static_cast<int>(rows_.size());
  if (answer.rank == 0) return norm_bound_ > 0 ? decide_densely(model, closure) : answer;
  if (!factor(model, model.constraints(), closure, rows_, 0, Damping::as_given, kept_)) return decide_densely(model, closure);
  const double next = resistance_of_rows_left_out();
  answer.sigma = smallest_singular_value();
  const bool all_there_can_be = answer.rank == std::min(model.n_closure_rows(), model.nv());
  answer.gap = all_there_can_be ? std::numeric_limits<double>::infinity() : answer.sigma / std::max(next, std::numeric_limits<double>::min());
  const double weakest_picked = zanjir::smallest_singular_value(model, std::numeric_limits<double>::infinity(), kept_);
  const bool sure = answer.sigma > surely_genuine * std::max(norm_bound_, 1.0) && next < surely_redundant * picker_.largest_row &&
                    weakest_picked > picked_badly * answer.sigma;
  return sure ? answer : decide_densely(model, closure);
}

RankHere::Answer RankHere::decide_densely(const Model& model, const Closure& closure) {
  if (!dense_) dense_.emplace(model);
  dense_used_ = true;
  scale_rows(closure, model.row_scale(), model.column_scale(), dense_->A);
  for (int i = 0; i < model.nv(); ++i) {
    if (all_.frozen[at(i)]) dense_->A.col(i).setZero();
  }
  dense_->svd.compute(dense_->A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Answer answer = rank_of(dense_->svd.singularValues());
  qr_.compute(dense_->A.transpose());
  const auto& order = qr_.colsPermutation().indices();
  rows_.assign(order.data(), order.data() + answer.rank);
  std::sort(rows_.begin(), rows_.end());
  norm_bound_ = dense_->svd.singularValues()[0];
  return answer;
}

// |A|_2 is at most the root of (largest row sum) (largest column sum).
void RankHere::find_norm_bound() {
  row_sum_.setZero();
  column_sum_.setZero();
  for (const LoopFactor::Block& block : all_.blocks) {
    const double* A = all_.Z.data() + block.numbers_begin;
    for (int s = 0; s < block.n_speeds; ++s) {
      for (int r = 0; r < block.n; ++r) {
        const double a = std::abs(*A++);
        row_sum_[block.begin + r] += a;
        column_sum_[all_.speeds[at(block.speeds_begin + s)]] += a;
      }
    }
  }
  norm_bound_ = std::sqrt(row_sum_.maxCoeff() * column_sum_.maxCoeff());
}

void RankHere::onto_row_space(const VecX& u, VecX& out) {
  rows_times(kept_, u, z_);
  solve_gram(kept_, z_);
  solve_gram(kept_, z_);
  transposed_rows_times(kept_, z_, out);
}

// Twice: the second time takes what the squared condition has left.
void RankHere::remove_row_space(VecX& u) {
  for (int i = 0; i < 2; ++i) {
    rows_times(kept_, u, z_);
    solve_gram(kept_, z_);
    transposed_rows_times(kept_, z_, g_);
    u -= g_;
  }
}

// (2)
double RankHere::resistance_of_rows_left_out() {
  const auto r = static_cast<int>(rows_.size());
  if (r == static_cast<int>(all_rows_.size()) || r >= n_free_) return 0;
  Random random(1);
  double most = 0;
  for (int probe = 0; probe < 2; ++probe) {
    for (Eigen::Index i = 0; i < u_.size(); ++i) u_[i] = all_.frozen[static_cast<std::size_t>(i)] ? 0 : random.uniform(-1, 1);
    remove_row_space(u_);
    const double length = u_.norm();
    if (!(length > 0)) continue;
    rows_times(all_, u_, y_);
    most = std::max(most, y_.norm() / length);
  }
  return most * std::sqrt(static_cast<double>(n_free_ - r));  // a row that resists one direction of many shows only its share
}

// (1): the least in the plane of u, the gradient seen through (A_P^T A_P)^+, and the direction before (locally optimal conjugate gradients).
double RankHere::smallest_singular_value() {
  Random random(2);
  for (Eigen::Index i = 0; i < u_.size(); ++i) u_[i] = all_.frozen[static_cast<std::size_t>(i)] ? 0 : random.uniform(-1, 1);
  onto_row_space(u_, g_);
  basis_.col(0) = g_ / g_.norm();
  Eigen::Index n = 1;
  double least = std::numeric_limits<double>::infinity();
  constexpr int max_steps = 100;
  constexpr double settled = 1e-11;
  const auto image = [&](Eigen::Index k) {
    u_ = basis_.col(k);
    rows_times(all_, u_, y_);
    images_.col(k) = y_;
  };
  image(0);
  for (int step = 0; step < max_steps; ++step) {
    const double size = images_.col(0).squaredNorm();
    if (!(size < (1 - settled) * least)) break;
    least = size;
    y_ = images_.col(0);
    transposed_rows_times(all_, y_, u_);
    u_ -= basis_.col(0) * size;  // the gradient
    onto_row_space(u_, g_);
    basis_.col(n) = g_;
    // orthonormal: u, the direction before (column 1 where there is one), the new one
    for (int twice = 0; twice < 2; ++twice) {
      for (Eigen::Index k = 0; k < n; ++k) basis_.col(n) -= basis_.col(k) * basis_.col(k).dot(basis_.col(n));
    }
    const double length = basis_.col(n).norm();
    if (!(length > 1e-14 * g_.norm()) || !(length > 0)) break;
    basis_.col(n) /= length;
    image(n);
    const Eigen::Index m = n + 1;
    Eigen::Matrix3d G = Eigen::Matrix3d::Zero();
    for (Eigen::Index i = 0; i < m; ++i) {
      for (Eigen::Index j = 0; j < m; ++j) G(i, j) = images_.col(i).dot(images_.col(j));
    }
    if (m < 3) G(2, 2) = 2 * G.trace();  // not the least
    const Eigen::Vector3d c = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(G).eigenvectors().col(0);
    // the new u, and what it has gained over the old one as the direction before
    g_.setZero();
    for (Eigen::Index k = 1; k < m; ++k) g_ += basis_.col(k) * c[k];
    u_ = basis_.col(0) * c[0] + g_;
    basis_.col(0) = u_ / u_.norm();
    g_ -= basis_.col(0) * basis_.col(0).dot(g_);
    const double gained = g_.norm();
    n = 1;
    image(0);
    if (gained > 0) {
      basis_.col(1) = g_ / gained;
      image(1);
      n = 2;
    }
  }
  return std::sqrt(std::min(least, images_.col(0).squaredNorm()));
}

void RankHere::random_motion(const MatX& others, Eigen::Index n, Random& random, VecX& motion) {
  motion.resize(u_.size());
  for (Eigen::Index i = 0; i < motion.size(); ++i) motion[i] = all_.frozen[static_cast<std::size_t>(i)] ? 0 : random.uniform(-1, 1);
  for (int twice = 0; twice < 2; ++twice) {
    if (dense_used_) {
      const auto V = dense_->svd.matrixV().leftCols(static_cast<Eigen::Index>(rows_.size()));
      motion -= V * (V.transpose() * motion);
    } else if (!rows_.empty()) {
      remove_row_space(motion);
    }
    for (Eigen::Index k = 0; k < n; ++k) motion -= others.col(k) * others.col(k).dot(motion);
  }
  const double length = motion.norm();
  if (length > 1e-8) motion /= length;
  else motion.setZero();
}

// -- of the mechanism ----------------------------------------------------------------------------------------------------------------------

RankFinder::RankFinder(const Model& model)
    : closer_(model),
      here_(model),
      closed_(initial_state(model)),
      neighbour_(closed_),
      directions_(MatX::Zero(model.nv(), most_directions)),
      direction_(VecX::Zero(model.nv())),
      step_(direction_) {
  if (model.prescribed().empty()) return;
  all_speeds_.emplace(model);
  std::fill(all_speeds_->frozen().begin(), all_speeds_->frozen().end(), 0);
}

RankHere::Answer RankFinder::decide_at(const Model& model, const State& state) {
  closer_.residual(model, state);
  if (all_speeds_) result_.rank_of_all_speeds = std::max(result_.rank_of_all_speeds, all_speeds_->decide(model, closer_.closure()).rank);
  const RankHere::Answer answer = here_.decide(model, closer_.closure());
  norm_bound_ = std::max(norm_bound_, here_.norm_bound());
  return answer;
}

void RankFinder::look_along(const Model& model, const VecX& direction) {
  constexpr double delta = 0.05;
  const double size = direction.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
  if (!(size > 0)) return;
  for (const double sign : {1.0, -1.0}) {
    neighbour_ = closed_;
    step_ = direction * (sign * delta / size);
    retract(model, closed_.q, step_, neighbour_.q);
    if (!closer_.positions(model, neighbour_).closed) continue;
    const RankHere::Answer there = decide_at(model, neighbour_);
    if (there.rank > result_.rank || (there.rank == result_.rank && there.sigma > result_.sigma_ref)) {
      result_.rank = there.rank;
      result_.sigma_ref = there.sigma;  // a larger one of a smaller rank is no measure of this rank
      result_.gap = there.gap;
      result_.rows = here_.rows();
    }
  }
}

const LoopRank& RankFinder::find(const Model& model, const State& state) {
  result_.rank = result_.rank_here = result_.rank_of_all_speeds = 0;
  result_.sigma_ref = result_.residual = norm_bound_ = 0;
  result_.gap = std::numeric_limits<double>::infinity();
  result_.rows.clear();
  if (model.n_closure_rows() == 0 || model.nv() == 0) return result_;
  closed_ = state;
  RankHere::Answer here = decide_at(model, state);
  result_.residual = closer_.closure().phi.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>();
  if (result_.residual > std::max(closed_enough, closer_.closed_below(model)) && closer_.positions(model, closed_).closed)
    here = decide_at(model, closed_);
  result_.rank = result_.rank_here = here.rank;
  result_.sigma_ref = here.sigma;
  result_.gap = here.gap;
  result_.rows = here_.rows();

  // Neighbours along the velocity; at rest along vectors of the kernel.
  const VecX& C = model.column_scale();
  if (state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>() > 0) {
    look_along(model, state.v);
  } else {
    Random random(3);
    Eigen::Index n = 0;
    while (n < most_directions) {
      here_.random_motion(directions_, n, random, direction_);
      if (direction_.isZero(0)) break;
      directions_.col(n++) = direction_;
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      direction_ = C.cwiseProduct(directions_.col(k));
      look_along(model, direction_);
    }
    if (result_.rank > here.rank) {
      // At rest in a singular point: a vector of the kernel that lies between two branches closes back to the point itself, where the singular
      // value means nothing. The branches are among the sums and differences then; the largest value found counts.
      for (Eigen::Index i = 1; i < n; ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
          direction_ = C.cwiseProduct(directions_.col(i) + directions_.col(j));
          look_along(model, direction_);
          direction_ = C.cwiseProduct(directions_.col(i) - directions_.col(j));
          look_along(model, direction_);
        }
      }
    }
  }
  result_.rank_of_all_speeds = std::max(result_.rank_of_all_speeds, result_.rank);
  return result_;
}

const VecX& RankFinder::singular_values(const Model& model) {
  closer_.residual(model, closed_);
  const MatX A = scaled_rows(model, closer_.closure());
  if (model.n_closure_rows() > rows_of_large_mechanisms) return result_.singular_values = singular_values_by_parts(A);
  return result_.singular_values = Eigen::JacobiSVD<MatX>(A).singularValues();  // without vectors: of ten thousand balls in a ring they take 7 GB
}

}  // namespace zanjir
