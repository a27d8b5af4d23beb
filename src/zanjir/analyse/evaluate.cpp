#include "zanjir/analyse/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

struct NamedItem {
  EvalItem item;
  std::string_view name;
};
constexpr std::array named_items = {
    NamedItem{EvalItem::coordinates, "coordinates"}, NamedItem{EvalItem::pose, "pose"}, NamedItem{EvalItem::velocity, "velocity"},
    NamedItem{EvalItem::acceleration, "acceleration"}, NamedItem{EvalItem::jacobian, "jacobian"}, NamedItem{EvalItem::mass_matrix, "mass_matrix"},
    NamedItem{EvalItem::bias, "bias"}, NamedItem{EvalItem::forward_dynamics, "forward_dynamics"},
    NamedItem{EvalItem::inverse_dynamics, "inverse_dynamics"}, NamedItem{EvalItem::hybrid, "hybrid"}, NamedItem{EvalItem::reactions, "reactions"},
    NamedItem{EvalItem::energy, "energy"}, NamedItem{EvalItem::momentum, "momentum"}, NamedItem{EvalItem::power, "power"},
    NamedItem{EvalItem::fk, "fk"}, NamedItem{EvalItem::ik, "ik"}, NamedItem{EvalItem::loop_residual, "loop_residual"}, NamedItem{EvalItem::determinacy, "determinacy"},
    NamedItem{EvalItem::denoc, "denoc"}, NamedItem{EvalItem::modes, "modes"}};

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string best = nearest(word, known);
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

Diagnostic command_line_error(std::string key, std::string message, std::string hint = {}) {
  return {Severity::error, "", 0, 0, std::move(key), std::move(message), std::move(hint)};
}

constexpr FrameId ground_frame{};  // the body frames come first, the ground first of them

}  // namespace

std::string_view name_of(EvalItem item) {
  for (const NamedItem& n : named_items) {
    if (n.item == item) return n.name;
  }
  return "";
}

const std::vector<EvalItem>& every_eval_item() {
  static const std::vector<EvalItem> items = [] {
    std::vector<EvalItem> all;
    for (const NamedItem& n : named_items) {
      const bool of_loops = n.item == EvalItem::loop_residual || n.item == EvalItem::determinacy;
      const bool searches = n.item == EvalItem::fk || n.item == EvalItem::ik;
      const bool large = n.item == EvalItem::denoc || n.item == EvalItem::modes;
      if (!searches && !of_loops && !large) all.push_back(n.item);
    }
    return all;
  }();
  return items;
}

bool Evaluation::solved() const {
  return (!forward || forward->solved()) && (!inverse || inverse->solved()) && (!motion || motion->solved()) && (!fk || fk->found()) && (!ik || ik->found());
}

Result<Evaluator> Evaluator::make(const Model& model, const EvalRequest& request) {
  std::vector<Diagnostic> problems;
  std::vector<EvalItem> items;
  std::vector<std::string> known = {"all"};
  std::string list = "all";
  for (const NamedItem& n : named_items) {
    known.emplace_back(n.name);
    list += ", " + std::string(n.name);
  }
  const auto add = [&](EvalItem item) {
    if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
  };
  for (const std::string& name : request.items) {
    const auto found = std::find_if(named_items.begin(), named_items.end(), [&](const NamedItem& n) { return n.name == name; });
    if (found != named_items.end()) {
      add(found->item);
    } else if (name == "all") {
      for (const EvalItem item : every_eval_item()) add(item);
      if (model.n_closure_rows() > 0) {
        add(EvalItem::loop_residual);
        add(EvalItem::determinacy);
      }
    } else {
      problems.push_back(command_line_error("--what", fmt::format("no item '{}'{}", name, did_you_mean(name, known)), "the items are " + list));
    }
  }
  if (items.empty() && problems.empty()) problems.push_back(command_line_error("--what", "nothing was asked for", "the items are " + list));

  std::vector<std::string> frame_names;
  for (const Frame& frame : model.frames()) frame_names.push_back(frame.name);
  const auto find_frame = [&](const std::string& name, const char* key) -> FrameId {
    if (const auto id = model.find_frame(name)) return *id;
    problems.push_back(command_line_error(key, fmt::format("no body or frame '{}'{}", name, did_you_mean(name, frame_names)), "`zanjir info` lists the frames"));
    return {};
  };
  std::vector<FrameId> frames;
  for (const std::string& name : request.frames) frames.push_back(find_frame(name, "--frame"));
  const FrameId in = find_frame(request.in, "--in");
  if (frames.empty()) {
    for (std::size_t i = 1; i < model.frames().size(); ++i) {  // [0] is the ground
      if (model.frames()[i].origin != Origin::carrier) frames.push_back(static_cast<FrameId>(static_cast<int>(i)));
    }
  }

  const std::string wanted = request.formulation.empty() ? std::string(name_of(all_formulations().front())) : request.formulation;
  const auto formulation = find_formulation(wanted);
  const auto asked = [&](EvalItem item) { return std::find(items.begin(), items.end(), item) != items.end(); };
  if (!formulation) {
    std::vector<std::string> names;
    std::string all;
    for (const AnyFormulation& f : all_formulations()) {
      names.emplace_back(name_of(f));
      all += (all.empty() ? "" : ", ") + names.back();
    }
    problems.push_back(command_line_error("--formulation", fmt::format("no formulation '{}'{}", wanted, did_you_mean(wanted, names)), "there are " + all));
  } else {
    const Coverage covers = coverage(*formulation, model);
    const auto refuse = [&](const std::string& what) {
      problems.push_back(command_line_error("--formulation", fmt::format("'{}' {}", wanted, what), "`zanjir info` lists who covers what"));
    };
    const bool hybrid = asked(EvalItem::hybrid) || asked(EvalItem::acceleration) || asked(EvalItem::power) || asked(EvalItem::reactions);
    if (!covers.forward && !covers.inverse) refuse("does not cover this model: " + covers.why_not);
    else if (!covers.forward && (asked(EvalItem::forward_dynamics) || hybrid)) refuse("gives no accelerations: " + covers.why_not);
    else if (!covers.inverse && (asked(EvalItem::inverse_dynamics) || hybrid)) refuse("gives no forces: " + covers.why_not);
    else if (!covers.reactions && asked(EvalItem::reactions)) refuse("gives no joint reactions" + (covers.why_not.empty() ? "" : ": " + covers.why_not));
  }
  if (!problems.empty()) return {std::nullopt, std::move(problems)};

  Evaluator evaluator(model, Solver(*formulation, model));
  evaluator.items_ = std::move(items);
  evaluator.frames_ = std::move(frames);
  evaluator.in_ = in;
  evaluator.in_name_ = request.in;
  evaluator.side_ = request.side;
  return {std::move(evaluator), {}};
}

bool Evaluator::has(EvalItem item) const { return std::find(items_.begin(), items_.end(), item) != items_.end(); }

bool Evaluator::needs_motion() const {
  return has(EvalItem::hybrid) || has(EvalItem::reactions) || has(EvalItem::acceleration) || has(EvalItem::power);
}

std::vector<Diagnostic> Evaluator::check(const StateQuestion& question, const std::string& source, std::uint32_t line) const {
  std::vector<Diagnostic> problems;
  if (has(EvalItem::ik) && !question.ik) {
    problems.push_back({Severity::error, source, line, 0, "ik", "the state does not say where which frame shall be",
                        R"(for example "ik": {"frame": ")" + model_->frames().back().name + R"(", "p": [0, 0, 0]})"});
  }
  for (const auto& [item, given] : {std::pair{EvalItem::ik, question.ik.has_value()}, std::pair{EvalItem::fk, question.fk.has_value()}}) {
    const std::string name(name_of(item));
    if (given && !has(item)) problems.push_back({Severity::error, source, line, 0, name, "is in the state, but is not asked for", "add it to --what, or leave it out of the state"});
  }
  if (!needs_motion()) return problems;
  if (!question.cut_vdot_given.empty()) {
    problems.push_back({Severity::error, source, line, 0, question.cut_vdot_given, "this joint closes a loop and is cut: its acceleration alone cannot drive the mechanism",
                        "ask for inverse_dynamics only, or give the acceleration of a joint of the tree"});
  }
  for (std::size_t i = 0; i < question.want.size(); ++i) {
    if (question.want[i] || !question.tau_given[i] || !question.vdot_given[i]) continue;
    const std::string& name = model_->speed_names()[i];
    problems.push_back({Severity::error, source, line, 0, "tau." + name, fmt::format("tau and vdot of '{}' are both given: which one drives it?", name),
                        R"(say what is to be solved for, "want": "vdot" or "want": "tau", or leave one out)"});
  }
  return problems;
}

SolveAnswer Evaluator::solve(const StateQuestion& question, Given given, const LoopFacts* loops, Reactions reactions) {
  Solution solution;
  SolveAnswer answer;
  if (loops) given.rank = &loops->rank;
  answer.formulation = solver_.name();
  answer.status = solver_.solve(question.state, given, reactions, solution);
  answer.note = solution.note;
  answer.want = given.want;
  answer.vdot = solution.vdot;
  answer.tau = solution.tau;
  answer.tau_cut = solution.tau_cut.size() == model_->n_cut_v() ? solution.tau_cut : VecX(VecX::Zero(model_->n_cut_v()));
  if (answer.status == SolveStatus::inconsistent && solution.leftover.size() == model_->nv())
    answer.leftover = users_.forces(ws_, solution.leftover, solution.leftover_cut);
  if (!answer.solved()) return answer;
  update_accelerations(*model_, answer.vdot, ws_);
  answer.user_vdot = users_.accelerations(ws_, answer.vdot);
  answer.user_tau = users_.forces(ws_, answer.tau, answer.tau_cut);
  if (reactions == Reactions::compute) answer_reactions(solution, loops, answer);
  return answer;
}

void Evaluator::answer_reactions(const Solution& solution, const LoopFacts* loops, SolveAnswer& answer) const {
  const Mat3d R_WI = frame_pose(*model_, ws_, model_->frame(in_)).R;
  const auto turned = [&](const Vec3d& a) { return in_ == ground_frame ? a : transpose_times(R_WI, a); };
  constexpr double touched_above = 1e-9;  // of an orthonormal self-stress, as in Determinacy
  for (const UserJoint& u : users_.joints()) {
    const bool cut = u.tree < 0;
    const auto& list = cut ? solution.loop_reaction : solution.reaction;
    const auto i = static_cast<std::size_t>(cut ? u.constraint : u.tree);
    if (i >= list.size()) continue;
    const Joint& joint = u.joint;
    const Vec3d on_child = (body_pose(*model_, ws_, joint.child) * joint.X_CJ).p;
    const Vec3d on_parent = (body_pose(*model_, ws_, joint.parent) * joint.X_PJ).p;
    const auto seen = [&](Forced F) -> Forced {  // the wrench on the asked side, at its joint origin, in the asked axes
      if (side_ == ReactionSide::on_parent) F = -Forced{F.n + cross(on_child - on_parent, F.f), F.f};
      return {turned(F.n), turned(F.f)};
    };
    ReactionAnswer r;
    r.joint = joint.name;
    r.first = model_->body(joint.parent).name;
    r.second = model_->body(u.second).name;
    r.at_W = side_ == ReactionSide::on_child ? on_child : on_parent;
    r.total = seen(list[i].total);
    r.actuator = seen(list[i].actuator);
    if (loops) {
      const int index = cut ? static_cast<int>(model_->joints().size()) + u.constraint : u.tree;
      r.undetermined_dimensions = loops->determinacy.undetermined_dimensions(index);
      const MatX& states = loops->determinacy.states;
      for (Eigen::Index k = 0; k < states.cols(); ++k) {
        const auto x = states.block<6, 1>(6 * index, k);
        const double length = model_->length_m();
        const Forced F = seen({Vec3d{x[0], x[1], x[2]} * length, {x[3], x[4], x[5]}});
        const std::array<double, 6> parts = {F.n.x / length, F.n.y / length, F.n.z / length, F.f.x, F.f.y, F.f.z};
        for (std::size_t c = 0; c < 6; ++c) r.undetermined[c] = r.undetermined[c] || std::abs(parts[c]) > touched_above;
      }
    }
    answer.reactions.push_back(std::move(r));
  }
}

void Evaluator::answer_frames(Evaluation& out) {
  const Transformd X_WI = frame_pose(*model_, ws_, model_->frame(in_)), X_IW = inverse(X_WI);
  const bool turned = in_ != ground_frame;
  const auto seen = [&](const Motiond& m) { return turned ? Motiond{X_IW.R * m.w, X_IW.R * m.v} : m; };
  const bool accelerations = has(EvalItem::acceleration) && out.motion && out.motion->solved();
  if (accelerations) update_accelerations(*model_, out.motion->vdot, ws_);
  for (const FrameId id : frames_) {
    const Frame& frame = model_->frame(id);
    const FrameKinematics k = frame_kinematics(*model_, ws_, frame);
    FrameAnswer answer{id, in_ == ground_frame ? k.X_WF : X_IW * k.X_WF, seen(k.V_WF_W), {{0, 0, 0}, {0, 0, 0}}, Mat6X()};
    if (accelerations) answer.A = seen(frame_acceleration(*model_, ws_, frame));
    if (has(EvalItem::jacobian)) {
      answer.J.setZero(6, model_->nv());
      frame_jacobian(*model_, ws_, frame, answer.J);
      for (Eigen::Index c = 0; turned && c < answer.J.cols(); ++c) {
        const Motiond m = seen({{answer.J(0, c), answer.J(1, c), answer.J(2, c)}, {answer.J(3, c), answer.J(4, c), answer.J(5, c)}});
        answer.J.col(c) << m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z;
      }
    }
    out.frames.push_back(std::move(answer));
  }
}

void Evaluator::answer_branches(const StateQuestion& question, Evaluation& out) const {
  out.next_q = question.state.q;
  if (has(EvalItem::fk)) {
    KinematicsQuestion fk = question.fk.value_or(KinematicsQuestion{});
    if (!fk.hold) fk.hold = held_by_default(*model_, question.q_given);
    out.fk = answer_kinematics(*model_, users_, fk, question.state, frames_, in_);
  }
  if (has(EvalItem::ik) && question.ik) {
    out.ik = answer_kinematics(*model_, users_, *question.ik, question.state, frames_, in_);
    if (!out.ik->branches.list.empty()) out.next_q = out.ik->branches.list[0].state.q;
  }
}

Evaluation Evaluator::evaluate(const StateQuestion& question) {
  update_velocities(*model_, question.state, ws_);
  Evaluation out;
  out.t_s = ws_.t_s;
  out.q = users_.coordinates(ws_);
  out.v = users_.speeds(ws_);
  for (const UserJoint& u : users_.joints()) {
    if (!has_quaternion(u.joint.type)) continue;
    auto quaternion = out.q.segment<4>(u.q_begin + traits(u.joint.type).quaternion);
    if (quaternion[0] < 0) quaternion = -quaternion;
  }
  const bool solves = needs_motion() || has(EvalItem::forward_dynamics) || has(EvalItem::inverse_dynamics);
  const bool of_loops = solves || has(EvalItem::denoc);
  if (has(EvalItem::loop_residual) || has(EvalItem::determinacy) || (of_loops && model_->n_closure_rows() > 0)) out.loops = loop_facts(*model_, question.state);
  const LoopFacts* loops = model_->n_closure_rows() > 0 && out.loops ? &*out.loops : nullptr;
  if (has(EvalItem::mass_matrix)) mass_matrix(*model_, ws_, out.M);
  if (has(EvalItem::bias)) out.bias = bias_parts(*model_, ws_);
  if (has(EvalItem::denoc)) out.denoc = denoc_matrices(*model_, question.state, loops ? &loops->rank : nullptr);
  if (has(EvalItem::energy)) out.energy = energy(*model_, ws_);
  if (has(EvalItem::momentum)) out.momentum = momentum(*model_, ws_);
  if (has(EvalItem::forward_dynamics)) {
    Given given = forward_question(*model_, question.tau);
    given.tau_cut = question.tau_cut;
    out.forward = solve(question, std::move(given), loops, Reactions::skip);
  }
  if (has(EvalItem::inverse_dynamics)) out.inverse = solve(question, inverse_question(*model_, question.vdot), loops, Reactions::skip);
  if (needs_motion()) {
    Given given{question.vdot, question.tau, {}};
    for (std::size_t i = 0; i < question.want.size(); ++i) {
      const bool prescribed = model_->roles()[i] == Role::prescribed;
      given.want.push_back(prescribed ? Want::tau : question.want[i].value_or(question.vdot_given[i] ? Want::tau : Want::vdot));
    }
    given.tau_cut = question.tau_cut;
    out.motion = solve(question, std::move(given), loops, has(EvalItem::reactions) ? Reactions::compute : Reactions::skip);
    if (has(EvalItem::power) && out.motion->solved()) {
      out.power = power(*model_, ws_, out.motion->tau);
      if (model_->n_cut_v() > 0) {
        const VecX v_cut = cut_speed_rows(*model_, ws_) * ws_.v;
        for (int i = 0; i < model_->n_cut_v(); ++i)
          (model_->cut_roles()[static_cast<std::size_t>(i)] == Role::actuated ? out.power.actuators_W : out.power.passive_W) += out.motion->tau_cut[i] * v_cut[i];
      }
    }
  }
  answer_frames(out);
  answer_branches(question, out);
  return out;
}

}  // namespace zanjir
