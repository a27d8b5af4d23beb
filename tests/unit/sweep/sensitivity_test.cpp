#include "zanjir/sweep/sensitivity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

using namespace zanjir;

namespace {

std::vector<double> at_points(const std::vector<std::vector<double>>& points, const std::function<double(const std::vector<double>&)>& f) {
  std::vector<double> y;
  for (const std::vector<double>& p : points) y.push_back(f(p));
  return y;
}

constexpr double pi = std::numbers::pi, ishigami_a = 7, ishigami_b = 0.1;
double ishigami(const std::vector<double>& u) {
  const auto x = [&](std::size_t i) { return pi * (2 * u[i] - 1); };
  return std::sin(x(0)) + ishigami_a * std::pow(std::sin(x(1)), 2) + ishigami_b * std::pow(x(2), 4) * std::sin(x(0));
}

double deviation(const std::vector<double>& x) {
  double mean = 0, square = 0;
  for (const double v : x) mean += v / static_cast<double>(x.size());
  for (const double v : x) square += (v - mean) * (v - mean);
  return std::sqrt(square / static_cast<double>(x.size()));
}

// Standard error of the numerator of an index of parameter i, as a share of the variance: groups of A, B and A with one coordinate of B, for three parameters.
enum class Index { first, total };
double error_of(const std::vector<double>& y, std::size_t i, Index index, double variance) {
  std::vector<double> terms;
  for (std::size_t g = 0; g + 5 <= y.size(); g += 5) {
    const double a = y[g], b = y[g + 1], ab = y[g + 2 + i];
    terms.push_back(index == Index::first ? (b - ishigami_a / 2) * (ab - a) : (a - ab) * (a - ab) / 2);  // the mean of the function is a/2
  }
  return deviation(terms) / variance / std::sqrt(static_cast<double>(terms.size()));
}
double variance_error(const std::vector<double>& y, double variance) {  // relative
  std::vector<double> squares;
  for (std::size_t g = 0; g + 5 <= y.size(); g += 5) {
    for (const double v : {y[g], y[g + 1]}) squares.push_back((v - ishigami_a / 2) * (v - ishigami_a / 2));
  }
  return deviation(squares) / variance / std::sqrt(static_cast<double>(squares.size()));
}

}  // namespace

// The indices of Ishigami's function in closed form [Ishigami1990].
TEST(VarianceShares, OfIshigamisFunction) {
  const double one = ishigami_b * std::pow(pi, 4) / 5 + ishigami_b * ishigami_b * std::pow(pi, 8) / 50 + 0.5, two = ishigami_a * ishigami_a / 8,
               both = 8 * ishigami_b * ishigami_b * std::pow(pi, 8) / 225, all = one + two + both;
  const double first[] = {one / all, two / all, 0}, total[] = {(one + both) / all, two / all, both / all};
  const auto points = saltelli_points(3, 4096, 1);
  const std::vector<double> y = at_points(points, ishigami);
  const auto shares = variance_shares(y, 3, {500, 0.99, 1});
  ASSERT_EQ(shares.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE(shares[i].first_low, first[i]) << i;
    EXPECT_GE(shares[i].first_high, first[i]) << i;
    EXPECT_LE(shares[i].total_low, total[i]) << i;
    EXPECT_GE(shares[i].total_high, total[i]) << i;
    // No wider than the standard errors of numerator and variance say: sd(T / V) <= sd(T) / V + T sd(V) / V^2; 99 % of a normal spread lie within 2.576 of them either way.
    // The ends come from the few outermost of 500 draws: a quarter more for their own scatter.
    constexpr double width = 1.25 * 2 * 2.576;
    EXPECT_LT(shares[i].total_high - shares[i].total_low, width * (error_of(y, i, Index::total, all) + total[i] * variance_error(y, all))) << i;
    EXPECT_LT(shares[i].first_high - shares[i].first_low, width * (error_of(y, i, Index::first, all) + first[i] * variance_error(y, all))) << i;
  }
}

// Shares of a sum are the squares of its coefficients. Intervals narrow with the root of the number of points.
TEST(VarianceShares, OfASumAndHowTheirIntervalsNarrow) {
  const auto sum = [](const std::vector<double>& u) { return 1000 + 3 * u[0] + 4 * u[1]; };
  const auto few = variance_shares(at_points(saltelli_points(2, 256, 2), sum), 2, {500, 0.95, 1});
  const auto many = variance_shares(at_points(saltelli_points(2, 4096, 2), sum), 2, {500, 0.95, 1});
  EXPECT_NEAR(many[0].first, 9.0 / 25, 0.01);
  EXPECT_NEAR(many[1].total, 16.0 / 25, 0.01);
  const double narrower = (few[0].first_high - few[0].first_low) / (many[0].first_high - many[0].first_low);
  EXPECT_GT(narrower, 2.8);  // 4 within the scatter of intervals themselves
  EXPECT_LT(narrower, 5.6);
}

TEST(VarianceShares, LeaveOutGroupsWithoutNumbers) {
  const auto sum = [](const std::vector<double>& u) { return 3 * u[0] + 4 * u[1]; };
  std::vector<double> y = at_points(saltelli_points(2, 512, 2), sum);
  for (std::size_t i = 0; i < y.size(); i += 13) y[i] = std::nan("");
  EXPECT_NEAR(variance_shares(y, 2, {100, 0.95, 1})[0].first, 9.0 / 25, 0.08);
  EXPECT_TRUE(variance_shares(std::vector<double>(40, 1.0), 2, {}).empty());
  EXPECT_TRUE(variance_shares(std::vector<double>(40, std::nan("")), 2, {}).empty());
}

// Of a linear function every effect is its coefficient.
TEST(ElementaryEffects, OfALinearFunctionAreItsCoefficients) {
  const auto points = morris_points(3, 10, 4);
  EXPECT_EQ(points.size(), 40u);
  const auto effects = elementary_effects(points, at_points(points, [](const auto& u) { return 2 * u[0] + 5 * u[1] - u[2]; }), 3);
  const double coefficients[] = {2, 5, -1};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(effects[i].mean, coefficients[i], 1e-13);
    EXPECT_NEAR(effects[i].mean_size, std::abs(coefficients[i]), 1e-13);
    EXPECT_NEAR(effects[i].deviation, 0, 1e-14);
  }
}

// x1 x2: the effect of each is the other, met at 4 levels: mean 1/2, deviation sqrt(5)/6.
TEST(ElementaryEffects, OfAProductVary) {
  const auto points = morris_points(2, 4000, 4);
  const auto effects = elementary_effects(points, at_points(points, [](const auto& u) { return u[0] * u[1]; }), 2);
  const double deviation = std::sqrt(5.0) / 6, error = 4 * deviation / std::sqrt(4000.0);  // four standard errors
  for (const ElementaryEffects& e : effects) {
    EXPECT_NEAR(e.mean, 0.5, error);
    EXPECT_NEAR(e.deviation, deviation, error);
  }
}

TEST(ElementaryEffects, ChangeOneParameterAtATime) {
  const auto points = morris_points(4, 5, 9);
  for (std::size_t p = 0; p + 1 < points.size(); ++p) {
    if (p % 5 == 4) continue;
    int changed = 0;
    for (std::size_t i = 0; i < 4; ++i) changed += points[p][i] != points[p + 1][i];
    EXPECT_EQ(changed, 1);
  }
  // The same level is the same number, however it was come to.
  EXPECT_TRUE(std::all_of(points.begin(), points.end(), [](const auto& p) {
    return std::all_of(p.begin(), p.end(), [](double x) { return x == 0 || x == 1 / 3.0 || x == 2 / 3.0 || x == 1; });
  }));
}

TEST(ParetoFront, HasWhatNoOtherBeats) {
  const double none = std::nan("");
  // gain, cost
  const std::vector<std::vector<double>> columns = {{1, 2, 3, 3, 2, none, 1}, {1, 2, 4, 3, 3, 0, 1}};
  EXPECT_EQ(pareto_front(columns, {1, -1}), (std::vector<bool>{true, true, false, true, false, false, true}));
  EXPECT_EQ(pareto_front(columns, {1, 1}), (std::vector<bool>{false, false, true, false, false, false, false}));
}
