// No heap use per step after warm-up, events (retake, restart) and dense output included.
#include "support/allocation_count.hpp"

#include <gtest/gtest.h>

#include "support/ode_systems.hpp"

#ifdef ZANJIR_COUNTS_MALLOC
namespace zanjir::test {
namespace {

TEST(AllocationCounter, SeesSundials) {
  Kepler system(0.3);
  StepperOptions options;
  options.method = "bdf";
  AllocationCount count;
  const auto stepper = make_stepper(options, system);
  EXPECT_GT(count.stop(), 50) << "its vectors, each with data, content and operations";
}

// Kepler orbits have no Jacobian of their own here: the difference Jacobian of implicit methods is part of what is counted.
TEST(Stepping, UsesNoHeapAfterWarmUp) {
  for (const MethodInfo& method : stepper_methods()) {
    StepperOptions options;
    options.method = method.name;
    options.rel_tol = options.abs_tol = 1e-8;
    if (!method.adaptive) options.fixed_step_s = 0.01;
    Kepler system(0.3);
    const auto stepper = make_stepper(options, system, &system);
    Numbers y = system.start(), inside(5);
    stepper->restart(0, y.data());
    const auto run_to = [&](double t_end) {
      StepReport step;
      do {
        step = stepper->step(t_end);
        stepper->interpolate(step.t_s - 0.3 * step.h_s, inside.data());
      } while (step.status == StepStatus::step);
      return step;
    };
    const auto event = [&](const StepReport& step) {
      if (stepper->retakes()) stepper->retake(step.t_s - 0.5 * step.h_s);
      std::copy_n(stepper->y(), 5, y.data());
      stepper->restart(stepper->t(), y.data());
    };
    event(run_to(3));  // warm-up
    const long jacobians = stepper->counts().jacobians;
    AllocationCount count;
    for (int i = 0; i < 3; ++i) event(run_to(5.0 + i));
    EXPECT_EQ(count.stop(), 0) << method.name;
    EXPECT_GT(stepper->t(), 6) << method.name;
    if (method.implicit) {
      EXPECT_GT(stepper->counts().jacobians, jacobians) << method.name;
    }
  }
}

TEST(Stepping, UsesNoHeapWithConstraints) {
  RodPendulum system(2);
  StepperOptions options;
  options.method = "generalized-alpha";
  options.fixed_step_s = 0.002;
  const auto stepper = make_stepper(options, system, &system);
  const double y0[] = {1, 0, 0, 0};
  stepper->restart(0, y0);
  for (int i = 0; i < 10; ++i) stepper->step(10);
  AllocationCount count;
  for (int i = 0; i < 1000; ++i) stepper->step(10);
  EXPECT_EQ(count.stop(), 0);
}

}  // namespace
}  // namespace zanjir::test
#endif
