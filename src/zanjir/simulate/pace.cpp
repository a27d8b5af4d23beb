#include "zanjir/simulate/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "zanjir/integrate/stepper.hpp"
#include "zanjir/simulate/forecast.hpp"

namespace zanjir {
namespace {

constexpr double window_s = 10;                 // of the clock: shorter ones would take a bounce for the run
constexpr double hopeless_s = 86400;            // nobody waits that long without having been told
constexpr double often_s = 0.05, seldom_s = 1;  // between two looks at the clock
constexpr long longest_stride = 4096;

double system_clock_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Pace::Pace(double t_begin_s, double until_s, Say say, Clock clock)
    : t_begin_s_(t_begin_s), until_s_(until_s), say_(std::move(say)), clock_(clock ? std::move(clock) : Clock(system_clock_s)) {}

// By the faster of two rates, that of the last window and that of the whole: what begins slowly may speed up, and a slow stretch may end.
bool Pace::is_slow(double t_s) {
  if (begun_ && ++steps_ < stride_) return false;
  steps_ = 0;
  const Instant now{clock_(), t_s};
  if (!begun_) begin_ = window_ = last_ = now, begun_ = true;
  const double since = now.clock_s - last_.clock_s;
  last_ = now;
  if (since < often_s) stride_ = std::min(2 * stride_, longest_stride);
  if (since > seldom_s) stride_ = std::max(stride_ / 2, 1L);
  if (now.clock_s - window_.clock_s < window_s) return false;
  const auto rate = [&](const Instant& from) { return (now.t_s - from.t_s) / (now.clock_s - from.clock_s); };
  left_s_ = (until_s_ - t_s) / std::max(rate(begin_), rate(window_));
  window_ = now;
  return left_s_ > hopeless_s;
}

// Second differences of three states that follow each other: they need no evaluation, which could change what methods and contacts remember.
void Pace::look(double t_s, std::span<const double> y, const StepperOptions& stepper, bool cut) {
  const double h = t_s - t_last_s_, h_before = t_last_s_ - t_before_s_;
  if (y_last_.size() != y.size()) bend_.assign(y.size(), 0), y_last_.assign(y.begin(), y.end()), n_seen_ = 0;
  else if (h > 0 && n_seen_ >= 2) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double rates_differ = (y[i] - y_last_[i]) / h - (y_last_[i] - y_before_[i]) / h_before;
      bend_[i] += std::abs(rates_differ) * h / (stepper.abs_tol + stepper.rel_tol * std::abs(y[i]));
    }
    span_s_ += h;
    n_cut_ += cut ? 1 : 0;
  }
  if (n_seen_ > 0 && !(h > 0)) return;  // an event: it is not a step
  ++n_seen_;
  y_before_ = y_last_;
  y_last_.assign(y.begin(), y.end());
  t_before_s_ = t_last_s_;
  t_last_s_ = t_s;
}

bool Pace::hopeless(double t_s, std::span<const double> y, const StepperOptions& stepper, bool cut) {
  if (said_) return false;
  if (!slow_) slow_ = is_slow(t_s);
  if (!slow_) return false;
  look(t_s, y, stepper, cut);
  if (n_seen_ < looks + 2) return false;
  return said_ = true;
}

std::size_t Pace::fastest() const { return static_cast<std::size_t>(std::max_element(bend_.begin(), bend_.end()) - bend_.begin()); }

void Pace::say(const std::string& what_holds_it_up) {
  if (!say_) return;
  const std::string left = std::isfinite(left_s_) ? duration_text(left_s_) : "for ever";
  say_(fmt::format("t = {:.4g} s of {:.4g} s after {}: at this rate the rest takes {}. {}; Ctrl-C ends it and keeps what is recorded", last_.t_s,
                   until_s_, duration_text(last_.clock_s - begin_.clock_s), left, what_holds_it_up));
}

// What keeps the steps short, and what to do about it.
std::string what_holds_up(const Pace& pace, const StepperOptions& stepper, const StepperCounts& counts, long steps_taken_again,
                          const std::string& fastest) {
  const std::string steps = fmt::format("Its steps are {:.2g} s long", pace.step_s());
  if (stepper.fixed_step_s > 0) return steps + ", as asked for: a longer --step, or a method that chooses them";
  if (pace.mostly_cut())
    return steps + ", since they end where something happens (samples of a controller, switches of a law, events, --max-step): less of that";
  std::string out = steps + ", for " + fastest;
  if (2 * steps_taken_again > counts.steps)
    return out +
           " and contacts whose energy does not add up in longer ones: a softer law of contact, a method for stiff systems (bdf), or contacts that "
           "hold";
  if (2 * counts.held > counts.steps)
    return out + fmt::format(
                     ": something at about {:.2g} rad/s is stable in no longer ones, however little it moves; `--method auto` finds what serves "
                     "better, bdf and generalized-alpha step over it",
                     counts.fastest_per_s);
  return out +
         fmt::format(
             ", which moves too fast for longer ones at relative and absolute tolerances of {:.1g} and {:.1g}: larger tolerances, a shorter run, "
             "`--method auto` if it is a vibration that does not matter, or look for what is wrong with it (a mass, a spring, an initial speed)",
             stepper.rel_tol, stepper.abs_tol);
}

}  // namespace zanjir
