#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kernels/run_tables.hpp"

namespace zanjir::test {
namespace {

// The series ends below an ulp; what is left is the rounding of two sums and a product, and for the tangent of a quotient.
TEST(Exponential, IsWithinAFewUlpNearZeroAndFarFromIt) {
  for (const auto& [isa, lanes] : {std::pair{"base", 1}, {"avx2", 4}, {"avx512", 8}}) {
    const kernels::RunFunctions* functions = kernels::run_functions_for(isa, lanes);
    if (!functions) continue;
    Random random(5);
    double worst = 0;
    alignas(64) double x[8] = {}, less_one[8] = {}, tangent[8] = {};
    const auto ulps = [](double got, long double exact) {
      const double rounded = std::abs(static_cast<double>(exact));
      return static_cast<double>(std::abs(got - exact)) / (std::nextafter(rounded, HUGE_VAL) - rounded);
    };
    for (int i = 0; i < 50000; ++i) {
      const double size = std::pow(10.0, random.uniform(-8, 2));
      for (int k = 0; k < lanes; ++k) x[k] = size * random.uniform(-1, 1);
      functions->exponentials(x, less_one, tangent);
      for (int k = 0; k < lanes; ++k) worst = std::max({worst, ulps(less_one[k], expm1l(x[k])), ulps(tangent[k], tanhl(x[k]))});
    }
    EXPECT_LE(worst, 6 * tolerance_scale()) << isa;
    for (int k = 0; k < lanes; ++k) x[k] = k % 2 == 0 ? 0 : -1e9;
    functions->exponentials(x, less_one, tangent);
    for (int k = 0; k < lanes; ++k) EXPECT_EQ(less_one[k], k % 2 == 0 ? 0 : -1) << isa;
    for (int k = 0; k < lanes; ++k) EXPECT_EQ(tangent[k], k % 2 == 0 ? 0 : -1) << isa;
  }
}

}  // namespace
}  // namespace zanjir::test
