#include "zanjir/sweep/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace zanjir {
namespace {

double horner(const std::array<double, 8>& c, double x) {
  double y = 0;
  for (std::size_t i = c.size(); i-- > 0;) y = y * x + c[i];
  return y;
}

// Algorithm AS 241, PPND16 [Wichura1988]: rational functions in the middle, and of sqrt(-log) in the tails. Of a share of 0.5 + q, with the smaller of the shares below and above it.
double normal_quantile(double q, double smaller) {
  constexpr std::array middle_a{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
                                4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr std::array middle_b{1.0,
                                4.2313330701600911252e1,
                                6.8718700749205790830e2,
                                5.3941960214247511077e3,
                                2.1213794301586595867e4,
                                3.9307895800092710610e4,
                                2.8729085735721942674e4,
                                5.2264952788528545610e3};
  constexpr std::array near_a{1.42343711074968357734e0, 4.63033784615654529590e0,  5.76949722146069140550e0,  3.64784832476320460504e0,
                              1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr std::array near_b{1.0,
                              2.05319162663775882187e0,
                              1.67638483018380384940e0,
                              6.89767334985100004550e-1,
                              1.48103976427480074590e-1,
                              1.51986665636164571966e-2,
                              5.47593808499534494600e-4,
                              1.05075007164441684324e-9};
  constexpr std::array far_a{6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,  2.96560571828504891230e-1,
                             2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr std::array far_b{1.0,
                             5.99832206555887937690e-1,
                             1.36929880922735805310e-1,
                             1.48753612908506148525e-2,
                             7.86869131145613259100e-4,
                             1.84631831751005468180e-5,
                             1.42151175831644588870e-7,
                             2.04426310338993978564e-15};
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * horner(middle_a, r) / horner(middle_b, r);
  }
  const double r = std::sqrt(-std::log(smaller));
  const double x = r <= 5 ? horner(near_a, r - 1.6) / horner(near_b, r - 1.6) : horner(far_a, r - 5) / horner(far_b, r - 5);
  return q < 0 ? -x : x;
}

// Share above y over density at y (Mills' ratio), y >= 0.
double share_over_density(double y) {
  constexpr double far = 6, half_pi = 1.5707963267948966;
  if (y < far) return std::sqrt(half_pi) * std::exp(0.5 * y * y) * std::erfc(y / std::sqrt(2.0));
  double x = y;  // the continued fraction of Laplace; from 6 on 80 terms are enough for all digits
  for (int k = 80; k > 0; --k) x = y + k / x;
  return 1 / x;
}

// How far above y >= 0 a standard normal number lies that is cut to [y, y + width], with a share u of such numbers below it. All is relative to what lies above y, whose logarithm is
//   log share(y + d) - log share(y) = -y d - d^2/2 + log(R(y + d)/R(y)),   R = share_over_density, and its derivative by d is -1/R(y + d),
// so that neither shares too small for a number nor a cut that is long beside the distances behind it cost digits.
double beyond_cut(double y, double width, double u) {
  const double at_cut = share_over_density(y);
  const auto log_ratio = [&](double d) { return -(y + 0.5 * d) * d + std::log(share_over_density(y + d) / at_cut); };
  const double inside = std::isfinite(width) ? -std::expm1(log_ratio(width)) : 1;  // of what lies above y
  const double wanted = std::log1p(-std::min(u * inside, 1 - 0x1p-53));
  double d = 0;
  for (int i = 0; i < 100; ++i) {  // Newton; behind the first step it comes from above, the logarithm being concave
    const double step = (log_ratio(d) - wanted) * share_over_density(y + d);
    d += step;
    if (std::abs(step) <= 0x1p-52 * d) break;
  }
  return std::clamp(d, 0.0, width);
}

}  // namespace

double normal_share(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double normal_quantile(double u) { return normal_quantile(u - 0.5, std::min(u, 1 - u)); }

double quantile(const Distribution& d, double u) {
  if (d.spread == Spread::uniform) return d.low + (d.high - d.low) * u;
  if (d.spread == Spread::triangular) {
    const double left = d.centre - d.low, right = d.high - d.centre, whole = d.high - d.low;
    if (!(whole > 0)) return d.low;
    return u * whole < left ? d.low + std::sqrt(u * whole * left) : d.high - std::sqrt((1 - u) * whole * right);
  }
  const bool log = d.spread == Spread::lognormal;
  const auto standard = [&](double x) { return (log ? std::log(x / d.centre) : x - d.centre) / d.width; };
  const bool cut_below = std::isfinite(d.low) && (!log || d.low > 0), cut_above = std::isfinite(d.high);
  const double a = cut_below ? standard(d.low) : -std::numeric_limits<double>::infinity();
  const double b = cut_above ? standard(d.high) : std::numeric_limits<double>::infinity();
  const auto from = [&](double cut, double z) { return std::clamp(log ? cut * std::exp(d.width * z) : cut + d.width * z, d.low, d.high); };
  if (a >= 0) return from(d.low, beyond_cut(a, b - a, u));
  if (b <= 0) return from(d.high, -beyond_cut(-b, b - a, 1 - u));
  const double root = std::sqrt(2.0), inside = 0.5 * (std::erf(b / root) - std::erf(a / root));
  const double below = normal_share(a) + u * inside, above = normal_share(-b) + (1 - u) * inside;
  const double least = below < above ? std::numeric_limits<double>::min() : 0x1p-53;
  return from(d.centre, normal_quantile(0.5 * std::erf(a / root) + u * inside, std::max(std::min(below, above), least)));
}

}  // namespace zanjir
