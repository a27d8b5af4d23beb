#include "zanjir/view/shown_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/allowed_motions.hpp"
#include "zanjir/loops/closer.hpp"
#include "zanjir/record/memory_recorder.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/recorded_pose.hpp"

namespace zanjir {
namespace {

bool prescribes(const Model& model) { return !model.prescribed().empty(); }

MotionKind suited(const Model& model) {
  if (prescribes(model)) return MotionKind::simulation;
  const bool moves = norm(model.gravity()) > 0 || (model.initial_v().size() > 0 && model.initial_v().cwiseAbs().maxCoeff() > 0);
  const bool floats = model.contacts().empty() && std::any_of(model.joints().begin(), model.joints().end(), [](const Joint& j) {
                        return j.type == JointType::free && j.parent == BodyId::ground;
                      });  // its fall would be that of a stone
  return !moves || floats || model.n_closure_rows() > 0 ? MotionKind::walk : MotionKind::simulation;
}

// -- a walk: x = a sin(theta) along each allowed motion, one after the other, with the loops closed at every step

constexpr double walk_seconds = 3;  // per freedom
constexpr int walk_steps = 90;      // per freedom: smooth, and small enough to stay on the branch

// The speed of the fastest mass centre along a motion.
double fastest_centre(const Model& model, Workspace& ws, const State& start, const VecX& direction) {
  State moving = start;
  moving.v = direction;
  update_velocities(model, moving, ws);
  double fastest = 0;
  for (std::size_t i = 1; i < model.bodies().size(); ++i) {
    const Frame at_com{"", static_cast<BodyId>(static_cast<int>(i)), {Mat3d::identity(), model.bodies()[i].com_m}};
    fastest = std::max(fastest, norm(frame_kinematics(model, ws, at_com).V_WF_W.v));
  }
  return fastest;
}

// How far to go along a motion: the fastest point of the mechanism moves by about a sixth of its size, no joint turns more than half a radian.
double amplitude(const Model& model, Workspace& ws, const State& start, const VecX& direction, double size_m) {
  const double fastest = fastest_centre(model, ws, start, direction);
  double turn = 1e-9;
  for (int i = 0; i < model.nv(); ++i)
    if (model.speed(i).turns()) turn = std::max(turn, std::abs(direction[i]));
  return std::min(fastest > 0 ? size_m / 6 / fastest : 1.0, 0.5 / turn);
}

// From `start` along the motion that is nearest to `wanted`, by `by`; false: it does not go on.
bool walk_step(const Model& model, Closer& closer, Workspace& ws, const VecX& wanted, double by, State& state, VecX& scratch) {
  update_positions(model, state, ws);
  VecX direction = wanted;
  if (model.n_closure_rows() > 0) {
    const MatX N = allowed_motions(model, ws, nullptr);
    if (N.cols() == 0) return false;
    const VecX scale = model.column_scale();
    const VecX along = N.transpose() * wanted.cwiseQuotient(scale.cwiseProduct(scale));  // orthonormal where slides count in model lengths
    direction = N * along;
  }
  retract(model, state.q, direction * by, scratch);
  State next = state;
  next.q = scratch;
  if (model.n_closure_rows() > 0 && !closer.positions(model, next).closed) return false;
  state.q = next.q;
  return true;
}

// At most twelve; how a floating mechanism is carried about as a whole says nothing about it, unless it has no other freedom.
std::vector<Eigen::Index> worth_walking(const Model& model, const MatX& N) {
  std::vector<Eigen::Index> all, inner;
  for (Eigen::Index k = 0; k < N.cols(); ++k) {
    all.push_back(k);
    double inside = 0;
    for (int i = 0; i < model.nv(); ++i)
      if (model.joint(model.speed(i).joint).type != JointType::free || model.speed(i).is_mode()) inside = std::max(inside, std::abs(N(i, k)));
    if (inside > 1e-3 * N.col(k).cwiseAbs().maxCoeff()) inner.push_back(k);
  }
  std::vector<Eigen::Index>& chosen = inner.empty() ? all : inner;
  chosen.resize(std::min<std::size_t>(chosen.size(), 12));
  return chosen;
}

struct Walk {
  std::vector<State> states;  // all at the instant of the start, for laws of time
  std::vector<double> t_s;    // when each is shown
};
Walk walk(const Model& model, const State& start, double size_m, const Cancel& cancel) {
  Workspace ws(model);
  update_positions(model, start, ws);
  const MatX N = allowed_motions(model, ws, nullptr);
  Closer closer(model);
  Walk out;
  VecX scratch;
  std::vector<Eigen::Index> shown = worth_walking(model, N);
  if (model.n_closure_rows() > 0) {  // rods that spin about themselves between two balls are no motion to be seen, unless there is no other
    const auto spins = [&](Eigen::Index k) { return fastest_centre(model, ws, start, N.col(k)) < 1e-6 * size_m * N.col(k).cwiseAbs().maxCoeff(); };
    if (!std::all_of(shown.begin(), shown.end(), spins)) std::erase_if(shown, spins);
  }
  const auto n_shown = static_cast<Eigen::Index>(shown.size());
  for (Eigen::Index k = 0; k < n_shown && !cancel; ++k) {
    const VecX direction = N.col(shown[static_cast<std::size_t>(k)]);
    const double reach = amplitude(model, ws, start, direction, size_m);
    State state = start;
    std::vector<State> there;  // outwards as far as it goes, on both sides; the walk plays them back and forth
    std::vector<State> sides[2];
    for (int side = 0; side < 2; ++side) {
      state = start;
      for (int i = 1; i <= walk_steps / 4; ++i) {
        const double before = std::sin((i - 1) * std::numbers::pi * 2 / walk_steps), now = std::sin(i * std::numbers::pi * 2 / walk_steps);
        if (!walk_step(model, closer, ws, direction, (side == 0 ? 1 : -1) * reach * (now - before), state, scratch)) break;
        sides[side].push_back(state);
      }
    }
    for (const auto& side : sides) {
      there.push_back(start);
      there.insert(there.end(), side.begin(), side.end());
      there.insert(there.end(), side.rbegin(), side.rend());
    }
    const double begin = walk_seconds * static_cast<double>(k);
    for (std::size_t i = 0; i < there.size(); ++i) {
      out.states.push_back(there[i]);
      out.t_s.push_back(begin + walk_seconds * static_cast<double>(i) / static_cast<double>(there.size()));
    }
  }
  out.states.push_back(start);
  out.t_s.push_back(walk_seconds * static_cast<double>(n_shown));
  return out;
}

// The coordinates of the user's joints as curves over the walk.
CurveTable coordinates_along(const Model& model, const Walk& walked, std::size_t points) {
  const UserJoints users(model);
  std::vector<Channel> channels = {{"t", "s"}};
  for (int i = 0; i < users.nq(); ++i) channels.push_back({users.coordinate_names()[at(i)], users.coordinate_units()[at(i)]});
  CurveTaker curves(channels, walked.states.size(), points);
  Workspace ws(model);
  std::vector<double> row(channels.size());
  VecX q = VecX::Zero(users.nq());
  for (std::size_t i = 0; i < walked.states.size(); ++i) {
    update_positions(model, walked.states[i], ws);
    users.coordinates(ws, q);
    row[0] = walked.t_s[i];
    std::copy(q.data(), q.data() + q.size(), row.begin() + 1);
    curves.add(row);
  }
  return curves.take();
}

// How long a run may be so that the fastest prescribed turn is followed by the eye.
double followed_s(const Model& model, const State& start, const MotionChoice& choice) {
  constexpr double most_rad = 0.25;  // from frame to frame
  double fastest = 0;
  for (const PrescribedMotion& p : model.prescribed())
    for (int i = 0; i < model.nv(); ++i)
      if (model.speed(i).joint == p.joint && model.speed(i).turns()) fastest = std::max(fastest, std::abs(start.v[i]));
  return fastest > 0 ? std::min(choice.until_s, static_cast<double>(choice.frames) * most_rad / fastest) : choice.until_s;
}

struct Simulated {
  std::optional<MemoryRecorder> memory;
  std::string problem;     // why it did not begin, or ended early
  bool cancelled = false;  // somebody had no more patience
};

Simulated simulated(const Description& description, const MotionChoice& choice, const Cancel& cancel) {
  Simulated out;
  SimulationRequest request;
  request.options.until_s = choice.until_s;
  request.options.sample_interval_s = choice.until_s / static_cast<double>(std::max<std::size_t>(choice.frames, 2) - 1);
  request.options.samples.reactions = true;
  Result<Prepared> prepared = prepare(description, request);
  if (!prepared) {
    request.options.samples.reactions = false;
    prepared = prepare(description, request);
  }
  if (!prepared) {
    out.problem = prepared.diagnostics.empty() ? "it cannot start" : prepared.diagnostics.front().message;
    return out;
  }
  prepared->options.cancel = &cancel;
  const RunSummary summary = run(*prepared, [&](const std::vector<Channel>& channels) -> Recorder* {
    out.memory.emplace(RecordingHeader{channels, {}});
    return &*out.memory;
  });
  if (!summary.finished()) out.problem = summary.why;
  out.cancelled = summary.end == RunEnd::cancelled;
  return out;
}

}  // namespace

Result<Bundle> shown_mechanism(const Description& description, const Model& model, const MotionChoice& choice, const Cancel& cancel) {
  Result<StateQuestion> question = own_start(description, model);
  if (!question) return {std::nullopt, std::move(question.diagnostics)};
  const State& start = question->state;
  Bundle bundle;
  bundle.title = model.name();
  bundle.scenes.push_back(make_scene(model, description.looks, start));
  const Scene& scene = bundle.scenes.back();
  Clip clip;
  clip.name = clip.title = model.name();
  MotionKind kind = choice.kind == MotionKind::any ? suited(model) : choice.kind;
  PoseTaker poses(model, scene);
  if (kind == MotionKind::simulation) {
    MotionChoice paced = choice;
    if (choice.own_pace) paced.until_s = followed_s(model, start, choice);
    const Simulated run = simulated(description, paced, cancel);
    if (!run.memory || run.memory->n_rows() < 2) {
      clip.note = "It cannot be simulated from its start: " + run.problem + ". Shown is a walk along its freedoms.";
      kind = MotionKind::walk;
    } else {
      const MemoryRecorder& memory = *run.memory;
      RecordedPose recorded(model);
      std::vector<std::string> missing;
      for (const std::uint64_t r : even_rows(memory.n_rows(), choice.frames)) {
        poses.add(recorded.state(memory.header().channels, memory.row(r), missing));
      }
      CurveTaker curves(memory.header().channels, memory.n_rows(), choice.points);
      for (std::size_t r = 0; r < memory.n_rows(); ++r) curves.add(memory.row(r));
      clip.curves = curves.take();
      clip.events = memory.events();
      clip.note = prescribes(model) ? "Its prescribed motion." : "How it moves by itself: the actuators give no force beyond what the file says.";
      if (run.cancelled) clip.note += " Shown is its beginning: the rest takes longer to compute.";
      else if (!run.problem.empty()) clip.note += " The run ended early: " + run.problem + ".";
    }
  }
  if (kind == MotionKind::walk) {
    const Walk walked = walk(model, start, scene.size_m, cancel);
    for (std::size_t i = 0; i < walked.states.size(); ++i) poses.add(walked.states[i], walked.t_s[i]);
    clip.curves = coordinates_along(model, walked, choice.points);
    clip.walked = true;
    if (clip.note.empty()) clip.note = "A walk along its freedoms, one after the other: not a motion in time, only where it can go.";
  } else if (kind == MotionKind::rest) {
    poses.add(start);
    clip.curves = coordinates_along(model, {{start}, {start.t_s}}, choice.points);
    clip.note = "At its start.";
  }
  clip.poses = poses.take();
  bundle.clips.push_back(std::move(clip));
  return {std::move(bundle), {}};
}

}  // namespace zanjir
