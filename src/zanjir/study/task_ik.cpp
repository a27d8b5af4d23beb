// Inverse kinematics of poses, or along a path through them: how many configurations there are at each, and the one that continues the one before.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "zanjir/study/task_options.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {
namespace task_ik {
namespace {

using namespace schema;

struct IkTask {
  std::optional<StateText> state;
  std::vector<StateText> poses;
  int steps = 1;
};
const IkTask& data(const StudyTask& task) { return std::any_cast<const IkTask&>(task.what); }

constexpr TaskOption<IkTask> options[] = {
    task_keys::kind("ik"),
    task_keys::model,
    option<&IkTask::state>({"state", Kind::map, optional, "the file's initial state",
                            "Where the search starts, as [eval](eval.md) takes it: branches near it come first."}),
    Key{"poses", Kind::list, required, "",
        "Where frames shall be, one after the other, each as `ik` of [eval](eval.md): `{frame: platform, p: [0, 0, 1 m], quat: [1, 0, 0, 0]}`, "
        "`{frame: spindle, p: [0, 0, 1 m], along: [0, 0, 1]}`, with `range`, `hold` and `branches` where wanted."},
    whole_number<&IkTask::steps>(
        integer_key("steps", optional, "1",
                    "Samples from one pose to the next: points on straight lines, orientations and directions the shortest way.", Range::positive, 1),
        1, 1'000'000),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "Inverse kinematics. Results over `pose` (0 is the first pose, 1 the second, fractions lie between): `reached` (1 or 0), `count` of "
    "configurations, and of the one nearest to the\n"
    "sample before every coordinate `A`, `U.a`, angles continued over full turns, and its `residual`. `branches: \"A1:up\"` in the first pose "
    "chooses a branch; where the nearest one is on another branch than the sample before, a note says so; `gap` is by how much a pose\n"
    "is out of reach (m or rad; 0 where it is reached), and a note says which leg misses it. Single numbers: `reached.all` (1 or 0), "
    "`count.first`.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {robot: {file: rrr_3.yaml}}
tasks:
  across:
    kind: ik
    model: robot
    state: {q: {}}
    poses:
      - {frame: platform, p: [0 m, 0 m], angle: 0 deg}
      - {frame: platform, p: [30 mm, 20 mm], angle: 10 deg}
    steps: 4
claims: [{id: eight, by: law, source: two per leg, said: {value: 8}, compute: across.count.first}]
)yaml";
const schema::Object keys{"Task `ik`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  IkTask t = read_options(reader, object, options);
  if (object.has("poses") && reader.values.expect(object.at("poses"), object.path("poses"), Node::Kind::list, "a list of poses")) {
    const Node& poses = object.at("poses");
    if (poses.items.empty()) object.error("poses", "no pose is given");
    for (std::size_t i = 0; i < poses.items.size(); ++i) t.poses.push_back(reader.state("", poses.items[i], object.path("poses", i)));
  }
  task.what = std::move(t);
}

bool alike(const KinematicsQuestion& a, const KinematicsQuestion& b) {
  if (a.targets.size() != b.targets.size()) return false;
  for (std::size_t i = 0; i < a.targets.size(); ++i) {
    const PoseTarget &x = a.targets[i], &y = b.targets[i];
    if (x.frame != y.frame || x.what != y.what || x.led != y.led || norm(x.axis - y.axis) > 0) return false;
  }
  return true;
}

std::vector<KinematicsQuestion> questions(const IkTask& t, const Model& model, const std::string& path, DiagnosticSink* sink) {
  std::vector<KinematicsQuestion> list;
  for (std::size_t i = 0; i < t.poses.size(); ++i) {
    std::vector<SaidProblem> problems;
    list.push_back(read_ik(model, t.poses[i].said, problems));
    const std::string here = path + "[" + std::to_string(i) + "]";
    for (const SaidProblem& p : problems) {
      const std::string below = p.path.starts_with("ik") ? p.path.substr(2) : "." + p.path;
      if (sink) sink->error(p.at.line > 0 ? p.at : t.poses[i].at, here + below, p.message, p.hint);
    }
    if (sink && problems.empty() && i > 0 && t.steps > 1 && !alike(list[i - 1], list[i]))
      sink->error(t.poses[i].at, here, "other frames or components than in the pose before, so nothing lies between them", "leave `steps` out");
  }
  return list;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const IkTask& t = data(task);
  const Model& model = context.model(task);
  questions(t, model, task_path(task, "poses"), &sink);
  check_state(task, t.state, model, sink);
}

PoseTarget between(const PoseTarget& a, const PoseTarget& b, double s) {
  PoseTarget out = a;
  out.X_WF.p = a.X_WF.p * (1 - s) + b.X_WF.p * s;
  const Mat3d& R = a.X_WF.R;
  if (a.what == PoseTarget::What::axis) {
    const Vec3d from = R * a.axis, to = b.X_WF.R * b.axis, about = cross(from, to);
    if (norm(about) > 1e-12) out.X_WF.R = spatial::rotation_about(about * (1 / norm(about)), s * std::atan2(norm(about), dot(from, to))) * R;
  } else {
    out.X_WF.R = R * spatial::to_matrix(spatial::exp_quaternion(spatial::log_quaternion(spatial::to_quaternion(transpose(R) * b.X_WF.R)) * s));
  }
  return out;
}

TaskResult named(const UserJoints& users) {
  TaskResult out;
  out.abscissa = {"pose", "1", {}};
  out.series = {{"reached", "1", {}}, {"count", "1", {}}, {"gap", "1", {}}, {"residual", "1", {}}};
  for (int i = 0; i < users.nq(); ++i) out.series.push_back({users.coordinate_names()[at(i)], users.coordinate_units()[at(i)], {}});
  out.add("reached.all", "1", 1);
  out.add("count.first", "1", 0);
  return out;
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) { return named(UserJoints(context.model(task))); }

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const IkTask& t = data(task);
  const Model& model = context.model(task);
  const Result<StateQuestion> start = read_question(model, t.state ? &t.state->said : nullptr, "state");
  if (!start) return failed_task(start.diagnostics.front().message);
  const UserJoints users(model);
  TaskResult out = named(users);
  const std::vector<KinematicsQuestion> poses = questions(t, model, "", nullptr);
  State near = start->state;
  std::string before;  // the branch of the sample before
  const std::size_t n = (poses.size() - 1) * at(t.steps) + 1;
  for (std::size_t k = 0; k < n; ++k) {
    if (context.cancel) {
      out.status = TaskStatus::cancelled;
      return out;
    }
    const std::size_t pose = k / at(t.steps);
    const double s = static_cast<double>(k % at(t.steps)) / t.steps, where = static_cast<double>(pose) + s;
    KinematicsQuestion question = poses[pose];
    for (std::size_t i = 0; s > 0 && i < question.targets.size(); ++i)
      question.targets[i] = between(poses[pose].targets[i], poses[pose + 1].targets[i], s);
    if (s > 0) question.label.clear();  // a branch is chosen at a pose and kept after it
    question.search.max_listed = 1;
    const KinematicsAnswer answer = answer_kinematics(model, users, question, near, {}, FrameId{});
    const Branches& found = answer.branches;
    double gap = 0;
    for (const Limit& limit : found.limits) gap = std::max(gap, limit.gap);
    if (answer.found()) {
      if (!before.empty() && found.list[0].label != before)
        out.notes.push_back(
            fmt::format("pose {:.6g}: the configuration nearest to the one before is on another branch, '{}' after '{}'; more `steps` show whether a "
                        "way leads there",
                        where, found.list[0].label, before));
      before = found.list[0].label;
      near = found.list[0].state;
      out.motion.push_back(near);
      out.motion.back().t_s = where;
    } else out.notes.push_back(fmt::format("pose {:.6g}: {}", where, answer.note()));
    const double none = std::numeric_limits<double>::quiet_NaN();
    out.abscissa.values.push_back(where);
    const double row[] = {answer.found() ? 1.0 : 0.0, static_cast<double>(found.count), answer.found() ? 0 : gap,
                          answer.found() ? found.list[0].residual : none};
    for (std::size_t i = 0; i < out.series.size(); ++i)
      out.series[i].values.push_back(i < 4 ? row[i] : answer.found() ? answer.q[0][static_cast<Eigen::Index>(i) - 4] : none);
    if (k == 0) out.numbers[1].value = found.count;
    if (!answer.found()) out.numbers[0].value = 0;
    context.progress.update(static_cast<double>(k + 1) / static_cast<double>(n));
  }
  return out;
}

}  // namespace
}  // namespace task_ik

extern const TaskKind ik_task;
const TaskKind ik_task{"ik", task_ik::keys, {}, task_ik::read, task_ik::check, task_ik::outline, task_ik::run};

}  // namespace zanjir
