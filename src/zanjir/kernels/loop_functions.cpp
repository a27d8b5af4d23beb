#include <cstring>

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/loop_tables.hpp"
#include "zanjir/kernels/pose_tables.hpp"
#include "zanjir/kernels/run_tables.hpp"

namespace zanjir::kernels {
namespace {

// Of tables that have one entry per instruction set; null where the processor or the build lacks it.
template <class F> const F* of_set(const char* isa, int lanes, const F* base, [[maybe_unused]] const F* avx2, [[maybe_unused]] const F* avx512) {
  if (functions_for(isa, lanes) == nullptr) return nullptr;
  if (lanes == 1) return std::strcmp(isa, "base") == 0 ? base : nullptr;
  if (std::strcmp(isa, "avx2") == 0) return avx2;
  return std::strcmp(isa, "avx512") == 0 ? avx512 : nullptr;
}

}  // namespace

#if defined(__x86_64__) && !defined(ZANJIR_BASE_KERNELS)
const LoopFunctions* loop_functions_for(const char* isa, int lanes) { return of_set(isa, lanes, loops_base, loops_avx2, loops_avx512); }
const PoseFunctions* pose_functions_for(const char* isa, int lanes) { return of_set(isa, lanes, poses_base, poses_avx2, poses_avx512); }
const RunFunctions* run_functions_for(const char* isa, int lanes) { return of_set(isa, lanes, runs_base, runs_avx2, runs_avx512); }
#else
const LoopFunctions* loop_functions_for(const char* isa, int lanes) { return of_set<LoopFunctions>(isa, lanes, loops_base, nullptr, nullptr); }
const PoseFunctions* pose_functions_for(const char* isa, int lanes) { return of_set<PoseFunctions>(isa, lanes, poses_base, nullptr, nullptr); }
const RunFunctions* run_functions_for(const char* isa, int lanes) { return of_set<RunFunctions>(isa, lanes, runs_base, nullptr, nullptr); }
#endif

}  // namespace zanjir::kernels
