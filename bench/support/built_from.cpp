#include "support/built_from.hpp"

#include "zanjir_bench_flags.hpp"
#include "zanjir_commit.hpp"

namespace zanjir::bench {

BuiltFrom built_from() {
  return {ZANJIR_COMMIT_HASH, ZANJIR_BENCH_COMPILER, ZANJIR_BENCH_FLAGS, ZANJIR_BENCH_KERNEL_FLAGS, ZANJIR_COMMIT_CLEAN == 1};
}

}  // namespace zanjir::bench
