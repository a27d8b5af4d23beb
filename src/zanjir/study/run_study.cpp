#include "zanjir/study/run_study.hpp"

#include <algorithm>
#include <chrono>

#include "zanjir/describe/values.hpp"
#include "zanjir/study/claims.hpp"
#include "zanjir/study/figures.hpp"

namespace zanjir {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Models with their own diagnostics: a fault in a mechanism is shown in its file, under the study that uses it.
StudyModels load_models(const Study& study, std::vector<Diagnostic>& diagnostics) {
  StudyModels models;
  for (const StudyModel& m : study.models) {
    Result<Description> description = read_description(m.file, m.set);
    diagnostics.insert(diagnostics.end(), description.diagnostics.begin(), description.diagnostics.end());
    if (!description) continue;
    Result<Model> model = build_model(*description);
    diagnostics.insert(diagnostics.end(), model.diagnostics.begin(), model.diagnostics.end());
    if (model) models.emplace(m.name, std::move(*model));
  }
  return models;
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
}

// Results that a task will have, where that is known beforehand: a mistyped name need not wait for the end of a long run.
void check_names(const Study& study, const TaskKinds& kinds, const TaskContext& context, DiagnosticSink& sink) {
  Results outlines;
  for (const StudyTask& task : study.tasks) {
    const TaskKind& kind = kinds.find(task.kind)->second;
    if (!kind.names) continue;
    TaskResult outline;
    outline.name = task.name;
    for (std::string& name : kind.names(task, context)) outline.texts.push_back({std::move(name), ""});
    outlines.add(std::move(outline));
  }
  for (const Claim& claim : study.claims) {
    ExpressionNames who;
    const Quantity unknown{0, Knowledge::unknown, {}};
    who.pass = ExpressionNames::Pass::check;
    who.parameter = [&](std::string_view name) { return study.parameters.contains(name) ? std::optional(unknown) : std::nullopt; };
    std::vector<std::string> known;
    who.series = [&](std::string_view name) -> std::optional<SeriesView> {
      const std::size_t dot = std::min(name.find('.'), name.size());
      const TaskResult* outline = outlines.find_task(name.substr(0, dot));
      known.clear();
      if (outline) {
        for (const Text& t : outline->texts) known.push_back(outline->name + "." + t.name);
      }
      if (outline && std::find(known.begin(), known.end(), name) == known.end()) return std::nullopt;
      return SeriesView{{}, {}, unknown, unknown};
    };
    who.word_hint = [&](std::string_view name) { return did_you_mean(name, known); };
    const auto parsed = parse_expression(claim.compute.text, who);
    if (const auto* failure = std::get_if<ExpressionError>(&parsed))
      sink.error(claim.compute.position(failure->offset), "claims." + claim.id + ".compute", failure->message, failure->hint);
  }
}

}  // namespace

bool StudyOutcome::as_expected() const {
  return std::all_of(claims.begin(), claims.end(), [](const ClaimOutcome& c) { return c.as_expected(); });
}
bool StudyOutcome::finished() const {
  return std::all_of(results.tasks().begin(), results.tasks().end(), [](const TaskResult& t) { return t.status == TaskStatus::done; });
}

Result<StudyOutcome> run_study(Study study, const TaskKinds& kinds, Progress& progress, const Cancel& cancel, const std::filesystem::path& records) {
  const Clock::time_point began = Clock::now();
  Result<StudyOutcome> result;
  DiagnosticSink sink(study.files);
  for (const StudyTask& task : study.tasks) {
    if (!kinds.contains(task.kind))
      sink.error(task.at, "tasks." + task.name, "tasks of kind '" + task.kind + "' are not part of this version yet");
  }
  const auto models = std::make_shared<const StudyModels>(load_models(study, result.diagnostics));
  StudyOutcome outcome;
  TaskContext context{study, *models, outcome.results, progress, cancel};
  if (!sink.has_errors() && !has_errors(result.diagnostics)) {
    for (const StudyTask& task : study.tasks) kinds.find(task.kind)->second.check(task, context, sink);
    for (const StudyFigure& figure : study.figures) check_figure(figure, *models, sink);
    if (!sink.has_errors()) check_names(study, kinds, context, sink);
  }
  const auto refuse = [&] {
    const std::vector<Diagnostic> mine = sink.take();
    result.diagnostics.insert(result.diagnostics.end(), mine.begin(), mine.end());
    return has_errors(result.diagnostics);
  };
  if (refuse()) return result;

  const bool simulates = std::any_of(study.tasks.begin(), study.tasks.end(), [](const StudyTask& task) { return task.kind == "simulate"; });
  if (!records.empty() && simulates) {
    context.folder = records / study.name;
    std::error_code problem;  // a folder that cannot be made is reported by the task that needs it
    std::filesystem::create_directories(context.folder, problem);
  }
  for (const StudyTask& task : study.tasks) {
    const Clock::time_point task_began = Clock::now();
    TaskResult done;
    if (cancel) {
      done.status = TaskStatus::cancelled;
    } else {
      progress.begin(study.name + ", " + task.name);
      done = kinds.find(task.kind)->second.run(task, context);
      progress.end();
    }
    if (done.status == TaskStatus::cancelled) {
      outcome.cancelled = true;
      if (done.why.empty()) done.why = "interrupted";
    }
    done.name = task.name;
    done.kind = task.kind;
    done.seconds = seconds_since(task_began);
    outcome.results.add(std::move(done));
  }
  for (const StudyFigure& figure : study.figures) outcome.figures.push_back(evaluate_figure(figure, study, models, outcome.results, sink));
  for (const Claim& claim : study.claims) outcome.claims.push_back(judge(claim, study, outcome.results, sink));
  if (refuse()) return result;
  outcome.study = std::move(study);
  outcome.seconds = seconds_since(began);
  result.value = std::move(outcome);
  return result;
}

Result<StudyOutcome> run_study(const std::filesystem::path& file, const RunOptions& options, const TaskKinds& kinds, Progress& progress,
                               const Cancel& cancel) {
  Result<Study> study = read_study(file, options.set);
  if (!study) return {std::nullopt, std::move(study.diagnostics)};
  Result<StudyOutcome> outcome = run_study(std::move(*study), kinds, progress, cancel, options.records);
  outcome.diagnostics.insert(outcome.diagnostics.begin(), study.diagnostics.begin(), study.diagnostics.end());
  return outcome;
}

}  // namespace zanjir
