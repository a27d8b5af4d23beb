#include "zanjir/face/answers.hpp"

#include <algorithm>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/face/core.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/loop_facts.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {
namespace {

[[noreturn]] void no_such(const std::string& file, const std::string& what, std::string_view name, const std::vector<std::string>& known) {
  throw Error({{Severity::error, file, 0, 0, {}, "no " + what + " '" + std::string(name) + "'", did_you_mean(name, known)}});
}

Reaction reaction_of(const MechanismCore& core, const Workspace& ws, const UserJoint& u, const JointWrench& wrench, const Determinacy* determinacy) {
  const Transformd X_WC = body_pose(core.model, ws, u.joint.child) * u.joint.X_CJ;
  Reaction r{u.joint.name, wrench.total.f, wrench.total.n, X_WC.p, wrench.actuator.f, wrench.actuator.n, true};
  const int place = u.tree < 0 ? static_cast<int>(core.model.joints().size()) + u.constraint : u.tree;
  r.determined = !determinacy || determinacy->undetermined_dimensions(place) == 0;
  return r;
}

}  // namespace

struct Answer::Motion {
  std::shared_ptr<const MechanismCore> core;
  State state;
  Solution solution;
};

Answer FaceAccess::answer(std::shared_ptr<const MechanismCore> shared, const State& state, SolveStatus status, Solution&& moved) {
  Answer a;
  a.motion_ = std::make_shared<const Answer::Motion>(Answer::Motion{std::move(shared), state, std::move(moved)});
  const MechanismCore& core = *a.motion_->core;
  const Solution& solution = a.motion_->solution;
  a.status_ = status;
  a.note_ = solution.note;
  a.file_ = core.file();
  a.speeds_ = core.users.speed_names();
  Workspace ws(core.model);
  update_velocities(core.model, state, ws);
  if (!a.solved()) {
    if (status != SolveStatus::inconsistent || solution.leftover.size() == 0) return a;
    const VecX cut = solution.leftover_cut.size() > 0 ? solution.leftover_cut : VecX::Zero(core.model.n_cut_v()).eval();
    const VecX leftover = core.users.forces(ws, solution.leftover, cut);
    for (std::size_t i = 0; i < a.speeds_.size(); ++i) a.leftover_.emplace_back(a.speeds_[i], leftover[static_cast<Eigen::Index>(i)]);
    return a;
  }
  a.vdot_ = solution.vdot;
  a.tau_ = solution.tau;
  a.user_tau_ = core.users.forces(ws, solution.tau, solution.tau_cut);
  update_accelerations(core.model, solution.vdot, ws);
  a.user_vdot_ = core.users.accelerations(ws, solution.vdot);
  std::optional<LoopFacts> facts;
  if (core.model.n_closure_rows() > 0) facts = loop_facts(core.model, state);
  for (const UserJoint& u : core.users.joints()) {
    const auto& list = u.tree < 0 ? solution.loop_reaction : solution.reaction;
    const std::size_t i = at(u.tree < 0 ? u.constraint : u.tree);
    if (i < list.size()) a.reactions_.push_back(reaction_of(core, ws, u, list[i], facts ? &facts->determinacy : nullptr));
  }
  return a;
}

void Answer::no_solution() const {
  throw Error({{Severity::error,
                file_,
                0,
                0,
                {},
                "there is no solution, " + std::string(name_of(status_)) + ": " + note_,
                "look at Answer::solved() first"}});
}

const double& Answer::number(const VecX& numbers, std::string_view speed) const {
  const auto found = std::find(speeds_.begin(), speeds_.end(), speed);
  if (found == speeds_.end()) no_such(file_, "speed", speed, speeds_);
  if (!solved()) no_solution();
  return numbers[found - speeds_.begin()];
}

double Answer::acceleration(std::string_view speed) const { return number(user_vdot_, speed); }
double Answer::force(std::string_view speed) const { return number(user_tau_, speed); }

const Reaction& Answer::reaction(std::string_view joint) const {
  const auto found = std::find_if(reactions_.begin(), reactions_.end(), [&](const Reaction& r) { return r.joint == joint; });
  if (found != reactions_.end()) return *found;
  if (!solved()) no_solution();
  std::vector<std::string> names;
  for (const Reaction& r : reactions_) names.push_back(r.joint);
  no_such(file_, "joint", joint, names);
}

double Answer::quantity(std::string_view name) const {
  if (!motion_) no_such(file_, "quantity", name, {});
  const Model& model = motion_->core->model;
  const auto named = [&](const QuantityFamily& family, const QuantityName& q) { return family.needs != Needs::ledger && q.name == name; };
  QuantitySet one(model, moving_frames(model), named);
  if (one.names().empty()) {
    std::vector<std::string> known;
    const QuantitySet all(model, moving_frames(model),
                          [](const QuantityFamily& family, const QuantityName&) { return family.needs != Needs::ledger; });
    for (const QuantityName& q : all.names()) known.push_back(q.name);
    no_such(file_, "quantity of one instant", name, known);
  }
  if (!solved() && (one.needs(Needs::solution) || one.needs(Needs::reactions))) no_solution();
  Workspace ws(model);
  update_velocities(model, motion_->state, ws);
  if (solved()) update_accelerations(model, motion_->solution.vdot, ws);
  double value = 0;
  one.write({ws, solved() ? &motion_->solution : nullptr}, std::span(&value, 1));
  return value;
}

}  // namespace zanjir
