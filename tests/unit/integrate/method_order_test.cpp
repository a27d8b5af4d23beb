// The order of every method, measured: constant steps, halved, on a Kepler orbit with its closed form. This also guards against the defect of the ARKODE
// version in use, which without a post-step hook gives Verner's method order 3 (arkode_stepper.cpp).
#include <gtest/gtest.h>

#include <ostream>

#include "support/ode_systems.hpp"

namespace zanjir {
void PrintTo(const MethodInfo& method, std::ostream* out) { *out << method.name; }
}  // namespace zanjir

namespace zanjir::test {
namespace {

std::vector<MethodInfo> methods_where(bool (*wanted)(const MethodInfo&)) {
  std::vector<MethodInfo> out;
  for (const MethodInfo& method : stepper_methods())
    if (wanted(method)) out.push_back(method);
  return out;
}
std::string test_name(const testing::TestParamInfo<MethodInfo>& info) {
  std::string name(info.param.name);
  std::erase(name, '-');
  return name;
}

StepperOptions constant(const MethodInfo& method, double h) {
  StepperOptions options;
  options.method = method.name;
  options.fixed_step_s = h;
  options.rel_tol = options.abs_tol = 1e-13;  // of the iteration inside an implicit step
  return options;
}

// Steps of a length at which the error of a method of this order is well above rounding and well inside the asymptotic range.
int coarsest(int order) { return order >= 8 ? 20 : order >= 6 ? 60 : order >= 4 ? 120 : 600; }

class OneStep : public testing::TestWithParam<MethodInfo> {};

TEST_P(OneStep, HasItsOrder) {
  const double t_end = 6;
  Kepler orbit(0.1);
  std::vector<double> error;
  for (int n : {1, 2, 4}) {
    Kepler system(0.1);
    const auto stepper = make_stepper(constant(GetParam(), t_end / (n * coarsest(GetParam().order))), system, &system);
    stepper->restart(0, system.start().data());
    double worst = 0;  // over the run: at one instant errors of two orders may cancel
    const Drive run = drive_on(*stepper, 5, t_end, [&](const StepReport& step) {
      worst = std::max(worst, largest_difference(stepper->y(), orbit.exact(step.t_s).data(), 5));
    });
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
    EXPECT_EQ(run.last.t_s, t_end);
    EXPECT_EQ(stepper->counts().steps, n * coarsest(GetParam().order)) << "constant steps";
    error.push_back(worst);
  }
  RecordProperty("order", std::to_string(observed_order(error)));
  EXPECT_NEAR(observed_order(error), GetParam().order, 0.35) << error[0] << " " << error[1] << " " << error[2];
}

// The orbit does not know the time: y' = y cos t does, at every stage of a step. (Methods of the second-order form have a mechanical system only.)
class OneStepInTime : public testing::TestWithParam<MethodInfo> {};
INSTANTIATE_TEST_SUITE_P(Method, OneStepInTime, testing::ValuesIn(methods_where([](const MethodInfo& m) {
                           return m.one_step && m.name != "semi-implicit-euler" && m.name != "generalized-alpha";
                         })),
                         test_name);
TEST_P(OneStepInTime, SeesTheTimeOfItsStages) {
  const double t_end = 6;
  std::vector<double> error;
  for (int n : {1, 2}) {
    FunctionSystem system(1, 0, [](double t, const double* y, double* f) {
      f[0] = y[0] * std::cos(t);
      return RhsStatus::ok;
    });
    const auto stepper = make_stepper(constant(GetParam(), t_end / (n * coarsest(GetParam().order))), system);
    const Numbers start{1};
    stepper->restart(0, start.data());
    double worst = 0;
    const Drive run = drive_on(*stepper, 1, t_end,
                               [&](const StepReport& step) { worst = std::max(worst, std::abs(stepper->y()[0] - std::exp(std::sin(step.t_s)))); });
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
    error.push_back(worst);
  }
  EXPECT_NEAR(observed_order(error), GetParam().order, 0.5) << error[0] << " " << error[1];
}

// What a step costs, projection hook included: the library evaluates the slope at the end anew.
TEST(Cost, OfAStepInRightHandSides) {
  const std::pair<const char*, long> known[] = {{"dopri5", 6},     {"dop853", 12},    {"rk4", 4},      {"semi-implicit-euler", 1}, {"fehlberg45", 6},
                                                {"fehlberg54", 6}, {"dopri5-ark", 7}, {"verner65", 8}, {"fehlberg78", 13}};
  for (const auto& [name, per_step] : known) {
    Kepler system(0.1);
    const auto stepper = make_stepper(constant(*find_method(name), 0.01), system, &system);
    drive(*stepper, system.start(), 1);
    EXPECT_NEAR(static_cast<double>(stepper->counts().rhs), static_cast<double>(100 * per_step), 3)
        << name;  // the first slope, a reset for the last step
  }
}

// Error inside the steps against halved steps, of `sample`: as good as the step itself, so of the method's own order where it is told to be asked.
TEST_P(OneStep, SamplesInsideAreAsGoodAsTheSteps) {
  const double t_end = 6;
  std::vector<double> inside, ends;
  for (int n : {1, 2, 4}) {
    Kepler system(0.1);
    const auto stepper = make_stepper(constant(GetParam(), t_end / (n * coarsest(GetParam().order))), system, &system);
    if (!stepper->samples_inside()) GTEST_SKIP() << "steps to each sample";
    Numbers y(5);
    double worst_inside = 0, worst_end = 0;
    stepper->restart(0, system.start().data());
    drive_on(*stepper, 5, t_end, [&](const StepReport& step) {
      worst_end = std::max(worst_end, largest_difference(stepper->y(), system.exact(step.t_s).data(), 5));
      for (double theta : {0.1, 0.35, 0.6, 0.85}) {
        const double t = step.t_s - theta * step.h_s;
        stepper->interpolate(t, y.data());
        worst_inside = std::max(worst_inside, largest_difference(y, system.exact(t)));
      }
    });
    inside.push_back(worst_inside);
    ends.push_back(worst_end);
  }
  EXPECT_GT(observed_order(inside), std::min(GetParam().order, 7) - 0.4) << inside[0] << " " << inside[1] << " " << inside[2];
  EXPECT_LT(inside.back(), 4 * ends.back()) << "the measured bound of the methods in use is 1.3";
}

// Dense output meets both ends of the step, and what it costs is paid once per step.
TEST_P(OneStep, InterpolationMeetsTheEndsAndIsPreparedOnce) {
  Kepler system(0.3);
  const auto stepper = make_stepper(constant(GetParam(), 0.05), system, &system);
  stepper->restart(0, system.start().data());
  Numbers y(5), before = system.start();
  for (int i = 0; i < 10; ++i) {
    const StepReport step = stepper->step(100);
    ASSERT_EQ(step.status, StepStatus::step);
    stepper->interpolate(step.t_s - step.h_s, y.data());
    EXPECT_LT(largest_difference(y, before), 1e-15);
    const long rhs = stepper->counts().rhs;
    stepper->interpolate(std::nextafter(step.t_s, 0), y.data());
    EXPECT_LT(largest_difference(y.data(), stepper->y(), 5), 1e-14) << "one unit in the last place before the end";
    EXPECT_EQ(stepper->counts().rhs, rhs);
    before.assign(stepper->y(), stepper->y() + 5);
  }
}

INSTANTIATE_TEST_SUITE_P(Method, OneStep, testing::ValuesIn(methods_where([](const MethodInfo& m) { return m.one_step; })), test_name);

// Of first order in its path, but what happens along that path is booked to second order: by the trapezoid of the rates at both ends of a step.
TEST(SemiImplicitEuler, BooksWorkByTheTrapezoidAlongItsOwnPath) {
  const double h = 0.1;
  Kepler system(0.1);
  const auto stepper = make_stepper(constant(*find_method("semi-implicit-euler"), h), system, &system);
  stepper->restart(0, system.start().data());
  for (int k = 1; k <= 5; ++k) {
    const Numbers before(stepper->y(), stepper->y() + 5);
    ASSERT_NE(stepper->step(1).status, StepStatus::failed);
    Numbers f0(5), f1(5);
    system.rhs(0, before.data(), f0.data());
    system.rhs(0, stepper->y(), f1.data());
    EXPECT_NEAR(stepper->y()[4] - before[4], 0.5 * h * (f0[4] + f1[4]), 1e-15) << "step " << k;
  }
}

class Adaptive : public testing::TestWithParam<MethodInfo> {};

// Every step commits an error of about one tolerance at most, and the shear of the orbit (the period grows with the semi-axis) multiplies it by up to
// 3 t / (1 - e)^2.
double error_bound(const Stepper& stepper, double tolerance, double t) {
  return 3 * t / (0.7 * 0.7) * static_cast<double>(stepper.counts().steps) * tolerance;
}

TEST_P(Adaptive, ErrorFollowsTheTolerance) {
  std::vector<double> error;
  for (double tolerance : {1e-5, 1e-7, 1e-9}) {
    Kepler system(0.3);
    StepperOptions options;
    options.method = GetParam().name;
    options.rel_tol = options.abs_tol = tolerance;
    const auto stepper = make_stepper(options, system);
    const Drive run = drive(*stepper, system.start(), 6);
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
    EXPECT_EQ(run.last.t_s, 6.0) << "bit for bit";
    error.push_back(largest_difference(run.y, system.exact(6)));
    EXPECT_LT(error.back(), error_bound(*stepper, tolerance, 6)) << tolerance;
  }
  EXPECT_LT(error[2], error[0] * 1e-2) << error[0] << " " << error[1] << " " << error[2];
}

// An estimate of order h^p lets the steps shrink with the p-th root of the tolerance. That of dop853 has p = 8: two estimates, of h^6 and h^4, are taken together as
// e^2 / sqrt(e^2 + 0.01 e_2^2) [Hairer1993]; the first alone would need 10^(6/6) instead of 10^(6/8) times the steps for six more digits.
TEST(StepControl, StepsFollowTheToleranceByTheOrderOfTheEstimate) {
  for (const auto& [method, order] : {std::pair{"dopri5", 5.0}, {"dop853", 8.0}}) {
    std::vector<double> steps;
    for (double tolerance : {1e-5, 1e-11}) {
      Kepler system(0.1);
      StepperOptions options;
      options.method = method;
      options.rel_tol = options.abs_tol = tolerance;
      const auto stepper = make_stepper(options, system);
      ASSERT_EQ(drive(*stepper, system.start(), 200).last.status, StepStatus::reached_limit);
      steps.push_back(static_cast<double>(stepper->counts().steps));
    }
    EXPECT_NEAR(std::log10(steps[1] / steps[0]) / 6, 1 / order, 0.02) << method << ": " << steps[0] << " and " << steps[1] << " steps";
  }
}

TEST_P(Adaptive, EndsOnEveryLimitBitForBitAndKeepsItsStep) {
  Kepler plain(0.3), stopped(0.3);
  StepperOptions options;
  options.method = GetParam().name;
  options.rel_tol = options.abs_tol = 1e-8;
  const auto a = make_stepper(options, plain), b = make_stepper(options, stopped);
  drive(*a, plain.start(), 6);
  b->restart(0, stopped.start().data());
  for (int i = 1; i <= 12; ++i) {
    const double limit = i < 12 ? 0.5 * i + 1e-11 * (i % 3) : 6.0;  // also just behind round numbers
    const Drive run = drive_on(*b, 5, limit, [](const StepReport&) {});
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
    EXPECT_EQ(b->t(), limit);
    EXPECT_EQ(b->step(limit).status, StepStatus::reached_limit) << "already there";
  }
  EXPECT_LT(largest_difference(b->y(), stopped.exact(6).data(), 5), error_bound(*b, 1e-8, 6));
  // a stop costs a step cut short or two halves; a one-step method then goes on as before (growing back from a tail of 1e-11 s takes ten steps and more)
  if (GetParam().one_step) {
    EXPECT_LE(b->counts().steps, a->counts().steps + 12 * 4) << a->counts().steps;
  }
}

INSTANTIATE_TEST_SUITE_P(Method, Adaptive, testing::ValuesIn(methods_where([](const MethodInfo& m) { return m.adaptive; })), test_name);

}  // namespace
}  // namespace zanjir::test
