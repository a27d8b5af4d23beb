// Ctrl-C: the first one asks running work to end cleanly; work that has not heard it after 0.2 s of its time, and a second one, end the program at once. Nothing is lost
// by that: recordings are readable at any moment, all else appears whole or not at all, and what lies beside it meanwhile (whole_file.hpp) is removed.
#pragma once

#include <atomic>

namespace zanjir {

// Long work takes a `const Cancel&` and stops at the next safe point once it is set.
using Cancel = std::atomic<bool>;

// For programs, once at their start: SIGINT, SIGTERM and SIGHUP end them at once and leave no temporary file; a limit on file sizes is an error of the write
// that meets it, not a signal that kills.
void end_cleanly_on_signals();

// While it lives, the first SIGINT, SIGTERM or SIGHUP sets the flag. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  const Cancel& cancel() const;
  // The work has ended at a safe point: there is time now to write what is finished. True: it was asked to end.
  bool heard() const;
};

// For work that nobody interrupts.
const Cancel& never_cancelled();

}  // namespace zanjir
