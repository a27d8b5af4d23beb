#include <cstring>

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/loop_tables.hpp"
#include "zanjir/kernels/pose_tables.hpp"
#include "zanjir/kernels/row_tables.hpp"
#include "zanjir/kernels/run_tables.hpp"

namespace zanjir::kernels {
namespace {

// Null where the processor or the build lacks it.
template <class F> const F* of_set(const char* isa, int lanes, const F* base, [[maybe_unused]] const F* avx2, [[maybe_unused]] const F* avx512) {
  if (functions_for(isa, lanes) == nullptr) return nullptr;
  if (std::strcmp(isa, "base") == 0) return base;
  return std::strcmp(isa, "avx2") == 0 ? avx2 : avx512;
}

}  // namespace

void find_children(const Tables& model, std::int32_t* children) {
  std::int32_t *last = children, *fork = children + model.n_steps;
  for (int i = 0; i < model.n_steps; ++i) last[i] = fork[i] = 0;
  for (int i = 1; i < model.n_steps; ++i) {
    const int parent = model.step[i].parent;
    last[parent] = i;
    if (parent != i - 1) fork[parent] = 1;
  }
}

#if defined(__x86_64__) && !defined(ZANJIR_BASE_KERNELS)
const LoopFunctions* loop_functions_for(const char* isa, int lanes) {
  const int i = lanes == 1 ? 0 : 1;
  return of_set(isa, lanes, loops_base, loops_avx2 + i, loops_avx512 + i);
}
const PoseFunctions* pose_functions_for(const char* isa, int lanes) {  // of the wide sets in lanes only
  return lanes == 1 ? of_set<PoseFunctions>(isa, lanes, poses_base, nullptr, nullptr) : of_set(isa, lanes, poses_base, poses_avx2, poses_avx512);
}
const RowFunctions* row_functions_for(const char* isa, int lanes) { return of_set<RowFunctions>(isa, lanes, nullptr, rows_avx2, rows_avx512); }
const RunFunctions* run_functions_for(const char* isa, int lanes) { return of_set(isa, lanes, runs_base, runs_avx2, runs_avx512); }
#else
const LoopFunctions* loop_functions_for(const char* isa, int lanes) { return of_set<LoopFunctions>(isa, lanes, loops_base, nullptr, nullptr); }
const PoseFunctions* pose_functions_for(const char* isa, int lanes) { return of_set<PoseFunctions>(isa, lanes, poses_base, nullptr, nullptr); }
const RowFunctions* row_functions_for(const char*, int) { return nullptr; }
const RunFunctions* run_functions_for(const char* isa, int lanes) { return of_set<RunFunctions>(isa, lanes, runs_base, nullptr, nullptr); }
#endif

}  // namespace zanjir::kernels
