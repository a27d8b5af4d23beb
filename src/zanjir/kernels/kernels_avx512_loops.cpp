// Closed loops for AVX-512: one state, and 8 at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/loop_entry.hpp"

namespace zanjir::kernels {

constinit const LoopFunctions loops_avx512[2] = {LoopEntry<double>::table("avx512"), LoopEntry<Pack<8>>::table("avx512")};

}  // namespace zanjir::kernels
#endif
