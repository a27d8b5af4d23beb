// Poses of mechanisms with legs, for AVX2 with fused multiply-add: 4 at a time.
#if defined(__x86_64__)
#define ZANJIR_ISA avx2
#include "zanjir/kernels/pose_pass.hpp"

namespace zanjir::kernels {

constinit const PoseFunctions poses_avx2[1] = {PoseEntry<Pack<4>>::table("avx2")};

}  // namespace zanjir::kernels
#endif
