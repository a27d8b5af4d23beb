#include "zanjir/contact/height_field.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/height_fields.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir::test {
namespace {

TEST(HeightField, GoesThroughItsHeights) {
  const HeightField f = sampled(7, 5, 0.3, 0.4, hills);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 7; ++j) EXPECT_NEAR(height_at(f, 0.3 * j, 0.4 * i).h, hills(0.3 * j, 0.4 * i), rounding(16));
}

// Stages of a step that fails ask anywhere; what is found there must be no number, and no crash.
TEST(HeightField, HasNoHeightWhereThereIsNoPlace) {
  const HeightField f = sampled(7, 5, 0.3, 0.4, hills);
  const double nan = std::nan(""), far = 1e300;
  EXPECT_TRUE(std::isnan(height_at(f, nan, 0.5).h));
  EXPECT_TRUE(std::isnan(height_at(f, 0.5, nan).hx));
  for (const double x : {-far, far, -HUGE_VAL, HUGE_VAL}) height_at(f, x, 0.5);
}

// A plane and a paraboloid come back exactly, up to the edges; the plane beyond them too.
TEST(HeightField, IsExactForPlanesAndParaboloids) {
  const auto bowl = [](double x, double y) { return 0.3 - 0.2 * x + 0.1 * y + 0.5 * x * x - 0.25 * x * y + 0.125 * y * y; };
  const auto plane = [](double x, double y) { return 0.3 - 0.2 * x + 0.1 * y; };
  const HeightField curved = sampled(6, 5, 0.25, 0.5, bowl), flat = sampled(2, 3, 1, 0.5, plane);
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const double x = random.uniform(0, 1.25), y = random.uniform(0, 2);
    const HeightAt a = height_at(curved, x, y);
    EXPECT_NEAR(a.h, bowl(x, y), rounding(128));
    EXPECT_NEAR(a.hx, -0.2 + x - 0.25 * y, rounding(512));
    EXPECT_NEAR(a.hy, 0.1 - 0.25 * x + 0.25 * y, rounding(512));
    EXPECT_NEAR(a.hxx, 1, rounding(4096));
    EXPECT_NEAR(a.hxy, -0.25, rounding(4096));
    const double far_x = random.uniform(-3, 3), far_y = random.uniform(-3, 3);
    EXPECT_NEAR(height_at(flat, far_x, far_y).h, plane(far_x, far_y), rounding(64));
  }
}

// Second derivatives are the slopes of the slope, inside, beyond edges and beyond corners: Newton's method is as quick there.
TEST(HeightField, BendsAsItsSlopeChanges) {
  const HeightField f = sampled(7, 5, 0.3, 0.4, hills);
  const double e = 1e-6;
  for (const double x : {-0.7, -0.2, 0.45, 1.7, 2.1, 3.0}) {
    for (const double y : {-0.9, -0.3, 0.5, 1.5, 1.9}) {
      const HeightAt a = height_at(f, x, y), left = height_at(f, x - e, y), right = height_at(f, x + e, y), before = height_at(f, x, y - e),
                     behind = height_at(f, x, y + e);
      EXPECT_NEAR(a.hxx, (right.hx - left.hx) / (2 * e), 5e-10) << x << " " << y;
      EXPECT_NEAR(a.hyy, (behind.hy - before.hy) / (2 * e), 5e-10) << x << " " << y;
      EXPECT_NEAR(a.hxy, (right.hy - left.hy) / (2 * e), 5e-10) << x << " " << y;
      EXPECT_NEAR(a.hxy, (behind.hx - before.hx) / (2 * e), 5e-10) << x << " " << y;
    }
  }
}

// Cells lie within their bounds.
TEST(HeightField, HasStrictBoundsOfItsCells) {
  Random random(11);
  const HeightField f = sampled(7, 6, 0.3, 0.4, [&](double, double) { return random.uniform(-1, 1); });
  for (int k = 0; k < 20000; ++k) {
    const double u = random.uniform(0, 6), v = random.uniform(0, 5), turn = random.uniform(0, 7), c = std::cos(turn), s = std::sin(turn);
    const HeightAt a = height_at(f, 0.3 * u, 0.4 * v);
    const CellBounds& b = f.bounds(static_cast<int>(v), static_cast<int>(u));
    EXPECT_LE(a.h, b.highest_m + rounding(8));
    EXPECT_GE(a.h, b.lowest_m - rounding(8));
    const double bend = c * c * a.hxx + 2 * c * s * a.hxy + s * s * a.hyy;
    EXPECT_LE(bend, b.valley_per_m + rounding(512));
    EXPECT_GE(bend, -b.hill_per_m - rounding(512));
  }
}

// Height and slope have no jump across cells and edges, and the slope is the slope.
TEST(HeightField, IsSmoothAcrossCellsAndEdges) {
  const HeightField f = sampled(7, 5, 0.3, 0.4, hills);
  const double e = 1e-7;
  for (double x : {-0.2, 0.0, 0.3, 0.45, 0.6, 1.8, 2.1}) {
    for (double y : {-0.3, 0.0, 0.4, 0.5, 1.6, 1.9}) {
      const HeightAt a = height_at(f, x - e, y - e), b = height_at(f, x + e, y + e), at = height_at(f, x, y);
      EXPECT_NEAR(a.h, b.h, 4 * e) << x << " " << y;
      EXPECT_NEAR(a.hx, b.hx, 40 * e) << x << " " << y;
      EXPECT_NEAR(a.hy, b.hy, 40 * e) << x << " " << y;
      EXPECT_NEAR((height_at(f, x + e, y).h - height_at(f, x - e, y).h) / (2 * e), at.hx, 4e-7) << x << " " << y;
      EXPECT_NEAR((height_at(f, x, y + e).h - height_at(f, x, y - e).h) / (2 * e), at.hy, 1e-7) << x << " " << y;
    }
  }
}

TEST(HeightField, AnswersNoNumberWithNone) {
  const HeightField f = sampled(3, 3, 1, 1, hills);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_FALSE(std::isfinite(height_at(f, bad, 0.5).h));
  }
}

}  // namespace
}  // namespace zanjir::test
