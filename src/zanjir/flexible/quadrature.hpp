// Gauss-Legendre quadrature along a beam: exact for polynomials up to a degree, and to rounding for waves up to a wave number.
#pragma once

#include <vector>

namespace zanjir {

struct QuadraturePoint {
  double x, weight;
};

// On [from, to], in equal panels short enough for `wave_number` (of the integrand), each with points enough for `degree` (of the integrand).
std::vector<QuadraturePoint> gauss_legendre(double from, double to, int degree, double wave_number);

}  // namespace zanjir
