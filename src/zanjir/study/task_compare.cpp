// How far the series of some tasks are from those of a reference.
#include <algorithm>
#include <cmath>

#include "zanjir/language/series_functions.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/study/task_options.hpp"

namespace zanjir {
namespace task_compare {
namespace {

using namespace schema;

struct CompareTask {
  NameRef reference;
  std::vector<NameRef> with, results;  // results: empty means all that both have
};
const CompareTask& data(const StudyTask& task) { return std::any_cast<const CompareTask&>(task.what); }

constexpr TaskOption<CompareTask> options[] = {
    task_keys::kind("compare"),
    earlier_tasks<&CompareTask::reference>({"reference", Kind::name, required, "", "Task that the others are compared with."}),
    earlier_tasks<&CompareTask::with>({"with", Kind::list, required, "", "Tasks to compare."}),
    option<&CompareTask::results>({"results", Kind::list, optional, "all that both have", "Names of series."}),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "How far series of other tasks are from those of a reference, at the instants of the reference (on straight lines between samples of the other). "
    "For\n"
    "each task and result: the series `TASK.RESULT`, the numbers `TASK.RESULT.max` and `TASK.RESULT.rms` (not a number where a sample is none).";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  fast: {kind: inverse, model: pendulum, motion: {A: "0.1*sin(t)"}, until: 1 s, every: 10 ms}
  slow: {kind: inverse, model: pendulum, motion: {A: "0.1*sin(t)"}, until: 1 s, every: 10 ms, formulation: oracle}
  both: {kind: compare, reference: slow, with: [fast], results: [A.force]}
claims:
  - id: same-torque
    by: ours
    source: two formulations
    said: {max: 1e-12 N m}
    compute: both.fast.A.force.max
)yaml";
const schema::Object keys{"Task `compare`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) { task.what = read_options(reader, object, options); }

// The series that are compared: those asked for, or all that both have.
std::vector<std::string> compared(const CompareTask& t, const TaskResult& reference, const TaskResult& other) {
  std::vector<std::string> names;
  for (const NameRef& n : t.results) names.push_back(n.name);
  if (!names.empty()) return names;
  for (const Series& s : reference.series) {
    if (find_series(other, s.name)) names.push_back(s.name);
  }
  return names;
}

// As far as the tasks that are compared say beforehand what they will have.
void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const CompareTask& t = data(task);
  std::vector<NameRef> all = t.with;
  all.push_back(t.reference);
  for (const NameRef& name : all) {
    const TaskResult* outline = context.results.find_task(name.name);
    if (!outline) continue;
    std::vector<std::string> known;
    for (const Series& s : outline->series) known.push_back(s.name);
    for (const NameRef& result : t.results) {
      constexpr int most = 100;  // errors
      if (!find_series(*outline, result.name) && sink.n_errors() < most)
        sink.error(result.at, task_path(task, "results"), "task '" + name.name + "' has no series '" + result.name + "'",
                   did_you_mean(result.name, known));
    }
  }
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const CompareTask& t = data(task);
  const TaskResult* reference = context.results.find_task(t.reference.name);
  if (!reference) return std::nullopt;
  TaskResult out;
  out.abscissa = {reference->abscissa.name, reference->abscissa.unit, {}};
  out.rows_found_out = reference->rows_found_out;
  for (const NameRef& name : t.with) {
    const TaskResult* other = context.results.find_task(name.name);
    if (!other) return std::nullopt;
    for (const std::string& result : compared(t, *reference, *other)) {
      const Series* series = find_series(*reference, result);
      if (!series) return std::nullopt;
      const bool itself = name.name == t.reference.name;  // zero, whatever it is
      out.series.push_back({name.name + "." + result, series->unit, {}, itself});
      out.numbers.push_back({name.name + "." + result + ".max", series->unit, 0, itself});
      out.numbers.push_back({name.name + "." + result + ".rms", series->unit, 0, itself});
    }
  }
  return out;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const CompareTask& t = data(task);
  const TaskResult* reference = context.results.find_task(t.reference.name);
  if (!reference || reference->status != TaskStatus::done) return failed_task("task '" + t.reference.name + "' did not finish");
  TaskResult out;
  out.rest_on(*reference);
  out.abscissa = reference->abscissa;
  out.rows_found_out = reference->rows_found_out;
  const std::vector<double>& x = out.abscissa.values;
  for (const NameRef& other_name : t.with) {
    const TaskResult* other = context.results.find_task(other_name.name);
    if (!other || other->status != TaskStatus::done) return failed_task("task '" + other_name.name + "' did not finish");
    out.rest_on(*other);
    for (const std::string& name : compared(t, *reference, *other)) {
      if (context.cancel) return cancelled_task();
      const Series *a = find_series(*reference, name), *b = find_series(*other, name);
      if (!a || !b)
        return failed_task("'" + (a ? other_name.name : t.reference.name) + "' has no series '" + name + "'; " +
                           did_you_mean(name, result_names(a ? *other : *reference)));
      Series difference{other_name.name + "." + name, a->unit, {}};
      for (std::size_t k = 0; k < x.size(); ++k) {
        const ReducedSeries there = reduce(SeriesOp::at, other->abscissa.values, b->values, x[k]);
        if (!there.problem.empty())
          return failed_task("'" + other_name.name + "." + name + "' at t = " + std::to_string(x[k]) + ": " + there.problem);
        difference.values.push_back(there.value - a->values[k]);
      }
      const auto reduced = [&](SeriesOp op) {  // of nothing, or of what is no number, there is no difference, least of all a small one
        const ReducedSeries number = reduce(op, x, difference.values, 0);
        return number.problem.empty() ? number.value : std::nan("");
      };
      difference.asked_for = other_name.name == t.reference.name;
      out.numbers.push_back(
          {difference.name + ".max", a->unit, std::max(std::abs(reduced(SeriesOp::max)), std::abs(reduced(SeriesOp::min))), difference.asked_for});
      out.numbers.push_back({difference.name + ".rms", a->unit, reduced(SeriesOp::rms), difference.asked_for});
      out.series.push_back(std::move(difference));
    }
  }
  return out;
}

}  // namespace
}  // namespace task_compare

extern const TaskKind compare_task;
const TaskKind compare_task{"compare", task_compare::keys, {}, task_compare::read, task_compare::check, task_compare::outline, task_compare::run};

}  // namespace zanjir
