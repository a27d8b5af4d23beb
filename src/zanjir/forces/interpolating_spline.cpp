// B-splines of degree k on n points, n unknown coefficients, [DeBoor2001] chapters IX, X and XIII. No condition is made up at the ends: of an odd degree the (k - 1)/2 points
// next to either end are no knots ("not a knot"), of an even one knots lie in the middle between points. The matrix B_j(t_i) is totally positive and banded,
// so elimination needs no pivoting.
#include "zanjir/forces/interpolating_spline.hpp"

#include <algorithm>
#include <array>

#include "zanjir/core/contract.hpp"

namespace zanjir {
namespace {

std::vector<double> spline_knots(const std::vector<double>& t, std::size_t k) {
  const std::size_t n = t.size(), inside = n - k - 1;
  std::vector<double> knots(k + 1, t.front());
  for (std::size_t i = 0; i < inside; ++i) {
    const std::size_t at = i + k / 2;
    knots.push_back(k % 2 == 1 ? t[at + 1] : (t[at] + t[at + 1]) / 2);
  }
  knots.insert(knots.end(), k + 1, t.back());
  return knots;
}

// The k + 1 B-splines that are not zero on [knots[m], knots[m + 1]), at x: B_{m-k}, ..., B_m. [DeBoor2001] chapter X, BSPLVB.
using Basis = std::array<double, most_spline_degree + 1>;
Basis spline_basis(const std::vector<double>& knots, std::size_t k, std::size_t m, double x) {
  Basis b{1};
  for (std::size_t j = 1; j <= k; ++j) {
    double saved = 0;
    for (std::size_t r = 0; r < j; ++r) {
      const double right = knots[m + r + 1] - x, left = x - knots[m + 1 + r - j], part = b[r] / (right + left);
      b[r] = saved + right * part;
      saved = left * part;
    }
    b[j] = saved;
  }
  return b;
}

}  // namespace

PiecewisePolynomial interpolating_spline(const std::vector<double>& t, const std::vector<double>& x, int degree) {
  ZANJIR_REQUIRE(t.size() >= 2 && t.size() == x.size() && degree >= 1 && degree <= most_spline_degree, "a spline of this degree needs other points");
  const std::size_t n = t.size(), k = std::min(static_cast<std::size_t>(degree), n - 1);
  const std::vector<double> knots = spline_knots(t, k);
  // rows of the matrix: row i has columns i - k ... i + k at most
  const std::size_t width = 2 * k + 1;
  std::vector<double> band(n * width, 0.0), c = x;
  const auto entry = [&](std::size_t row, std::size_t column) -> double& { return band[row * width + column + k - row]; };
  for (std::size_t i = 0, m = k; i < n; ++i) {
    while (m + 1 < n && t[i] >= knots[m + 1]) ++m;
    const Basis b = spline_basis(knots, k, m, t[i]);
    for (std::size_t r = 0; r <= k; ++r) {
      const std::size_t column = m - k + r;
      if (column + k >= i && column <= i + k) entry(i, column) = b[r];  // beyond it is zero: a point lies in the support of its own spline
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = i + 1; row < std::min(n, i + k + 1); ++row) {
      const double factor = entry(row, i) / entry(i, i);
      if (factor == 0) continue;
      for (std::size_t column = i; column < std::min(n, i + k + 1); ++column) entry(row, column) -= factor * entry(i, column);
      c[row] -= factor * c[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t column = i + 1; column < std::min(n, i + k + 1); ++column) c[i] -= entry(i, column) * c[column];
    c[i] /= entry(i, i);
  }
  // Derivatives are splines of one degree less, whose coefficients are divided differences [DeBoor2001] eq. (X.15); the j-th one at a break over j! is the coefficient of power j.
  PiecewisePolynomial out;
  out.breaks.assign(knots.begin() + static_cast<std::ptrdiff_t>(k), knots.end() - static_cast<std::ptrdiff_t>(k));
  const std::size_t pieces = out.breaks.size() - 1;
  out.coefficients.resize(pieces * (k + 1));
  double factorial = 1;
  for (std::size_t j = 0; j <= k; ++j) {
    if (j > 0) {
      factorial *= static_cast<double>(j);
      for (std::size_t i = n; i-- > j;) c[i] = static_cast<double>(k - j + 1) * (c[i] - c[i - 1]) / (knots[i + k - j + 1] - knots[i]);
    }
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const std::size_t m = k + piece;
      const Basis b = spline_basis(knots, k - j, m, knots[m]);
      double value = 0;
      for (std::size_t r = 0; r <= k - j; ++r) value += b[r] * c[m - (k - j) + r];
      out.coefficients[piece * (k + 1) + j] = value / factorial;
    }
  }
  return out;
}

}  // namespace zanjir
