// Counts heap use. malloc itself is counted (Eigen does not go through operator new): glibc lets a program define it and reach the real one as
// __libc_malloc. Under a sanitizer, which owns malloc, nothing is counted.
#pragma once

#include <cstddef>  // says whether this is glibc

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ZANJIR_COUNTS_MALLOC 1
#endif

namespace zanjir::test {

// Allocations of this thread while it exists, or until stop().
struct AllocationCount {
  AllocationCount();
  ~AllocationCount();
  long stop();
};

}  // namespace zanjir::test
