// The kernels for AVX-512 (F, DQ, VL): double and 8 lanes. Compiled with that instruction set, so nothing here may be inline outside the
// namespace avx512.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/function_table.hpp"
#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {

constinit const Functions functions_avx512[2] = {function_table<double, Entry<double, elastic_avx512, planar_avx512, rotors_avx512, 0>>("avx512"),
                                                 function_table<Pack<8>, Entry<Pack<8>, elastic_avx512, planar_avx512, rotors_avx512, 1>>("avx512")};

}  // namespace zanjir::kernels
#endif
