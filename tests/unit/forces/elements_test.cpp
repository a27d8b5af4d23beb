#include "zanjir/forces/elements.hpp"

#include <gtest/gtest.h>

#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

JointStop damped_stop() {
  JointStop stop;
  stop.min = -1;
  stop.max = 2;
  stop.stiffness = 100;
  stop.damping = 30;
  return stop;
}

// A stop pushes a joint back and never holds one that leaves: its damper ends where spring and damper together would pull.
TEST(JointStops, PushAndNeverPull) {
  const JointStop stop = damped_stop();
  EXPECT_NEAR(stop_force(stop, 2.1, 0), -10, rounding(4, 10));
  EXPECT_NEAR(stop_force(stop, 2.1, 0.2), -16, rounding(4, 16));  // on the way in the damper adds
  EXPECT_NEAR(stop_force(stop, 2.1, -0.2), -4, rounding(8, 16));  // on the way out it takes
  EXPECT_EQ(stop_force(stop, 2.1, -1), 0);                        // but not more than there is
  EXPECT_NEAR(stop_force(stop, -1.1, 0), 10, rounding(4, 10));
  EXPECT_NEAR(stop_force(stop, -1.1, -0.2), 16, rounding(4, 16));
  EXPECT_EQ(stop_force(stop, -1.1, 1), 0);
  for (const double q : {-1.0, 0.5, 2.0}) EXPECT_EQ(stop_force(stop, q, 5), 0) << "within its limits";
}

// The energy of its spring has the force at rest as its derivative.
TEST(JointStops, HaveTheEnergyOfTheirSpring) {
  const JointStop stop = damped_stop();
  for (const double q : {-1.3, -1.1, 0.0, 2.2, 2.6}) {
    const double h = 1e-4;
    EXPECT_NEAR((stop_energy(stop, q + h) - stop_energy(stop, q - h)) / (2 * h), -stop_force(stop, q, 0), 1e-8) << q;
  }
}

}  // namespace
}  // namespace zanjir::test
