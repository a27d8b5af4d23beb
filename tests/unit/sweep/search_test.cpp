#include "zanjir/sweep/search.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace zanjir;

namespace {

struct Found {
  std::vector<double> at;
  double value = HUGE_VAL;
  int asked = 0;
  std::string end;
};

Found least(const SearchQuestion& q, const std::function<SearchValue(std::span<const double>)>& f, double limits_to = 1e-6) {
  Found found;
  found.end = search_least(q, [&](std::span<const double> x) -> std::optional<SearchValue> {
    ++found.asked;
    SearchValue v = f(x);
    bool holds = true;
    for (const double limit : v.limits) holds = holds && limit <= limits_to;
    if (holds && v.least < found.value) found.value = v.least, found.at.assign(x.begin(), x.end());
    return v;
  });
  return found;
}

// A narrow valley (as Rosenbrock's, but not through a corner of the range, where the simplex and random search come to rest) with its least value 0 at (0.75, 0.55).
SearchValue valley(std::span<const double> x) { return {std::pow(0.75 - x[0], 2) + 100 * std::pow(x[1] - 0.1 - 0.8 * x[0] * x[0], 2), {}}; }

}  // namespace

TEST(Search, FindsTheEndOfAValley) {
  for (const SearchMethod method : {SearchMethod::nelder_mead, SearchMethod::bobyqa, SearchMethod::crs}) {
    const Found found = least({{0.2, 0.9}, method, 4000, 1e-7, 0, 3}, valley);
    EXPECT_LT(found.value, 3e-12) << word_of(method) << ": " << found.end;
    EXPECT_NEAR(found.at[0], 0.75, 8e-6) << word_of(method);
  }
}

// Least x + y with x y >= 1/4: at (1/2, 1/2), on the limit.
TEST(Search, KeepsLimits) {
  const auto f = [](std::span<const double> x) { return SearchValue{x[0] + x[1], {0.25 - x[0] * x[1]}}; };
  const Found found = least({{0.9, 0.6}, SearchMethod::cobyla, 500, 1e-6, 1, 1}, f);
  EXPECT_NEAR(found.value, 1, 1e-5) << found.end;
  EXPECT_NEAR(found.at[0], 0.5, std::sqrt(1e-5 / 2));  // on the limit x + y - 1 is 2 (x - 1/2)^2
}

// Two hollows, the deeper one at (0.8, 0.5) cut off by a limit: what is left of it, on x + y = 1.2, is still deeper than the other. A local method that starts at the
// other ends there.
TEST(Search, FindsTheDeeperHollowWithinALimit) {
  const auto f = [](std::span<const double> x) {
    const auto hollow = [&](double a, double b) { return std::exp(-40 * (std::pow(x[0] - a, 2) + std::pow(x[1] - b, 2))); };
    return SearchValue{-0.5 * hollow(0.2, 0.5) - hollow(0.8, 0.5), {x[0] + x[1] - 1.2}};
  };
  const Found local = least({{0.25, 0.45}, SearchMethod::cobyla, 500, 1e-6, 1, 1}, f);
  EXPECT_NEAR(local.at[0], 0.2, 2e-6);
  const Found found = least({{0.25, 0.45}, SearchMethod::isres, 20000, 1e-6, 1, 5}, f);
  EXPECT_NEAR(found.value, -std::exp(-40 * 0.005), 2e-5) << found.end;  // at (0.75, 0.45), 0.005 = squared distance; the other hollow adds 1e-6
  EXPECT_NEAR(found.at[0], 0.75, 5e-3);
}

TEST(Search, StaysInsideAndEndsAtABound) {
  const auto f = [](std::span<const double> x) {
    EXPECT_TRUE(x[0] >= 0 && x[0] <= 1 && x[1] >= 0 && x[1] <= 1);
    return SearchValue{x[0] - x[1], {}};
  };
  const Found found = least({{0.5, 0.5}, SearchMethod::bobyqa, 200, 1e-6, 0, 1}, f);
  EXPECT_NEAR(found.value, -1, 1e-14);
}

TEST(Search, GoesTheSameWayAgainAndStopsWhenNobodyAnswers) {
  for (const SearchMethod method : {SearchMethod::nelder_mead, SearchMethod::cobyla, SearchMethod::crs, SearchMethod::isres}) {
    std::vector<std::vector<double>> ways[2];
    for (auto& way : ways) {
      least({{0.2, 0.9}, method, 60, 1e-7, 0, 3}, [&](std::span<const double> x) {
        way.emplace_back(x.begin(), x.end());
        return valley(x);
      });
    }
    EXPECT_EQ(ways[0], ways[1]) << word_of(method);
  }
  int asked = 0;
  const std::string end =
      search_least({{0.2, 0.9}}, [&](std::span<const double> x) { return ++asked < 10 ? std::optional(valley(x)) : std::nullopt; });
  EXPECT_EQ(asked, 10);
  EXPECT_EQ(end, "stopped");
}

// Random search counts the point that it comes to again when all its points have met; what is said of the end adds up with what was asked.
TEST(Search, SaysHowManyEvaluationsBroughtNothingNew) {
  const auto square = [](std::span<const double> x) { return SearchValue{std::pow(x[0] - 0.5, 2) + std::pow(x[1] - 0.5, 2), {}}; };
  const Found met = least({{0.5, 0.5}, SearchMethod::crs, 4000, 1e-300, 0, 1}, square);
  ASSERT_LT(met.asked, 4000);
  EXPECT_EQ(met.end, "ended at the number of evaluations that it may take: it counts 4000, " + std::to_string(4000 - met.asked) +
                         " of them at the point where it stood, which brought nothing new");
  const Found on_its_way = least({{0.2, 0.9}, SearchMethod::crs, 50, 1e-7, 0, 3}, valley);
  EXPECT_EQ(on_its_way.asked, 50);
  EXPECT_EQ(on_its_way.end, "ended at the number of evaluations that it may take");
}
