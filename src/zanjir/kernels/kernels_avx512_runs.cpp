// Runs side by side, for AVX-512: 8 states at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/run_pass.hpp"

namespace zanjir::kernels {

constinit const RunFunctions runs_avx512[1] = {RunEntry<Pack<8>>::table("avx512")};

}  // namespace zanjir::kernels
#endif
