// A study run from beginning to end: models, tasks, figures, claims and their verdicts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/study/source_text.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {

struct ClaimOutcome {
  Claim claim;
  std::optional<double> computed;  // SI
  std::string unit = {};           // of it and of what is said of it; empty: neither has one that is known
  Verdict verdict = Verdict::fails;
  std::string reason;                    // differs: as written; doubtful, fails: what happened
  std::vector<std::string> notes;        // of the tasks that it is about
  std::vector<std::string> doubts = {};  // why these are not to be trusted
  bool as_expected() const { return verdict == claim.expect; }
};

// What a figure shows: numbers in SI with their units, ready to be drawn.
struct CurveData {
  std::string label, style;
  std::vector<double> x, y;
  std::string task = {};  // x are the instants of its motion, so that an instant of the curve is one of the mechanism; empty: they are not
};
struct PanelData {
  std::string title;
  std::vector<CurveData> curves;
};
struct PostureData {
  std::string label;
  std::shared_ptr<const Model> model;
  std::vector<State> states;  // drawn over each other, the last one on top
};
struct GridData {  // of a sweep: a value over all combinations
  std::vector<SweepAxis> axes;
  std::string value, unit;
  std::vector<double> values;
};
struct FigureData {
  StudyFigure figure;
  std::string x_unit, y_unit;  // as shown
  double x_to_si = 1;
  std::vector<CurveData> curves;
  std::vector<PanelData> panels;
  std::vector<PostureData> postures;
  std::vector<std::vector<double>> cells;  // of a table, per row
  std::shared_ptr<const MapOutcome> map;
  std::optional<GridData> grid;  // instead, of a figure of kind `map`
  std::string problem;           // why it could not be drawn, or could only in part
};

struct StudyOutcome {
  Study study;
  Results results;
  std::shared_ptr<const StudyModels> models;
  std::vector<FigureData> figures;
  std::vector<ClaimOutcome> claims;
  std::vector<SourceText> sources;  // the study and its mechanisms, as they were read
  double seconds = 0;
  bool cancelled = false;
  bool as_expected() const;  // every claim has the verdict it should have
  bool finished() const;     // every task did
  bool trusted() const;      // no task says that its numbers are not to be trusted, but where the study takes them all the same
};

// What is wrong with a study that has been read, without running it: its models, its tasks, and the results that claims and figures name, as far as tasks
// say beforehand what they will have. Warnings too; no error among them: it would run. `tried`: warnings also say which tasks end at their first instant.
enum class FirstInstants : std::uint8_t { untried, tried };
std::vector<Diagnostic> check_study(const Study&, FirstInstants = FirstInstants::untried);

struct StudyRunOptions {
  Overrides set;
  std::filesystem::path records = {};  // recordings of simulations go to records/<study>/<task>.h5; empty: they are not kept
  std::vector<std::string> only = {};  // tasks that are run, with the figures and claims that name no other; empty: all
  UnitRun units = {};
  SampleTaker samples = {};
};

// Reads a study and everything it names, and says what is wrong with it, before anything runs; then runs it. No value: the diagnostics say why.
// Mistakes that only the results can show (a result that does not exist, units that do not match) are diagnostics too.
Result<StudyOutcome> run_study(const std::filesystem::path&, const StudyRunOptions&, Progress&, const Cancel&);
// The same for a study that has been read already.
Result<StudyOutcome> run_study(Study, const StudyRunOptions&, Progress&, const Cancel&);  // `set` has been done
Result<StudyOutcome> run_study(Study, Progress&, const Cancel&, const std::filesystem::path& records = {});

// Figures and verdicts of results that are there. No value: a result that is named does not exist, or has another dimension.
Result<StudyOutcome> conclude(Study, const std::shared_ptr<const StudyModels>&, Results);

}  // namespace zanjir
