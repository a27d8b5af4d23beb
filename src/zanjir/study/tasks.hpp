// What the kinds of tasks do. A kind is three functions, listed by name: check says what is wrong with a task before anything runs, names lists the
// results it will have, run does it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/study/results.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir {

using StudyModels = std::map<std::string, Model, std::less<>>;

struct TaskContext {
  const Study& study;
  const StudyModels& models;
  const Results& results;  // of the tasks before
  Progress& progress;
  const Cancel& cancel;
  std::filesystem::path folder = {};  // where recordings are kept; empty: nowhere
  const Model& model(const StudyTask& task) const { return models.find(task.model.name)->second; }
};

struct TaskKind {
  std::function<void(const StudyTask&, const TaskContext&, DiagnosticSink&)> check;
  std::function<std::vector<std::string>(const StudyTask&, const TaskContext&)> names;  // absent: known only after the run
  std::function<TaskResult(const StudyTask&, const TaskContext&)> run;
};
using TaskKinds = std::map<std::string, TaskKind, std::less<>>;

TaskKinds all_task_kinds();

TaskKind simulate_kind();

TaskKind inverse_kind();
TaskKind analyse_kind();
TaskKind verify_kind();
TaskKind compare_kind();
TaskKind contact_kind();

// The instants at which figures draw the motion of a task, each once.
std::vector<double> drawn_instants(const Study&, std::string_view task);

// Whether a result is asked for: its name, or what stands before a dot of it, is listed; an empty list asks for all.
bool wanted_output(const std::vector<NameRef>& outputs, std::string_view name);
// Reports outputs that ask for none of the names.
void check_outputs(const std::vector<NameRef>& outputs, const std::vector<std::string>& names, const std::string& path, DiagnosticSink&);
// Reports a formulation that does not exist or does not cover the model.
void check_formulation(const std::string& name, const Model&, SourcePos at, const std::string& path, DiagnosticSink&);

}  // namespace zanjir
