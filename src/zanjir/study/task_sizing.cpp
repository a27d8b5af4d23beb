// Which motors and gears a cycle of motions needs: what each actuator gives and takes, what a catalogue of motors can do, what joints carry, robots beside each other. The numbers are analyse/sizing.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "zanjir/study/sizing_results.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/terms/for_each_motor.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {
namespace task_sizing {
namespace {

using namespace schema;

struct SizingTask {
  std::vector<NameRef> motions;
  std::vector<double> times;
  double rest_s = 0;
  std::vector<NameRef> actuators, motor, joints, beside;
  std::filesystem::path motors;
  std::shared_ptr<const MotorCatalogue> catalogue;  // null: none, or not readable
  SourcePos ratios_at;
  std::optional<RatioRange> ratios;
  Quantity from, to;  // with their dimensions
  GearChoice gear;
};
const SizingTask& data(const StudyTask& task) { return std::any_cast<const SizingTask&>(task.what); }

constexpr TaskOption<SizingTask> options[] = {
    task_keys::kind("sizing"),
    Key{"motions", Kind::list, required, "",
        "Tasks of kind `inverse` or `simulate` whose motions make up the cycle; a map `{TASK: TIMES}` says how often each is made in it."},
    option<&SizingTask::rest_s>({"rest", Kind::number, optional, "0", "How long the cycle rests besides, brakes on: the actuators give nothing.",
                                 dimension::time, Range::non_negative}),
    option<&SizingTask::actuators>({"actuators", Kind::list, optional, "all", "Actuated joints, or parts of joints."}),
    Key{"motors", Kind::text, optional, "none", "A [catalogue](sizing.md#a-catalogue-of-motors) of motors, found from the folder of the study."},
    option<&SizingTask::motor>({"motor", Kind::list, optional, "all of them", "Which motors of the catalogue are looked at."}),
    Key{"ratios", Kind::map, optional, "that of the mechanism file", "Gear ratios that are tried."},
    option<&SizingTask::gear, &GearChoice::efficiency>(
        {"efficiency", Kind::number, optional, "1", "Of the gear, in (0, 1].", dimension::number, Range::positive, 1}),
    option<&SizingTask::gear, &GearChoice::margin>(
        {"margin", Kind::number, optional, "1", "Torques are asked for so many times.", dimension::number, Range::positive, 1}),
    option<&SizingTask::joints>({"joints", Kind::list, optional, "all whose reactions the motions have", "Joints whose loads are summed up."}),
    earlier_tasks<&SizingTask::beside>({"beside", Kind::list, optional, "none", "Earlier tasks of this kind that stand with this one in one table."}),
};
constexpr auto own_keys = keys_of(options);
constexpr Key ratio_keys[] = {
    {"from", Kind::number, required, "", "The smallest. In `rad/m` where a motor that turns moves a slide.", {}, Range::positive},
    {"to", Kind::number, required, "", "The largest.", {}, Range::positive},
    integer_key("points", optional, "200", "How many, evenly in their logarithm.", Range::positive, 200),
};
constexpr std::string_view text =
    "Which motors and gears a cycle of motions needs ([sizing](sizing.md)). Per actuator `A`: `A.force.peak`, `.force.rms`, `.speed.peak`, "
    "`.speed.rms`, `.power.out`, `.power.back`, `.power.rms`,\n"
    "`.energy.out`, `.energy.back` (of a cycle), `.duty.drives`, `.duty.brakes`, `.duty.stands` (shares of its time); the largest of all: "
    "`force.peak`, ..., `power.peak`; sums: `energy.out`, `energy.back`;\n"
    "what all of them take together: `supply.power.out`, `.back`, `.rms`, `supply.energy.out`, `.back`; `cycle`. Per joint `J`: `J.load.force.peak`, "
    "`.rms`, `.cubic`, and of joints with one axis `J.load.axial`,\n"
    "`.radial`, `.tilting` alike. Per motor `M`: `M.ratio`, the best for all actuators, `M.load`, how much of the motor is then used (1: all of "
    "it), `M.peak`, `M.heat`, `M.speed`, its parts, `M.least` and `M.most`, the\n"
    "ratios that it can do, and `M.A.ratio`, `M.A.load`, `M.A.least_rms` of each actuator by itself; `chosen.ratio`, `chosen.load`, `chosen.fits`. "
    "Series over `ratio`: `sweep.M.load`, `.peak`, `.heat`, `.speed`.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml, set: {actuators: {A: {gear_ratio: 50}}}}}
tasks:
  slow: {kind: inverse, model: pendulum, motion: {A: "0.5*sin(t)"}, until: "(2*pi) s", every: 10 ms}
  fast: {kind: inverse, model: pendulum, motion: {A: "0.5*sin(5*t)"}, until: "(2*pi/5) s", every: 2 ms}
  gentle: {kind: sizing, motions: [slow]}
  both:
    kind: sizing
    motions: {slow: 1, fast: 3}
    rest: 2 s
    actuators: [A]
    motors: ../motors/servo_motors.yaml
    motor: [servo_400, servo_750]
    ratios: {from: 5, to: 200, points: 100}
    efficiency: 0.9
    margin: 1.2
    joints: [A]
    beside: [gentle]
figures:
  ratios: {x: {scale: log}, curves: [both.sweep.servo_400.load, both.sweep.servo_750.load]}
  cloud: {kind: torque_speed, sizing: [both]}
claims:
  - {id: fits, by: ours, source: a servo of 750 W, said: {max: 1}, compute: both.servo_750.load}
)yaml";
const schema::Object keys{"Task `sizing`", "tasks.<name>", text, own_keys, example};
const schema::Object ratio_object{"Gear ratios", "tasks.<name>.ratios", "", ratio_keys, example};
constexpr const schema::Object* parts[] = {&ratio_object};

// -- reading --------------------------------------------------------------------------------------------------------------------------------
void read_motions(StudyReader& reader, ObjectReader& object, SizingTask& t) {
  const Node& node = object.at("motions");
  if (!node.is(Node::Kind::map)) {
    t.motions = reader.names(object, "motions");
    t.times.assign(t.motions.size(), 1.0);
  } else {
    const KeyPath path = object.path("motions");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      t.motions.push_back({std::string(node.keys[i].text), node.keys[i].at});
      t.times.push_back(reader.values.number(node.items[i], join_path(path, node.keys[i].text), {dimension::number, Range::positive}).value_or(1));
    }
  }
  if (t.motions.empty()) object.error("motions", "is empty");
  for (const NameRef& motion : t.motions) {
    const int errors = reader.sink().n_errors();
    reader.earlier_task(motion, object.path("motions"));
    if (reader.sink().n_errors() > errors) continue;
    const StudyTask* task = reader.find_task(motion.name);
    if (task && task->kind && (!task->motion || task->model.name.empty()))
      reader.values.error(motion.at, object.path("motions"), "a task of kind '" + std::string(task->kind->name) + "' has no motion of a mechanism",
                          "`inverse` and `simulate` have one");
  }
}

// A catalogue that several tasks name is read, and complained about, once.
void read_motors(StudyReader& reader, ObjectReader& object, SizingTask& t) {
  const std::string file = reader.text(object, "motors");
  t.motors = reader.values.folder() / file;
  for (const StudyTask& before : reader.study.tasks) {
    const auto* other = std::any_cast<SizingTask>(&before.what);
    if (other && other->motors == t.motors) {
      t.catalogue = other->catalogue;
      return;
    }
  }
  auto content = reader.values.files().read(t.motors, max_file_bytes);
  if (const auto* problem = std::get_if<FileProblem>(&content)) return object.error("motors", "'" + file + "' " + problem->message, problem->hint);
  if (auto catalogue = read_motor_catalogue(std::get<std::string>(content), t.motors, reader.sink(), reader.values.files()))
    t.catalogue = std::make_shared<const MotorCatalogue>(std::move(*catalogue));
}

void read_ratios(StudyReader& reader, ObjectReader& task, SizingTask& t) {
  ObjectReader object(reader.values, task.at("ratios"), task.path("ratios"), ratio_object);
  t.ratios_at = task.at("ratios").at;
  if (!object || !object.has("from") || !object.has("to")) return;
  const auto from = reader.values.quantity(object.at("from"), object.path("from")), to = reader.values.quantity(object.at("to"), object.path("to"));
  if (!from || !to) return;
  t.from = *from;
  t.to = *to;
  const RatioRange range{from->value, to->value, object.integer("points", 2, 100'000)};
  if (!(range.from > 0)) object.error("from", "must be greater than zero");
  if (!(range.to >= range.from)) object.error("to", "must not lie below `from`");
  t.ratios = range;
}

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  SizingTask t = read_options(reader, object, options);
  if (object.has("motions")) read_motions(reader, object, t);
  if (t.gear.efficiency > 1) object.error("efficiency", "is a share: at most 1", "80 % is written 0.8");
  for (const char* key : {"motor", "ratios"})
    if (object.has(key) && !object.has("motors")) object.error(key, "has a meaning beside `motors` only", "name a catalogue of motors");
  if (object.has("motors")) read_motors(reader, object, t);
  if (object.has("ratios")) read_ratios(reader, object, t);
  if (t.catalogue) {
    std::vector<std::string> known;
    for (const Motor& m : t.catalogue->motors) known.push_back(m.name);
    for (const NameRef& m : t.motor)
      if (!t.catalogue->find(m.name))
        reader.values.error(m.at, object.path("motor"), "no motor '" + m.name + "' in the catalogue", did_you_mean(m.name, known));
  }
  for (const NameRef& other : t.beside) {
    const StudyTask* task = reader.find_task(other.name);
    if (task && task->kind && task->kind->name != "sizing")
      reader.values.error(other.at, object.path("beside"), "task '" + other.name + "' is not of kind `sizing`");
  }
  task.what = std::move(t);
}

// -- what the motions have ------------------------------------------------------------------------------------------------------------------
struct Drive {              // an actuated speed of a model
  std::string name, speed;  // `speed`: of its series
  bool turns = true;
  Actuator gear;
};
std::vector<Drive> drives_of(const Model& model) {
  std::vector<Drive> list;
  const UserJoints users(model);
  for_each_motor(model, users, [&](int speed, const Actuator& gear) {
    list.push_back({users.speed_names()[at(speed)], speed_quantity(users, speed), users.turns(speed), gear});
  });
  return list;
}
const Drive* find_drive(const std::vector<Drive>& list, const std::string& name) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const Drive& d) { return d.name == name; });
  return it == list.end() ? nullptr : &*it;
}

const StudyTask& motion_task(const TaskContext& context, const NameRef& motion) {
  return *std::find_if(context.study.tasks.begin(), context.study.tasks.end(), [&](const StudyTask& t) { return t.name == motion.name; });
}
std::vector<Drive> drives_along(const TaskContext& context, const NameRef& motion) { return drives_of(context.model(motion_task(context, motion))); }

std::vector<Drive> chosen_drives(const SizingTask& t, const TaskContext& context) {
  std::vector<Drive> all = drives_along(context, t.motions.front()), chosen;
  for (const NameRef& name : t.actuators)
    if (const Drive* drive = find_drive(all, name.name)) chosen.push_back(*drive);
  return t.actuators.empty() ? all : chosen;
}

std::array<std::string, 3> series_of(const Drive& d) { return {d.speed, d.name + ".acceleration", d.name + ".force"}; }

// Joints with reactions in all motions, or those asked for.
constexpr std::string_view reaction_x = ".reaction.force.x";
std::vector<std::string> loaded_joints(const SizingTask& t, const TaskContext& context) {
  std::vector<std::string> names;
  for (const NameRef& joint : t.joints) names.push_back(joint.name);
  const TaskResult* first = context.results.find_task(t.motions.front().name);
  if (!names.empty() || !first) return names;
  for (const Series& s : first->series) {
    if (!s.name.ends_with(reaction_x)) continue;
    const auto has = [&](const NameRef& motion) {
      const TaskResult* result = context.results.find_task(motion.name);
      return result && find_series(*result, s.name);
    };
    if (std::all_of(t.motions.begin(), t.motions.end(), has)) names.push_back(s.name.substr(0, s.name.size() - reaction_x.size()));
  }
  return names;
}
struct LoadKind {
  const char *name, *series, *unit;  // series: empty for the size of the force
};
constexpr LoadKind load_kinds[] = {
    {"force", "", "N"}, {"axial", ".reaction.axial", "N"}, {"radial", ".reaction.radial", "N"}, {"tilting", ".reaction.tilting", "N m"}};
bool has_load(const TaskResult& motion, const std::string& joint, const LoadKind& kind) {
  return find_series(motion, joint + (*kind.series ? kind.series : std::string(reaction_x).c_str())) != nullptr;
}

MotorKind own_kind(const Drive& d) { return d.turns || d.gear.spindle ? MotorKind::rotary : MotorKind::linear; }
std::string ratio_unit(const Drive& d, const Motor& m) { return d.turns || m.kind == MotorKind::linear ? "1" : "rad/m"; }

std::vector<Motor> chosen_motors(const SizingTask& t) {
  std::vector<Motor> list;
  if (!t.catalogue) return list;
  for (const Motor& m : t.catalogue->motors) {
    const bool named = std::any_of(t.motor.begin(), t.motor.end(), [&](const NameRef& n) { return n.name == m.name; });
    if (t.motor.empty() || named) list.push_back(m);
  }
  return list;
}

// -- checking -------------------------------------------------------------------------------------------------------------------------------
void check_ratios(const StudyTask& task, const std::vector<Drive>& drives, DiagnosticSink& sink) {
  const SizingTask& t = data(task);
  const bool mixed = std::any_of(drives.begin(), drives.end(), [&](const Drive& d) { return d.turns != drives.front().turns; });
  if (mixed)
    return sink.error(task.at, task_path(task, "actuators"), "some of these actuators turn and some slide: no gear serves both",
                      "name those of one kind, and the others in a task of their own");
  for (const Motor& m : chosen_motors(t)) {
    const std::string unit = ratio_unit(drives.front(), m);
    if (drives.front().turns && m.kind == MotorKind::linear)
      return sink.error(task.at, task_path(task, "motor"), "motor '" + m.name + "' is linear, but '" + drives.front().name + "' turns",
                        "name the motors that turn under `motor`");
    const Dimension wanted = unit == "1" ? dimension::number : power(dimension::length, -1);
    for (const Quantity& q : {t.from, t.to}) {
      if (t.ratios && q.knowledge == Knowledge::known && !same_dimension(q.dimension, wanted))
        return sink.error(t.ratios_at, task_path(task, "ratios"),
                          fmt::format("a gear between motor '{}' and '{}' has a ratio in {}, but this is {}", m.name, drives.front().name,
                                      unit == "1" ? "plain numbers" : "rad/m", a_dimension(q.dimension)));
    }
    if (t.ratios) continue;
    for (const Drive& d : drives) {
      if (d.gear.gear_ratio != drives.front().gear.gear_ratio)
        return sink.error(task.at, task_path(task), "the actuators have different gear ratios in the mechanism file", "give `ratios` to be tried");
      if (own_kind(d) != m.kind)
        return sink.error(
            task.at, task_path(task),
            fmt::format("in the mechanism file '{}' has a gear for {} motors, but '{}' is {}", d.name, word_of(own_kind(d)), m.name, word_of(m.kind)),
            "give `ratios` to be tried");
    }
  }
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const SizingTask& t = data(task);
  const std::vector<Drive> all = drives_along(context, t.motions.front());
  std::vector<std::string> known;
  for (const Drive& d : all) known.push_back(d.name);
  if (all.empty())
    return sink.error(t.motions.front().at, task_path(task, "motions"), "the mechanism of task '" + t.motions.front().name + "' has no actuators",
                      "mark joints as `actuated: true`, or list them under `actuators`, in the mechanism file");
  const int errors = sink.n_errors();
  for (const NameRef& name : t.actuators)
    if (!find_drive(all, name.name))
      sink.error(name.at, task_path(task, "actuators"), "no actuated joint '" + name.name + "'", did_you_mean(name.name, known));
  if (sink.n_errors() > errors) return;
  const std::vector<Drive> drives = chosen_drives(t, context);
  for (const NameRef& motion : t.motions) {
    const std::vector<Drive> here = drives_along(context, motion);
    const TaskResult* outline = context.results.find_task(motion.name);
    for (const Drive& d : drives) {
      if (!find_drive(here, d.name)) {
        sink.error(motion.at, task_path(task, "motions"), "the mechanism of task '" + motion.name + "' has no actuator '" + d.name + "'");
        continue;
      }
      if (!outline) continue;
      for (const std::string& series : series_of(d))
        if (!find_series(*outline, series))
          sink.error(motion.at, task_path(task, "motions"), "task '" + motion.name + "' does not keep '" + series + "'",
                     "name '" + d.name + "' in its `outputs`, or leave them out");
    }
    for (const NameRef& joint : t.joints) {
      if (outline && !find_series(*outline, joint.name + std::string(reaction_x)))
        sink.error(joint.at, task_path(task, "joints"), "task '" + motion.name + "' has no reactions of a joint '" + joint.name + "'",
                   "name '" + joint.name + ".reaction' in its `outputs`, or leave them out");
    }
  }
  if (!chosen_motors(t).empty()) check_ratios(task, drives, sink);
}

// -- joints ---------------------------------------------------------------------------------------------------------------------------------
BearingLoad load_of(const SizingTask& t, const TaskContext& context, const std::string& joint, const LoadKind& kind) {
  std::vector<BearingMotion> motions;
  for (std::size_t i = 0; i < t.motions.size(); ++i) {
    const TaskResult& result = *context.results.find_task(t.motions[i].name);
    BearingMotion m{result.abscissa.values, {}, {}, t.times[i]};
    if (*kind.series) {
      for (const double x : find_series(result, joint + kind.series)->values) m.size.push_back(std::abs(x));
    } else {
      const std::string force = joint + ".reaction.force";
      const auto &x = find_series(result, force + ".x")->values, &y = find_series(result, force + ".y")->values,
                 &z = find_series(result, force + ".z")->values;
      for (std::size_t k = 0; k < x.size(); ++k) m.size.push_back(std::hypot(x[k], y[k], z[k]));
    }
    if (const Series* speed = find_series(result, joint + ".speed")) m.speed = speed->values;
    motions.push_back(std::move(m));
  }
  return bearing_load(motions);
}

void add_joints(const SizingTask& t, const TaskContext& context, TaskResult& out, bool values) {
  ResultTable table{"Loads of joints", {"joint", "load", "peak", "RMS", "cubic mean", ""}, {}};
  for (const std::string& joint : loaded_joints(t, context)) {
    for (const LoadKind& kind : load_kinds) {
      const auto has = [&](const NameRef& motion) {
        const TaskResult* result = context.results.find_task(motion.name);
        return result && has_load(*result, joint, kind);
      };
      if (!std::all_of(t.motions.begin(), t.motions.end(), has)) continue;
      const BearingLoad load = values ? load_of(t, context, joint, kind) : BearingLoad{};
      const std::string name = joint + ".load." + kind.name;
      out.add(name + ".peak", kind.unit, load.peak);
      out.add(name + ".rms", kind.unit, load.rms);
      out.add(name + ".cubic", kind.unit, load.cubic);
      table.rows.push_back({joint, kind.name, sizing_digits(load.peak), sizing_digits(load.rms), sizing_digits(load.cubic), kind.unit});
    }
  }
  if (values) out.tables.push_back(std::move(table));
}

// -- the task -------------------------------------------------------------------------------------------------------------------------------
// Names, gears and motors; without samples where the motions have none yet.
SizingOutcome outcome_of(const SizingTask& t, const TaskContext& context) {
  SizingOutcome s;
  s.gear = t.gear;
  for (const Drive& d : chosen_drives(t, context)) {
    ActuatorCycle cycle{d.name, d.turns, {}, t.rest_s};
    for (std::size_t i = 0; i < t.motions.size(); ++i) {
      const TaskResult* result = context.results.find_task(t.motions[i].name);
      if (!result) continue;
      const std::array<std::string, 3> names = series_of(d);
      const Series *speed = find_series(*result, names[0]), *acceleration = find_series(*result, names[1]), *force = find_series(*result, names[2]);
      if (!speed || !acceleration || !force) continue;
      const std::vector<Drive> here = drives_along(context, t.motions[i]);
      const Actuator& gear = find_drive(here, d.name)->gear;
      ActuatorMotion m{result->abscissa.values, speed->values, acceleration->values, force->values, {}, t.times[i]};
      const double rotor = gear.rotor_inertia_kg_m2 * gear.gear_ratio * gear.gear_ratio;
      for (std::size_t k = 0; k < m.force.size(); ++k) m.load.push_back(m.force[k] - rotor * m.acceleration[k]);
      cycle.motions.push_back(std::move(m));
    }
    s.own_ratio.push_back(d.gear.gear_ratio);
    s.own_rotor_inertia.push_back(d.gear.rotor_inertia_kg_m2);
    if (s.actuators.empty()) s.own_kind = own_kind(d);
    s.actuators.push_back(std::move(cycle));
    s.demands.emplace_back();
  }
  for (const Motor& m : chosen_motors(t)) s.motors.push_back({m, {}, {}});
  return s;
}

RatioRange ratios_of(const SizingTask& t, const SizingOutcome& s) {
  return t.ratios.value_or(RatioRange{std::abs(s.own_ratio.front()), std::abs(s.own_ratio.front()), 1});
}
std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const SizingTask& t = data(task);
  for (const NameRef& motion : t.motions)
    if (!context.results.find_task(motion.name)) return std::nullopt;
  TaskResult out;
  for (const NameRef& motion : t.motions) out.rest_on(*context.results.find_task(motion.name));
  auto s = std::make_shared<SizingOutcome>(outcome_of(t, context));
  add_sizing_numbers(*s, out);
  add_joints(t, context, out, false);
  name_sweep(*s, out);
  out.sizing = std::move(s);
  return out;
}

// The lightest that fits, where all have a mass, else the first; where none fits the one that is overloaded least.
int choose(const std::vector<SizedMotor>& motors) {
  int best = -1;
  const bool masses = std::all_of(motors.begin(), motors.end(), [](const SizedMotor& m) { return m.motor.mass_kg > 0; });
  for (std::size_t i = 0; i < motors.size(); ++i) {
    if (best < 0) {
      best = static_cast<int>(i);
      continue;
    }
    const SizedMotor &here = motors[i], &there = motors[static_cast<std::size_t>(best)];
    const bool better = here.best.fits() != there.best.fits() ? here.best.fits()
                        : !here.best.fits()                   ? here.best.use.largest() < there.best.use.largest()
                                                              : masses && here.motor.mass_kg < there.motor.mass_kg;
    if (better) best = static_cast<int>(i);
  }
  return best;
}

bool size_motors(const SizingTask& t, const TaskContext& context, SizingOutcome& s, TaskResult& out) {
  const RatioRange range = ratios_of(t, s);
  name_sweep(s, out);
  out.abscissa.values = range.ratios();
  for (std::size_t i = 0; i < s.motors.size(); ++i) {
    if (context.cancel) return false;
    SizedMotor& m = s.motors[i];
    m.best = best_ratio(s.actuators, m.motor, range, s.gear);
    for (const ActuatorCycle& a : s.actuators) m.each.push_back(best_ratio({&a, 1}, m.motor, range, s.gear));
    for (const double ratio : out.abscissa.values) {
      const MotorUse use = motor_use(s.actuators, m.motor, ratio, s.gear);
      out.series[4 * i].values.push_back(use.largest());
      for (std::size_t k = 0; k < 3; ++k) out.series[4 * i + 1 + k].values.push_back(use.share[k]);
    }
    context.progress.update(static_cast<double>(i + 1) / static_cast<double>(s.motors.size()));
  }
  if (s.motors.empty()) out.abscissa.values.clear();
  s.chosen = choose(s.motors);
  return true;
}

void add_beside(const StudyTask& task, const TaskContext& context, const SizingOutcome& own, TaskResult& out) {
  std::vector<NamedSizing> all;
  for (const NameRef& other : data(task).beside) {
    const TaskResult* result = context.results.find_task(other.name);
    if (result && result->sizing && result->status == TaskStatus::done) all.push_back({other.name, result->sizing.get()});
  }
  if (data(task).beside.empty()) return;
  all.push_back({task.name, &own});
  add_table_beside(all, out);
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const SizingTask& t = data(task);
  for (const NameRef& motion : t.motions) {
    const TaskResult* result = context.results.find_task(motion.name);
    if (!result || result->status != TaskStatus::done) return failed_task("task '" + motion.name + "' did not finish");
    if (result->abscissa.values.size() < 2) return failed_task("task '" + motion.name + "' has fewer than two samples");
  }
  TaskResult out;
  for (const NameRef& motion : t.motions) out.rest_on(*context.results.find_task(motion.name));
  auto s = std::make_shared<SizingOutcome>(outcome_of(t, context));
  for (const ActuatorCycle& a : s->actuators) {
    for (std::size_t i = 0; i < a.motions.size(); ++i)
      for (std::size_t k = 0; k < a.motions[i].force.size(); ++k)
        if (!std::isfinite(a.motions[i].force[k] + a.motions[i].acceleration[k]))
          return failed_task(fmt::format("task '{}' has no force of '{}' at t = {:.6g} s", t.motions[i].name, a.name, a.motions[i].t_s[k]));
  }
  for (std::size_t i = 0; i < s->actuators.size(); ++i) s->demands[i] = demand_of(s->actuators[i]);
  s->supply = demand_of_all(s->actuators);
  if (!size_motors(t, context, *s, out)) {
    out.status = TaskStatus::cancelled;
    return out;
  }
  add_sizing_numbers(*s, out);
  add_sizing_tables(*s, out);
  add_beside(task, context, *s, out);
  add_joints(t, context, out, true);
  say_choice(*s, out);
  out.matrices.push_back(cloud_matrix(*s));
  out.sizing = std::move(s);
  return out;
}

}  // namespace
}  // namespace task_sizing

extern const TaskKind sizing_task;
const TaskKind sizing_task{"sizing",           task_sizing::keys,    task_sizing::parts, task_sizing::read,
                           task_sizing::check, task_sizing::outline, task_sizing::run};

}  // namespace zanjir
