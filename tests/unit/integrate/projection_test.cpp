// Projection onto constraints by every method that can, booked for accepted steps only.
#include <gtest/gtest.h>

#include "support/ode_systems.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

constexpr const char* projecting[] = {"dopri5",   "dop853",     "bdf",    "fehlberg45", "fehlberg54", "dopri5-ark",
                                      "verner65", "fehlberg78", "sdirk4", "esdirk5",    "rk4"};

StepperOptions projection_options(const char* method) {
  StepperOptions options;
  options.method = method;
  options.rel_tol = options.abs_tol = 1e-6;
  if (options.method == "rk4") options.fixed_step_s = 0.01;
  return options;
}

// The angle of a pendulum from rest at the horizontal, by a much finer integration in the minimal coordinate.
double reference_angle(double t_end) {
  FunctionSystem angle(2, 0, [](double, const double* y, double* f) {
    f[0] = y[1];
    f[1] = -RodPendulum::gravity * std::cos(y[0]);
    return RhsStatus::ok;
  });
  StepperOptions options = projection_options("dop853");
  options.rel_tol = options.abs_tol = 1e-13;
  return drive(*make_stepper(options, angle), {0, 0}, t_end).y[0];
}

TEST(Projection, KeepsTheRodAtRoundingWithEveryMethodThatProjects) {
  const double angle = reference_angle(6);
  for (const char* method : projecting) {
    RodPendulum system;
    const auto stepper = make_stepper(projection_options(method), system);
    EXPECT_TRUE(stepper->projects());
    const Drive run = drive(*stepper, {1, 0, 0, 0}, 6);
    ASSERT_EQ(run.last.status, StepStatus::reached_limit) << method << run.why;
    EXPECT_LT(system.worst_closure, rounding(100)) << method;  // BDF adds the correction to its history, a few operations more
    EXPECT_EQ(system.steps, stepper->counts().steps) << method << ": accepted() once per step";
    EXPECT_EQ(stepper->counts().projections, stepper->counts().steps) << method;
    EXPECT_GE(system.projections, system.steps) << method;

    RodPendulum loose;
    loose.projects = false;
    FunctionSystem plain(4, 0, [&](double t, const double* y, double* f) { return loose.rhs(t, y, f); });
    const Drive drifting = drive(*make_stepper(projection_options(method), plain), {1, 0, 0, 0}, 6);
    EXPECT_GT(RodPendulum::closure(drifting.y.data()), 1e3 * rounding(100)) << method << ": what it would be without";
    // one tolerance per step, and a period that changes with the energy
    const double bound = 3 * 6 * static_cast<double>(stepper->counts().steps) * 1e-6;
    EXPECT_LT(std::hypot(run.y[0] - std::cos(angle), run.y[1] - std::sin(angle)), bound) << method;
  }
}

// BDF projects before its error test: calls for steps that are then rejected leave no trace, neither in y nor in what is booked.
TEST(Projection, OfRejectedStepsIsNotBooked) {
  RodPendulum rod;
  double booked = 0, in_y = 0;
  long calls = 0, accepted = 0;
  FunctionSystem system(4, 1, [&](double t, const double* y, double* f) {
    f[4] = 0;
    return rod.rhs(t, y, f);
  });
  system.project_ = [&](double t, double* y) {
    const double before = RodPendulum::energy(y);
    rod.project(t, y);
    y[4] += RodPendulum::energy(y) - before;  // the ledger's line of the projection
    ++calls;
    return true;
  };
  system.accepted_ = [&](double, const double* y) {
    ++accepted;
    booked = y[4];
  };
  StepperOptions options = projection_options("bdf");
  options.scope = ErrorScope::states;
  const auto stepper = make_stepper(options, system);
  const Drive run = drive(*stepper, {1, 0, 0, 0, 0}, 6);
  in_y = run.y[4];
  EXPECT_GT(calls, accepted) << "there were rejected steps to forget";
  EXPECT_EQ(accepted, stepper->counts().steps);
  EXPECT_EQ(booked, in_y);
  EXPECT_NE(in_y, 0);
}

TEST(Projection, AdamsSaysThatItCannot) {
  RodPendulum system;
  const auto stepper = make_stepper(projection_options("adams"), system);
  EXPECT_FALSE(stepper->projects());
  ASSERT_EQ(drive(*stepper, {1, 0, 0, 0}, 1).last.status, StepStatus::reached_limit);
  EXPECT_EQ(system.projections, 0);
  EXPECT_EQ(stepper->counts().projections, 0);
}

// A projection that finds nothing to do costs nothing where the pair has the slope at its end anyway.
TEST(Projection, ThatChangesNothingKeepsTheSlope) {
  Kepler system(0.3);
  StepperOptions options = projection_options("dopri5");
  options.fixed_step_s = 0.01;
  const auto stepper = make_stepper(options, system);
  drive(*stepper, system.start(), 1);
  EXPECT_EQ(stepper->counts().rhs, 1 + 6 * stepper->counts().steps);
  EXPECT_EQ(stepper->counts().projections, 0);
}

TEST(Projection, NormalisesQuaternions) {
  for (const char* method : {"dopri5", "bdf", "verner65", "rk4"}) {
    FreeTop top(1, 2);
    const Numbers q0 = {1, 0, 0, 0}, w0 = {0.5, 0, 3};
    const Drive run = drive(*make_stepper(projection_options(method), top), {1, 0, 0, 0, 0.5, 0, 3}, 5);
    EXPECT_NEAR(run.y[0] * run.y[0] + run.y[1] * run.y[1] + run.y[2] * run.y[2] + run.y[3] * run.y[3], 1, rounding(20)) << method;
    EXPECT_LT(largest_difference(run.y, top.exact(q0, w0, 5)), 1.5e-3) << method;
  }
}

}  // namespace
}  // namespace zanjir::test
