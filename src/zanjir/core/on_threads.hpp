// Work in pieces, shared by threads: whoever is free takes the next one. What a piece does must not depend on who does it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace zanjir {

inline int threads_or_processors(int asked) { return std::clamp(asked > 0 ? asked : static_cast<int>(std::thread::hardware_concurrency()), 1, 256); }

// Threads that stay from one lot of work to the next: to begin a thread costs as much as some poses of a map. One at a time may ask them.
class Crew {
 public:
  explicit Crew(int threads) : patience_(threads <= threads_or_processors(0) ? 2000 : 0) {
    try {
      for (int i = 1; i < threads; ++i) others_.emplace_back([this, i] { serve(i); });
    } catch (const std::system_error&) {  // the system gives no more: those that there are do it all
    }
  }
  ~Crew() {
    leave_ = true;
    call();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // f(thread, piece) for every piece < n, each once, the caller's thread, number 0, among them. The first exception ends the work and is thrown here.
  template <class F> void do_all(std::ptrdiff_t n, const F& f) {
    n_ = n;
    next_ = 0;
    failed_ = false;
    f_ = &f;
    work_ = [](Crew& crew, int thread) {
      try {
        for (std::ptrdiff_t i; !crew.failed_ && (i = crew.next_++) < crew.n_;) (*static_cast<const F*>(crew.f_))(thread, i);
      } catch (...) {
        if (!crew.failed_.exchange(true)) crew.first_ = std::current_exception();
      }
    };
    const bool together = n > 1 && !others_.empty();
    if (together) {
      busy_ = static_cast<int>(others_.size());
      call();
    }
    work_(*this, 0);
    if (together)
      for (int busy; (busy = busy_.load()) > 0;) wait_while(busy_, busy);
    if (failed_) std::rethrow_exception(std::exchange(first_, nullptr));
  }

 private:
  void call() {
    ++calls_;
    calls_.notify_all();
  }
  // The next lot often comes soon: to look for it some microseconds long is cheaper than to be woken.
  void wait_while(const std::atomic<int>& number, int is) const {
    for (int i = 0; i < patience_; ++i) {
      if (number.load() != is) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    number.wait(is);
  }
  void serve(int thread) {
    for (int seen = 0;; ++seen) {
      while (calls_.load() == seen) wait_while(calls_, seen);
      if (leave_) return;
      work_(*this, thread);
      if (--busy_ == 0) busy_.notify_all();
    }
  }

  int patience_;  // looks before a thread sleeps; none where threads have to share processors
  std::atomic<int> calls_{0}, busy_{0};
  std::atomic<std::ptrdiff_t> next_{0};
  std::atomic<bool> failed_{false}, leave_{false};
  std::ptrdiff_t n_ = 0;
  const void* f_ = nullptr;
  void (*work_)(Crew&, int thread) = nullptr;
  std::exception_ptr first_;
  std::vector<std::jthread> others_;  // last: they end before what they look at
};

// One lot of work, on at most `threads` threads.
template <class F> void on_threads(int threads, std::ptrdiff_t n, const F& f) {
  Crew(static_cast<int>(std::clamp<std::ptrdiff_t>(n, 1, threads))).do_all(n, f);
}

}  // namespace zanjir
