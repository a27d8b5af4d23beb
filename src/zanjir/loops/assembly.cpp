// Source: own experiments (docs/loops.md). With A = R Phi_q C = U S V^T, R and C the row and column scales:
//   assembly     dq = -C V S/(S² + |R phi|) U^T R phi        damped Gauss-Newton, needs no rank; quadratic near the solution         (1)
#include "zanjir/loops/assembly.hpp"

#include <cmath>

#include "zanjir/loops/projector.hpp"

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
  const std::vector<bool> held = with_prescribed(model, held_by_caller);
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

}  // namespace

std::vector<bool> with_prescribed(const Model& model, std::vector<bool> held) {
  held.resize(static_cast<std::size_t>(model.nv()), false);
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = held[i] || model.roles()[i] == Role::prescribed;
  return held;
}

CutJoint constraint_of(const Model& model, const PoseTarget& target) {
  CutJoint cut;
  cut.joint.name = model.frame(target.frame).name;
  cut.joint.child = model.frame(target.frame).body;
  cut.joint.X_PJ = target.X_WF;
  cut.joint.X_CJ = model.frame(target.frame).X_BF;
  cut.joint.type = target.what == PoseTarget::What::position ? JointType::spherical : JointType::weld;
  const auto normal = plane_normal(model.plane());
  std::optional<Vec3d> normal_J;
  if (normal) normal_J = transpose_times(target.X_WF.R, *normal);
  if (normal && target.what == PoseTarget::What::position) {
    cut.joint.type = JointType::revolute;
    cut.joint.axes = {*normal_J};
    cut.joint.nq = cut.joint.nv = 1;
  }
  cut.rows = closure_rows(cut.joint, normal_J);
  if (target.what == PoseTarget::What::orientation) {
    std::erase_if(cut.rows, [](const ClosureRow& row) { return is_translation(row.kind); });
  }
  return cut;
}

CutJoint held_joint(const Model& model, const Joint& joint, const double* q) {
  CutJoint cut;
  cut.joint.name = joint.name;
  cut.joint.parent = joint.parent;
  cut.joint.child = joint.child;
  cut.joint.X_PJ = joint.X_PJ * joint_motion(joint, q);
  cut.joint.X_CJ = joint.X_CJ;
  cut.rows = closure_rows(cut.joint, plane_normal(model.plane()));  // a planar model turns no joint frame out of its plane
  return cut;
}

ClosureTask::ClosureTask(const Model& model, const std::vector<CutJoint>& more) : constraints(model.constraints().begin(), model.constraints().end()) {
  std::vector<double> scale(model.row_scale().begin(), model.row_scale().end());
  for (const CutJoint& cut : more) {
    for (const ClosureRow& row : cut.rows) scale.push_back(is_translation(row.kind) ? 1 / model.length_m() : 1);
    constraints.emplace_back(cut);
  }
  row_scale = Eigen::Map<const VecX>(scale.data(), static_cast<Eigen::Index>(scale.size()));
}

AssemblyReport close_positions(const Model& model, State& state, const std::vector<bool>& held) {
  return close(model, model.constraints(), model.row_scale(), state, held);
}

AssemblyReport close_positions(const Model& model, const ClosureTask& task, State& state, const std::vector<bool>& held) {
  return close(model, task.constraints, task.row_scale, state, held);
}

AssemblyReport reach(const Model& model, const std::vector<PoseTarget>& targets, State& state, const std::vector<bool>& held) {
  std::vector<CutJoint> more;
  for (const PoseTarget& target : targets) more.push_back(constraint_of(model, target));
  return close_positions(model, ClosureTask(model, more), state, held);
}

VelocityReport close_velocities(const Model& model, State& state, const std::vector<bool>& held_by_caller) {
  VelocityReport report;
  if (model.n_closure_rows() == 0) {
    report.consistent = true;
    return report;
  }
  const std::vector<bool> held = with_prescribed(model, held_by_caller);
  Workspace ws(model);
  Closure closure(model);
  ScaledRows rows(model);
  update_velocities(model, state, ws);  // prescribed speeds from their laws
  update_closure_positions(model, ws, closure);
  state.v = ws.v;
  const double speed_before = state.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
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
  // Speeds that were asked to stop leave rounding of the size they had; at rest nothing is left.
  const double speed = std::max(speed_before, state.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>());
  report.consistent = report.residual <= 1e-10 * speed * std::max(1.0, sigma[0]);
  report.worst = name_row(model.constraints(), worst).name;
  return report;
}

double project(const Model& model, const LoopRank& kept, State& state) {
  return Projector(model).project(model, kept, WeakDirections::spared, state).after.position;
}

}  // namespace zanjir
