// The order of every method that can take constant steps, measured on mechanisms: errors against a run at 1e-13 with another formulation. The step is halved
// until the error comes near that of the reference; the finest pair gives the slope, which has to round to the order or better.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

struct Measured {
  double order = 0, error = 0, step_s = 0;  // of the finest pair of steps
};

struct Reference {
  State end;
  double error;  // as two references show it: other tolerance, other formulation
};

Reference reference_of(const Model& model, const State& start, double until_s) {
  State other = start;
  EXPECT_EQ(simulate(model, other, adaptive_run(until_s, "dop853", 2e-13), {}).end, RunEnd::reached_end);
  const State end = reference_end(model, start, until_s);
  return {end, distance(model, end, other)};
}

Measured measure_order(const Model& model, const State& start, const Reference& reference, SimOptions options, double coarsest_step_s) {
  // Below this the slope would be that of the reference; of loops that may stay open by 1e-12 and errors that grow from there; of the iterations inside the steps, which solve stages to 1e-13
  // of the speeds in each of a thousand steps; or of index-3 steps, which solve for positions to rounding, so that their speeds are off by eps / h each.
  const MethodInfo& method = *find_method(options.stepper.method);
  const bool iterates = method.implicit || model.n_closure_rows() > 0;
  const double floor_of_errors = std::max(10 * reference.error, method.order <= 2 ? 1e-6 : iterates ? 1e-10 : 1e-11);
  Measured m;
  double before = 0;
  for (int k = 0; k < 8; ++k) {
    options.stepper.fixed_step_s = coarsest_step_s / (1 << k);
    State state = start;
    const RunSummary summary = simulate(model, state, options, {});
    if (summary.end != RunEnd::reached_end) continue;  // implicit stages do not converge in steps that are much too long
    const double error = distance(model, state, reference.end);
    if (before > 0 && error < floor_of_errors) break;
    if (before > 0) m = {std::log2(before / error), error, options.stepper.fixed_step_s};
    before = error;
  }
  return m;
}

double coarsest_step(int order) { return order >= 8 ? 0.0625 : order >= 5 ? 0.025 : order >= 4 ? 0.0125 : order >= 2 ? 0.008 : 0.002; }

class MethodOrder : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(MethodOrder, IsReachedOnMechanisms) {
  const auto& [name, method] = GetParam();
  const Model model = zoo_model(name);
  const State start = closed_start(model);
  constexpr double until_s = 1;
  const Reference reference = reference_of(model, start, until_s);
  const int order = find_method(method)->order;
  const Measured m = measure_order(model, start, reference, fixed_run(until_s, method, 0), coarsest_step(order));
  std::printf("  %s on %s: order %.2f, error %.1e at %.1e s\n", method.c_str(), name.c_str(), m.order, m.error, m.step_s);
  EXPECT_GT(m.order, order - 0.5);
  if (order <= 2) {
    EXPECT_LT(m.order, order + 0.1);
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
                         ::testing::Combine(::testing::Values("ball_pendulum", "four_bar", "prescribed_base_arm"),
                                            ::testing::ValuesIn(methods_with_constant_steps())),
                         [](const auto& info) { return test_name(std::get<0>(info.param) + "_" + std::get<1>(info.param)); });

// The multipliers are unknowns of each step and phi = 0 is solved for: positions and speeds keep order 2 without any projection, also with redundant
// rows (Bricard, the spatial four-bars).
TEST(GeneralizedAlpha, KeepsOrderTwoInItsIndexThreeLimit) {
  for (const std::string name : {"four_bar", "four_bar_spatial", "bricard", "n_four_bar", "n_four_bar_spatial"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const State start = closed_start(model);
    constexpr double until_s = 0.5;
    const Reference reference = reference_of(model, start, until_s);
    for (const double radius : {0.0, 0.8, 1.0}) {
      SimOptions options = fixed_run(until_s, "generalized-alpha", 0);
      options.stepper.spectral_radius = radius;
      const Measured m = measure_order(model, start, reference, std::move(options), 0.016);
      std::printf("  %s, spectral radius %.1f: order %.2f, error %.1e at %.1e s\n", name.c_str(), radius, m.order, m.error, m.step_s);
      EXPECT_NEAR(m.order, 2, 0.1) << radius;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
