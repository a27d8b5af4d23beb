#include "zanjir/sweep/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace zanjir;

namespace {

SweepAxis listed(std::vector<double> values) { return {"x", "m", std::move(values), {}, {}}; }
SweepAxis spread(double low, double high) { return {"x", "m", {}, {}, Distribution{Spread::uniform, low, high, 0, 1}}; }

}  // namespace

TEST(SweepDesign, AGridIsEveryCombinationTheLastFastest) {
  const SweepUnits units = make_units({{listed({1, 2}), listed({3, 4, 5})}});
  EXPECT_EQ(units.values, (std::vector<double>{1, 3, 1, 4, 1, 5, 2, 3, 2, 4, 2, 5}));
  EXPECT_EQ(n_units({{listed({1, 2}), listed({3, 4, 5})}}), 6);
}

TEST(SweepDesign, ALatinHypercubeMeetsEveryStripOnce) {
  constexpr std::size_t n = 37;
  const SweepUnits units = make_units({{spread(0, 1), spread(10, 20)}, Sampling::latin_hypercube, n, 5});
  std::set<int> first, second;
  for (std::size_t u = 0; u < n; ++u) {
    first.insert(static_cast<int>(units.row(u)[0] * n));
    second.insert(static_cast<int>((units.row(u)[1] - 10) / 10 * n));
  }
  EXPECT_EQ(first.size(), n);
  EXPECT_EQ(second.size(), n);
}

// A larger sample goes on where a smaller one ended: only what is new need be computed.
TEST(SweepDesign, LargerSamplesBeginWithSmallerOnes) {
  for (const Sampling sampling : {Sampling::random, Sampling::sobol, Sampling::morris, Sampling::saltelli}) {
    const SweepUnits few = make_units({{spread(0, 1), spread(2, 3)}, sampling, 8, 5}),
                     many = make_units({{spread(0, 1), spread(2, 3)}, sampling, 16, 5});
    ASSERT_LT(few.values.size(), many.values.size());
    EXPECT_TRUE(std::equal(few.values.begin(), few.values.end(), many.values.begin())) << word_of(sampling);
  }
}

TEST(SweepDesign, SamplesDrawAmongListsEvenly) {
  const SweepUnits units = make_units({{listed({1, 2, 3, 4})}, Sampling::sobol, 64, 1});
  for (const double value : {1, 2, 3, 4}) EXPECT_EQ(std::count(units.values.begin(), units.values.end(), value), 16) << value;
}

TEST(SweepDesign, ValuesAreSetAsText) {
  EXPECT_EQ(listed({0.1}).text(0.1), "0.1 m");
  EXPECT_EQ((SweepAxis{"k", "", {1, 2}, {"cycloid", "trapezoid"}, {}}.text(2)), "trapezoid");
}
