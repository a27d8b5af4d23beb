// The passes over a block of lanes: trees, and closed loops (docs/batch.md#loops-in-lanes).
#include <algorithm>
#include <limits>

#include "zanjir/batch/lane_worker.hpp"
#include "zanjir/dynamics/question.hpp"

namespace zanjir {

using kernels::Known;

void LaneWorker::kinematics() { plan_.functions.kinematics(model_.tables(), q_.data(), speeds_.data(), tree_.data()); }
void LaneWorker::inverse_pass(const double* external, double* tau) {
  plan_.functions.inverse_dynamics(model_.tables(), Known::kinematics, q_.data(), speeds_.data(), vdot_.data(), external, tree_.data(), tau);
}

void LaneWorker::forward_tree(const BatchStates& s, const BatchAnswers& out, Block& b) {
  if (plan_.plain(Asked::forward) && !out.reaction) {  // as in solve_in_place, to the last bit
    b.careful |= plan_.row_functions->forward(model_.tables(), plan_.children.data(), plan_.lanes(), q_.data(), speeds_.data(), nullptr, tree_.data(),
                                              f_.data(), vdot_.data());
    b.tau = f_.data();
    return;
  }
  const std::size_t n = numbers();
  const bool needs_poses = plan_.acts || out.reaction || !model_.elastic_bodies().empty();
  if (needs_poses) kinematics();
  const double* external = gather(s, b);
  double* tau = plan_.prescribed || plan_.joint_forces || plan_.acts ? tau_.data() : f_.data();  // written at prescribed speeds only
  if (plan_.joint_forces || plan_.acts)
    for (std::size_t i = 0; i < n; ++i) tau[i] = f_.data()[i] + elements_.data()[i];
  else if (plan_.prescribed) std::copy_n(f_.data(), n, tau);
  b.careful |= plan_.functions.forward_dynamics(model_.tables(), needs_poses ? Known::kinematics : Known::nothing, q_.data(), speeds_.data(),
                                                plan_.prescribed ? plan_.given_steps.data() : nullptr, external, tree_.data(), tau, vdot_.data());
  if (out.reaction) inverse_pass(external, bias_.data());
  put_forces(b);
  note_not_finite(b, vdot_.data());
}
void LaneWorker::inverse_tree(const BatchStates& s, const BatchAnswers& out, Block& b) {
  if (plan_.plain(Asked::inverse) && !out.reaction) {
    b.vdot = f_.data();
    b.careful |= plan_.row_functions->inverse(model_.tables(), plan_.children.data(), plan_.lanes(), q_.data(), speeds_.data(), f_.data(), nullptr,
                                              tree_.data(), tau_.data());
    return;
  }
  const std::size_t n = numbers();
  const bool needs_poses = plan_.acts || out.reaction || !model_.elastic_bodies().empty();
  if (needs_poses) kinematics();
  const double* external = gather(s, b);
  if (plan_.prescribed) take_accelerations();
  else b.vdot = f_.data();
  plan_.functions.inverse_dynamics(model_.tables(), needs_poses ? Known::kinematics : Known::nothing, q_.data(), speeds_.data(), b.vdot, external,
                                   tree_.data(), tau_.data());
  if (plan_.joint_forces || plan_.acts)
    for (std::size_t i = 0; i < n; ++i) tau_.data()[i] -= elements_.data()[i];
  note_not_finite(b, tau_.data());
}
// What was asked is in f_; accelerations of prescribed speeds are those of their laws.
void LaneWorker::take_accelerations() {
  const int w = plan_.lanes();
  for (int i = 0; i < model_.nv(); ++i) {
    if (model_.roles()[at(i)] == Role::prescribed) continue;
    for (int k = 0; k < w; ++k) vdot_.data()[i * w + k] = f_.data()[i * w + k];
  }
}
// Forces as answers: what was given comes back, prescribed speeds have theirs from the recursion, elements are not among them.
void LaneWorker::put_forces(Block& b) {
  if (!plan_.prescribed) {
    b.tau = f_.data();
    return;
  }
  const int w = plan_.lanes();
  for (int i = 0; i < model_.nv(); ++i) {
    const bool found = model_.roles()[at(i)] == Role::prescribed;
    for (int k = 0; k < w; ++k) {
      const std::size_t j = at(i * w + k);
      tau_.data()[j] = found ? tau_.data()[j] - elements_.data()[j] : f_.data()[j];
    }
  }
}
void LaneWorker::note_not_finite(Block& b, double* numbers) {
  b.careful |= plan_.loop_functions->take(model_.nv(), plan_.lanes(), numbers, std::numeric_limits<double>::infinity(), numbers);
}

// Poses, elements, bias for the accelerations that are known, rows of the loops there. Returns the wrenches of the elements.
const double* LaneWorker::begin_loops(const BatchStates& s, Block& b) {
  const bool at_once = !plan_.acts && model_.elastic_bodies().empty();  // nobody asks for poses in between
  if (!at_once) kinematics();
  const double* external = gather(s, b);
  if (at_once)
    plan_.loop_functions->kinematics_and_bias(model_.tables(), q_.data(), speeds_.data(), vdot_.data(), nullptr, tree_.data(), bias_.data());
  else inverse_pass(external, bias_.data());
  const LoopPlan& whole = plan_.all_rows ? *plan_.all_rows : *plan_.loops;
  Lanes& whole_scratch = plan_.all_rows ? all_loops_ : loop_;
  if (plan_.all_rows)
    plan_.loop_functions->close_up(model_.tables(), plan_.loops->tables, q_.data(), speeds_.data(), vdot_.data(), tree_.data(), loop_.data(),
                                   largest_.data());
  plan_.loop_functions->close_up(model_.tables(), whole.tables, q_.data(), speeds_.data(), vdot_.data(), tree_.data(), whole_scratch.data(),
                                 largest_.data());
  for (int k = 0; k < b.used; ++k)
    if (!(largest_.data()[k] <= BatchPlan::open_above)) b.careful |= 1u << k;
  return external;
}
// Rows that were not needed, or were given, may say something else than what came out.
void LaneWorker::note_missed_rows(double part, Block& b) {
  const int w = plan_.lanes();
  for (int k = 0; k < b.used; ++k) {
    for (int i = 0; i < model_.nv(); ++i) v_[i] = speeds_.data()[i * w + k], vdot_now_[i] = vdot_.data()[i * w + k];
    if (!(largest_.data()[2 * w + k] <= part * acceleration_size(model_, v_, vdot_now_))) b.careful |= 1u << k;
  }
}

void LaneWorker::forward_with_loops(const BatchStates& s, const BatchAnswers& out, Block& b) {
  const int w = plan_.lanes();
  const std::size_t n = numbers();
  for (int i = 0; i < model_.nv(); ++i)
    if (model_.roles()[at(i)] != Role::prescribed) std::fill_n(vdot_.data() + i * w, w, 0.0);
  const double* external = begin_loops(s, b);
  mass_matrix();
  for (std::size_t i = 0; i < n; ++i) tau_.data()[i] = f_.data()[i] + elements_.data()[i] - bias_.data()[i];
  b.careful |= plan_.loop_functions->solve(model_.tables(), plan_.loops->tables, M_.data(), tau_.data(), loop_.data(), vdot_.data(), lambda_.data());
  if (out.reaction || plan_.prescribed || plan_.all_rows) {
    if (!external) external_.fill(0);
    tau_.fill(0);
    plan_.loop_functions->add_wrenches(model_.tables(), plan_.loops->tables, tree_.data(), loop_.data(), lambda_.data(), external_.data(),
                                       tau_.data());
    inverse_pass(external_.data(), bias_.data());
    for (std::size_t i = 0; i < n; ++i) tau_.data()[i] = bias_.data()[i] - tau_.data()[i];  // gears are forces on speeds
    if (plan_.all_rows) {
      plan_.loop_functions->close_up(model_.tables(), plan_.all_rows->tables, q_.data(), speeds_.data(), vdot_.data(), tree_.data(),
                                     all_loops_.data(), largest_.data());
      note_missed_rows(opened_by_solved, b);
    }
  }
  if (out.reaction && (plan_.all_rows || plan_.has_welds))
    b.careful = ~0u;  // one choice of many, or of bodies that have no row: the careful path has both
  put_forces(b);
}

void LaneWorker::inverse_with_loops(const BatchStates& s, const BatchAnswers& out, Block& b) {
  const std::size_t n = numbers();
  if (plan_.loops->tables.n_passive == 0) {
    b.careful = ~0u;
    return;
  }
  take_accelerations();
  const double* external = begin_loops(s, b);
  note_missed_rows(opened_by_given, b);
  for (std::size_t i = 0; i < n; ++i) bias_.data()[i] -= elements_.data()[i];
  // Of rows that are not needed at the reference, accelerations that keep loops closed say nothing where they hold more freedoms than there: some sum of them shall be
  // one of those in use, by a tenth of what a kept rank allows (loops/kept_rank (4)).
  double* other_rows = plan_.all_rows ? other_rows_.data() : nullptr;
  if (other_rows) plan_.loop_functions->sum_of_rows(model_.tables(), plan_.all_rows->tables, plan_.dropped.data(), all_loops_.data(), other_rows);
  b.careful |= plan_.loop_functions->solve_passive(model_.tables(), plan_.loops->tables, bias_.data(), loop_.data(), tau_.data(), lambda_.data(),
                                                   other_rows, 0.1 * rank_threshold);
  if (!out.reaction) return;
  if (plan_.all_rows || plan_.has_welds) {
    b.careful = ~0u;
    return;
  }
  if (!external) external_.fill(0);
  elements_.fill(0);
  elements_are_zero_ = false;
  plan_.loop_functions->add_wrenches(model_.tables(), plan_.loops->tables, tree_.data(), loop_.data(), lambda_.data(), external_.data(),
                                     elements_.data());
  inverse_pass(external_.data(), bias_.data());
}

const double* LaneWorker::jacobian(const Frame& frame) {
  const int w = plan_.lanes();
  if (!J_.data()) J_ = Lanes(6 * at(model_.nv()), w), point_ = Lanes(3, w);
  const Body& body = model_.body(frame.body);
  const Vec3d p = body.X_RB * frame.X_BF.p;
  for (int i = 0; i < 3; ++i) std::fill_n(point_.data() + i * w, w, p[i]);
  plan_.functions.jacobian(model_.tables(), tree_.data(), body.row, point_.data(), J_.data());
  return J_.data();
}

const double* LaneWorker::mass_matrix() {
  if (!M_.data()) M_ = Lanes(at(model_.nv()) * at(model_.nv()), plan_.lanes());
  (model_.long_branches() ? plan_.functions.mass_matrix_world : plan_.functions.mass_matrix_branches)(model_.tables(), tree_.data(), M_.data());
  return M_.data();
}

}  // namespace zanjir
