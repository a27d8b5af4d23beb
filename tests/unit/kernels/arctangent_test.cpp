#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kernels/pose_tables.hpp"

namespace zanjir::test {
namespace {

TEST(Arctangent, IsWithinThreeUlpInAllQuadrants) {
  for (const auto& [isa, lanes] : {std::pair{"base", 1}, {"avx2", 4}, {"avx512", 8}}) {
    const kernels::PoseFunctions* functions = kernels::pose_functions_for(isa, lanes);
    if (!functions) continue;
    Random random(3);
    double worst = 0;
    alignas(64) double y[8] = {}, x[8] = {}, angle[8] = {};
    for (int i = 0; i < 50000; ++i) {
      const double size = std::pow(10.0, random.uniform(-6, 6));
      for (int k = 0; k < lanes; ++k) y[k] = size * random.uniform(-1, 1), x[k] = (i % 3 == 0 ? 1 : size) * random.uniform(-1, 1);
      functions->arctangent(y, x, angle);
      for (int k = 0; k < lanes; ++k) {
        const long double exact = atan2l(y[k], x[k]);
        const double rounded = std::abs(static_cast<double>(exact));
        worst = std::max(worst, static_cast<double>(std::abs(angle[k] - exact)) / (std::nextafter(rounded, 10.0) - rounded));
      }
    }
    EXPECT_LE(worst, 3 * tolerance_scale()) << isa;
    for (const double a : {-2.0, 2.0}) {
      for (int k = 0; k < lanes; ++k) y[k] = k % 2 == 0 ? 0 : a, x[k] = k % 2 == 0 ? a : 0;
      functions->arctangent(y, x, angle);
      for (int k = 0; k < lanes; ++k) EXPECT_EQ(angle[k], std::atan2(y[k], x[k])) << isa << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
