#include "zanjir/core/interrupt.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/whole_file.hpp"

namespace zanjir {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "set and read inside a signal handler");
Cancel interrupted{false};
std::atomic<int> waiting_for_input{0};
timer_t deadline;
bool has_deadline = false, cleans_up = false, on_terminal = false;

constexpr int asking[] = {SIGINT, SIGTERM, SIGHUP};
constexpr long patience_ns = 200'000'000;  // of work: a loaded machine or a slow disk is nobody's fault
std::atomic<long> asked_at_ns{0};          // of the work of this process

long worked_ns() {  // may be called from a handler, too
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// Everything in here may be called from a handler.
template <std::size_t n> void say(const char (&words)[n]) { [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, words, n - 1); }

extern "C" void end_at_once(int signal) {
  remove_those_at_end();
  say("\ninterrupted\n");
  ::_exit(128 + (signal == SIGALRM ? SIGINT : signal));
}

void set_deadline(long ns) {
  const itimerspec when{{0, 0}, {ns / 1'000'000'000, ns % 1'000'000'000}};
  if (has_deadline) ::timer_settime(deadline, 0, &when, nullptr);
}

void on(int signal, void (*handler)(int)) {
  struct sigaction now {};
  if (signal == SIGHUP && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) return;  // nohup stays nohup
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

extern "C" void on_interrupt(int signal) {
  if (cleans_up && waiting_for_input.load(std::memory_order_relaxed) > 0) end_at_once(signal);
  asked_at_ns.store(worked_ns(), std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_release);
  for (const int other : asking) on(other, end_at_once);
  set_deadline(patience_ns);
  if (!cleans_up) return;
  if (on_terminal) say("\r\x1b[K");  // where progress is shown
  else say("\n");
  say("interrupted: ending with what is finished; once more ends at once\n");
}

}  // namespace

void end_cleanly_on_signals() {
  cleans_up = true;
  on_terminal = ::isatty(STDERR_FILENO) == 1;
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : asking) on(signal, end_at_once);
}

InterruptGuard::InterruptGuard() {
  interrupted = false;
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  on(SIGALRM, end_at_once);
  has_deadline = cleans_up && ::timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &deadline) == 0;
  for (const int signal : asking) on(signal, on_interrupt);
}

InterruptGuard::~InterruptGuard() {
  set_deadline(0);
  for (const int signal : asking) on(signal, cleans_up ? end_at_once : SIG_DFL);
  if (has_deadline) ::timer_delete(deadline);
  has_deadline = false;
  on(SIGALRM, SIG_DFL);
}

const Cancel& InterruptGuard::cancel() const { return interrupted; }

bool interrupt_heard() {
  if (!interrupted) return false;
  set_deadline(0);
  return true;
}

bool in_haste() { return interrupted.load(std::memory_order_acquire) && worked_ns() - asked_at_ns.load(std::memory_order_relaxed) > patience_ns / 2; }

WaitForInput::WaitForInput() { ++waiting_for_input; }
WaitForInput::~WaitForInput() { --waiting_for_input; }

const Cancel& never_cancelled() {
  static const Cancel never{false};
  return never;
}

}  // namespace zanjir
