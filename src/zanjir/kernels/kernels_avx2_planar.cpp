// The kernels of trees that move in one plane, for AVX2 with fused multiply-add: double and 4 lanes.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/function_tables.hpp"
#include "zanjir/kernels/planar_body.hpp"

namespace zanjir::kernels {

constinit const ForwardDynamics planar_avx2[2] = {planar_entry<double>, planar_entry<Pack<4>>};

}  // namespace zanjir::kernels
#endif
