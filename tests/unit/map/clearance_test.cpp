#include "zanjir/map/clearance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "zanjir/core/random.hpp"

using namespace zanjir;

TEST(SegmentDistance, KnownCases) {
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {0.5, -1, 0.3}, {0.5, 1, 0.3}), 0.3, 1e-15);      // crossing, one above the other
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {0.2, 0.4, 0}, {3, 0.4, 0}), 0.4, 1e-15);         // parallel, side by side
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {4, 4, 0}, {3, 4, 0}), std::hypot(2, 4), 1e-15);  // parallel, apart
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {1.5, 0, 0}, {3, 0, 0}), 0.5, 1e-15);             // on one line
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {2, -0.5, 1}), std::sqrt(1 + 4.0 / 13),
              1e-12);  // an end against the middle: 1 beside, 2/sqrt(13) up
  EXPECT_NEAR(segment_distance({0, 0, 0}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}), std::sqrt(3.0), 1e-15);  // two points
  EXPECT_NEAR(segment_distance({0, 0, 1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}), 1, 1e-15);              // a point
}

TEST(SegmentDistance, IsTheLeastOfManyPairsOfPoints) {
  Random random(3);
  const auto point = [&] { return Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
  for (int i = 0; i < 50; ++i) {
    const Vec3d a = point(), b = point(), c = point(), d = point();
    double least = 1e9;
    for (int s = 0; s <= 100; ++s) {
      for (int t = 0; t <= 100; ++t) least = std::min(least, norm(a + (b - a) * (s / 100.0) - c - (d - c) * (t / 100.0)));
    }
    const double found = segment_distance(a, b, c, d);
    EXPECT_LE(found, least + 1e-14);
    EXPECT_GE(found, least - 0.02 * (norm(b - a) + norm(d - c)));  // half a step of either
  }
}
