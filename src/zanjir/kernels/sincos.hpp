// Sine and cosine of a pack, without branches: error below 1 ulp for |x| < 1e5. A pack with a lane beyond that (or not finite) takes the
// slow path of the C library, all lanes of it: one test per pack.
// Source: reduction [CodyWaite1980] in three parts, polynomials and their corrections by the tail of the reduced argument from
// fdlibm [Ng1992] (__kernel_sin, __kernel_cos).
//   x = n pi/2 + r + tail.   pi/2 = P1 + P2 + P3 with 33 + 33 + 53 bits: n P1 and n P2 are exact for |n| < 2^20, so neither the
//   presence of fused multiply-add nor contraction changes the reduction before its last line.
#pragma once

#include "zanjir/kernels/pack.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

inline constexpr double sincos_fast_range = 1e5;

template <int W> [[gnu::noinline, gnu::cold]] inline void sincos_slow(const Pack<W>& x, Pack<W>& s, Pack<W>& c) {
  for (int k = 0; k < W; ++k) {
    s.v[k] = __builtin_sin(x.v[k]);
    c.v[k] = __builtin_cos(x.v[k]);
  }
}

// In lanes beyond that range whatever comes out, and nothing of it in the others.
template <int W> inline void sincos_in_range(const Pack<W>& angle, Pack<W>& s, Pack<W>& c) {
  using T = Pack<W>;
  using Vec = typename T::Vec;
  using Bits = typename T::Bits;
  const Vec x = angle.v;
  const double shift = 0x1.8p52;  // adding it leaves the nearest integer in the low bits of the number
  const Vec shifted = x * 0x1.45f306dc9c883p-1 + shift;
  const Bits quadrant = Bits(shifted);
  const Vec n = shifted - shift;

  const Vec r1 = x - n * 0x1.921fb544p+0;
  const Vec w2 = n * 0x1.0b4611a6p-34;
  const Vec r2 = r1 - w2;
  const Vec lost = (r1 - r2) - w2;  // exact: r1 is a multiple of the last place of w2
  const Vec w3 = n * 0x1.3198a2e037073p-69 - lost;
  const Vec r = r2 - w3;
  const Vec tail = (r2 - r) - w3;

  const Vec z = r * r, v = z * r;
  const Vec ps =
      8.33333333332248946124e-03 +
      z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  const Vec sine = r - ((z * (0.5 * tail - v * ps) - tail) + v * 1.66666666666666324348e-01);
  const Vec pc =
      4.16666666666666019037e-02 +
      z * (-1.38888888888741095749e-03 +
           z * (2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
  const Vec half_z = 0.5 * z, w = 1.0 - half_z;
  const Vec cosine = w + (((1.0 - w) - half_z) + (z * (z * pc) - r * tail));

  const Bits swap = -(quadrant & 1);
  const Bits sign_s = (quadrant & 2) << 62, sign_c = ((quadrant + 1) & 2) << 62;
  s = T(Vec(Bits(select<W>(swap, T(cosine), T(sine)).v) ^ sign_s));
  c = T(Vec(Bits(select<W>(swap, T(sine), T(cosine)).v) ^ sign_c));
}

template <int W> inline void sincos(const Pack<W>& angle, Pack<W>& s, Pack<W>& c) {
  if (__builtin_expect(any_of<W>(~(magnitude(angle) < Pack<W>(sincos_fast_range))), 0)) sincos_slow(angle, s, c);
  else sincos_in_range(angle, s, c);
}

// Of n numbers, a full register at a time; the last pack overlaps the one before it, or is masked when n is small.
inline void sincos(int n, const double* x, double* s, double* c) {
  constexpr int W = register_lanes;
  Pack<W> ps, pc;
  if (n < W) {
    sincos(load_first<W>(n, x), ps, pc);
    store_first(n, s, ps);
    store_first(n, c, pc);
    return;
  }
  for (int i = 0; i < n; i += W) {
    const int at = i + W <= n ? i : n - W;
    sincos(load<W>(x + at), ps, pc);
    store(s + at, ps);
    store(c + at, pc);
  }
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
