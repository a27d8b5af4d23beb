// The task `ik`: poses in a row, a path through them with its branch kept, and what it says where there is none.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/folders.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {
namespace {

Result<Study> study_of(const std::string& model, const std::string& keys) {
  return read_study_text("zanjir_study: 1\nmodels: {m: {file: " + model + ".yaml}}\ntasks:\n  a: {kind: ik, model: m, " + keys + "}\n", "s.yaml", {},
                         test::models_folder());
}
TaskResult result_of(const std::string& model, const std::string& keys) {
  Result<Study> study = study_of(model, keys);
  EXPECT_TRUE(study) << to_text(study.diagnostics);
  Progress quiet;
  const Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
  EXPECT_TRUE(outcome) << to_text(outcome.diagnostics);
  return outcome ? outcome->results.tasks()[0] : TaskResult{};
}
std::string problems_of(const std::string& model, const std::string& keys) {
  Result<Study> study = study_of(model, keys);
  return study ? to_text(check_study(*study)) : to_text(study.diagnostics);
}
SeriesView series(const TaskResult& task, const std::string& name) { return *find_result(task, name).series; }

// The tip of a two-link arm goes twice around its base: the shoulder's angle goes on over both turns, and the elbow stays on its side.
TEST(TaskIk, AnglesGoOnOverFullTurnsAndTheBranchIsKept) {
  std::string poses;
  for (int i = 0; i <= 16; ++i) {
    const double a = i * std::numbers::pi / 4;
    poses += (i ? ", " : "") + std::string("{frame: forearm.tip, p: [") + std::to_string(0.6 * std::cos(a)) + ", " +
             std::to_string(0.6 * std::sin(a)) + "]" + (i == 0 ? ", branches: \"shoulder:down\"}" : "}");
  }
  const TaskResult task = result_of("arm_2r", "steps: 8, poses: [" + poses + "]");
  ASSERT_EQ(task.status, TaskStatus::done) << task.why;
  const auto shoulder = series(task, "shoulder"), elbow = series(task, "elbow"), count = series(task, "count");
  ASSERT_EQ(shoulder.y.size(), 129u);
  EXPECT_NEAR(shoulder.y[128] - shoulder.y[0], 4 * std::numbers::pi, 2e-13);
  for (std::size_t i = 1; i < shoulder.y.size(); ++i) {
    EXPECT_LT(std::abs(shoulder.y[i] - shoulder.y[i - 1]), 0.3);
    EXPECT_GT(elbow.y[i] * elbow.y[0], 0);
    EXPECT_EQ(count.y[i], 2);
  }
  EXPECT_EQ(find_result(task, "reached.all").number->value, 1);
  EXPECT_EQ(find_result(task, "count.first").number->value, 1);  // one of two, by its name
}

TEST(TaskIk, APoseOutOfReachIsANoteWithTheLegAndTheGap) {
  const TaskResult task = result_of("rrr_3", "poses: [{frame: platform, p: [0, 0], angle: 0}, {frame: platform, p: [0.65 m, 0 m], angle: 0 deg}]");
  ASSERT_EQ(task.status, TaskStatus::done) << task.why;
  EXPECT_EQ(series(task, "reached").y[0], 1);
  EXPECT_EQ(series(task, "reached").y[1], 0);
  EXPECT_EQ(series(task, "count").y[0], 8);
  EXPECT_NEAR(series(task, "gap").y[1], std::hypot(0.65 + 0.4, 0.4 / std::sqrt(3.0)) - 1, 1e-14);
  EXPECT_TRUE(std::isnan(series(task, "A1").y[1]));
  ASSERT_EQ(task.notes.size(), 1u);
  EXPECT_NE(task.notes[0].find("A1-B1-C1"), std::string::npos) << task.notes[0];
  EXPECT_EQ(find_result(task, "reached.all").number->value, 0);
}

TEST(TaskIk, MistakesAreSaidAtTheirPlaceBeforeItRuns) {
  const std::string name = problems_of("rrr_3", "poses: [{frame: platfrom, p: [0, 0]}]");
  EXPECT_NE(name.find("s.yaml:4:"), std::string::npos) << name;
  EXPECT_NE(name.find("tasks.a.poses[0].frame"), std::string::npos) << name;
  EXPECT_NE(name.find("'platform'"), std::string::npos) << name;
  EXPECT_NE(problems_of("rrr_3", "poses: []").find("no pose is given"), std::string::npos);
  EXPECT_NE(problems_of("rrr_3", "poses: [{frame: platform, p: [0 kg, 0 m]}]").find("mass"), std::string::npos);
  EXPECT_NE(
      problems_of("rrr_3", "steps: 2, poses: [{frame: platform, p: [0, 0]}, {frame: platform, p: [0, 0], angle: 0}]").find("nothing lies between"),
      std::string::npos);
}

}  // namespace
}  // namespace zanjir
