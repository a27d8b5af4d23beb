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

// A glance into the step costs no right-hand side where the method has a polynomial for nothing, and is right at both ends.
TEST(Glance, CostsNothingAndIsAnOrderWorseAtMost) {
  for (const std::string_view method : {"rk4", "dopri5"}) {
    Kepler system(0.3);
    const auto stepper = make_stepper(retake_options(method), system);
    stepper->restart(0, system.start().data());
    for (int i = 0; i < 5; ++i) stepper->step(100);
    const Numbers before(stepper->y(), stepper->y() + 5);
    const double t_before = stepper->t(), h = stepper->step(100).h_s;
    const long rhs = stepper->counts().rhs;
    Numbers y(5);
    stepper->glance(t_before, y.data());
    EXPECT_LT(largest_difference(y, before), rounding(20, 2)) << method;
    stepper->glance(stepper->t(), y.data());
    EXPECT_EQ(largest_difference(y.data(), stepper->y(), 5), 0) << method;
    double off = 0;
    for (const double part : {0.25, 0.5, 0.75}) {
      stepper->glance(t_before + part * h, y.data());
      const Numbers exact = system.exact(t_before + part * h);
      off = std::max(off, largest_difference(y, exact));
    }
    EXPECT_EQ(stepper->counts().rhs, rhs) << method;
    EXPECT_LT(off, 3e-7) << method;  // dopri5: 1e-8 a step, its free polynomial an order less
    EXPECT_GT(off, 0) << method;
  }
}

// The end of a step along its polynomial: next to it, as good as a step to there; the next step goes on from it.
TEST(MovedEnd, IsAsGoodAsTheStepAndTheNextGoesOnFromIt) {
  for (const MethodInfo& method : stepper_methods()) {
    Kepler system(0.3);
    const auto stepper = make_stepper(retake_options(method.name, 1e-6), system, &system);
    EXPECT_EQ(stepper->moves_end(), method.name == "rk4" || method.name == "dopri5");
    stepper->restart(0, system.start().data());
    for (int i = 0; i < 5; ++i) stepper->step(100);
    const double t_before = stepper->t(), h = stepper->step(100).h_s, t_end = stepper->t();
    if (!stepper->moves_end()) {
      EXPECT_FALSE(stepper->move_end(t_end - 1e-4 * h)) << method.name;
      EXPECT_EQ(stepper->t(), t_end);
      continue;
    }
    const Numbers at_end(stepper->y(), stepper->y() + 5);
    EXPECT_FALSE(stepper->move_end(t_end + 0.01 * h)) << "too far";
    EXPECT_EQ(stepper->t(), t_end);
    for (const double way : {-1.0, 1.0}) {
      const double t = t_end + way * h / 300;
      ASSERT_TRUE(stepper->move_end(t)) << method.name;
      EXPECT_EQ(stepper->t(), t);
      const Numbers moved(stepper->y(), stepper->y() + 5);
      Numbers inside(5), exact = system.exact(t);
      stepper->interpolate(t, inside.data());
      EXPECT_EQ(largest_difference(inside, moved), 0);
      // A step to there from the same start, and what is wrong with one of the length of h: some of its own error is the same in all.
      StepperOptions options = retake_options(method.name);
      options.fixed_step_s = t - t_before;
      Kepler other(0.3);
      const auto fresh = make_stepper(options, other, &other);
      Numbers from(5);
      stepper->interpolate(t_before, from.data());
      const Drive alone = drive(*fresh, from, t, t_before);
      options.fixed_step_s = (t - t_before) / 16;
      const auto finer = make_stepper(options, other, &other);
      const Drive right = drive(*finer, from, t, t_before);
      const double own_error = largest_difference(alone.y, right.y);
      EXPECT_GT(own_error, 0);
      EXPECT_LT(largest_difference(moved, alone.y), 0.05 * own_error + rounding(20, 2)) << method.name;  // 2 % with dopri5
    }
    ASSERT_TRUE(stepper->move_end(t_end - h / 300));
    const double t = stepper->t();
    const Numbers moved(stepper->y(), stepper->y() + 5);
    ASSERT_EQ(stepper->step(t + h / 2).t_s, t + h / 2);
    StepperOptions options = retake_options(method.name);
    options.fixed_step_s = h / 2;
    Kepler other(0.3);
    const auto fresh = make_stepper(options, other, &other);
    EXPECT_LT(largest_difference(stepper->y(), drive(*fresh, moved, t + h / 2, t).y.data(), 5), rounding(20, 2)) << method.name;
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
