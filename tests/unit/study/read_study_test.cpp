// The wording of every diagnostic of the study reader. diagnostics.txt holds the cases, as in tests/unit/describe.
// ZANJIR_WRITE_GOLDEN=1 writes what is said now; read the difference before you commit it.
#include <gtest/gtest.h>

#include <vector>

#include "support/folders.hpp"
#include "support/golden_cases.hpp"
#include "zanjir/study/run_study.hpp"

using namespace zanjir;

namespace {

Study read(const std::string& text) {
  Result<Study> study = read_study_text(text, "s.yaml", {}, NamedFiles("folder"));
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
      "claims:\n  - {id: x, by: ours, source: y, said: {value: 30 deg, tol: 0.1 deg}, compute: a.worst}\n");
  const Bounds& said = s.claims[0].said;
  EXPECT_NEAR(*said.value, 0.5235987755982988, 1e-15);
  EXPECT_NEAR(said.tol, 0.0017453292519943296, 1e-17);
  EXPECT_EQ(said.unit, "deg");
  EXPECT_EQ(s.models[0].file, "folder/m.yaml");
}

TEST(ReadStudy, HandsParametersOnWithTheirUnit) {
  const Study s =
      read("zanjir_study: 1\nparameters: {l: 250 mm}\nmodels: {m: {file: m.yaml, set: {length: 2*$l, bodies.a.com: [0, 1, 0], mass: 2 kg}}}\n");
  ASSERT_EQ(s.models[0].set.size(), 3u);
  EXPECT_EQ(s.models[0].set[0].value, "0.5 m");
  EXPECT_EQ(s.models[0].set[1].value, "[0, 1, 0]");
  EXPECT_EQ(s.models[0].set[2].value, "2 kg");
}

TEST(ReadStudy, TakesOverridesByParameterAndByPath) {
  const std::string text =
      "zanjir_study: 1\nparameters: {n: 5}\nmodels: {m: {file: pendulum.yaml}}\ntasks: {a: {kind: verify, model: m, states: $n, seed: 3}}\n";
  const Result<Study> s = read_study_text(text, "s.yaml", {{"n", "7"}, {"tasks.a.seed", "9"}}, test::models_folder());
  ASSERT_TRUE(s) << to_text(s.diagnostics);
  Progress quiet;
  const Result<StudyOutcome> outcome = run_study(Study(*s), quiet, never_cancelled());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_EQ(find_result(outcome->results.tasks()[0], "states").number->value, 7);
  EXPECT_FALSE(read_study_text(text, "s.yaml", {{"tasks.b.seed", "9"}}));
}
