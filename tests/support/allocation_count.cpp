#include "support/allocation_count.hpp"

namespace {
thread_local bool counting = false;
thread_local long allocations = 0;
}  // namespace

#ifdef ZANJIR_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) {
  allocations += counting;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  allocations += counting;
  return __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
  allocations += counting;
  return __libc_realloc(block, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  allocations += counting;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace zanjir::test {

AllocationCount::AllocationCount() {
  allocations = 0;
  counting = true;
}
AllocationCount::~AllocationCount() { counting = false; }
long AllocationCount::stop() {
  counting = false;
  return allocations;
}

}  // namespace zanjir::test
