// Points that fill the unit cube more evenly than random ones: the sequence of Sobol' with the direction numbers of [JoeKuo2008], as it is or scrambled by random
// matrices and a digital shift [Matousek1998], which keeps its evenness: of the first 2^m points each of the 2^m strips of any one coordinate holds exactly one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace zanjir {

inline constexpr std::size_t max_sobol_dimension = 52;

class SobolPoints {
 public:
  // seed: scrambled by it; none: the sequence as it is published, which begins with the origin.
  explicit SobolPoints(std::size_t dimension, std::optional<std::uint64_t> seed = {});
  // Point `index` (from 0), its coordinates in [0, 1). Any order: a point follows from its index alone.
  std::vector<double> point(std::uint32_t index) const;

 private:
  static constexpr std::size_t n_bits = 32;
  std::vector<std::array<std::uint32_t, n_bits>> directions_;  // per coordinate, bit 31 is 1/2
  std::vector<std::uint32_t> shift_;
};

}  // namespace zanjir
