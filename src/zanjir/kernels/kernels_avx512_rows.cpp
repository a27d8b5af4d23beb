// Trees from and to the arrays of a batch, for AVX-512: 8 states at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/lean_pass.hpp"

namespace zanjir::kernels {

constinit const RowFunctions rows_avx512[1] = {RowEntry<Pack<8>, rotors_avx512>::table("avx512")};

}  // namespace zanjir::kernels
#endif
