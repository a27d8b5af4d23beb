// A simulation as a task: its channels are series, its cost and ledger numbers and tables, and with a folder at hand its recording is kept.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/whole_file.hpp"
#include "zanjir/describe/positions.hpp"
#include "zanjir/language/schema_keys.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/record/tee_recorder.hpp"
#include "zanjir/simulate/channel_event.hpp"
#include "zanjir/simulate/forecast.hpp"
#include "zanjir/simulate/pace.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/recorded_pose.hpp"
#include "zanjir/simulate/recorded_state.hpp"
#include "zanjir/simulate/run_options.hpp"
#include "zanjir/study/long_tasks.hpp"
#include "zanjir/study/recorded_study.hpp"
#include "zanjir/study/result_names.hpp"
#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {
namespace task_simulate {
namespace {

using namespace schema;

// -- what it may say ----------------------------------------------------------------------------------------------------------------------
constexpr Key own_keys[] = {
    task_keys::kind("simulate"),
    task_keys::model,
    {"state", Kind::map, optional, "the file's initial state", "Where it starts, as `eval` takes it: `{q: {A: 30 deg}, v: {A: 2 rad/s}}`."},
    {"loops", Kind::map, optional, "projection",
     "How the loops of the model are kept closed: `projection`, `baumgarte` or `none`. Or a map: they become springs, for this task."},
    {"outputs", Kind::list, optional, "all but `loops`",
     "Results to keep, by name or by the beginning of a name up to a dot: `[A, energy]`. `loops`: the singular values of the closure, `loops.sigma1` "
     "and on."},
    {"inputs", Kind::map, optional, "none",
     "Per joint or joint.part, the force of its actuator: a law, or a series of an earlier task, `{series: task.result}`."},
    {"events", Kind::map, optional, "none", "Instants to locate, by name, besides those of the model."},
    {"accept_distrust", Kind::text, optional, "",
     "Why results count although the run says of itself that it is not to be trusted (its energy does not add up, a contact was below the ground "
     "without a force): where that is what is studied. Without it every claim that rests on such a run is *doubtful*."},
};
constexpr Key own_spring_keys[] = {
    word_key("treatment", required, "", "`springs`: every loop that the model holds rigidly may open against springs.", "springs"),
    word_key("update", optional, "none", "`augmented-lagrangian`: goes with `update_every`.", "none augmented-lagrangian"),
};
constexpr Key event_keys[] = {
    {"when", Kind::text, required, "", "Expression of channels and `t`; the event is where it crosses zero."},
    word_key<Crossing>("crossing", "Which crossings count."),
    word_key<UserEvent::Then>("then", "What happens: it is noted, or the run ends."),
};

constexpr Key series_keys[] = {
    {"series", Kind::text, required, "",
     "Expression of results of earlier tasks that is a series over `t`: a force, or a moment, as the joint takes it."},
    word_key("interpolation", optional, "cubic",
             "Between samples: `cubic`, a spline with natural ends that goes on straight outside, or `linear`, with end values that hold.",
             "cubic linear"),
};

// Keys of the kind, and those that every run has.
std::span<const Key> with_options(std::span<const Key> own, std::span<const Key> options, std::vector<Key>& all) {
  all.assign(own.begin(), own.end());
  all.insert(all.end(), options.begin(), options.end());
  return all;
}
std::vector<Key> all_keys, all_spring_keys;

constexpr std::string_view text =
    "The motion from a given state. Results: every quantity of the [catalogue](quantities.md) over `t` (joint coordinates `A`, speeds `A.speed`, "
    "frames `body.frame.x`,\n"
    "`energy.kinetic`, `ledger.dampers`, `loop_residual` ...), events `events.NAME`.";
constexpr std::string_view spring_text =
    "Loops may open against springs and dampers (docs/loops.md), for this task; springs that the model gives to a loop stay. The channels "
    "`loop_opening` and `loop_opening.turn` are the\n"
    "sums of their elongations, the numbers `worst_opening` and `worst_opening_turn` the largest of the run.";
constexpr std::string_view series_example = R"yaml(zanjir_study: 1
models: {robot: {file: rrr_3.yaml}}
tasks:
  path: {kind: inverse, model: robot, motion: {pose: {x: 0.01*t, y: 0, angle: 0}}, until: 1 s, every: 10 ms}
  follow: {kind: simulate, model: robot, until: 1 s, inputs: {A1: {series: path.A1.force}, A2: {series: path.A2.force}, A3: {series: 1.01*path.A3.force, interpolation: linear}}}
)yaml";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {four_bar: {file: four_bar.yaml}}
tasks:
  driven:
    kind: simulate
    model: four_bar
    until: 2 s
    state: {q: {A: 60 deg}, v: {A: 0}}
    method: dopri5
    rel_tol: 1e-8
    abs_tol: 1e-10
    first_step: 1 us
    max_step: 10 ms
    norm: max
    error_test: states
    loops: baumgarte
    baumgarte: 20
    projection_tolerance: 1e-12
    zeno_interval: 1 ns
    safety: 0.9
    max_growth: 5
    max_shrink: 0.2
    formulation: multipliers
    every: 10 ms
    outputs: [A, energy, ledger]
    inputs: {A: {law: constant, value: 0.1 N m}}
    events:
      quarter: {when: A - 90 deg, crossing: rising, then: record}
  steps: {kind: simulate, model: four_bar, until: 1 s, method: rk4, step: 1 ms}
  rough: {kind: simulate, model: four_bar, until: 1 s, method: semi-implicit-euler, step: 20 ms, accept_distrust: how far it drifts is what is studied}
  damped: {kind: simulate, model: four_bar, until: 1 s, method: generalized-alpha, step: 1 ms, spectral_radius: 0.6, first_auxiliary: acceleration, iteration_tolerance: 0.01, max_iterations: 20}
  by_trial: {kind: simulate, model: four_bar, until: 1 s, method: auto, accuracy: 0.1 mm, restart_every: 0.5 s}
  soft:
    kind: simulate
    model: four_bar
    until: 0.1 s
    step_control: ode45
    loops: {treatment: springs, stiffness: 1e5 N/m, turn_stiffness: 1e3 N m/rad, damping: 100 N s/m, turn_damping: 1 N m s/rad, start: closed, update: augmented-lagrangian, update_every: 50 ms}
  chosen:
    kind: simulate
    model: four_bar
    until: 0.1 s
    loops: {treatment: springs, closure_error: 0.1 mm, damping_ratio: 0.7}
)yaml";

const schema::Object keys{"Task `simulate`", "tasks.<name>", text, with_options(own_keys, run_option_keys(), all_keys), example};
const schema::Object event{
    "Events", "tasks.<name>.events.<name>",
    "Located to rounding, whatever the step: steps are looked at so often that none turns by more than half a radian in between, "
    "nor laws of time go further than cubics say, and closer until cubics say what the expression does. "
    "A peak between two looks that nothing beside it tells of needs `max_step`. Every channel that the run records can be named, the ledger too.",
    event_keys, example};
const schema::Object springs{"Loops as springs", "tasks.<name>.loops", spring_text,
                             with_options(own_spring_keys, spring_option_keys(), all_spring_keys), example};
const schema::Object input_series{"Series as inputs", "tasks.<name>.inputs.<joint>", "The samples of another task as a force over time.", series_keys,
                                  series_example};
constexpr std::array<const schema::Object*, 3> parts{&event, &input_series, &springs};

// -- what it says -------------------------------------------------------------------------------------------------------------------------
struct Input {  // a force on a joint or joint.part: a law, or a series of an earlier task
  NameRef of;
  std::optional<LawDescription> law;
  std::optional<StudyExpression> series;
  bool linear = false;  // between the samples of a series; else a cubic spline
};
struct SimulateTask {
  SimulationRequest request;
  std::vector<Input> inputs;
  std::vector<NameRef> outputs;                      // empty: all channels
  std::vector<StudyExpression> event_when;           // as they stand in the file
  std::map<std::string, SourcePos, std::less<>> at;  // of the keys that are given
  std::string accept_distrust;                       // why results of a run that is not to be trusted count all the same
};
const SimulateTask& data(const StudyTask& task) { return std::any_cast<const SimulateTask&>(task.what); }

template <class Options> void read_options(StudyReader& reader, ObjectReader& object, std::span<const OptionOf<Options>> table, Options& out) {
  for (const OptionOf<Options>& option : table) {
    if (!object.has(option.key.key)) continue;
    const std::string_view key = option.key.key;
    if (option.key.kind == Kind::integer)
      option.set_number(out, static_cast<double>(reader.values.integer(object.at(key), object.path(key)).value_or(1)));
    else if (option.is_number()) option.set_number(out, object.number(key));
    else option.set_word(out, option.key.kind == Kind::word ? object.word(key) : reader.text(object, key));
  }
}

void read_loops(StudyReader& reader, const Node& node, const KeyPath& path, SimulationRequest& request) {
  if (node.is(Node::Kind::scalar) && node.text == "springs")
    return reader.values.error(node, path, "springs are a map", "for example {treatment: springs, stiffness: 1e6 N/m}");
  if (node.is(Node::Kind::scalar)) {
    request.options.motion.loop_care = find_word<LoopCare>(reader.values.word(node, path, choices_of<LoopCare>())).value_or(LoopCare::projection);
    return;
  }
  ObjectReader object(reader.values, node, path, springs);
  if (!object) return;
  object.word("treatment");
  request.springs.emplace();
  read_options(reader, object, spring_options(), *request.springs);
  if ((object.word("update") == "augmented-lagrangian") != object.has("update_every"))
    object.error("update_every", "`update: augmented-lagrangian` and the key `update_every` go together");
}

void read_inputs(StudyReader& reader, const Node& inputs, const KeyPath& path, SimulateTask& t) {
  if (!reader.values.expect(inputs, path, Node::Kind::map, "a map of joints and laws") || !reader.is_short(inputs, path)) return;
  for (std::size_t i = 0; i < inputs.keys.size(); ++i) {
    const KeyPath here = join_path(path, inputs.keys[i].text);
    Input input{{std::string(inputs.keys[i].text), inputs.keys[i].at}, {}, {}};
    if (inputs.items[i].is(Node::Kind::map) && inputs.items[i].find("series")) {
      ObjectReader object(reader.values, inputs.items[i], here, input_series);
      input.series = reader.expression(object.at("series"), object.path("series"));
      input.linear = object.word("interpolation") == "linear";
    } else input.law = read_law(reader.values, inputs.items[i], here, std::nullopt);
    t.inputs.push_back(std::move(input));
  }
}

void read_events(StudyReader& reader, ObjectReader& task, SimulateTask& t) {
  reader.each_entry(task, "events", "a map of names", event, [&](const Node::Key& key, ObjectReader& object) {
    if (!object.has("when")) return;
    UserEvent e;
    const KeyPath events = task.path("events");
    e.name = reader.new_name(key, join_path(events, key.text));
    e.when = reader.values.text(object.at("when"), object.path("when"));
    e.crossing = object.word<Crossing>("crossing");
    e.then = object.word<UserEvent::Then>("then");
    t.event_when.push_back(reader.written(object.at("when")));
    t.request.options.events.push_back(std::move(e));
  });
}

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  SimulateTask t;
  t.request.options.until_s = 0;
  read_options(reader, object, run_options(), t.request.options);
  if (object.has("loops")) read_loops(reader, object.at("loops"), object.path("loops"), t.request);
  if (object.has("baumgarte") && t.request.options.motion.loop_care != LoopCare::baumgarte) object.error("baumgarte", "goes with `loops: baumgarte`");
  std::vector<std::string> given;
  for (const Node::Key& key : object.node().keys) given.emplace_back(key.text);
  for (const Diagnostic& d : unknown_to_method(given, t.request.options.stepper.method)) object.error(d.key_path.c_str(), d.message, d.hint);
  if (object.has("state")) {
    t.request.state = reader.state("", object.at("state"), object.path("state")).said;
  }
  t.outputs = reader.names(object, "outputs");
  if (object.has("inputs")) read_inputs(reader, object.at("inputs"), object.path("inputs"), t);
  read_events(reader, object, t);
  if (object.has("accept_distrust")) {
    t.accept_distrust = reader.text(object, "accept_distrust");
    if (t.accept_distrust.empty()) object.error("accept_distrust", "a reason is wanted", "for example: its drift is what is studied");
  }
  for (std::size_t i = 0; i < object.node().keys.size(); ++i) t.at[std::string(object.node().keys[i].text)] = object.node().items[i].at;
  task.motion = TimeSpan{-std::numeric_limits<double>::infinity(), t.request.options.until_s};
  task.what = std::move(t);
}

// -- before it runs -----------------------------------------------------------------------------------------------------------------------
// Everything but accelerations, reactions and singular values is cheap; those are computed where they are asked for by name.
SampleOptions samples_of(const SimulateTask& t, const Model& model) {
  SampleOptions samples;
  const auto asked = [&](std::string_view part) {
    return std::any_of(t.outputs.begin(), t.outputs.end(), [&](const NameRef& o) { return o.name.find(part) != std::string::npos; });
  };
  const bool all = t.outputs.empty();
  samples.accelerations = all || asked("acceleration");
  samples.power = all || asked("power") || asked(".motor") || asked("momentum");
  const auto formulation = find_formulation(t.request.options.motion.formulation);
  samples.reactions = asked(".reaction") || (all && formulation && coverage(*formulation, model).reactions);
  samples.singular_values =
      std::any_of(t.outputs.begin(), t.outputs.end(), [](const NameRef& o) { return o.name == "loops" || o.name.starts_with("loops."); });
  for (const NameRef& o : t.outputs) {
    if (asks_for_indices(o.name)) samples.indices.push_back(o.name);
  }
  NamesAndAbove named;
  for (const NameRef& o : t.outputs) named.add(o.name);
  for (const FrameId id : moving_frames(model))
    if (all || named.has(model.frame(id).name)) samples.frames.push_back(id);
  return samples;
}

SimulationRequest request_of(const StudyTask& task, const TaskContext& context) {
  SimulationRequest request = data(task).request;
  request.options.samples = samples_of(data(task), context.model(task));
  return request;
}

// The actuated speed that an input acts on; nothing when there is none.
std::optional<Controller> controller_of(const Model& model, const std::string& name) {
  const auto find = [&](std::span<const std::string> names) {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? -1 : static_cast<int>(it - names.begin());
  };
  Controller c;
  c.name = name;
  c.speed = find(model.speed_names());
  if (c.speed >= 0 && model.roles()[static_cast<std::size_t>(c.speed)] == Role::actuated) return c;
  c.speed = find(model.cut_speed_names());
  c.cut = true;
  if (c.speed >= 0 && model.cut_roles()[static_cast<std::size_t>(c.speed)] == Role::actuated) return c;
  return std::nullopt;
}

std::vector<std::string> actuated_names(const Model& model) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.roles().size(); ++i)
    if (model.roles()[i] == Role::actuated) names.push_back(model.speed_names()[i]);
  for (std::size_t i = 0; i < model.cut_roles().size(); ++i)
    if (model.cut_roles()[i] == Role::actuated) names.push_back(model.cut_speed_names()[i]);
  return names;
}

// The model of a task, if it starts without what the study sets in it: then the study is wrong, not the mechanism.
const StudyModel* wrongly_set(const StudyTask& task, const TaskContext& context) {
  const auto& models = context.study.models;
  const auto model = std::find_if(models.begin(), models.end(), [&](const StudyModel& m) { return m.name == task.model.name; });
  if (model == models.end() || model->set_at.empty()) return nullptr;
  const Result<DescribedFile> as_written = read_described_file(context.study.named, model->file, {});
  return as_written && prepare(as_written->description, data(task).request, Readiness::checked) ? &*model : nullptr;
}

// What `prepare` says, at the place of the study that it is about; what is wrong in a mechanism stays in its own file.
void report(const Diagnostic& d, const StudyTask& task, const StudyModel* wrongly_set, DiagnosticSink& sink) {
  const SimulateTask& t = data(task);
  const auto say = [&](SourcePos at, const std::string& path, const std::string& message) {
    if (d.severity == Severity::error) sink.error(at, path, message, d.hint);
    else sink.warning(at, path, message, d.hint);
  };
  if (!d.file.empty() && d.file != t.request.state_source) {
    if (wrongly_set) return say(wrongly_set->set_at.front().at, "models." + wrongly_set->name + ".set", message_with_place(d));
    return say({sink.add_file(d.file), d.line, d.column}, d.key_path.empty() ? task_path(task) : d.key_path, d.message);
  }
  const std::string key = d.file.empty() ? d.key_path : d.key_path.empty() ? "state" : "state." + d.key_path;
  const auto given = t.at.find(std::string_view(key).substr(0, key.find('.')));
  SourcePos at = given == t.at.end() ? task.at : given->second;
  if (d.line > 0) at = {at.file, d.line, d.column};
  for (std::size_t i = 0; i < t.event_when.size(); ++i)
    if (key == "events." + t.request.options.events[i].name + ".when") at = t.event_when[i].position(d.column);  // a place in the text of the event
  say(at, task_path(task, key), d.message);
}

std::vector<Series> series_of(const Prepared& prepared) {
  std::vector<Series> series;
  for (const Channel& c : prepared.channels())
    if (c.name != "t") series.push_back({c.name, c.unit, {}});
  return series;
}

void check_series(const Input& input, const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  ResultNames names(context.study, context.results, ResultNames::Pass::check);
  const auto parsed = parse_expression_or_series(input.series->text, names.names());
  const std::string path = task_path(task, "inputs." + input.of.name + ".series");
  if (const auto* error = std::get_if<ExpressionError>(&parsed))
    return sink.error(input.series->position(error->offset), path, error->message, error->hint);
  if (names.guessed()) return;  // known after the run
  const auto* series = std::get_if<ParsedSeries>(&parsed);
  if (!series)
    return sink.error(input.series->at, path, "this is a single number, but a series is wanted",
                      "for a constant force write {law: constant, value: ...}");
  const UserJoints users(context.model(task));
  const auto& speeds = users.speed_names();
  const Dimension wanted =
      users.turns(static_cast<int>(std::find(speeds.begin(), speeds.end(), input.of.name) - speeds.begin())) ? dimension::moment : dimension::force;
  if (series->knowledge != Knowledge::known || same_dimension(series->dimension, wanted)) return;
  sink.error(input.series->at, path,
             "'" + input.of.name + "' takes " + a_dimension(wanted) + ", but the series is " + a_dimension(series->dimension));
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const Model& model = context.model(task);
  for (const Input& input : data(task).inputs) {
    const std::optional<Controller> on = controller_of(model, input.of.name);
    if (on && input.series) check_series(input, task, context, sink);
    if (!on) {
      sink.error(input.of.at, task_path(task, "inputs." + input.of.name), "no actuated joint or joint.part '" + input.of.name + "'",
                 did_you_mean(input.of.name, actuated_names(model)));
    }
  }
  const Result<Prepared> prepared = prepare(context.loaded(task).file->description, request_of(task, context), Readiness::checked);
  const StudyModel* set = prepared ? nullptr : wrongly_set(task, context);
  for (const Diagnostic& d : prepared.diagnostics) report(d, task, set, sink);
  if (prepared) check_outputs(data(task).outputs, series_of(*prepared), task_path(task), sink);
}

constexpr const char* event_kinds[] = {"impact", "touch", "release", "crossing", "stop"};

std::vector<Number> numbers_of(const RunSummary& s) {
  std::vector<Number> numbers{{"t_end", "s", s.t_s},
                              {"steps", "1", double(s.cost.steps)},
                              {"rejected", "1", double(s.cost.rejected)},
                              {"evaluations", "1", double(s.cost.rhs)},
                              {"evaluations_for_output", "1", double(s.cost.rhs_for_output)},
                              {"jacobians", "1", double(s.cost.jacobians)},
                              {"iterations", "1", double(s.cost.iterations)},
                              {"projections", "1", double(s.cost.projections)},
                              {"seconds", "s", s.seconds},
                              {"n_events", "1", double(s.n_events)},
                              {"imbalance", "J", s.worst_imbalance_J},
                              {"relative_imbalance", "1", s.relative_imbalance()},
                              {"imbalance_of_exchanged", "1", s.imbalance_of_exchanged()},
                              {"largest_kinetic", "J", s.largest_kinetic_J},
                              {"worst_loop_residual", "m", s.worst_loop_residual_m},
                              {"worst_opening", "m", s.worst_opening_m},
                              {"worst_opening_turn", "rad", s.worst_opening_rad},
                              {"smallest_sigma_ratio", "1", s.smallest_sigma_ratio.value_or(std::numeric_limits<double>::quiet_NaN())},
                              {"evaluations_near_singular", "1", double(s.evaluations_near_singular)},
                              {"steps_taken_again", "1", double(s.steps_taken_again)},
                              {"won_from_contacts", "J", s.won_from_contacts_J},
                              {"off_contact_laws", "J", s.off_contact_laws_J},
                              {"trusted", "1", s.trusted() ? 1.0 : 0.0}};
  for (std::size_t i = 0; i < n_work_sources; ++i) numbers.push_back({"work." + std::string(work_source_names[i]), "J", s.work_J[i]});
  return numbers;
}

std::vector<std::string> all_event_names(const StudyTask& task, const Model& model) {
  std::vector<std::string> names = event_names(model);
  for (const UserEvent& e : data(task).request.options.events) names.push_back(e.name);
  for (const char* kind : event_kinds) names.emplace_back(kind);
  return names;
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const Result<Prepared> prepared = prepare(context.loaded(task).file->description, request_of(task, context), Readiness::checked);
  if (!prepared) return std::nullopt;
  TaskResult out;
  out.series = series_of(*prepared);
  const AskedNames asked = names_asked_for(data(task).outputs);
  std::erase_if(out.series, [&](const Series& s) { return !asked.empty() && !asked.has(s.name); });
  out.numbers = numbers_of({});
  out.event_names = all_event_names(task, prepared->model);
  const SimOptions& options = data(task).request.options;
  out.rows_found_out = !(options.sample_interval_s > 0 && options.events.empty() && event_names(prepared->model).empty());
  return out;
}

// -- the run ------------------------------------------------------------------------------------------------------------------------------
// Empty: all inputs are there.
std::string add_inputs(const StudyTask& task, const TaskContext& context, std::vector<Controller>& inputs, TaskResult& out) {
  for (const Input& input : data(task).inputs) {
    Controller c = *controller_of(context.model(task), input.of.name);
    if (input.law) {
      c.force = MotionLaw(*input.law);
    } else if (input.series) {
      ResultNames results(context.study, context.results);
      const auto parsed = parse_expression_or_series(input.series->text, results.names());
      const auto* series = std::get_if<ParsedSeries>(&parsed);
      if (const TaskResult* before = results.unfinished())
        return "task '" + before->name + "', whose results are the input of '" + input.of.name + "', did not finish";
      for (const TaskResult* before : results.used()) out.rest_on(*before);
      if (!series || series->x.size() < 2) return "the series '" + input.series->text + "' for '" + input.of.name + "' is not there";
      LawDescription law;
      law.kind = LawKind::table;
      law.numbers = {input.linear ? 1.0 : 0.0};
      for (std::size_t i = 0; i < series->x.size(); ++i) {
        if (law.knots.empty() || series->x[i] > law.knots.back().first) law.knots.emplace_back(series->x[i], series->y[i]);
      }
      c.force = MotionLaw(law);
    }
    inputs.push_back(std::move(c));
  }
  return {};
}

void add_tables(const RunSummary& s, TaskResult& out) {
  ResultTable ledger{"Energy ledger", {"source", "J"}, {}};
  ledger.rows.push_back({"at start", fmt::format("{:.9e}", s.energy_begin_J)});
  for (std::size_t i = 0; i < n_work_sources; ++i)
    if (s.work_J[i] != 0) ledger.rows.push_back({std::string(work_source_names[i]), fmt::format("{:.9e}", s.work_J[i])});
  ledger.rows.push_back({"at end", fmt::format("{:.9e}", s.energy_end_J)});
  ledger.rows.push_back(
      {"worst imbalance", s.moved() ? fmt::format("{:.1e}, {:.1e} of the largest kinetic energy", s.worst_imbalance_J, s.relative_imbalance())
                                    : fmt::format("{:.1e}, where nothing moved", s.worst_imbalance_J)});
  ResultTable cost{"Cost", {"steps", "rejected", "evaluations", "for output", "Jacobians", "projections", "seconds"}, {}};
  cost.rows.push_back({std::to_string(s.cost.steps), std::to_string(s.cost.rejected), std::to_string(s.cost.rhs),
                       std::to_string(s.cost.rhs_for_output), std::to_string(s.cost.jacobians), std::to_string(s.cost.projections),
                       fmt::format("{:.3g}", s.seconds)});
  out.tables = {std::move(ledger), std::move(cost)};
  out.texts.push_back({"summary", s.brief()});
}

void add_doubts(const std::vector<std::string>& warnings, const std::string& accepted, TaskResult& out) {
  for (const std::string& warning : warnings) {
    out.texts.push_back({"warning", warning});
    if (accepted.empty()) out.doubts.push_back(warning);
    else out.notes.push_back("not to be trusted (" + warning + "), taken all the same: " + accepted);
  }
  if (warnings.empty() && !accepted.empty()) out.texts.push_back({"accept_distrust", "nothing speaks against this run: the key can go"});
}

// The states at the samples nearest to the instants that figures draw.
std::vector<Snapshot> snapshots_of(const Model& model, const MemoryRecorder& memory, const std::vector<double>& instants) {
  std::vector<Snapshot> snapshots;
  const std::vector<double> times = memory.column("t");
  for (const double instant : instants) {
    const auto nearest =
        std::min_element(times.begin(), times.end(), [&](double a, double b) { return std::abs(a - instant) < std::abs(b - instant); });
    if (nearest == times.end()) continue;
    const std::span<const double> row = memory.row(static_cast<std::size_t>(nearest - times.begin()));
    const auto channel = [&](const std::string& name) {
      const std::optional<std::size_t> at = memory.find_channel(name);
      return at ? std::optional(row[*at]) : std::nullopt;
    };
    std::vector<std::string> missing;
    Result<State> state = recorded_state(model, channel, "sample", missing);
    if (state) snapshots.push_back({instant, std::move(*state)});
  }
  return snapshots;
}

std::vector<State> motion_of(const Model& model, const MemoryRecorder& memory) {
  std::vector<State> states;
  std::vector<std::string> missing;
  RecordedPose recorded(model);
  const std::uint64_t n = memory.n_rows(), kept = std::min(n, max_motion_states);
  for (std::uint64_t i = 0; i < kept; ++i)
    states.push_back(recorded.state(memory.header().channels, memory.row(kept > 1 ? i * (n - 1) / (kept - 1) : 0), missing));
  return missing.empty() ? states : std::vector<State>{};
}

// What goes into memory for the study, and to somebody who takes it, or into a file when a folder is kept.
struct Recorders {
  std::unique_ptr<MemoryRecorder> memory;
  std::optional<RecordingWriter> file;
  std::optional<TeeRecorder> both;
  std::string problem;  // why there is no file

  Recorder* make(const RecordingHeader& header, const std::filesystem::path& path, Recorder* taker) {
    memory = std::make_unique<MemoryRecorder>(header);
    if (taker) return &both.emplace(*memory, *taker);
    if (path.empty()) return memory.get();
    problem = folder_problem(path.parent_path().string());
    if (!problem.empty()) return memory.get();
    std::error_code unmade;  // a folder that cannot be made shows when the file is
    std::filesystem::create_directories(path.parent_path(), unmade);
    Result<RecordingWriter> writer = RecordingWriter::create(path, header, {IfExists::overwrite});
    if (!writer) {
      problem = writer.diagnostics.front().message;
      return memory.get();
    }
    file.emplace(std::move(*writer.value));
    both.emplace(*memory, *file);
    return &*both;
  }
};

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const DescribedFile& file = *context.loaded(task).file;
  SimulationRequest request = request_of(task, context);
  TaskResult out;
  if (const std::string problem = add_inputs(task, context, request.options.motion.inputs, out); !problem.empty()) return failed_task(problem);
  Result<Prepared> prepared = prepare(file.description, std::move(request));
  if (!prepared) return failed_task(prepared.diagnostics.front().message);
  SimOptions& options = prepared->options;
  const double t_begin = prepared->state.t_s;
  options.progress = [&](double t_s) { context.progress.update((t_s - t_begin) / (options.until_s - t_begin)); };
  Pace pace(t_begin, options.until_s, [&](const std::string& text) {
    context.progress.say(printable(fmt::format("{}: warning: task '{}': {}", context.study.files.front(), task.name, text)));
  });
  options.pace = &pace;
  options.cancel = &context.cancel;
  Recorders recorders;
  const RunSummary s = zanjir::run(*prepared, [&](const std::vector<Channel>& channels) {
    RecordingHeader header{channels, {}};
    if (context.folder.empty() && !context.samples) return recorders.make(header, {}, nullptr);
    header.provenance = provenance(file, *prepared, context.study.files.front() + ", task " + task.name);
    add_texts(context.study, context.models, task.name, TaskRecord::samples, header.provenance);
    Recorder* taker = context.samples ? context.samples(task, header) : nullptr;
    return recorders.make(header, context.folder.empty() ? std::filesystem::path() : context.folder / (file_name_of(task.name) + ".h5"), taker);
  });
  if (!recorders.memory) return failed_task(s.why);
  if (!prepared->loops.empty()) out.texts.push_back({"loops", prepared->loops});
  const AskedNames asked = names_asked_for(data(task).outputs);
  for (const Channel& c : recorders.memory->header().channels) {
    if (in_haste()) {  // of millions of samples: they are in the recording
      out.abscissa.values.clear(), out.series.clear();
      out.status = TaskStatus::cancelled;
      return out;
    }
    if (c.name == "t") out.abscissa.values = recorders.memory->column("t");
    else if (asked.empty() || asked.has(c.name)) out.series.push_back({c.name, c.unit, recorders.memory->column(c.name)});
  }
  out.numbers = numbers_of(s);
  out.events = recorders.memory->events();
  out.event_names = all_event_names(task, prepared->model);
  out.rows_found_out = !(options.sample_interval_s > 0 && s.n_events == 0 && s.end == RunEnd::reached_end);
  add_tables(s, out);
  out.snapshots = snapshots_of(prepared->model, *recorders.memory, drawn_instants(context.study, task.name));
  out.motion = motion_of(prepared->model, *recorders.memory);
  if (!recorders.problem.empty()) out.texts.push_back({"recording", "not kept: " + recorders.problem});
  for (std::string& note : alike_once(s.notes)) out.notes.push_back(std::move(note));
  out.advice = s.advice;
  add_doubts(s.warnings(), data(task).accept_distrust, out);
  if (s.end == RunEnd::cancelled) out.status = TaskStatus::cancelled, out.why = s.why;
  else if (!s.finished()) out.status = TaskStatus::failed, out.why = s.why;
  return out;
}

// Not where loops become springs, which are stretched when it runs, nor where forces are results of other tasks.
void try_first_instant(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const SimulateTask& t = data(task);
  if (t.request.springs || !t.inputs.empty()) return;
  const Description& description = context.loaded(task).file->description;
  const Result<Prepared> prepared = prepare(description, request_of(task, context), Readiness::checked);
  if (!prepared) return;
  if (const auto problem = first_instant_problem(description, prepared->model, prepared->state, prepared->options))
    sink.warning(task.at, task_path(task), "no run begins here: " + message_with_place(*problem));
}

}  // namespace
}  // namespace task_simulate

void foresee_simulation(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  using namespace task_simulate;
  const auto* t = std::any_cast<SimulateTask>(&task.what);
  if (!t) return;
  const Result<Prepared> prepared = prepare(context.loaded(task).file->description, request_of(task, context), Readiness::checked);
  if (!prepared) return;
  const Forecast f = forecast(*prepared);
  if (!f.is_long()) return;
  const auto until = t->at.find("until");
  sink.error(until == t->at.end() ? task.at : until->second, task_path(task, "until"), "this task takes " + f.text(),
             "a longer `every` or `step` or a shorter run, or --yes when it is meant");
}

extern const TaskKind simulate_task;
const TaskKind simulate_task{"simulate",           task_simulate::keys,    task_simulate::parts, task_simulate::read,
                             task_simulate::check, task_simulate::outline, task_simulate::run,   task_simulate::try_first_instant};

}  // namespace zanjir
