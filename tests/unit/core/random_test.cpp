#include "zanjir/core/random.hpp"

#include <gtest/gtest.h>

namespace zanjir {
namespace {

TEST(Random, IsSplitmix64) {  // known answers: Rosetta Code, "Pseudo-random numbers/Splitmix64"
  Random random(1234567);
  EXPECT_EQ(random.bits(), 6457827717110365317ULL);
  EXPECT_EQ(random.bits(), 3203168211198807973ULL);
  EXPECT_EQ(random.bits(), 9817491932198370423ULL);
}

TEST(Random, StaysInItsRange) {
  Random random(1);
  bool low_seen = false, high_seen = false;
  for (int i = 0; i < 1000; ++i) {
    const double u = random.uniform(-2, 3);
    EXPECT_GE(u, -2);
    EXPECT_LT(u, 3);
    const int k = random.integer(-1, 1);
    EXPECT_GE(k, -1);
    EXPECT_LE(k, 1);
    low_seen |= k == -1;
    high_seen |= k == 1;
  }
  EXPECT_TRUE(low_seen && high_seen);
}

TEST(Random, NormalHasZeroMeanAndUnitVariance) {
  Random random(2);
  constexpr int n = 100000;
  double sum = 0, sum_of_squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    sum_of_squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));                   // five standard deviations of the mean
  EXPECT_NEAR(sum_of_squares / n, 1, 5 * std::sqrt(2.0 / n));  // and of the variance
}

}  // namespace
}  // namespace zanjir
