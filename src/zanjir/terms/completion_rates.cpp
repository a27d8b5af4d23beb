// Speeds and accelerations that keep the loops closed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/closer.hpp"
#include "zanjir/loops/large_rank.hpp"
#include "zanjir/loops/row_picker.hpp"
#include "zanjir/terms/completion.hpp"
#include "zanjir/terms/led_rows.hpp"

namespace zanjir {
namespace {

constexpr const char* give_fewer = "give fewer of them, so that the others can follow";

// Many loops and nothing beside them:  Phi_q x = rates  with the smallest scaled change of x, by independent rows and their sparse factor (loops/loop_factor), where
// a row of N loops costs O(N). The closure is at the state. False: there are few loops or others of these things, the rows are too weak to tell, or those
// that were not picked do not follow; then x is as it was.
bool match_loops(const Model& model, const Closure& closure, const LoopGiven& given, std::span<const LedFrame> frames, const VecX& rates, VecX& x) {
  if (model.n_closure_rows() <= rows_of_large_mechanisms || !given.entries.empty() || !frames.empty()) return false;
  constexpr double surely_independent = 1e-4, follow = 1e-12;  // as in loops/closer
  LoopFactor all(model, model.row_scale()), picked(model, model.row_scale());
  const std::vector<bool> held = with_prescribed(model, given.held);
  for (std::size_t i = 0; i < held.size(); ++i) all.frozen[i] = picked.frozen[i] = held[i] ? 1 : 0;
  std::vector<int> rows(at(model.n_closure_rows()));
  std::iota(rows.begin(), rows.end(), 0);
  RowPicker picker;
  assemble(model, model.constraints(), closure, rows, all);
  pick_rows(all, picker);
  VecX off(rates.size()), step, lambda, changed = x;
  const auto scaled_off = [&] {
    closure_rates(all, closure, changed, off);
    off -= rates;
    return off.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>();
  };
  const auto size_of = [&](const VecX& u) { return u.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>(); };
  scaled_off();
  if (!picker.rows.empty()) {
    if (!(picker.weakest > surely_independent)) return false;
    if (!factor(model, model.constraints(), closure, picker.rows, 0, Damping::as_given, picked)) return false;
    solve(model, VecX::Zero(model.nv()), -off, picked, step, lambda);
    changed += step;
  }
  const double asked = std::max(size_of(x) * std::max(1.0, picker.largest_row), rates.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>());
  if (scaled_off() > follow * std::max(asked, size_of(changed) * std::max(1.0, picker.largest_row))) return false;
  x = changed;
  return true;
}

}  // namespace

// What is said of speeds or accelerations, and cannot be. Where less is independent here than right beside this state, a led frame stands where its motion leaves speeds open: those of least size need not be
// the ones that its acceleration wants, and what was said may be possible all the same.
Contradiction Completion::contradiction(const char* path, std::string_view what, const char* per, const Left& left, const LoopGiven& given,
                                        std::span<const LedFrame> frames, const State& state) {
  const std::string off = where(left, given, frames, per);
  if (!frames.empty() && is_singular(given, frames, state))
    return {
        path,
        fmt::format("'{}' is led into a singular pose, {}: {}", model_.frame(frames.front().frame).name,
                    what == "speeds" ? "where no speeds of the joints give its own"
                                     : "where its motion leaves speeds of the joints open, and so what accelerations it needs",
                    off),
        "lead the joints by their coordinates there, or keep the motion away from this pose (an arm from its full reach, legs from lying in line)"};
  return {path, fmt::format("the given {} contradict {}: {}", what, model_.n_closure_rows() > 0 ? "the loops" : "each other", off), give_fewer};
}

// Whether fewer rows are independent at this state than close to it.
bool Completion::is_singular(const LoopGiven& given, std::span<const LedFrame> frames, const State& state) {
  constexpr double beside = 0.01;  // of a radian or a model length
  hold(given.held);
  take_rows(given.entries, frames);
  const int here = factor_over_free(Factor::of_these_rows).rank;
  State there = state;
  VecX step(model_.nv());
  for (int k = 0; k < model_.nv(); ++k) step[k] = held_[at(k)] ? 0 : beside * std::sin(1.0 + k) * model_.column_scale()[k];
  retract(model_, state.q, step, there.q);
  if (model_.n_closure_rows() > 0 && !Closer(model_).positions(model_, there).closed) return false;
  place(there);
  take_rows(given.entries, frames);
  const int rank = factor_over_free(Factor::of_these_rows).rank;
  place(state, Stage::velocity);
  return rank > here;
}

std::vector<Contradiction> Completion::velocities(const LoopGiven& given, std::span<const LedFrame> frames, State& state) {
  if (nothing_to_do(given, frames)) return {};
  place(state);
  state.v = ws_.v;
  if (model_.n_closure_rows() > rows_of_large_mechanisms) {
    take_closure_rows();
    b_.setZero(model_.n_closure_rows());
    if (match_loops(model_, closure_, given, frames, b_, state.v)) return {};
  }
  take_rows(given.entries, frames);
  b_.setZero(A_.rows());
  Eigen::Index i = model_.n_closure_rows();
  for (const double value : given.values) b_[i++] = value;
  for (const LedFrame& m : frames) for_each_row(m, frame_pose(model_, ws_, model_.frame(m.frame)), {}, [&](const FrameRow& r) { b_[i++] = r.rate; });
  b_.array() *= row_scale_.array();
  const VecX& C = model_.column_scale();
  const double before = state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>();
  left_over(state.v);
  least_change(state.v, given.held);
  Left left = left_over(state.v);
  // The speeds that were changed count too: asked to stop, they leave rounding of their own size.
  const double size = std::max({before, state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>(), b_.size() == 0 ? 0 : b_.lpNorm<Eigen::Infinity>()});
  constexpr double rest = 1e-13;  // model lengths or radians per second: what recordings have of mechanisms that stand still
  if (left.size > std::max(typed_tolerance * size, rest)) {
    if (given.empty() && frames.empty()) return {{"v", "the loops allow no such speeds: " + where(left, given, frames, "/s"), give_fewer}};
    return {contradiction("v", "speeds", "/s", left, given, frames, state)};
  }
  if (left.size > 1e-13 * size) least_change(state.v, {});
  return {};
}

// Speeds of least size are  v = A^T l  over what is free (scaled columns, l by what is led), so  v' = A'^T l + A^T l',  and the second part is what the rows ask for. A' along
// the motion, by differences of the fourth order: of the state, and of the places that frames point to, on which the rows depend as well. Other rows know where their
// frame is led to, but what they span does not depend on it. The workspace is at the state, before and after.
void Completion::add_rate_of_least_speeds(const LoopGiven& given, std::span<const LedFrame> frames, const State& state, VecX& vdot) {
  const VecX& C = model_.column_scale();
  const double fastest = ws_.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>();
  take_rows(given.entries, frames);
  hold(given.held);
  const Factored& f = factor_over_free(Factor::of_these_rows);
  if (fastest == 0 || f.rank == static_cast<Eigen::Index>(f.columns.size())) return;  // nothing is free
  const std::vector<Eigen::Index> columns = f.columns;
  const VecX l = f.qr.solve(state.v.cwiseQuotient(C)(columns), f.rank);
  moved_.assign(frames.begin(), frames.end());
  double fastest_target = 0;  // in its distances per second
  for (LedFrame& m : moved_) {
    if (m.turn != LedFrame::Turn::target) continue;
    const Vec3d d = m.along - frame_pose(model_, ws_, model_.frame(m.frame)).p;
    fastest_target = std::max(fastest_target, norm(m.along_rate) / norm(d));
    m.rows = rows_across(d * (1 / norm(d)));  // the same directions here and beside
  }
  const double h = 2e-3 / std::max(fastest, fastest_target);  // of a radian, a model length or the distance of a target
  constexpr std::pair<int, double> weights[] = {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}};
  VecX rate = VecX::Zero(static_cast<Eigen::Index>(columns.size()));
  State there = state;
  const VecX q = ws_.q, v = ws_.v;  // with what laws of time prescribe, which moves on as well
  for (const auto& [step, weight] : weights) {
    retract(model_, q, v * (step * h), there.q);
    for (std::size_t k = 0; k < frames.size(); ++k)
      if (frames[k].turn == LedFrame::Turn::target) moved_[k].along = frames[k].along + frames[k].along_rate * (step * h);
    place_as_is(there);
    take_rows(given.entries, moved_);
    rate += weight / h * (A_(Eigen::all, columns).transpose() * l);
  }
  for (std::size_t k = 0; k < columns.size(); ++k) vdot[columns[k]] += C[columns[k]] * rate[static_cast<Eigen::Index>(k)];
  place(state, Stage::velocity);
}

std::vector<Contradiction> Completion::accelerations(const LoopGiven& given, std::span<const LedFrame> frames, const State& state, VecX& vdot,
                                                     Free free) {
  if (nothing_to_do(given, frames)) return {};
  place(state, Stage::velocity);
  if (free == Free::moves_least) add_rate_of_least_speeds(given, frames, state, vdot);
  update_accelerations(model_, zero_, ws_);  // at vdot = 0: what velocities alone do
  if (model_.n_closure_rows() > rows_of_large_mechanisms) {
    take_closure_rows();
    update_closure_rates(model_, ws_, closure_);
    if (match_loops(model_, closure_, given, frames, closure_.gamma, vdot)) return {};
  }
  take_rows(given.entries, frames);
  update_closure_rates(model_, ws_, closure_);
  b_.resize(A_.rows());
  b_.head(model_.n_closure_rows()) = closure_.gamma;
  Eigen::Index i = model_.n_closure_rows();
  int before = -1;
  for (std::size_t k = 0; k < given.entries.size(); ++k) {
    const int joint = users_.joint_of_speed(given.entries[k]);
    if (joint != before) {
      const UserJoint& u = users_.joints()[at(joint)];
      users_.speeds_of(u, ws_, q_users(joint), v_users_);
      users_.accelerations_of(u, ws_, q_users(joint), v_users_, zero_, drift_);
      before = joint;
    }
    b_[i++] = given.values[k] - drift_[given.entries[k]];
  }
  for (const LedFrame& m : frames) {
    const Frame& frame = model_.frame(m.frame);
    const FrameKinematics now = frame_kinematics(model_, ws_, frame);
    const Motiond drift = frame_acceleration(model_, ws_, frame);
    for_each_row(m, now.X_WF, now.V_WF_W, [&](const FrameRow& r) { b_[i++] = r.acceleration - dot(r.n, drift.w) - dot(r.f, drift.v); });
  }
  b_.array() *= row_scale_.array();
  left_over(vdot);
  change_ = vdot;
  step_ = vdot;
  least_change(step_, given.held);
  Left left = left_over(step_);
  const double size = std::max(acceleration_size(model_, ws_.v, step_), b_.size() == 0 ? 0 : b_.lpNorm<Eigen::Infinity>());
  if (left.size > typed_tolerance * size && left.size > 0) {
    if (given.empty() && frames.empty()) return {};  // a singular configuration: the solver says more
    return {contradiction("vdot", "accelerations", "/s^2", left, given, frames, state)};
  }
  if (left.size > 1e-13 * size) least_change(step_, {});
  vdot = step_;
  return {};
}

}  // namespace zanjir
