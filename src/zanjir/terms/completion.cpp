#include "zanjir/terms/completion.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/branches.hpp"
#include "zanjir/loops/large_rank.hpp"
#include "zanjir/loops/row_picker.hpp"
#include "zanjir/terms/loop_facts.hpp"

namespace zanjir {
namespace {

bool is_quaternion_part(const UserJoints& users, int entry) { return users.coordinate_units()[at(entry)] == "1"; }
bool is_angle(const UserJoints& users, int entry) { return users.coordinate_units()[at(entry)] == "rad"; }

double apart(const UserJoints& users, int entry, double a, double b) {
  double d = a - b;
  if (is_angle(users, entry)) d -= 2 * std::numbers::pi * std::round(d / (2 * std::numbers::pi));
  return d;
}

// Two directions at right angles to d and to each other; the same for the same d.
std::pair<Vec3d, Vec3d> across(const Vec3d& d) {
  const Vec3d other = std::abs(d.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  Vec3d t = cross(d, other);
  t = t * (1 / norm(t));
  return {t, cross(d, t)};
}

Vec3d column(const Mat6X& J, Eigen::Index k, Eigen::Index first) { return {J(first, k), J(first + 1, k), J(first + 2, k)}; }

// Visits the rows of a led frame in order: f(row of six coefficients of [omega; v], what it wants of p, v, a or of the orientation).
struct FrameRow {
  Vec3d n, f;                      // coefficients of omega and of the velocity of the origin
  double off, rate, acceleration;  // residual; what the row is to give; `acceleration` without what the motion itself adds
  bool angle;
};
// The direction e that an axis keeps, with its derivatives across itself, less what the origin of the frame adds to them: t . e' + t . p'/L, t . e'' + t . p''/L for t across e.
struct Direction {
  Vec3d along, rate, acceleration;
  double per_metre;  // 1/L: how much it turns as the origin p moves across it
};
// To a place T that may move: L e = T - p. With D = T' - p' across e  L e' = D  and  L e'' = T'' - p'' - 2 (e . D) e'.
Direction direction_to_target(const LedFrame& m, const Vec3d& p, const Vec3d& velocity) {
  const Vec3d d = m.along - p, D = m.along_rate - velocity;
  const double per_metre = 1 / norm(d);
  const Vec3d e = d * per_metre;
  return {e, m.along_rate * per_metre, m.along_acceleration * per_metre - D * (2 * dot(e, D) * per_metre * per_metre), per_metre};
}
template <class F> void for_each_row(const LedFrame& m, const Transformd& X, const Motiond& V, F f) {
  const Vec3d units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double off[3] = {X.p.x - m.p.x, X.p.y - m.p.y, X.p.z - m.p.z};
  const double v[3] = {m.v.x, m.v.y, m.v.z}, a[3] = {m.a.x, m.a.y, m.a.z};
  for (std::size_t k = 0; k < 3; ++k) {
    if (m.led[k]) f(FrameRow{{0, 0, 0}, units[k], off[k], v[k], a[k], false});
  }
  if (m.turn == LedFrame::Turn::whole) {
    const Quatd q = spatial::to_quaternion(X.R * transpose(m.R));  // what is left to turn back, world axes
    const double s = norm(Vec3d{q.x, q.y, q.z}), angle = 2 * std::atan2(s, std::abs(q.w)) * (q.w < 0 ? -1 : 1), scale = s > 0 ? angle / s : 2;
    const double turned[3] = {q.x * scale, q.y * scale, q.z * scale}, w[3] = {m.w.x, m.w.y, m.w.z}, alpha[3] = {m.alpha.x, m.alpha.y, m.alpha.z};
    for (std::size_t k = 0; k < 3; ++k) f(FrameRow{units[k], {0, 0, 0}, turned[k], w[k], alpha[k], true});
  }
  if (m.turn == LedFrame::Turn::axis ||
      m.turn == LedFrame::Turn::target) {  // u = R axis;  t . u = 0 for t across e,  t . (omega x u) = (u x t) . omega
    const Vec3d u = X.R * m.axis;
    const Direction e = m.turn == LedFrame::Turn::axis ? Direction{m.along, m.along_rate, m.along_acceleration, 0} : direction_to_target(m, X.p, V.v);
    const auto [t1, t2] = across(e.along);
    // What is left is the whole angle, not its sine, which is zero on the far side, too; from far away u is turned back about the axis of that angle.
    const double sine = norm(cross(e.along, u)), angle = std::atan2(sine, dot(e.along, u));
    const bool far = angle > 0.5, opposite = sine < 1e-9 && angle > 1;
    bool first = true;
    for (const Vec3d& t : {t1, t2}) {
      const double off = opposite ? (std::exchange(first, false) ? angle : 0) : sine > 0 ? dot(t, u) * angle / sine : dot(t, u);
      f(FrameRow{cross(far ? e.along : u, t), t * e.per_metre, off, dot(t, e.rate), dot(t, e.acceleration) - dot(t, cross(V.w, cross(V.w, u))),
                 true});
    }
  }
}

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

Completion::Completion(const Model& model, const UserJoints& users)
    : model_(model),
      users_(users),
      ws_(model),
      closure_(model),
      row_scratch_(model),
      J_(Mat6X::Zero(6, model.nv())),
      row_(VecX::Zero(model.nv())),
      q_users_(users.nq()),
      v_users_(users.nv()),
      drift_(users.nv()),
      zero_(VecX::Zero(model.nv())),
      q_users_known_(users.joints().size(), false),
      held_(at(model.nv())),
      trial_(initial_state(model)) {
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
  if (same_rows && has_rows_at(ws_.q, frames)) return;
  take_residuals();
  update_closure_rows(model_, model_.constraints(), ws_, closure_);
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
  A_.array().colwise() *= row_scale_.array();
  A_.array().rowwise() *= model_.column_scale().transpose().array();
}

void Completion::hold(const std::vector<bool>& by_caller) {
  for (std::size_t i = 0; i < held_.size(); ++i) held_[i] = (i < by_caller.size() && by_caller[i]) || model_.roles()[i] == Role::prescribed;
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

// The workspace goes to this state, with its velocities where they are asked for; it stays where it is there already.
void Completion::place(const State& state, Stage least) {
  const bool same_q = ws_.stage >= Stage::position && ws_.t_s == state.t_s && (placed_q_.array() == state.q.array()).all();
  if (same_q && ws_.stage >= least && (ws_.v.array() == state.v.array()).all()) return;
  if (!same_q) {
    residuals_known_ = false;
    std::fill(q_users_known_.begin(), q_users_known_.end(), false);
    placed_q_ = state.q;
  }
  if (least == Stage::velocity) update_velocities(model_, state, ws_);
  else update_positions(model_, state, ws_);
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

namespace {

// Quaternions and positions of cut ball and free joints, given as a whole: rows that hold the second body there.
std::vector<CutJoint> held_poses(const Model& model, const UserJoints& users, const LoopGiven& given) {
  std::vector<CutJoint> held;
  for (const UserJoint& u : users.joints()) {
    if (u.tree >= 0 || u.joint.nq == u.joint.nv) continue;
    const std::size_t turn = at(u.joint.nq - 4);
    std::vector<double> q(at(u.joint.nq), 0.0);
    int turn_parts = 0;
    Vec3d point{0, 0, 0};  // 1 for parts that are given
    for (std::size_t i = 0; i < given.entries.size(); ++i) {
      const int part = given.entries[i] - u.q_begin;
      if (part < 0 || part >= u.joint.nq) continue;
      q[at(part)] = given.values[i];
      if (at(part) >= turn) ++turn_parts;
      else point[part] = 1;
    }
    if (turn_parts == 4) {
      CutJoint hold = held_joint(model, u.joint, q.data());
      std::erase_if(hold.rows, [](const ClosureRow& row) { return is_translation(row.kind); });
      held.push_back(std::move(hold));
    }
    if (norm(point) == 0) continue;
    q[turn] = 1, q[turn + 1] = q[turn + 2] = q[turn + 3] = 0;  // parts of the point are along the axes of the first frame
    CutJoint hold = held_joint(model, u.joint, q.data());
    std::erase_if(hold.rows, [&](const ClosureRow& row) {
      const Vec3d other{(1 - point.x) * row.u.x, (1 - point.y) * row.u.y, (1 - point.z) * row.u.z};
      return !is_translation(row.kind) || norm(other) > 1e-9;
    });
    held.push_back(std::move(hold));
  }
  return held;
}

}  // namespace

std::vector<Contradiction> Completion::positions(const LoopGiven& given, std::span<const LedFrame> frames, Start start, State& state) {
  if (nothing_to_do(given, frames)) return {};
  std::vector<Contradiction> problems = positions_from(given, frames, start, state);
  if (problems.empty() || frames.empty() || start == Start::near) return problems;
  // A frame may be out of reach from here only: at a stretched arm all ways lead along it. From beside the start, then from anywhere.
  constexpr int beside = 8, anywhere = 40;
  const std::vector<bool> held = with_prescribed(model_, given.held);
  Random random(1);
  for (int i = 0; i < beside + anywhere; ++i) {
    VecX away = VecX::Zero(model_.nv());
    for (int k = 0; k < model_.nv(); ++k) {
      const double x = random.uniform(-1, 1) * (i < beside ? 0.1 : std::numbers::pi);
      if (!held[at(k)] && !model_.speed(k).is_mode()) away[k] = x * model_.column_scale()[k];
    }
    State other = state;
    retract(model_, state.q, away, other.q);
    if (!positions_from(given, frames, Start::rough, other).empty()) continue;
    state.q = other.q;
    return {};
  }
  return problems;
}

// Scalar coordinates that are given, as rows. False: quaternions and points of cut joints are given, too, and no rates of theirs are speeds.
bool Completion::take_positions(const LoopGiven& given) {
  position_entries_.clear();
  position_speeds_.clear();
  position_values_.clear();
  bool all = true;
  for (std::size_t i = 0; i < given.entries.size(); ++i) {
    const int speed = users_.speed_of_coordinate(given.entries[i]);
    if (speed < 0) {
      all = false;
      continue;
    }
    position_entries_.push_back(given.entries[i]);
    position_speeds_.push_back(speed);
    position_values_.push_back(given.values[i]);
  }
  return all;
}

bool Completion::follow_positions(const LoopGiven& given, std::span<const LedFrame> frames, State& state) {
  return nothing_to_do(given, frames) || (take_positions(given) && follow(given, frames, state));
}

int Completion::freedoms_left(const LoopGiven& given, std::span<const LedFrame> frames, const State& state) {
  take_positions(given);
  place(state);
  take_rows(position_speeds_, frames);
  hold(given.held);
  const Factored& f = factor_over_free(Factor::of_these_rows);
  return static_cast<int>(f.columns.size()) - static_cast<int>(f.rank);
}

void Completion::forget() {
  for (Factored& f : factors_) f.of = Factor::none;
  next_factor_ = 0;
  rows_q_.resize(0);
  rows_speeds_.clear();
  rows_frames_.clear();
  A_.resize(0, 0);
}

std::vector<Contradiction> Completion::positions_from(const LoopGiven& given, std::span<const LedFrame> frames, Start start, State& state) {
  const bool whole_poses = !take_positions(given);
  if (start == Start::near && !whole_poses && follow(given, frames, state)) return {};

  const bool beside = !given.entries.empty() || !frames.empty();
  const std::vector<bool> held = with_prescribed(model_, given.held);
  State closed = state;
  AssemblyReport report = close_positions(model_, closed, held);
  if (beside) {
    if (!report.closed) closed = state;
    if (whole_poses) close_positions(model_, ClosureTask(model_, held_poses(model_, users_, given)), closed, held);
    drive(given, frames, closed);
    State again = closed;
    const AssemblyReport after = close_positions(model_, again, held);
    if (after.closed) closed = again;
    report = after;
  }
  if (!report.closed && !beside && report.residual > typed_tolerance) {  // the guess was too rough: look further, take the nearest
    BranchSearch search;
    search.method = BranchSearch::Method::numeric;
    search.quiet_starts = 50;
    search.max_listed = 1;
    const Branches others = find_branches(model_, {{}, held, {}}, state, search);
    if (!others.list.empty()) {
      closed = others.list[0].state;
      report.closed = true;
    }
  }
  if (!report.closed && report.residual <= typed_tolerance)
    report = close_positions(model_, closed);  // as typed: the given numbers give way by rounding
  if (!report.closed) {
    const std::string gap =
        fmt::format("at joint '{}' a gap of {:.6g} {} is left", report.worst, report.worst_gap, report.worst_is_angle ? "rad" : "m");
    if (!given.empty() || !frames.empty())
      return {{"q", "the given coordinates contradict the loops: " + gap, "give fewer of them, so that the others can close the loops"}};
    return {{"loops." + report.worst, "the loops do not close from the file's initial state: " + gap,
             "give a better guess under `initial:`, or check the dimensions"}};
  }
  std::vector<Contradiction> problems = off_the_given(given, frames, closed);
  if (problems.empty()) state = closed;
  return problems;
}

std::vector<Contradiction> Completion::off_the_given(const LoopGiven& given, std::span<const LedFrame> frames, const State& closed) {
  std::vector<Contradiction> problems;
  place(closed);
  const VecX q = users_.coordinates(ws_);
  for (std::size_t i = 0; i < given.entries.size(); ++i) {
    const int entry = given.entries[i];
    double off = std::abs(apart(users_, entry, given.values[i], q[entry]));
    if (is_quaternion_part(users_, entry)) {  // q and -q are the same turn
      for (const UserJoint& u : users_.joints()) {
        const int begin = u.q_begin + u.joint.nq - 4;
        if (entry < begin || entry >= begin + 4 || u.joint.nq < 4) continue;
        double dot = 0;
        for (std::size_t k = 0; k < given.entries.size(); ++k) {
          if (given.entries[k] >= begin && given.entries[k] < begin + 4) dot += given.values[k] * q[given.entries[k]];
        }
        if (dot < 0) off = std::abs(given.values[i] + q[entry]);
      }
    }
    const std::string& unit = users_.coordinate_units()[at(entry)];
    if (off <= typed_tolerance * (unit == "m" ? model_.length_m() : 1)) continue;
    problems.push_back({*given.paths[i],
                        fmt::format("contradicts the loops: the others leave joint coordinate '{}' at {:.9g}{}, {:.6g}{} away from the {:.9g} given",
                                    users_.coordinate_names()[at(entry)], q[entry], unit == "1" ? "" : " " + unit, off, unit == "1" ? "" : " " + unit,
                                    given.values[i]),
                        "leave it out, or give fewer of the others"});
  }
  for (const LedFrame& m : frames) {
    const Transformd X = frame_pose(model_, ws_, model_.frame(m.frame));
    double off = 0, turned = 0;
    for_each_row(m, X, {}, [&](const FrameRow& r) { (r.angle ? turned : off) = std::hypot(r.angle ? turned : off, r.off); });
    if (m.turn == LedFrame::Turn::axis && dot(X.R * m.axis, m.along) < 0) turned = std::numbers::pi;
    if (off <= typed_tolerance * model_.length_m() && turned <= typed_tolerance) continue;
    problems.push_back({m.path,
                        fmt::format("frame '{}' cannot be led there: {:.6g} m and {:.6g} rad are left", model_.frame(m.frame).name, off, turned),
                        "it is out of reach, or other things that are given hold it"});
  }
  return problems;
}

std::vector<Contradiction> Completion::initial_positions(State& state) {
  LoopGiven given;
  given.clear(model_.nv());
  for (const UserJoint& u : users_.joints()) {
    for (int i = 0; u.tree < 0 && i < u.joint.nq; ++i) {
      const std::optional<double>& value = model_.initial_cut_q()[at(u.joint.q_begin + i)];
      if (!value) continue;
      given.entries.push_back(u.q_begin + i);
      given.values.push_back(*value);
      given.paths.push_back(&initial_q_paths_[at(u.q_begin + i)]);
    }
  }
  if (given.empty() && model_.n_closure_rows() == 0) return {};
  LoopGiven all = given;
  all.held = model_.initial_q_given();
  State closed = state;
  if (!all.empty() && close_positions(model_, closed, with_prescribed(model_, all.held)).closed && positions(all, {}, Start::rough, closed).empty()) {
    state = closed;
    return {};
  }
  return positions(given, {}, Start::rough, state);
}

LoopGiven Completion::initial_speeds() const {
  LoopGiven given;
  given.clear(model_.nv());
  for (const UserJoint& u : users_.joints()) {
    for (int i = 0; u.tree < 0 && i < u.joint.nv; ++i) {
      const std::optional<double>& value = model_.initial_cut_v()[at(u.joint.v_begin + i)];
      if (!value) continue;
      given.entries.push_back(u.v_begin + i);
      given.values.push_back(*value);
      given.paths.push_back(&initial_v_paths_[at(u.v_begin + i)]);
    }
  }
  if (!given.empty() || model_.n_closure_rows() > 0) given.held = model_.initial_v_given();
  return given;
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

namespace {

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

std::vector<Contradiction> Completion::velocities(const LoopGiven& given, std::span<const LedFrame> frames, State& state) {
  if (nothing_to_do(given, frames)) return {};
  place(state);
  state.v = ws_.v;
  if (model_.n_closure_rows() > rows_of_large_mechanisms) {
    take_residuals();
    update_closure_rows(model_, model_.constraints(), ws_, closure_);
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
  if (left.size > typed_tolerance * size && left.size > 0) {
    const bool said = !given.empty() || !frames.empty();
    return {{"v",
             std::string(said ? "the given speeds contradict the loops: " : "the loops allow no such speeds: ") + where(left, given, frames, "/s"),
             "give fewer of them, so that the others can follow"}};
  }
  if (left.size > 1e-13 * size) least_change(state.v, {});
  return {};
}

// Speeds of least size are  v = A^T l  over what is free (scaled columns, l by what is led), so  v' = A'^T l + A^T l',  and the second part is what the rows ask for. A' along
// the motion, by differences of the fourth order. The workspace is at the state, before and after.
void Completion::add_rate_of_least_speeds(const LoopGiven& given, std::span<const LedFrame> frames, const State& state, VecX& vdot) {
  const VecX& C = model_.column_scale();
  const double fastest = state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>();
  take_rows(given.entries, frames);
  hold(given.held);
  const Factored& f = factor_over_free(Factor::of_these_rows);
  if (fastest == 0 || f.rank == static_cast<Eigen::Index>(f.columns.size())) return;  // nothing is free
  const std::vector<Eigen::Index> columns = f.columns;
  const VecX l = f.qr.solve(state.v.cwiseQuotient(C)(columns), f.rank);
  const double h = 2e-3 / fastest;  // of a radian or a model length
  constexpr std::pair<int, double> weights[] = {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}};
  VecX rate = VecX::Zero(static_cast<Eigen::Index>(columns.size()));
  State there = state;
  for (const auto& [step, weight] : weights) {
    retract(model_, state.q, state.v * (step * h), there.q);
    place(there);
    take_rows(given.entries, frames);
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
    take_residuals();
    update_closure_rows(model_, model_.constraints(), ws_, closure_);
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
    return {{"vdot", "the given accelerations contradict the loops: " + where(left, given, frames, "/s^2"),
             "give fewer of them, so that the others can follow"}};
  }
  if (left.size > 1e-13 * size) least_change(step_, {});
  vdot = step_;
  return {};
}

}  // namespace zanjir
