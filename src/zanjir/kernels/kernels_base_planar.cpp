// The kernels of trees that move in one plane, for any processor of the platform: double.
#define ZANJIR_ISA base
#include "zanjir/kernels/function_tables.hpp"
#include "zanjir/kernels/planar_body.hpp"

namespace zanjir::kernels {

constinit const ForwardDynamics planar_base[1] = {planar_entry<double>};

}  // namespace zanjir::kernels
