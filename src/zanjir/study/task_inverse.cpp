// Inverse dynamics along a motion: at each instant the prescribed joints follow their laws, the others follow from the loops (started at the sample
// before, so that the branch is kept), and forces and reactions are solved for. The rank of the loops is decided at the first instant and kept.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "zanjir/terms/loop_state.hpp"
#include "zanjir/terms/quantities.hpp"
#include "zanjir/terms/state_question.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/forces/motion_law.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_inverse {
namespace {

using Json = nlohmann::ordered_json;

const InverseTask& data(const StudyTask& task) { return std::get<InverseTask>(task.what); }

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

// Every quantity of the catalogue that the task's outputs name; without outputs all but singular values, which are dear.
QuantitySet chosen_quantities(const InverseTask& task, const Model& model) {
  const bool reactions = coverage(*find_formulation(task.formulation), model).reactions;
  return QuantitySet(model, moving_frames(model), [&](const QuantityFamily& family, const QuantityName& q) {
    if (family.group == QuantityGroup::time || family.needs == Needs::ledger || (family.needs == Needs::reactions && !reactions)) return false;
    if (family.group == QuantityGroup::singular_values && task.outputs.empty()) return false;
    return wanted_output(task.outputs, q.name);
  });
}

class AlongMotion {
 public:
  AlongMotion(const StudyTask& task, const Model& model, const std::vector<double>& drawn, TaskResult& out)
      : task_(data(task)),
        model_(model),
        quantities_(chosen_quantities(task_, model)),
        row_(quantities_.names().size()),
        ws_(model),
        formulation_(*find_formulation(task_.formulation)),
        solver_(formulation_, model),
        out_(out) {
    for (const QuantityName& q : quantities_.names()) out_.series.push_back({q.name, q.unit, {}});
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
    const Reactions reactions = quantities_.needs(Needs::reactions) ? Reactions::compute : Reactions::skip;
    const SolveStatus status = solver_.solve(question->state, given, reactions, solution_);
    if (status != SolveStatus::ok && status != SolveStatus::redundant)
      return give_up(t, std::string(name_of(status)) + ": " + solution_.note);
    if (status == SolveStatus::redundant && note_.empty()) out_.texts.push_back({"note", note_ = solution_.note});
    write(t);
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

  void write(double t) {
    quantities_.write({ws_, &solution_}, row_);
    out_.abscissa.values.push_back(t);
    for (std::size_t i = 0; i < row_.size(); ++i) out_.series[i].values.push_back(row_[i]);
  }

  const InverseTask& task_;
  const Model& model_;
  QuantitySet quantities_;
  std::vector<double> row_;
  Workspace ws_;
  AnyFormulation formulation_;
  Solver solver_;
  TaskResult& out_;
  std::vector<MotionLaw> laws_;
  State start_;
  std::optional<LoopRank> rank_;
  Solution solution_;
  std::string note_;
};

std::vector<std::string> names(const StudyTask& task, const TaskContext& context) {
  std::vector<std::string> all{"t", "samples"};
  if (!find_formulation(data(task).formulation)) return all;
  const QuantitySet quantities = chosen_quantities(data(task), context.model(task));
  for (const QuantityName& q : quantities.names()) all.push_back(q.name);
  return all;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const Model& model = context.model(task);
  const std::string path = "tasks." + task.name;
  check_formulation(data(task).formulation, model, task.at, path + ".formulation", sink);
  if (find_formulation(data(task).formulation)) check_outputs(data(task).outputs, names(task, context), path, sink);
  const std::vector<std::string> known = scalar_names(model);
  for (const MotionText& m : data(task).motion) {
    if (std::find(known.begin(), known.end(), m.of.name) == known.end())
      sink.error(m.of.at, path + ".motion." + m.of.name, "the model has no coordinate '" + m.of.name + "' that can follow a law",
                 did_you_mean(m.of.name, known).empty() ? "turning bodies are prescribed in the mechanism file, under `motion`"
                                                        : did_you_mean(m.of.name, known));
  }
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

TaskKind inverse_kind() {
  using namespace task_inverse;
  return {check, names, run};
}

}  // namespace zanjir
