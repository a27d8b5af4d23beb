// Poses of mechanisms with legs, for AVX-512: 8 at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx512
#include "zanjir/kernels/pose_pass.hpp"

namespace zanjir::kernels {

constinit const PoseFunctions poses_avx512[1] = {PoseEntry<Pack<8>>::table("avx512")};

}  // namespace zanjir::kernels
#endif
