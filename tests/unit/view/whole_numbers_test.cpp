#include "zanjir/view/whole_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace zanjir {
namespace {

TEST(WholeNumbers, GiveMultiplesOfTheStepBack) {
  std::vector<double> wave, held(50, 0.375), random;
  for (int i = 0; i < 400; ++i) wave.push_back(0.3 * std::sin(0.05 * i)), random.push_back(std::sin(1e5 * i * i) * 2);
  for (const auto& numbers : {wave, held, random, std::vector<double>{}, std::vector<double>{-7.5}}) {
    const double step = 0x1p-23;
    const WholeNumbers w = in_steps(numbers, step);
    const std::vector<double> back = restored(w);
    ASSERT_EQ(back.size(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_LE(std::abs(back[i] - numbers[i]), step / 2);
  }
  EXPECT_EQ(in_steps(held, 0x1p-23).values.size(), 1u);  // what does not change is one number
  EXPECT_GE(in_steps(wave, 0x1p-23).order, 2);           // smooth: differences of differences are smaller
  EXPECT_EQ(in_steps(random, 0x1p-23).order, 0);         // no order in it, none is sought
}

TEST(WholeNumbers, KeepSinglePrecisionBitByBit) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<float> numbers = {0.0F, 1.0F, -1.0F, 1e-40F, -1e-40F, 3.4e38F, -3.4e38F, inf, -inf, std::nanf(""), 0.1F, 0.2F, 0.3F, 0.0F, 0.0F};
  const std::vector<double> back = restored(exactly(numbers));
  ASSERT_EQ(back.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isnan(numbers[i])) EXPECT_TRUE(std::isnan(back[i]));
    else EXPECT_EQ(static_cast<float>(back[i]), numbers[i]) << i;
  }
}

TEST(WholeNumbers, DropBitsOfLargeAndSmallAlike) {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<float> numbers = {0.0F, inf, -inf, std::nanf(""), 1.9999999F, -1.9999999F};  // the last two: rounding carries into the exponent
  for (int i = -30; i <= 30; ++i) numbers.push_back(std::ldexp(static_cast<float>(std::sin(i + 0.3)), i));
  const WholeNumbers w = without_bits(numbers, 9);
  EXPECT_EQ(w.step, -9);
  const std::vector<double> back = restored(w);
  ASSERT_EQ(back.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isnan(numbers[i])) EXPECT_TRUE(std::isnan(back[i]));
    else if (!std::isfinite(numbers[i])) EXPECT_EQ(back[i], numbers[i]);
    else EXPECT_LE(std::abs(back[i] - numbers[i]), 0x1p-15 * std::abs(static_cast<double>(numbers[i]))) << i;
  }
}

TEST(WholeNumbers, FallBackToBitsWhereStepsDoNotReach) {
  for (const double odd : {std::nan(""), std::numeric_limits<double>::infinity(), 1e20}) {
    const WholeNumbers w = in_steps(std::vector<double>{0.5, odd}, 0x1p-23);
    EXPECT_EQ(w.step, 0);
    EXPECT_EQ(restored(w)[0], 0.5);
  }
}

TEST(WholeNumbers, KeepInstantsAndStayBelowWhatJsonKeeps) {
  std::vector<double> t;
  for (int i = 0; i < 1000; ++i) t.push_back(123.456 + 0.02 * i);
  const WholeNumbers w = to_fifteen_digits(t);
  const std::vector<double> back = restored(w);
  for (std::size_t i = 0; i < t.size(); ++i) EXPECT_NEAR(back[i], t[i], 1e-14 * 143.5);
  for (const std::int64_t v : w.values) EXPECT_LT(std::abs(v), std::int64_t{1} << 53);
}

}  // namespace
}  // namespace zanjir
