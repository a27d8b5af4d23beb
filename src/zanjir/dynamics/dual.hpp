// Dual numbers: a value and its exact derivatives in N directions, by the chain rule (forward automatic differentiation).
//   Dual<double>             first derivative in one direction          Dual<Dual<double>>      second derivative along two directions
//   Dual<double, 6>          six first derivatives at once              Dual<Dual<double>, 6>   six mixed second derivatives at once
// Found by argument type inside spatial/ templates, so poses can be differentiated as they are written. Comparisons are not offered:
// branch on value_of().   Cost: a product costs 1 + 2 N products of T.   Source: [Griewank2008] chapter 3; [Fike2011] for second order.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "zanjir/spatial/vector.hpp"

namespace zanjir {

template <class T, std::size_t N = 1> struct Dual {
  T value{};
  std::array<T, N> rate{};

  constexpr Dual() = default;
  constexpr Dual(double constant) : value(constant) {}  // NOLINT: implicit on purpose, a number is a constant
  constexpr explicit Dual(const T& constant) requires(!std::same_as<T, double>) : value(constant) {}
  constexpr Dual(const T& value_in, const T& rate_in) requires(N == 1) : value(value_in), rate{rate_in} {}

  friend constexpr Dual operator-(const Dual& a) { return a.chain(-a.value, T(-1.0)); }
  friend constexpr Dual operator+(Dual a, const Dual& b) {
    a.value = a.value + b.value;
    for (std::size_t i = 0; i < N; ++i) a.rate[i] = a.rate[i] + b.rate[i];
    return a;
  }
  friend constexpr Dual operator-(Dual a, const Dual& b) {
    a.value = a.value - b.value;
    for (std::size_t i = 0; i < N; ++i) a.rate[i] = a.rate[i] - b.rate[i];
    return a;
  }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    Dual c(a.value * b.value);
    for (std::size_t i = 0; i < N; ++i) c.rate[i] = a.rate[i] * b.value + a.value * b.rate[i];
    return c;
  }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const T inverse = T(1.0) / b.value, quotient = a.value * inverse;
    Dual c(quotient);
    for (std::size_t i = 0; i < N; ++i) c.rate[i] = (a.rate[i] - quotient * b.rate[i]) * inverse;
    return c;
  }
  constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }

  // f(a), given f and its slope at a.value
  constexpr Dual chain(const T& f, const T& slope) const {
    Dual c(f);
    for (std::size_t i = 0; i < N; ++i) c.rate[i] = rate[i] * slope;
    return c;
  }
};

template <class T, std::size_t N> Dual<T, N> sin(const Dual<T, N>& a) {
  using spatial::cos, spatial::sin;
  return a.chain(sin(a.value), cos(a.value));
}
template <class T, std::size_t N> Dual<T, N> cos(const Dual<T, N>& a) {
  using spatial::cos, spatial::sin;
  return a.chain(cos(a.value), -sin(a.value));
}
template <class T, std::size_t N> Dual<T, N> sqrt(const Dual<T, N>& a) {  // not at zero, where it has no derivative
  using spatial::sqrt;
  const T root = sqrt(a.value);
  return a.chain(root, T(0.5) / root);
}
template <class T, std::size_t N> double value_of(const Dual<T, N>& a) {
  using spatial::value_of;
  return value_of(a.value);
}

}  // namespace zanjir
