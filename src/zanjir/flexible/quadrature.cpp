#include "zanjir/flexible/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace zanjir {
namespace {

// Nodes and weights on [-1, 1] by Newton's method on the Legendre polynomial.   Source: [Davis1984] section 2.7.
std::vector<QuadraturePoint> legendre(int n) {
  std::vector<QuadraturePoint> points(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 100; ++iteration) {
      double p0 = 1, p1 = x;
      for (int k = 2; k <= n; ++k) {
        const double p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
        p0 = p1;
        p1 = p2;
      }
      slope = n * (x * p1 - p0) / (x * x - 1);
      const double step = p1 / slope;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    points[static_cast<std::size_t>(i)] = {x, 2 / ((1 - x * x) * slope * slope)};
  }
  return points;
}

}  // namespace

std::vector<QuadraturePoint> gauss_legendre(double from, double to, int degree, double wave_number) {
  // n points are exact to degree 2n - 1, and their error is 2^(2n+1) (n!)^4 / ((2n+1) ((2n)!)^3) times a derivative of order 2n on [-1, 1]
  // [Davis1984]: for a wave k on a panel of length h, 16 points and kh = 8, below 1e-25.
  const int n = std::max(16, degree / 2 + 1), panels = std::max(1, static_cast<int>(std::ceil(wave_number * (to - from) / 8)));
  const std::vector<QuadraturePoint> unit = legendre(n);
  std::vector<QuadraturePoint> points;
  const double h = (to - from) / panels;
  for (int k = 0; k < panels; ++k) {
    for (const auto& [x, w] : unit) points.push_back({from + h * (k + (1 + x) / 2), w * h / 2});
  }
  return points;
}

}  // namespace zanjir
