// Runs side by side, for AVX2 with fused multiply-add: 4 states at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/run_pass.hpp"

namespace zanjir::kernels {

constinit const RunFunctions runs_avx2[1] = {RunEntry<Pack<4>>::table("avx2")};

}  // namespace zanjir::kernels
#endif
