// Work in pieces, shared by threads: whoever is free takes the next one. What a piece does must not depend on who does it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace zanjir {

inline int threads_or_processors(int asked) { return std::clamp(asked > 0 ? asked : static_cast<int>(std::thread::hardware_concurrency()), 1, 256); }

// f(thread, piece) for every piece < n, each once, on at most `threads` threads, the caller's among them; on fewer where the system gives no more. The first
// exception ends the work and is thrown here.
template <class F> void on_threads(int threads, std::ptrdiff_t n, const F& f) {
  threads = static_cast<int>(std::min<std::ptrdiff_t>(threads, n));
  std::atomic<std::ptrdiff_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr first;
  const auto work = [&](int thread) {
    try {
      for (std::ptrdiff_t i; !failed && (i = next++) < n;) f(thread, i);
    } catch (...) {
      if (!failed.exchange(true)) first = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  others.reserve(static_cast<std::size_t>(std::max(threads, 1)));
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back(work, i);
  } catch (const std::system_error&) {  // those that there are do it all
  }
  if (threads > 0) work(0);
  others.clear();  // waits for all
  if (first) std::rethrow_exception(first);
}

}  // namespace zanjir
