#include "zanjir/sweep/sobol_points.hpp"

#include <bit>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir {
namespace {

// A primitive polynomial over GF(2) of degree s, its inner coefficients as bits of a, and the first s direction integers m: dimensions 2 to 52 of the table
// new-joe-kuo-6.21201 of [JoeKuo2008] (Copyright 2008 Stephen Joe and Frances Y. Kuo, BSD licence). The first coordinate is the sequence of van der Corput.
struct Directions {
  std::uint32_t s, a, m[8];
};
constexpr Directions joe_kuo[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
    {8, 14, {1, 3, 1, 15, 31, 13, 49, 245}},
    {8, 21, {1, 3, 5, 15, 31, 59, 63, 97}},
    {8, 22, {1, 3, 1, 11, 11, 11, 77, 249}},
    {8, 38, {1, 3, 1, 11, 27, 43, 71, 9}},
    {8, 47, {1, 1, 7, 15, 21, 11, 81, 45}},
    {8, 49, {1, 3, 7, 3, 25, 31, 65, 79}},
    {8, 50, {1, 3, 1, 1, 19, 11, 3, 205}},
    {8, 52, {1, 1, 5, 9, 19, 21, 29, 157}},
    {8, 56, {1, 3, 7, 11, 1, 33, 89, 185}},
    {8, 67, {1, 3, 3, 3, 15, 9, 79, 71}},
    {8, 70, {1, 3, 7, 11, 15, 39, 119, 27}},
    {8, 84, {1, 1, 3, 1, 11, 31, 97, 225}},
    {8, 97, {1, 1, 1, 3, 23, 43, 57, 177}},
    {8, 103, {1, 3, 7, 7, 17, 17, 37, 71}},
    {8, 115, {1, 3, 1, 5, 27, 63, 123, 213}},
};
static_assert(std::size(joe_kuo) + 1 == max_sobol_dimension);

}  // namespace

SobolPoints::SobolPoints(std::size_t dimension, std::optional<std::uint64_t> seed) : directions_(dimension), shift_(dimension, 0) {
  ZANJIR_REQUIRE(dimension <= max_sobol_dimension, "more dimensions than there are direction numbers");
  for (std::size_t d = 0; d < dimension; ++d) {
    auto& v = directions_[d];
    for (std::uint32_t k = 0; k < n_bits; ++k) {
      if (d == 0) {
        v[k] = 1u << (31 - k);
        continue;
      }
      const auto& [s, a, m] = joe_kuo[d - 1];
      if (k < s) {
        v[k] = m[k] << (31 - k);
        continue;
      }
      v[k] = v[k - s] ^ (v[k - s] >> s);  // the recurrence of the polynomial
      for (std::uint32_t j = 1; j < s; ++j)
        if ((a >> (s - 1 - j) & 1u) != 0) v[k] ^= v[k - j];
    }
  }
  if (!seed) return;
  Random random(*seed);
  for (std::size_t d = 0; d < dimension; ++d) {
    // A lower triangular matrix of random bits with ones on its diagonal, applied to every direction: row i makes bit i, counted from the highest.
    std::array<std::uint32_t, n_bits> rows{};
    for (std::uint32_t i = 0; i < n_bits; ++i) {
      const std::uint32_t above = i == 0 ? 0u : ~0u << (32 - i);
      rows[i] = (static_cast<std::uint32_t>(random.bits() >> 32) & above) | 1u << (31 - i);
    }
    for (std::uint32_t& v : directions_[d]) {
      std::uint32_t mixed = 0;
      for (std::uint32_t i = 0; i < n_bits; ++i) mixed |= static_cast<std::uint32_t>(std::popcount(rows[i] & v) & 1) << (31 - i);
      v = mixed;
    }
    shift_[d] = static_cast<std::uint32_t>(random.bits() >> 32);
  }
}

std::vector<double> SobolPoints::point(std::uint32_t index) const {
  const std::uint32_t gray = index ^ (index >> 1);  // in the order of Gray's code, as the sequence is published
  std::vector<double> x(directions_.size());
  for (std::size_t d = 0; d < x.size(); ++d) {
    std::uint32_t bits = shift_[d];
    for (std::size_t k = 0; k < n_bits; ++k)
      if ((gray >> k & 1u) != 0) bits ^= directions_[d][k];
    x[d] = bits * 0x1p-32;
  }
  return x;
}

}  // namespace zanjir
