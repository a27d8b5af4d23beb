// The order of every method that can take constant steps, measured on mechanisms: errors at h and h/2 against a run at 1e-13 with another formulation.
// e = C h^p (1 + D h + ...): a slope is off by about 0.7 D h, so the finest pair decides and may miss the order by a third.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

constexpr double slope_slack = 0.35;

struct Measured {
  double order = 0, error = 0;  // of the finer of two steps
};

Measured measure_order(const Model& model, const State& start, const State& reference, SimOptions options, double h) {
  double error[2];
  for (const int k : {0, 1}) {
    options.stepper.fixed_step_s = k == 0 ? h : h / 2;
    State state = start;
    const RunSummary summary = simulate(model, state, options, {});
    EXPECT_EQ(summary.end, RunEnd::reached_end) << summary.why;
    error[k] = distance(model, state, reference);
  }
  return {std::log2(error[0] / error[1]), error[1]};
}

// Steps that leave an error well above rounding and are well inside the asymptotic range.
double step_for(int order) { return order >= 8 ? 0.1 : order >= 5 ? 0.025 : order >= 4 ? 0.0125 : order >= 2 ? 0.002 : 0.001; }

class MethodOrder : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(MethodOrder, IsReachedOnMechanisms) {
  const auto& [name, method] = GetParam();
  const Model model = zoo_model(name);
  const State start = closed_start(model);
  constexpr double until_s = 1;
  const State reference = reference_end(model, start, until_s);
  const int order = find_method(method)->order;
  const Measured m = measure_order(model, start, reference, fixed_run(until_s, method, 0), step_for(order));
  std::printf("  %s on %s: order %.2f, error %.1e\n", method.c_str(), name.c_str(), m.order, m.error);
  EXPECT_GT(m.order, order - slope_slack);
  if (order <= 2) {
    EXPECT_LT(m.order, order + slope_slack);
  }
}

std::vector<std::string> methods_with_constant_steps() {
  std::vector<std::string> names;
  for (const MethodInfo& m : stepper_methods()) {
    if (m.one_step) names.emplace_back(m.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, MethodOrder,
                         ::testing::Combine(::testing::Values("ball_pendulum", "four_bar", "prescribed_base_arm"), ::testing::ValuesIn(methods_with_constant_steps())),
                         [](const auto& info) { return test_name(std::get<0>(info.param) + "_" + std::get<1>(info.param)); });

// The multipliers are unknowns of each step and phi = 0 is solved for: positions and speeds keep order 2 without any projection, also with redundant
// rows (Bricard, the spatial four-bars).
TEST(GeneralizedAlpha, KeepsOrderTwoInItsIndexThreeLimit) {
  for (const std::string name : {"four_bar", "four_bar_spatial", "bricard", "n_four_bar", "n_four_bar_spatial"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const State start = closed_start(model);
    constexpr double until_s = 0.5;
    const State reference = reference_end(model, start, until_s);
    for (const double radius : {0.0, 0.8, 1.0}) {
      SimOptions options = fixed_run(until_s, "generalized-alpha", 0);
      options.stepper.spectral_radius = radius;
      const Measured m = measure_order(model, start, reference, options, 0.004);
      std::printf("  %s, spectral radius %.1f: order %.2f, error %.1e\n", name.c_str(), radius, m.order, m.error);
      EXPECT_NEAR(m.order, 2, slope_slack) << radius;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
