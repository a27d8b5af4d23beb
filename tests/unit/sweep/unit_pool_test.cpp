#include "zanjir/sweep/unit_pool.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <map>
#include <numeric>
#include <stdexcept>

using namespace zanjir;

namespace {

std::map<std::size_t, UnitAnswer> all_answers(std::size_t n, const std::function<UnitAnswer(std::size_t)>& ask, const PoolOptions& options,
                                              const Cancel& cancel = never_cancelled()) {
  std::vector<std::size_t> units(n);
  std::iota(units.begin(), units.end(), 0u);
  std::map<std::size_t, UnitAnswer> answers;
  const std::string problem = ask_units(
      units, ask, [&](std::size_t unit, UnitAnswer a) { return answers.emplace(unit, std::move(a)).second; }, [] {}, options, cancel);
  EXPECT_EQ(problem, "");
  return answers;
}

UnitAnswer square(std::size_t unit) { return {UnitStatus::done, std::string(unit, 'x'), {static_cast<double>(unit * unit), 1.0 / 3}}; }

}  // namespace

TEST(UnitPool, AnswersDoNotDependOnHowManyWork) {
  for (const int workers : {1, 2, 3, 7}) {
    const auto answers = all_answers(50, square, {workers, 0});
    ASSERT_EQ(answers.size(), 50u);
    for (const auto& [unit, a] : answers) {
      EXPECT_EQ(a.values, square(unit).values);
      EXPECT_EQ(a.why, square(unit).why);
    }
  }
}

TEST(UnitPool, AUnitThatDiesNeverEndsOrThrowsCostsNothingButItself) {
  const auto ask = [](std::size_t unit) -> UnitAnswer {
    if (unit == 1) ::raise(SIGKILL);
    if (unit == 3) ::_exit(9);
    if (unit == 4)
      while (true) ::pause();
    if (unit == 6) throw std::runtime_error("too far");
    return square(unit);
  };
  const auto answers = all_answers(9, ask, {2, 0.3});
  ASSERT_EQ(answers.size(), 9u);
  EXPECT_EQ(answers.at(1).status, UnitStatus::crashed);
  EXPECT_NE(answers.at(1).why.find("signal 9"), std::string::npos) << answers.at(1).why;
  EXPECT_EQ(answers.at(3).status, UnitStatus::crashed);
  EXPECT_NE(answers.at(3).why.find("exit code 9"), std::string::npos) << answers.at(3).why;
  EXPECT_EQ(answers.at(4).status, UnitStatus::too_long);
  EXPECT_EQ(answers.at(6).status, UnitStatus::failed);
  for (const std::size_t unit : {0u, 2u, 5u, 7u, 8u}) EXPECT_EQ(answers.at(unit).status, UnitStatus::done) << unit;
}

TEST(UnitPool, EndsWhenItIsCancelledOrNobodyTakesMore) {
  Cancel cancel{false};
  std::size_t taken = 0;
  std::vector<std::size_t> units(1000);
  std::iota(units.begin(), units.end(), 0u);
  const auto stop_after_ten = [&](std::size_t, UnitAnswer) {
    if (++taken == 10) cancel = true;
    return true;
  };
  EXPECT_EQ(ask_units(
                units, square, stop_after_ten, [] {}, {2, 0}, cancel),
            "");
  EXPECT_LT(taken, 20u);
  taken = 0;
  EXPECT_EQ(ask_units(
                units, square, [&](std::size_t, UnitAnswer) { return ++taken < 5; }, [] {}, {2, 0}, never_cancelled()),
            "");
  EXPECT_EQ(taken, 5u);
}
