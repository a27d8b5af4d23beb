#include "zanjir/simulate/zeno_watch.hpp"

#include <gtest/gtest.h>

namespace zanjir::test {
namespace {

TEST(ZenoWatch, SeesImpactsOfOneGuardThatComeEverFaster) {
  ZenoWatch watch(2, 1e-9);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(watch.accumulates(1, 1 + 1e-10 * i));
  EXPECT_FALSE(watch.accumulates(0, 1 + 5e-10)) << "another guard";
  EXPECT_TRUE(watch.accumulates(1, 1 + 6e-10));
  EXPECT_FALSE(watch.accumulates(1, 2));
}

// Two feet in turn, each far slower than a guard alone is stopped for.
TEST(CrowdWatch, SeesEventsOfSeveralGuardsThatLeadNowhere) {
  constexpr int n = 100;
  CrowdWatch watch(n, 1e-3);
  for (int i = 0; i < 10 * n; ++i) EXPECT_FALSE(watch.crowds(i % 2, 1.1e-5 * i)) << i << ": a hundred in more than the span";
  bool crowded = false;
  int needed = 0;
  for (; needed < 10 * n && !crowded; ++needed) crowded = watch.crowds(needed % 2, 0.011 + 5e-7 * needed);
  EXPECT_TRUE(crowded);
  EXPECT_LE(needed, n);
  for (const CrowdWatch::Last& last : watch.last()) EXPECT_GE(last.guard, 0);
}

}  // namespace
}  // namespace zanjir::test
