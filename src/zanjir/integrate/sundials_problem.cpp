#include "zanjir/integrate/sundials_problem.hpp"

#include <fmt/format.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/step_length.hpp"

namespace zanjir {
namespace {

// The serial vector's content and the norm behind it, so that a clone carries the norm along: the operations of a vector are bare function
// pointers, and there is no other place to keep it. The library frees content and data with free().
struct NormedContent {
  _N_VectorContent_Serial serial;
  WeightedNorm norm;
};

double weighted_norm(N_Vector x, N_Vector w) {
  const auto* content = static_cast<const NormedContent*>(x->content);
  const double *xs = content->serial.data, *ws = N_VGetArrayPointer_Serial(w);
  return content->norm([xs, ws](int i) { return xs[i] * ws[i]; });
}

N_Vector clone_with_norm(N_Vector from) {
  N_Vector v = N_VCloneEmpty_Serial(from);
  if (!v) return nullptr;
  const auto* source = static_cast<const NormedContent*>(from->content);
  auto* content = static_cast<NormedContent*>(std::realloc(v->content, sizeof(NormedContent)));
  auto* data = static_cast<realtype*>(std::calloc(static_cast<std::size_t>(source->serial.length), sizeof(realtype)));
  if (content) v->content = content;
  if (!content || !data) {
    std::free(data);
    N_VDestroy_Serial(v);
    return nullptr;
  }
  content->norm = source->norm;
  content->serial.data = data;
  content->serial.own_data = SUNTRUE;
  return v;
}

}  // namespace

SundialsProblem::SundialsProblem(const StepperOptions& options, System& system_in)
    : system(system_in), norm(make_norm(options, system_in)), rel_tol(options.rel_tol), abs_tol(options.abs_tol), n(system_in.n()) {
  SUNContext created = nullptr;
  ZANJIR_REQUIRE(SUNContext_Create(nullptr, &created) == 0, "SUNDIALS gives no context");
  context.reset(created);
  y_moved.resize(static_cast<std::size_t>(n));
  f_moved.resize(static_cast<std::size_t>(n));
  f_end.resize(static_cast<std::size_t>(n));
  const int n_states = system_in.n_states();
  for (VecX* x : {&residual_, &correction_}) x->resize(n_states);
  newton_.resize(n_states, n_states);
  solver_ = Eigen::PartialPivLU<MatX>(n_states);
}

SundialsHandle<N_Vector> SundialsProblem::make_vector() const {
  SundialsHandle<N_Vector> plain(N_VNewEmpty_Serial(n, context.get()));
  ZANJIR_REQUIRE(plain, "out of memory");
  NormedContent content{*static_cast<_N_VectorContent_Serial*>(plain->content), norm};
  void* const own = plain->content;
  plain->content = &content;  // for the time of the cloning
  plain->ops->nvclone = clone_with_norm;
  plain->ops->nvwrmsnorm = weighted_norm;
  N_Vector v = clone_with_norm(plain.get());
  plain->content = own;
  ZANJIR_REQUIRE(v, "out of memory");
  return SundialsHandle<N_Vector>(v);
}

int SundialsProblem::rhs(realtype t, N_Vector y, N_Vector ydot, void* data) {
  auto& p = *static_cast<SundialsProblem*>(data);
  ++p.counts.rhs;
  const RhsStatus status = p.system.rhs(t, N_VGetArrayPointer_Serial(y), N_VGetArrayPointer_Serial(ydot));
  p.stopped = p.stopped || status == RhsStatus::stop;
  if (p.asked.kept > 0) {
    const auto row = static_cast<std::size_t>(p.asked.n++ % p.asked.kept);
    p.asked.t_s[row] = t;
    std::copy_n(N_VGetArrayPointer_Serial(ydot), p.system.n_states(),
                p.asked.slopes.begin() + static_cast<std::ptrdiff_t>(row) * p.system.n_states());
  }
  return status == RhsStatus::ok ? 0 : status == RhsStatus::retry ? 1 : -1;
}

int SundialsProblem::weights(N_Vector y, N_Vector w, void* data) {
  const auto& p = *static_cast<const SundialsProblem*>(data);
  const double* ys = N_VGetArrayPointer_Serial(y);
  double* ws = N_VGetArrayPointer_Serial(w);
  for (int i = 0; i < p.n; ++i) {
    const double size = p.rel_tol * std::abs(ys[i]) + p.abs_tol;
    if (!(size > 0)) return -1;
    ws[i] = 1 / size;
  }
  return 0;
}

int SundialsProblem::jacobian(realtype t, N_Vector y, N_Vector ydot, SUNMatrix J, void* data, N_Vector, N_Vector, N_Vector) {
  auto& p = *static_cast<SundialsProblem*>(data);
  ++p.counts.jacobians;
  const double *ys = N_VGetArrayPointer_Serial(y), *fs = N_VGetArrayPointer_Serial(ydot);
  double* Js = SUNDenseMatrix_Data(J);
  const int flag = p.system.jacobian(t, ys, fs, Js) ? 0 : p.differences(t, ys, fs, Js);
  const int n = p.system.n_states();
  p.J_kept_ = Eigen::Map<const MatX>(Js, p.n, p.n).topLeftCorner(n, n);
  return flag;
}

namespace {

// Of what the error test allows. ARKODE ends its iterations at half of that. CVODES lets a step of order q leave 0.1 (q + 1) of it, and more where its iteration
// converges slowly: a bound within that takes step after step again that was solved as well as was asked for (a million in half a second, off by 1.4 % in all).
constexpr double open_at_most = 0.2, open_at_most_of_bristles = 1;

}  // namespace

bool SundialsProblem::fooled_about_bristles(double t, const double* y, const double* ydot, double gamma) {
  correction_.setZero(n);
  if (!system.left_unsolved(t, y, ydot, gamma, correction_.data())) return false;
  return norm([&](int i) { return correction_[i] / (rel_tol * std::abs(y[i]) + abs_tol); }) > open_at_most_of_bristles;
}

double SundialsProblem::length(const VecX& x, const double* y) const {
  const int n_states = system.n_states();
  const WeightedNorm of_states{norm.kind, ErrorScope::states, n_states, n_states};
  return of_states([&](int i) { return x[i] / (rel_tol * std::abs(y[i]) + abs_tol); });
}

void SundialsProblem::damp(double gamma, VecX& x) {
  const int n_states = system.n_states();
  if (J_kept_.rows() != n_states) return;
  newton_.setIdentity(n_states, n_states);
  newton_ -= gamma * J_kept_;
  solver_.compute(newton_);
  residual_ = x;
  x = solver_.solve(residual_);
}

bool SundialsProblem::fooled(double t, const double* y, const double* ydot, double gamma) {
  const int n_states = system.n_states();
  f_end_known = false;
  if (J_kept_.rows() != n_states) return false;
  ++counts.rhs;
  if (system.rhs(t, y, f_end.data()) != RhsStatus::ok) return false;
  f_end_known = true;
  const auto length = [&](const VecX& x) { return this->length(x, y); };
  const auto correct = [&](const auto& J) {
    newton_.setIdentity(n_states, n_states);
    newton_ -= gamma * J;
    solver_.compute(newton_);
    correction_ = solver_.solve(residual_);
  };
  residual_ = gamma * (Eigen::Map<const VecX>(f_end.data(), n_states) - Eigen::Map<const VecX>(ydot, n_states));
  if (!(length(residual_) > open_at_most)) return false;

  correct(J_kept_);
  const double old = length(correction_);
  if (!(old > 0)) return false;
  const double share = 0.1 / old;  // the difference is taken over a tenth of the tolerance: far from rounding
  std::copy_n(y, n, y_moved.begin());
  for (int i = 0; i < n_states; ++i) y_moved[static_cast<std::size_t>(i)] += share * correction_[i];
  ++counts.rhs;
  if (system.rhs(t, y_moved.data(), f_moved.data()) != RhsStatus::ok) return false;
  turned_.noalias() = J_kept_ * correction_;
  for (int i = 0; i < n_states; ++i) {
    const auto k = static_cast<std::size_t>(i);
    turned_[i] = gamma * ((f_moved[k] - f_end[k]) / share - turned_[i]);
  }
  if (!(length(turned_) > open_at_most)) return false;

  ++counts.jacobians;
  J_now_.resize(n, n);
  if (!system.jacobian(t, y, f_end.data(), J_now_.data()) && differences(t, y, f_end.data(), J_now_.data()) != 0) return false;
  correct(J_now_.topLeftCorner(n_states, n_states));
  return length(correction_) > open_at_most;
}

// Forward differences with the increments of CVODES [Hindmarsh2005] section 2.1: sqrt(eps) of the entry, but at least what changes f beyond its
// rounding. Nothing depends on the ledger, so its columns are zero and cost nothing. The library's own routine uses the heap.
int SundialsProblem::differences(double t, const double* y, const double* ydot, double* J) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const int n_states = system.n_states();
  const auto size = [&](int i) { return rel_tol * std::abs(y[i]) + abs_tol; };
  const double f_norm = norm([&](int i) { return ydot[i] / size(i); });
  const double least = f_norm > 0 && h != 0 ? 1000 * std::abs(h) * eps * n * f_norm : 1;
  std::fill_n(J, static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  std::copy_n(y, n, y_moved.begin());
  for (int j = 0; j < n_states; ++j) {
    const auto at = static_cast<std::size_t>(j);
    y_moved[at] = y[j] + std::max(std::sqrt(eps) * std::abs(y[j]), least * size(j));
    const double step = y_moved[at] - y[j];  // as stored
    ++counts.rhs;
    const RhsStatus status = system.rhs(t, y_moved.data(), f_moved.data());
    y_moved[at] = y[j];
    if (status != RhsStatus::ok) {
      stopped = stopped || status == RhsStatus::stop;
      return status == RhsStatus::retry ? 1 : -1;
    }
    for (int i = 0; i < n; ++i) J[static_cast<std::ptrdiff_t>(j) * n + i] = (f_moved[static_cast<std::size_t>(i)] - ydot[i]) / step;
  }
  return 0;
}

void SundialsProblem::error(int, const char*, const char*, char* text, void* data) {
  auto& p = *static_cast<SundialsProblem*>(data);
  std::snprintf(p.message.data(), p.message.size(), "%s", text);
}

bool SundialsProblem::is_step(double t, double t_end, double t_stop) const { return !stopped && (t_end == t_stop || t_end - t > smallest_step(t)); }

std::string sundials_failure(const SundialsProblem& p, int flag, char* (*name_of)(long), double t) {
  if (flag >= 0 && !p.stopped) return fmt::format("step size fell below {:.1e} s at t = {} s", smallest_step(t), t);
  char* name = name_of(flag);
  const std::string flag_name = name ? name : "";
  std::free(name);
  if (p.stopped) return fmt::format("the right-hand side ended the run in the step from t = {} s", t);
  return fmt::format("the step from t = {} s failed: {} ({})", t, p.message.data(), flag_name);
}

}  // namespace zanjir
