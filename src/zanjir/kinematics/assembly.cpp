// Source: own experiments (docs/loops.md). With A = R Phi_q C = U S V^T, R and C the row and column scales:
//   assembly     dq = -C V S/(S² + |R phi|) U^T R phi        damped Gauss-Newton, needs no rank; quadratic near the solution         (1)
#include "zanjir/kinematics/assembly.hpp"

#include <cmath>

#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/projector.hpp"

namespace zanjir {

namespace {

// The constraint that a row belongs to, and all of its rows of the same kind: together they are a distance or an angle, whatever the axes.
struct WorstRow {
  std::string name;
  bool angle = false;
  std::vector<Eigen::Index> rows;
};

WorstRow name_row(std::span<const Constraint> constraints, Eigen::Index row) {
  Eigen::Index first = 0;
  for (const Constraint& c : constraints) {
    const int n = std::visit([](const auto& x) { return n_rows_of(x); }, c);
    if (row < first + n) {
      if (const auto* gear = std::get_if<Gear>(&c)) return {gear->name, !gear->slide_b, {row}};
      if (const auto* rod = std::get_if<Distance>(&c)) return {rod->name, false, {row}};
      const CutJoint& cut = std::get<CutJoint>(c);
      const auto is_angle = [&](Eigen::Index i) { return !is_translation(cut.rows[static_cast<std::size_t>(i - first)].kind); };
      WorstRow worst{cut.joint.name, is_angle(row), {}};
      for (Eigen::Index i = first; i < first + n; ++i) {
        if (is_angle(i) == worst.angle) worst.rows.push_back(i);
      }
      return worst;
    }
    first += n;
  }
  return {};
}

std::vector<bool> all_held(const Model& model, const std::vector<bool>& held) {
  std::vector<bool> result = held.empty() ? std::vector<bool>(static_cast<std::size_t>(model.nv()), false) : held;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] || model.roles()[i] == Role::prescribed;
  return result;
}

void drop_columns(const std::vector<bool>& held, MatX& A) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i]) A.col(static_cast<Eigen::Index>(i)).setZero();
  }
}

// A decomposition gives columns of zeros steps of rounding size; what is held stays to the last digit.
void hold(const std::vector<bool>& held, VecX& step) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i]) step[static_cast<Eigen::Index>(i)] = 0;
  }
}

}  // namespace

namespace {

AssemblyReport close(const Model& model, std::span<const Constraint> constraints, const VecX& row_scale, State& state,
                     const std::vector<bool>& held_by_caller) {
  AssemblyReport report;
  if (row_scale.size() == 0) {
    report.closed = true;
    return report;
  }
  const std::vector<bool> held = all_held(model, held_by_caller);
  Workspace ws(model);
  Closure closure(model, constraints);
  MatX A;
  Eigen::JacobiSVD<MatX> svd;
  State trial = state;
  const auto residual_at = [&](const State& s) {
    update_positions(model, s, ws);
    update_closure_positions(model, constraints, ws, closure);
    return VecX(closure.phi.cwiseProduct(row_scale));
  };
  VecX phi = residual_at(trial);
  double size = phi.norm();
  constexpr int max_iterations = 200;
  constexpr double closed_below = 1e-12;  // of the model length; rounding of a pose chain is some 1e-15
  int stalled = 0;
  for (; report.iterations < max_iterations && phi.lpNorm<Eigen::Infinity>() > 1e-15 && stalled < 3; ++report.iterations) {
    A = row_scale.asDiagonal() * closure.Phi_q * model.column_scale().asDiagonal();
    drop_columns(held, A);
    svd.compute(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const VecX& sigma = svd.singularValues();
    const VecX weighted = sigma.array() / (sigma.array().square() + size) * (svd.matrixU().leftCols(sigma.size()).transpose() * phi).array();
    VecX step = -(model.column_scale().asDiagonal() * (svd.matrixV().leftCols(sigma.size()) * weighted));
    hold(held, step);
    // No turn by more than half a radian and no slide by more than half the model length at once.
    const double largest = step.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    if (largest > 0.5) step *= 0.5 / largest;
    double factor = 1;
    State next = trial;
    VecX phi_next;
    for (int halving = 0; halving < 12; ++halving, factor /= 2) {
      retract(model, trial.q, step * factor, next.q);
      phi_next = residual_at(next);
      if (phi_next.norm() < size || size < 1e-13) break;
    }
    stalled = phi_next.norm() < 0.5 * size || (size > 1e-9 && phi_next.norm() < 0.999 * size) ? 0 : stalled + 1;
    if (phi_next.norm() >= size) {
      residual_at(trial);
      continue;
    }
    trial = next;
    phi = phi_next;
    size = phi.norm();
  }
  Eigen::Index worst = 0;
  report.residual = phi.cwiseAbs().maxCoeff(&worst);
  report.closed = std::isfinite(report.residual) && report.residual < closed_below;
  const WorstRow row = name_row(constraints, worst);
  report.worst = row.name;
  report.worst_is_angle = row.angle;
  double gap = 0;
  for (const Eigen::Index i : row.rows) gap = std::hypot(gap, phi[i] / row_scale[i]);
  report.worst_gap = gap;
  if (report.closed) state.q = trial.q;
  return report;
}

CutJoint held_at(const Model& model, const PoseTarget& target) {
  CutJoint cut;
  cut.joint.name = model.frame(target.frame).name;
  cut.joint.type = target.what == PoseTarget::What::position ? JointType::spherical : JointType::weld;
  cut.joint.child = model.frame(target.frame).body;
  cut.joint.X_PJ = target.X_WF;
  cut.joint.X_CJ = model.frame(target.frame).X_BF;
  cut.rows = closure_rows(cut.joint);
  if (target.what == PoseTarget::What::orientation) {
    std::erase_if(cut.rows, [](const ClosureRow& row) { return is_translation(row.kind); });
  }
  return cut;
}

}  // namespace

AssemblyReport close_positions(const Model& model, State& state, const std::vector<bool>& held) {
  return close(model, model.constraints(), model.row_scale(), state, held);
}

AssemblyReport reach(const Model& model, const std::vector<PoseTarget>& targets, State& state, const std::vector<bool>& held) {
  std::vector<Constraint> constraints(model.constraints().begin(), model.constraints().end());
  std::vector<double> scale(model.row_scale().begin(), model.row_scale().end());
  for (const PoseTarget& target : targets) {
    CutJoint cut = held_at(model, target);
    for (const ClosureRow& row : cut.rows) scale.push_back(is_translation(row.kind) ? 1 / model.length_m() : 1);
    constraints.emplace_back(std::move(cut));
  }
  return close(model, constraints, Eigen::Map<const VecX>(scale.data(), static_cast<Eigen::Index>(scale.size())), state, held);
}

namespace {

// Largest difference of two configurations, angles modulo a turn, slides in model lengths.
double distance_between(const Model& model, const VecX& a, const VecX& b) {
  VecX d = difference(model, a, b).cwiseQuotient(model.column_scale());
  for (int i = 0; i < model.nv(); ++i) {
    if (model.column_scale()[i] == 1) d[i] = std::remainder(d[i], 2 * 3.141592653589793);
  }
  return d.lpNorm<Eigen::Infinity>();
}

}  // namespace

std::vector<State> find_branches(const Model& model, const std::vector<PoseTarget>& targets, const State& near, const std::vector<bool>& held_by_caller,
                                 int n_starts, std::uint64_t seed) {
  const std::vector<bool> held = all_held(model, held_by_caller);
  std::vector<State> found;
  Random random(seed);
  for (int start = 0; start <= n_starts; ++start) {
    State guess = near;
    if (start > 0) {
      VecX away = VecX::Zero(model.nv());
      for (int i = 0; i < model.nv(); ++i) {
        const double pi = 3.141592653589793;
        if (!held[static_cast<std::size_t>(i)]) away[i] = model.column_scale()[i] == 1 ? random.uniform(-pi, pi) : 2 * model.length_m() * random.uniform(-1, 1);
      }
      retract(model, near.q, away, guess.q);
    }
    if (!reach(model, targets, guess, held_by_caller).closed) continue;
    bool known = false;
    for (const State& other : found) known = known || distance_between(model, other.q, guess.q) < 1e-6;
    if (!known) found.push_back(guess);
  }
  return found;
}

VelocityReport close_velocities(const Model& model, State& state, const std::vector<bool>& held_by_caller) {
  VelocityReport report;
  if (model.n_closure_rows() == 0) {
    report.consistent = true;
    return report;
  }
  const std::vector<bool> held = all_held(model, held_by_caller);
  Workspace ws(model);
  Closure closure(model);
  ScaledRows rows(model);
  update_velocities(model, state, ws);  // prescribed speeds from their laws
  update_closure_positions(model, ws, closure);
  state.v = ws.v;
  rows.A.noalias() = model.row_scale().asDiagonal() * closure.Phi_q * model.column_scale().asDiagonal();
  drop_columns(held, rows.A);
  rows.svd.compute(rows.A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VecX& sigma = rows.svd.singularValues();
  VecX rate = model.row_scale().cwiseProduct(closure.Phi_q * state.v);
  VecX weighted = rows.svd.matrixU().leftCols(sigma.size()).transpose() * rate;
  for (Eigen::Index i = 0; i < sigma.size(); ++i) weighted[i] = sigma[i] > rank_threshold * sigma[0] ? weighted[i] / sigma[i] : 0;
  VecX step = -(model.column_scale().asDiagonal() * (rows.svd.matrixV().leftCols(sigma.size()) * weighted));
  hold(held, step);
  state.v += step;
  rate = model.row_scale().cwiseProduct(closure.Phi_q * state.v);
  Eigen::Index worst = 0;
  report.residual = rate.cwiseAbs().maxCoeff(&worst);
  const double speed = state.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
  report.consistent = report.residual <= 1e-10 * std::max(speed, 1e-300) * std::max(1.0, sigma[0]) || report.residual == 0;
  report.worst = name_row(model.constraints(), worst).name;
  return report;
}

double project(const Model& model, const LoopRank& kept, State& state) {
  return Projector(model).project(model, kept, state).after.position;
}

}  // namespace zanjir
