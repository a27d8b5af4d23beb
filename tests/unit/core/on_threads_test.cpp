#include "zanjir/core/on_threads.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace zanjir::test {
namespace {

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
