#include "zanjir/kernels/dispatch.hpp"

#include <cstdlib>
#include <cstring>

#include "zanjir/kernels/function_tables.hpp"

namespace zanjir::kernels {
namespace {

struct Set {
  const char* isa;
  const Functions* tables;  // null when the build does not have it
  int n_tables;
  bool present;
};

// Narrowest first; `present` asks the processor and, through libgcc, whether the system saves the wide registers.
Set set_at(int i) {
  if (i == 0) return {"base", functions_base, 1, true};
#if defined(__x86_64__) && !defined(ZANJIR_BASE_KERNELS)
  if (i == 1) return {"avx2", functions_avx2, 2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")};
  if (i == 2)
    return {"avx512", functions_avx512, 2,
            __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                __builtin_cpu_supports("fma")};
#endif
  return {};
}
constexpr int n_sets = 3;

struct Chosen {
  const Functions* table;
  IsaChoice how;
};

Chosen choose() {
  const char* asked = std::getenv("ZANJIR_ISA");
  if (asked && !*asked) asked = nullptr;
  if (asked)
    if (const Functions* found = functions_for(asked, 1)) return {found, {found->isa, found->isa, true}};
  int widest = 0;
  for (int i = 1; i < n_sets; ++i)
    if (set_at(i).present) widest = i;
  const Set set = set_at(widest);
  return {set.tables, {asked, set.isa, asked == nullptr}};
}

const Chosen& chosen() {
  static const Chosen once = choose();
  return once;
}

}  // namespace

const Functions& functions() { return *chosen().table; }
IsaChoice isa_choice() { return chosen().how; }

const Functions* functions_for(const char* isa, int lanes) {
  for (int i = 0; i < n_sets; ++i) {
    const Set set = set_at(i);
    if (!set.present || std::strcmp(set.isa, isa) != 0) continue;
    for (int k = 0; k < set.n_tables; ++k)
      if (set.tables[k].lanes == lanes) return &set.tables[k];
  }
  return nullptr;
}

}  // namespace zanjir::kernels
