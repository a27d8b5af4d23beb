// A simulation as a task: its channels are series, its cost and ledger numbers and tables, and with a folder at hand its recording is kept.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <cmath>
#include <memory>

#include "zanjir/model/build.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/record/tee_recorder.hpp"
#include "zanjir/simulate/channel_event.hpp"
#include "zanjir/simulate/provenance.hpp"
#include "zanjir/simulate/recorded_state.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/simulate/spring_start.hpp"
#include "zanjir/study/result_names.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_simulate {
namespace {

const SimulateTask& data(const StudyTask& task) { return std::get<SimulateTask>(task.what); }
std::string path_of(const StudyTask& task, std::string_view key) { return "tasks." + task.name + "." + std::string(key); }

// What a field of the options is called in a study file.
std::string_view key_of(std::string_view field) { return field == "fixed_step_s" ? "step" : field == "first_step_s" ? "first_step" : field == "max_step_s" ? "max_step" : field == "sample_interval_s" ? "every" : field == "loops" ? "projection" : field; }

// Everything but accelerations, reactions and singular values is cheap; those are computed where they are asked for by name.
SampleOptions samples_of(const SimulateTask& t, const Model& model) {
  SampleOptions samples;
  const auto asked = [&](std::string_view part) { return std::any_of(t.outputs.begin(), t.outputs.end(), [&](const NameRef& o) { return o.name.find(part) != std::string::npos; }); };
  const bool all = t.outputs.empty();
  samples.accelerations = all || asked("acceleration");
  samples.power = all || asked("power") || asked(".motor") || asked("momentum");
  const auto formulation = find_formulation(t.formulation);
  samples.reactions = asked(".reaction") || (all && formulation && coverage(*formulation, model).reactions);
  samples.singular_values = std::any_of(t.outputs.begin(), t.outputs.end(), [](const NameRef& o) { return o.name == "loops" || o.name.starts_with("loops."); });
  for (const FrameId id : moving_frames(model)) {
    const bool names_it = std::any_of(t.outputs.begin(), t.outputs.end(), [&](const NameRef& o) { return is_or_is_below(o.name, model.frame(id).name); });
    if (all || names_it) samples.frames.push_back(id);
  }
  return samples;
}

SimOptions options_of(const StudyTask& task, const Model& model) {
  const SimulateTask& t = data(task);
  SimOptions o;
  o.until_s = t.until_s;
  o.sample_interval_s = t.sample_s;
  o.motion.formulation = t.formulation;
  o.motion.loop_care = t.projection == "baumgarte" ? LoopCare::baumgarte : t.projection == "none" ? LoopCare::none : LoopCare::projection;
  if (t.baumgarte_1_per_s > 0) o.motion.baumgarte_alpha_per_s = o.motion.baumgarte_beta_per_s = t.baumgarte_1_per_s;
  o.stepper.method = t.method;
  o.stepper.rel_tol = t.rel_tol;
  o.stepper.abs_tol = t.abs_tol;
  o.stepper.fixed_step_s = t.step_s;
  o.stepper.first_step_s = t.first_step_s;
  o.stepper.max_step_s = t.max_step_s;
  o.stepper.norm = t.norm == "max" ? ErrorNorm::max : ErrorNorm::rms;
  if (t.step_control == "ode45") {
    o.stepper.control = StepControl::ode45;
    if (t.max_step_s == 0) o.stepper.max_step_s = 0.1 * t.until_s;
  }
  if (t.springs) o.motion.preload_interval_s = t.springs->update_every_s;
  o.stepper.scope = t.error_test == "states" ? ErrorScope::states : ErrorScope::states_and_ledger;
  o.samples = samples_of(t, model);
  return o;
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
  for (std::size_t i = 0; i < model.roles().size(); ++i) if (model.roles()[i] == Role::actuated) names.push_back(model.speed_names()[i]);
  for (std::size_t i = 0; i < model.cut_roles().size(); ++i) if (model.cut_roles()[i] == Role::actuated) names.push_back(model.cut_speed_names()[i]);
  return names;
}

Result<StateQuestion> start_of(const SimulateTask& t, const Model& model) { return read_question(model, t.state ? &t.state->said : nullptr, "state"); }

// The model of a task, its loops treated as the task says; the rigid one beside it gives closed states.
struct TaskModel {
  std::optional<Description> description;
  std::optional<Model> rigid, own;
  const Model* model = nullptr;
  const Model& closed() const { return rigid ? *rigid : *model; }
};
SpringOptions springs_of(const SimulateSprings& s) {
  return {s.stiffness_N_per_m, s.closure_error_m, s.turn_stiffness_N_m_per_rad, s.damping_N_s_per_m, s.turn_damping_N_m_s_per_rad, s.damping_ratio,
          s.start == "closed" ? SpringStart::closed : SpringStart::quasi_static};
}
// With springs of unit stiffness: names and checks do not depend on it.
TaskModel model_of(const StudyTask& task, const TaskContext& context) {
  TaskModel m;
  m.model = &context.model(task);
  const bool asked = data(task).springs.has_value();
  if (!asked && m.model->n_spring_rows() == 0) return m;
  const auto& models = context.study.models;
  const auto it = std::find_if(models.begin(), models.end(), [&](const StudyModel& s) { return s.name == task.model.name; });
  m.description = std::move(*read_description(it->file, it->set).value);  // read before, without faults
  m.rigid = std::move(*build_model(*m.description, {LoopTreatment::Kind::rigid, {}, {}}).value);
  if (asked) {
    m.own = std::move(*build_model(*m.description, {LoopTreatment::Kind::springs, {1, 0, {}, {}}, {}}).value);
    m.model = &*m.own;
  }
  return m;
}
// What a field of SpringOptions is called under `loops`.
std::string spring_key(std::string_view field) {
  const std::size_t unit = std::min(field.find("_N_"), field.size());
  return "loops." + std::string(field == "closure_error_m" ? "closure_error" : field.substr(0, unit));
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const SimulateTask& t = data(task);
  const TaskModel treated = model_of(task, context);
  const Model& model = *treated.model;
  if (t.springs) {
    for (const Diagnostic& d : springs_of(*t.springs).validate()) sink.error(t.springs->at, path_of(task, spring_key(d.key_path)), d.message, d.hint);
    if (model.n_spring_rows() == 0) return sink.error(t.springs->at, path_of(task, "loops"), "springs are asked for, but this mechanism has no loop", "leave the treatment of loops out");
  }
  check_formulation(t.formulation, model, task.at, path_of(task, "formulation"), sink);
  for (const Diagnostic& d : options_of(task, model).validate(model)) {
    if (d.key_path != "formulation") sink.error(task.at, path_of(task, key_of(d.key_path)), d.message, d.hint);  // check_formulation has said that one
  }
  if (!find_formulation(t.formulation)) return;
  for (const SimulateInput& input : t.inputs) {
    if (!controller_of(model, input.of.name)) {
      sink.error(input.of.at, path_of(task, "inputs." + input.of.name), "no actuated joint or joint.part '" + input.of.name + "'", did_you_mean(input.of.name, actuated_names(model)));
    }
  }
  const Result<StateQuestion> start = start_of(t, treated.closed());
  if (!start) {
    for (const Diagnostic& d : start.diagnostics) {
      const SourcePos at = t.state ? t.state->at : task.at;
      sink.error(d.line > 0 ? SourcePos{at.file, d.line, d.column} : at, path_of(task, "state." + d.key_path), d.message, d.hint);
    }
    return;
  }
  for (const Diagnostic& d : check_start(model, start->state)) sink.error(t.state ? t.state->at : task.at, path_of(task, "state"), d.message, d.hint);
  MotionSystem system(model, start->state, MotionOptions{});
  const Sampler sampler(system, options_of(task, model).samples);
  std::vector<std::string> results;
  for (const Channel& c : sampler.channels()) results.push_back(c.name);
  check_outputs(t.outputs, results, "tasks." + task.name, sink);
  for (const SimulateEvent& e : t.events) {
    if (const std::string problem = ChannelGuard::problem(sampler.channels(), e.when.text); !problem.empty()) sink.error(e.when.at, path_of(task, "events." + e.name + ".when"), problem);
  }
}

constexpr const char* event_kinds[] = {"impact", "touch", "release", "crossing", "stop"};

constexpr std::pair<const char*, const char*> number_names[] = {
    {"t_end", "s"}, {"steps", "1"}, {"rejected", "1"}, {"evaluations", "1"}, {"evaluations_for_output", "1"}, {"jacobians", "1"}, {"projections", "1"}, {"seconds", "s"}, {"n_events", "1"},
    {"imbalance", "J"}, {"relative_imbalance", "1"}, {"largest_kinetic", "J"}, {"worst_loop_residual", "m"}, {"worst_opening", "m"}, {"worst_opening_turn", "rad"}, {"smallest_sigma_ratio", "1"}, {"evaluations_near_singular", "1"}};

std::vector<std::string> names(const StudyTask& task, const TaskContext& context) {
  const SimulateTask& t = data(task);
  const TaskModel treated = model_of(task, context);
  const Model& model = *treated.model;
  std::vector<std::string> all;
  const Result<StateQuestion> start = start_of(t, treated.closed());
  if (!start) return all;
  MotionSystem system(model, start->state, MotionOptions{});
  const Sampler sampler(system, samples_of(t, model));
  for (const Channel& c : sampler.channels()) {
    if (c.name == "t" || wanted_output(t.outputs, c.name)) all.push_back(c.name);
  }
  for (const auto& [name, unit] : number_names) all.emplace_back(name);
  for (const std::string_view source : work_source_names) all.push_back("work." + std::string(source));
  all.emplace_back("events");
  for (const std::string& event : event_names(model)) for (const char* part : {"", ".value", ".energy"}) all.push_back("events." + event + part);
  for (const SimulateEvent& e : t.events) for (const char* part : {"", ".value", ".energy"}) all.push_back("events." + e.name + part);
  for (const char* kind : event_kinds) for (const char* part : {"", ".value", ".energy"}) all.push_back(std::string("events.") + kind + part);
  return all;
}

void add_inputs(const SimulateTask& t, const Model& model, const TaskContext& context, std::vector<Controller>& inputs, std::string& problem) {
  for (const SimulateInput& input : t.inputs) {
    Controller c = *controller_of(model, input.of.name);
    if (input.law) {
      c.force = MotionLaw(*input.law);
    } else if (input.series) {
      ResultNames results(context.study, context.results);
      const auto parsed = parse_expression_or_series(input.series->text, results.names());
      const auto* series = std::get_if<ParsedSeries>(&parsed);
      if (!series || series->x.size() < 2) {
        problem = "the series '" + input.series->text + "' for '" + input.of.name + "' is not there";
        return;
      }
      LawDescription law;
      law.kind = LawKind::table;
      law.numbers = {0};
      for (std::size_t i = 0; i < series->x.size(); ++i) {
        if (law.knots.empty() || series->x[i] > law.knots.back().first) law.knots.emplace_back(series->x[i], series->y[i]);
      }
      c.force = MotionLaw(law);
    }
    inputs.push_back(std::move(c));
  }
}

void add_tables(const RunSummary& s, TaskResult& out) {
  ResultTable ledger{"Energy ledger", {"source", "J"}, {}};
  ledger.rows.push_back({"at start", fmt::format("{:.9e}", s.energy_begin_J)});
  for (std::size_t i = 0; i < n_work_sources; ++i) if (s.work_J[i] != 0) ledger.rows.push_back({std::string(work_source_names[i]), fmt::format("{:.9e}", s.work_J[i])});
  ledger.rows.push_back({"at end", fmt::format("{:.9e}", s.energy_end_J)});
  ledger.rows.push_back({"worst imbalance", fmt::format("{:.1e}, {:.1e} of the largest kinetic energy", s.worst_imbalance_J, s.relative_imbalance())});
  ResultTable cost{"Cost", {"steps", "rejected", "evaluations", "for output", "Jacobians", "projections", "seconds"}, {}};
  cost.rows.push_back({std::to_string(s.cost.steps), std::to_string(s.cost.rejected), std::to_string(s.cost.rhs), std::to_string(s.cost.rhs_for_output), std::to_string(s.cost.jacobians), std::to_string(s.cost.projections), fmt::format("{:.3g}", s.seconds)});
  out.tables = {std::move(ledger), std::move(cost)};
  out.texts.push_back({"summary", s.brief()});
}

// The states at the samples nearest to the instants that figures draw.
std::vector<Snapshot> snapshots_of(const Model& model, const MemoryRecorder& memory, const std::vector<double>& instants) {
  std::vector<Snapshot> snapshots;
  const std::vector<double> times = memory.column("t");
  for (const double instant : instants) {
    const auto nearest = std::min_element(times.begin(), times.end(), [&](double a, double b) { return std::abs(a - instant) < std::abs(b - instant); });
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

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const SimulateTask& t = data(task);
  TaskModel treated = model_of(task, context);
  const Model& model = *treated.model;
  TaskResult out;
  const auto give_up = [&](std::string why) {
    out.status = TaskStatus::failed;
    out.why = std::move(why);
    return out;
  };
  SimOptions options = options_of(task, model);
  std::string problem;
  add_inputs(t, model, context, options.motion.inputs, problem);
  if (!problem.empty()) return give_up(problem);
  State state = start_of(t, treated.closed())->state;
  if (t.springs) {
    Result<SprungRun> sprung = replace_loops_by_springs(*treated.description, *treated.rigid, state, options.motion, springs_of(*t.springs));
    if (!sprung) return give_up(sprung.diagnostics.front().message);
    *treated.own = std::move(sprung->model);  // what `model` refers to
    state = std::move(sprung->state);
    out.texts.push_back({"loops", sprung->note});
  }
  const double t_begin = state.t_s;
  options.progress = [&](double t_s) { context.progress.update((t_s - t_begin) / (options.until_s - t_begin)); };
  options.cancel = &context.cancel;
  for (const SimulateEvent& e : t.events) {
    auto guard = std::make_unique<ChannelGuard>(model, state, options, e.when.text);
    guard->name = e.name;
    guard->crossing = e.crossing == "rising" ? Crossing::rising : e.crossing == "falling" ? Crossing::falling : Crossing::either;
    options.events.push_back({std::move(guard), e.then == "stop" ? UserEvent::Then::stop : UserEvent::Then::go_on});
  }
  std::unique_ptr<MemoryRecorder> memory;
  std::optional<RecordingWriter> file;
  std::optional<TeeRecorder> both;
  const RunSummary s = simulate(model, state, options, [&](const std::vector<Channel>& channels) -> Recorder* {
    RecordingHeader header{channels, provenance(model, options, context.study.files.front() + ", task " + task.name)};
    memory = std::make_unique<MemoryRecorder>(header);
    if (context.folder.empty()) return memory.get();
    Result<RecordingWriter> writer = RecordingWriter::create(context.folder / (task.name + ".h5"), header, {IfExists::overwrite});
    if (!writer) {
      problem = writer.diagnostics.front().message;
      return memory.get();
    }
    file.emplace(std::move(*writer.value));
    both.emplace(*memory, *file);
    return &*both;
  });
  if (!memory) return give_up(s.why);
  for (const Channel& c : memory->header().channels) {
    if (c.name == "t") out.abscissa.values = memory->column("t");
    else if (wanted_output(t.outputs, c.name)) out.series.push_back({c.name, c.unit, memory->column(c.name)});
  }
  const double values[] = {s.t_s, double(s.cost.steps), double(s.cost.rejected), double(s.cost.rhs), double(s.cost.rhs_for_output), double(s.cost.jacobians), double(s.cost.projections), s.seconds, double(s.n_events),
                           s.worst_imbalance_J, s.relative_imbalance(), s.largest_kinetic_J, s.worst_loop_residual_m, s.worst_opening_m, s.worst_opening_rad, s.smallest_sigma_ratio.value_or(std::numeric_limits<double>::quiet_NaN()), double(s.evaluations_near_singular)};
  for (std::size_t i = 0; i < std::size(values); ++i) out.add(number_names[i].first, number_names[i].second, values[i]);
  for (std::size_t i = 0; i < n_work_sources; ++i) out.add("work." + std::string(work_source_names[i]), "J", s.work_J[i]);
  out.events = memory->events();
  out.event_names = event_names(model);
  for (const SimulateEvent& e : t.events) out.event_names.push_back(e.name);
  for (const char* kind : event_kinds) out.event_names.emplace_back(kind);
  add_tables(s, out);
  out.snapshots = snapshots_of(model, *memory, drawn_instants(context.study, task.name));
  if (!problem.empty()) out.texts.push_back({"recording", "not kept: " + problem});
  if (s.end == RunEnd::cancelled) out.status = TaskStatus::cancelled, out.why = s.why;
  else if (!s.finished()) out.status = TaskStatus::failed, out.why = s.why;
  return out;
}

}  // namespace
}  // namespace task_simulate

TaskKind simulate_kind() {
  using namespace task_simulate;
  return {check, names, run};
}

}  // namespace zanjir
