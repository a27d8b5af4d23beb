// Runs for any processor: one state at a time.
#define ZANJIR_ISA base
#include "zanjir/kernels/run_pass.hpp"

namespace zanjir::kernels {

constinit const RunFunctions runs_base[1] = {RunEntry<double>::table("base")};

}  // namespace zanjir::kernels
