#include <cstring>

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/loop_tables.hpp"

namespace zanjir::kernels {

const LoopFunctions* loop_functions_for(const char* isa, int lanes) {
  if (functions_for(isa, lanes) == nullptr) return nullptr;  // the processor or the build lacks it
  if (lanes == 1) return std::strcmp(isa, "base") == 0 ? loops_base : nullptr;
#if defined(__x86_64__)
  if (std::strcmp(isa, "avx2") == 0) return loops_avx2;
  if (std::strcmp(isa, "avx512") == 0) return loops_avx512;
#endif
  return nullptr;
}

}  // namespace zanjir::kernels
