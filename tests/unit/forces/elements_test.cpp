#include "zanjir/forces/elements.hpp"

#include <gtest/gtest.h>

#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

constexpr TravelLimits damped{-1, 2, 100, 30};

// A stop pushes a joint back and never holds one that leaves: its damper ends where spring and damper together would pull.
TEST(TravelLimits, PushAndNeverPull) {
  EXPECT_NEAR(force_beyond(damped, 2.1, 0), -10, rounding(4, 10));
  EXPECT_NEAR(force_beyond(damped, 2.1, 0.2), -16, rounding(4, 16));  // on the way in the damper adds
  EXPECT_NEAR(force_beyond(damped, 2.1, -0.2), -4, rounding(8, 16));  // on the way out it takes
  EXPECT_EQ(force_beyond(damped, 2.1, -1), 0);                        // but not more than there is
  EXPECT_NEAR(force_beyond(damped, -1.1, 0), 10, rounding(4, 10));
  EXPECT_NEAR(force_beyond(damped, -1.1, -0.2), 16, rounding(4, 16));
  EXPECT_EQ(force_beyond(damped, -1.1, 1), 0);
  for (const double q : {-1.0, 0.5, 2.0}) EXPECT_EQ(force_beyond(damped, q, 5), 0) << "within its limits";
}

// The energy of its spring has the force at rest as its derivative.
TEST(TravelLimits, HaveTheEnergyOfTheirSpring) {
  for (const double q : {-1.3, -1.1, 0.0, 2.2, 2.6}) {
    const double h = 1e-4;
    EXPECT_NEAR((energy_beyond(damped, q + h) - energy_beyond(damped, q - h)) / (2 * h), -force_beyond(damped, q, 0), 3e-9) << q;
  }
}

// ---- forces by a law ---------------------------------------------------------------------------------------------------------------------

Mat3d turned_by(const Vec3d& r) { return spatial::to_matrix(spatial::exp_quaternion(r)); }

Transformd moved(const Transformd& X, const Motiond& V, double h) {  // exactly, with w and v constant in world axes
  const double turn = norm(V.w) * h;
  return {turn == 0 ? X.R : spatial::rotation_about(V.w * (1 / norm(V.w)), turn) * X.R, X.p + V.v * h};
}

// Rates are those of the measures as both frames move on, in any position: differences of fourth order.
TEST(FrameMeasures, HaveTheRatesOfTheirMotion) {
  Random random(5);
  const auto vector = [&] { return Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
  for (int i = 0; i < 200; ++i) {
    const Vec3d axis = vector(), n = axis * (1 / norm(axis));
    const Transformd A{turned_by(vector() * 2.0), vector()}, B{turned_by(vector() * 2.0), vector()};
    const Motiond VA{vector(), vector()}, VB{vector(), vector()};
    const FrameMeasures m = frame_measures(n, A, VA, B, VB);
    const auto at = [&](double h) { return frame_measures(n, moved(A, VA, h), VA, moved(B, VB, h), VB); };
    const double h = 1e-3;
    const auto slope = [&](double FrameMeasures::*of) {
      const auto by = [&](double step) { return (at(step).*of - at(-step).*of) / (2 * step); };
      return (4 * by(h / 2) - by(h)) / 3;
    };
    if (std::abs(m.angle) > 2.5 || m.distance < 0.2) continue;  // near half a turn the angle jumps; near zero distance the fifth derivative is large
    EXPECT_NEAR(m.distance_rate, slope(&FrameMeasures::distance), 2e-10) << i;
    EXPECT_NEAR(m.angle_rate, slope(&FrameMeasures::angle), 6e-8) << i;
  }
}

// A body that turns about the axis alone: the angle of the joint, and a moment along the axis.
TEST(FrameMeasures, AreThoseOfAHinge) {
  const Vec3d n = Vec3d{2, -1, 2} * (1.0 / 3);
  const Transformd A{turned_by({0.4, -1.1, 0.3}), {1, 2, 3}};
  for (const double q : {-3.0, -0.4, 0.0, 1.2, 3.1}) {
    const Transformd B{A.R * spatial::rotation_about(n, q), {1, 2, 5}};
    const FrameMeasures m = frame_measures(n, A, {{0, 0, 0}, {0, 0, 0}}, B, {A.R * n * 0.7, {0, 1, -4}});
    EXPECT_NEAR(m.angle, q, rounding(100, 4));
    EXPECT_NEAR(m.angle_rate, 0.7, rounding(100));
    EXPECT_NEAR(norm(m.about - A.R * n), 0, rounding(100));
    EXPECT_EQ(m.distance, 2);
    EXPECT_NEAR(m.distance_rate, -4, rounding(10, 4));
  }
}

}  // namespace
}  // namespace zanjir::test
