// The wording of every diagnostic of the study reader. diagnostics.txt holds the cases, as in tests/unit/describe.
// ZANJIR_WRITE_GOLDEN=1 writes what is said now; read the difference before you commit it.
#include <gtest/gtest.h>

#include <vector>

#include "support/golden_cases.hpp"
#include "zanjir/study/study.hpp"

using namespace zanjir;

namespace {

Study read(const std::string& text) {
  Result<Study> study = read_study_text(text, "s.yaml", {}, "folder");
  if (!study) throw std::runtime_error(to_text(study.diagnostics));
  return std::move(*study);
}

}  // namespace

TEST(StudyDiagnostics, SayWhatTheGoldenFileSays) {
  test::expect_golden_diagnostics("tests/unit/study/diagnostics.txt", 25, [](const std::string& file) {
    Result<Study> result = read_study_text(file, "s.yaml");
    EXPECT_FALSE(result) << file;
    return std::move(result.diagnostics);
  });
}

TEST(ReadStudy, KeepsUnitsOfWhatIsSaid) {
  const Study s = read(
      "zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks: {a: {kind: verify, model: m}}\n"
      "claims:\n  - {id: x, source: y, said: {value: 30 deg, tol: 0.1 deg}, compute: a.worst}\n");
  const Bounds& said = s.claims[0].said;
  EXPECT_NEAR(*said.value, 0.5235987755982988, 1e-15);
  EXPECT_NEAR(said.tol, 0.0017453292519943296, 1e-17);
  EXPECT_EQ(said.unit, "deg");
  EXPECT_EQ(s.models[0].file, "folder/m.yaml");
}

TEST(ReadStudy, HandsParametersOnWithTheirUnit) {
  const Study s = read(
      "zanjir_study: 1\nparameters: {l: 250 mm}\nmodels: {m: {file: m.yaml, set: {length: 2*$l, bodies.a.com: [0, 1, 0], mass: 2 kg}}}\n");
  ASSERT_EQ(s.models[0].set.size(), 3u);
  EXPECT_EQ(s.models[0].set[0].value, "0.5 m");
  EXPECT_EQ(s.models[0].set[1].value, "[0, 1, 0]");
  EXPECT_EQ(s.models[0].set[2].value, "2 kg");
}

TEST(ReadStudy, TakesOverridesByParameterAndByPath) {
  const std::string text =
      "zanjir_study: 1\nparameters: {n: 5}\nmodels: {m: {file: m.yaml}}\ntasks: {a: {kind: verify, model: m, states: $n, seed: 3}}\n";
  const Result<Study> s = read_study_text(text, "s.yaml", {{"n", "7"}, {"tasks.a.seed", "9"}});
  ASSERT_TRUE(s) << to_text(s.diagnostics);
  const auto& task = std::get<VerifyTask>(s->tasks[0].what);
  EXPECT_EQ(task.states, 7);
  EXPECT_EQ(task.seed, 9u);
  EXPECT_FALSE(read_study_text(text, "s.yaml", {{"tasks.b.seed", "9"}}));
}

TEST(ReadStudy, ReadsEveryKeyOfASimulation) {
  const Study s = read(
      "zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks:\n  r: {kind: inverse, model: m, until: 1, every: 0.1}\n"
      "  d: {kind: simulate, model: m, until: 2 s, method: rkf45, rel_tol: 1e-3, abs_tol: 1e-6, max_step: 20 ms, norm: max, error_test: "
      "states, every: 10 ms,\n"
      "      inputs: {A: {series: r.A.force}, B: \"sin(t)\"}, events: {top: {when: A.speed, crossing: falling, then: stop}}}\n");
  const auto& t = std::get<SimulateTask>(s.tasks[1].what);
  EXPECT_EQ(t.until_s, 2);
  EXPECT_EQ(t.method, "rkf45");
  EXPECT_EQ(t.norm, "max");
  EXPECT_EQ(t.max_step_s, 0.02);
  EXPECT_EQ(t.projection, "project");
  ASSERT_EQ(t.inputs.size(), 2u);
  EXPECT_EQ(t.inputs[0].series->text, "r.A.force");
  EXPECT_TRUE(t.inputs[1].law);
  ASSERT_EQ(t.events.size(), 1u);
  EXPECT_EQ(t.events[0].crossing, "falling");
}
