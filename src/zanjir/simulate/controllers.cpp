#include "zanjir/simulate/controllers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {

Controllers::Controllers(const Model& model, const AnyFormulation& formulation, const std::vector<Controller>& inputs)
    : model_(&model),
      laws_(inputs),
      inputs_(inputs),
      held_(VecX::Zero(model.nv())),
      held_cut_(VecX::Zero(model.n_cut_v())),
      solver_(formulation, model),
      ws_(model),
      question_(forward_question(model, VecX::Zero(model.nv()))),
      cut_(model),
      v_cut_(VecX::Zero(model.n_cut_v())) {
  for (const Controller& c : model.controllers()) {
    const bool replaced = std::any_of(inputs.begin(), inputs.end(), [&](const Controller& i) { return i.cut == c.cut && i.speed == c.speed; });
    if (!replaced) laws_.push_back(c);
  }
  for (const Controller& c : laws_) {
    on_cut_joints_ = on_cut_joints_ || (c.cut && c.kind != ControlKind::force);
    computes_torque_ = computes_torque_ || c.kind == ControlKind::computed_torque;
    follow_state_ = follow_state_ || c.kind != ControlKind::force;
    if (c.kind == ControlKind::computed_torque) question_.want[static_cast<std::size_t>(c.speed)] = Want::tau;
  }
  first_limited_s_.assign(laws_.size(), std::numeric_limits<double>::infinity());
}

double Controllers::within_limit(std::size_t law, double force, double t_s) {
  const double limit = laws_[law].limit, within = std::clamp(force, -limit, limit);
  if (within != force) first_limited_s_[law] = std::min(first_limited_s_[law], t_s);
  return within;
}

std::vector<std::string> Controllers::notes() const {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (!std::isfinite(first_limited_s_[i])) continue;
    const std::string unit = laws_[i].cut ? "" : " " + std::string(force_unit(*model_, laws_[i].speed));
    notes.push_back(fmt::format("the control of '{}' was at its limit, {:.6g}{}, first at about t = {:.6g} s", laws_[i].name, laws_[i].limit, unit,
                                first_limited_s_[i]));
  }
  return notes;
}

double Controllers::error_force(const Controller& c, double q, double v, const Jet& target) const {
  return c.kp * (target.value - q) + c.kd * (target.rate - v);
}

int Controllers::n_demands() const { return static_cast<int>(std::ranges::count_if(laws_, has_demand)); }

void Controllers::demands(const State& state, double* of_limits) const {
  PhaseJets room;
  const std::span<const Jet> phases = model_->phases().at(state.t_s, room);
  for (const Controller& c : laws_) {
    if (!has_demand(c)) continue;
    const double force =
        c.force.value_at(state.t_s, phases) + error_force(c, state.q[c.coordinate], state.v[c.speed], c.target.at(state.t_s, phases));
    *of_limits++ = force / c.limit;
  }
}

double Controllers::next_switch(double after_s, double until_s) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Controller& c : laws_)
    next = std::min({next, c.force.next_switch(after_s, until_s, model_->phases()), c.target.next_switch(after_s, until_s, model_->phases())});
  return next;
}

void Controllers::hold(const VecX& tau, const VecX& tau_cut) {
  held_ = tau;
  held_cut_ = tau_cut;
  for (const Controller& c : inputs_) (c.cut ? held_cut_ : held_)[c.speed] = 0;
}

SolveStatus Controllers::forces(const State& state, const LoopRank* rank, VecX& tau, VecX& tau_cut, const Workspace* known) {
  tau = held_;
  tau_cut = held_cut_;
  if (laws_.empty()) return SolveStatus::ok;
  if (on_cut_joints_) {
    if (!known) update_positions(*model_, state, ws_);
    const Workspace& ws = known ? *known : ws_;
    update_cut_rows(*model_, ws, cut_);
    v_cut_.noalias() = cut_.S * ws.v;
  }
  PhaseJets room;
  const std::span<const Jet> phases = model_->phases().at(state.t_s, room);
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const Controller& c = laws_[i];
    if (c.kind == ControlKind::computed_torque) continue;
    double force = c.force.value_at(state.t_s, phases);
    if (c.kind == ControlKind::pd) {
      const Jet target = c.target.at(state.t_s, phases);
      force +=
          c.cut ? error_force(c, cut_.q_cut[c.coordinate], v_cut_[c.speed], target) : error_force(c, state.q[c.coordinate], state.v[c.speed], target);
    }
    (c.cut ? tau_cut : tau)[c.speed] = within_limit(i, force, state.t_s);
  }
  if (!computes_torque_) return SolveStatus::ok;

  // The other actuators act as they do; the speeds under computed torque get the acceleration they want, and their force is the answer.
  question_.tau = tau;
  question_.tau_cut = tau_cut;
  question_.rank = rank;
  for (const Controller& c : laws_) {
    if (c.kind != ControlKind::computed_torque) continue;
    const Jet target = c.target.at(state.t_s, phases);
    question_.vdot[c.speed] = target.acceleration + error_force(c, state.q[c.coordinate], state.v[c.speed], target);
  }
  const SolveStatus status = solver_.solve(state, question_, Reactions::skip, answer_);
  if (!solved(status)) return status;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const Controller& c = laws_[i];
    if (c.kind == ControlKind::computed_torque) tau[c.speed] = within_limit(i, answer_.tau[c.speed] + c.force.value_at(state.t_s, phases), state.t_s);
  }
  return SolveStatus::ok;
}

}  // namespace zanjir
