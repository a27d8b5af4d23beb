// The smallest and the largest singular value of a small matrix, for as many matrices as T holds. Reflections from both sides leave an upper bidiagonal matrix with the
// same singular values ([GolubVanLoan2013] algorithm 5.4.2), of which only the squares q of the diagonal and e beside it are kept. Laguerre's iteration then goes from zero
// upwards to the smallest eigenvalue of B^T B and from its trace downwards to the largest: all eigenvalues are real, so that it comes nearer from one side only, at the
// end with the third order [Parlett1964]. The pivots of B^T B - lambda come from the stationary qd recursion, which sees small values as well as large ones [FernandoParlett1994].
// Cost for 6 x 6: 290 multiply-adds, then 2 x 80 and 2 x 7 quotients a step, four or five of them.
//   q_i + s_i: pivot i, with s_1 = -lambda, s_(i+1) = e_i s_i / (q_i + s_i) - lambda;     p'/p = sum of s'_i / (q_i + s_i), p the characteristic polynomial
#pragma once

#include "zanjir/kernels/pack.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

using spatial::sqrt;

template <class T, int n> struct Bidiagonal { T q[n], e[n]; };  // squares; e[n - 1] is none

template <int n> struct FixedRows {
  constexpr operator int() const { return n; }
};
// c: n columns of m >= n rows each, which are lost; m: a number, or one that the compiler knows.
template <class T, int n, int room, class Rows> inline Bidiagonal<T, n> bidiagonal(T (&c)[6][room], Rows m) {
  Bidiagonal<T, n> out;
  const auto reflection = [](T head, T square_of_rest, T& first) {  // I - factor v v^T with v = (first, rest) takes all to the head
    const T square = head * head + square_of_rest, size = sqrt(square);
    first = head + select(head < T(0.0), -size, size);
    const T below = square + magnitude(head) * size;
    return select(below > T(0.0), T(1.0) / below, T(0.0));
  };
#pragma GCC unroll 6  // by itself g++ 12 keeps the loops of a 6 x 6 matrix: more scalar instructions than products
  for (int k = 0; k < n; ++k) {
    T rest = T(0.0), first;
    for (int i = k + 1; i < m; ++i) rest += c[k][i] * c[k][i];
    out.q[k] = c[k][k] * c[k][k] + rest;
    if (k == n - 1) break;
    const T factor = reflection(c[k][k], rest, first);
    for (int j = k + 1; j < n; ++j) {
      T along = T(0.0);
      for (int i = k + 1; i < m; ++i) along += c[k][i] * c[j][i];
      along = (along + first * c[j][k]) * factor;  // the rest need not wait for the root in `first`
      c[j][k] -= along * first;
      for (int i = k + 1; i < m; ++i) c[j][i] -= along * c[k][i];
    }
    T beside = T(0.0);
    for (int j = k + 2; j < n; ++j) beside += c[j][k] * c[j][k];
    out.e[k] = c[k + 1][k] * c[k + 1][k] + beside;
    if (k + 2 >= n) continue;
    const T factor_across = reflection(c[k + 1][k], beside, first);
    for (int i = k + 1; i < m; ++i) {
      T along = T(0.0);
      for (int j = k + 2; j < n; ++j) along += c[j][k] * c[j][i];
      along = (along + first * c[k + 1][i]) * factor_across;
      c[k + 1][i] -= along * first;
      for (int j = k + 2; j < n; ++j) c[j][i] -= along * c[j][k];
    }
  }
  return out;
}

// How far Laguerre's iteration goes from lambda, which lies outside of all eigenvalues; no number where lambda is one. From zero no pivot waits for the one before it.
enum class From : bool { zero, elsewhere };
template <class T, int n, From from = From::elsewhere> inline T laguerre_step(const Bidiagonal<T, n>& b, T lambda) {
  T s = -lambda, rate = T(-1.0), bend = T(0.0), G = T(0.0), H = T(0.0);  // s, s', s''; p'/p and its negative derivative
#pragma GCC unroll 6
  for (int i = 0; i < n; ++i) {
    const T inverse = T(1.0) / (from == From::zero ? b.q[i] : b.q[i] + s), g = rate * inverse;
    G += g;
    H += g * g - bend * inverse;
    if (i == n - 1) break;
    const T share = b.e[i] * inverse, factor = share * inverse * b.q[i];
    bend = factor * (bend - T(2.0) * rate * g);
    rate = factor * rate - T(1.0);
    if constexpr (from == From::elsewhere) s = share * s - lambda;
  }
  const T root = sqrt(larger(T(n - 1) * (T(n) * H - G * G), T(0.0)));
  return T(n) / (magnitude(G) + root);
}

// Each lane stops where a further step would not change it, whatever the others do. Returns more than zero in those that have not come to an end. Where nobody asks for
// the largest one, its bound, the root of the sum of all squares, stands in its place.
template <class T, int n> inline T singular_extremes(const Bidiagonal<T, n>& b, bool wants_largest, T& smallest, T& largest) {
  constexpr int most_steps = 80;  // two values that are equal to rounding take 30
  constexpr double eps = 2.220446049250313e-16;
  T low = T(0.0), high = T(0.0);
  for (int i = 0; i < n; ++i) high += b.q[i] + (i < n - 1 ? b.e[i] : T(0.0));
  T moving_low = T(1.0), moving_high = T(wants_largest ? 1.0 : 0.0), before_low = high, before_high = high;
  // Steps become shorter by a factor that becomes smaller itself: the next one is below step^2 / before.
  const auto go = [](T step, T to, T size, T& value, T& before, T& moving) {
    const auto moves = moving > T(0.5);
    const T going = select(step > T(0.0), select(step < before, T(1.0), T(0.0)), T(0.0));  // else: as far as rounding allows
    const auto goes = going > T(0.5);
    value = select(moves, select(goes, to, value), value);
    moving = select(moves, select(goes, select(step * step > T(eps) * before * size, T(1.0), T(0.0)), T(0.0)), T(0.0));
    before = select(moves, step, before);
  };
  for (int i = 0; i < most_steps && lanes_above_zero(moving_low + moving_high) != 0; ++i) {
    const T up = i == 0 ? laguerre_step<T, n, From::zero>(b, low) : laguerre_step<T, n>(b, low);
    go(up, low + up, low + up, low, before_low, moving_low);
    if (!wants_largest) continue;
    const T down = laguerre_step<T, n>(b, high);
    go(down, high - down, high, high, before_high, moving_high);
  }
  smallest = sqrt(low);
  largest = sqrt(larger(high, T(0.0)));
  return moving_low + moving_high;
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
