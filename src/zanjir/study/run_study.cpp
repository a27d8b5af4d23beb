#include "zanjir/study/run_study.hpp"

#include <algorithm>
#include <chrono>

#include "zanjir/language/values.hpp"
#include "zanjir/model/build.hpp"
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
  ExpressionNames who;
  const Quantity unknown{0, Knowledge::unknown, {}};
  std::vector<std::string> known;
  who.pass = ExpressionNames::Pass::check;
  who.parameter = [&](std::string_view name) { return study.parameters.contains(name) ? std::optional(unknown) : std::nullopt; };
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
  const auto check = [&](const StudyExpression& e, const std::string& path) {
    const auto parsed = parse_expression_or_series(e.text, who);
    if (const auto* failure = std::get_if<ExpressionError>(&parsed)) sink.error(e.position(failure->offset), path, failure->message, failure->hint);
  };
  for (const StudyFigure& figure : study.figures) {
    const auto check_curves = [&](const std::vector<FigureCurve>& curves) {
      for (const FigureCurve& c : curves) {
        for (const StudyExpression& e : c.y) check(e, "figures." + figure.name + ".curves");
        for (const StudyExpression& e : c.x) check(e, "figures." + figure.name + ".curves");
      }
    };
    check_curves(figure.curves);
    for (const FigurePanel& panel : figure.panels) check_curves(panel.curves);
    for (const auto& [label, cells] : figure.rows) for (const StudyExpression& e : cells) check(e, "figures." + figure.name + ".rows");
  }
  for (const Claim& claim : study.claims) check(claim.compute, "claims." + claim.id + ".compute");
}

// Everything that can be said before anything runs.
void check_all(const Study& study, const TaskKinds& kinds, const StudyModels& models, DiagnosticSink& sink) {
  const Results none;
  Progress quiet;
  const TaskContext context{study, models, none, quiet, never_cancelled()};
  for (const StudyTask& task : study.tasks) kinds.find(task.kind)->second.check(task, context, sink);
  for (const StudyFigure& figure : study.figures) check_figure(figure, models, sink);
  if (!sink.has_errors()) check_names(study, kinds, context, sink);
}

struct Loaded {
  std::shared_ptr<const StudyModels> models;
  std::vector<Diagnostic> diagnostics;
};
Loaded load_and_check(const Study& study, const TaskKinds& kinds) {
  Loaded loaded;
  DiagnosticSink sink(study.files);
  for (const StudyTask& task : study.tasks) {
    if (!kinds.contains(task.kind)) sink.error(task.at, "tasks." + task.name, "tasks of kind '" + task.kind + "' are not part of this version yet");
  }
  loaded.models = std::make_shared<const StudyModels>(load_models(study, loaded.diagnostics));
  if (!sink.has_errors() && !has_errors(loaded.diagnostics)) check_all(study, kinds, *loaded.models, sink);
  const std::vector<Diagnostic> mine = sink.take();
  loaded.diagnostics.insert(loaded.diagnostics.end(), mine.begin(), mine.end());
  return loaded;
}

}  // namespace

bool StudyOutcome::as_expected() const {
  return std::all_of(claims.begin(), claims.end(), [](const ClaimOutcome& c) { return c.as_expected(); });
}
bool StudyOutcome::finished() const {
  return std::all_of(results.tasks().begin(), results.tasks().end(), [](const TaskResult& t) { return t.status == TaskStatus::done; });
}

std::vector<Diagnostic> check_study(const Study& study, const TaskKinds& kinds) { return load_and_check(study, kinds).diagnostics; }

Result<StudyOutcome> run_study(Study study, const TaskKinds& kinds, Progress& progress, const Cancel& cancel, const std::filesystem::path& records) {
  const Clock::time_point began = Clock::now();
  Result<StudyOutcome> result;
  Loaded loaded = load_and_check(study, kinds);
  const std::shared_ptr<const StudyModels> models = std::move(loaded.models);
  result.diagnostics = std::move(loaded.diagnostics);
  if (has_errors(result.diagnostics)) return result;
  StudyOutcome outcome;
  TaskContext context{study, *models, outcome.results, progress, cancel};

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
  DiagnosticSink sink(study.files);
  for (const StudyFigure& figure : study.figures) outcome.figures.push_back(evaluate_figure(figure, study, models, outcome.results, sink));
  for (const Claim& claim : study.claims) outcome.claims.push_back(judge(claim, study, outcome.results, sink));
  const std::vector<Diagnostic> mine = sink.take();
  result.diagnostics.insert(result.diagnostics.end(), mine.begin(), mine.end());
  if (has_errors(result.diagnostics)) return result;
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
