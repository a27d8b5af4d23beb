#include "zanjir/sweep/distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace zanjir;

// The quantile is the inverse of the share: their rounding is that of a double, magnified by the slope of the share against its size in the tails (x^2).
TEST(Distribution, NormalQuantileInvertsTheShare) {
  for (const double u : {1e-300, 1e-100, 1e-20, 1e-9, 0.001, 0.02, 0.0749, 0.0751, 0.3, 0.5, 0.7, 0.9249, 0.9251, 0.99, 1 - 1e-9}) {
    const double x = normal_quantile(u);
    const double tolerance = 8 * 0x1p-52 * (1 + x * x) * u + 4 * 0x1p-53 * (u > 0.5 ? 1 : u);
    EXPECT_NEAR(normal_share(x), u, tolerance) << u;
  }
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);  // tables
  EXPECT_EQ(normal_quantile(0.5), 0);
}

TEST(Distribution, QuantilesOfEverySpread) {
  EXPECT_EQ(quantile({Spread::uniform, 2, 6}, 0.25), 3);
  // F(x) = (x - a)^2 / ((b - a)(c - a)) below the mode c
  const Distribution triangle{Spread::triangular, 1, 5, 2, 1};
  EXPECT_NEAR(quantile(triangle, 0.25), 2, 1e-15);
  for (const double u : {0.01, 0.2, 0.6, 0.99}) {
    const double x = quantile(triangle, u), share = x < 2 ? (x - 1) * (x - 1) / 4 : 1 - (5 - x) * (5 - x) / 12;
    EXPECT_NEAR(share, u, 1e-14);
  }
  Distribution normal{Spread::normal};
  normal.centre = 10, normal.width = 2;
  EXPECT_NEAR(quantile(normal, normal_share(1)), 12, 1e-14);
  Distribution lognormal{Spread::lognormal};
  lognormal.low = 0, lognormal.centre = 3, lognormal.width = 0.5;
  EXPECT_NEAR(quantile(lognormal, 0.5), 3, 1e-15);
  EXPECT_NEAR(quantile(lognormal, normal_share(2)), 3 * std::exp(1.0), 1e-13);
}

TEST(Distribution, ACutSpreadStaysInsideAndKeepsItsShape) {
  Distribution d{Spread::normal, 9, 12, 10, 2};
  EXPECT_NEAR(quantile(d, 0), 9, 1e-14);
  EXPECT_NEAR(quantile(d, 1), 12, 1e-14);
  const double below = normal_share(-0.5), above = normal_share(1);
  EXPECT_NEAR(normal_share((quantile(d, 0.3) - 10) / 2), below + 0.3 * (above - below), 1e-15);
}
