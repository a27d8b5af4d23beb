// Spin-up of a flexible beam to a speed above its own first frequency [Kane1987, SimoVuQuoc1987]: with geometric stiffening the tip
// lags behind by little more than half a metre and comes back, without it the deflection grows without bound. Reference: an
// independent program for the same field, four digits.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/beams.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/simulate/channel_event.hpp"

namespace zanjir::test {
namespace {

constexpr double half_digit_m = 5e-5;

struct SpinUp {
  MemoryRun run;
  std::vector<double> t_s, lag_m;  // of the tip, seen from the turning frame
};
SpinUp spin_up(const Model& model, double until_s) {
  SimOptions options = adaptive_run(until_s, "dop853", 1e-9);
  options.sample_interval_s = 0.01;  // near its largest value the lag moves by less than 1e-5 m within that
  options.samples.frames.push_back(*model.find_frame("beam.tip"));
  SpinUp out{run_in_memory(model, options), {}, {}};
  EXPECT_EQ(out.run.summary.end, RunEnd::reached_end) << out.run.summary.why;
  EXPECT_LT(out.run.summary.relative_imbalance(), 1.5e-11);
  out.t_s = out.run.record->column("t");
  const std::vector<double> x = out.run.record->column("beam.tip.x"), y = out.run.record->column("beam.tip.y"), turn = out.run.record->column("hub");
  for (std::size_t i = 0; i < x.size(); ++i) out.lag_m.push_back(std::cos(turn[i]) * y[i] - std::sin(turn[i]) * x[i]);
  return out;
}
std::size_t largest(const std::vector<double>& values, std::size_t from = 0) {
  std::size_t best = from;
  for (std::size_t i = from; i < values.size(); ++i)
    if (std::abs(values[i]) > std::abs(values[best])) best = i;
  return best;
}

// Would catch: stiffening that is truncated (0.5783, 0.5735, 0.5744), missing (it diverges), or taken to another order.
TEST(SpinUp, StaysBoundedWithStiffening) {
  const struct {
    const char* modes;
    double lag_m;
  } cases[] = {{"1", 0.5797}, {"2", 0.5750}, {"3", 0.5759}, {"5", 0.5759}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.modes);
    const SpinUp s = spin_up(zoo_model("elastic_spin_up", {{"modes", c.modes}}), 30);
    const std::size_t most = largest(s.lag_m);
    EXPECT_NEAR(s.lag_m[most], -c.lag_m, half_digit_m) << "a lag is against the turn";
    EXPECT_NEAR(s.t_s[most], 6.77, 0.01);
    const double rest = std::abs(s.lag_m[largest(s.lag_m, 1501)]);
    EXPECT_LT(rest, 4e-3) << "after the spin-up the tip is back, but for a small vibration";
    if (std::atoi(c.modes) >= 3) {
      EXPECT_NEAR(rest, 3.8e-3, half_digit_m);
    }
  }
}

TEST(SpinUp, DivergesWithoutStiffening) {
  const SpinUp s = spin_up(zoo_model("elastic_spin_up", {{"bodies.beam.beam.stiffening", "none"}}), 9.5);
  std::size_t beyond = 0;
  while (beyond < s.lag_m.size() && std::abs(s.lag_m[beyond]) < 10) ++beyond;
  ASSERT_LT(beyond, s.lag_m.size());
  EXPECT_NEAR(s.t_s[beyond], 9.2, 0.05);
}

// In time: the residual stretch swings about that of steady rotation.
TEST(SpinUp, StretchesByTheClosedForm) {
  const SpinUp s = spin_up(zoo_model("elastic_spin_up", {{"modes", "3"}, {"axial", "1"}}), 30);
  const std::vector<double> stretch = s.run.record->column("beam.mode4");  // its shape is one at the tip
  double sum = 0;
  for (std::size_t i = 1501; i < stretch.size(); ++i) sum += stretch[i];
  const double kappa = std::sqrt(1.2 * 36 / 2.8e7), exact = std::tan(10 * kappa) / kappa - 10;
  EXPECT_NEAR(sum / static_cast<double>(stretch.size() - 1501), exact, 1e-4 * exact);
}

// The frequency of a small vibration of the beam that turns steadily: by the stiffness about that motion, and in time from the
// instants at which the tip passes through zero.
TEST(SpinUp, VibratesAtTheLeadLagFrequency) {
  const struct {
    const char* modes;
    double frequency;
  } cases[] = {{"1", 4.62416}, {"2", 4.53459}, {"3", 4.51698}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.modes);
    const Model model = zoo_model("elastic_spin_up", {{"modes", c.modes}, {"motion.hub", "6*t"}});
    State state = initial_state(model);
    const Vibrations v = vibrations_about(model, state);
    EXPECT_NEAR(v.frequency[0], c.frequency, 5e-6);
    // A hundred-thousandth of the length: what the frequency owes to the amplitude is the square of that.
    state.q.tail(v.shape.rows()) = 1e-4 / v.shape(0, 0) * v.shape.col(0);
    SimOptions options = adaptive_run(20, "dop853", 1e-12);
    options.events.push_back({nullptr, UserEvent::Then::go_on, "zero", "beam.mode1", Crossing::rising});
    const MemoryRun run = run_in_memory(model, state, options);
    const auto& events = run.record->events();
    ASSERT_GT(events.size(), 10u);
    EXPECT_NEAR(2 * std::numbers::pi * static_cast<double>(events.size() - 1) / (events.back().t_s - events.front().t_s), v.frequency[0], 1e-8);
  }
}

}  // namespace
}  // namespace zanjir::test
