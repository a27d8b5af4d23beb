// Inverse dynamics along a motion: at each instant the prescribed joints follow their laws, the others follow from the loops (started at the sample
// before, so that the branch is kept), and forces and reactions are solved for. The rank of the loops is decided at the first instant and kept.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "zanjir/terms/loop_state.hpp"
#include "zanjir/terms/state_question.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/forces/motion_law.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_inverse {
namespace {

using Json = nlohmann::ordered_json;

using schema::Key;
using schema::Kind;
using schema::Range;
constexpr auto required = schema::Need::required;
constexpr auto optional = schema::Need::optional;

constexpr Key own_keys[] = {
    task_keys::kind("inverse"),
    task_keys::model,
    {"motion", Kind::map, optional, "what the model prescribes", "Per joint or joint.part, the law it follows. Joints that are not named follow from the loops; what is free besides keeps still."},
    {"from", Kind::number, optional, "0", "First instant.", dimension::time},
    {"until", Kind::number, required, "", "Last instant.", dimension::time},
    {"every", Kind::number, required, "", "Time between samples; the last instant is always one.", dimension::time, Range::positive},
    task_keys::formulation,
    task_keys::outputs,
};
constexpr std::string_view text =
    "Which forces a motion needs. Results over `t`: coordinates `A`, speeds `A.speed`, accelerations `A.acceleration`, forces `A.force` of actuated\n"
    "and prescribed joints, reactions `A.reaction.force.x` and `A.reaction.moment.z` of every joint (parent on child, at the joint, world axes),\n"
    "frames `body.frame.x`, `energy.kinetic`, `energy.total`, `loop_residual`. The rank of the loops is decided once, at the first instant.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  swing:
    kind: inverse
    model: pendulum
    motion: {A: {law: sine, amplitude: 30 deg, frequency: 0.5 Hz}}
    from: 0 s
    until: 2 s
    every: 10 ms
    formulation: newton-euler
    outputs: [A, energy]
figures:
  torque: {curves: [swing.A.force]}
)yaml";
const schema::Object keys{"Task `inverse`", "tasks.<name>", text, own_keys, example};

struct MotionText {  // a law for a joint or joint.part
  NameRef of;
  LawDescription law;
};
struct InverseTask {
  std::vector<MotionText> motion;
  double from_s = 0, until_s = 0, every_s = 0;
  std::string formulation;
  std::vector<NameRef> outputs;
};
const InverseTask& data(const StudyTask& task) { return std::any_cast<const InverseTask&>(task.what); }

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  InverseTask t;
  t.from_s = object.number("from");
  t.until_s = object.number("until");
  t.every_s = object.number("every");
  if (object.has("until") && t.until_s < t.from_s) object.error("until", "must not lie before `from`");
  if (t.every_s > 0 && (t.until_s - t.from_s) / t.every_s > 1e7) object.error("every", "gives more than ten million samples");
  t.formulation = object.has("formulation") ? reader.text(object, "formulation") : std::string(object.key("formulation").default_text);
  t.outputs = reader.names(object, "outputs");
  if (object.has("motion") && reader.values.expect(object.at("motion"), object.path("motion"), Node::Kind::map, "a map of joints and laws")) {
    const Node& motion = object.at("motion");
    for (std::size_t i = 0; i < motion.keys.size(); ++i)
      t.motion.push_back({{motion.keys[i].text, motion.keys[i].at},
                          read_law(reader.values, motion.items[i], join_path(object.path("motion"), motion.keys[i].text), std::nullopt)});
  }
  task.motion = TimeSpan{t.from_s, t.until_s};
  task.what = std::move(t);
}

// Joints and parts that a law can be given to: scalar coordinates whose rate is a speed of the same name.
std::vector<std::string> scalar_names(const Model& model) {
  std::vector<std::string> names;
  const UserJoints users(model);
  for (const UserJoint& u : users.joints()) {
    if (u.joint.type == JointType::spherical || u.joint.type == JointType::free) continue;
    for (int i = 0; i < u.joint.nq; ++i) names.push_back(users.coordinate_names()[static_cast<std::size_t>(u.q_begin + i)]);
  }
  return names;
}

// One row of channels per instant; the first row makes them.
class Rows {
 public:
  Rows(const std::vector<NameRef>& outputs, TaskResult& out) : outputs_(outputs), out_(out) {}
  void begin(double t) {
    out_.abscissa.values.push_back(t);
    next_ = 0;
  }
  void put(const std::string& name, std::string_view unit, double value) {
    const bool first = out_.abscissa.values.size() == 1;
    if (first) {
      const bool taken = std::any_of(out_.series.begin(), out_.series.end(), [&](const Series& s) { return s.name == name; });
      keep_.push_back(!taken && wanted_output(outputs_, name));  // a body called like a joint: the joint has the name
      if (keep_.back()) out_.series.push_back({name, std::string(unit), {}}), index_.push_back(out_.series.size() - 1);
      else index_.push_back(0);
    }
    if (keep_[next_]) out_.series[index_[next_]].values.push_back(value);
    ++next_;
  }

 private:
  const std::vector<NameRef>& outputs_;
  TaskResult& out_;
  std::vector<bool> keep_;
  std::vector<std::size_t> index_;
  std::size_t next_ = 0;
};

class AlongMotion {
 public:
  AlongMotion(const StudyTask& task, const Model& model, const std::vector<double>& drawn, TaskResult& out)
      : task_(data(task)),
        model_(model),
        users_(model),
        ws_(model),
        formulation_(*find_formulation(task_.formulation)),
        solver_(formulation_, model),
        rows_(task_.outputs, out),
        out_(out) {
    for (const MotionText& m : task_.motion) laws_.emplace_back(m.law);
    start_ = initial_state(model);
    for (const double t : drawn) out_.snapshots.push_back({t, start_});
    for (Snapshot& s : out_.snapshots) s.state.t_s = -std::numeric_limits<double>::infinity();  // no sample yet
  }

  // False: the task ends here, and `why` says why.
  bool sample(double t) {
    const Result<StateQuestion> question = read_question(model_, question_at(t), "motion", 0, &start_);
    if (!question) return give_up(t, question.diagnostics.front().message);
    start_ = question->state;
    start_.v.setZero();
    update_velocities(model_, question->state, ws_);
    Given given = inverse_question(model_, question->vdot);
    const bool loops = model_.n_closure_rows() > 0;
    if (loops && !rank_) rank_ = loop_facts(model_, question->state).rank;
    if (loops) given.rank = &*rank_;
    const bool reactions = coverage(formulation_, model_).reactions;
    const SolveStatus status = solver_.solve(question->state, given, reactions ? Reactions::compute : Reactions::skip, solution_);
    if (status != SolveStatus::ok && status != SolveStatus::redundant)
      return give_up(t, std::string(name_of(status)) + ": " + solution_.note);
    if (status == SolveStatus::redundant && note_.empty()) out_.texts.push_back({"note", note_ = solution_.note});
    write(t, reactions);
    for (Snapshot& s : out_.snapshots) {
      if (std::abs(t - s.asked_s) < std::abs(s.state.t_s - s.asked_s)) s.state = question->state;
    }
    return true;
  }

 private:
  bool give_up(double t, const std::string& why) {
    out_.status = TaskStatus::failed;
    out_.why = "at t = " + Json(t).dump() + " s: " + why;
    return false;
  }

  std::string question_at(double t) const {
    Json q = Json::object(), v = Json::object(), vdot = Json::object();
    for (std::size_t i = 0; i < laws_.size(); ++i) {
      const Jet jet = laws_[i].at(t);
      const std::string& name = task_.motion[i].of.name;
      q[name] = jet.value;
      v[name] = jet.rate;
      vdot[name] = jet.acceleration;
    }
    return Json{{"t", t}, {"q", q}, {"v", v}, {"vdot", vdot}}.dump();
  }

  void write(double t, bool reactions) {
    rows_.begin(t);
    const VecX q = users_.coordinates(ws_), v = users_.speeds(ws_);
    update_accelerations(model_, solution_.vdot, ws_);
    const VecX vdot = users_.accelerations(ws_, solution_.vdot);
    const VecX tau_cut = solution_.tau_cut.size() == model_.n_cut_v() ? solution_.tau_cut : VecX(VecX::Zero(model_.n_cut_v()));
    const VecX tau = users_.forces(ws_, solution_.tau, tau_cut);
    for (int i = 0; i < users_.nq(); ++i) rows_.put(users_.coordinate_names()[at(i)], users_.coordinate_units()[at(i)], q[i]);
    for (int i = 0; i < users_.nv(); ++i) {
      const std::string& name = users_.speed_names()[at(i)];
      const bool turns = users_.turns(i);
      rows_.put(name + ".speed", turns ? "rad/s" : "m/s", v[i]);
      rows_.put(name + ".acceleration", turns ? "rad/s^2" : "m/s^2", vdot[i]);
      rows_.put(name + ".force", turns ? "N m" : "N", tau[i]);
    }
    if (reactions) write_reactions();
    const Energy e = energy(model_, ws_);
    rows_.put("energy.kinetic", "J", e.kinetic_J);
    rows_.put("energy.gravity", "J", e.gravity_J);
    rows_.put("energy.springs", "J", e.springs_J);
    rows_.put("energy.total", "J", e.total_J());
    rows_.put("power", "W", tau.dot(v));
    if (model_.n_closure_rows() > 0) {
      Closure closure(model_);
      update_closure_positions(model_, ws_, closure);
      // angles count at the model length
      rows_.put("loop_residual", "m", model_.length_m() * closure.phi.cwiseProduct(model_.row_scale()).cwiseAbs().maxCoeff());
    }
    for (std::size_t i = 1; i < model_.frames().size(); ++i) {
      const Frame& frame = model_.frames()[i];
      const FrameKinematics k = frame_kinematics(model_, ws_, frame);
      const double p[] = {k.X_WF.p.x, k.X_WF.p.y, k.X_WF.p.z}, w[] = {k.V_WF_W.v.x, k.V_WF_W.v.y, k.V_WF_W.v.z};
      for (std::size_t c = 0; c < 3; ++c) rows_.put(frame.name + "." + "xyz"[c], "m", p[c]);
      for (std::size_t c = 0; c < 3; ++c) rows_.put(frame.name + ".v" + "xyz"[c], "m/s", w[c]);
    }
  }

  void write_reactions() {
    for (const UserJoint& u : users_.joints()) {
      const auto& list = u.tree < 0 ? solution_.loop_reaction : solution_.reaction;
      const auto i = at(u.tree < 0 ? u.constraint : u.tree);
      const Forced F = i < list.size() ? list[i].total : Forced{{0, 0, 0}, {0, 0, 0}};
      const double n[] = {F.n.x, F.n.y, F.n.z}, f[] = {F.f.x, F.f.y, F.f.z};
      for (std::size_t c = 0; c < 3; ++c) rows_.put(u.joint.name + ".reaction.moment." + "xyz"[c], "N m", n[c]);
      for (std::size_t c = 0; c < 3; ++c) rows_.put(u.joint.name + ".reaction.force." + "xyz"[c], "N", f[c]);
    }
  }


  const InverseTask& task_;
  const Model& model_;
  UserJoints users_;
  Workspace ws_;
  AnyFormulation formulation_;
  Solver solver_;
  Rows rows_;
  TaskResult& out_;
  std::vector<MotionLaw> laws_;
  State start_;
  std::optional<LoopRank> rank_;
  Solution solution_;
  std::string note_;
};

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const Model& model = context.model(task);
  const std::string path = "tasks." + task.name;
  check_formulation(data(task).formulation, model, task.at, path + ".formulation", sink);
  const std::vector<std::string> known = scalar_names(model);
  for (const MotionText& m : data(task).motion) {
    if (std::find(known.begin(), known.end(), m.of.name) == known.end())
      sink.error(m.of.at, path + ".motion." + m.of.name, "the model has no coordinate '" + m.of.name + "' that can follow a law",
                 did_you_mean(m.of.name, known).empty() ? "turning bodies are prescribed in the mechanism file, under `motion`"
                                                        : did_you_mean(m.of.name, known));
  }
}

// The first instant says what every other will have; where it has no answer, nobody knows.
std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  TaskResult out;
  AlongMotion motion(task, context.model(task), {}, out);
  if (!motion.sample(data(task).from_s)) return std::nullopt;
  out.add("samples", "1", 0);
  return out;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  TaskResult out;
  const InverseTask& t = data(task);
  AlongMotion motion(task, context.model(task), drawn_instants(context.study, task.name), out);
  const auto n = static_cast<std::size_t>(std::floor((t.until_s - t.from_s) / t.every_s * (1 + 1e-12)));
  const bool extra = t.from_s + static_cast<double>(n) * t.every_s < t.until_s - 1e-9 * t.every_s;
  for (std::size_t k = 0; k <= n + (extra ? 1 : 0); ++k) {
    if (context.cancel) {
      out.status = TaskStatus::cancelled;
      break;
    }
    const double instant = k > n ? t.until_s : t.from_s + static_cast<double>(k) * t.every_s;
    if (!motion.sample(instant)) break;
    context.progress.update(static_cast<double>(k + 1) / static_cast<double>(n + 1));
  }
  out.add("samples", "1", static_cast<double>(out.abscissa.values.size()));
  return out;
}

}  // namespace
}  // namespace task_inverse

extern const TaskKind inverse_task;
const TaskKind inverse_task{"inverse", task_inverse::keys, {}, task_inverse::read, task_inverse::check, task_inverse::outline, task_inverse::run};

}  // namespace zanjir
