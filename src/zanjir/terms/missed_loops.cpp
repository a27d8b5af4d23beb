// Least squares by Levenberg and Marquardt [Marquardt1963]. At the solution a loop that cannot close has no first-order way to, so steps are those of a gradient method there: the damping finds its size by trial.
#include "zanjir/terms/missed_loops.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr double frame_weight = 1e3;  // a frame gives way by 1e-6 of what loops miss
constexpr int most_trials = 400;
constexpr double worth_a_name = 1e-6;  // model lengths, radians

class Reaching {
 public:
  Reaching(const Model& model, const std::vector<LedFrame>& frames, State& state)
      : model_(model), frames_(frames), state_(state), ws_(model), closure_(model), J_(6, model.nv()) {
    for (const LedFrame& m : frames) n_frame_rows_ += m.n_rows();
    r_.resize(n_frame_rows_ + closure_.phi.size());
    A_.resize(r_.size(), model.nv());
  }

  double place() {  // r_ and its size
    update_positions(model_, state_, ws_);
    update_closure_residuals(model_, model_.constraints(), ws_, closure_);
    Eigen::Index row = 0;
    for (const LedFrame& m : frames_) {
      const Transformd X = frame_pose(model_, ws_, model_.frame(m.frame));
      const Vec3d off = X.p - m.p;
      for (int i = 0; i < 3; ++i)
        if (m.led[static_cast<std::size_t>(i)]) r_[row++] = frame_weight * off[i];
      if (m.turn != LedFrame::Turn::whole) continue;
      const Quatd turn = spatial::to_quaternion(X.R * transpose(m.R));  // world axes; w >= 0
      const double half = std::hypot(turn.x, turn.y, turn.z), scale = half > 1e-12 ? 2 * std::atan2(half, turn.w) / half : 2;
      for (const double e : {turn.x, turn.y, turn.z}) r_[row++] = frame_weight * scale * e * model_.length_m();
    }
    for (Eigen::Index i = 0; i < closure_.phi.size(); ++i) r_[row++] = closure_.phi[i] * size_of(i);
    return r_.squaredNorm();
  }

  void differentiate() {
    update_closure_rows(model_, model_.constraints(), ws_, closure_);
    Eigen::Index row = 0;
    for (const LedFrame& m : frames_) {
      J_.setZero();
      frame_jacobian(model_, ws_, model_.frame(m.frame), J_);
      for (int i = 0; i < 3; ++i)
        if (m.led[static_cast<std::size_t>(i)]) A_.row(row++) = frame_weight * J_.row(3 + i);
      for (int i = 0; m.turn == LedFrame::Turn::whole && i < 3; ++i) A_.row(row++) = frame_weight * model_.length_m() * J_.row(i);
    }
    A_.bottomRows(closure_.phi.size()) = MatX(closure_.Phi_q);
    for (Eigen::Index i = 0; i < closure_.phi.size(); ++i) A_.row(n_frame_rows_ + i) *= size_of(i);
    for (int i = 0; i < model_.nv(); ++i) {
      A_.col(i) *= model_.column_scale()[i];
      if (model_.roles()[static_cast<std::size_t>(i)] == Role::prescribed) A_.col(i).setZero();
    }
  }

  void search() {
    double cost = place(), damping = 1e-3;
    for (int trial = 0; trial < most_trials; ++trial) {
      differentiate();
      const MatX normal = A_.transpose() * A_;
      const VecX gradient = A_.transpose() * r_;
      const VecX from = state_.q;
      bool better = false;
      for (; trial < most_trials && !better; ++trial) {
        MatX damped = normal;
        damped.diagonal().array() += damping;
        const VecX step = (-damped.ldlt().solve(gradient)).cwiseProduct(model_.column_scale());
        retract(model_, from, step, state_.q);
        const double now = place();
        better = now < cost;
        damping = better ? std::max(damping / 5, 1e-12) : damping * 3;
        if (!better && damping > 1e12) break;
        if (better && cost - now < 1e-15 * cost) trial = most_trials;
        if (better) cost = now;
      }
      if (better) continue;
      state_.q = from;
      place();
      return;
    }
  }

  std::vector<MissedLoop> missed() const {
    std::vector<MissedLoop> out;
    std::ptrdiff_t row = 0;
    for (const Constraint& constraint : model_.constraints()) {
      double gap = 0, turn = 0;
      for (int i = 0; i < n_rows_of(constraint); ++i, ++row) {
        double& of = row_is_angle(model_.constraints(), row) ? turn : gap;
        of = std::hypot(of, closure_.phi[row]);
      }
      if (gap > worth_a_name * model_.length_m()) out.push_back({name_of(constraint), gap, false});
      else if (turn > worth_a_name) out.push_back({name_of(constraint), turn, true});
    }
    return out;
  }

 private:
  double size_of(std::ptrdiff_t row) const { return row_is_angle(model_.constraints(), row) ? model_.length_m() : 1; }

  const Model& model_;
  const std::vector<LedFrame>& frames_;
  State& state_;
  Workspace ws_;
  Closure closure_;
  Mat6X J_;
  Eigen::Index n_frame_rows_ = 0;
  VecX r_;
  MatX A_;
};

}  // namespace

std::vector<MissedLoop> missed_loops(const Model& model, const StateRequest& request, State near) {
  for (const LedFrame& m : request.frames) {
    if (m.turn == LedFrame::Turn::axis || m.turn == LedFrame::Turn::target) return {};
  }
  if (request.frames.empty() || model.n_closure_rows() == 0) return {};
  if (request.t_s) near.t_s = *request.t_s;
  Reaching reaching(model, request.frames, near);
  reaching.search();
  return reaching.missed();
}

}  // namespace zanjir
