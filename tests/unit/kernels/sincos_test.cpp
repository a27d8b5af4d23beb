#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/random_tree.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

double ulp(long double exact) {
  const double a = std::fabs(static_cast<double>(exact));
  return std::nextafter(a, std::numeric_limits<double>::infinity()) - a;
}

// Largest error of the table's sine and cosine, in units of the last place of the exact value.
double worst_error(const kernels::Functions& table, const std::vector<double>& x) {
  std::vector<double> s(x.size()), c(x.size());
  table.sincos(static_cast<int>(x.size()), x.data(), s.data(), c.data());
  long double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double exact_s = sinl(x[i]), exact_c = cosl(x[i]);
    worst = std::max({worst, fabsl(s[i] - exact_s) / ulp(exact_s), fabsl(c[i] - exact_c) / ulp(exact_c)});
  }
  return static_cast<double>(worst);
}

TEST(Sincos, IsWithinOneUlpInTheFastRange) {
  Random random(20240611);
  for (const auto* table : tables_of_one_lane())
    for (const double range : {1e-8, 0.1, 1.0, 10.0, 1e3, 1e5}) {
      std::vector<double> x(100003);
      for (double& a : x) a = random.uniform(-range, range);
      const double worst = worst_error(*table, x);
      EXPECT_LE(worst, 1.0 * tolerance_scale()) << table->isa << ", |x| < " << range;
    }
}

TEST(Sincos, KeepsItsLastDigitsBesideMultiplesOfAQuarterTurn) {
  std::vector<double> x;
  for (int n = -63661; n <= 63661; ++n) {
    const double a = static_cast<double>(n * 1.570796326794896619231321691639751442L);
    x.insert(x.end(), {std::nextafter(a, -1e6), a, std::nextafter(a, 1e6)});
  }
  // The reduced argument is known to 2^-104, the smallest in this range is about 2^-53: up to two more units.
  for (const auto* table : tables_of_one_lane()) EXPECT_LE(worst_error(*table, x), 3.0 * tolerance_scale()) << table->isa;
}

TEST(Sincos, FollowsTheLibraryBeyondTheFastRange) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {1e5, -1e5, 123456.789, 1e15, -1e300, inf, std::nan(""), 0.5};
  for (const auto* table : tables_of_one_lane())
    for (std::size_t n = 1; n <= x.size(); ++n) {
      std::vector<double> s(n), c(n);
      table->sincos(static_cast<int>(n), x.data(), s.data(), c.data());
      for (std::size_t i = 0; i < n; ++i) {
        if (std::isfinite(x[i])) {
          EXPECT_NEAR(s[i], std::sin(x[i]), rounding(1)) << table->isa << " " << x[i];
          EXPECT_NEAR(c[i], std::cos(x[i]), rounding(1)) << table->isa << " " << x[i];
        } else {
          EXPECT_TRUE(std::isnan(s[i]) && std::isnan(c[i])) << table->isa << " " << x[i];
        }
      }
    }
}

TEST(Sincos, GivesTheExactValuesAtZero) {
  for (const auto* table : tables_of_one_lane()) {
    const double x[2] = {0.0, -0.0};
    double s[2], c[2];
    table->sincos(2, x, s, c);
    EXPECT_EQ(s[0], 0.0);
    EXPECT_EQ(s[1], 0.0);
    EXPECT_EQ(c[0], 1.0);
    EXPECT_EQ(c[1], 1.0);
  }
}

}  // namespace
}  // namespace zanjir::test
