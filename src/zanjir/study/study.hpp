// A study file as plain data with source positions: models, tasks, figures and claims. Units are SI; names of models and tasks are resolved,
// names of results are not: they exist when the tasks have run.
#pragma once

#include <any>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/core/words.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/language/expression_parser.hpp"
#include "zanjir/language/named_files.hpp"
#include "zanjir/terms/said.hpp"

namespace zanjir {

struct StudyModel {
  std::string name;
  SourcePos at;
  std::filesystem::path file;   // found from the folder of the study
  Overrides set;                // values in SI, as text
  std::vector<NameRef> set_at;  // where the study says them, by key
  std::string text = {};        // what the file says of it, on one line
};

// An expression over results, computed after the tasks.
struct StudyExpression {
  std::string text;
  SourcePos at;               // of its first character
  bool one_line = true;       // offsets into the text are columns
  bool from_results = false;  // at least one can change its value
  SourcePos position(std::size_t offset) const { return {at.file, at.line, one_line ? at.column + static_cast<std::uint32_t>(offset) : at.column}; }
};

struct StateText {  // a state as `eval` takes it
  std::string name;
  Said said;
  SourcePos at;
};

// -- tasks ------------------------------------------------------------------------------------------------------------------------------
struct TaskKind;  // tasks.hpp

struct TimeSpan {
  double from_s = 0, until_s = 0;
};

struct StudyTask {
  std::string name;
  SourcePos at;
  const TaskKind* kind = nullptr;
  NameRef model;                        // empty where the kind has none
  std::any what;                        // of a type that only the kind knows
  std::optional<TimeSpan> motion = {};  // where the mechanism moves along it: what postures may be drawn of
  std::string text = {};                // what the file says of it, `each` and `--set` done, on one line
};

// -- figures ----------------------------------------------------------------------------------------------------------------------------
struct FigureCurve {
  std::vector<StudyExpression> x, y;  // one y: a series (x: its own abscissa, or another series); several: one number each
  std::string label, style;           // line, points, line+points, published
};
struct FigureAxis {
  std::string label, unit;  // unit: as shown; empty: that of the data
  bool logarithmic = false;
  std::optional<double> from, to;  // in the unit shown
};
struct FigurePanel {  // one of several plots with the same axes
  std::string title;
  std::vector<FigureCurve> curves;
};
struct FigurePosture {  // a mechanism along the motion of a task, or a model at one state
  std::string label;
  NameRef task, model;             // one of them
  std::vector<double> at_s;        // of the task
  std::optional<StateText> state;  // of the model; none: the file's initial state
};
enum class FigureKind : std::uint8_t { plot, bars, table, posture, map, torque_speed };
template <> struct WordsOf<FigureKind> {
  static constexpr WordOf<FigureKind> table[] = {{FigureKind::plot, "plot"},   {FigureKind::bars, "bars"},
                                                 {FigureKind::table, "table"}, {FigureKind::posture, "posture"},
                                                 {FigureKind::map, "map"},     {FigureKind::torque_speed, "torque_speed"}};
};
struct StudyFigure {
  std::string name, title, text;
  FigureKind kind = FigureKind::plot;
  SourcePos at;
  FigureAxis x, y;
  bool equal_axes = false;
  bool apart = false;  // each curve in a plot of its own
  std::vector<FigureCurve> curves;
  std::vector<FigurePanel> panels;  // instead of `curves`
  std::vector<FigurePosture> postures;
  double magnify = 1;                 // deflections of elastic bodies are drawn so many times as large
  NameRef map = {}, value = {};       // of a map: the task, and which of its values is drawn; none: where it is feasible
  std::vector<NameRef> sizings = {};  // of torques over speeds: tasks `sizing`
  NameRef motor = {};                 // and whose limits are drawn; none: of the motor that each task chose
  std::vector<std::string> columns;   // of a table
  int digits = 6;                     // of its numbers
  std::vector<std::pair<std::string, std::vector<StudyExpression>>> rows;
};

// -- claims -----------------------------------------------------------------------------------------------------------------------------
struct Bounds {  // what is said of a number, or found by ourselves: a value with a tolerance, or limits
  std::optional<double> value, min, max;
  double tol = 0, rel_tol = 0;
  std::string text;  // in words
  std::string from;  // where our own number comes from
  Quantity kind;     // dimension, when one was written
  std::string unit;  // as written, to show results in; empty: SI
  double unit_to_si = 1;
  bool contains(double x) const;
};

enum class Verdict : std::uint8_t { holds, differs, doubtful, fails };
template <> struct WordsOf<Verdict> {
  static constexpr WordOf<Verdict> table[] = {
      {Verdict::holds, "holds"}, {Verdict::differs, "differs"}, {Verdict::doubtful, "doubtful"}, {Verdict::fails, "fails"}};
};
// Who says it. The score of a study counts them apart, the paper first.
enum class Sayer : std::uint8_t {
  paper,   // the publication that the study reproduces
  digest,  // an independent computation of the same case
  law,     // a closed form, a conservation law, an exact identity
  ours     // a target of this project
};
template <> struct WordsOf<Sayer> {
  static constexpr WordOf<Sayer> table[] = {{Sayer::paper, "paper"}, {Sayer::digest, "digest"}, {Sayer::law, "law"}, {Sayer::ours, "ours"}};
};

struct Claim {
  std::string id, source, text;
  Sayer by = Sayer::paper;
  SourcePos at, said_at;
  Bounds said;
  std::optional<Bounds> found;
  StudyExpression compute;
  Verdict expect = Verdict::holds;
  std::string reason;
};

struct Study {
  std::vector<std::string> files;  // SourcePos::file indexes this; [0] is the study itself
  std::string source;              // the text it was read from
  NamedFiles named;                // where it looks for the files that it names
  TextsByPath read;                // those that its tasks were read from: tables, catalogues
  Overrides set;                   // what was changed in it: it can be read again
  std::string name, title, text;
  std::string key_figure;  // the one that is shown first; empty: the first
  std::map<std::string, Quantity, std::less<>> parameters;
  std::map<std::string, std::string, std::less<>> parameter_texts;  // what the file says of them: expressions of others
  std::vector<StudyModel> models;
  std::vector<StudyTask> tasks;
  std::vector<StudyFigure> figures;
  std::vector<Claim> claims;
};

Result<Study> read_study(const std::filesystem::path&, const Overrides& = {});
// The same from memory; `name` stands for the file name in diagnostics, models and tables are looked up there.
Result<Study> read_study_text(const std::string& text, const std::string& name, const Overrides& = {}, const NamedFiles& = {});

// Whether a file calls itself a study (`zanjir_study:` at its top), without judging the rest.
bool is_study_file(const std::filesystem::path&);

}  // namespace zanjir
