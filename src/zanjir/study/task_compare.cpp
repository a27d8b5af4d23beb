// How far the series of some tasks are from those of a reference.
#include <algorithm>
#include <cmath>

#include "zanjir/language/series_functions.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_compare {
namespace {

const CompareTask& data(const StudyTask& task) { return std::get<CompareTask>(task.what); }

const Series* find_series(const TaskResult& task, const std::string& name) {
  const auto it = std::find_if(task.series.begin(), task.series.end(), [&](const Series& s) { return s.name == name; });
  return it == task.series.end() ? nullptr : &*it;
}

TaskResult failed(std::string why) {
  TaskResult out;
  out.status = TaskStatus::failed;
  out.why = std::move(why);
  return out;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const CompareTask& t = data(task);
  const TaskResult* reference = context.results.find_task(t.reference.name);
  if (!reference || reference->status != TaskStatus::done) return failed("task '" + t.reference.name + "' did not finish");
  TaskResult out;
  out.abscissa = reference->abscissa;
  const std::vector<double>& x = out.abscissa.values;
  for (const NameRef& other_name : t.with) {
    const TaskResult* other = context.results.find_task(other_name.name);
    if (!other || other->status != TaskStatus::done) return failed("task '" + other_name.name + "' did not finish");
    std::vector<std::string> names;
    for (const NameRef& n : t.results) names.push_back(n.name);
    if (names.empty()) {
      for (const Series& s : reference->series) {
        if (find_series(*other, s.name)) names.push_back(s.name);
      }
    }
    for (const std::string& name : names) {
      const Series *a = find_series(*reference, name), *b = find_series(*other, name);
      if (!a || !b)
        return failed("'" + (a ? other_name.name : t.reference.name) + "' has no series '" + name + "'; " +
                      did_you_mean(name, result_names(a ? *other : *reference)));
      Series difference{other_name.name + "." + name, a->unit, {}};
      for (std::size_t k = 0; k < x.size(); ++k) {
        const ReducedSeries there = reduce(SeriesOp::at, other->abscissa.values, b->values, x[k]);
        if (!there.problem.empty())
          return failed("'" + other_name.name + "." + name + "' at t = " + std::to_string(x[k]) + ": " + there.problem);
        difference.values.push_back(there.value - a->values[k]);
      }
      const double highest = reduce(SeriesOp::max, x, difference.values, 0).value,
                   lowest = reduce(SeriesOp::min, x, difference.values, 0).value;
      out.add(difference.name + ".max", a->unit, std::max(std::abs(highest), std::abs(lowest)));
      out.add(difference.name + ".rms", a->unit, reduce(SeriesOp::rms, x, difference.values, 0).value);
      out.series.push_back(std::move(difference));
    }
  }
  return out;
}

}  // namespace
}  // namespace task_compare

TaskKind compare_kind() {
  using namespace task_compare;
  return {[](const StudyTask&, const TaskContext&, DiagnosticSink&) {}, nullptr, run};
}

}  // namespace zanjir
