#include "zanjir/verify/budget.hpp"

#include <gtest/gtest.h>

namespace zanjir {
namespace {

// Work with prices that are known, on a clock that only the work moves.
struct Work {
  double limit_s;
  int n_rounds;
  std::vector<double> price_s;  // of a round, per party
  double common_s = 0;          // of a round, whoever takes part
  int rounds = 0;
  double clock_s = 100;
  std::vector<int> taken = {}, refused = {};
  std::vector<std::vector<int>> when = {};

  void run() {
    Budget budget(limit_s, n_rounds, static_cast<int>(price_s.size()), [this] { return clock_s; });
    when.resize(price_s.size());
    for (; rounds < n_rounds && budget.begin_round(); ++rounds) {
      clock_s += common_s;
      for (std::size_t p = 0; p < price_s.size(); ++p) {
        if (!budget.may(static_cast<int>(p))) continue;
        clock_s += price_s[p];
        budget.charge(static_cast<int>(p), price_s[p]);
        when[p].push_back(rounds);
      }
    }
    for (std::size_t p = 0; p < price_s.size(); ++p) {
      taken.push_back(budget.rounds(static_cast<int>(p)));
      refused.push_back(budget.refused(static_cast<int>(p)));
    }
  }
};

TEST(Budget, WithoutALimitEverybodyTakesPartEverywhere) {
  Work w{0, 20, {1, 1000}};
  w.run();
  EXPECT_EQ(w.rounds, 20);
  EXPECT_EQ(w.taken, (std::vector<int>{20, 20}));
  EXPECT_EQ(w.refused, (std::vector<int>{0, 0}));
}

TEST(Budget, LeavesWorkThatFitsAlone) {
  Work w{60, 50, {0.1, 0.3, 0.5}, 0.1};
  w.run();
  EXPECT_EQ(w.taken, (std::vector<int>{50, 50, 50}));
}

// 50 rounds cost 50 x 0.2 s but for the dear one; of the 50 s left it gets all: 10 rounds of 5 s, evenly spread.
TEST(Budget, SpreadsTheDearOneOverTheRounds) {
  Work w{60, 50, {0.05, 0.05, 5}, 0.1};
  w.run();
  EXPECT_EQ(w.rounds, 50);
  EXPECT_EQ(w.taken[0], 50);
  EXPECT_EQ(w.taken[1], 50);
  EXPECT_NEAR(w.taken[2], 10, 1);
  EXPECT_EQ(w.taken[2] + w.refused[2], 50);
  EXPECT_LE(w.clock_s - 100, 60 + 5);
  for (std::size_t k = 1; k < w.when[2].size(); ++k) EXPECT_LE(w.when[2][k] - w.when[2][k - 1], 7);
}

// A million rounds cannot be paid for. Those that there are have something to compare: the two cheapest in every one, the dear one for half of the time.
TEST(Budget, HasFewerRoundsRatherThanEmptyOnes) {
  Work w{1, 1000000, {2e-5, 4e-5, 1e-2}, 1e-4};
  w.run();
  EXPECT_NEAR(w.rounds, (0.475 + 0.05) / 1.6e-4, 60);  // half of what is planned with, and the reserve
  EXPECT_GE(w.taken[0], w.rounds - 2);
  EXPECT_GE(w.taken[1], w.rounds - 2);
  EXPECT_NEAR(w.taken[2], 48, 3);
  EXPECT_LE(w.clock_s - 100, 1.02);
}

// One question of the dear one uses up everything; the cheap one, asked a second time, does not pay for it.
TEST(Budget, LetsThoseFinishTheRoundWhoTookNextToNothing) {
  double clock_s = 0;
  Budget budget(10, 50, 2, [&] { return clock_s; });
  ASSERT_TRUE(budget.begin_round());
  for (const int party : {0, 1}) {
    ASSERT_TRUE(budget.may(party));
    clock_s += party == 0 ? 0.001 : 20;
    budget.charge(party, party == 0 ? 0.001 : 20);
  }
  EXPECT_TRUE(budget.may(0));
  EXPECT_FALSE(budget.may(1));
  EXPECT_EQ(budget.refused(0), 0);
  EXPECT_EQ(budget.refused(1), 1);
  EXPECT_FALSE(budget.begin_round());
}

TEST(Budget, EndsWhenTheTimeIsUsedUp) {
  Work w{10, 50, {1, 100, 100}, 0};  // nobody knew; the third is not asked any more
  w.run();
  EXPECT_EQ(w.rounds, 1);
  EXPECT_EQ(w.taken, (std::vector<int>{1, 1, 0}));
  EXPECT_EQ(w.refused, (std::vector<int>{0, 0, 1}));
  Work slow{10, 50, {}, 3};
  slow.run();
  EXPECT_EQ(slow.rounds, 4);
}

// A first answer of 100 s is foreseen and never asked for; one of 4 s is, once; the cheap ones have the rest.
TEST(Budget, AsksNobodyWhoIsExpectedToTakeMoreThanThereIs) {
  double clock_s = 0;
  const std::vector<double> price_s = {0.01, 0.02, 4, 100};
  std::vector<int> taken(4);
  Budget budget(6, 50, 4, [&] { return clock_s; });
  int rounds = 0;
  for (; rounds < 50 && budget.begin_round(); ++rounds) {
    for (int p = 0; p < 4; ++p) {
      if (!budget.may(p, price_s[static_cast<std::size_t>(p)])) continue;
      clock_s += price_s[static_cast<std::size_t>(p)];
      budget.charge(p, price_s[static_cast<std::size_t>(p)]);
      ++taken[static_cast<std::size_t>(p)];
    }
  }
  EXPECT_EQ(rounds, 50);
  EXPECT_EQ(taken, (std::vector<int>{50, 50, 1, 0}));
  EXPECT_EQ(budget.refused(3), 50);
  EXPECT_LE(clock_s, 6);
}

}  // namespace
}  // namespace zanjir
