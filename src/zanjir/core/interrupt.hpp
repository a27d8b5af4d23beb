// Ctrl-C: the first one asks running work to end cleanly, the second one ends the program at once.
#pragma once

#include <atomic>

namespace zanjir {

// Long work takes a `const Cancel&` and stops at the next safe point once it is set.
using Cancel = std::atomic<bool>;

// While it lives, SIGINT and SIGTERM set the flag. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  const Cancel& cancel() const;
};

// For work that nobody interrupts.
const Cancel& never_cancelled();

}  // namespace zanjir
