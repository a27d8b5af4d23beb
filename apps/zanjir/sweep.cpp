// zanjir sweep FILE: the sweeps of a study, all of them or a share; zanjir sweep join FILE: shares put together.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "studies.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_export.hpp"
#include "zanjir/report/sweep_report.hpp"

namespace zanjir::app {
namespace {

struct SweepOptions : StudyOptions {
  std::string file, part;
  std::vector<std::string> tasks;
  UnitRun units;
  bool forecast = false;
};

// "3/8"
bool read_part(const std::string& text, UnitRun& units) {
  const std::size_t slash = text.find('/');
  const auto whole = [](std::string_view digits, std::size_t& n) {
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return status == std::errc() && end == digits.data() + digits.size() && n > 0;
  };
  const std::string_view all(text);
  return slash != std::string::npos && whole(all.substr(0, slash), units.part) && whole(all.substr(slash + 1), units.parts) &&
         units.part <= units.parts;
}

// The tasks that are meant; without --task every one of its kind.
std::vector<std::string> chosen_tasks(const Study& study, const SweepOptions& o, std::vector<Diagnostic>& problems) {
  std::vector<std::string> known, chosen;
  for (const StudyTask& t : study.tasks)
    if (t.kind->name == "sweep") known.push_back(t.name);
  if (known.empty()) problems.push_back({Severity::error, o.file, 0, 0, "", "has no task of kind `sweep`", "docs/sweeps.md shows one"});
  for (const std::string& name : split_list(o.tasks)) {
    if (std::find(known.begin(), known.end(), name) == known.end() && !known.empty())
      problems.push_back({Severity::error, "", 0, 0, "--task", "no sweep '" + name + "'", did_you_mean(name, known)});
    chosen.push_back(name);
  }
  return chosen.empty() ? known : chosen;
}

int worst(const std::vector<TaskResult>& tasks) {
  int code = done;
  for (const TaskResult& t : tasks) {
    if (t.status == TaskStatus::cancelled) return interrupted;
    if (t.status == TaskStatus::failed) code = numerics_failed;
  }
  return code;
}

int sweep(SweepOptions& o) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(o, problems);
  if (!o.part.empty() && !read_part(o.part, o.units))
    problems.push_back({Severity::error, "", 0, 0, "--part", "'" + o.part + "' is not of the form K/N with K from 1 to N", "for example --part 3/8"});
  if (!problems.empty()) return report_errors(problems, o);
  if (o.forecast) o.units.what = UnitRun::What::forecast;
  Result<Study> study = read_study(o.file, overrides);
  if (!study) return report_errors(study.diagnostics, o);
  StudyRunOptions how{overrides, o.out, chosen_tasks(*study, o, problems), o.units};
  if (const auto problem = unwritable("--out", o.out)) problems.push_back(*problem);
  if (!problems.empty()) return report_errors(problems, o);
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  const Result<StudyOutcome> outcome = run_study(std::move(*study), how, *progress, interrupt.cancel());
  interrupt_heard();
  if (!outcome) return report_errors(outcome.diagnostics, o);
  report_warnings(outcome.diagnostics);
  const std::vector<TaskResult>& tasks = outcome->results.tasks();
  const std::filesystem::path folder = std::filesystem::path(o.out) / file_name_of(outcome->study.name);
  int code = worst(tasks);
  const bool tables = o.units.parts == 1 && !o.forecast && code == done;
  if (tables) {
    ReportFiles files;
    files.folder(folder);
    for (const FigureData& f : outcome->figures) files.figure(folder / file_name_of(f.figure.name), figure_svg(f));
    const std::string unwritten = files.problem().empty() ? export_results(o.out, *outcome, provenance_of(o)) : files.problem();
    if (!unwritten.empty()) return report_errors({{Severity::error, "", 0, 0, "--out", unwritten, "name another folder"}}, o);
  }
  for (const TaskResult& t : tasks) {
    print(o.json ? sweep_json(t) + "\n" : sweep_text(t));
    if (t.status == TaskStatus::failed) fmt::print(stderr, "{}: task {} failed: {}\n", o.file, t.name, t.why);
  }
  if (!o.json && !outcome->claims.empty() && code == done) print(study_text(*outcome, colour_of(stdout)));
  if (!o.json && tables) print(fmt::format("tables and pictures in {}\n", folder.string()));
  if (code == done && !outcome->as_expected()) code = claim_failed;
  return code;
}

void add_options(CLI::App& verb, SweepOptions& o) {
  verb.add_option("FILE", o.file, "study file (docs/study-format.md) with a task of kind sweep");
  verb.add_option("--task", o.tasks, "only this one; repeatable")->type_name("NAME")->allow_extra_args(false);
  verb.add_option("--out", o.out, "folder of tables, pictures and finished units; a folder that all machines share")
      ->type_name("DIR")
      ->capture_default_str();
  add_common(verb, o);
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<SweepOptions>();
  options->out = "sweep";
  CLI::App* verb = app.add_subcommand("sweep", "the sweeps of a study over parameters: tables, sensitivities, pictures; kept, resumed, in shares");
  add_options(*verb, *options);
  verb->add_option("--workers", options->units.workers, "processes beside each other (as many as cores); the results do not depend on it")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  verb->add_option("--part", options->part, "only every N-th unit, from the K-th on; `sweep join` puts the shares together")->type_name("K/N");
  verb->add_flag("--forecast", options->forecast, "say how many units there are and how long they take, and stop");
  verb->add_flag("--yes", options->units.however_long, "start also what will take more than a week");
  verb->require_subcommand(0, 1);
  verb->footer(
      "What is finished is kept in OUT/STUDY/TASK.units: Ctrl-C, a kill or a full disk lose no finished unit, the same again goes on, and only what "
      "is new\n"
      "in a changed study is computed. Units that gave no numbers stand in the table with the reason. Exit code 3 when a sweep gave nothing or units "
      "are\n"
      "missing, 4 when a claim about it does not have the expected verdict, 130 when interrupted. docs/sweeps.md says more.\n\nExample:\n"
      "  zanjir sweep studies/gait_maps.yaml --out sweep");
  verb->callback([verb, options, &exit_code] {
    if (!verb->get_subcommands().empty()) return;
    if (options->file.empty()) throw CLI::RequiredError("FILE");
    options->command = "zanjir sweep " + shell_word(options->file);
    exit_code = sweep(*options);
  });

  auto join = std::make_shared<SweepOptions>();
  join->out = "sweep";
  join->units.what = UnitRun::What::join;
  CLI::App* join_verb = verb->add_subcommand("join", "puts shares together, or says which units are missing");
  add_options(*join_verb, *join);
  join_verb->get_option("FILE")->required();
  join_verb->footer(
      "Shares of another study, of changed files or of another build of the program are refused, both hashes named.\n\nExample:\n"
      "  zanjir sweep join studies/gait_maps.yaml --out sweep");
  join_verb->callback([join, &exit_code] {
    join->command = "zanjir sweep join " + shell_word(join->file);
    exit_code = sweep(*join);
  });
}

}  // namespace zanjir::app
