#include "zanjir/batch/lane_worker.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"

namespace zanjir {

LaneWorker::LaneWorker(const BatchPlan& plan)
    : plan_(plan), model_(plan.model), careful_(plan), ws_(plan.model), state_(plan.reference), v_(VecX::Zero(plan.model.nv())), vdot_now_(v_) {
  const int w = plan.lanes();
  const auto nq = at(model_.nq()), nv = at(model_.nv()), steps = at(model_.n_steps());
  q_ = Lanes(nq, w), speeds_ = Lanes(nv, w), tau_ = Lanes(nv, w), vdot_ = Lanes(nv, w), bias_ = Lanes(nv, w), f_ = Lanes(nv, w),
  elements_ = Lanes(nv, w);
  external_ = Lanes(6 * steps, w), tree_ = Lanes(kernels::scratch_numbers(model_.tables()), w), largest_ = Lanes(3, w);
  wrench_ = Lanes(at(6 * plan.n_reactions()), w);
  if (!plan.loops) return;
  loop_ = Lanes(kernels::loop_scratch_numbers(plan.loops->tables, model_.nv()), w), lambda_ = Lanes(at(plan.loops->tables.n_rows), w);
  if (!plan.all_rows) return;
  all_loops_ = Lanes(kernels::loop_scratch_numbers(plan.all_rows->tables, model_.nv()), w), other_rows_ = Lanes(nv, w);
}

// Where nothing stands between the states and the recursion: true, unless a lane is not to be trusted; then all of them go into lanes of their own.
bool LaneWorker::solve_in_place(Asked asked, const BatchStates& s, const double* given, const BatchAnswers& out, const Block& b) {
  const bool forward = asked == Asked::forward;
  double *found = forward ? out.vdot : out.tau, *other = forward ? out.tau : out.vdot;
  if (!plan_.plain(asked) || b.used != plan_.lanes() || !given || !found || other || out.reaction) return false;
  const double *q = s.q + b.begin, *v = s.v + b.begin, *known = given + b.begin;
  const kernels::RowFunctions& f = *plan_.row_functions;
  return (forward ? f.forward(model_.tables(), plan_.children.data(), s.n, q, v, nullptr, tree_.data(), known, found + b.begin)
                  : f.inverse(model_.tables(), plan_.children.data(), s.n, q, v, known, nullptr, tree_.data(), found + b.begin)) == 0;
}

void LaneWorker::solve(Asked asked, const BatchStates& s, const double* given, const BatchAnswers& out, Block b) {
  if (solve_in_place(asked, s, given, out, b)) {
    count_.in_lanes += b.used;
    if (out.status) std::fill_n(out.status + b.begin, b.used, SolveStatus::ok);
    return;
  }
  load(s, given, b);
  b.vdot = vdot_.data(), b.tau = tau_.data();
  if (asked == Asked::forward) plan_.has_rows ? forward_with_loops(s, out, b) : forward_tree(s, out, b);
  else plan_.has_rows ? inverse_with_loops(s, out, b) : inverse_tree(s, out, b);
  if (out.vdot) store(s, b, model_.nv(), b.vdot, out.vdot);
  if (out.tau) store(s, b, model_.nv(), b.tau, out.tau);
  if (out.reaction && b.careful != ~0u) put_reactions(s, b, out.reaction);
  if (out.status) std::fill_n(out.status + b.begin, b.used, SolveStatus::ok);
  count_.in_lanes += b.used;
  if (b.careful == 0) return;
  for (int k = 0; k < b.used; ++k) {  // after all that is read from the lanes
    if (!(b.careful >> k & 1)) continue;
    --count_.in_lanes;
    careful_.ask(asked, s, b.begin + k, given, out, count_);
  }
}

void LaneWorker::solve(std::span<LaneQuestion> questions) {
  for (LaneQuestion& question : questions) question.answered = false;
  if (!plan_.why_alone.empty()) return;
  const int w = plan_.lanes();
  if (ws_of_lane_.empty()) {
    ws_of_lane_.assign(at(w), Workspace(model_));
    t_of_lane_ = Lanes(1, w), q_of_lane_ = Lanes(at(model_.nq()), w), v_of_lane_ = Lanes(at(model_.nv()), w), f_of_lane_ = Lanes(at(model_.nv()), w);
  }
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const State& state = *questions[k].state;
    t_of_lane_.data()[k] = state.t_s;
    for (int i = 0; i < model_.nq(); ++i) q_of_lane_.data()[at(i * w) + k] = state.q[i];
    for (int i = 0; i < model_.nv(); ++i) v_of_lane_.data()[at(i * w) + k] = state.v[i], f_of_lane_.data()[at(i * w) + k] = (*questions[k].tau)[i];
  }
  const BatchStates s{w, t_of_lane_.data(), q_of_lane_.data(), v_of_lane_.data()};
  Block b{0, static_cast<int>(questions.size()), 0};
  question_ = questions;
  load(s, f_of_lane_.data(), b);
  b.vdot = vdot_.data(), b.tau = tau_.data();
  plan_.has_rows ? forward_with_loops(s, {}, b) : forward_tree(s, {}, b);
  question_ = {};
  state_.contact = plan_.reference.contact, state_.preload = plan_.reference.preload;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    if (b.careful >> k & 1) continue;
    LaneQuestion& question = questions[k];
    for (int i = 0; i < model_.nv(); ++i) {
      (*question.vdot)[i] = vdot_.data()[at(i * w) + k];
      (*question.forces)[i] = b.tau[at(i * w) + k];
    }
    question.where = plan_.acts ? &ws_of_lane_[k] : nullptr;
    question.answered = true;
  }
}

void LaneWorker::place(const BatchStates& s, Block& b) {
  load(s, nullptr, b);
  kinematics();
}

// States into lanes; a lane without a state, or with one that lanes cannot have, stands at the reference.
void LaneWorker::load(const BatchStates& s, const double* given, Block& b) {
  const int w = plan_.lanes();
  constexpr double any = std::numeric_limits<double>::infinity();
  const auto take = [&](int n, const double* from, double limit, double* to) {
    from += b.begin;
    if (b.used == w) return plan_.loop_functions->take(n, s.n, from, limit, to);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < w; ++k) to[i * w + k] = k < b.used ? from[i * s.n + k] : 0;
    return plan_.loop_functions->take(n, w, to, limit, to);
  };
  const unsigned used = b.used == w ? (1u << w) - 1 : (1u << b.used) - 1;
  b.careful = used & (take(model_.nq(), s.q, BatchPlan::largest_angle, q_.data()) | take(model_.nv(), s.v, any, speeds_.data()));
  if (given) take(model_.nv(), given, any, f_.data());
  else f_.fill(0);
  if (const unsigned away = b.careful | ~used; away & ((1u << w) - 1)) {
    for (int k = 0; k < w; ++k) {
      if (!(away >> k & 1)) continue;
      for (int i = 0; i < model_.nq(); ++i) q_.data()[i * w + k] = plan_.reference.q[i];
      for (int i = 0; i < model_.nv(); ++i) speeds_.data()[i * w + k] = plan_.reference.v[i];
    }
  }
  if (plan_.prescribed)
    for (int k = 0; k < w; ++k) follow_laws(s, b, k);
}
// n rows, lane by lane; what goes alone is written over.
void LaneWorker::store(const BatchStates& s, const Block& b, std::ptrdiff_t n, const double* from, double* to) {
  const int w = plan_.lanes();
  if (b.used == w) return plan_.loop_functions->put(static_cast<int>(n), s.n, from, to + b.begin);
  for (std::ptrdiff_t i = 0; i < n; ++i)
    for (int k = 0; k < b.used; ++k) to[i * s.n + b.begin + k] = from[i * w + k];
}

// What laws of time prescribe, into lane k.
void LaneWorker::follow_laws(const BatchStates& s, const Block& b, int k) {
  const int w = plan_.lanes();
  lane_to_state(s, b, k);
  take_state(model_, state_, ws_);
  for (int i = 0; i < model_.nq(); ++i) q_.data()[i * w + k] = ws_.q[i];
  for (int i = 0; i < model_.nv(); ++i) speeds_.data()[i * w + k] = ws_.v[i], vdot_.data()[i * w + k] = ws_.vdot_prescribed[i];
}
void LaneWorker::lane_to_state(const BatchStates& s, const Block& b, int k) {
  const int w = plan_.lanes();
  state_.t_s = k < b.used && s.t_s ? s.t_s[b.begin + k] : 0;
  if (!question_.empty()) {
    const State& whole = at(k) < question_.size() ? *question_[at(k)].state : plan_.reference;
    state_.contact = whole.contact;
    state_.preload = whole.preload;
  }
  for (int i = 0; i < model_.nq(); ++i) state_.q[i] = q_.data()[i * w + k];
  for (int i = 0; i < model_.nv(); ++i) state_.v[i] = speeds_.data()[i * w + k];
}
// Poses and velocities of lane k into the Workspace of one state: all that frames are made of. Sections of elastic bodies keep more, which stays as it was.
Workspace& LaneWorker::place_lane(const BatchStates& s, const Block& b, int k) {
  Workspace& ws = question_.empty() ? ws_ : ws_of_lane_[at(k)];
  lane_to_state(s, b, k);
  take_state(model_, state_, ws);
  const auto layout = kernels::scratch_layout(model_.n_steps());
  for (std::size_t i = layout.X_WB; i < layout.A; ++i) ws.tree[static_cast<Eigen::Index>(i)] = tree_.data()[i * at(plan_.lanes()) + at(k)];
  ws.stage = Stage::velocity;
  return ws;
}
// Forces of elements, lane by lane, from the poses that the lanes have found: their own code is for one state.
const double* LaneWorker::gather(const BatchStates& s, const Block& b) {
  const int w = plan_.lanes();
  if (!plan_.acts && !plan_.joint_forces) {
    if (!elements_are_zero_) elements_.fill(0);
    elements_are_zero_ = true;
    return nullptr;
  }
  elements_are_zero_ = false;
  for (int k = 0; k < w; ++k) {
    Workspace* ws = &ws_;
    if (plan_.acts) {
      ws = &place_lane(s, b, k);
      gather_forces(model_, *ws);
      const double* rows = external_rows(model_, *ws);
      for (int i = 0; i < 6 * model_.n_steps(); ++i) external_.data()[i * w + k] = rows ? rows[i] : 0;
    } else {
      lane_to_state(s, b, k);
      take_state(model_, state_, *ws);
      gather_joint_forces(model_, *ws);
    }
    for (int i = 0; i < model_.nv(); ++i) elements_.data()[i * w + k] = ws->tau_elements[i];
  }
  return plan_.acts ? external_.data() : nullptr;
}

// Forces across the steps are those of the last inverse pass, with all wrenches in it.
void LaneWorker::put_reactions(const BatchStates& s, const Block& b, double* out) {
  double* wrench = wrench_.data();
  plan_.loop_functions->joint_wrenches(model_.tables(), plan_.joint_points.data(), static_cast<int>(plan_.joint_points.size()), tree_.data(), wrench);
  if (!model_.constraints().empty()) {
    const std::size_t begin = 6 * plan_.joint_points.size() * at(plan_.lanes());
    std::fill(wrench + begin, wrench + at(6 * plan_.n_reactions() * plan_.lanes()), 0.0);
    plan_.loop_functions->loop_wrenches(model_.tables(), plan_.loops->tables, loop_.data(), lambda_.data(), wrench + begin);
  }
  store(s, b, 6 * plan_.n_reactions(), wrench, out);
}

}  // namespace zanjir
