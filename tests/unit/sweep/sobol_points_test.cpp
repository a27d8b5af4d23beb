#include "zanjir/sweep/sobol_points.hpp"

#include <gtest/gtest.h>

#include <set>

using namespace zanjir;

// The first ten points of three dimensions, as they are listed with the direction numbers of [JoeKuo2008].
TEST(SobolPoints, AreThePublishedOnes) {
  const SobolPoints points(3);
  const double published[10][3] = {{0, 0, 0},
                                   {0.5, 0.5, 0.5},
                                   {0.75, 0.25, 0.25},
                                   {0.25, 0.75, 0.75},
                                   {0.375, 0.375, 0.625},
                                   {0.875, 0.875, 0.125},
                                   {0.625, 0.125, 0.875},
                                   {0.125, 0.625, 0.375},
                                   {0.1875, 0.3125, 0.9375},
                                   {0.6875, 0.8125, 0.4375}};
  for (std::uint32_t i = 0; i < 10; ++i) {
    const std::vector<double> p = points.point(i);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(p[k], published[i][k]) << i << " " << k;
  }
}

// Every coordinate of the first 2^m points meets each of 2^m equal strips once; a wrong direction number breaks it. Scrambling keeps it.
TEST(SobolPoints, FillEveryStripOnceInEveryDimension) {
  constexpr std::uint32_t n = 1u << 10;
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(7)}) {
    const SobolPoints points(max_sobol_dimension, seed);
    std::vector<std::set<int>> strips(max_sobol_dimension);
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::vector<double> p = points.point(i);
      for (std::size_t k = 0; k < p.size(); ++k) strips[k].insert(static_cast<int>(p[k] * n));
    }
    for (std::size_t k = 0; k < strips.size(); ++k) EXPECT_EQ(strips[k].size(), n) << k;
  }
}

// In two dimensions every elementary box of area 1/n holds one point: the first two coordinates are a (0, m, 2)-net.
TEST(SobolPoints, OfTwoDimensionsAreANetScrambledToo) {
  constexpr int m = 8, n = 1 << m;
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(3)}) {
    const SobolPoints points(2, seed);
    for (int wide = 0; wide <= m; ++wide) {
      std::set<std::pair<int, int>> boxes;
      for (std::uint32_t i = 0; i < n; ++i) {
        const std::vector<double> p = points.point(i);
        boxes.insert({static_cast<int>(p[0] * (1 << wide)), static_cast<int>(p[1] * (1 << (m - wide)))});
      }
      EXPECT_EQ(boxes.size(), static_cast<std::size_t>(n)) << wide;
    }
  }
}

TEST(SobolPoints, ScrambledByTheirSeed) {
  EXPECT_EQ(SobolPoints(4, 5).point(3), SobolPoints(4, 5).point(3));
  EXPECT_NE(SobolPoints(4, 5).point(3), SobolPoints(4, 6).point(3));
}
