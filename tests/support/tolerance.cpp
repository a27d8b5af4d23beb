#include "support/tolerance.hpp"

#include <algorithm>
#include <cstdlib>

namespace zanjir::test {

double tolerance_scale() {
  const char* text = std::getenv("ZANJIR_TOL_SCALE");
  return text ? std::atof(text) : 1.0;
}

double rounding(double operations, double magnitude) { return tolerance_scale() * operations * eps * std::max(magnitude, 1e-300); }

// Backward-stable solves lose at most (size of the problem, about 1e2) * eps * condition; 1e-10 is what is promised at condition 1e4.
double agreement(double condition_number, double magnitude) {
  return tolerance_scale() * std::min(1e-10, 100 * eps * std::max(condition_number, 1.0)) * std::max(magnitude, 1e-300);
}

double ill_conditioned(double condition_number, double magnitude) {
  return tolerance_scale() * 100 * eps * condition_number * std::max(magnitude, 1e-300);
}

}  // namespace zanjir::test
