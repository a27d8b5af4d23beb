#include "studies.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/whole_file.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/report/study_export.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/study/long_tasks.hpp"

namespace zanjir::app {
namespace {

// The worst of all: a wrong input before a failed task before a verdict before a doubt.
int exit_code_of(const std::vector<StudyOutcome>& outcomes) {
  int code = done;
  for (const StudyOutcome& o : outcomes) {
    if (o.cancelled) return interrupted;
    const std::vector<TaskResult>& tasks = o.results.tasks();
    const bool asks_too_much = std::any_of(tasks.begin(), tasks.end(), [](const TaskResult& t) { return t.asks_too_much; });
    const int own = o.finished() ? verdict_code(o) : asks_too_much ? input_is_wrong : numerics_failed;
    if (own != done && (code == done || own < code)) code = own;
  }
  return code;
}

}  // namespace

int verdict_code(const StudyOutcome& outcome) {
  const bool failed = std::any_of(outcome.claims.begin(), outcome.claims.end(),
                                  [](const ClaimOutcome& c) { return !c.as_expected() && c.verdict != Verdict::doubtful; });
  return failed ? claim_failed : outcome.trusted() ? done : doubtful;
}

Provenance provenance_of(const StudyOptions& options) {
  Provenance p;
  p.command = options.command;
  for (const std::string& set : options.set) p.command += " --set " + shell_word(set);
  p.environment = program_facts();
  p.environment.emplace_back("date", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr))));
  return p;
}

std::string shell_word(const std::string& word) {
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,=-") == std::string::npos && !word.empty())
    return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

void add_study_options(CLI::App& verb, StudyOptions& options) {
  verb.add_option("--out", options.out, "folder of the report; its index.html lists every study in it")->type_name("DIR")->capture_default_str();
  verb.add_option("--export", options.export_to,
                  "folder for the results of every task, DIR/STUDY/TASK.csv, .numbers.csv, .events.csv and .h5, and for the figures, "
                  "DIR/STUDY/figures/NAME.svg and .png")
      ->type_name("DIR");
}

int run_studies(const std::vector<std::filesystem::path>& files, const StudyOptions& options) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(options, problems);
  if (!problems.empty()) return report_errors(problems, options);
  for (const auto& [option, folder] : {std::pair{"--out", options.out}, std::pair{"--export", options.export_to}}) {
    if (const auto problem = folder.empty() ? std::nullopt : unwritable(option, folder)) return report_errors({*problem}, options);
  }
  const std::filesystem::path recordings = std::filesystem::path(options.out) / "recordings";
  if (const std::string why = folder_problem(recordings.string()); !why.empty())
    return report_errors({{Severity::error, "", 0, 0, "--out", recordings.string() + ": " + why, "name another folder"}}, options);
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  const Colour colour = colour_of(stdout);
  std::vector<StudyOutcome> outcomes;
  bool wrong = false;
  for (const std::filesystem::path& file : files) {
    Result<StudyOutcome> outcome{std::nullopt, options.yes ? std::vector<Diagnostic>{} : long_tasks(file, overrides)};
    if (outcome.diagnostics.empty()) outcome = run_study(file, {overrides, recordings}, *progress, interrupt.cancel());
    if (!outcome) {
      wrong = true;
      show_diagnostics(outcome.diagnostics);
      problems.insert(problems.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
      continue;
    }
    report_warnings(outcome.diagnostics);
    if (!options.json) print((outcomes.empty() ? "" : "\n") + study_text(*outcome, colour));
    for (const TaskResult& t : outcome->results.tasks()) {
      if (t.status == TaskStatus::failed) fmt::print(stderr, "{}: task {} failed: {}\n", file.string(), t.name, t.why);
      for (const std::string& doubt : t.doubts) fmt::print(stderr, "{}: task {}: warning: {}\n", file.string(), t.name, doubt);
    }
    outcomes.push_back(std::move(*outcome));
    if (interrupt_heard()) break;
  }
  if (wrong) {
    if (options.json) print(diagnostics_json(problems) + "\n");
    return input_is_wrong;
  }
  for (const StudyOutcome& o : outcomes) {
    const std::string problem = options.export_to.empty() ? "" : export_problem(options.export_to, o);
    if (!problem.empty())
      return report_errors(
          {{Severity::error, "", 0, 0, "--export", problem, "name another folder; the recordings of the tasks are in " + recordings.string()}},
          options);
  }
  const bool interrupt_came = interrupt_heard();
  const std::string unwritten = write_report(options.out, outcomes, provenance_of(options));
  if (!unwritten.empty()) return report_errors({{Severity::error, "", 0, 0, "--out", unwritten, "name another folder"}}, options);
  for (const StudyOutcome& o : outcomes) {
    std::error_code ignored;
    for (const TaskResult& t : o.results.tasks())  // what was kept of maps is in the report now
      if (t.map && t.status == TaskStatus::done)
        std::filesystem::remove(recordings / file_name_of(o.study.name) / (file_name_of(t.name) + ".kept"), ignored);
    if (options.export_to.empty() || interrupt_came) continue;  // tables of millions of rows: who interrupts does not wait for them
    std::string problem = export_results(options.export_to, o, provenance_of(options));
    if (problem.empty()) problem = export_figures(options.export_to, o);
    if (!problem.empty()) return report_errors({{Severity::error, "", 0, 0, "--export", problem, "name another folder"}}, options);
  }
  if (options.json) print(studies_json(outcomes) + "\n");
  else print(fmt::format("\nreport: {}\n", (std::filesystem::path(options.out) / "index.html").string()));
  if (interrupt.cancel())
    fmt::print(stderr, "interrupted; the report shows what was finished{}\n",
               options.export_to.empty() || !interrupt_came ? "" : ", and nothing was exported");
  return interrupt_came ? static_cast<int>(interrupted) : exit_code_of(outcomes);
}

}  // namespace zanjir::app
