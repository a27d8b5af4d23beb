// Arcus tangens of two numbers, in all four quadrants, without branches: error below 2 ulp. Not for zeros and infinities on both sides, which give no number.
// Source: reduction to |x| <= tan(pi/8) and rational approximation of Cephes [Moshier1989] (atan.c).
#pragma once

#include "zanjir/kernels/pack.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

inline constexpr double tangent_of_eighth = 0.41421356237309503;  // tan(pi/8)

template <class T> inline T arctangent_of_small(T r) {  // |r| <= tan(pi/8)
  const T z = r * r;
  const T P = ((((T(-8.750608600031904122785e-1) * z + T(-1.615753718733365076637e1)) * z + T(-7.500855792314704667340e1)) * z +
                T(-1.228866684490136173410e2)) *
                   z +
               T(-6.485021904942025371773e1));
  const T Q = (((((z + T(2.485846490142306297962e1)) * z + T(1.650270098316988542046e2)) * z + T(4.328810604912902668951e2)) * z +
                T(4.853903996359136964868e2)) *
                   z +
               T(1.945506571482613964425e2));
  return r + r * z * (P / Q);
}

template <class T> inline T arctangent(T y, T x) {
  const T ax = magnitude(x), ay = magnitude(y);
  const auto steep = ay > ax;
  const T low = select(steep, ax, ay), high = select(steep, ay, ax);
  const auto beyond = low > T(tangent_of_eighth) * high;
  const T small = arctangent_of_small(select(beyond, low - high, low) / select(beyond, low + high, high));
  // pi/4 and pi/2 in two parts each
  T a = select(beyond, T(0.78539816339744830962) + (small + T(3.061616997868382943e-17)), small);
  a = select(steep, T(1.57079632679489661923) - (a - T(6.123233995736765886e-17)), a);
  a = select(x < T(0.0), T(3.14159265358979323846) - (a - T(1.2246467991473531772e-16)), a);
  return select(y < T(0.0), -a, a);
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
