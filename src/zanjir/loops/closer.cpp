#include "zanjir/loops/closer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

constexpr double far_away = 10;                                                     // model lengths
constexpr double largest_turn = 0.5, largest_slide = 0.5;                           // at once: radians, model lengths
constexpr double closed = 1e-12, done = 1e-15;                                      // of the model length; rounding of a pose chain is some 1e-15
constexpr double rounding_of_chains = 45 * std::numeric_limits<double>::epsilon();  // of the size of the positions: a chain adds up to tens of them

// The constraint that a row belongs to, and which of its rows are of the same kind: together they are a distance or an angle, whatever the axes.
struct WorstRow {
  const std::string* name = nullptr;
  bool angle = false;
  Eigen::Index first = 0;
  const CutJoint* cut = nullptr;  // else the row stands alone
};

bool is_angle(const CutJoint& cut, Eigen::Index row) { return !is_translation(cut.rows[static_cast<std::size_t>(row)].kind); }

WorstRow find_row(std::span<const Constraint> constraints, Eigen::Index row) {
  Eigen::Index first = 0;
  for (const Constraint& c : constraints) {
    const int n = n_rows_of(c);
    if (row < first + n) {
      if (const auto* gear = std::get_if<Gear>(&c)) return {&gear->name, !gear->slide_b, first, nullptr};
      if (const auto* rod = std::get_if<Distance>(&c)) return {&rod->name, false, first, nullptr};
      const CutJoint& cut = std::get<CutJoint>(c);
      return {&cut.joint.name, is_angle(cut, row - first), first, &cut};
    }
    first += n;
  }
  return {};
}

}  // namespace

Closer::Closer(const Model& model) : Closer(model, ClosureTask(model, {})) {}

Closer::Closer(const Model& model, ClosureTask task)
    : task_(std::move(task)),
      ws_(model),
      closure_(model, task_.constraints),
      factor_(model, task_.row_scale),
      picked_(model, model.row_scale()),
      slides_(at(model.nv()), 0),
      trial_(initial_state(model)),
      next_(trial_),
      step_(VecX::Zero(model.nv())),
      part_(step_),
      no_force_(step_) {
  for (const Joint& joint : model.joints()) {
    for (int i = 0; i < joint.nv; ++i) slides_[at(joint.v_begin + i)] = slides(joint.type, i);
  }
  size_rows();
}

void Closer::size_rows() {
  all_rows_.resize(at(static_cast<int>(task_.row_scale.size())));
  std::iota(all_rows_.begin(), all_rows_.end(), 0);
  phi_ = phi_next_ = minus_phi_ = lambda_ = VecX::Zero(task_.row_scale.size());
}

void Closer::hold(const Model& model, const std::vector<bool>& held) {
  for (int i = 0; i < model.nv(); ++i) {
    const bool stays = (at(i) < held.size() && held[at(i)]) || model.roles()[at(i)] == Role::prescribed;
    factor_.frozen[at(i)] = picked_.frozen[at(i)] = stays;
  }
}

const VecX& Closer::residual(const Model& model, const State& state) {
  update_positions(model, state, ws_);
  update_closure_positions(model, task_.constraints, ws_, closure_);
  phi_next_ = closure_.phi.cwiseProduct(task_.row_scale);
  return phi_next_;
}

double Closer::closed_below(const Model& model) const {
  double size = closure_.point.size() == 0 ? 0 : closure_.point.cwiseAbs().maxCoeff();
  for (int row = 1; row < model.n_steps(); ++row) {
    const Vec3d p = row_pose(model, ws_, row).p;
    size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  return std::max(closed, rounding_of_chains * size / model.length_m());
}

bool Closer::find_step(const Model& model, double size) {
  const VecX& C = model.column_scale();
  const bool far = size > far_away;
  if (!factor(model, task_.constraints, closure_, all_rows_, far ? 1 : size, Damping::at_least_rounding, factor_)) return false;
  minus_phi_ = -closure_.phi;
  solve(model, no_force_, minus_phi_, factor_, step_, lambda_);
  double turn = 0, slide = 0;
  for (int i = 0; i < model.nv(); ++i) {
    double& largest = slides_[at(i)] ? slide : turn;
    largest = std::max(largest, std::abs(step_[i]) / C[i]);
  }
  if (far) {
    for (int i = 0; i < model.nv(); ++i) {
      if (!slides_[at(i)] && turn > largest_turn) step_[i] *= largest_turn / turn;
    }
  } else if (std::max(turn / largest_turn, slide / largest_slide) > 1) {
    step_ /= std::max(turn / largest_turn, slide / largest_slide);
  }
  return std::isfinite(turn + slide);
}

AssemblyReport Closer::report(const Model& model, int iterations) const {
  AssemblyReport report;
  report.iterations = iterations;
  Eigen::Index worst = 0;
  report.residual = phi_.cwiseAbs().maxCoeff(&worst);
  report.closed = std::isfinite(report.residual) && report.residual < closed_below(model);
  const WorstRow row = find_row(task_.constraints, worst);
  report.worst = *row.name;
  report.worst_is_angle = row.angle;
  if (row.cut) {
    for (Eigen::Index i = 0; i < n_rows_of(*row.cut); ++i) {
      if (is_angle(*row.cut, i) == row.angle) report.worst_gap = std::hypot(report.worst_gap, phi_[row.first + i] / task_.row_scale[row.first + i]);
    }
  } else {
    report.worst_gap = std::abs(phi_[worst] / task_.row_scale[worst]);
  }
  return report;
}

AssemblyReport Closer::positions(const Model& model, State& state, const std::vector<bool>& held) {
  if (task_.row_scale.size() == 0) {
    AssemblyReport nothing;
    nothing.closed = true;
    return nothing;
  }
  hold(model, held);
  trial_ = next_ = state;
  phi_ = residual(model, trial_);
  double size = phi_.norm();
  const double grain = closed_below(model) / closed;  // one where the origin is near
  constexpr int max_iterations = 200;
  int stalled = 0, iterations = 0;
  for (; iterations < max_iterations && phi_.lpNorm<Eigen::Infinity>() > done * grain && stalled < 3; ++iterations) {
    if (!find_step(model, size)) break;
    double factor = 1;
    for (int halving = 0; halving < 12; ++halving, factor /= 2) {
      part_ = step_ * factor;
      retract(model, trial_.q, part_, next_.q);
      if (residual(model, next_).norm() < size || size < 1e-13 * grain) break;
    }
    const double size_next = phi_next_.norm();
    stalled = size_next < 0.5 * size || (size > 1e-9 * grain && size_next < 0.999 * size) ? 0 : stalled + 1;
    if (!(size_next < size)) {
      residual(model, trial_);
      continue;
    }
    trial_.q.swap(next_.q);
    phi_.swap(phi_next_);
    size = size_next;
  }
  const AssemblyReport done_with = report(model, iterations);
  if (done_with.closed) state.q = trial_.q;
  return done_with;
}

bool Closer::approach(const Model& model, State& state, const std::vector<bool>& held) {
  constexpr double near_enough = 1e-3;
  constexpr int max_steps = 60;
  hold(model, held);
  next_ = state;
  phi_ = residual(model, state);
  for (int step = 0; step < max_steps; ++step) {
    const double size = phi_.norm();
    if (size < near_enough) return true;
    if (!find_step(model, size)) return false;
    retract(model, state.q, step_, next_.q);
    residual(model, next_);
    for (int halving = 0; halving < 4 && !(phi_next_.norm() < size); ++halving) {
      step_ *= 0.25;
      retract(model, state.q, step_, next_.q);
      residual(model, next_);
    }
    if (!(phi_next_.norm() < (1 - 1e-4) * size)) return false;  // a minimum that is no solution
    state.q.swap(next_.q);
    phi_.swap(phi_next_);
  }
  return false;
}

// The targets as constraints after the loops; where frames and kinds are those of the call before, only their poses change.
void Closer::aim(const Model& model, std::span<const PoseTarget> targets) {
  const auto same = [](const PoseTarget& a, const PoseTarget& b) {
    return a.frame == b.frame && a.what == b.what && a.leads_origin() && b.leads_origin() && norm(a.axis - b.axis) == 0;
  };
  bool as_before = targets.size() == aimed_.size();
  for (std::size_t i = 0; as_before && i < targets.size(); ++i) as_before = same(targets[i], aimed_[i]);
  const std::size_t loops = task_.constraints.size() - aimed_.size();
  if (as_before && model.plane() == Plane::none) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      Joint& joint = std::get<CutJoint>(task_.constraints[loops + i]).joint;
      joint.X_PJ = targets[i].X_WF;
      closure_.pairs[loops + i].X_first = model.body(joint.parent).X_RB * joint.X_PJ;
    }
    return;
  }
  std::vector<CutJoint> more;  // in a plane, and of some components only, the rows of a target follow its orientation
  aimed_.assign(targets.begin(), targets.end());
  for (const PoseTarget& target : targets) more.push_back(constraint_of(model, target));
  task_ = ClosureTask(model, more);
  factor_ = LoopFactor(model, task_.row_scale);
  closure_ = Closure(model, task_.constraints);
  size_rows();
}

AssemblyReport Closer::reach(const Model& model, std::span<const PoseTarget> targets, State& state, const std::vector<bool>& held) {
  aim(model, targets);
  return positions(model, state, held);
}

// Least squares over all rows, singular values below the threshold left out. At the state of ws_ and closure_, for the rates -minus_phi_.
void Closer::close_rates_densely(const Model& model, State& state) {
  if (!dense_) dense_.emplace(model);
  const Eigen::Index nc = model.n_closure_rows();
  scale_rows(closure_, model.row_scale(), model.column_scale(), dense_->A);
  for (int i = 0; i < model.nv(); ++i) {
    if (factor_.frozen[at(i)]) dense_->A.col(i).setZero();
  }
  dense_->svd.compute(dense_->A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VecX& sigma = dense_->svd.singularValues();
  minus_phi_.head(nc) = minus_phi_.head(nc).cwiseProduct(model.row_scale());
  lambda_.resize(sigma.size());
  lambda_.noalias() = dense_->svd.matrixU().leftCols(sigma.size()).transpose() * minus_phi_.head(nc);
  for (Eigen::Index i = 0; i < sigma.size(); ++i) lambda_[i] = sigma[i] > rank_threshold * sigma[0] ? lambda_[i] / sigma[i] : 0;
  step_.noalias() = dense_->svd.matrixV().leftCols(sigma.size()) * lambda_;
  step_ = step_.cwiseProduct(model.column_scale());
  for (int i = 0; i < model.nv(); ++i) {
    if (!factor_.frozen[at(i)]) state.v[i] += step_[i];  // what is held stays to the last digit
  }
}

VelocityReport Closer::velocities(const Model& model, State& state, const std::vector<bool>& held) {
  VelocityReport report;
  if (model.n_closure_rows() == 0) {
    report.consistent = true;
    return report;
  }
  hold(model, held);
  update_velocities(model, state, ws_);  // prescribed speeds from their laws
  update_closure_positions(model, task_.constraints, ws_, closure_);
  state.v = ws_.v;
  const Eigen::Index nc = model.n_closure_rows();
  const auto update_rate = [&] {
    closure_rates(factor_, closure_, state.v, rate_);
    minus_phi_.head(nc) = -rate_;
    rate_ = rate_.cwiseProduct(model.row_scale());
  };
  const std::span<const int> loop_rows(all_rows_.data(), static_cast<std::size_t>(nc));
  assemble(model, task_.constraints, closure_, loop_rows, factor_);
  pick_rows(factor_, picker_);
  const double row_size = std::max(1.0, picker_.largest_row);
  const auto speed = [&] { return state.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>(); };
  constexpr double surely_independent = 1e-4, follow = 1e-12;
  rate_.setZero(nc);
  update_rate();
  const double asked = speed();
  part_ = state.v;
  bool sparse = picker_.weakest > surely_independent && factor(model, task_.constraints, closure_, picker_.rows, 0, Damping::as_given, picked_);
  if (sparse) {
    solve(model, no_force_, minus_phi_, picked_, step_, lambda_);
    state.v += step_;
    update_rate();
    sparse = rate_.lpNorm<Eigen::Infinity>() <= follow * std::max(asked, speed()) * row_size;
  }
  if (!sparse) {
    state.v = part_;
    update_rate();
    close_rates_densely(model, state);
    update_rate();
  }
  Eigen::Index worst = 0;
  report.residual = rate_.cwiseAbs().maxCoeff(&worst);
  // Speeds that were asked to stop leave rounding of the size they had; at rest nothing is left.
  report.consistent = report.residual <= 1e-10 * std::max(asked, speed()) * row_size;
  report.worst = *find_row(model.constraints(), worst).name;
  return report;
}

}  // namespace zanjir
