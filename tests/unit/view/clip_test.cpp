#include "zanjir/view/clip.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

TEST(Clip, ShortCurvesAreKeptAsTheyAre) {
  CurveTaker taker({{"t", "s"}, {"x", "m"}}, 5, 10);
  for (int i = 0; i < 5; ++i) taker.add(std::vector<double>{i * 0.1, i * i * 1.0});
  const CurveTable table = taker.take();
  EXPECT_EQ(table.stands_for, 1u);
  ASSERT_EQ(table.t.size(), 5u);
  EXPECT_EQ(table.channels, (std::vector<Channel>{{"x", "m"}}));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(table.values[0][i], static_cast<float>(i * i));
}

// Every part keeps its smallest and its largest value, in their order, whatever the numbers; so the extremes of the whole are there.
TEST(Clip, LongCurvesLoseNoPeak) {
  Random random(7);
  constexpr std::size_t n = 10'007, points = 100;
  CurveTaker taker({{"t", "s"}, {"x", "m"}, {"gap", "m"}}, n, points);
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(random.normal());
    taker.add(std::vector<double>{static_cast<double>(i), x.back(), i == 5000 ? 1e6 : std::numeric_limits<double>::quiet_NaN()});
  }
  const CurveTable table = taker.take();
  EXPECT_LE(table.t.size(), points);
  EXPECT_EQ(table.t.size(), table.values[0].size());
  const std::size_t per = table.stands_for;
  for (std::size_t part = 0; part * per < n; ++part) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(part * per),
               end = x.begin() + static_cast<std::ptrdiff_t>(std::min(n, (part + 1) * per));
    const auto [low, high] = std::minmax_element(begin, end);
    const float first = static_cast<float>(low < high ? *low : *high), second = static_cast<float>(low < high ? *high : *low);
    EXPECT_EQ(table.values[0][2 * part], first);
    EXPECT_EQ(table.values[0][2 * part + 1], second);
    EXPECT_EQ(table.t[2 * part], static_cast<double>(part * per));
    EXPECT_EQ(table.t[2 * part + 1], static_cast<double>(std::min(n, (part + 1) * per) - 1));
  }
  EXPECT_EQ(std::count(table.values[1].begin(), table.values[1].end(), 1e6f), 2);  // one number among none is both extremes
}

TEST(Clip, EvenRowsHaveBothEnds) {
  EXPECT_EQ(even_rows(5, 10), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(even_rows(101, 5), (std::vector<std::uint64_t>{0, 25, 50, 75, 100}));
  EXPECT_EQ(even_rows(1, 5), (std::vector<std::uint64_t>{0}));
  EXPECT_TRUE(even_rows(0, 5).empty());
}

}  // namespace
}  // namespace zanjir::test
