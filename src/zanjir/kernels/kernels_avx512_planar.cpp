// The kernels of trees that move in one plane, for AVX-512 (F, DQ, VL): double and 8 lanes.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/function_tables.hpp"
#include "zanjir/kernels/planar_body.hpp"

namespace zanjir::kernels {

constinit const ForwardDynamics planar_avx512[2] = {planar_entry<double>, planar_entry<Pack<8>>};

}  // namespace zanjir::kernels
#endif
