// The scalar functions that spatial/ needs, for double. Other scalars (packs, dual numbers) bring their own, found by argument type.
#pragma once

#include "zanjir/spatial/isa.hpp"

namespace zanjir::spatial {
inline namespace ZANJIR_ISA {

ZANJIR_HD inline double sqrt(double a) { return __builtin_sqrt(a); }
ZANJIR_HD inline double sin(double a) { return __builtin_sin(a); }
ZANJIR_HD inline double cos(double a) { return __builtin_cos(a); }
ZANJIR_HD inline double atan2(double y, double x) { return __builtin_atan2(y, x); }
ZANJIR_HD inline double value_of(double a) { return a; }  // the plain number behind a scalar, for branches

}  // namespace ZANJIR_ISA
}  // namespace zanjir::spatial
