// The states that a study asks about are read like all others: with dimensions, and with names.
#include <gtest/gtest.h>

#include "support/folders.hpp"
#include "zanjir/study/run_study.hpp"

using namespace zanjir;

namespace {

Result<Study> study_of_state(const std::string& model, const std::string& state, const std::string& what) {
  return read_study_text("zanjir_study: 1\nmodels: {m: {file: " + model + ".yaml}}\ntasks:\n  a: {kind: analyse, model: m, state: " + state +
                             ", what: [" + what + "]}\n",
                         "s.yaml", {}, test::models_folder());
}

std::string problems_with_state(const std::string& model, const std::string& state, const std::string& what) {
  Result<Study> study = study_of_state(model, state, what);
  return study ? to_text(check_study(*study)) : to_text(study.diagnostics);
}

}  // namespace

TEST(StudyStates, AWrongDimensionIsRefusedByCheck) {
  EXPECT_EQ(problems_with_state("pendulum", "{q: {A: 30 deg}, v: {A: 2 rad/s}}", "energy"), "");
  const std::string mass = problems_with_state("pendulum", "{q: {A: 3 kg}}", "energy");
  EXPECT_NE(mass.find("s.yaml:4:"), std::string::npos) << mass;
  EXPECT_NE(mass.find("angle"), std::string::npos) << mass;
  EXPECT_NE(mass.find("'3 kg' is a mass"), std::string::npos) << mass;
  EXPECT_NE(problems_with_state("pendulum", "{v: {A: 2 m}}", "energy").find("'2 m' is a length"), std::string::npos);
}

TEST(StudyStates, InverseKinematicsIsAskedByName) {
  const std::string state = "{ik: {frame: platform, p: [30 mm, 20 mm], angle: 0.1 rad, branches: all}}";
  EXPECT_EQ(problems_with_state("rrr_3", state, "ik"), "");
  Progress quiet;
  const Result<StudyOutcome> outcome = run_study(std::move(*study_of_state("rrr_3", state, "ik")), quiet, never_cancelled());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& task = outcome->results.tasks()[0];
  ASSERT_EQ(task.status, TaskStatus::done) << task.why;
  EXPECT_EQ(find_result(task, "ik.count").number->value, 8);  // two elbows on each of three legs
  EXPECT_NE(problems_with_state("rrr_3", "{ik: {frame: platfrom, p: [0 m, 0 m]}}", "ik").find("'platform'"), std::string::npos);
}
