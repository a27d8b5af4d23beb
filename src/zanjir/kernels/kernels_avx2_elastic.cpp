// The kernels of models with elastic bodies, for AVX2 with fused multiply-add: double and 4 lanes.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/function_table.hpp"
#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {

constinit const Functions elastic_avx2[2] = {function_table<double, Passes<double, Bodies::elastic>>("avx2"),
                                             function_table<Pack<4>, Passes<Pack<4>, Bodies::elastic>>("avx2")};

}  // namespace zanjir::kernels
#endif
