// Whether numbers are all finite, without a branch for each: x - x is zero, or not a number.
#pragma once

#include <cstddef>

namespace zanjir {

inline bool all_finite(const double* x, std::ptrdiff_t n) {
  double sum[4] = {0, 0, 0, 0};
  std::ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) sum[k] += x[i + k] - x[i + k];
  for (; i < n; ++i) sum[0] += x[i] - x[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0;
}

}  // namespace zanjir
