// Named, derived tolerances. ZANJIR_TOL_SCALE=0 in the environment makes every comparison fail and so prints the real residuals.
#pragma once

#include <limits>

namespace zanjir::test {

double tolerance_scale();
inline constexpr double eps = std::numeric_limits<double>::epsilon();

// Rounding of a computation with `operations` sequential operations on numbers of size `magnitude`.
double rounding(double operations, double magnitude = 1.0);
// Agreement of two formulations: the bound, 1e-10 relative, scaled by the condition number of the solved system.
double agreement(double condition_number, double magnitude);
// The same without the bound of 1e-10, for states that are counted apart (condition number above 1e6).
double ill_conditioned(double condition_number, double magnitude);

}  // namespace zanjir::test
