// Polynomials over one step from values and slopes, theta = (t - t_n) / h in [0, 1].
//   cubic    y_n, f_n, y_n+1, f_n+1                      error O(h^4), no right-hand side
//   quartic  and the slope at theta_4                     O(h^5)
//   quintic  and the slopes at theta_5a, theta_5b         O(h^6)
// The inner slopes are evaluated on the polynomial one degree lower, whose error they multiply by h: bootstrapping [Enright1986].
#pragma once

namespace zanjir {

struct HermiteEnds {  // arrays of n
  int n = 0;
  double h = 0;
  const double *y0 = nullptr, *f0 = nullptr, *y1 = nullptr, *f1 = nullptr;
};

inline constexpr double theta_4 = 0.21132486540518712;  // where theta^2 (1 - theta)^2 is steepest: (3 - sqrt 3) / 6
inline constexpr double theta_5a = 0.2, theta_5b = 0.8;

inline void cubic_hermite(const HermiteEnds& e, double theta, double* y) {
  const double u = 1 - theta;
  for (int i = 0; i < e.n; ++i) {
    const double rise = e.y1[i] - e.y0[i];
    y[i] = e.y0[i] + theta * (rise + u * (u * (e.h * e.f0[i] - rise) + theta * (rise - e.h * e.f1[i])));
  }
}

// d/dtheta of the cubic
inline double cubic_hermite_slope(const HermiteEnds& e, int i, double theta) {
  const double u = 1 - theta, rise = e.y1[i] - e.y0[i], a = e.h * e.f0[i] - rise, b = rise - e.h * e.f1[i];
  return rise + a * u * (u - 2 * theta) + b * theta * (2 * u - theta);
}

// y = cubic + theta^2 (1 - theta)^2 c, where c [n] comes from the inner slope f.
inline void quartic_coefficient(const HermiteEnds& e, const double* f, double* c) {
  constexpr double bump_slope = 2 * theta_4 * (1 - theta_4) * (1 - 2 * theta_4);
  for (int i = 0; i < e.n; ++i) c[i] = (e.h * f[i] - cubic_hermite_slope(e, i, theta_4)) / bump_slope;
}
// y = cubic + theta^2 (1 - theta)^2 (c + theta d), c and d [n] from the inner slopes f_a, f_b.
inline void quintic_coefficients(const HermiteEnds& e, const double* f_a, const double* f_b, double* c, double* d) {
  constexpr double bump = theta_5a * theta_5a * theta_5b * theta_5b, slope = 2 * theta_5a * theta_5b * (1 - 2 * theta_5a);  // at b: -slope
  static_assert(theta_5a + theta_5b == 1);
  for (int i = 0; i < e.n; ++i) {
    const double a = e.h * f_a[i] - cubic_hermite_slope(e, i, theta_5a), b = e.h * f_b[i] - cubic_hermite_slope(e, i, theta_5b);
    d[i] = (a + b) / (2 * bump - slope * (theta_5b - theta_5a));
    c[i] = (a - d[i] * (slope * theta_5a + bump)) / slope;
  }
}

inline void add_bump(int n, double theta, const double* c, const double* d, double* y) {
  const double bump = theta * theta * (1 - theta) * (1 - theta);
  for (int i = 0; i < n; ++i) y[i] += bump * (c[i] + (d ? theta * d[i] : 0));
}

}  // namespace zanjir
