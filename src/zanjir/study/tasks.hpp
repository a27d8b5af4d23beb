// The kinds of tasks, one record each in a file of its own (task_<kind>.cpp). The one list of them is in tasks.cpp; the schema, the reader, the reference
// page and the runner walk it.   docs/adding/study-task.md
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/dotted_names.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/describe/described_file.hpp"
#include "zanjir/language/schema.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/record/recorder.hpp"
#include "zanjir/study/results.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir {

class ObjectReader;
struct StudyReader;

struct LoadedModel {  // read and built once per study
  std::shared_ptr<const DescribedFile> file;
  Model model;
};
using StudyModels = std::map<std::string, LoadedModel, std::less<>>;

// How the units of sweeps and searches are computed, where that is not for the study to say.
struct UnitRun {
  int workers = 0;                  // 0: as many as there are cores
  std::size_t part = 1, parts = 1;  // every parts-th unit, from unit `part` on
  enum class What : std::uint8_t {
    compute,
    join,
    forecast
  } what = What::compute;  // join: put together what others have computed; forecast: say how much it is
  bool however_long = false;
};

// Who takes the samples of a simulation besides the study, if anybody does.
using SampleTaker = std::function<Recorder*(const StudyTask&, const RecordingHeader&)>;

struct TaskContext {
  const Study& study;
  const StudyModels& models;
  const Results& results;  // of the tasks before; while a study is checked, their outlines
  Progress& progress;
  const Cancel& cancel;
  std::filesystem::path folder = {};  // where recordings are kept; empty: nowhere
  UnitRun units = {};
  SampleTaker samples = {};
  const LoadedModel& loaded(const StudyTask& task) const { return models.find(task.model.name)->second; }
  const Model& model(const StudyTask& task) const { return loaded(task).model; }
};

inline void nothing_to_check(const StudyTask&, const TaskContext&, DiagnosticSink&) {}

struct TaskKind {
  std::string_view name;                         // as after `kind:`
  const schema::Object& keys;                    // what such a task may say
  std::span<const schema::Object* const> parts;  // maps inside it, for the reference page
  // Fills `what`, and `motion` where the mechanism moves along it. Everything that can be said without the model is said here.
  void (*read)(StudyReader&, ObjectReader&, StudyTask&);
  // What is wrong with a task of this model before anything runs.
  void (*check)(const StudyTask&, const TaskContext&, DiagnosticSink&);
  // The results it will have: names and units, without values. Nothing: they are known only after the run.
  std::optional<TaskResult> (*outline)(const StudyTask&, const TaskContext&);
  TaskResult (*run)(const StudyTask&, const TaskContext&);
  // What it would end with before it has a sample: what nobody wants to learn after an hour of other tasks. Costs some evaluations.
  void (*try_first_instant)(const StudyTask&, const TaskContext&, DiagnosticSink&) = nothing_to_check;
};

std::span<const TaskKind* const> task_kinds();
const TaskKind* find_task_kind(std::string_view name);
std::string task_kind_words();  // separated by spaces

// -- what the kinds share
namespace task_keys {
constexpr schema::Key kind(std::string_view name) {
  return {"kind", schema::Kind::word, schema::Need::required, "", "What the task does; its other keys depend on it.", {}, schema::Range::any, 0,
          name};
}
constexpr schema::Key model{"model", schema::Kind::name, schema::Need::required, "", "One of `models`."};
constexpr schema::Key formulation{"formulation", schema::Kind::text, schema::Need::optional, "newton-euler",
                                  "Who solves the dynamics; `zanjir info` lists who covers a model."};
constexpr schema::Key outputs{"outputs", schema::Kind::list, schema::Need::optional, "all",
                              "Results to keep, by name or by the beginning of a name up to a dot: `[A, energy]`."};
}  // namespace task_keys

inline std::string task_path(const StudyTask& task, std::string_view key = {}) {
  return "tasks." + task.name + (key.empty() ? "" : ".") + std::string(key);
}

TaskResult failed_task(std::string why);
TaskResult cancelled_task();  // with nothing to show: a part of its answers would be none

constexpr int largest_seed = 1'000'000'000;
constexpr std::uint64_t max_motion_states = 300;  // that a task keeps of its motion

// The instants at which figures draw the motion of a task, each once.
std::vector<double> drawn_instants(const Study&, std::string_view task);

// The results that are asked for: those that are listed, and those below them; an empty list asks for all. Good as long as the list.
AskedNames names_asked_for(const std::vector<NameRef>& outputs);
// Reports outputs that ask for none of the series.
void check_outputs(const std::vector<NameRef>& outputs, const std::vector<Series>&, const std::string& path, DiagnosticSink&);
// Reports a formulation that does not exist, or has no forces for this model.
void check_formulation(const std::string& name, const Model&, SourcePos at, const std::string& path, DiagnosticSink&);

}  // namespace zanjir
