// The kernels of models with elastic bodies, for AVX-512: double and 8 lanes.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/function_table.hpp"
#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {

constinit const Functions elastic_avx512[2] = {function_table<double, Passes<double, Bodies::elastic>>("avx512"),
                                               function_table<Pack<8>, Passes<Pack<8>, Bodies::elastic>>("avx512")};

}  // namespace zanjir::kernels
#endif
