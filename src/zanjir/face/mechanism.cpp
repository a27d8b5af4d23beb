#include "zanjir/face/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/face/core.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/report/verification_report.hpp"
#include "zanjir/simulate/controllers.hpp"
#include "zanjir/verify/agreement.hpp"

namespace zanjir {
namespace {

Overrides overrides_of(const Settings& settings) {
  Overrides overrides;
  for (const auto& [key, value] : settings) overrides.push_back({key, value});
  return overrides;
}

Result<Mechanism> build(Result<Description> description) {
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  Result<Model> model = build_model(*description);
  std::vector<Diagnostic> told = std::move(description.diagnostics);
  told.insert(told.end(), model.diagnostics.begin(), model.diagnostics.end());
  if (!model) return {std::nullopt, std::move(told)};
  std::optional<Model> rigid;
  if (!model->sprung().empty()) rigid = std::move(build_model(*description, {LoopTreatment::Kind::rigid, {}, {}}).value);
  auto core = std::make_shared<const MechanismCore>(std::move(*description.value), std::move(*model.value), std::move(rigid), told);
  return {FaceAccess::mechanism(std::move(core)), std::move(told)};
}

Mechanism value_or_throw(Result<Mechanism> result) {
  if (!result) throw Error(std::move(result.diagnostics));
  return std::move(*result.value);
}

// What the file's control applies, and in its place what the caller says.
void add_control(const MechanismCore& core, const NamedValues& said, StateQuestion& question) {
  Controllers control(core.model, AnyFormulation());
  VecX tau(core.model.nv()), tau_cut(core.model.n_cut_v());
  if (control.forces(question.state, nullptr, tau, tau_cut) != SolveStatus::ok) refuse(core, "control", control.problem());
  for (int i = 0; i < core.model.nv(); ++i) {
    if (!question.tau_given[at(i)]) question.tau[i] = tau[i];
  }
  const auto names = core.model.cut_speed_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::none_of(said.begin(), said.end(), [&](const NamedValue& value) { return value.name == names[i]; }))
      question.tau_cut[static_cast<Eigen::Index>(i)] = tau_cut[static_cast<Eigen::Index>(i)];
  }
}

Answer ask(const std::shared_ptr<const MechanismCore>& core, const State& state, const Given& given) {
  Solver solver(AnyFormulation(), core->model);
  Solution solution;
  const SolveStatus status = solver.solve(state, given, Reactions::compute, solution);
  return FaceAccess::answer(core, state, status, std::move(solution));
}

}  // namespace

Mechanism::Mechanism(std::shared_ptr<const MechanismCore> core) : core_(std::move(core)) {}

Result<Mechanism> Mechanism::try_load(const std::string& path, const Settings& settings) {
  return build(read_description(path, overrides_of(settings)));
}
Mechanism Mechanism::load(const std::string& path, const Settings& settings) { return value_or_throw(try_load(path, settings)); }
Result<Mechanism> Mechanism::try_parse(const std::string& text, const std::string& name, const Settings& settings) {
  return build(read_description_text(text, name, overrides_of(settings)));
}
Mechanism Mechanism::parse(const std::string& text, const std::string& name, const Settings& settings) {
  return value_or_throw(try_parse(text, name, settings));
}

const std::string& Mechanism::name() const { return core_->model.name(); }
const std::string& Mechanism::file() const { return core_->file(); }
const std::vector<Diagnostic>& Mechanism::warnings() const { return core_->warnings; }
const std::vector<std::string>& Mechanism::coordinates() const { return core_->coordinates; }
const std::vector<std::string>& Mechanism::speeds() const { return core_->speeds; }
const std::vector<std::string>& Mechanism::frames() const { return core_->frames; }

FrameId Mechanism::frame_id(std::string_view frame) const {
  const std::optional<FrameId> found = core_->model.find_frame(frame);
  if (!found) refuse_name(*core_, "body or frame", frame, core_->frames);
  return *found;
}

std::vector<JointInfo> Mechanism::joints() const {
  std::vector<JointInfo> all;
  const UserJoints& users = core_->users;
  for (const UserJoint& u : users.joints()) {
    JointInfo info{u.joint.name, u.joint.type, core_->model.body(u.joint.parent).name, core_->model.body(u.second).name, u.tree < 0, {}, {}};
    for (int i = 0; i < u.joint.nq; ++i) info.coordinates.push_back(users.coordinate_names()[at(u.q_begin + i)]);
    for (int i = 0; i < u.joint.nv; ++i) info.speeds.push_back(users.speed_names()[at(u.v_begin + i)]);
    all.push_back(std::move(info));
  }
  return all;
}

MechanismState Mechanism::assemble(const NamedValues& q, const NamedValues& v, double t_s) const {
  return FaceAccess::state(core_, complete(*core_, {t_s, &q, &v, nullptr, nullptr}).state, true);
}

MechanismState Mechanism::close(const MechanismState& near) const {
  require_own(*core_, near);
  State state = FaceAccess::plain(near);
  const Model& model = core_->rigid ? *core_->rigid : core_->model;
  const AssemblyReport report = close_positions(model, state);
  if (!report.closed) LoopGauge(*core_).require_closed(*core_, state, 0);
  close_velocities(model, state);
  return FaceAccess::state(core_, std::move(state), true);
}

Answer Mechanism::forward(const MechanismState& state, const NamedValues& forces) const {
  require_own(*core_, state);
  if (!state.closed()) LoopGauge(*core_).require_closed(*core_, FaceAccess::plain(state), Dynamics::open_above);
  const State& at_state = FaceAccess::plain(state);
  StateQuestion question = complete(*core_, {at_state.t_s, nullptr, nullptr, nullptr, &forces}, &at_state);
  question.state = at_state;  // what is said is about forces only
  add_control(*core_, forces, question);
  Given given = forward_question(core_->model, question.tau);
  given.tau_cut = question.tau_cut;
  return ask(core_, at_state, given);
}

Answer Mechanism::inverse(const MechanismState& state, const NamedValues& accelerations) const {
  require_own(*core_, state);
  if (!state.closed()) LoopGauge(*core_).require_closed(*core_, FaceAccess::plain(state), Dynamics::open_above);
  const State& at_state = FaceAccess::plain(state);
  const StateQuestion question = complete(*core_, {at_state.t_s, nullptr, nullptr, &accelerations, nullptr}, &at_state);
  return ask(core_, at_state, inverse_question(core_->model, question.vdot));
}

std::vector<Reaction> Mechanism::reactions(const MechanismState& state, const NamedValues& forces) const {
  const Answer answer = forward(state, forces);
  if (!answer.solved()) refuse(*core_, "reactions", std::string(name_of(answer.status())) + ": " + answer.note());
  return answer.reactions();
}

FrameKinematics Mechanism::frame(const MechanismState& state, std::string_view name) const { return dynamics().frame(state, frame_id(name)); }

Jacobian Mechanism::jacobian(const MechanismState& state, std::string_view frame) const {
  Jacobian jacobian{{}, core_->speeds};
  dynamics().jacobian(state, frame_id(frame), jacobian.J);
  return jacobian;
}

MassMatrix Mechanism::mass_matrix(const MechanismState& state) const {
  MassMatrix mass{{}, core_->speeds};
  dynamics().mass_matrix(state, mass.M);
  return mass;
}

Energy Mechanism::energy(const MechanismState& state) const { return dynamics().energy(state); }

VerifyReport Mechanism::verify(int n_states, std::uint64_t seed) const {
  if (n_states < 1) refuse(*core_, "n_states", fmt::format("{} states would verify nothing", n_states), "take one at least");
  VerifyOptions options;
  options.n_states = n_states;
  options.seed = seed;
  const Verification verification = zanjir::verify(core_->model, options);
  return {verification.agrees(), verification.problem, verification_text(verification), verification_json(verification)};
}

}  // namespace zanjir
