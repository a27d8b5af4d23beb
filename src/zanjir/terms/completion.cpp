#include "zanjir/terms/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/led_rows.hpp"

namespace zanjir {
namespace {

Vec3d column(const Mat6X& J, Eigen::Index k, Eigen::Index first) { return {J(first, k), J(first + 1, k), J(first + 2, k)}; }

bool same(const Vec3d& a, const Vec3d& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

int n_rows(std::span<const LedFrame> frames) {
  int n = 0;
  for (const LedFrame& m : frames) n += m.n_rows();
  return n;
}

}  // namespace

void LoopGiven::clear(int nv) {
  held.assign(at(nv), false);
  entries.clear();
  values.clear();
  paths.clear();
}

bool LoopGiven::empty() const { return entries.empty() && std::find(held.begin(), held.end(), true) == held.end(); }

Completion::Completion(const Model& model, const UserJoints& users, const KinematicsRoom& lent)
    : model_(model),
      users_(users),
      own_(lent.ws ? nullptr : std::make_unique<OwnRoom>(model)),
      ws_(lent.ws ? *lent.ws : own_->ws),
      closure_(lent.ws ? *lent.closure : own_->closure),
      row_scratch_(model),
      J_(Mat6X::Zero(6, model.nv())),
      row_(VecX::Zero(model.nv())),
      q_users_(users.nq()),
      v_users_(users.nv()),
      drift_(users.nv()),
      zero_(VecX::Zero(model.nv())),
      q_users_known_(users.joints().size(), false),
      trial_(initial_state(model)) {
  for (const Role role : model.roles()) prescribed_.push_back(role == Role::prescribed);
  held_ = prescribed_;
  for (const std::string& name : users.coordinate_names()) initial_q_paths_.push_back("initial.q." + name);
  for (const std::string& name : users.speed_names()) initial_v_paths_.push_back("initial.v." + name);
}

bool Completion::nothing_to_do(const LoopGiven& given, std::span<const LedFrame> frames) const {
  return model_.n_closure_rows() == 0 && given.entries.empty() && frames.empty();
}

// Whether A_ has rows of the same things, wherever they were.
bool Completion::has_rows_of(std::span<const int> speeds, std::span<const LedFrame> frames) const {
  return A_.cols() > 0 && std::equal(speeds.begin(), speeds.end(), rows_speeds_.begin(), rows_speeds_.end()) &&
         std::equal(frames.begin(), frames.end(), rows_frames_.begin(), rows_frames_.end(), [](const LedFrame& m, const LedRows& r) {
           return m.frame == r.frame && m.led == r.led && m.turn == r.turn && same(m.axis, r.axis);
         });
}

bool Completion::has_rows_at(const VecX& q, std::span<const LedFrame> frames) const {
  return rows_q_.size() == q.size() && (rows_q_.array() == q.array()).all() &&
         std::equal(frames.begin(), frames.end(), rows_frames_.begin(), rows_frames_.end(),
                    [](const LedFrame& m, const LedRows& r) { return same(m.along, r.along); });
}

// A_ and row_scale_ at the positions of the workspace, and closure_ before them.
void Completion::take_rows(std::span<const int> speeds, std::span<const LedFrame> frames) {
  const bool same_rows = has_rows_of(speeds, frames);
  take_closure_rows();
  if (same_rows && has_rows_at(ws_.q, frames)) return;
  rows_q_ = ws_.q;
  rows_speeds_.assign(speeds.begin(), speeds.end());
  rows_frames_.clear();
  for (const LedFrame& m : frames) rows_frames_.push_back({m.frame, m.led, m.turn, m.axis, m.along});
  const Eigen::Index nc = model_.n_closure_rows(), n = nc + static_cast<Eigen::Index>(speeds.size()) + n_rows(frames);
  for (Factored& f : factors_) f.of = same_rows && f.of != Factor::none ? Factor::of_other_rows : Factor::none;
  A_.resize(n, model_.nv());
  row_scale_.resize(n);
  A_.topRows(nc) = closure_.Phi_q;
  row_scale_.head(nc) = model_.row_scale();
  Eigen::Index i = nc;
  for (const int speed : speeds) {
    users_.speed_row(ws_, q_users(users_.joint_of_speed(speed)), speed, row_scratch_, row_);
    A_.row(i) = row_.transpose();
    row_scale_[i++] = users_.turns(speed) ? 1 : 1 / model_.length_m();
  }
  for (const LedFrame& m : frames) {
    const Frame& frame = model_.frame(m.frame);
    J_.setZero();
    frame_jacobian(model_, ws_, frame, J_);
    for_each_row(m, frame_pose(model_, ws_, frame), {}, [&](const FrameRow& r) {
      for (Eigen::Index k = 0; k < J_.cols(); ++k) A_(i, k) = dot(r.n, column(J_, k, 0)) + dot(r.f, column(J_, k, 3));
      row_scale_[i++] = r.angle ? 1 : 1 / model_.length_m();
    });
  }
  for (Eigen::Index k = 0; k < A_.cols(); ++k) A_.col(k).array() = A_.col(k).array() * row_scale_.array() * model_.column_scale()[k];
}

void Completion::hold(const std::vector<bool>& by_caller) {
  held_ = prescribed_;
  for (std::size_t i = 0; i < by_caller.size(); ++i) held_[i] |= static_cast<char>(by_caller[i]);
}

// Of the rows of some state, for what is held.
Completion::Factored* Completion::find_factor() {
  const auto known = std::find_if(factors_.begin(), factors_.end(), [&](const Factored& f) { return f.of != Factor::none && f.held == held_; });
  return known != factors_.end() ? &*known : nullptr;
}

Completion::Factored& Completion::factor_over_free(Factor enough) {
  Factored* known = find_factor();
  if (known && known->of >= enough) return *known;
  Factored& f = known ? *known : factors_[next_factor_++ % factors_.size()];
  f.of = Factor::of_these_rows;
  f.held = held_;
  f.columns.clear();
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (!held_[i]) f.columns.push_back(static_cast<Eigen::Index>(i));
  }
  const auto n = static_cast<Eigen::Index>(f.columns.size());
  f.free.resize(n, A_.rows());
  for (Eigen::Index k = 0; k < n; ++k) f.free.row(k) = A_.col(f.columns[at(k)]).transpose();
  f.rank = 0;
  if (n == 0) return f;
  f.qr.compute(f.free);
  f.rank = f.qr.rank(rank_threshold);
  return f;
}

// x += A^+ rest_, in scaled columns.
void Completion::least_change(VecX& x, const std::vector<bool>& held, Factor enough) {
  if (A_.rows() == 0) return;
  hold(held);
  const Factored& f = factor_over_free(enough);
  if (f.columns.empty()) return;
  y_.setZero(model_.nv());
  for (int i = 0; i < f.rank; ++i) {  // R^T y = P^T rest, forward
    const double* R = f.qr.factors.col(i).data();
    double sum = rest_[f.qr.order[at(i)]];
    for (int k = 0; k < i; ++k) sum -= R[k] * y_[k];
    y_[i] = sum / R[i];
  }
  f.qr.apply_Q(f.rank, y_);
  for (std::size_t k = 0; k < f.columns.size(); ++k) x[f.columns[k]] += model_.column_scale()[f.columns[k]] * y_[static_cast<Eigen::Index>(k)];
}

// What A x = b_ leaves; rest_ = b_ - A x.
Completion::Left Completion::left_over(const VecX& x) {
  Left left;
  change_ = x.cwiseQuotient(model_.column_scale());
  rest_ = b_;
  rest_.noalias() -= A_ * change_;
  if (rest_.size() > 0) left.size = rest_.cwiseAbs().maxCoeff(&left.row);
  return left;
}

// The workspace goes to this state, with its velocities where they are asked for; it stays where it is there already. Who has lent it may have gone elsewhere.
void Completion::place(const State& state, Stage least) {
  const auto equal = [](const VecX& a, const VecX& b) { return a.size() == b.size() && (a.array() == b.array()).all(); };
  const bool same_q = ws_.stage >= Stage::position && ws_.t_s == state.t_s && equal(placed_q_, state.q) && equal(used_q_, ws_.q);
  if (same_q && ws_.stage >= least && (ws_.v.array() == state.v.array()).all()) return;
  if (!same_q) {
    residuals_known_ = closure_rows_known_ = false;
    std::fill(q_users_known_.begin(), q_users_known_.end(), false);
    placed_q_ = state.q;
  }
  if (least == Stage::velocity) update_velocities(model_, state, ws_);
  else update_positions(model_, state, ws_);
  if (!same_q) used_q_ = ws_.q;
}

// The same, where laws of time do not say where prescribed coordinates are.
void Completion::place_as_is(const State& state) {
  residuals_known_ = closure_rows_known_ = false;
  std::fill(q_users_known_.begin(), q_users_known_.end(), false);
  take_state(model_, state, ws_);
  ws_.q = state.q;
  update_velocities(model_, ws_);
  if (placed_q_.size() > 0) placed_q_[0] = std::numeric_limits<double>::quiet_NaN();  // no state that place() knows
}

// Coordinates of a joint of the user, there.
const VecX& Completion::q_users(int joint) {
  if (!q_users_known_[at(joint)]) users_.coordinates_of(users_.joints()[at(joint)], ws_, q_users_);
  q_users_known_[at(joint)] = true;
  return q_users_;
}

void Completion::take_residuals() {
  if (!residuals_known_) update_closure_residuals(model_, model_.constraints(), ws_, closure_);
  residuals_known_ = true;
}

void Completion::take_closure_rows() {
  take_residuals();
  if (!closure_rows_known_) update_closure_rows(model_, model_.constraints(), ws_, closure_);
  closure_rows_known_ = true;
}

// rest_ = minus the scaled residuals of all rows at this state. The rows themselves are those of some state.
void Completion::residual(const LoopGiven&, std::span<const LedFrame> frames, const State& state) {
  place(state);
  if (!has_rows_of(position_speeds_, frames)) take_rows(position_speeds_, frames);
  take_residuals();
  rest_.resize(A_.rows());
  const Eigen::Index nc = model_.n_closure_rows();
  rest_.head(nc) = -closure_.phi;
  Eigen::Index i = nc;
  for (std::size_t k = 0; k < position_entries_.size(); ++k)
    rest_[i++] = apart(users_, position_entries_[k], position_values_[k], q_users(users_.joint_of_speed(position_speeds_[k]))[position_entries_[k]]);
  for (const LedFrame& m : frames)
    for_each_row(m, frame_pose(model_, ws_, model_.frame(m.frame)), {}, [&](const FrameRow& r) { rest_[i++] = -r.off; });
  rest_.array() *= row_scale_.array();
}

Workspace& Completion::kinematics_at(const State& state) {
  place(state, Stage::velocity);
  return ws_;
}

void Completion::prepare_room(const State& state) {
  place(state, Stage::velocity);
  take_closure_rows();
}

double Completion::off_by(std::span<const LedFrame> frames, const State& state) {
  place(state, Stage::velocity);  // most who ask this want to know more of the state
  take_residuals();
  double size = closure_.phi.size() == 0 ? 0 : closure_.phi.cwiseProduct(model_.row_scale()).lpNorm<Eigen::Infinity>();
  for (const LedFrame& m : frames)
    for_each_row(m, frame_pose(model_, ws_, model_.frame(m.frame)), {},
                 [&](const FrameRow& r) { size = std::max(size, std::abs(r.off) / (r.angle ? 1 : model_.length_m())); });
  return size;
}

// Newton's method from nearby. False: not that near; the state is as it was.
bool Completion::follow(const LoopGiven& given, std::span<const LedFrame> frames, State& state) {
  constexpr double met = 1e-14, still_met = 1e-12;  // of the model length or a radian; the second where rounding of the poses allows no better
  hold(given.held);
  trial_ = state;
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 10; ++iteration) {
    residual(given, frames, trial_);
    const double size = rest_.size() == 0 ? 0 : rest_.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size)) return false;
    if (size <= met || (size <= still_met && size > 0.25 * before)) {
      std::swap(state.q, trial_.q);
      return true;
    }
    const bool converges = iteration == 0 || size <= 1e-2 * before;
    before = size;
    step_.setZero(model_.nv());
    if (!converges || !find_factor()) take_rows(position_speeds_, frames);
    least_change(step_, given.held, converges ? Factor::of_other_rows : Factor::of_these_rows);
    if (step_.cwiseQuotient(model_.column_scale()).lpNorm<Eigen::Infinity>() > 0.3) return false;
    retract(model_, trial_.q, step_, next_q_);
    std::swap(trial_.q, next_q_);
  }
  return false;
}

// Damped Gauss-Newton on the loops, on coordinates given in their own terms and on led frames together. From far away.
bool Completion::drive(const LoopGiven& given, std::span<const LedFrame> frames, State& state) {
  residual(given, frames, state);
  VecX r = rest_;
  for (int iteration = 0; iteration < 200 && r.norm() > 1e-14; ++iteration) {
    place(state);
    take_rows(position_speeds_, frames);
    MatX A = A_;
    hold(given.held);
    for (std::size_t i = 0; i < held_.size(); ++i) {
      if (held_[i]) A.col(static_cast<Eigen::Index>(i)).setZero();
    }
    const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const VecX& sigma = svd.singularValues();
    const VecX c = (sigma.array() / (sigma.array().square() + r.norm() * 0.1) * (svd.matrixU().transpose() * r).array()).matrix();
    VecX step = model_.column_scale().asDiagonal() * (svd.matrixV() * c);
    const double largest = step.cwiseQuotient(model_.column_scale()).lpNorm<Eigen::Infinity>();
    if (largest > 0.3) step *= 0.3 / largest;
    State next = state;
    double factor = 1;
    for (int halving = 0; halving < 12; ++halving, factor /= 2) {
      retract(model_, state.q, step * factor, next.q);
      residual(given, frames, next);
      if (rest_.norm() < r.norm()) break;
    }
    if (!(rest_.norm() < r.norm())) break;
    state = next;
    r = rest_;
  }
  return r.size() == 0 || r.lpNorm<Eigen::Infinity>() < 1e-12;
}

std::string Completion::where(const Left& left, const LoopGiven& given, std::span<const LedFrame> frames, const char* per) const {
  const Eigen::Index nc = model_.n_closure_rows();
  const double size = left.size / row_scale_[left.row];
  if (left.row < nc)
    return fmt::format("at joint '{}' {:.6g} {}{} is left", row_name(model_.constraints(), left.row), size,
                       row_is_angle(model_.constraints(), left.row) ? "rad" : "m", per);
  Eigen::Index i = left.row - nc;
  if (i < static_cast<Eigen::Index>(given.entries.size())) {
    const int speed = given.entries[at(i)];
    return fmt::format("at joint '{}' {:.6g} {}{} is left", users_.speed_names()[at(speed)], size, users_.turns(speed) ? "rad" : "m", per);
  }
  i -= static_cast<Eigen::Index>(given.entries.size());
  for (const LedFrame& m : frames) {
    if (i < m.n_rows())
      return fmt::format("at frame '{}' {:.6g} {}{} is left", model_.frame(m.frame).name, size, i < m.led[0] + m.led[1] + m.led[2] ? "m" : "rad",
                         per);
    i -= m.n_rows();
  }
  return "";
}

}  // namespace zanjir
