// Explicit Runge-Kutta steps, step control and dense output.   Source: [Hairer1993] sections II.4 to II.6 and II.10.
#include "zanjir/integrate/explicit_runge_kutta.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/step_length.hpp"

namespace zanjir {

ExplicitRungeKutta::ExplicitRungeKutta(const RungeKuttaTable& table, const StepperOptions& options, System& system)
    : table_(table), options_(options), system_(system), norm_(make_norm(options, system)), n_(system.n()) {
  ZANJIR_REQUIRE(!table.error.empty() || options.fixed_step_s > 0, "a method without an error estimate needs a constant step");
  const bool ode45 = options.control == StepControl::ode45;
  safety_ = options.safety > 0 ? options.safety : ode45 ? 0.8 : 0.9;
  max_growth_ = options.max_growth > 0 ? options.max_growth : ode45 ? 5 : table.max_growth;
  max_shrink_ = options.max_shrink > 0 ? options.max_shrink : ode45 ? 0.1 : table.max_shrink;
  beta_ = ode45 ? 0 : table.beta;
  const auto n = static_cast<std::size_t>(n_), rows = static_cast<std::size_t>(table.rows);
  y0_.resize(n);
  y_.resize(n);
  y_try_.resize(n);
  y_moved_.resize(n);
  inner_.resize(4 * n);
  terms_.resize(n);
  slopes_.resize(n * rows);
  for (std::size_t i = 0; i < rows; ++i) k_.push_back(slopes_.data() + i * n);
  if (table.stable_to > 0 && options.fixed_step_s == 0)
    for (int j = 0; j < table.stages; ++j) between_.push_back(table.A_at(table.stages, j) - table.A_at(table.stages - 1, j));
}

void ExplicitRungeKutta::restart(double t_s, const double* y) {
  t_ = t0_ = t_s;
  h_ = 0;
  std::copy_n(y, n_, y_.begin());
  y0_ = y_;
  slope_known_ = moved_ = false;
  knows_ = Knows::nothing;
  err_old_ = 1e-4;
}

RhsStatus ExplicitRungeKutta::slope(double t, const double* y, double* k) {
  ++counts_.rhs;
  return system_.rhs(t, y, k);
}

namespace {

// out = from + sum_j a_j k_j over m slopes, entry by entry: one pass over memory, and the compiler knows m.
template <int m> void sum_of_slopes(int n, const double* from, const double* a, const double* const* k, double* __restrict out) {
  for (int i = 0; i < n; ++i) {
    double sum = from ? from[i] : 0;
    for (int j = 0; j < m; ++j) sum += a[j] * k[j][i];
    out[i] = sum;
  }
}
constexpr int most_slopes = 16;
using SumOfSlopes = void (*)(int, const double*, const double*, const double* const*, double*);
template <int... m> constexpr std::array<SumOfSlopes, sizeof...(m)> sums_of_slopes(std::integer_sequence<int, m...>) { return {sum_of_slopes<m>...}; }
constexpr auto sum_of = sums_of_slopes(std::make_integer_sequence<int, most_slopes + 1>());

}  // namespace

// out [n] = from + h sum_j weights_j k_j; from may be null, and is not `out`.
void ExplicitRungeKutta::combine(std::span<const double> weights, double h, int n, const double* from, double* out) const {
  std::array<double, most_slopes> a;
  std::array<const double*, most_slopes> k;
  std::size_t m = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] != 0) a[m] = h * weights[j], k[m] = k_[j], ++m;
  }
  sum_of[m](n, from, a.data(), k.data(), out);
}

// All stages and y_try_, the solution at the end; k_0 is known.
RhsStatus ExplicitRungeKutta::stages_and_solution(double h, double t_end) {
  end_slope_known_ = system_.stages(table_, t0_, h, t_end, y0_.data(), k_.data(), y_try_.data());
  if (end_slope_known_) {
    counts_.rhs += table_.stages;
    return RhsStatus::ok;
  }
  for (int i = 1; i <= table_.stages; ++i) {
    combine(table_.row_of_A(i), h, n_, y0_.data(), y_try_.data());
    if (i == table_.stages && !table_.error_needs_end_slope()) break;
    const double c = table_.c[static_cast<std::size_t>(i)];
    const RhsStatus status = slope(c == 1 ? t_end : t0_ + c * h, y_try_.data(), k_[static_cast<std::size_t>(i)]);
    if (status != RhsStatus::ok) return status;
  }
  end_slope_known_ = table_.error_needs_end_slope();
  return RhsStatus::ok;
}

// y_try_ onto the constraints, and the slope there. A state without a slope is not accepted.
RhsStatus ExplicitRungeKutta::finish(double t_end) {
  const bool changed = system_.project(t_end, y_try_.data());
  if (changed || !end_slope_known_) {
    const RhsStatus status = slope(t_end, y_try_.data(), end_slope());
    if (status != RhsStatus::ok) return status;
  }
  counts_.projections += changed;
  return RhsStatus::ok;
}

// What an error of 1 is measured in, for an entry of this magnitude.
double ExplicitRungeKutta::size(double y) const {
  return options_.control == StepControl::ode45 ? std::max(options_.abs_tol, options_.rel_tol * y) : options_.abs_tol + options_.rel_tol * y;
}

double ExplicitRungeKutta::error(double h) {
  const int n = options_.scope == ErrorScope::states ? system_.n_states() : n_;
  double *e = inner_.data(), *unit = e + n_;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    unit[i] = size(std::max(std::abs(y0_[at]), std::abs(y_try_[at])));
  }
  const auto estimate = [&](std::span<const double> weights) {
    combine(weights, 1, n, nullptr, e);
    for (int i = 0; i < n; ++i) e[i] /= unit[i];
    return h * norm_([&](int i) { return e[i]; });
  };
  const double err = estimate(table_.error);
  if (table_.error_2.empty() || err == 0) return err;
  const double err_2 = estimate(table_.error_2);
  return err * err / std::sqrt(err * err + 0.01 * err_2 * err_2);
}

double ExplicitRungeKutta::first_step(double rest) {
  if (options_.first_step_s > 0) return options_.first_step_s;
  const double* f = k_[0];
  const auto sized = [&](const double* x) { return norm_([&, x](int i) { return x[i] / size(std::abs(y0_[static_cast<std::size_t>(i)])); }); };
  const double speed = sized(f), longest = options_.max_step_s > 0 ? std::min(rest, options_.max_step_s) : rest;
  if (options_.control == StepControl::ode45) {  // [ShampineReichelt1997]: its scale is rel_tol larger than ours
    const double rate = speed * options_.rel_tol / (safety_ * std::pow(options_.rel_tol, 1.0 / table_.error_power));
    return longest * rate > 1 ? 1 / rate : longest;
  }
  // [Hairer1993] section II.4: an Euler step shows the second derivative
  const double level = sized(y0_.data());
  const double h = std::min(longest, level < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * level / speed);
  for (std::size_t i = 0; i < y0_.size(); ++i) y_try_[i] = y0_[i] + h * f[i];
  if (slope(t0_ + h, y_try_.data(), k_[1]) != RhsStatus::ok) return h;
  for (int i = 0; i < n_; ++i) k_[1][i] -= f[i];
  const double steepest = std::max(speed, sized(k_[1]) / h);
  const double by_order = steepest <= 1e-15 ? std::max(1e-6, 1e-3 * h) : std::pow(0.01 / steepest, 1.0 / table_.error_power);
  return std::min({100 * h, by_order, longest});
}

double ExplicitRungeKutta::length(double t_limit) const {
  if (options_.fixed_step_s > 0) return fixed_step_towards(t0_, t_limit, options_.fixed_step_s);
  const double rest = t_limit - t0_;
  if (options_.control == StepControl::ode45) return 1.1 * h_next_ >= rest ? rest : h_next_;
  return step_towards(t0_, t_limit, h_next_);
}

// The next h_next_. A step cut short by a limit says nothing against the size it was cut from.
void ExplicitRungeKutta::adapt(double h, double h_wanted, double err, int failures) {
  const double power = 1.0 / table_.error_power;
  double factor = 1;
  if (options_.control == StepControl::ode45) {
    if (failures == 0) factor = err > 0 ? std::min(max_growth_, safety_ * std::pow(err, -power)) : max_growth_;
  } else {
    factor = err > 0 ? safety_ * std::pow(err, 0.75 * beta_ - power) * std::pow(err_old_, beta_) : max_growth_;
    factor = std::clamp(factor, max_shrink_, failures > 0 ? 1.0 : max_growth_);
    if (h == h_wanted) err_old_ = std::max(err, 1e-4);
  }
  h_next_ = h * factor;
  if (h < h_wanted && failures == 0) h_next_ = std::max(h_next_, h_wanted);
  if (options_.max_step_s > 0) h_next_ = std::min(h_next_, options_.max_step_s);
}

// After a rejected attempt; err is not finite where there was no slope or no number, so nothing to go by.
double ExplicitRungeKutta::shrink(double err, int failures) const {
  if (!std::isfinite(err)) return 0.25;
  if (options_.control == StepControl::ode45 && failures > 0) return 0.5;
  return std::max(max_shrink_, safety_ * std::pow(err, 0.75 * beta_ - 1.0 / table_.error_power));
}

// Whether something fast, not the motion that was asked for, sets the steps [HairerWanner1996] section IV.2: the last stage and the end are two values for one instant.
// They differ in little more than what moves fastest, and their slopes then differ |lambda| times as much. At h |lambda| near the border of stability a laxer tolerance
// would not make steps longer; somewhat below it lie steps that follow a vibration too small to be asked for, where a motion of size 1 has h |lambda| = 0.1 at 1e-9.
void ExplicitRungeKutta::watch_stability(double h) {
  constexpr double near = 0.35;
  double apart = 0, slopes_apart = 0;
  const double *k_end = end_slope(), *k_last = k_[static_cast<std::size_t>(table_.stages - 1)];
  double* d = inner_.data();
  combine(between_, 1, system_.n_states(), nullptr, d);
  for (int i = 0; i < system_.n_states(); ++i) {
    apart += d[i] * d[i];
    slopes_apart += (k_end[i] - k_last[i]) * (k_end[i] - k_last[i]);
  }
  const double h_lambda = apart > 0 ? std::sqrt(slopes_apart / apart) : 0;
  if (!(h_lambda >= near * table_.stable_to)) return;
  ++counts_.held;
  counts_.fastest_per_s = h_lambda / h;
}

// The end of the last step becomes the start of the next.
void ExplicitRungeKutta::begin_step() {
  y0_ = y_;
  std::swap(k_.front(), k_[static_cast<std::size_t>(table_.stages)]);
  t0_ = t_;
  h_ = 0;
  knows_ = Knows::nothing;
}

StepReport ExplicitRungeKutta::fail(std::string why) {
  why_ = std::move(why);
  t_ = t0_;
  y_ = y0_;
  h_ = 0;
  slope_known_ = false;
  return {StepStatus::failed, t_, 0, why_};
}

StepReport ExplicitRungeKutta::accept(double t_end) {
  y_.swap(y_try_);
  h_ = t_end - t0_;
  t_ = t_end;
  knows_ = Knows::nothing;
  ++counts_.steps;
  system_.accepted(t_, y_.data());
  return {StepStatus::step, t_, h_, {}};
}

StepReport ExplicitRungeKutta::step(double t_limit) {
  if (!(t_limit > t())) return {StepStatus::reached_limit, t(), 0, {}};
  if (moved_) {
    t_ = t_moved_;
    y_.swap(y_moved_);
    slope_known_ = moved_ = false;
  }
  if (!slope_known_ && slope(t_, y_.data(), end_slope()) != RhsStatus::ok) {
    why_ = fmt::format("no right-hand side at t = {} s", t_);
    return {StepStatus::failed, t_, 0, why_};
  }
  slope_known_ = true;
  begin_step();
  const bool constant = options_.fixed_step_s > 0;
  if (h_next_ <= 0 && !constant) h_next_ = first_step(t_limit - t0_);
  if (options_.max_step_s > 0) h_next_ = std::min(h_next_, options_.max_step_s);

  for (int failures = 0;; ++failures) {
    const double h_wanted = h_next_, h = length(t_limit), t_end = step_end(t0_, h, t_limit);
    RhsStatus status = stages_and_solution(h, t_end);
    double err = std::numeric_limits<double>::infinity();
    if (status == RhsStatus::ok) err = constant ? 0 : error(h);
    if (err <= 1) {
      status = finish(t_end);
      if (status == RhsStatus::ok) {
        if (!constant) adapt(h, h_wanted, err, failures);
        if (!between_.empty()) watch_stability(h);
        StepReport report = accept(t_end);
        if (t_end == t_limit) report.status = StepStatus::reached_limit;
        return report;
      }
      err = std::numeric_limits<double>::infinity();
    }
    if (status == RhsStatus::stop) return fail(fmt::format("the right-hand side ended the run in the step from t = {} s", t0_));
    if (constant) return fail(fmt::format("no right-hand side in the constant step of {} s from t = {} s", h, t0_));
    ++counts_.rejected;
    h_next_ = h * shrink(err, failures);
    if (h_next_ <= smallest_step(t0_)) return fail(fmt::format("step size fell to {:.1e} s at t = {} s", h_next_, t0_));
  }
}

StepReport ExplicitRungeKutta::retake(double t_s) {
  const double h = t_s - t0_;
  moved_ = false;
  ZANJIR_REQUIRE(h_ > 0 && h > 0, "only a step that was taken can be taken again, forwards");
  RhsStatus status = stages_and_solution(h, t_s);
  if (status == RhsStatus::ok) status = finish(t_s);
  if (status != RhsStatus::ok) return fail(fmt::format("no right-hand side in the step from t = {} s, taken again", t0_));
  --counts_.steps;
  return accept(t_s);
}

// With the first n_terms rows of D.
void ExplicitRungeKutta::nested_dense(double theta, int n_terms, double* y) {
  const HermiteEnds e = ends();
  std::fill_n(y, n_, 0.0);
  double* F = terms_.data();
  for (int term = n_terms - 1; term >= 0; --term) {
    combine(table_.D.subspan(static_cast<std::size_t>(term * table_.rows), static_cast<std::size_t>(table_.rows)), h_, n_, nullptr, F);
    const double factor = term % 2 == 0 ? 1 - theta : theta;
    for (int i = 0; i < n_; ++i) y[i] = (F[i] + y[i]) * factor;
  }
  for (int i = 0; i < n_; ++i) {
    const double rise = e.y1[i] - e.y0[i], F_1 = h_ * e.f0[i] - rise, F_2 = 2 * rise - h_ * (e.f0[i] + e.f1[i]);
    y[i] = e.y0[i] + theta * (rise + (1 - theta) * (F_1 + theta * (F_2 + y[i])));
  }
}

// What a sample needs beyond the stages of the step: the extra stages of the table, or two slopes on its free polynomial for one of an order more.
void ExplicitRungeKutta::prepare_sample() {
  if (knows_ != Knows::nothing) return;
  knows_ = Knows::free;
  const auto n = static_cast<std::size_t>(n_);
  const auto extra = [&](double c, double* k) {
    ++counts_.rhs_for_output;
    return slope(t0_ + c * h_, y_try_.data(), k);
  };
  if (table_.rows > table_.stages + 1) {
    for (int i = table_.stages + 1; i < table_.rows; ++i) {
      combine(table_.row_of_A(i), h_, n_, y0_.data(), y_try_.data());
      if (extra(table_.c[static_cast<std::size_t>(i)], k_[static_cast<std::size_t>(i)]) != RhsStatus::ok) return;
    }
    knows_ = Knows::dense_stages;
  } else if (!table_.D.empty()) {
    double *f_a = inner_.data(), *f_b = f_a + n, *c = f_b + n, *d = c + n;
    nested_dense(theta_5a, free_terms(), y_try_.data());
    if (extra(theta_5a, f_a) != RhsStatus::ok) return;
    nested_dense(theta_5b, free_terms(), y_try_.data());
    if (extra(theta_5b, f_b) != RhsStatus::ok) return;
    quintic_coefficients(ends(), f_a, f_b, c, d);
    knows_ = Knows::quintic;
  }
}

// By the best polynomial that is known.
void ExplicitRungeKutta::read_inside(double t_s, double* y) {
  if (t_s == t() || h_ == 0) {
    std::copy_n(this->y(), n_, y);
    return;
  }
  const double theta = (t_s - t0_) / h_;
  if (knows_ == Knows::quintic) {
    const double *c = inner_.data() + 2 * static_cast<std::size_t>(n_), *d = c + n_;
    cubic_hermite(ends(), theta, y);
    add_bump(n_, theta, c, d, y);
  } else {
    const bool all = knows_ == Knows::dense_stages;
    nested_dense(theta, all ? static_cast<int>(table_.D.size()) / table_.rows : free_terms(), y);
  }
}

void ExplicitRungeKutta::interpolate(double t_s, double* y) {
  if (t_s != t() && h_ != 0) prepare_sample();
  read_inside(t_s, y);
}

void ExplicitRungeKutta::glance(double t_s, double* y) {
  if (moves_end()) read_inside(t_s, y);
  else interpolate(t_s, y);
}

// What is wrong with the polynomial goes as theta^2 (1 - theta)^2. A 256th of the step from its end that is a 4096th of what it is in the middle, and a few hundredths of what is wrong with the
// step itself (MovedEnd.*).
bool ExplicitRungeKutta::move_end(double t_s) {
  constexpr double furthest = 1.0 / 256;
  if (!moves_end() || !(std::abs(t_s - t_) <= furthest * h_)) return false;
  moved_ = false;
  read_inside(t_s, y_moved_.data());
  system_.project(t_s, y_moved_.data());
  t_moved_ = t_s;
  moved_ = true;
  return true;
}

}  // namespace zanjir
