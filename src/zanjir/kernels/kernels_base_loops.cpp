// Closed loops for any processor: one state at a time.
#define ZANJIR_ISA base
#include "zanjir/kernels/loop_entry.hpp"

namespace zanjir::kernels {

constinit const LoopFunctions loops_base[1] = {LoopEntry<double>::table("base")};

}  // namespace zanjir::kernels
