// Derivatives by differences, with step and tolerance from one place.
#pragma once

#include <cmath>

#include "support/tolerance.hpp"

namespace zanjir::test {

// Five-point rule: (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12 h. Its truncation h^4 f'''''/30 and its rounding eps f/h balance at
// h = eps^(1/5). A motion with angular rates up to `rate` changes on the time scale 1/rate, so h is divided by it.
inline double difference_step(double rate = 1) { return std::pow(eps, 0.2) / rate; }

// Derivative of f at 0.
template <class F> auto derivative(F&& f, double rate = 1) {
  const double h = difference_step(rate);
  const auto a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h);
  return decltype(f(h))((8.0 * (a - b) - (c - d)) / (12 * h));
}

// Error of that derivative for values of size `magnitude`: eps^(4/5) rate magnitude = 3e-13 rate magnitude, times a constant for
// the fifth derivative (products of up to four sines and cosines: 4^4/30) and for the rounding of the values themselves.
inline double difference_tolerance(double magnitude, double rate = 1) { return tolerance_scale() * 60 * std::pow(eps, 0.8) * rate * magnitude; }

}  // namespace zanjir::test
