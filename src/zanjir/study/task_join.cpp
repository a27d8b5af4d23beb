// Pieces of one motion, each a task of its own, put one behind the other.
#include <algorithm>

#include "zanjir/language/values.hpp"
#include "zanjir/study/task_options.hpp"

namespace zanjir {
namespace task_join {
namespace {

using namespace schema;

struct JoinTask {
  std::vector<NameRef> pieces;
  std::string begin;
};
const JoinTask& data(const StudyTask& task) { return std::any_cast<const JoinTask&>(task.what); }

constexpr TaskOption<JoinTask> options[] = {
    task_keys::kind("join"),
    earlier_tasks<&JoinTask::pieces>({"pieces", Kind::list, optional, "", "Tasks, in their order."}),
    option<&JoinTask::begin>(
        {"begin", Kind::text, optional, "", "Instead of `pieces`: all tasks before this one whose names begin so, in their order."}),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "Tasks whose series follow each other: the pieces of a gait between its changes of feet. Results: every series that all of them have, over one "
    "abscissa,\n"
    "on which each piece begins where the one before ends; there stand two samples.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
lists: {halves: [{k: 1, sign: 1}, {k: 2, sign: -1}]}
models: {pendulum: {file: pendulum.yaml}}
tasks:
  "half_{k}": {each: halves, kind: inverse, model: pendulum, motion: {A: "{sign}*0.1*sin(pi*t)"}, until: 1 s, every: 10 ms}
  whole: {kind: join, begin: half_}
  backwards: {kind: join, pieces: [half_2, half_1]}
claims:
  - {id: lowest, by: law, source: "in the middle of the second half", said: {value: 1.5 s, tol: 10 ms}, compute: argmin(whole.A)}
  - {id: highest, by: law, source: "the first half", said: {value: 0.1 rad, rel_tol: 1e-3}, compute: max(whole.A)}
)yaml";
const schema::Object keys{"Task `join`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  if (object.has("pieces") == object.has("begin")) object.error("", "one of `pieces` and `begin` is wanted");
  task.what = read_options(reader, object, options);
}

// Those of the results so far, or of their outlines; empty where one is not there.
std::vector<const TaskResult*> pieces_of(const StudyTask& task, const TaskContext& context) {
  const JoinTask& t = data(task);
  std::vector<const TaskResult*> found;
  for (const NameRef& piece : t.pieces) {
    found.push_back(context.results.find_task(piece.name));
    if (!found.back()) return {};
  }
  if (t.begin.empty()) return found;
  for (const TaskResult& result : context.results.tasks()) {
    if (result.name.starts_with(t.begin)) found.push_back(&result);
  }
  return found;
}

// What all of them have, without values.
TaskResult in_common(const std::vector<const TaskResult*>& pieces) {
  TaskResult out;
  out.abscissa = {pieces.front()->abscissa.name, pieces.front()->abscissa.unit, {}};
  out.rows_found_out = std::any_of(pieces.begin(), pieces.end(), [](const TaskResult* piece) { return piece->rows_found_out; });
  for (const Series& s : pieces.front()->series) {
    const auto has = [&](const TaskResult* piece) { return find_series(*piece, s.name) != nullptr; };
    if (std::all_of(pieces.begin(), pieces.end(), has)) out.series.push_back({s.name, s.unit, {}});
  }
  return out;
}

// The model that all pieces move; empty: there is not one.
std::string common_model(const std::vector<const TaskResult*>& pieces, const TaskContext& context) {
  std::string model;
  for (const TaskResult* piece : pieces) {
    const auto& tasks = context.study.tasks;
    const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const StudyTask& t) { return t.name == piece->name; });
    const std::string own = !piece->moves.empty() ? piece->moves : task == tasks.end() ? "" : task->model.name;
    if (own.empty() || (!model.empty() && own != model)) return "";
    model = own;
  }
  return model;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const JoinTask& t = data(task);
  if (t.pieces.empty() && pieces_of(task, context).empty())
    sink.error(task.at, task_path(task, "begin"), "no task before this one has a name that begins with '" + t.begin + "'");
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const auto pieces = pieces_of(task, context);
  return pieces.empty() ? std::nullopt : std::optional(in_common(pieces));
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const auto pieces = pieces_of(task, context);
  if (pieces.empty()) return failed_task("there is nothing to join");
  TaskResult out = in_common(pieces);
  double end = 0;
  out.moves = common_model(pieces, context);
  for (const TaskResult* piece : pieces) {
    if (piece->status != TaskStatus::done) return failed_task("task '" + piece->name + "' did not finish");
    out.rest_on(*piece);
    const std::vector<double>& x = piece->abscissa.values;
    if (x.empty()) continue;
    const double shift = out.abscissa.values.empty() ? 0 : end - x.front();
    for (const double value : x) out.abscissa.values.push_back(value + shift);
    end = out.abscissa.values.back();
    for (Series& s : out.series) {
      const Series& from = *find_series(*piece, s.name);
      s.values.insert(s.values.end(), from.values.begin(), from.values.end());
    }
    for (const State& state : piece->motion) {
      out.motion.push_back(state);
      out.motion.back().t_s += shift;
    }
  }
  if (out.moves.empty()) out.motion.clear();
  return out;
}

}  // namespace
}  // namespace task_join

extern const TaskKind join_task;
const TaskKind join_task{"join", task_join::keys, {}, task_join::read, task_join::check, task_join::outline, task_join::run};

}  // namespace zanjir
