// Poses of mechanisms with legs, for any processor: one at a time.
#define ZANJIR_ISA base
#include "zanjir/kernels/pose_pass.hpp"

namespace zanjir::kernels {

constinit const PoseFunctions poses_base[1] = {PoseEntry<double>::table("base")};

}  // namespace zanjir::kernels
