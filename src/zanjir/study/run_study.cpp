#include "zanjir/study/run_study.hpp"

#include <algorithm>
#include <chrono>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/describe/positions.hpp"
#include "zanjir/language/overrides.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/study/claims.hpp"
#include "zanjir/study/figures.hpp"
#include "zanjir/study/long_tasks.hpp"
#include "zanjir/study/result_names.hpp"
#include "zanjir/study/say_of_results.hpp"
#include "zanjir/verify/idle_contacts.hpp"

namespace zanjir {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Whether a mechanism is right without what the study sets in it.
bool is_right_as_written(const Study& study, const StudyModel& model) {
  const Result<DescribedFile> file = read_described_file(study.named, model.file, {});
  return file && build_model(file->description);
}

// A model that cannot be read is shown where the study names it; a value that the study sets, where the study says it, and so is what it makes wrong.
void say_where_it_is_named(const Study& study, const StudyModel& model, std::vector<Diagnostic>& diagnostics) {
  const auto place = [&](Diagnostic& d, const std::string& key_path, SourcePos at) {
    if (at.file >= study.files.size()) return;
    d.key_path = key_path;
    d.file = study.files[at.file], d.line = at.line, d.column = at.column;
  };
  for (Diagnostic& d : diagnostics) {
    if (d.line == 0 && d.file == model.file.string()) {
      d.message = "'" + d.file + "': " + d.message;
      place(d, "models." + model.name, model.at);
      continue;
    }
    for (const NameRef& set : model.set_at) {
      if (d.file != override_place(set.name)) continue;
      if (d.hint.find("--set") != std::string::npos) d.hint.clear();  // the way out on a command line
      place(d, "models." + model.name + ".set." + set.name, set.at);
      break;
    }
  }
  const auto in_mechanism = [&](const Diagnostic& d) { return d.severity == Severity::error && d.file == model.file.string(); };
  if (model.set_at.empty() || std::none_of(diagnostics.begin(), diagnostics.end(), in_mechanism) || !is_right_as_written(study, model)) return;
  for (Diagnostic& d : diagnostics) {
    if (!in_mechanism(d)) continue;
    d.message = message_with_place(d);
    place(d, "models." + model.name + ".set", model.set_at.front().at);
  }
}

// Models with their own diagnostics: a fault in a mechanism is shown in its file, under the study that uses it.
StudyModels load_models(const Study& study, std::vector<Diagnostic>& diagnostics) {
  StudyModels models;
  for (const StudyModel& m : study.models) {
    Result<DescribedFile> file = read_described_file(study.named, m.file, m.set);
    say_where_it_is_named(study, m, file.diagnostics);
    diagnostics.insert(diagnostics.end(), file.diagnostics.begin(), file.diagnostics.end());
    if (!file) continue;
    Result<Model> model = build_model(file->description);
    if (model)
      for (Diagnostic& d : idle_contact_warnings(file->description, *model)) model.diagnostics.push_back(std::move(d));
    say_where_it_is_named(study, m, model.diagnostics);
    diagnostics.insert(diagnostics.end(), model.diagnostics.begin(), model.diagnostics.end());
    if (model) models.emplace(m.name, LoadedModel{std::make_shared<const DescribedFile>(std::move(*file.value)), std::move(*model.value)});
  }
  return models;
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
}

// Everything that can be said before anything runs. What tasks will have is asked once they are right: a mistyped name need not wait for the end of a long run.
void check_all(const Study& study, const std::shared_ptr<const StudyModels>& models, DiagnosticSink& sink) {
  Results outlines;
  Progress quiet;
  const TaskContext context{study, *models, outlines, quiet, never_cancelled()};
  constexpr int most = 100;  // errors: nobody reads more, and each is looked for among all that there is
  // Where a mechanism is wrong, tasks about others are looked at all the same, but not those that rest on tasks, nor figures: they may be about it.
  const bool all_models = models->size() == study.models.size();
  for (const StudyTask& task : study.tasks) {
    const int errors = sink.n_errors();
    if (errors >= most) return;
    if (!all_models && !models->contains(task.model.name)) continue;
    task.kind->check(task, context, sink);
    if (sink.n_errors() > errors) continue;
    if (std::optional<TaskResult> outline = task.kind->outline(task, context)) {
      outline->name = task.name;
      outlines.add(std::move(*outline));
    }
  }
  for (const StudyFigure& figure : study.figures)
    if (all_models && sink.n_errors() < most) check_figure(figure, study, models, outlines, sink);
  const Results numbers = imagined(outlines);
  std::size_t may_repeat = characters_repeated;
  for (const Claim& claim : study.claims)
    if (sink.n_errors() < most) check_claim(claim, study, outlines, numbers, may_repeat, sink);
}

// What is asked of layers that know no file has no place: that of the task is better than none.
void say_which_task(const Study& study, std::vector<Diagnostic>& diagnostics) {
  constexpr std::string_view section = "tasks.";
  for (Diagnostic& d : diagnostics) {
    if (d.line > 0 || !d.key_path.starts_with(section)) continue;
    const std::string name = d.key_path.substr(section.size(), d.key_path.find('.', section.size()) - section.size());
    const auto task = std::find_if(study.tasks.begin(), study.tasks.end(), [&](const StudyTask& t) { return t.name == name; });
    if (task == study.tasks.end() || task->at.file >= study.files.size()) continue;
    d.file = study.files[task->at.file], d.line = task->at.line, d.column = task->at.column;
  }
}

struct Loaded {
  std::shared_ptr<const StudyModels> models;
  std::vector<Diagnostic> diagnostics;
};
Loaded load_and_check(const Study& study) {
  Loaded loaded;
  DiagnosticSink sink(study.files);
  loaded.models = std::make_shared<const StudyModels>(load_models(study, loaded.diagnostics));
  check_all(study, loaded.models, sink);
  std::vector<Diagnostic> mine = sink.take();
  say_which_task(study, mine);
  loaded.diagnostics.insert(loaded.diagnostics.end(), mine.begin(), mine.end());
  return loaded;
}

// The study first, then every mechanism file once, in the order in which the study names them.
std::vector<SourceText> sources_of(const Study& study, const StudyModels& models) {
  std::vector<SourceText> sources = {{study.files.empty() ? study.name : study.files.front(), study.source}};
  for (const StudyModel& m : study.models) {
    const std::string file = m.file.lexically_normal().string();
    const bool known = std::any_of(sources.begin(), sources.end(), [&](const SourceText& s) { return s.file == file; });
    if (const auto loaded = models.find(m.name); !known && loaded != models.end()) sources.push_back({file, loaded->second.file->text});
  }
  return sources;
}

TaskResult run_task(const StudyTask& task, const TaskContext& context) {
  const Clock::time_point began = Clock::now();
  TaskResult done;
  if (context.cancel) {
    done.status = TaskStatus::cancelled;
  } else {
    context.progress.begin(context.study.name + ", " + task.name);
    done = task.kind->run(task, context);
    context.progress.end();
  }
  if (done.status == TaskStatus::cancelled && done.why.empty()) done.why = "interrupted";
  done.name = task.name;
  done.kind = task.kind->name;
  done.seconds = seconds_since(began);
  return done;
}

// Whether an expression names results that are there, and no others.
bool is_about(const StudyExpression& e, const Study& study, const Results& results) {
  ResultNames names(study, results, ResultNames::Pass::check);
  return !std::holds_alternative<ExpressionError>(parse_expression_or_series(e.text, names.names())) && !names.guessed();
}
bool is_about(const std::vector<FigureCurve>& curves, const Study& study, const Results& results) {
  const auto all = [&](const std::vector<StudyExpression>& list) {
    return std::all_of(list.begin(), list.end(), [&](const StudyExpression& e) { return is_about(e, study, results); });
  };
  return std::all_of(curves.begin(), curves.end(), [&](const FigureCurve& c) { return all(c.x) && all(c.y); });
}

// Figures and claims about tasks that were not run go.
void leave_out_others(Study& study, const Results& results) {
  std::erase_if(study.claims, [&](const Claim& c) { return !is_about(c.compute, study, results); });
  std::erase_if(study.figures, [&](const StudyFigure& f) {
    bool about = is_about(f.curves, study, results) && (f.map.name.empty() || results.find_task(f.map.name));
    for (const FigurePanel& panel : f.panels) about = about && is_about(panel.curves, study, results);
    for (const auto& [label, cells] : f.rows)
      for (const StudyExpression& e : cells) about = about && is_about(e, study, results);
    for (const FigurePosture& p : f.postures) about = about && (p.task.name.empty() || results.find_task(p.task.name));
    return !about;
  });
}

}  // namespace

bool StudyOutcome::as_expected() const {
  return std::all_of(claims.begin(), claims.end(), [](const ClaimOutcome& c) { return c.as_expected(); });
}
bool StudyOutcome::finished() const {
  return std::all_of(results.tasks().begin(), results.tasks().end(), [](const TaskResult& t) { return t.status == TaskStatus::done; });
}

bool StudyOutcome::trusted() const {
  return std::all_of(results.tasks().begin(), results.tasks().end(), [](const TaskResult& t) { return t.doubts.empty(); });
}

std::vector<Diagnostic> check_study(const Study& study, FirstInstants first) {
  Loaded loaded = load_and_check(study);
  if (first == FirstInstants::untried || has_errors(loaded.diagnostics)) return std::move(loaded.diagnostics);
  DiagnosticSink sink(study.files);
  const Results none;
  Progress quiet;
  const TaskContext context{study, *loaded.models, none, quiet, never_cancelled()};
  for (const StudyTask& task : study.tasks) {
    task.kind->try_first_instant(task, context, sink);
  }
  for (Diagnostic& d : sink.take()) loaded.diagnostics.push_back(std::move(d));
  return std::move(loaded.diagnostics);
}

std::vector<Diagnostic> long_tasks(const std::filesystem::path& file, const Overrides& set) {
  const Result<Study> study = read_study(file, set);
  return study ? long_tasks(*study) : std::vector<Diagnostic>{};
}

std::vector<Diagnostic> long_tasks(const Study& study) {
  std::vector<Diagnostic> wrong;  // said by the run itself
  const StudyModels models = load_models(study, wrong);
  if (has_errors(wrong)) return {};
  DiagnosticSink sink(study.files);
  const Results none;
  Progress quiet;
  const TaskContext context{study, models, none, quiet, never_cancelled()};
  for (const StudyTask& task : study.tasks) foresee_simulation(task, context, sink);
  return sink.take();
}

namespace {

FigureData left_out(const StudyFigure& figure) {
  FigureData out;
  out.figure = figure;
  out.problem = "not drawn, since the study was interrupted";
  return out;
}

}  // namespace

Result<StudyOutcome> conclude(Study study, const std::shared_ptr<const StudyModels>& models, Results results) {
  StudyOutcome outcome;
  outcome.results = std::move(results);
  outcome.models = models;
  DiagnosticSink sink(study.files);
  for (const StudyFigure& figure : study.figures) {
    outcome.figures.push_back(in_haste() ? left_out(figure) : evaluate_figure(figure, study, models, outcome.results, sink));
  }
  for (const Claim& claim : study.claims) outcome.claims.push_back(judge(claim, study, outcome.results, sink));
  outcome.cancelled = std::any_of(outcome.results.tasks().begin(), outcome.results.tasks().end(),
                                  [](const TaskResult& t) { return t.status == TaskStatus::cancelled; });
  if (sink.has_errors()) return {std::nullopt, sink.take()};
  outcome.sources = sources_of(study, *models);
  outcome.study = std::move(study);
  return {std::move(outcome), sink.take()};
}

Result<StudyOutcome> run_study(Study study, Progress& progress, const Cancel& cancel, const std::filesystem::path& records) {
  StudyRunOptions options;
  options.records = records;
  return run_study(std::move(study), options, progress, cancel);
}

Result<StudyOutcome> run_study(Study study, const StudyRunOptions& options, Progress& progress, const Cancel& cancel) {
  const Clock::time_point began = Clock::now();
  Loaded loaded = load_and_check(study);
  if (has_errors(loaded.diagnostics)) return {std::nullopt, std::move(loaded.diagnostics)};
  Results results;
  const TaskContext context{study,         *loaded.models, results,
                            progress,      cancel,         options.records.empty() ? options.records : options.records / file_name_of(study.name),
                            options.units, options.samples};
  const auto wanted = [&](const StudyTask& t) {
    return options.only.empty() || std::find(options.only.begin(), options.only.end(), t.name) != options.only.end();
  };
  for (const StudyTask& task : study.tasks)
    if (wanted(task)) results.add(run_task(task, context));
  if (!options.only.empty()) leave_out_others(study, results);
  Result<StudyOutcome> outcome = conclude(std::move(study), loaded.models, std::move(results));
  outcome.diagnostics.insert(outcome.diagnostics.begin(), loaded.diagnostics.begin(), loaded.diagnostics.end());
  if (outcome) outcome->seconds = seconds_since(began);
  return outcome;
}

Result<StudyOutcome> run_study(const std::filesystem::path& file, const StudyRunOptions& options, Progress& progress, const Cancel& cancel) {
  Result<Study> study = read_study(file, options.set);
  if (!study) return {std::nullopt, std::move(study.diagnostics)};
  Result<StudyOutcome> outcome = run_study(std::move(*study), options, progress, cancel);
  outcome.diagnostics.insert(outcome.diagnostics.begin(), study.diagnostics.begin(), study.diagnostics.end());
  return outcome;
}

}  // namespace zanjir
