// Which motors and gears a cycle of motions needs: what each actuator gives and takes, what a catalogue of motors can do, what joints carry, robots beside each other. The numbers are analyse/sizing.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "zanjir/study/sizing_outcome.hpp"
#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"
#include "zanjir/terms/for_each_motor.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {
namespace task_sizing {
namespace {

using namespace schema;

constexpr Key own_keys[] = {
    task_keys::kind("sizing"),
    {"motions", Kind::list, required, "",
     "Tasks of kind `inverse` or `simulate` whose motions make up the cycle; a map `{TASK: TIMES}` says how often each is made in it."},
    {"rest", Kind::number, optional, "0", "How long the cycle rests besides, brakes on: the actuators give nothing.", dimension::time,
     Range::non_negative},
    {"actuators", Kind::list, optional, "all", "Actuated joints, or parts of joints."},
    {"motors", Kind::text, optional, "none", "A [catalogue](sizing.md#a-catalogue-of-motors) of motors, found from the folder of the study."},
    {"motor", Kind::list, optional, "all of them", "Which motors of the catalogue are looked at."},
    {"ratios", Kind::map, optional, "that of the mechanism file", "Gear ratios that are tried."},
    {"efficiency", Kind::number, optional, "1", "Of the gear, in (0, 1].", dimension::number, Range::positive, 1},
    {"margin", Kind::number, optional, "1", "Torques are asked for so many times.", dimension::number, Range::positive, 1},
    {"joints", Kind::list, optional, "all whose reactions the motions have", "Joints whose loads are summed up."},
    {"beside", Kind::list, optional, "none", "Earlier tasks of this kind that stand with this one in one table."},
};
constexpr Key ratio_keys[] = {
    {"from", Kind::number, required, "", "The smallest. In `rad/m` where a motor that turns moves a slide.", {}, Range::positive},
    {"to", Kind::number, required, "", "The largest.", {}, Range::positive},
    {"points", Kind::integer, optional, "200", "How many, evenly in their logarithm.", {}, Range::positive, 200},
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

// -- reading --------------------------------------------------------------------------------------------------------------------------------
void read_motions(StudyReader& reader, ObjectReader& object, SizingTask& t) {
  const Node& node = object.at("motions");
  if (!node.is(Node::Kind::map)) {
    t.motions = reader.names(object, "motions");
    t.times.assign(t.motions.size(), 1.0);
  } else {
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      t.motions.push_back({node.keys[i].text, node.keys[i].at});
      t.times.push_back(
          reader.values.number(node.items[i], join_path(object.path("motions"), node.keys[i].text), {dimension::number, Range::positive})
              .value_or(1));
    }
  }
  if (t.motions.empty()) object.error("motions", "is empty");
  for (const NameRef& motion : t.motions) {
    const int errors = reader.sink().n_errors();
    reader.earlier_task(motion, object.path("motions"));
    if (reader.sink().n_errors() > errors) continue;
    const StudyTask* task = reader.find_task(motion.name);
    if (task && task->kind && (!task->motion || task->model.name.empty()))
      reader.sink().error(motion.at, object.path("motions"), "a task of kind '" + std::string(task->kind->name) + "' has no motion of a mechanism",
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
  SizingTask t;
  if (object.has("motions")) read_motions(reader, object, t);
  t.rest_s = object.number("rest");
  t.actuators = reader.names(object, "actuators");
  t.motor = reader.names(object, "motor");
  t.joints = reader.names(object, "joints");
  t.beside = reader.names(object, "beside");
  t.gear = {object.number("efficiency"), object.number("margin")};
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
        reader.sink().error(m.at, object.path("motor"), "no motor '" + m.name + "' in the catalogue", did_you_mean(m.name, known));
  }
  for (const NameRef& other : t.beside) {
    reader.earlier_task(other, object.path("beside"));
    for (const StudyTask& s : reader.study.tasks)
      if (s.name == other.name && s.kind && s.kind->name != "sizing")
        reader.sink().error(other.at, object.path("beside"), "task '" + other.name + "' is not of kind `sizing`");
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

// -- numbers --------------------------------------------------------------------------------------------------------------------------------
struct DemandNumber {
  const char* name;
  double Demand::*value;
  const char *of_turns, *of_slides;
};
constexpr DemandNumber demand_numbers[] = {
    {"force.peak", &Demand::force_peak, "N m", "N"},     {"force.rms", &Demand::force_rms, "N m", "N"},
    {"speed.peak", &Demand::speed_peak, "rad/s", "m/s"}, {"speed.rms", &Demand::speed_rms, "rad/s", "m/s"},
    {"power.out", &Demand::power_out, "W", "W"},         {"power.back", &Demand::power_back, "W", "W"},
    {"power.rms", &Demand::power_rms, "W", "W"},         {"energy.out", &Demand::energy_out, "J", "J"},
    {"energy.back", &Demand::energy_back, "J", "J"},     {"duty.drives", &Demand::drives, "1", "1"},
    {"duty.brakes", &Demand::brakes, "1", "1"},          {"duty.stands", &Demand::stands, "1", "1"},
};
constexpr DemandNumber supply_numbers[] = {
    {"power.out", &Demand::power_out, "W", "W"},   {"power.back", &Demand::power_back, "W", "W"},   {"power.rms", &Demand::power_rms, "W", "W"},
    {"energy.out", &Demand::energy_out, "J", "J"}, {"energy.back", &Demand::energy_back, "J", "J"},
};

bool all_alike(const SizingOutcome& s) {
  return std::all_of(s.actuators.begin(), s.actuators.end(), [&](const ActuatorCycle& a) { return a.turns == s.actuators.front().turns; });
}
double largest(const SizingOutcome& s, double Demand::*value) {
  double most = 0;
  for (const Demand& d : s.demands) most = std::max(most, d.*value);
  return most;
}
double sum(const SizingOutcome& s, double Demand::*value) {
  double all = 0;
  for (const Demand& d : s.demands) all += d.*value;
  return all;
}

void add_demands(const SizingOutcome& s, TaskResult& out) {
  for (std::size_t i = 0; i < s.actuators.size(); ++i)
    for (const DemandNumber& n : demand_numbers)
      out.add(s.actuators[i].name + "." + n.name, s.actuators[i].turns ? n.of_turns : n.of_slides, s.demands[i].*n.value);
  const bool turns = s.actuators.front().turns;
  for (const DemandNumber& n : std::span(demand_numbers).first(4))
    if (all_alike(s)) out.add(n.name, turns ? n.of_turns : n.of_slides, largest(s, n.value));
  out.add("power.peak", "W", std::max(largest(s, &Demand::power_out), largest(s, &Demand::power_back)));
  out.add("energy.out", "J", sum(s, &Demand::energy_out));
  out.add("energy.back", "J", sum(s, &Demand::energy_back));
  for (const DemandNumber& n : supply_numbers) out.add(std::string("supply.") + n.name, n.of_turns, s.supply.*n.value);
  out.add("cycle", "s", s.actuators.front().duration_s());
}

constexpr const char* limit_names[] = {"peak", "heat", "speed"};  // by MotorLimit

void add_motors(const SizingOutcome& s, const std::string& unit, TaskResult& out) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (const SizedMotor& m : s.motors) {
    const std::string name = m.motor.name + ".";
    out.add(name + "ratio", unit, m.best.ratio);
    out.add(name + "load", "1", m.best.use.largest());
    for (const MotorLimit limit : motor_limits)
      out.add(name + limit_names[static_cast<std::size_t>(limit)], "1", m.best.use.share[static_cast<std::size_t>(limit)]);
    out.add(name + "least", unit, m.best.least.value_or(none));
    out.add(name + "most", unit, m.best.most.value_or(none));
    for (std::size_t i = 0; i < s.actuators.size(); ++i) {
      const std::string own = name + s.actuators[i].name;
      out.add(own + ".ratio", unit, i < m.each.size() ? m.each[i].ratio : none);
      out.add(own + ".load", "1", i < m.each.size() ? m.each[i].use.largest() : none);
      out.add(own + ".least_rms", unit, ratio_of_least_rms(s.actuators[i], m.motor.rotor_inertia));
    }
  }
  if (s.motors.empty()) return;
  const SizedMotor* chosen = s.motor("");
  out.add("chosen.ratio", unit, chosen ? chosen->best.ratio : none);
  out.add("chosen.load", "1", chosen ? chosen->best.use.largest() : none);
  out.add("chosen.fits", "1", chosen && chosen->best.fits() ? 1 : 0);
}

std::string digits(double x) { return std::isfinite(x) ? fmt::format("{:.4g}", x) : "-"; }
std::string percent(double x) { return fmt::format("{:.3g} %", 100 * x); }
std::string force_unit(const ActuatorCycle& a) { return a.turns ? "N m" : "N"; }

void table_of_actuators(const SizingOutcome& s, TaskResult& out) {
  ResultTable table{
      "Actuators, on the side of the joint",
      {"actuator", "peak force", "RMS", "", "peak speed", "", "power out [W]", "back [W]", "energy out [J]", "back [J]", "drives", "brakes"},
      {},
      true};
  const auto row = [](const std::string& name, const Demand& d) {
    return std::vector<std::string>{name,
                                    digits(d.force_peak),
                                    digits(d.force_rms),
                                    "",
                                    digits(d.speed_peak),
                                    "",
                                    digits(d.power_out),
                                    digits(d.power_back),
                                    digits(d.energy_out),
                                    digits(d.energy_back),
                                    percent(d.drives),
                                    percent(d.brakes)};
  };
  for (std::size_t i = 0; i < s.actuators.size(); ++i) {
    table.rows.push_back(row(s.actuators[i].name, s.demands[i]));
    table.rows.back()[3] = force_unit(s.actuators[i]);
    table.rows.back()[5] = s.actuators[i].turns ? "rad/s" : "m/s";
  }
  if (s.actuators.size() > 1) {
    table.rows.push_back(row("together", s.supply));
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) table.rows.back()[k] = "-";
  }
  out.tables.push_back(std::move(table));
}

std::string limit_text(const SizingOutcome& s, const BestRatio& b) {
  const auto one = [&](const MotorUse& use) {
    return std::string(word_of(use.limit())) + (s.actuators.size() > 1 ? " of " + s.actuators[static_cast<std::size_t>(use.actuator)].name : "");
  };
  const std::string below = one(b.below), above = one(b.above);
  if (b.at_end) return one(b.use) + ", at the end of the ratios tried";
  return below == above ? below : "below it " + below + ", above it " + above;
}

void table_of_motors(const SizingOutcome& s, const std::string& unit, TaskResult& out) {
  if (s.motors.empty()) return;
  ResultTable table{"Motors, one kind and one gear for all actuators",
                    {"motor", unit == "1" ? "best ratio" : "best ratio [" + unit + "]", "used", "peak", "heat", "speed", "limited by", "can do"},
                    {},
                    true};
  for (std::size_t i = 0; i < s.motors.size(); ++i) {
    const SizedMotor& m = s.motors[i];
    table.rows.push_back({m.motor.name + (static_cast<int>(i) == s.chosen && m.best.fits() ? " (chosen)" : ""), digits(m.best.ratio),
                          percent(m.best.use.largest()), percent(m.best.use.share[0]), percent(m.best.use.share[1]), percent(m.best.use.share[2]),
                          limit_text(s, m.best), m.best.least ? digits(*m.best.least) + " to " + digits(*m.best.most) : "none"});
  }
  out.tables.push_back(std::move(table));
}

void table_beside(const SizingTask& t, const TaskContext& context, const std::string& name, const SizingOutcome& own, TaskResult& out) {
  if (t.beside.empty()) return;
  ResultTable table{"Beside each other",
                    {"task", "actuators", "peak force", "RMS", "peak speed", "peak power [W]", "RMS power [W]", "energy out [J]", "back [J]",
                     "supply peak [W]", "motor", "ratio", "used"},
                    {},
                    true};
  const auto row = [&](const std::string& task, const SizingOutcome& s) {
    const SizedMotor* m = s.motor("");
    const bool alike = all_alike(s), turns = s.actuators.front().turns;
    const auto with = [&](double x, const char* unit) { return alike ? digits(x) + " " + unit : "-"; };
    table.rows.push_back({task, std::to_string(s.actuators.size()), with(largest(s, &Demand::force_peak), turns ? "N m" : "N"),
                          with(largest(s, &Demand::force_rms), turns ? "N m" : "N"), with(largest(s, &Demand::speed_peak), turns ? "rad/s" : "m/s"),
                          digits(std::max(largest(s, &Demand::power_out), largest(s, &Demand::power_back))), digits(largest(s, &Demand::power_rms)),
                          digits(sum(s, &Demand::energy_out)), digits(sum(s, &Demand::energy_back)), digits(s.supply.power_out),
                          m ? m->motor.name + (m->best.fits() ? "" : " (too small)") : "-", m ? digits(m->best.ratio) : "-",
                          m ? percent(m->best.use.largest()) : "-"});
  };
  for (const NameRef& other : t.beside) {
    const TaskResult* result = context.results.find_task(other.name);
    if (result && result->sizing && result->status == TaskStatus::done) row(other.name, *result->sizing);
  }
  row(name, own);
  out.tables.push_back(std::move(table));
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
      table.rows.push_back({joint, kind.name, digits(load.peak), digits(load.rms), digits(load.cubic), kind.unit});
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
std::string unit_of_ratio(const SizingOutcome& s) {
  return s.motors.empty() || s.actuators.front().turns || s.motors.front().motor.kind == MotorKind::linear ? "1" : "rad/m";
}

void name_sweep(const SizingOutcome& s, TaskResult& out) {
  out.abscissa = {"ratio", unit_of_ratio(s), {}};
  for (const SizedMotor& m : s.motors)
    for (const char* what : {"load", limit_names[0], limit_names[1], limit_names[2]})
      out.series.push_back({"sweep." + m.motor.name + "." + what, "1", {}});
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const SizingTask& t = data(task);
  for (const NameRef& motion : t.motions)
    if (!context.results.find_task(motion.name)) return std::nullopt;
  TaskResult out;
  auto s = std::make_shared<SizingOutcome>(outcome_of(t, context));
  add_demands(*s, out);
  add_motors(*s, unit_of_ratio(*s), out);
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

void say_choice(const SizingOutcome& s, TaskResult& out) {
  const SizedMotor* m = s.motor("");
  if (!m) return;
  if (m->best.fits()) {
    out.texts.push_back({"chosen", fmt::format("{} with a ratio of {}: {} of it is used, limited by {}", m->motor.name, digits(m->best.ratio),
                                               percent(m->best.use.largest()), limit_text(s, m->best))});
    return;
  }
  out.notes.push_back(
      fmt::format("no motor of the catalogue can do this: '{}', which comes nearest, would be used to {} with a ratio of {}; limited by {}",
                  m->motor.name, percent(m->best.use.largest()), digits(m->best.ratio), limit_text(s, m->best)));
}

// What the torques and speeds of the figure are, for other programs.
ResultMatrix cloud_matrix(const SizingOutcome& s) {
  ResultMatrix out{"torque_speed", {}, {}, {}};
  const SizedMotor* motor = s.motor("");
  for (std::size_t i = 0; i < s.actuators.size(); ++i) {
    const TorqueSpeed cloud = s.cloud(i, motor);
    if (i == 0) {
      for (std::size_t k = 0; k < cloud.speed.size(); ++k) out.rows.push_back(std::to_string(k + 1));
      out.values.resize(static_cast<Eigen::Index>(cloud.speed.size()), static_cast<Eigen::Index>(2 * s.actuators.size()));
    }
    const bool turns = s.kind(motor) == MotorKind::rotary;
    out.columns.push_back(s.actuators[i].name + (turns ? ".speed [rad/s]" : ".speed [m/s]"));
    out.columns.push_back(s.actuators[i].name + (turns ? ".torque [N m]" : ".torque [N]"));
    for (std::size_t k = 0; k < cloud.speed.size(); ++k) {
      out.values(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(2 * i)) = cloud.speed[k];
      out.values(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(2 * i + 1)) = cloud.torque[k];
    }
  }
  return out;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const SizingTask& t = data(task);
  for (const NameRef& motion : t.motions) {
    const TaskResult* result = context.results.find_task(motion.name);
    if (!result || result->status != TaskStatus::done) return failed_task("task '" + motion.name + "' did not finish");
    if (result->abscissa.values.size() < 2) return failed_task("task '" + motion.name + "' has fewer than two samples");
  }
  TaskResult out;
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
  add_demands(*s, out);
  add_motors(*s, unit_of_ratio(*s), out);
  table_of_actuators(*s, out);
  table_of_motors(*s, unit_of_ratio(*s), out);
  table_beside(t, context, task.name, *s, out);
  add_joints(t, context, out, true);
  say_choice(*s, out);
  out.matrices.push_back(cloud_matrix(*s));
  out.sizing = std::move(s);
  return out;
}

}  // namespace
}  // namespace task_sizing

const SizedMotor* SizingOutcome::motor(const std::string& name) const {
  if (name.empty()) return chosen < 0 ? nullptr : &motors[static_cast<std::size_t>(chosen)];
  const auto it = std::find_if(motors.begin(), motors.end(), [&](const SizedMotor& m) { return m.motor.name == name; });
  return it == motors.end() ? nullptr : &*it;
}
std::vector<std::string> SizingOutcome::motor_names() const {
  std::vector<std::string> names;
  for (const SizedMotor& m : motors) names.push_back(m.motor.name);
  return names;
}
MotorKind SizingOutcome::kind(const SizedMotor* m) const { return m ? m->motor.kind : motors.empty() ? own_kind : motors.front().motor.kind; }
TorqueSpeed SizingOutcome::cloud(std::size_t i, const SizedMotor* m) const {
  return m ? torque_speed(actuators[i], m->motor.rotor_inertia, m->best.ratio, gear)
           : torque_speed(actuators[i], own_rotor_inertia[i], own_ratio[i], {});
}

extern const TaskKind sizing_task;
const TaskKind sizing_task{"sizing",           task_sizing::keys,    task_sizing::parts, task_sizing::read,
                           task_sizing::check, task_sizing::outline, task_sizing::run};

}  // namespace zanjir
