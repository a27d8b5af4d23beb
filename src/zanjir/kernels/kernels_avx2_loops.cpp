// Closed loops for AVX2 with fused multiply-add: one state, and 4 at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/loop_entry.hpp"

namespace zanjir::kernels {

constinit const LoopFunctions loops_avx2[2] = {LoopEntry<double>::table("avx2"), LoopEntry<Pack<4>>::table("avx2")};

}  // namespace zanjir::kernels
#endif
