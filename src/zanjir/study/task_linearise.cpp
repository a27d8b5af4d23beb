// The mechanism beside a state or an equilibrium, to the first order: matrices, eigenvalues, modes, frequency response.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "zanjir/analyse/equilibrium.hpp"
#include "zanjir/dynamics/contacts_left_out.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {
namespace task_linearise {
namespace {

using namespace schema;

struct LineariseTask {
  std::optional<StateText> state;
  bool settle = false;
  ActuatorsAct actuators = ActuatorsAct::force;
  std::vector<NameRef> inputs, outputs;
  NameRef formulation = default_formulation();
  double from_Hz = 0, until_Hz = 0;
  int points = 200;
};
const LineariseTask& data(const StudyTask& task) { return std::any_cast<const LineariseTask&>(task.what); }

constexpr TaskOption<LineariseTask> options[] = {
    task_keys::kind("linearise"),
    task_keys::model,
    option<&LineariseTask::state>(
        {"state", Kind::map, optional, "the file's initial state", "Where, as [eval](eval.md) takes it; `tau` gives the forces of actuators."}),
    option<&LineariseTask::settle>(
        {"settle", Kind::flag, optional, "false", "Whether the mechanism first goes to the equilibrium that is found from the state."}),
    option<&LineariseTask::actuators>(word_key<ActuatorsAct>(
        "actuators", "What actuators do beside the state: give the same force, hold their coordinate, or pull back with their `stiffness`.")),
    option<&LineariseTask::inputs>({"inputs", Kind::list, optional, "the actuated joints", "Joints on whose coordinates forces act as inputs."}),
    option<&LineariseTask::outputs>({"outputs", Kind::list, optional, "coordinates and speeds of the inputs",
                                     "[Quantities](quantities.md) that are outputs, by their whole names."}),
    option<&LineariseTask::formulation>(task_keys::formulation),
    option<&LineariseTask::from_Hz>(
        {"from", Kind::number, optional, "", "The lowest frequency of the response; with `until`.", dimension::frequency, Range::positive}),
    option<&LineariseTask::until_Hz>({"until", Kind::number, optional, "", "The highest.", dimension::frequency, Range::positive}),
    whole_number<&LineariseTask::points>(
        integer_key("points", optional, "200", "How many frequencies, evenly spaced in their logarithm.", Range::positive, 200), 2, 1'000'000),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "The equations of motion to the first order, ẋ = drift + A x + B u, y = y0 + C x + D u: [linearisation](linearisation.md). Single numbers: "
    "`A.ROW.COLUMN`, `B`, `C`, `D` alike,\n"
    "`mode1.frequency`, `.damping`, `.re`, `.im`, `.shape.re.A`, `.shape.im.A`, ..., `y0.OUTPUT`, `drift.STATE`, `error`, `unstable` (1 or 0); "
    "`stability` is a text. With `from` and `until` series over\n"
    "`frequency`: `gain.INPUT.OUTPUT` and `phase.INPUT.OUTPUT`. `--export` writes the matrices as CSV and together as a `.mat` file.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  hanging:
    kind: linearise
    model: pendulum
    state: {q: {A: -80 deg}}
    settle: true
    actuators: force
    inputs: [A]
    outputs: [A]
    formulation: newton-euler
    from: 0.1 Hz
    until: 10 Hz
    points: 50
figures:
  response: {curves: [{x: hanging.frequency, y: hanging.gain.A.force.A}]}
)yaml";
const schema::Object keys{"Task `linearise`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  LineariseTask t = read_options(reader, object, options);
  if (object.has("from") != object.has("until"))
    object.error(object.has("from") ? "from" : "until", "a response lies between `from` and `until`: give both");
  if (t.until_Hz > 0 && !(t.until_Hz > t.from_Hz)) object.error("until", "lies not above `from`");
  task.what = std::move(t);
}

std::vector<int> input_speeds(const LineariseTask& t, const UserJoints& users, const std::string& path, DiagnosticSink* sink) {
  std::vector<int> list;
  const std::vector<std::string>& names = users.speed_names();
  for (const NameRef& input : t.inputs) {
    const auto it = std::find(names.begin(), names.end(), input.name);
    if (it != names.end()) list.push_back(static_cast<int>(it - names.begin()));
    else if (sink) sink->error(input.at, path, "no joint has a speed '" + input.name + "'", did_you_mean(input.name, names));
  }
  return list;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const LineariseTask& t = data(task);
  const Model& model = context.model(task);
  input_speeds(t, UserJoints(model), task_path(task, "inputs"), &sink);
  const auto found = find_formulation(t.formulation.name);
  const SourcePos place = place_of(t.formulation, task);
  if (!found) check_formulation(t.formulation.name, model, place, task_path(task, "formulation"), sink);
  else if (!coverage(*found, model).forward)
    sink.error(place, task_path(task, "formulation"), "'" + t.formulation.name + "' gives no accelerations here: " + coverage(*found, model).why_not,
               "`zanjir info` lists who covers what");
  std::vector<std::string> names;
  std::vector<Needs> needs;
  const QuantitySet all(model, moving_frames(model), [&](const QuantityFamily& family, const QuantityName& n) {
    names.push_back(n.name);
    needs.push_back(family.needs);
    return false;
  });
  for (const NameRef& output : t.outputs) {
    const auto it = std::find(names.begin(), names.end(), output.name);
    const auto refuse = [&](const std::string& why, const std::string& hint) { sink.error(output.at, task_path(task, "outputs"), why, hint); };
    if (it == names.end()) refuse("there is no quantity '" + output.name + "' here", did_you_mean(output.name, names));
    else if (const Needs what = needs[static_cast<std::size_t>(it - names.begin())]; what == Needs::ledger)
      refuse("'" + output.name + "' belongs to a run, not to a state", "take a quantity that follows from the state");
    else if (what == Needs::reactions && found && !coverage(*found, model).reactions)
      refuse("'" + t.formulation.name + "' gives no reactions here", "`zanjir info` lists who covers what");
  }
  check_state(task, t.state, model, sink);
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const LineariseTask& t = data(task);
  const Model& model = context.model(task);
  const Result<StateQuestion> start = read_question(model, t.state ? &t.state->said : nullptr, "state");
  if (!start) return failed_task(start.diagnostics.front().message);
  const AnyFormulation formulation = *find_formulation(t.formulation.name);
  State state = start->state;
  TaskResult out;
  if (t.settle) {
    EquilibriumOptions options;
    options.starts = 0;
    const Equilibria found = find_equilibria(model, formulation, t.actuators, start->tau, start->tau_cut, state, options);
    if (found.found.empty()) return failed_task("no equilibrium from this state: " + found.why);
    state = found.found.front().state;
  }
  LocalChart chart(model, formulation, t.actuators, start->tau, start->tau_cut);
  std::string why;
  if (!chart.place(state, why)) return failed_task(why);
  LinearQuestion question;
  const UserJoints users(model);
  question.inputs = input_speeds(t, users, "", nullptr);
  for (const NameRef& output : t.outputs) question.outputs.push_back(output.name);
  const std::optional<LinearModel> m = linearise(model, chart, question, why);
  if (!m) return failed_task(why);
  for_each_number(linear_value(model, *m), "", [&](const std::string& name, std::string_view unit, double value) {
    out.numbers.push_back({name.starts_with('.') ? name.substr(1) : name, std::string(unit), value});
  });
  out.add("unstable", "1", m->stability == Stability::unstable ? 1 : 0);
  out.texts.push_back({"stability", std::string(name_of(m->stability))});
  if (!model.contacts().empty()) {
    Workspace ws(model);
    update_velocities(model, state, ws);
    if (std::string note = left_out_note(model, ws); !note.empty()) out.notes.push_back(std::move(note));
  }
  if (m->error > 1e-6)
    out.notes.push_back(fmt::format("derivatives are known to {:.1e} only: a law with a kink lies at the state or close to it", m->error));
  const auto names = [](const std::vector<QuantityName>& of) {
    std::vector<std::string> list;
    for (const QuantityName& n : of) list.push_back(n.name);
    return list;
  };
  const std::vector<std::string> states = names(m->states), inputs = names(m->inputs), outputs = names(m->outputs);
  out.matrices = {{"A", states, states, m->A}, {"B", states, inputs, m->B}, {"C", outputs, states, m->C}, {"D", outputs, inputs, m->D}};
  out.abscissa = {"frequency", "Hz", {}};
  if (t.until_Hz <= 0) return out;
  for (const QuantityName& input : m->inputs) {
    const std::string per = input.unit == "N m" ? "/N/m" : "/N";
    for (const QuantityName& output : m->outputs) {
      out.series.push_back({"gain." + input.name + "." + output.name, output.unit + per, {}});
      out.series.push_back({"phase." + input.name + "." + output.name, "rad", {}});
    }
  }
  for (int i = 0; i < t.points; ++i) {
    if (context.cancel) return cancelled_task();
    const double f = t.from_Hz * std::pow(t.until_Hz / t.from_Hz, static_cast<double>(i) / (t.points - 1));
    out.abscissa.values.push_back(f);
    const Eigen::MatrixXcd H = frequency_response(*m, f);
    std::size_t k = 0;
    for (Eigen::Index in = 0; in < H.cols(); ++in) {
      for (Eigen::Index y = 0; y < H.rows(); ++y) {
        out.series[k++].values.push_back(std::abs(H(y, in)));
        out.series[k++].values.push_back(std::arg(H(y, in)));
      }
    }
    context.progress.update(static_cast<double>(i + 1) / t.points);
  }
  return out;
}

// One state: what a task will have is what it has. Where there is no answer, nobody knows.
std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  TaskResult out = run(task, context);
  return out.status == TaskStatus::done ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace
}  // namespace task_linearise

extern const TaskKind linearise_task;
const TaskKind linearise_task{"linearise",        task_linearise::keys, {}, task_linearise::read, task_linearise::check, task_linearise::outline,
                              task_linearise::run};

}  // namespace zanjir
