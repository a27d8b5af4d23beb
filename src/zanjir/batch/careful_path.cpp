#include "zanjir/batch/careful_path.hpp"

#include <limits>

#include "zanjir/dynamics/not_a_state.hpp"

namespace zanjir {

CarefulPath::CarefulPath(const BatchPlan& plan)
    : plan_(plan),
      ws_(plan.model),
      solver_(AnyFormulation{}, plan.model),
      forward_(forward_question(plan.model, VecX::Zero(plan.model.nv()))),
      inverse_(inverse_question(plan.model, VecX::Zero(plan.model.nv()))),
      state_(plan.reference) {}

void CarefulPath::take(const BatchStates& s, std::ptrdiff_t k) {
  state_.t_s = s.t_s ? s.t_s[k] : 0;
  for (int i = 0; i < plan_.model.nq(); ++i) state_.q[i] = s.q[i * s.n + k];
  for (int i = 0; i < plan_.model.nv(); ++i) state_.v[i] = s.v[i * s.n + k];
}

Workspace& CarefulPath::kinematics(const BatchStates& s, std::ptrdiff_t k) {
  take(s, k);
  update_velocities(plan_.model, state_, ws_);
  return ws_;
}

void CarefulPath::put_nothing(const BatchStates& s, std::ptrdiff_t k, const BatchAnswers& out) const {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < plan_.model.nv(); ++i) {
    if (out.vdot) out.vdot[i * s.n + k] = not_a_number;
    if (out.tau) out.tau[i * s.n + k] = not_a_number;
  }
  if (out.reaction)
    for (std::ptrdiff_t i = 0; i < 6 * plan_.n_reactions(); ++i) out.reaction[i * s.n + k] = not_a_number;
}

void CarefulPath::ask(Asked asked, const BatchStates& s, std::ptrdiff_t k, const double* given, const BatchAnswers& out, BatchCount& count) {
  const Model& model = plan_.model;
  take(s, k);
  Given& question = asked == Asked::forward ? forward_ : inverse_;
  VecX& known = asked == Asked::forward ? question.tau : question.vdot;
  for (int i = 0; i < model.nv(); ++i) known[i] = given ? given[i * s.n + k] : 0;
  solver_.forget();  // whatever was asked before
  ++count.alone;
  SolveStatus status = SolveStatus::inconsistent;
  std::string note;
  if (!state_.q.allFinite() || !state_.v.allFinite()) {
    status = SolveStatus::not_converged;
    note = not_a_state_note;
  } else if (note = open_note(); note.empty()) {
    status = solver_.solve(state_, question, out.reaction ? Reactions::compute : Reactions::skip, solution_);
    note = solution_.note;
  }
  if (out.status) out.status[k] = status;
  if (!solved(status)) {
    ++count.unsolved;
    if (count.first_unsolved < 0 || k < count.first_unsolved) count.first_unsolved = k, count.note = note;
    return put_nothing(s, k, out);
  }
  for (int i = 0; i < model.nv(); ++i) {
    if (out.vdot) out.vdot[i * s.n + k] = solution_.vdot[i];
    if (out.tau) out.tau[i * s.n + k] = solution_.tau[i];
  }
  if (!out.reaction) return;
  std::ptrdiff_t next = 0;
  for (const auto* list : {&solution_.reaction, &solution_.loop_reaction})
    for (const JointWrench& w : *list)
      for (const double number : {w.total.n.x, w.total.n.y, w.total.n.z, w.total.f.x, w.total.f.y, w.total.f.z})
        out.reaction[next++ * s.n + k] = number;
}

// Why a state is not one of this mechanism; empty: it is.
std::string CarefulPath::open_note() {
  const Model& model = plan_.model;
  if (!plan_.has_rows) return {};
  update_velocities(model, state_, ws_);
  if (!closure_) closure_.emplace(model);
  Closure& closure = *closure_;
  update_closure_positions(model, ws_, closure);
  Eigen::Index worst = 0;
  const double open = closure.phi.cwiseProduct(model.row_scale()).cwiseAbs().maxCoeff(&worst);
  if (open > BatchPlan::open_above) return "the loop at " + row_name(model.constraints(), worst) + " is open";
  return {};
}

}  // namespace zanjir
