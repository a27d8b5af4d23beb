// Whether numbers are all finite, without a branch for each: x - x is zero, or not a number.
#pragma once

#include <cstddef>

namespace zanjir {

inline bool all_finite(const double* x, std::ptrdiff_t n) {
  double even = 0, odd = 0;
  std::ptrdiff_t i = 0;
  for (; i + 2 <= n; i += 2) {
    even += x[i] - x[i];
    odd += x[i + 1] - x[i + 1];
  }
  if (i < n) even += x[i] - x[i];
  return even + odd == 0;
}

}  // namespace zanjir
