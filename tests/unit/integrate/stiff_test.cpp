// Stiff problems against reference values of the test set for initial value problem solvers [Mazzia2008].
#include <gtest/gtest.h>

#include "support/ode_systems.hpp"

namespace zanjir::test {
namespace {

StepperOptions with(std::string_view method, double rel_tol, double abs_tol) {
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
      const auto stepper = make_stepper(with(method, 1e-7, 1e-9), system);
      const Drive run = drive(*stepper, {2, 0}, 2);
      ASSERT_EQ(run.last.status, StepStatus::reached_limit) << method << run.why;
      EXPECT_LT(largest_difference(run.y, reference), 1e-7 * static_cast<double>(stepper->counts().steps)) << method << with_jacobian;
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
    const auto stepper = make_stepper(with(method, 1e-8, 1e-16), system);
    const Drive run = drive(*stepper, {1, 0, 0}, 1e11);
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << method << run.why;
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(i);
      EXPECT_NEAR(run.y[at] / reference[at], 1, 1e-8 * static_cast<double>(stepper->counts().steps)) << method << " entry " << i;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
