// Taking the last step again to an instant inside it, going on from there, and failing right-hand sides.
#include <gtest/gtest.h>

#include "support/ode_systems.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

StepperOptions retake_options(std::string_view method, double tolerance = 1e-8) {
  StepperOptions options;
  options.method = method;
  options.rel_tol = options.abs_tol = tolerance;
  if (!find_method(method)->adaptive) options.fixed_step_s = 0.01;
  return options;
}

TEST(Retake, IsExactlyOneStepFromTheStartOfTheLast) {
  for (const MethodInfo& method : stepper_methods()) {
    Kepler system(0.3);
    const auto stepper = make_stepper(retake_options(method.name), system, &system);
    EXPECT_EQ(stepper->retakes(), method.one_step);
    if (!method.one_step) continue;
    stepper->restart(0, system.start().data());
    for (int i = 0; i < 5; ++i) ASSERT_EQ(stepper->step(100).status, StepStatus::step) << method.name;
    const Numbers before(stepper->y(), stepper->y() + 5);
    const double t_before = stepper->t();
    const StepReport step = stepper->step(100);
    const double t_inside = t_before + 0.3 * step.h_s;
    const StepReport again = stepper->retake(t_inside);
    ASSERT_EQ(again.status, StepStatus::step) << method.name << again.why;
    EXPECT_EQ(stepper->t(), t_inside) << method.name << ": bit for bit";
    EXPECT_NEAR(again.h_s, 0.3 * step.h_s, 1e-15) << method.name;
    // the same step by a fresh stepper with one constant step
    if (method.name != "generalized-alpha") {  // which carries an acceleration of its own along
      StepperOptions options = retake_options(method.name);
      options.fixed_step_s = t_inside - t_before;
      Kepler other(0.3);
      const auto fresh = make_stepper(options, other, &other);
      const Drive alone = drive(*fresh, before, t_inside, t_before);
      EXPECT_LT(largest_difference(stepper->y(), alone.y.data(), 5), method.implicit ? 1e-8 : rounding(20, 2)) << method.name;
    }
    // values inside the retaken step, and the way on
    Numbers y(5);
    stepper->interpolate(t_before, y.data());
    EXPECT_LT(largest_difference(y, before), rounding(20, 2)) << method.name;
    const StepReport next = stepper->step(100);
    EXPECT_EQ(next.status, StepStatus::step) << method.name;
    EXPECT_GT(next.h_s, 0.5 * step.h_s) << method.name << ": the last full step size is kept";
    EXPECT_EQ(stepper->counts().steps, 7) << method.name;
  }
}

// The retaken step is as good as a step, where the polynomial is not: a ball's parabola to the last digits.
TEST(Retake, OfAParabolaIsExact) {
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.one_step || method.order < 2 || method.name == "generalized-alpha") continue;
    FunctionSystem ball(2, 0, [](double, const double* y, double* f) {
      f[0] = y[1];
      f[1] = -9.81;
      return RhsStatus::ok;
    });
    const auto stepper = make_stepper(retake_options(method.name), ball, nullptr);
    const double y0[] = {1, 2};
    stepper->restart(0, y0);
    StepReport step;
    for (int i = 0; i < 4; ++i) step = stepper->step(1.5);
    const double t = step.t_s - 0.4 * step.h_s;
    ASSERT_EQ(stepper->retake(t).status, StepStatus::step);
    EXPECT_NEAR(stepper->y()[0], 1 + 2 * t - 0.5 * 9.81 * t * t, rounding(200, 3)) << method.name;
  }
}

TEST(Restart, KeepsTheStepOfOneStepMethods) {
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.one_step || !method.adaptive) continue;
    Kepler system(0.3);
    const auto stepper = make_stepper(retake_options(method.name), system);
    stepper->restart(0, system.start().data());
    StepReport last;
    for (int i = 0; i < 10; ++i) last = stepper->step(100);
    const Numbers y(stepper->y(), stepper->y() + 5);
    const long rhs = stepper->counts().rhs;
    stepper->restart(stepper->t(), y.data());
    const StepReport next = stepper->step(100);
    EXPECT_GT(next.h_s, 0.5 * last.h_s) << method.name;
    EXPECT_LT(stepper->counts().rhs - rhs, method.implicit ? 100 : 2 * 14) << method.name << ": no new estimate of a first step";
  }
}

TEST(Failure, OfAStageIsRetriedWithAShorterStep) {
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.adaptive) continue;
    long refused = 0;
    FunctionSystem system(1, 0, [&](double t, const double* y, double* f) {
      if (y[0] <= 0 || std::abs(y[0] - (1 - 0.5 * t) * (1 - 0.5 * t)) > 1e-3) {  // a narrow domain about the solution; stages of long steps leave it
        ++refused;
        return RhsStatus::retry;
      }
      f[0] = -std::sqrt(y[0]);
      return RhsStatus::ok;
    });
    StepperOptions options = retake_options(method.name, 1e-6);
    options.first_step_s = 30;
    const auto stepper = make_stepper(options, system);
    const Drive run = drive(*stepper, {1}, 1.5);
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << method.name << ": " << run.why;
    EXPECT_NEAR(run.y[0], 0.0625, 4e-5) << method.name;
    EXPECT_GT(refused, 0) << method.name << ": there was something to survive";
  }
}

TEST(Failure, ThatNoStepSizeHelpsEndsTheRunAtTheLastGoodState) {
  for (const MethodInfo& method : stepper_methods()) {
    for (const RhsStatus status : {RhsStatus::stop, RhsStatus::retry}) {
      Kepler orbit(0.3);
      class Broken : public Kepler {
       public:
        Broken(RhsStatus status) : Kepler(0.3), status_(status) {}
        RhsStatus rhs(double t, const double* y, double* f) override { return t > 1 ? status_ : Kepler::rhs(t, y, f); }
        RhsStatus residual(const MechanicalPoint& p, double* r, double* phi) override { return p.t_s > 1 ? status_ : Kepler::residual(p, r, phi); }

       private:
        RhsStatus status_;
      } system(status);
      const auto stepper = make_stepper(retake_options(method.name), system, &system);
      testing::internal::CaptureStderr();
      const Drive run = drive(*stepper, orbit.start(), 2);
      EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << method.name << ": nothing on the error stream";
      EXPECT_EQ(run.last.status, StepStatus::failed) << method.name;
      EXPECT_FALSE(run.why.empty()) << method.name;
      EXPECT_LE(stepper->t(), 1.0) << method.name;
      EXPECT_LT(largest_difference(run.y, orbit.exact(stepper->t())), method.order < 3 ? 0.1 : 1e-4) << method.name;
      // and a later start goes on as if nothing had been
      stepper->restart(0, orbit.start().data());
      EXPECT_NE(stepper->step(0.5).status, StepStatus::failed) << method.name;
    }
  }
}

TEST(Failure, NotANumberIsNotAccepted) {
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.adaptive) continue;
    FunctionSystem system(1, 0, [&](double t, const double*, double* f) {
      f[0] = t > 1 ? std::nan("") : 1;
      return RhsStatus::ok;
    });
    const auto stepper = make_stepper(retake_options(method.name), system);
    testing::internal::CaptureStderr();
    const Drive run = drive(*stepper, {0}, 2);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << method.name;
    EXPECT_EQ(run.last.status, StepStatus::failed) << method.name;
    EXPECT_TRUE(std::isfinite(run.y[0])) << method.name;
    EXPECT_LE(stepper->t(), 1 + 1e-6) << method.name;
  }
}

}  // namespace
}  // namespace zanjir::test
