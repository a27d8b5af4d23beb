#include "zanjir/core/on_threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <stdexcept>

namespace zanjir::test {
namespace {

std::vector<std::atomic<int>> pieces_done(int threads, std::ptrdiff_t n) {
  std::vector<std::atomic<int>> done(static_cast<std::size_t>(n));
  on_threads(threads, n, [&](int, std::ptrdiff_t i) { ++done[static_cast<std::size_t>(i)]; });
  return done;
}

TEST(OnThreads, DoesEveryPieceOnce) {
  for (const int threads : {1, 2, 7, 1000}) {
    const auto done = pieces_done(threads, 100);
    EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& n) { return n == 1; })) << threads;
  }
  EXPECT_TRUE(pieces_done(4, 0).empty());
}

TEST(OnThreads, ThrowsWhatAPieceThrows) {
  const auto fail = [](int, std::ptrdiff_t i) {
    if (i == 17) throw std::runtime_error("17");
  };
  EXPECT_THROW(on_threads(3, 100, fail), std::runtime_error);
}

// A system that starts no thread, here for lack of room for its stack, gets its work done by the caller.
TEST(OnThreads, NeedsNoOtherThread) {
  pthread_attr_t before, huge;
  ASSERT_EQ(pthread_getattr_default_np(&before), 0);
  ASSERT_EQ(pthread_attr_init(&huge), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 50), 0);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  EXPECT_THROW(std::jthread([] {}), std::system_error);
  const auto done = pieces_done(4, 100);
  ASSERT_EQ(pthread_setattr_default_np(&before), 0);
  EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& n) { return n == 1; }));
}

TEST(OnThreads, TakesAnyNumberForThreads) {
  EXPECT_EQ(threads_or_processors(3), 3);
  for (const int odd : {0, -1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    EXPECT_GE(threads_or_processors(odd), 1);
    EXPECT_LE(threads_or_processors(odd), 256);
  }
}

TEST(Crew, DoesEveryPieceOfEveryLotOnce) {
  for (const int threads : {1, 2, 3, 7}) {
    Crew crew(threads);
    for (int lot = 0; lot < 60; ++lot) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(lot % 37));
      crew.do_all(static_cast<std::ptrdiff_t>(done.size()), [&](int thread, std::ptrdiff_t i) {
        EXPECT_LT(thread, threads);
        ++done[static_cast<std::size_t>(i)];
      });
      for (const auto& n : done) ASSERT_EQ(n, 1) << threads << ' ' << lot;
    }
  }
}

TEST(Crew, ThrowsWhatAPieceThrowsAndGoesOn) {
  Crew crew(3);
  for (int lot = 0; lot < 20; ++lot) {
    const auto one_fails = [](int, std::ptrdiff_t i) {
      if (i == 5) throw std::runtime_error("five");
    };
    EXPECT_THROW(crew.do_all(20, one_fails), std::runtime_error);
    std::atomic<int> done = 0;
    crew.do_all(20, [&](int, std::ptrdiff_t) { ++done; });
    ASSERT_EQ(done, 20);
  }
}

}  // namespace
}  // namespace zanjir::test
