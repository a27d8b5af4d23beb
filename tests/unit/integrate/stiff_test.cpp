// Stiff problems against reference values of the test set for initial value problem solvers [Mazzia2008].
#include <gtest/gtest.h>

#include "support/ode_systems.hpp"

namespace zanjir::test {
namespace {

StepperOptions stiff_options(std::string_view method, double rel_tol, double abs_tol) {
  StepperOptions options;
  options.method = method;
  options.rel_tol = rel_tol;
  options.abs_tol = abs_tol;
  return options;
}

// y1' = y2, y2' = ((1 - y1^2) y2 - y1) / eps, eps = 1e-6, y(0) = (2, 0), to t = 2.
class VanDerPol : public System {
 public:
  explicit VanDerPol(bool with_jacobian) : with_jacobian_(with_jacobian) {}
  int n() const override { return 2; }
  RhsStatus rhs(double, const double* y, double* f) override {
    f[0] = y[1];
    f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
    return RhsStatus::ok;
  }
  bool jacobian(double, const double* y, const double*, double* J) override {
    if (!with_jacobian_) return false;
    J[0] = 0;
    J[1] = (-2 * y[0] * y[1] - 1) * 1e6;
    J[2] = 1;
    J[3] = (1 - y[0] * y[0]) * 1e6;
    return true;
  }

 private:
  bool with_jacobian_;
};

TEST(Stiff, VanDerPolByEveryImplicitMethod) {
  const Numbers reference = {0.1706167732170483e1, -0.8928097010247975};  // [Mazzia2008] problem VDPOL
  for (const char* method : {"bdf", "sdirk4", "esdirk5"}) {
    for (bool with_jacobian : {true, false}) {
      VanDerPol system(with_jacobian);
      const auto stepper = make_stepper(stiff_options(method, 1e-7, 1e-9), system);
      const Drive run = drive(*stepper, {2, 0}, 2);
      ASSERT_EQ(run.last.status, StepStatus::reached_limit) << method << run.why;
      EXPECT_LT(largest_difference(run.y, reference), 6e-8 * static_cast<double>(stepper->counts().steps)) << method << with_jacobian;
      EXPECT_LT(stepper->counts().steps, 20000) << method << ": an explicit method needs 1e6";
      EXPECT_GT(stepper->counts().jacobians, 0);
      EXPECT_GT(stepper->counts().iterations, 0);
    }
  }
}

// Chemical kinetics over eleven decades of time; a mass of 1 is kept.
TEST(Stiff, RobertsonByBdfAndEsdirk) {
  const Numbers reference = {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050};  // [Mazzia2008] problem ROBER, t = 1e11
  for (const char* method : {"bdf", "esdirk5"}) {
    FunctionSystem system(3, 0, [](double, const double* y, double* f) {
      f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
      f[2] = 3e7 * y[1] * y[1];
      f[1] = -f[0] - f[2];
      return RhsStatus::ok;
    });
    const auto stepper = make_stepper(stiff_options(method, 1e-8, 1e-16), system);
    const Drive run = drive(*stepper, {1, 0, 0}, 1e11);
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << method << run.why;
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(i);
      EXPECT_NEAR(run.y[at] / reference[at], 1, 1.5e-9 * static_cast<double>(stepper->counts().steps)) << method << " entry " << i;
    }
  }
}

// From free flight, where nothing limits a step, onto a stiff contact: the first step that is tried after the restart is that of the flight, nine powers of ten too long. Would catch: a limit on
// the number of failed attempts in one step (ARKODE's own gives up after ten, each a quarter of the one before).
TEST(Stiff, StepsShrinkFromFreeFlightIntoAContact) {
  constexpr double g = 9.81, k = 1e8;  // of a Hertz contact, per mass
  for (const char* method : {"bdf", "sdirk4", "esdirk5", "fehlberg45", "verner65", "fehlberg78", "dopri5", "dop853"}) {
    bool touching = false;
    FunctionSystem ball(2, 0, [&](double, const double* y, double* f) {
      f[0] = y[1];
      f[1] = -g + (touching && y[0] < 0 ? k * std::pow(-y[0], 1.5) : 0);
      return RhsStatus::ok;
    });
    const auto energy = [&](const double* y) { return y[1] * y[1] / 2 + g * y[0] + (touching && y[0] < 0 ? k * std::pow(-y[0], 2.5) / 2.5 : 0); };
    StepperOptions options = stiff_options(method, 1e-10, 1e-10);
    options.first_step_s = 1e4;
    const auto stepper = make_stepper(options, ball);
    const Drive flight = drive(*stepper, {0.9, 0}, std::sqrt(2 * 0.9 / g));
    ASSERT_EQ(flight.last.status, StepStatus::reached_limit) << method << flight.why;
    EXPECT_NEAR(flight.y[0], 0, 1e-8) << method;
    touching = true;
    stepper->restart(stepper->t(), flight.y.data());
    const double touch_s = stepper->t();
    const StepReport first = stepper->step(1e4);  // no limit near that would shorten it
    ASSERT_EQ(first.status, StepStatus::step) << method << first.why;
    const Drive contact = drive_on(*stepper, 2, touch_s + 1e-3, [](const StepReport&) {});
    ASSERT_EQ(contact.last.status, StepStatus::reached_limit) << method << contact.why;
    EXPECT_GT(contact.y[1], 0) << method << ": it comes back";
    EXPECT_NEAR(energy(contact.y.data()) / energy(flight.y.data()), 1, 8e-7)
        << method << ": no method sees the corner of x^1.5, at the release inside a step, to its tolerance";
  }
}

}  // namespace
}  // namespace zanjir::test
