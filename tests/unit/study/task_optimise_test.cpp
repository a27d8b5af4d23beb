// Searches in studies: closed forms, limits, what is kept, and answers to what is written wrongly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "support/folders.hpp"
#include "support/own_folder.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::test::task_optimise {
namespace {

Result<StudyOutcome> run_text(const std::string& task, const StudyRunOptions& how = {}) {
  Result<Study> study = read_study_text(
      "zanjir_study: 1\nparameters: {x: 1, y: 2 m, angle: 0}\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n  hold: {kind: inverse, model: m, motion: "
      "{A: $angle}, until: 0.1 s, "
      "every: 0.1 s}\n  s: {kind: optimise, " +
          task + "}\n",
      "s.yaml", how.set, models_folder());
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), how, quiet, never_cancelled());
}

double number(const Result<StudyOutcome>& outcome, const std::string& name) {
  if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
  for (const Number& n : outcome->results.tasks().back().numbers)
    if (n.name == name) return n.value;
  ADD_FAILURE() << "no number " << name;
  return std::nan("");
}

TEST(TaskOptimise, FindsTheTopOfASine) {
  const auto outcome = run_text("over: {x: {from: 0, to: 3, start: 0.3}}, results: {s: sin($x)}, maximise: s, tolerance: 1e-6");
  EXPECT_NEAR(number(outcome, "best.s"), 1, 8e-12);
  EXPECT_NEAR(number(outcome, "at.x"), std::numbers::pi / 2, std::sqrt(2 * 8e-12));  // s is 1 - (x - pi/2)^2/2
}

// The torque that holds a pendulum is m g l cos(angle): least where a limit on the angle binds.
TEST(TaskOptimise, KeepsALimitOnAMechanism) {
  const auto outcome = run_text(
      "of: [hold], over: {angle: {from: 0, to: 90 deg}, m.bodies.bob.mass: {from: 1 kg, to: 3 kg}}, results: {torque: abs(first(hold.A.force)), "
      "tilt: $angle*1}, "
      "minimise: torque, limits: {tilt: {max: 60 deg}}, method: cobyla, evaluations: 80, tolerance: 1e-6");
  EXPECT_NEAR(number(outcome, "best.torque"), 9.81 / 2, 1.5e-4);
  EXPECT_NEAR(number(outcome, "at.m.bodies.bob.mass"), 1, 1e-14);
}

// The middle of the range, where it begins, is a number where the sum of the ends is none.
TEST(TaskOptimise, BeginsInTheMiddleOfLargeNumbers) {
  EXPECT_EQ(number(run_text("over: {x: {from: 1e308, to: 1.5e308}}, results: {s: $x/1e308}, minimise: s, evaluations: 1"), "best.s"), 1.25);
}

TEST(TaskOptimise, GoesTheSameWayWithoutComputingItAgain) {
  const OwnFolder folder;
  StudyRunOptions how;
  how.records = folder.path();
  const auto lines = [&] {
    std::ifstream in(folder / "s" / "s.units");
    return std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  };
  const std::string task = "over: {x: {from: 0, to: 3}}, results: {s: sin($x)}, maximise: s, starts: 2";
  const auto first = run_text(task, how);
  const auto before = lines();
  EXPECT_GT(before, 10);
  const auto again = run_text(task, how);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(number(first, "at.x"), number(again, "at.x"));
  EXPECT_EQ(number(first, "evaluations"), number(again, "evaluations"));
}

TEST(TaskOptimise, SaysWhenNothingHoldsTheLimits) {
  const auto outcome =
      run_text("over: {x: {from: 0, to: 3}}, results: {s: sin($x)}, maximise: s, limits: {s: {min: 2}}, method: cobyla, evaluations: 30");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->results.tasks().back().status, TaskStatus::failed);
  EXPECT_NE(outcome->results.tasks().back().why.find("holds all limits"), std::string::npos);
  const auto free = run_text("over: {x: {from: 1, to: 3}}, results: {s: log(-$x)}, maximise: s, evaluations: 3");
  ASSERT_TRUE(free);
  EXPECT_TRUE(free->results.tasks().back().why.starts_with("none of 3 evaluations gave numbers")) << free->results.tasks().back().why;
}

TEST(TaskOptimise, BadInputIsAnsweredBeforeAnythingIsComputed) {
  const struct {
    std::string task, said;
  } cases[] = {
      {"over: {x: {from: 0, to: 3}}, results: {s: $x}", "one of `minimise` and `maximise` is wanted"},
      {"over: {x: {from: 0, to: 3}}, results: {s: $x}, minimise: t", "no result 't'"},
      {"over: {x: {from: 3, to: 0}}, results: {s: $x}, minimise: s", "must lie above `from`"},
      {"over: {x: {from: 0, to: 3, start: 4}}, results: {s: $x}, minimise: s", "between `from` and `to`"},
      {"over: {w: {from: 0, to: 3}}, results: {s: $x}, minimise: s", "nothing in the study is called 'w'"},
      {"over: {x: {from: 0, to: 3}}, results: {s: $x}, minimise: s, limits: {s: {max: 1}}", "want `method: cobyla` or `isres`"},
      {"over: {x: {from: 0, to: 3}}, results: {s: $x}, minimise: s, method: bobyqa", "two parameters at least"},
      {"over: {x: {from: 0, to: 3}}, results: {s: $x}, minimise: s, limits: {s: {}}, method: cobyla", "`min`, `max` or both"},
      {"over: {y: {from: 1 m, to: 3 kg}}, results: {s: $x}, minimise: s", "is a mass, but what stands before it is a length"},
      {"over: {x: {from: -1.7e308, to: 1.7e308}}, results: {s: $x}, minimise: s", "no number can say how far"},
      {"over: {y: {from: 1 m, to: 2 m}}, results: {s: $x, l: 2*$y}, minimise: s, limits: {l: {max: 1 s}}, method: cobyla",
       "is a time, but the result is a length"},
  };
  for (const auto& [task, said] : cases) {
    const auto outcome = run_text(task);
    ASSERT_FALSE(outcome) << task;
    EXPECT_NE(to_text(outcome.diagnostics).find(said), std::string::npos) << task << "\n" << to_text(outcome.diagnostics);
  }
}

}  // namespace
}  // namespace zanjir::test::task_optimise
