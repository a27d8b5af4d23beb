// The spline of a chosen degree through points, as powers: smooth in its first degree - 1 derivatives, with an error of h^(degree + 1) up to the ends.
#pragma once

#include <vector>

namespace zanjir {

struct PiecewisePolynomial {
  std::vector<double> breaks, coefficients;  // of piece i degree + 1 numbers, powers of (t - breaks[i]) rising
};

constexpr int most_spline_degree = 7;

// t increasing; of fewer than degree + 1 points the polynomial through all of them. O(n degree^2).
PiecewisePolynomial interpolating_spline(const std::vector<double>& t, const std::vector<double>& x, int degree);

}  // namespace zanjir
