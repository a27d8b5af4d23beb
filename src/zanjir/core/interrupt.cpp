#include "zanjir/core/interrupt.hpp"

#include <csignal>

namespace zanjir {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "the flag is set inside a signal handler");
Cancel interrupted{false};

extern "C" void on_interrupt(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);  // the second one kills
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const Cancel& InterruptGuard::cancel() const { return interrupted; }

const Cancel& never_cancelled() {
  static const Cancel never{false};
  return never;
}

}  // namespace zanjir
