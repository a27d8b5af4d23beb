#include "zanjir/face/dynamics.hpp"

#include "zanjir/core/copy_numbers.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/face/core.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

struct Dynamics::Impl {
  Impl(std::shared_ptr<const MechanismCore> c, const AnyFormulation& formulation)
      : core(std::move(c)),
        model(core->model),
        solver(formulation, model),
        forward{forward_question(model, VecX::Zero(model.nv())), {}},
        inverse{inverse_question(model, VecX::Zero(model.nv())), {}},
        ws(model) {}

  // The state as the algorithms take it, once it is one of this mechanism and not open.
  const State& taken(const MechanismState& state) {
    if (FaceAccess::core(state) != core) require_own(*core, state);
    if (!state.closed()) {
      if (!gauge) gauge.emplace(*core);
      gauge->require_closed(*core, FaceAccess::plain(state), open_above);
    }
    return FaceAccess::plain(state);
  }
  Workspace& kinematics(const MechanismState& state) {
    update_velocities(model, taken(state), ws);
    return ws;
  }
  Workspace& poses(const MechanismState& state) {
    update_positions(model, taken(state), ws);
    return ws;
  }
  const Frame& known(FrameId frame) const {
    if (index(frame) < 0 || at(frame) >= model.frames().size())
      refuse(*core, "frame", "no frame has this number", "Mechanism::frame_id of this mechanism gives one");
    return model.frame(frame);
  }
  // Each question has a Solution of its own: one that served both would change its sizes, and so use heap, with every change between them.
  struct Question {
    Given given;
    Solution solution;
  };
  SolveStatus solve(const MechanismState& state, Question& question, const VecX Solution::*wanted, VecOut& out) {
    const SolveStatus status = solver.solve(taken(state), question.given, Reactions::skip, question.solution);
    if (zanjir::solved(status)) std::copy_n((question.solution.*wanted).data(), out.size(), out.data());
    last = &question;
    return status;
  }

  std::shared_ptr<const MechanismCore> core;
  const Model& model;
  Solver solver;
  Question forward, inverse;
  const Question* last = &forward;
  Workspace ws;
  std::optional<LoopGauge> gauge;  // for states that were set by hand
};

Dynamics::Dynamics(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Dynamics::Impl& Dynamics::impl() const { return owned(impl_, "dynamics"); }
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;
Dynamics::~Dynamics() = default;

Dynamics Mechanism::dynamics(std::string_view formulation) const {
  const std::optional<AnyFormulation> found = find_formulation(formulation);
  if (!found) {
    std::vector<std::string> names;
    for (const AnyFormulation& f : all_formulations()) names.emplace_back(name_of(f));
    refuse_name(*core_, "formulation", formulation, names);
  }
  return Dynamics(std::make_unique<Dynamics::Impl>(core_, *found));
}

SolveStatus Dynamics::forward(const MechanismState& state, const VecIn& tau, VecOut vdot) {
  Impl& x = impl();
  require_size(*x.core, "tau", tau.size(), x.core->speeds);
  require_size(*x.core, "vdot", vdot.size(), x.core->speeds);
  copy_numbers(tau, x.forward.given.tau);
  return x.solve(state, x.forward, &Solution::vdot, vdot);
}

SolveStatus Dynamics::inverse(const MechanismState& state, const VecIn& vdot, VecOut tau) {
  Impl& x = impl();
  require_size(*x.core, "vdot", vdot.size(), x.core->speeds);
  require_size(*x.core, "tau", tau.size(), x.core->speeds);
  copy_numbers(vdot, x.inverse.given.vdot);
  return x.solve(state, x.inverse, &Solution::tau, tau);
}

const std::string& Dynamics::note() const { return impl().last->solution.note; }

void Dynamics::mass_matrix(const MechanismState& state, MatX& M) { zanjir::mass_matrix(impl().model, impl().poses(state), M); }
void Dynamics::bias(const MechanismState& state, VecX& bias) { bias_force(impl().model, impl().kinematics(state), bias); }

FrameKinematics Dynamics::frame(const MechanismState& state, FrameId frame) {
  return frame_kinematics(impl().model, impl().kinematics(state), impl().known(frame));
}

void Dynamics::jacobian(const MechanismState& state, FrameId frame, Mat6X& J) {
  J.resize(6, impl().model.nv());
  frame_jacobian(impl().model, impl().poses(state), impl().known(frame), J);
}

Energy Dynamics::energy(const MechanismState& state) { return zanjir::energy(impl().model, impl().kinematics(state)); }

void Dynamics::forget() { impl().solver.forget(); }

}  // namespace zanjir
