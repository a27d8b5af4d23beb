// Items of `zanjir eval` at given states, as named numbers. With several cases (states, formulations) each number is also a series over them.
#include <algorithm>
#include <limits>

#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {
namespace task_analyse {
namespace {

using namespace schema;

struct AnalyseTask {
  std::vector<StateText> states;
  std::vector<NameRef> what, formulations, frames;
  std::string in = "ground";
};
const AnalyseTask& data(const StudyTask& task) { return std::any_cast<const AnalyseTask&>(task.what); }

constexpr TaskOption<AnalyseTask> options[] = {
    task_keys::kind("analyse"),
    task_keys::model,
    Key{"state", Kind::map, optional, "the file's initial state",
        "One state, as [eval](eval.md) takes it: `t`, `q`, `v`, `vdot`, `tau`, `want`, `frames`, `ik` ...; numbers may have units."},
    Key{"states", Kind::map, optional, "", "Instead of `state`: several, by name."},
    option<&AnalyseTask::what>({"what", Kind::list, required, "", "Items of `zanjir eval`: `[forward_dynamics, energy, determinacy]`."}),
    option<&AnalyseTask::formulations>(
        {"formulations", Kind::list, optional, "[newton-euler]", "Who solves the dynamics; `[all]`: everyone who covers it."}),
    option<&AnalyseTask::frames>({"frames", Kind::list, optional, "all", "Frames whose poses, velocities and accelerations are wanted."}),
    option<&AnalyseTask::in>({"in", Kind::text, optional, "ground", "Frame whose axes vectors are given in."}),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "Single numbers of `zanjir eval`: `forward_dynamics.vdot.A`, `inverse_dynamics.tau.A`, `mass_matrix.A.B`, `bias.A`, `reactions.A.force.x`,\n"
    "`energy.total`, `momentum.linear.x`, `power.total`, `pose.body.x`, `velocity.body.wx`, `acceleration.body.vx`, `coordinates.A`, "
    "`loop_residual.m`,\n"
    "`determinacy.redundant`, `determinacy.self_stress_states`, `determinacy.A.dimensions`, `quantities.A.motor.torque` (the "
    "[catalogue](quantities.md)), `fk.count`, `denoc.I.A.B`, `denoc.C.A.B`, `denoc.S.A.B`, `modes.beam.length`, `modes.beam.mode1.frequency`, "
    "`.stiffness`, `.damping`, `.mass`, `.W.wave1.k`, `.sine`,\n"
    "`.cosine`, `.W.layer1.k`, `.from_start`, `.from_end`, the same of `Theta`, `.end_deflection.y`, `.end_turn.z`. With several states or "
    "formulations every number is a series\n"
    "over the cases, and each case has its own under its name: `start.energy.total`, `newton_euler.forward_dynamics.vdot.A` (dashes become `_`).";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  level:
    kind: analyse
    model: pendulum
    state: {q: {A: 0}}
    what: [forward_dynamics, energy]
  several:
    kind: analyse
    model: pendulum
    states:
      down: {q: {A: -90 deg}}
      up:   {q: {A: 90 deg}, v: {A: 1 rad/s}}
    what: [forward_dynamics]
    formulations: [all]
    frames: [bob]
    in: ground
)yaml";
const schema::Object keys{"Task `analyse`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  AnalyseTask t = read_options(reader, object, options);
  if (object.has("state") && object.has("states")) object.error("states", "either `state` or `states`");
  if (object.has("state")) t.states.push_back(reader.state("", object.at("state"), object.path("state")));
  if (object.has("states") && reader.values.expect(object.at("states"), object.path("states"), Node::Kind::map, "a map of names and states")) {
    const Node& states = object.at("states");
    const KeyPath path = object.path("states");
    for (std::size_t i = 0; i < states.keys.size(); ++i) {
      const KeyPath here = join_path(path, states.keys[i].text);
      t.states.push_back(reader.state(reader.new_name(states.keys[i], here), states.items[i], here));
    }
  }
  if (t.states.empty()) t.states.push_back({"", Said{.kind = Said::Kind::object}, object.node().at});
  task.what = std::move(t);
}

struct Case {
  std::string name;  // state and formulation, as far as there are several
  std::string formulation;
  const StateText* state;
};

EvalRequest request(const AnalyseTask& t, const std::string& formulation) {
  EvalRequest r;
  for (const NameRef& item : t.what) r.items.push_back(item.name);
  for (const NameRef& frame : t.frames) r.frames.push_back(frame.name);
  r.in = t.in;
  r.formulation = formulation;
  return r;
}

std::vector<Case> cases(const AnalyseTask& t, const Model& model) {
  std::vector<std::string> formulations;
  for (const NameRef& f : t.formulations) {
    if (f.name != "all") formulations.push_back(f.name);
  }
  const bool all = formulations.size() < t.formulations.size();
  if (all) {
    formulations.clear();
    for (const AnyFormulation& f : all_formulations()) {
      if (Evaluator::make(model, request(t, std::string(name_of(f))))) formulations.emplace_back(name_of(f));
    }
  }
  if (formulations.empty()) formulations.emplace_back(name_of(all_formulations().front()));
  std::vector<Case> list;
  for (const StateText& state : t.states) {
    for (const std::string& formulation : formulations) {
      std::string name = state.name;
      std::string plain = formulation;
      std::replace(plain.begin(), plain.end(), '-', '_');
      if (formulations.size() > 1 || all) name += (name.empty() ? "" : ".") + plain;
      list.push_back({name, formulation, &state});
    }
  }
  return list;
}

// The position of a task stands for what Evaluator and read_question know only as words.
void report(const std::vector<Diagnostic>& problems, SourcePos at, const std::string& path, DiagnosticSink& sink) {
  for (const Diagnostic& d : problems) {
    const bool option = d.key_path.starts_with("--");
    sink.error(d.line > 0 ? SourcePos{at.file, d.line, d.column} : at,
               path + (d.key_path.empty() ? ""
                       : option           ? " (" + d.key_path.substr(2) + ")"
                                          : "." + d.key_path),
               d.message, d.hint);
  }
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const AnalyseTask& t = data(task);
  const Model& model = context.model(task);
  const std::string path = "tasks." + task.name;
  const bool all = std::any_of(t.formulations.begin(), t.formulations.end(), [](const NameRef& f) { return f.name == "all"; });
  const std::string first = t.formulations.empty() || all ? std::string() : t.formulations.front().name;
  const Result<Evaluator> evaluator = Evaluator::make(model, request(t, first));
  if (!evaluator) return report(evaluator.diagnostics, t.what.empty() ? task.at : t.what.front().at, path, sink);
  for (std::size_t i = 1; i < t.formulations.size() && !all; ++i) {
    const Result<Evaluator> other = Evaluator::make(model, request(t, t.formulations[i].name));
    if (!other) report(other.diagnostics, t.formulations[i].at, path, sink);
  }
  for (const StateText& state : t.states) {
    const Result<StateQuestion> question = read_question(model, &state.said, "state");
    const std::string here = path + (state.name.empty() ? ".state" : ".states." + state.name);
    if (!question) report(question.diagnostics, state.at, here, sink);
    else report(evaluator->check(*question, "state", 0), state.at, here, sink);
  }
}

// The number of this name, most likely at `guess`. Cases may differ in what they have, as in branches of `ik`: NaN, where there is none.
double value_of(const std::vector<Number>& row, const std::string& name, std::size_t guess) {
  if (guess < row.size() && row[guess].name == name) return row[guess].value;
  const auto found = std::find_if(row.begin(), row.end(), [&](const Number& n) { return n.name == name; });
  return found == row.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const AnalyseTask& t = data(task);
  const Model& model = context.model(task);
  TaskResult out;
  const std::vector<Case> list = cases(t, model);
  std::vector<std::vector<Number>> numbers(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (context.cancel) return cancelled_task();
    Result<Evaluator> evaluator = Evaluator::make(model, request(t, list[i].formulation));
    const Evaluation evaluation = evaluator->evaluate(*read_question(model, &list[i].state->said, "state"));
    if (!evaluation.solved()) {
      out.status = TaskStatus::failed;
      out.why = (list[i].name.empty() ? "" : list[i].name + ": ") + evaluation.failures.front();
      return out;
    }
    for (const std::string& note : evaluation.notes) {
      if (std::find(out.notes.begin(), out.notes.end(), note) == out.notes.end()) out.notes.push_back(note);
    }
    for (const auto& [item, value] : evaluation.items) {
      for_each_number(value, std::string(item), [&](const std::string& name, std::string_view unit, double number) {
        numbers[i].push_back({name, std::string(unit), number});
      });
    }
    context.progress.update(static_cast<double>(i + 1) / static_cast<double>(list.size()));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Number& n : numbers[i]) out.numbers.push_back({(list[i].name.empty() ? "" : list[i].name + ".") + n.name, n.unit, n.value});
  }
  const bool series = list.size() > 1 || !list.front().name.empty();
  if (!series) return out;
  out.abscissa = {"case", "1", {}};
  out.rows_found_out = std::any_of(t.formulations.begin(), t.formulations.end(), [](const NameRef& f) { return f.name == "all"; });  // who covers it
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.abscissa.values.push_back(static_cast<double>(i + 1));
    out.texts.push_back({"case " + std::to_string(i + 1), list[i].name});
  }
  for (std::size_t k = 0; k < numbers.front().size(); ++k) {
    Series s{numbers.front()[k].name, numbers.front()[k].unit, {}};
    for (const auto& row : numbers) s.values.push_back(value_of(row, s.name, k));
    out.series.push_back(std::move(s));
  }
  return out;
}

// States are few and cheap, so what a task will have is what it has. Where a state has no answer, nobody knows.
std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  TaskResult out = run(task, context);
  return out.status == TaskStatus::done ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace
}  // namespace task_analyse

extern const TaskKind analyse_task;
const TaskKind analyse_task{"analyse", task_analyse::keys, {}, task_analyse::read, task_analyse::check, task_analyse::outline, task_analyse::run};

}  // namespace zanjir
