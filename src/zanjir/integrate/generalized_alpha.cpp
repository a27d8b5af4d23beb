// Generalized-alpha for r(t, q, v, vdot, lambda) = 0, phi(t, q) = 0.   Source: [Bruels2010] table 1, [Arnold2007] eqs. (6) to (10).
//   paper     code             meaning
//   Dq h      end_ displaced_  displacement of the step in the tangent space at q_n: q_n+1 = q_n moved along it
//   v, vdot   v, vdot          speeds and true accelerations, at the ends of the step
//   a         a                auxiliary acceleration: that of the time t_n + (alpha_m - alpha_f) h, to second order
//   S_t       matrix_          M (1 - alpha_m) / (1 - alpha_f) + h gamma D + h^2 beta K, bordered by Phi_q
//   rho_inf   spectral_radius  damping at infinite frequency
// The iteration solves for the displacement. Multiplying the equations of motion by h^2 beta, and taking h^2 beta lambda as unknown, keeps the condition
// of the matrix independent of h [Bottasso2007]. It is a modified Newton iteration: the derivative of the exponential map is left out, and the matrix
// is kept over steps while it contracts.
#include "zanjir/integrate/generalized_alpha.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/hermite.hpp"
#include "zanjir/integrate/step_length.hpp"

namespace zanjir {
namespace {

constexpr double contracts = 0.1;         // an iteration matrix that does not reduce the correction to this fraction is made anew
constexpr int few_iterations = 4;         // a matrix that needed more iterations in the last step is made anew
constexpr double rank_threshold = 1e-12;  // on Phi_q Phi_q^T, so 1e-6 of the largest singular value, as for loops elsewhere

}  // namespace

int RankedSolve::rank(double threshold) const {
  const auto pivots = lu_.matrixLU().diagonal();
  const double least = threshold * lu_.maxPivot();
  int rank = 0;
  while (rank < pivots.size() && std::abs(pivots[rank]) > least) ++rank;
  return rank;
}

void RankedSolve::solve(const VecX& b, int rank, VecX& x) {
  const auto& lu = lu_.matrixLU();
  const auto& row = lu_.permutationP().indices();
  const auto& column = lu_.permutationQ().indices();
  for (Eigen::Index i = 0; i < b.size(); ++i) work_[row[i]] = b[i];
  for (Eigen::Index j = 0; j < rank; ++j)
    for (Eigen::Index i = j + 1; i < rank; ++i) work_[i] -= lu(i, j) * work_[j];
  for (Eigen::Index j = rank - 1; j >= 0; --j) {
    work_[j] /= lu(j, j);
    for (Eigen::Index i = 0; i < j; ++i) work_[i] -= lu(i, j) * work_[j];
  }
  for (Eigen::Index i = 0; i < b.size(); ++i) x[column[i]] = i < rank ? work_[i] : 0;
}

GeneralizedAlpha::GeneralizedAlpha(const StepperOptions& options, System& system, MechanicalSystem& mechanical)
    : step_s_(options.fixed_step_s),
      rel_tol_(options.rel_tol),
      abs_tol_(options.abs_tol),
      converged_below_(options.iteration_tolerance),
      max_iterations_(options.max_iterations),
      first_auxiliary_(options.first_auxiliary),
      system_(system),
      mechanical_(mechanical),
      nq_(mechanical.nq()),
      nv_(mechanical.nv()),
      nz_(mechanical.nz()),
      n_rows_(mechanical.n_rows()),
      n_(system.n()),
      newton_(nv_ + n_rows_),
      rows_solve_(n_rows_),
      y_(static_cast<std::size_t>(n_)) {
  ZANJIR_REQUIRE(nq_ + nv_ + nz_ == system.n_states(), "q, v and z are the states");
  // [Chung1993] eqs. (17), (20), (25): second order, and the least damping of slow motion for the damping asked for at infinite frequency
  const double rho = options.spectral_radius;
  alpha_m_ = (2 * rho - 1) / (rho + 1);
  alpha_f_ = rho / (rho + 1);
  gamma_ = 0.5 - alpha_m_ + alpha_f_;
  beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
  const int n_rates = n_ - nq_ - nv_, n_ledger = n_rates - nz_;
  for (Moment* m : {&begin_, &end_}) {
    m->q.setZero(nq_);
    for (VecX* x : {&m->v, &m->vdot, &m->a}) x->setZero(nv_);
    m->z.setZero(nz_);
    m->lambda.setZero(n_rows_);
    m->rates.setZero(n_rates);
    m->ledger.setZero(n_ledger);
  }
  for (VecX* x : {&displaced_, &zero_, &moved_, &r_}) x->setZero(nv_);
  phi_.setZero(n_rows_);
  moved_z_.setZero(nz_);
  for (VecX* x : {&rhs_, &correction_}) x->setZero(nv_ + n_rows_);
  for (VecX* x : {&slope_, &y_ahead_}) x->setZero(n_);
  for (MatX* A : {&M_, &D_, &K_}) A->setZero(nv_, nv_);
  Phi_.setZero(n_rows_, nv_);
  rows_.setZero(n_rows_, n_rows_);
  multipliers_.setZero(n_rows_);
  matrix_.setZero(nv_ + n_rows_, nv_ + n_rows_);
}

void GeneralizedAlpha::restart(double t_s, const double* y) {
  std::copy_n(y, n_, y_.begin());
  const double* from = y;
  for (VecX* part : {&end_.q, &end_.v, &end_.z, &end_.ledger}) {
    std::copy_n(from, part->size(), part->data());
    from += part->size();
  }
  t_ = t0_ = t_s;
  started_ = false;
}

// vdot, a, lambda and the rates at a first state. The method wants a at the time t + (alpha_m - alpha_f) h; taken as vdot it costs an order in the first
// steps [Arnold2015]. The rate of vdot comes from a difference along the motion, forwards only: the past may not exist.
bool GeneralizedAlpha::start() {
  const auto acceleration = [&](double t, const double* y, VecX& vdot) {
    ++counts_.rhs;
    if (system_.rhs(t, y, slope_.data()) != RhsStatus::ok) return false;
    vdot = slope_.segment(nq_, nv_);
    return true;
  };
  if (!acceleration(t_, y_.data(), end_.vdot)) return false;
  end_.a = end_.vdot;
  end_.h = step_s_;
  const double shift = (alpha_m_ - alpha_f_) * step_s_, ahead = 1e-4 * step_s_;
  if (shift != 0 && first_auxiliary_ == FirstAuxiliary::extrapolated) {
    for (int i = 0; i < n_; ++i) y_ahead_[i] = y_[static_cast<std::size_t>(i)] + ahead * slope_[i];
    if (acceleration(t_ + ahead, y_ahead_.data(), moved_)) end_.a += shift / ahead * (moved_ - end_.vdot);
  }
  end_.lambda.setZero();
  rank_ = 0;
  if (n_rows_ > 0) {  // Phi^T lambda = r(lambda = 0), least squares
    if (mechanical_.matrices(at(end_, t_), M_.data(), D_.data(), K_.data(), Phi_.data()) != RhsStatus::ok) return false;
    rows_.noalias() = Phi_ * Phi_.transpose();
    rows_solve_.factor(rows_);
    rank_ = mechanical_.kept_rank() >= 0 ? mechanical_.kept_rank() : rows_solve_.rank(rank_threshold);
    ++counts_.rhs;
    if (mechanical_.residual(at(end_, t_), r_.data(), phi_.data()) != RhsStatus::ok) return false;
    multipliers_.noalias() = Phi_ * r_;
    rows_solve_.solve(multipliers_, rank_, end_.lambda);
  }
  h_factored_ = 0;
  started_ = true;
  return mechanical_.rates(at(end_, t_), end_.rates.data()) == RhsStatus::ok;
}

bool GeneralizedAlpha::factor(double h, double t_end) {
  if (mechanical_.matrices(with_extras(h, t_end), M_.data(), D_.data(), K_.data(), Phi_.data()) != RhsStatus::ok) return false;
  ++counts_.jacobians;
  auto S = matrix_.topLeftCorner(nv_, nv_);
  S = (1 - alpha_m_) / (1 - alpha_f_) * M_ + h * gamma_ * D_ + h * h * beta_ * K_;
  if (n_rows_ > 0) {
    const double largest = Phi_.cwiseAbs().maxCoeff();
    scale_ = largest > 0 ? S.cwiseAbs().maxCoeff() / largest : 1;
    matrix_.bottomLeftCorner(n_rows_, nv_) = scale_ * Phi_;
    matrix_.topRightCorner(nv_, n_rows_) = scale_ * Phi_.transpose();
  }
  newton_.factor(matrix_);
  h_factored_ = h;
  return true;
}

// The iterate; z follows from it by the trapezoidal rule, and so it does in the differences that the matrix is made of.
MechanicalPoint GeneralizedAlpha::with_extras(double h, double t_end) const {
  MechanicalPoint point = at(end_, t_end);
  if (nz_ > 0) point.z_from = begin_.z.data(), point.zdot_from = begin_.rates.data(), point.z_step_s = h;
  return point;
}

RhsStatus GeneralizedAlpha::evaluate(double h, double t_end) {
  mechanical_.retract(begin_.q.data(), displaced_.data(), end_.q.data());
  ++counts_.rhs;
  return mechanical_.residual(with_extras(h, t_end), r_.data(), phi_.data());
}

// One correction of the iterate; returns how far the speeds moved, in units of the tolerances.
double GeneralizedAlpha::correct(double h) {
  rhs_.head(nv_) = -h * h * beta_ * r_;
  rhs_.tail(n_rows_) = -scale_ * phi_;
  newton_.solve(rhs_, nv_ + rank_, correction_);
  const auto dx = correction_.head(nv_);
  displaced_ += dx;
  end_.v += gamma_ / (h * beta_) * dx;
  end_.vdot += (1 - alpha_m_) / (h * h * beta_ * (1 - alpha_f_)) * dx;
  end_.a += 1 / (h * h * beta_) * dx;
  end_.lambda -= scale_ / (h * h * beta_) * correction_.tail(n_rows_);
  // displacements cannot be better than the rounding of positions (SI, whatever q happens to be), whatever the tolerances
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double fastest = std::max(begin_.v.lpNorm<Eigen::Infinity>(), end_.v.lpNorm<Eigen::Infinity>());
  const double allowed =
      h * beta_ / gamma_ * (abs_tol_ + rel_tol_ * fastest) + 16 * eps * std::max(1.0, end_.q.lpNorm<Eigen::Infinity>()) / converged_below_;
  return dx.lpNorm<Eigen::Infinity>() / allowed;
}

GeneralizedAlpha::Outcome GeneralizedAlpha::iterate(double h, double t_end) {
  double before = std::numeric_limits<double>::infinity();
  const bool always = mechanical_.stiff_directions_turn();
  bool renew = always || h != h_factored_ || iterations_ > few_iterations;
  for (int k = 0; k < max_iterations_; ++k) {
    const RhsStatus status = evaluate(h, t_end);
    if (status != RhsStatus::ok) return status == RhsStatus::stop ? Outcome::stopped : Outcome::no_residual;
    if (renew && !factor(h, t_end)) return Outcome::no_residual;
    const bool fresh = renew;
    ++counts_.iterations;
    iterations_ = k + 1;
    const double moved = correct(h);
    if (!std::isfinite(moved)) return Outcome::slow;
    if (moved <= converged_below_) return Outcome::converged;
    const bool slow = moved > contracts * before;
    renew = always || slow;
    if (slow && fresh && moved <= 1) return Outcome::converged;  // the rounding of the residual is reached
    before = moved;
  }
  return Outcome::slow;
}

// From begin_ to end_, h long.
GeneralizedAlpha::Outcome GeneralizedAlpha::take(double h, double t_end) {
  // a belongs to a time that depends on h, so it goes along with it
  moved_ = begin_.vdot + (h / begin_.h) * (begin_.a - begin_.vdot);
  end_.vdot = begin_.vdot;
  end_.a = (begin_.vdot - alpha_m_ * moved_) / (1 - alpha_m_);  // (1 - alpha_f) vdot_n+1 + alpha_f vdot_n, with vdot_n+1 = vdot_n
  displaced_ = h * begin_.v + h * h * ((0.5 - beta_) * moved_ + beta_ * end_.a);
  end_.v = begin_.v + h * ((1 - gamma_) * moved_ + gamma_ * end_.a);
  end_.z = begin_.z;
  end_.lambda = begin_.lambda;
  const Outcome outcome = iterate(h, t_end);
  if (outcome != Outcome::converged) return outcome;
  end_.h = h;
  mechanical_.retract(begin_.q.data(), displaced_.data(), end_.q.data());
  if (nz_ > 0) {
    if (mechanical_.extras(with_extras(h, t_end), moved_z_.data()) != RhsStatus::ok) return Outcome::no_residual;
    end_.z = moved_z_;
  }
  if (mechanical_.rates(at(end_, t_end), end_.rates.data()) != RhsStatus::ok) return Outcome::no_residual;
  end_.ledger = begin_.ledger + 0.5 * h * (begin_.rates + end_.rates).tail(end_.ledger.size());
  return outcome;
}

void GeneralizedAlpha::pack(const Moment& m) {
  auto to = y_.begin();
  for (const VecX* part : {&m.q, &m.v, &m.z, &m.ledger}) to = std::copy_n(part->data(), part->size(), to);
}

StepReport GeneralizedAlpha::fail(Outcome outcome, double h) {
  const std::string_view reason = outcome == Outcome::slow      ? "the iteration does not converge"
                                  : outcome == Outcome::stopped ? "the equations of motion ended the run"
                                                                : "the equations of motion cannot be evaluated";
  why_ = fmt::format("{} in the step of {} s from t = {} s", reason, h, t0_);
  end_ = begin_;
  t_ = t0_;
  pack(end_);
  return {StepStatus::failed, t_, 0, why_};
}

StepReport GeneralizedAlpha::accept(double h, double t_end) {
  t_ = t_end;
  pack(end_);
  ++counts_.steps;
  system_.accepted(t_, y_.data());
  return {StepStatus::step, t_, h, {}};
}

StepReport GeneralizedAlpha::step(double t_limit) {
  if (!(t_limit > t_)) return {StepStatus::reached_limit, t_, 0, {}};
  const double h = fixed_step_towards(t_, t_limit, step_s_), t_end = step_end(t_, h, t_limit);
  const bool ready = started_ || start();
  begin_ = end_;
  t0_ = t_;
  if (!ready) return fail(Outcome::no_residual, h);
  const Outcome outcome = take(h, t_end);
  if (outcome != Outcome::converged) return fail(outcome, h);
  StepReport report = accept(h, t_end);
  if (t_end == t_limit) report.status = StepStatus::reached_limit;
  return report;
}

StepReport GeneralizedAlpha::retake(double t_s) {
  const double h = t_s - t0_;
  ZANJIR_REQUIRE(t_ > t0_ && h > 0, "only a step that was taken can be taken again, forwards");
  const Outcome outcome = take(h, t_s);
  if (outcome != Outcome::converged) return fail(outcome, h);
  --counts_.steps;
  return accept(h, t_s);
}

void GeneralizedAlpha::interpolate(double t_s, double* y) {
  if (t_s == t_ || t_ == t0_) {
    std::copy_n(y_.begin(), n_, y);
    return;
  }
  const double h = t_ - t0_, theta = (t_s - t0_) / h;
  cubic_hermite({nv_, h, zero_.data(), begin_.v.data(), displaced_.data(), end_.v.data()}, theta, moved_.data());
  mechanical_.retract(begin_.q.data(), moved_.data(), y);
  cubic_hermite({nv_, h, begin_.v.data(), begin_.vdot.data(), end_.v.data(), end_.vdot.data()}, theta, y + nq_);
  cubic_hermite({nz_, h, begin_.z.data(), begin_.rates.data(), end_.z.data(), end_.rates.data()}, theta, y + nq_ + nv_);
  const int n_ledger = n_ - nq_ - nv_ - nz_;
  cubic_hermite({n_ledger, h, begin_.ledger.data(), begin_.rates.data() + nz_, end_.ledger.data(), end_.rates.data() + nz_}, theta,
                y + nq_ + nv_ + nz_);
}

}  // namespace zanjir
