// Trees from and to the arrays of a batch, for AVX2: 4 states at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/lean_pass.hpp"

namespace zanjir::kernels {

constinit const RowFunctions rows_avx2[1] = {RowEntry<Pack<4>, rotors_avx2>::table("avx2")};

}  // namespace zanjir::kernels
#endif
