// Whether an explicit method knows that stability, not accuracy, sets its steps [HairerWanner1996] section IV.2.
#include <gtest/gtest.h>

#include "support/ode_systems.hpp"

namespace zanjir::test {
namespace {

struct Seen {
  double held = 0, fastest = 0;  // share of the steps
};

// A slow oscillator beside a fast one that is as good as at rest: q1'' = -q1, q2'' = -omega^2 q2 - 2 damping omega q2'.
Seen seen(const char* method, double omega, double damping, double tolerance) {
  FunctionSystem system(4, 0, [=](double, const double* y, double* f) {
    f[0] = y[2], f[1] = y[3], f[2] = -y[0], f[3] = -omega * omega * y[1] - 2 * damping * omega * y[3];
    return RhsStatus::ok;
  });
  StepperOptions options;
  options.method = method;
  options.rel_tol = options.abs_tol = tolerance;
  const auto stepper = make_stepper(options, system);
  const Drive run = drive(*stepper, {1, 1e-14, 0, 0}, 10);
  EXPECT_EQ(run.last.status, StepStatus::reached_limit) << run.why;
  const StepperCounts& counts = stepper->counts();
  return {static_cast<double>(counts.held) / static_cast<double>(counts.steps), counts.fastest_per_s};
}

TEST(Stability, IsSeenWhereAFastPartThatDoesNotMoveSetsTheSteps) {
  for (const char* method : {"dopri5", "dop853"}) {
    for (const double damping : {0.0, 0.3, 1.0}) {
      const Seen stiff = seen(method, 1000, damping, 1e-6);
      EXPECT_GT(stiff.held, 0.5) << method << ' ' << damping;
      EXPECT_GT(stiff.fastest, 500) << method << ' ' << damping;  // both eigenvalues are of size omega; in this norm the matrix stretches more
      EXPECT_LT(stiff.fastest, 10000) << method << ' ' << damping;
    }
  }
}

TEST(Stability, IsNotSeenWhereAccuracySetsThem) {
  for (const char* method : {"dopri5", "dop853"}) {
    EXPECT_EQ(seen(method, 2, 0, 1e-9).held, 0) << method;
    Kepler orbit(0.5);
    StepperOptions options;
    options.method = method;
    options.rel_tol = options.abs_tol = 1e-9;
    const auto stepper = make_stepper(options, orbit);
    drive(*stepper, orbit.start(), 20);
    EXPECT_EQ(stepper->counts().held, 0) << method;
  }
}

TEST(Stability, AutoIsNoMethodOfItsOwn) {
  StepperOptions options;
  options.method = automatic_method;
  EXPECT_TRUE(validate(options).empty());
  EXPECT_EQ(find_method(automatic_method), nullptr);
  options.fixed_step_s = 1e-3;
  ASSERT_EQ(validate(options).size(), 1u);
  EXPECT_EQ(validate(options).front().key_path, "fixed_step_s");
}

}  // namespace
}  // namespace zanjir::test
