// Pack<W>: W states side by side in exactly one vector register, by the compilers' vector extension. It behaves as the scalar T of the
// recursions: arithmetic, broadcast from double, sqrt; comparisons give a mask for select(), never a branch on a lane's value.
// A pack wider than one register is split by g++ through memory and was 4 to 12 times slower, so widths follow the instruction set.
#pragma once

#include "zanjir/spatial/vector.hpp"

#if defined(__SSE2__)
#include <immintrin.h>  // only what the vector extension lacks: sqrt, sign bits of a mask, masked loads and stores
#endif

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

#if defined(__AVX512F__)
inline constexpr int register_lanes = 8;
#elif defined(__AVX2__)
inline constexpr int register_lanes = 4;
#else
inline constexpr int register_lanes = 2;
#endif

// Register types by width: written out, because g++ 12 confuses a vector_size that depends on a template parameter with its element.
// may_alias: the callers' arrays are plain doubles. Loose: any alignment.
template <int W> struct Register;
template <> struct Register<2> {
  typedef double Vec __attribute__((vector_size(16), may_alias));
  typedef double Loose __attribute__((vector_size(16), aligned(8), may_alias));
  typedef long long Bits __attribute__((vector_size(16), may_alias));
};
template <> struct Register<4> {
  typedef double Vec __attribute__((vector_size(32), may_alias));
  typedef double Loose __attribute__((vector_size(32), aligned(8), may_alias));
  typedef long long Bits __attribute__((vector_size(32), may_alias));
};
template <> struct Register<8> {
  typedef double Vec __attribute__((vector_size(64), may_alias));
  typedef double Loose __attribute__((vector_size(64), aligned(8), may_alias));
  typedef long long Bits __attribute__((vector_size(64), may_alias));
};

template <int W> struct Pack {
  using Vec = typename Register<W>::Vec;
  using Bits = typename Register<W>::Bits;
  Vec v;
  Pack() = default;
  ZANJIR_HD Pack(Vec a) : v(a) {}
  ZANJIR_HD Pack(double a) : v(a - Vec{}) {}  // broadcast; a - 0 and not a + 0, which would turn -0 into +0

  friend Pack operator+(Pack a, Pack b) { return a.v + b.v; }
  friend Pack operator-(Pack a, Pack b) { return a.v - b.v; }
  friend Pack operator*(Pack a, Pack b) { return a.v * b.v; }
  friend Pack operator/(Pack a, Pack b) { return a.v / b.v; }
  friend Pack operator-(Pack a) { return -a.v; }
  friend Pack& operator+=(Pack& a, Pack b) { return a = a + b; }
  friend Pack& operator-=(Pack& a, Pack b) { return a = a - b; }
  friend Bits operator>(Pack a, Pack b) { return a.v > b.v; }
  friend Bits operator<(Pack a, Pack b) { return a.v < b.v; }
};

template <class T> inline constexpr int lanes_of = 1;
template <int W> inline constexpr int lanes_of<Pack<W>> = W;

template <int W> inline Pack<W> load(const double* a) {  // any alignment
  return Pack<W>(typename Pack<W>::Vec(*reinterpret_cast<const typename Register<W>::Loose*>(a)));
}
template <int W> inline void store(double* a, Pack<W> b) { *reinterpret_cast<typename Register<W>::Loose*>(a) = b.v; }

// The first n < W numbers only, the other lanes zero or left alone: by mask, since a detour through memory stalls on its own stores.
template <int W> inline Pack<W> load_first(int n, const double* a) {
#if defined(__AVX512F__)
  if constexpr (W == 8) return typename Pack<W>::Vec(_mm512_maskz_loadu_pd(static_cast<__mmask8>((1 << n) - 1), a));
#elif defined(__AVX2__)
  if constexpr (W == 4)
    return typename Pack<W>::Vec(_mm256_maskload_pd(a, _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3))));
#endif
  Pack<W> out(0.0);
  for (int k = 0; k < n; ++k) out.v[k] = a[k];
  return out;
}
template <int W> inline void store_first(int n, double* a, Pack<W> b) {
#if defined(__AVX512F__)
  if constexpr (W == 8) return _mm512_mask_storeu_pd(a, static_cast<__mmask8>((1 << n) - 1), (__m512d)b.v);
#elif defined(__AVX2__)
  if constexpr (W == 4) return _mm256_maskstore_pd(a, _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3)), (__m256d)b.v);
#endif
  for (int k = 0; k < n; ++k) a[k] = b.v[k];
}

template <int W> inline Pack<W> sqrt(Pack<W> a) {
#if defined(__SSE2__)
  if constexpr (W == 2) return typename Pack<W>::Vec(_mm_sqrt_pd((__m128d)a.v));
#endif
#if defined(__AVX2__)
  if constexpr (W == 4) return typename Pack<W>::Vec(_mm256_sqrt_pd((__m256d)a.v));
#endif
#if defined(__AVX512F__)  // masked, all lanes on: the plain one makes g++ 12 warn of an uninitialised register (its bug 105593)
  if constexpr (W == 8) return typename Pack<W>::Vec(_mm512_maskz_sqrt_pd(0xff, (__m512d)a.v));
#endif
  for (int k = 0; k < W; ++k) a.v[k] = __builtin_sqrt(a.v[k]);
  return a;
}

// Is any lane of the mask set?
template <int W> inline bool any_of(typename Pack<W>::Bits mask) {
#if defined(__SSE2__)
  if constexpr (W == 2) return _mm_movemask_pd((__m128d)mask) != 0;
#endif
#if defined(__AVX2__)
  if constexpr (W == 4) return _mm256_movemask_pd((__m256d)mask) != 0;
#endif
#if defined(__AVX512DQ__)
  if constexpr (W == 8) return _mm512_movepi64_mask((__m512i)mask) != 0;
#endif
  long long sum = 0;
  for (int k = 0; k < W; ++k) sum |= mask[k];
  return sum != 0;
}

// mask ? a : b, lane by lane
inline double select(bool mask, double a, double b) { return mask ? a : b; }
template <int W> inline Pack<W> select(typename Pack<W>::Bits mask, Pack<W> a, Pack<W> b) { return typename Pack<W>::Vec(mask ? a.v : b.v); }

template <class T> inline T larger(T a, T b) { return select(b > a, b, a); }
inline double magnitude(double a) { return __builtin_fabs(a); }
template <int W> inline Pack<W> magnitude(Pack<W> a) { return typename Pack<W>::Vec(typename Pack<W>::Bits(a.v) & 0x7fffffffffffffffLL); }

// Bit k: lane k is above zero.
inline unsigned lanes_above_zero(double a) { return a > 0 ? 1 : 0; }
template <int W> inline unsigned lanes_above_zero(Pack<W> a) {
  const typename Pack<W>::Bits above = a.v > typename Pack<W>::Vec{};
#if defined(__AVX2__)
  if constexpr (W == 4) return static_cast<unsigned>(_mm256_movemask_pd((__m256d)above));
#endif
#if defined(__AVX512DQ__)
  if constexpr (W == 8) return static_cast<unsigned>(_mm512_movepi64_mask((__m512i)above));
#endif
  unsigned mask = 0;
  for (int k = 0; k < W; ++k) mask |= (above[k] != 0 ? 1u : 0u) << k;
  return mask;
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
