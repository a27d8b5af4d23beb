// exp - 1 and the hyperbolic tangent of a pack, without branches: error of a few ulp, relative also near zero. Beyond +-700 the argument counts as +-700.
// Source: reduction [CodyWaite1980] x = n ln 2 + r, |r| <= ln 2 / 2, and the series of exp(r) - 1, whose rest after fourteen terms is below 2^-58 of it;
//   exp(x) - 1 = 2^n (exp(r) - 1) + (2^n - 1).
#pragma once

#include "zanjir/kernels/pack.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

inline double exponential_less_one(double x) { return __builtin_expm1(x); }
inline double hyperbolic_tangent(double x) { return __builtin_tanh(x); }

template <int W> inline Pack<W> exponential_less_one(const Pack<W>& argument) {
  using T = Pack<W>;
  using Vec = typename T::Vec;
  using Bits = typename T::Bits;
  const Vec x = select<W>(argument > T(700.0), T(700.0), select<W>(argument < T(-700.0), T(-700.0), argument)).v;
  const double shift = 0x1.8p52;  // adding it leaves the nearest integer in the low bits of the number
  const Vec shifted = x * 0x1.71547652b82fep+0 + shift;
  const Vec n = shifted - shift;
  const Vec r = (x - n * 0x1.62e42fefa3800p-1) - n * 0x1.ef35793c76730p-45;  // ln 2 in 42 and 53 bits: the first product is exact
  Vec p = Vec{} + 1.0 / 87178291200.0;                                       // 1/14!
  p = p * r + 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  const Vec less_one = r + r * r * p;
  const Vec scale = Vec((Bits(shifted) + 1023) << 52);  // 2^n: what the shift leaves above the low bits falls off
  return scale * less_one + (scale - 1.0);
}

// tanh x = (1 - exp(-2 |x|)) / (1 + exp(-2 |x|)) with the sign of x.
template <int W> inline Pack<W> hyperbolic_tangent(const Pack<W>& x) {
  using T = Pack<W>;
  const T e = exponential_less_one(magnitude(x) * T(-2.0)), t = -e / (e + T(2.0));
  return select(x < T(0.0), -t, t);
}

template <class T> inline T exponential(const T& x) { return exponential_less_one(x) + T(1.0); }

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
