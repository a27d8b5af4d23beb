#include "zanjir/study/tasks.hpp"

#include <algorithm>
#include <array>

#include "zanjir/formulations/registry.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

extern const TaskKind simulate_task, inverse_task, analyse_task, verify_task, compare_task, contact_task, map_task, ik_task, linearise_task,
    join_task, sweep_task, optimise_task, sizing_task;

namespace {
constexpr std::array list_of_kinds{&simulate_task, &inverse_task,   &analyse_task, &verify_task, &compare_task,  &contact_task, &map_task,
                                   &ik_task,       &linearise_task, &join_task,    &sweep_task,  &optimise_task, &sizing_task};
}  // namespace

std::span<const TaskKind* const> task_kinds() { return list_of_kinds; }

const TaskKind* find_task_kind(std::string_view name) {
  const auto it = std::find_if(list_of_kinds.begin(), list_of_kinds.end(), [&](const TaskKind* kind) { return kind->name == name; });
  return it == list_of_kinds.end() ? nullptr : *it;
}

std::string task_kind_words() {
  std::string words;
  for (const TaskKind* kind : list_of_kinds) words += (words.empty() ? "" : " ") + std::string(kind->name);
  return words;
}

TaskResult cancelled_task() {
  TaskResult out;
  out.status = TaskStatus::cancelled;
  return out;
}

TaskResult failed_task(std::string why) {
  TaskResult out;
  out.status = TaskStatus::failed;
  out.why = std::move(why);
  return out;
}

AskedNames names_asked_for(const std::vector<NameRef>& outputs) {
  AskedNames asked;
  for (const NameRef& output : outputs) asked.add(output.name);
  return asked;
}

void check_outputs(const std::vector<NameRef>& outputs, const std::vector<Series>& series, const std::string& path, DiagnosticSink& sink) {
  constexpr int most = 100;  // errors: nobody reads more, and each looks through all names
  std::vector<std::string> names;
  NamesAndAbove known;
  for (const Series& s : series) {
    names.push_back(s.name);
    known.add(s.name);
  }
  for (const NameRef& output : outputs) {
    if (!known.has(output.name) && sink.n_errors() < most)
      sink.error(output.at, path + ".outputs", "the task has no result '" + output.name + "'", did_you_mean(output.name, names));
  }
}

std::vector<double> drawn_instants(const Study& study, std::string_view task) {
  std::vector<double> instants;
  for (const StudyFigure& figure : study.figures) {
    for (const FigurePosture& posture : figure.postures) {
      if (posture.task.name == task) instants.insert(instants.end(), posture.at_s.begin(), posture.at_s.end());
    }
  }
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  return instants;
}

void check_formulation(const std::string& name, const Model& model, SourcePos at, const std::string& path, DiagnosticSink& sink) {
  const auto found = find_formulation(name);
  if (!found) {
    std::vector<std::string> known;
    for (const AnyFormulation& f : all_formulations()) known.emplace_back(name_of(f));
    sink.error(at, path, "no formulation '" + name + "'", did_you_mean(name, known));
    return;
  }
  const Coverage covers = coverage(*found, model);
  if (!covers.inverse) sink.error(at, path, "'" + name + "' gives no forces here: " + covers.why_not, "`zanjir info` lists who covers what");
}

}  // namespace zanjir
