// How a program ends by a signal. With a second Ctrl-C, or when work has not heard the first (core/interrupt.hpp) after 0.2 s of its time, it ends at once. Nothing is
// lost by that: recordings are readable at any moment, all else appears whole or not at all, and what lies beside it meanwhile (core/whole_file.hpp) is removed.
#pragma once

namespace zanjir {

// For programs, once at their start: SIGINT, SIGTERM and SIGHUP end them at once and leave no temporary file; a limit on file sizes is an error of the write
// that meets it, not a signal that kills.
void end_cleanly_on_signals();

// The work inside an InterruptGuard has ended at a safe point: there is time now to write what is finished. True: it was asked to end.
bool interrupt_heard();
// Asked to end, and half of the time for that is over (0.1 s of work since the signal): who puts finished things in place leaves out from now on what can be made again, however much
// there is of it. One look costs nothing unless somebody was interrupted.
bool in_haste();

// While one lives, the program waits for what its user types or pipes in. A signal ends it at once then: there is nothing finished yet, and a deadline of processor
// time would never come.
class WaitForInput {
 public:
  WaitForInput();
  ~WaitForInput();
  WaitForInput(const WaitForInput&) = delete;
  WaitForInput& operator=(const WaitForInput&) = delete;
};

}  // namespace zanjir
