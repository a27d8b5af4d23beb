#include "zanjir/forces/interpolating_spline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

// Derivative `of` a piecewise polynomial at t, in piece i.
double in_piece(const PiecewisePolynomial& p, std::size_t i, double t, std::size_t derivative) {
  const std::size_t m = p.coefficients.size() / (p.breaks.size() - 1);
  double value = 0;
  for (std::size_t j = m; j-- > derivative;) {
    double factor = 1;
    for (std::size_t k = 0; k < derivative; ++k) factor *= static_cast<double>(j - k);
    value = value * (t - p.breaks[i]) + factor * p.coefficients[i * m + j];
  }
  return value;
}
double value_at(const PiecewisePolynomial& p, double t, std::size_t derivative = 0) {
  std::size_t i = 0;
  while (i + 2 < p.breaks.size() && t >= p.breaks[i + 1]) ++i;
  return in_piece(p, i, t, derivative);
}

std::vector<double> uneven(int n) {
  std::vector<double> t;
  for (int i = 0; i <= n; ++i) t.push_back(8.0 * i / n + 0.24 / n * std::sin(3.0 * i));
  return t;
}
std::vector<double> sampled(const std::vector<double>& t, double (*f)(double)) {
  std::vector<double> x;
  for (const double s : t) x.push_back(f(s));
  return x;
}

// Value and rate, the ends included: a spline with made-up conditions there would lose two orders at them.
TEST(InterpolatingSpline, ConvergesWithItsOrderUpToTheEnds) {
  for (int degree = 1; degree <= most_spline_degree; ++degree) {
    const auto worst = [&](int n, std::size_t derivative) {
      const std::vector<double> t = uneven(n);
      const PiecewisePolynomial p = interpolating_spline(t, sampled(t, [](double s) { return std::sin(s); }), degree);
      double most = 0;
      for (int i = 0; t.front() + 0.0071 * i < t.back(); ++i) {
        const double s = t.front() + 0.0071 * i;
        most = std::max(most, std::abs(value_at(p, s, derivative) - (derivative ? std::cos(s) : std::sin(s))));
      }
      return most;
    };
    EXPECT_NEAR(std::log2(worst(60, 0) / worst(120, 0)), degree + 1, 0.5) << degree;
    EXPECT_NEAR(std::log2(worst(60, 1) / worst(120, 1)), degree, 0.5) << degree;
  }
}

TEST(InterpolatingSpline, GoesThroughItsPointsAndIsAsSmoothAsItsDegreeSays) {
  const std::vector<double> t = {0, 0.3, 0.5, 1.1, 1.6, 2.0, 2.2, 3.1, 3.5, 4.2}, x = {0.3, -0.4, 0.9, 0.1, 0.5, 0.2, -0.3, 0.8, 0.1, 0.4};
  for (int degree = 1; degree <= most_spline_degree; ++degree) {
    const PiecewisePolynomial p = interpolating_spline(t, x, degree);
    EXPECT_EQ(p.breaks.front(), t.front());
    EXPECT_EQ(p.breaks.back(), t.back());
    for (std::size_t i = 0; i < t.size(); ++i) EXPECT_NEAR(value_at(p, t[i]), x[i], 2e-13 * tolerance_scale()) << degree;
    for (std::size_t i = 0; i + 2 < p.breaks.size(); ++i) {
      for (std::size_t derivative = 0; derivative + 1 <= static_cast<std::size_t>(degree); ++derivative) {
        const double left = in_piece(p, i, p.breaks[i + 1], derivative), right = in_piece(p, i + 1, p.breaks[i + 1], derivative);
        EXPECT_NEAR(left, right, 2e-12 * tolerance_scale() * (1 + std::abs(right))) << degree << ", derivative " << derivative << ", break " << i + 1;
      }
    }
  }
}

TEST(InterpolatingSpline, IsThePolynomialWhereTheValuesAreOneOrPointsAreFew) {
  const auto quartic = [](double s) { return 1 - 2 * s + 0.3 * s * s - 0.2 * s * s * s + 0.05 * s * s * s * s; };
  const std::vector<double> many = uneven(20), few = {0, 0.4, 1.5, 2.5, 3};
  for (const int degree : {4, 5, 6, 7}) {
    for (const std::vector<double>& t : {many, few}) {
      const PiecewisePolynomial p = interpolating_spline(t, sampled(t, quartic), degree);
      for (int i = 0; t.front() + 0.1 * i <= t.back(); ++i) {
        const double s = t.front() + 0.1 * i;
        EXPECT_NEAR(value_at(p, s), quartic(s), 2e-12 * tolerance_scale()) << degree << ", " << s;
      }
    }
  }
  const PiecewisePolynomial line = interpolating_spline({1, 3}, {5, 9}, 7);
  EXPECT_EQ(line.coefficients, (std::vector<double>{5, 2}));
}

}  // namespace
}  // namespace zanjir::test
