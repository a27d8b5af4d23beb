#include "zanjir/integrate/semi_implicit_euler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/core/contract.hpp"
#include "zanjir/integrate/step_length.hpp"

namespace zanjir {

SemiImplicitEuler::SemiImplicitEuler(const StepperOptions& options, System& system, MechanicalSystem& mechanical)
    : step_s_(options.fixed_step_s), system_(system), mechanical_(mechanical), n_(system.n()) {
  ZANJIR_REQUIRE(mechanical.nq() + mechanical.nv() + mechanical.nz() == system.n_states(), "q, v and z are the states");
  for (auto* v : {&y0_, &y_, &y_try_, &f0_, &f1_}) v->resize(static_cast<std::size_t>(n_));
  dv_.resize(static_cast<std::size_t>(mechanical.nv()));
}

void SemiImplicitEuler::restart(double t_s, const double* y) {
  std::copy_n(y, n_, y_.begin());
  y0_ = y_;
  t_ = t0_ = t_s;
  slope_known_ = false;
}

RhsStatus SemiImplicitEuler::slope(double t, const double* y, double* f) {
  ++counts_.rhs;
  return system_.rhs(t, y, f);
}

// All but the ledger, h after the start of the step.
void SemiImplicitEuler::move(double h, const double* speed, double* y) {
  const int nq = mechanical_.nq(), n_states = system_.n_states();
  for (int i = nq; i < n_states; ++i) y[i] = y0_[static_cast<std::size_t>(i)] + h * f0_[static_cast<std::size_t>(i)];
  for (std::size_t i = 0; i < dv_.size(); ++i) dv_[i] = h * speed[i];
  mechanical_.retract(y0_.data(), dv_.data(), y);
}

RhsStatus SemiImplicitEuler::take(double h, double t_end) {
  const int nq = mechanical_.nq();
  std::vector<double>& y = y_try_;
  for (int i = 0; i < mechanical_.nv(); ++i) {  // the new speeds, where move() looks for them
    const auto at = static_cast<std::size_t>(nq + i);
    f1_[at] = y0_[at] + h * f0_[at];
  }
  move(h, f1_.data() + nq, y.data());
  const auto ledger = static_cast<std::size_t>(system_.n_states());
  std::copy(y0_.begin() + static_cast<std::ptrdiff_t>(ledger), y0_.end(), y.begin() + static_cast<std::ptrdiff_t>(ledger));
  counts_.projections += system_.project(t_end, y.data());
  const RhsStatus status = slope(t_end, y.data(), f1_.data());
  for (std::size_t i = ledger; i < y.size(); ++i) y[i] += 0.5 * h * (f0_[i] + f1_[i]);  // on top of what the projection booked
  return status;
}

StepReport SemiImplicitEuler::fail(std::string why) {
  why_ = std::move(why);
  y_ = y0_;
  t_ = t0_;
  slope_known_ = false;
  return {StepStatus::failed, t_, 0, why_};
}

StepReport SemiImplicitEuler::accept(double t_end) {
  y_.swap(y_try_);
  t_ = t_end;
  ++counts_.steps;
  system_.accepted(t_, y_.data());
  return {StepStatus::step, t_, t_ - t0_, {}};
}

StepReport SemiImplicitEuler::step(double t_limit) {
  if (!(t_limit > t_)) return {StepStatus::reached_limit, t_, 0, {}};
  y0_ = y_;
  t0_ = t_;
  if (slope_known_) f0_.swap(f1_);
  else if (slope(t0_, y0_.data(), f0_.data()) != RhsStatus::ok) return fail(fmt::format("no right-hand side at t = {} s", t0_));
  slope_known_ = true;
  const double h = fixed_step_towards(t0_, t_limit, step_s_), t_end = step_end(t0_, h, t_limit);
  if (take(h, t_end) != RhsStatus::ok) return fail(fmt::format("no right-hand side in the constant step of {} s from t = {} s", h, t0_));
  StepReport report = accept(t_end);
  if (t_end == t_limit) report.status = StepStatus::reached_limit;
  return report;
}

StepReport SemiImplicitEuler::retake(double t_s) {
  ZANJIR_REQUIRE(t_ > t0_ && t_s > t0_, "only a step that was taken can be taken again, forwards");
  if (take(t_s - t0_, t_s) != RhsStatus::ok) return fail(fmt::format("no right-hand side in the step from t = {} s, taken again", t0_));
  --counts_.steps;
  return accept(t_s);
}

void SemiImplicitEuler::interpolate(double t_s, double* y) {
  if (t_s == t_ || t_ == t0_) {
    std::copy_n(y_.begin(), n_, y);
    return;
  }
  const double h = t_s - t0_, theta = h / (t_ - t0_);
  move(h, y_.data() + mechanical_.nq(), y);
  for (int i = system_.n_states(); i < n_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    y[i] = (1 - theta) * y0_[at] + theta * y_[at];
  }
}

}  // namespace zanjir
