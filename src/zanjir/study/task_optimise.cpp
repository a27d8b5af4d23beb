// A search: the parameters for which a result of tasks is best, within limits on others.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/study/units.hpp"
#include "zanjir/sweep/kept_units.hpp"
#include "zanjir/sweep/search.hpp"
#include "zanjir/sweep/sobol_points.hpp"
#include "zanjir/sweep/unit_pool.hpp"

namespace zanjir {
namespace task_optimise {
namespace {

using namespace schema;

struct SearchLimit {
  std::size_t result = 0;
  std::optional<double> min, max;
  std::optional<Dimension> dimension = {};  // none was written
  SourcePos at = {};
};
struct OptimiseTask {
  UnitQuestion question;
  std::vector<SweepAxis> axes;
  SearchQuestion search;
  std::size_t objective = 0;
  int sign = 1;  // +1: the smaller the better
  std::vector<SearchLimit> limits;
  int starts = 1;
  double limit_s = 0;
};
const OptimiseTask& data(const StudyTask& task) { return std::any_cast<const OptimiseTask&>(task.what); }

constexpr TaskOption<OptimiseTask> options[] = {
    task_keys::kind("optimise"),
    unit_keys::of,
    Key{"over", Kind::map, required, "", "What is looked for, by name, as those of a `sweep`."},
    unit_keys::results,
    Key{"minimise", Kind::name, optional, "", "The result that is made as small as possible."},
    Key{"maximise", Kind::name, optional, "", "Instead: the result that is made as large as possible."},
    Key{"limits", Kind::map, optional, "none", "What must hold of other results, by name: `{max: 3 N m}`. With `method: cobyla` or `isres`."},
    option<&OptimiseTask::search, &SearchQuestion::method>(word_key<SearchMethod>(
        "method",
        "A simplex; quadratic models (`bobyqa`: smooth results, two parameters at least); linear models (`cobyla`: takes `limits`); random search "
        "over the whole range (`crs`; `isres` takes `limits`).")),
    whole_number<&OptimiseTask::search, &SearchQuestion::evaluations>(
        integer_key("evaluations", optional, "200", "At most so many, of each start.", Range::positive, 200), 1, 1'000'000),
    option<&OptimiseTask::search, &SearchQuestion::tolerance>({"tolerance", Kind::number, optional, "1e-4",
                                                               "It ends when no parameter moves by more than this share of its range.",
                                                               dimension::number, Range::positive, 1e-4}),
    whole_number<&OptimiseTask::starts>(
        integer_key("starts", optional, "1", "How often it begins: at `start`, then at points spread over the ranges; the best end counts.",
                    Range::positive, 1),
        1, 10'000),
    whole_number<&OptimiseTask::search, &SearchQuestion::seed>(
        integer_key("seed", optional, "1", "Of those points, and of `crs` and `isres`.", Range::non_negative, 1), 0, largest_seed),
    option<&OptimiseTask::limit_s>(unit_keys::time_limit),
};
constexpr auto own_keys = keys_of(options);
constexpr Key axis_keys[] = {
    {"from", Kind::coordinate, required, "", "Lower end."},
    {"to", Kind::coordinate, required, "", "Upper end."},
    {"start", Kind::coordinate, optional, "the middle", "Where the first search begins."},
};
constexpr Key limit_keys[] = {
    {"min", Kind::coordinate, optional, "none", "The result is not below."},
    {"max", Kind::coordinate, optional, "none", "The result is not above."},
};
constexpr std::string_view text =
    "The parameters for which a result of tasks is best ([sweeps](sweeps.md#looking-for-the-best)). Results over `evaluation`: the parameters, the "
    "`results`, `holds` (0: a limit is\n"
    "violated, or there are no numbers) and `best`, the best so far; and the numbers `best.RESULT` and `at.PARAMETER` of the best one, "
    "`evaluations`, `failed`. Where no evaluation\n"
    "holds its limits, the task has failed. What is computed is kept: an interrupted search goes the same way again, without computing it.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
parameters: {x: 1 m, y: 0.5}
models: {pendulum: {file: pendulum.yaml}}
tasks:
  hold: {kind: inverse, model: pendulum, motion: {A: $y}, until: 0.1 s, every: 0.1 s}
  least:
    kind: optimise
    of: [hold]
    over:
      y: {from: 0, to: 3, start: 1}
      pendulum.length: {from: 0.5 m, to: 2 m}
    results: {torque: abs(first(hold.A.force)), reach: "$y"}
    minimise: torque
    limits: {reach: {min: 1, max: 1.2}}
    method: cobyla
    evaluations: 60
    tolerance: 1e-5
    time_limit: 10 s
  peak: {kind: optimise, over: {y: {from: 0, to: 3}}, results: {s: sin($y)}, maximise: s, starts: 2, seed: 4}
figures:
  course: {curves: [peak.best, peak.s]}
claims:
  - {id: top, by: law, source: sine, said: {value: 1, tol: 1e-6}, compute: peak.best.s}
)yaml";
const schema::Object keys{"Task `optimise`", "tasks.<name>", text, own_keys, example};
const schema::Object axis_object{"Parameters of a search", "tasks.<name>.over.<name>", "", axis_keys, example};
const schema::Object limit_object{"Limits of a search", "tasks.<name>.limits.<name>", "The name is that of a result; `min`, `max` or both.",
                                  limit_keys, example};
constexpr const schema::Object* parts[] = {&axis_object, &limit_object};

// -- reading
void read_over(StudyReader& reader, ObjectReader& object, OptimiseTask& t) {
  const auto n = reader.each_entry(object, "over", "a map of parameters", axis_object, [&](const Node::Key& key, ObjectReader& axis) {
    if (!axis.has("from") || !axis.has("to")) return;
    ParameterNumbers numbers(reader, axis);
    Distribution range;
    range.low = numbers.number("from", 0);
    range.high = numbers.number("to", 1);
    const double start = numbers.number("start", range.low / 2 + range.high / 2);
    if (!(range.low < range.high)) axis.error("to", "must lie above `from`");
    else if (!std::isfinite(range.high - range.low)) axis.error("to", beyond_numbers);
    else if (!(range.low <= start && start <= range.high)) axis.error("start", "must lie between `from` and `to`");
    t.question.over.push_back({std::string(key.text), key.at});
    t.axes.push_back({std::string(key.text), numbers.unit(), {}, {}, range});
    t.search.start.push_back((start - range.low) / (range.high - range.low));
  });
  if (n == 0u) object.error("over", "is empty");
}

void read_limits(StudyReader& reader, ObjectReader& object, OptimiseTask& t) {
  reader.each_entry(object, "limits", "a map of limits", limit_object, [&](const Node::Key& key, ObjectReader& limit) {
    const KeyPath limits = object.path("limits");
    const auto result = find_result(reader, t.question, {std::string(key.text), key.at}, join_path(limits, key.text));
    if (!result) return;
    if (!limit.has("min") && !limit.has("max")) limit.error("", "has `min`, `max` or both");
    ParameterNumbers numbers(reader, limit);
    SearchLimit of{*result, {}, {}, {}, key.at};
    if (limit.has("min")) of.min = numbers.number("min", 0);
    if (limit.has("max")) of.max = numbers.number("max", 0);
    if (of.min && of.max && !(*of.min < *of.max)) limit.error("max", "must lie above `min`");
    of.dimension = numbers.dimension();
    t.search.n_limits += of.min.has_value() + of.max.has_value();
    t.limits.push_back(of);
  });
}

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  OptimiseTask t = read_options(reader, object, options);
  read_unit_question(reader, object, t.question);
  read_over(reader, object, t);
  check_result_names(reader, object, t.question, {"evaluation", "holds", "best", "why", "t"});
  if (object.has("minimise") == object.has("maximise")) {
    object.error("", "one of `minimise` and `maximise` is wanted");
  } else {
    const char* key = object.has("minimise") ? "minimise" : "maximise";
    t.sign = object.has("minimise") ? 1 : -1;
    t.objective = find_result(reader, t.question, reader.values.name(object.at(key), object.path(key)), object.path(key)).value_or(0);
  }
  read_limits(reader, object, t);
  if (t.search.n_limits > 0 && !takes_limits(t.search.method))
    object.error("limits", "want `method: cobyla` or `isres`", "the other methods know none");
  if (t.axes.size() == 1 && t.search.method == SearchMethod::bobyqa)
    object.error("method", "`bobyqa` wants two parameters at least", "take `nelder_mead`");
  if (t.starts > 1 && t.axes.size() > max_sobol_dimension)
    object.error("starts", fmt::format("are spread over at most {} parameters", max_sobol_dimension));
  task.what = std::move(t);
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const OptimiseTask& t = data(task);
  std::vector<std::vector<std::string>> tries;
  for (const SweepAxis& axis : t.axes)
    tries.push_back({axis.text(quantile(*axis.spread, 0.5)), axis.text(axis.spread->low), axis.text(axis.spread->high)});
  check_units(task, t.question, tries, context, sink);
  const UnitQuestion q = with_result_units(t.question, context);
  for (const SearchLimit& limit : t.limits) {
    const UnitResult& r = q.results[limit.result];
    if (limit.dimension && r.dimension && !same_dimension(*limit.dimension, *r.dimension))
      sink.error(limit.at, task_path(task, "limits." + r.name),
                 "is " + a_dimension(*limit.dimension) + ", but the result is " + a_dimension(*r.dimension));
  }
}

// -- results
struct Evaluation {
  std::vector<double> parameters;
  UnitAnswer answer;
  bool holds = false;  // there are numbers, and they hold all limits
};

std::optional<double> objective_of(const OptimiseTask& t, const Evaluation& e) {
  if (e.answer.status != UnitStatus::done || !std::isfinite(e.answer.values[t.objective])) return std::nullopt;
  return t.sign * e.answer.values[t.objective];
}

std::optional<std::size_t> best_of(const OptimiseTask& t, const std::vector<Evaluation>& evaluations) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < evaluations.size(); ++i)
    if (evaluations[i].holds && (!best || *objective_of(t, evaluations[i]) < *objective_of(t, evaluations[*best]))) best = i;
  return best;
}

TaskResult results_of(const OptimiseTask& t, const UnitQuestion& q, const std::vector<Evaluation>& evaluations) {
  TaskResult out;
  const double none = std::nan("");
  out.abscissa = {"evaluation", "1", {}};
  out.rows_found_out = true;
  for (const SweepAxis& axis : t.axes) out.series.push_back({axis.name, axis.unit, {}});
  for (const UnitResult& r : q.results) out.series.push_back({r.name, r.unit, {}});
  out.series.push_back({"holds", "1", {}});
  out.series.push_back({"best", q.results.empty() ? "" : q.results[t.objective].unit, {}});
  out.columns.push_back({"why", {}});
  double so_far = none, failed = 0;
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    const Evaluation& e = evaluations[i];
    const bool done = e.answer.status == UnitStatus::done;
    out.abscissa.values.push_back(static_cast<double>(i + 1));
    std::size_t column = 0;
    for (const double x : e.parameters) out.series[column++].values.push_back(x);
    for (std::size_t r = 0; r < q.results.size(); ++r) out.series[column++].values.push_back(r < e.answer.values.size() ? e.answer.values[r] : none);
    out.series[column++].values.push_back(e.holds ? 1 : 0);
    if (e.holds && !(so_far * t.sign <= *objective_of(t, e))) so_far = t.sign * *objective_of(t, e);
    out.series[column].values.push_back(so_far);
    out.columns[0].texts.push_back(done && e.answer.why.empty() ? ""
                                   : done                       ? not_trusted + e.answer.why
                                                                : fmt::format("{}: {}", word_of(e.answer.status), e.answer.why));
    failed += done ? 0 : 1;
  }
  const std::optional<std::size_t> best = best_of(t, evaluations);
  if (best && !evaluations[*best].answer.why.empty()) out.doubts.push_back("the best: " + evaluations[*best].answer.why);
  if (best)
    for (const std::string& note : notes_of(evaluations[*best].answer)) out.notes.push_back("the best: " + note);
  for (std::size_t r = 0; r < q.results.size(); ++r)
    out.add("best." + q.results[r].name, q.results[r].unit, best ? evaluations[*best].answer.values[r] : none);
  for (std::size_t k = 0; k < t.axes.size(); ++k) out.add("at." + t.axes[k].name, t.axes[k].unit, best ? evaluations[*best].parameters[k] : none);
  out.add("evaluations", "1", static_cast<double>(evaluations.size()));
  out.add("failed", "1", failed);
  return out;
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const OptimiseTask& t = data(task);
  return results_of(t, with_result_units(t.question, context), {});
}

// -- the run
class OptimiseRun {
 public:
  OptimiseRun(const StudyTask& task, const TaskContext& context)
      : task_(task), context_(context), t_(data(task)), hash_(hash_of_units(t_.question, context)), kept_(hash_, t_.question.results.size()) {}

  TaskResult run() {
    if (!context_.folder.empty()) {
      const std::filesystem::path file = context_.folder / (file_name_of(task_.name) + ".units");
      kept_.read(file);
      problem_ = kept_.open(file);
      if (!problem_.empty()) return failed_task("what is computed cannot be kept: " + problem_);
    }
    std::vector<std::string> ends;
    const SobolPoints points(t_.starts > 1 ? t_.axes.size() : 0, t_.search.seed);
    for (int start = 0; start < t_.starts && !stopped(); ++start) {
      SearchQuestion q = t_.search;
      if (start > 0) q.start = points.point(static_cast<std::uint32_t>(start));
      first_ = evaluations_.size();
      start_ = start;
      ends.push_back(search_least(q, [this](std::span<const double> x) { return ask(x); }));
    }
    TaskResult out = results_of(t_, with_result_units(t_.question, context_), evaluations_);
    for (std::size_t i = 0; i < ends.size(); ++i) out.texts.push_back({fmt::format("search {}", i + 1), ends[i]});
    if (!problem_.empty()) {
      out.status = TaskStatus::failed, out.why = problem_;
      out.series.clear(), out.columns.clear(), out.abscissa.values.clear();  // what cannot be kept is no table either
    } else if (context_.cancel) {
      out.status = TaskStatus::cancelled;
      out.why = fmt::format("interrupted after {} evaluations{}", evaluations_.size(),
                            context_.folder.empty() ? "" : "; the same again goes on from there");
    } else if (!best_of(t_, evaluations_)) {
      out.status = TaskStatus::failed;
      out.why =
          fmt::format("none of {} evaluations {}{}", evaluations_.size(), t_.limits.empty() ? "gave numbers" : "holds all limits", first_failure());
    }
    return out;
  }

 private:
  bool stopped() const { return context_.cancel || !problem_.empty(); }

  std::string first_failure() const {
    for (const Evaluation& e : evaluations_)
      if (e.answer.status != UnitStatus::done) return "; the first without numbers says: " + e.answer.why;
    return {};
  }

  // Numbers that were computed before come from the file.
  std::optional<SearchValue> ask(std::span<const double> x) {
    if (stopped()) return std::nullopt;
    Evaluation e;
    std::vector<std::string> values;
    for (std::size_t k = 0; k < x.size(); ++k) {
      e.parameters.push_back(quantile(*t_.axes[k].spread, x[k]));
      values.push_back(t_.axes[k].text(e.parameters.back()));
    }
    const std::string key = key_of_unit(hash_, t_.question, values);
    const UnitAnswer* kept = kept_.find(key);
    if (!kept || kept->status == UnitStatus::crashed) {
      const std::size_t one[] = {0};
      const auto take = [&](std::size_t, UnitAnswer answer) {
        problem_ = kept_.add(key, answer);
        return false;
      };
      const std::string problem = ask_units(
          one, [&](std::size_t) { return answer_unit(context_.study, t_.question, values); }, take, [] {}, {1, t_.limit_s}, context_.cancel);
      if (problem_.empty()) problem_ = problem;
      kept = kept_.find(key);
      if (stopped() || !kept) return std::nullopt;
    }
    e.answer = *kept;
    SearchValue value = value_of(e);
    evaluations_.push_back(std::move(e));
    const double share = static_cast<double>(evaluations_.size() - first_) / t_.search.evaluations;
    context_.progress.update((start_ + std::min(share, 1.0)) / t_.starts);
    return value;
  }

  // A point without numbers counts as worse than all before it, and as far outside of every limit.
  SearchValue value_of(Evaluation& e) {
    SearchValue value;
    const std::optional<double> objective = objective_of(t_, e);
    if (objective) {
      worst_ = std::max(worst_.value_or(*objective), *objective);
      least_ = std::min(least_.value_or(*objective), *objective);
    }
    value.least = objective ? *objective : worst_.value_or(0) + std::max(worst_.value_or(0) - least_.value_or(0), 1.0);
    e.holds = objective.has_value();
    for (const SearchLimit& limit : t_.limits) {
      const double y = e.answer.status == UnitStatus::done ? e.answer.values[limit.result] : std::nan("");
      const auto add = [&](double over, double size) {  // in units of the limit, so that one tolerance serves all
        value.limits.push_back(std::isfinite(over) ? over / std::max(std::abs(size), 1e-300) : 1);
        e.holds = e.holds && value.limits.back() <= 1e-6;
      };
      if (limit.min) add(*limit.min - y, *limit.min != 0 ? *limit.min : 1);
      if (limit.max) add(y - *limit.max, *limit.max != 0 ? *limit.max : 1);
    }
    return value;
  }

  const StudyTask& task_;
  const TaskContext& context_;
  const OptimiseTask& t_;
  std::string hash_;
  KeptUnits kept_;
  std::vector<Evaluation> evaluations_;
  std::size_t first_ = 0;
  int start_ = 0;
  std::optional<double> worst_, least_;
  std::string problem_;
};

TaskResult run(const StudyTask& task, const TaskContext& context) { return OptimiseRun(task, context).run(); }

}  // namespace
}  // namespace task_optimise

extern const TaskKind optimise_task;
const TaskKind optimise_task{"optimise",           task_optimise::keys,    task_optimise::parts, task_optimise::read,
                             task_optimise::check, task_optimise::outline, task_optimise::run};

}  // namespace zanjir
