// The kernels for AVX2 with fused multiply-add: double and 4 lanes. Compiled with that instruction set, so nothing here may be inline outside the
// namespace avx2.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/function_table.hpp"
#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {

constinit const Functions functions_avx2[2] = {function_table<double, Entry<double, elastic_avx2, planar_avx2, rotors_avx2, 0>>("avx2"),
                                               function_table<Pack<4>, Entry<Pack<4>, elastic_avx2, planar_avx2, rotors_avx2, 1>>("avx2")};

}  // namespace zanjir::kernels
#endif
