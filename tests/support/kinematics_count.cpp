#include "support/kinematics_count.hpp"

#include <atomic>

#include "zanjir/state/state.hpp"

namespace {

std::atomic<long> count{0};  // tests of threads count too

}  // namespace

extern "C" {

#define ZANJIR_COUNT(symbol)                                                                        \
  void __real_##symbol(const zanjir::Model&, const zanjir::State&, zanjir::Workspace&);             \
  void __wrap_##symbol(const zanjir::Model& model, const zanjir::State& state, zanjir::Workspace& ws) { \
    count.fetch_add(1, std::memory_order_relaxed);                                                  \
    __real_##symbol(model, state, ws);                                                              \
  }
ZANJIR_COUNT(_ZN6zanjir10take_stateERKNS_5ModelERKNS_5StateERNS_9WorkspaceE)
ZANJIR_COUNT(_ZN6zanjir16update_positionsERKNS_5ModelERKNS_5StateERNS_9WorkspaceE)
ZANJIR_COUNT(_ZN6zanjir17update_velocitiesERKNS_5ModelERKNS_5StateERNS_9WorkspaceE)
#undef ZANJIR_COUNT

}  // extern "C"

long zanjir::test::kinematics_count() { return count; }
