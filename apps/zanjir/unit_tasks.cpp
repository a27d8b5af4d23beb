#include "unit_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_export.hpp"
#include "zanjir/report/sweep_report.hpp"

namespace zanjir::app {
namespace {

// The tasks that are meant; without --task every one of its kind.
std::vector<std::string> chosen_tasks(const Study& study, const UnitTaskOptions& o, std::vector<Diagnostic>& problems) {
  std::vector<std::string> known, chosen;
  for (const StudyTask& t : study.tasks)
    if (t.kind->name == o.kind) known.push_back(t.name);
  if (known.empty()) problems.push_back({Severity::error, o.file, 0, 0, "", "has no task of kind `" + o.kind + "`", "docs/sweeps.md shows one"});
  for (const std::string& name : split_list(o.tasks)) {
    if (std::find(known.begin(), known.end(), name) == known.end() && !known.empty())
      problems.push_back({Severity::error, "", 0, 0, "--task", "no task '" + name + "' of kind `" + o.kind + "`", did_you_mean(name, known)});
    chosen.push_back(name);
  }
  return chosen.empty() ? known : chosen;
}

// The course of a search is drawn whether or not the study does.
void add_courses(Study& study, const std::vector<std::string>& tasks) {
  for (const std::string& task : tasks) {
    StudyFigure figure;
    figure.name = task + " course";
    figure.title = "Course of " + task;
    figure.x.label = "evaluation";
    StudyExpression best;
    best.text = task + ".best";
    best.from_results = true;
    figure.curves.push_back({{}, {best}, "best so far", "line"});
    study.figures.push_back(std::move(figure));
  }
}

int worst_of(const std::vector<TaskResult>& tasks) {
  int code = done;
  for (const TaskResult& t : tasks) {
    if (t.status == TaskStatus::cancelled) return interrupted;
    if (t.status == TaskStatus::failed && code != numerics_failed) code = t.asks_too_much ? input_is_wrong : numerics_failed;
  }
  return code;
}

}  // namespace

void add_unit_task_options(CLI::App& verb, UnitTaskOptions& o) {
  verb.add_option("FILE", o.file, "study file (docs/study-format.md) with a task of kind " + o.kind);
  verb.add_option("--task", o.tasks, "only this one; repeatable")->type_name("NAME")->allow_extra_args(false);
  verb.add_option("--out", o.out, "folder of tables, pictures and what is finished; one that all machines share")
      ->type_name("DIR")
      ->capture_default_str();
  add_common(verb, o);
}

int run_unit_tasks(const UnitTaskOptions& o) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(o, problems);
  if (!problems.empty()) return report_errors(problems, o);
  Result<Study> study = read_study(o.file, overrides);
  if (!study) return report_errors(study.diagnostics, o);
  const StudyRunOptions how{overrides, o.out, chosen_tasks(*study, o, problems), o.units};
  if (const auto problem = unwritable("--out", o.out)) problems.push_back(*problem);
  if (!problems.empty()) return report_errors(problems, o);
  if (o.kind == "optimise") add_courses(*study, how.only);
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  const Result<StudyOutcome> outcome = run_study(std::move(*study), how, *progress, interrupt.cancel());
  interrupt_heard();
  if (!outcome) return report_errors(outcome.diagnostics, o);
  report_warnings(outcome.diagnostics);
  const std::vector<TaskResult>& tasks = outcome->results.tasks();
  const std::filesystem::path folder = std::filesystem::path(o.out) / file_name_of(outcome->study.name);
  int code = worst_of(tasks);
  // A sweep without a number has a table all the same, which says why: one from before would be taken for it.
  const auto has_table = [](const TaskResult& t) { return t.status == TaskStatus::done || (t.status == TaskStatus::failed && !t.series.empty()); };
  const bool tables = o.units.parts == 1 && o.units.what != UnitRun::What::forecast && std::all_of(tasks.begin(), tasks.end(), has_table);
  if (tables) {
    ReportFiles files;
    files.named_folder(folder);
    for (const FigureData& f : outcome->figures) files.figure(folder / file_name_of(f.figure.name), figure_svg(f));
    const std::string unwritten = files.problem().empty() ? export_results(o.out, *outcome, provenance_of(o)) : files.problem();
    if (!unwritten.empty()) return report_errors({{Severity::error, "", 0, 0, "--out", unwritten, "name another folder"}}, o);
  }
  for (const TaskResult& t : tasks) {
    print(o.json ? sweep_json(t) + "\n" : sweep_text(t));
    if (t.status == TaskStatus::failed) fmt::print(stderr, "{}: task {} failed: {}\n", o.file, t.name, t.why);
    for (const std::string& doubt : t.doubts) fmt::print(stderr, "{}: task {}: warning: {}\n", o.file, t.name, doubt);
  }
  if (!o.json && !outcome->claims.empty() && code == done) print(study_text(*outcome, colour_of(stdout)));
  if (!o.json && tables) print(fmt::format("tables and pictures in {}\n", folder.string()));
  return code == done ? verdict_code(*outcome) : code;
}

}  // namespace zanjir::app
