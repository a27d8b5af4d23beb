#include "zanjir/sweep/distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

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

// Of what is left behind a cut, a share 1 - u lies above the quantile: in the near tail, where shares are rounded to 1, and where they are too small for a number.
TEST(Distribution, ACutFarOutKeepsItsShape) {
  const auto above = [](double x) { return normal_share(-x); };
  for (const double cut : {0.0, 0.5, 3.0, 6.0, 8.0, 9.0, 20.0, 35.0}) {
    const Distribution right{Spread::normal, cut, std::numeric_limits<double>::infinity(), 0, 1}, left{Spread::normal, -right.high, -cut, 0, 1};
    for (const double u : {0.0, 1e-12, 0.01, 0.3, 0.5, 0.75, 0.999}) {
      const double x = quantile(right, u);
      EXPECT_NEAR(above(x) / above(cut), 1 - u, 1e-15 * (8 + x * x)) << cut << " " << u;  // as many digits as erfc has there
      EXPECT_NEAR(quantile(left, 1 - u), -x, 1e-15 * (1 + x) / (1 - u)) << cut << " " << u;
    }
    Distribution narrow = right;
    narrow.high = cut + 0.01;
    EXPECT_NEAR((above(quantile(narrow, 0.3)) - above(cut)) / (above(narrow.high) - above(cut)), 0.3, 6e-13 * (1 + cut)) << cut;
  }
  // Far out it is an exponential distribution of 1/cut but for 1/cut^2.
  const Distribution far{Spread::normal, 1e5, std::numeric_limits<double>::infinity(), 0, 1};
  EXPECT_NEAR((quantile(far, 0.5) - 1e5) * 1e5, std::log(2.0), 4e-6);
  // A narrow strip around the mean is uniform.
  EXPECT_NEAR(quantile({Spread::normal, -1e-9, 1e-9, 0, 1}, 0.75), 0.5e-9, 1e-23);
  // ln x is normal, so that of a cut lognormal one is a cut normal one.
  const Distribution tail{Spread::lognormal, 3 * std::exp(0.5 * 9), std::numeric_limits<double>::infinity(), 3, 0.5};
  const Distribution of_log{Spread::normal, 9, std::numeric_limits<double>::infinity(), 0, 1};
  for (const double u : {0.01, 0.5, 0.99}) EXPECT_NEAR(std::log(quantile(tail, u) / 3) / 0.5, quantile(of_log, u), 1e-13) << u;
}

// Mean and variance of a standard normal number above a: l = density/share, 1 + a l - l^2.
TEST(Distribution, ACutFarOutHasItsMoments) {
  for (const double a : {-1.0, 2.0, 8.0, 9.0}) {
    const double l = std::exp(-0.5 * a * a) / std::sqrt(2 * std::numbers::pi) / normal_share(-a);
    for (const double sign : {1.0, -1.0}) {
      constexpr double all = std::numeric_limits<double>::infinity();
      const Distribution d = sign > 0 ? Distribution{Spread::normal, a, all, 0, 1} : Distribution{Spread::normal, -all, -a, 0, 1};
      constexpr int n = 20000;
      double mean = 0, square = 0;
      for (int i = 0; i < n; ++i) {
        const double x = sign * quantile(d, (i + 0.5) / n);
        mean += x / n, square += (x - l) * (x - l) / n;
      }
      const double variance = 1 + a * l - l * l, shift = mean - l;  // strips of equal shares: the last one lacks its tail
      EXPECT_NEAR(shift, 0, 1e-4 * std::sqrt(variance)) << a;
      EXPECT_NEAR(square / variance, 1, 3e-3) << a;
    }
  }
}
