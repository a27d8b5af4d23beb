#include "zanjir/analyse/state_answers.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/contacts_left_out.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {
namespace {

constexpr FrameId ground_frame{};  // the body frames come first, the ground first of them

}  // namespace

MotionQuestion motion_question(const EvalView& view, const StateQuestion& question) {
  if (std::any_of(question.want.begin(), question.want.end(), [](const auto& want) { return want.has_value(); }))
    return MotionQuestion::speed_by_speed;
  if (view.asked == MotionQuestion::speed_by_speed && !question.cut_vdot_given.empty()) return MotionQuestion::inverse;
  return view.asked;
}

StateAnswers::StateAnswers(const Model& model, const UserJoints& users, const EvalView& view, const StateQuestion& question, Solver& solver,
                           Workspace& ws)
    : model_(model), users_(users), view_(view), question_(question), solver_(solver), ws_(ws) {
  update_velocities(model_, question_.state, ws_);
  R_WI_ = frame_pose(model_, ws_, model_.frame(view_.in)).R;
  q_ = users_.coordinates(ws_);
  v_ = users_.speeds(ws_);
  for (const UserJoint& u : users_.joints()) {
    if (!has_quaternion(u.joint.type)) continue;
    auto quaternion = q_.segment<4>(u.q_begin + traits(u.joint.type).quaternion);
    if (quaternion[0] < 0) quaternion = -quaternion;
  }
}

MatX StateAnswers::axes() const {
  MatX R(3, 3);
  for (int i = 0; i < 3; ++i) {
    const Vec3d column = seen(Vec3d{i == 0 ? 1.0 : 0, i == 1 ? 1.0 : 0, i == 2 ? 1.0 : 0});
    R.col(i) << column.x, column.y, column.z;
  }
  return R;
}

Vec3d StateAnswers::seen(const Vec3d& a) const { return view_.in == ground_frame ? a : transpose_times(R_WI_, a); }

const LoopFacts& StateAnswers::loops() {
  if (!loops_) loops_ = loop_facts(model_, question_.state);
  return *loops_;
}

// Without singular values, which take a dense decomposition and are answers of their own.
const LoopRank& StateAnswers::rank() {
  if (loops_) return loops_->rank;
  if (!rank_) rank_ = RankFinder(model_).find(model_, question_.state);
  return *rank_;
}

SolveAnswer StateAnswers::solve(Given given, Reactions reactions) {
  SolveAnswer answer;
  if (has_loops()) given.rank = &rank();
  answer.formulation = solver_.name();
  answer.status = solver_.solve(question_.state, given, reactions, answer.solution);
  const bool inverse = std::all_of(given.want.begin(), given.want.end(), [](Want want) { return want == Want::tau; });
  if (inverse && !question_.cut_vdot_given.empty())
    answer.status = judge_tree_actuation(model_, answer.status, answer.solution);  // a frame of a tree is led
  answer.want = std::move(given.want);
  Solution& s = answer.solution;
  if (const std::string note = left_out_note(model_, ws_); !note.empty()) s.note += (s.note.empty() ? "" : "; ") + note;
  if (answer.status == SolveStatus::inconsistent && s.leftover.size() == model_.nv())
    answer.leftover = users_.forces(ws_, s.leftover, s.leftover_cut);
  if (!answer.solved()) return answer;
  update_accelerations(model_, s.vdot, ws_);
  answer.vdot = users_.accelerations(ws_, s.vdot);
  answer.tau = users_.forces(ws_, s.tau, s.tau_cut);
  return answer;
}

// Solved with the reactions where the motion is this question.
const SolveAnswer& StateAnswers::forward() {
  if (forward_) return *forward_;
  Given given = forward_question(model_, question_.tau);
  given.tau_cut = question_.tau_cut;
  forward_ = solve(std::move(given), motion_question(view_, question_) == MotionQuestion::forward ? view_.reactions : Reactions::skip);
  return *forward_;
}

const SolveAnswer& StateAnswers::inverse() {
  if (!inverse_)
    inverse_ = solve(inverse_question(model_, question_.vdot),
                     motion_question(view_, question_) == MotionQuestion::inverse ? view_.reactions : Reactions::skip);
  return *inverse_;
}

Given StateAnswers::speed_by_speed() const {
  Given given{question_.vdot, question_.tau, {}};
  for (std::size_t i = 0; i < question_.want.size(); ++i) {
    const bool prescribed = model_.roles()[i] == Role::prescribed;
    given.want.push_back(prescribed ? Want::tau : question_.want[i].value_or(question_.vdot_given[i] ? Want::tau : Want::vdot));
  }
  given.tau_cut = question_.tau_cut;
  return given;
}

const SolveAnswer& StateAnswers::motion() {
  switch (motion_question(view_, question_)) {
    case MotionQuestion::forward: return forward();
    case MotionQuestion::inverse: return inverse();
    case MotionQuestion::speed_by_speed: break;
  }
  if (!motion_) motion_ = solve(speed_by_speed(), view_.reactions);
  return *motion_;
}

// on_first, on_second: where the joint's two frames have their origins, in the world.
ReactionAnswer StateAnswers::reaction_of(const std::string& name, const JointWrench& wrench, int index, const Vec3d& on_first,
                                         const Vec3d& on_second) {
  constexpr double touched_above = 1e-9;  // of an orthonormal self-stress, as in Determinacy
  const auto asked = [&](Forced F) {      // the wrench on the asked side, at its joint origin, in the asked axes
    if (view_.side == ReactionSide::on_parent) F = -Forced{F.n + cross(on_second - on_first, F.f), F.f};
    return seen(F);
  };
  ReactionAnswer r;
  r.joint = name;
  r.at_W = view_.side == ReactionSide::on_child ? on_second : on_first;
  r.total = asked(wrench.total);
  r.actuator = asked(wrench.actuator);
  if (!has_loops()) return r;
  r.undetermined_dimensions = loops().determinacy.undetermined_dimensions(index);
  const MatX& states = loops().determinacy.states;
  const double length = model_.length_m();
  for (Eigen::Index k = 0; k < states.cols(); ++k) {
    const auto x = states.block<6, 1>(6 * index, k);
    const Forced F = asked({Vec3d{x[0], x[1], x[2]} * length, {x[3], x[4], x[5]}});
    const std::array<double, 6> parts = {F.n.x / length, F.n.y / length, F.n.z / length, F.f.x, F.f.y, F.f.z};
    for (std::size_t c = 0; c < 6; ++c) r.undetermined[c] = r.undetermined[c] || std::abs(parts[c]) > touched_above;
  }
  return r;
}

std::vector<ReactionAnswer> StateAnswers::reactions() {
  const Solution& s = motion().solution;
  const int n_joints = static_cast<int>(model_.joints().size());
  std::vector<ReactionAnswer> list;
  for (const UserJoint& u : users_.joints()) {
    const bool cut = u.tree < 0;
    const auto& wrenches = cut ? s.loop_reaction : s.reaction;
    const std::size_t i = at(cut ? u.constraint : u.tree);
    if (i >= wrenches.size()) continue;
    const Joint& joint = u.joint;
    list.push_back(reaction_of(joint.name, wrenches[i], cut ? n_joints + u.constraint : u.tree, (body_pose(model_, ws_, joint.parent) * joint.X_PJ).p,
                               (body_pose(model_, ws_, joint.child) * joint.X_CJ).p));
    list.back().first = model_.body(joint.parent).name;
    list.back().second = model_.body(u.second).name;
  }
  for (std::size_t c = 0; c < model_.constraints().size() && c < s.loop_reaction.size(); ++c) {
    const auto* rod = std::get_if<Distance>(&model_.constraints()[c]);
    if (!rod) continue;
    const Frame &a = model_.frame(rod->a), &b = model_.frame(rod->b);
    list.push_back(
        reaction_of(rod->name, s.loop_reaction[c], n_joints + static_cast<int>(c), frame_pose(model_, ws_, a).p, frame_pose(model_, ws_, b).p));
    list.back().first = a.name;
    list.back().second = b.name;
  }
  return list;
}

const KinematicsAnswer& StateAnswers::fk() {
  if (fk_) return *fk_;
  KinematicsQuestion fk = question_.fk.value_or(KinematicsQuestion{});
  if (!fk.hold) fk.hold = held_by_default(model_, question_.q_given);
  fk_ = answer_kinematics(model_, users_, fk, question_.state, view_.frames, view_.in);
  return *fk_;
}

const KinematicsAnswer& StateAnswers::ik() {
  if (!ik_) ik_ = answer_kinematics(model_, users_, question_.ik.value_or(KinematicsQuestion{}), question_.state, view_.frames, view_.in);
  return *ik_;
}

std::vector<std::string> StateAnswers::failures() const {
  std::vector<std::string> list;
  for (const auto* solve : {&forward_, &inverse_, &motion_}) {
    if (list.empty() && *solve && !(*solve)->solved()) list.push_back(std::string(name_of((*solve)->status)) + ": " + (*solve)->solution.note);
  }
  for (const auto* kinematics : {&fk_, &ik_}) {
    if (*kinematics && !(*kinematics)->found()) list.push_back((*kinematics)->note());
  }
  return list;
}

std::vector<std::string> StateAnswers::notes() const {
  std::vector<std::string> list;
  for (const auto* solve : {&forward_, &inverse_, &motion_}) {
    if (!*solve || !(*solve)->solved() || (*solve)->solution.note.empty()) continue;
    if (std::find(list.begin(), list.end(), (*solve)->solution.note) == list.end()) list.push_back((*solve)->solution.note);
  }
  for (const std::string& said : said_) {
    const auto has_it = [&](const std::string& note) { return note.find(said) != std::string::npos; };
    if (std::none_of(list.begin(), list.end(), has_it)) list.push_back(said);
  }
  return list;
}

VecX StateAnswers::next_q() const { return ik_ && !ik_->branches.list.empty() ? ik_->branches.list[0].state.q : question_.state.q; }

}  // namespace zanjir
