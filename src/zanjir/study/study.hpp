// A study file as plain data with source positions: models, tasks, figures and claims. Units are SI; names of models and tasks are resolved,
// names of results are not: they exist when the tasks have run.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/language/expression_parser.hpp"
#include "zanjir/terms/led_motion.hpp"
#include "zanjir/terms/said.hpp"

namespace zanjir {

struct StudyModel {
  std::string name;
  SourcePos at;
  std::filesystem::path file;  // found from the folder of the study
  Overrides set;               // values in SI, as text
};

// An expression over results, computed after the tasks.
struct StudyExpression {
  std::string text;
  SourcePos at;          // of its first character
  bool one_line = true;  // offsets into the text are columns
  SourcePos position(std::size_t offset) const { return {at.file, at.line, one_line ? at.column + static_cast<std::uint32_t>(offset) : at.column}; }
};

struct StateText {  // a state as `eval` takes it
  std::string name;
  Said said;
  SourcePos at;
};

// -- tasks: one struct per kind ---------------------------------------------------------------------------------------------------------
struct SimulateEvent {
  std::string name;
  SourcePos at;
  StudyExpression when;             // its sign changes; of channels and t
  std::string crossing, then;       // rising, falling, either; record, stop
};
struct SimulateInput {  // a force on a joint or joint.part: a law, or a series of an earlier task
  NameRef of;
  std::optional<LawDescription> law;
  std::optional<StudyExpression> series;
};
struct SimulateSprings {  // `loops: {treatment: springs, ...}`: fields of SpringOptions, 0 or nothing where not given
  SourcePos at;
  double stiffness_N_per_m = 0, closure_error_m = 0, damping_N_s_per_m = 0, damping_ratio = 0, update_every_s = 0;
  std::optional<double> turn_stiffness_N_m_per_rad, turn_damping_N_m_s_per_rad;
  std::string start;  // quasi-static, closed
};
struct SimulateTask {
  double until_s = 0;
  std::string method, formulation, norm, error_test, step_control, projection;
  std::optional<SimulateSprings> springs;
  double rel_tol = 1e-9, abs_tol = 1e-9;
  double step_s = 0, first_step_s = 0, max_step_s = 0;  // 0: the method's own choice
  double sample_s = 0;                                  // 0: every accepted step
  double baumgarte_1_per_s = 0;
  std::optional<StateText> state;
  std::vector<NameRef> outputs;  // empty: all channels
  std::vector<SimulateInput> inputs;
  std::vector<SimulateEvent> events;
};

struct InverseTask {
  std::vector<MotionGiven> motion;
  double from_s = 0, until_s = 0, every_s = 0;
  std::string formulation;
  std::vector<NameRef> outputs;
};

struct AnalyseTask {
  std::vector<StateText> states;
  std::vector<NameRef> what, formulations, frames;
  std::string in = "ground";
};

struct VerifyTask {
  int states = 50;
  std::uint64_t seed = 1;
  double tolerance = 1;
};

struct CompareTask {
  NameRef reference;
  std::vector<NameRef> with, results;  // results: empty means all that both have
};

struct ContactTask {
  NameRef contact;  // empty: the only one
  double from_m_per_s = 0, to_m_per_s = 0;
  int samples = 201;
  std::optional<double> mass_kg;
};

struct StudyTask {
  std::string name, kind;
  SourcePos at;
  NameRef model;  // empty for compare
  std::variant<SimulateTask, InverseTask, AnalyseTask, VerifyTask, CompareTask, ContactTask> what;
};

// -- figures ----------------------------------------------------------------------------------------------------------------------------
struct FigureCurve {
  std::vector<StudyExpression> x, y;  // one y: a series (x: its own abscissa, or another series); several: one number each
  std::string label, style;           // line, points, line+points
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
  NameRef task, model;      // one of them
  std::vector<double> at_s;  // of the task
  std::optional<StateText> state;  // of the model; none: the file's initial state
};
struct StudyFigure {
  std::string name, title, text, kind;  // plot, bars, table, posture
  SourcePos at;
  FigureAxis x, y;
  bool equal_axes = false;
  std::vector<FigureCurve> curves;
  std::vector<FigurePanel> panels;      // instead of `curves`
  std::vector<FigurePosture> postures;
  double magnify = 1;                   // deflections of elastic bodies are drawn so many times as large
  std::vector<std::string> columns;  // of a table
  int digits = 6;                    // of its numbers
  std::vector<std::pair<std::string, std::vector<StudyExpression>>> rows;
};

// -- claims -----------------------------------------------------------------------------------------------------------------------------
struct Bounds {  // what is said of a number, or found by ourselves: a value with a tolerance, or limits
  std::optional<double> value, min, max;
  double tol = 0, rel_tol = 0;
  std::string text;           // in words
  std::string from;           // where our own number comes from
  Quantity kind;              // dimension, when one was written
  std::string unit;           // as written, to show results in; empty: SI
  double unit_to_si = 1;
  bool contains(double x) const;
};

enum class Verdict : std::uint8_t { holds, differs, fails };
std::string_view name_of(Verdict);

struct Claim {
  std::string id, source, text;
  SourcePos at, said_at;
  Bounds said;
  std::optional<Bounds> found;
  StudyExpression compute;
  Verdict expect = Verdict::holds;
  std::string reason;
};

struct Study {
  std::vector<std::string> files;  // SourcePos::file indexes this; [0] is the study itself
  std::string name, title, text;
  std::map<std::string, Quantity, std::less<>> parameters;
  std::vector<StudyModel> models;
  std::vector<StudyTask> tasks;
  std::vector<StudyFigure> figures;
  std::vector<Claim> claims;
};

Result<Study> read_study(const std::filesystem::path&, const Overrides& = {});
// The same from memory; `name` stands for the file name in diagnostics, models and tables are looked up from `folder`.
Result<Study> read_study_text(const std::string& text, const std::string& name, const Overrides& = {}, const std::filesystem::path& folder = {});

// Whether a file calls itself a study (`zanjir_study:` at its top), without judging the rest.
bool is_study_file(const std::filesystem::path&);

}  // namespace zanjir
