#include "zanjir/dynamics/impact.hpp"

#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/allowed_motions.hpp"

namespace zanjir {
namespace {

// Least 1/2 |B x|^2 + b . x over x >= 0. False when the search does not end.
bool least_over_positive(const MatX& B, const VecX& b, VecX& x) {
  const Eigen::Index n = b.size();
  const double tolerance = 1e-12 * b.cwiseAbs().maxCoeff();
  std::vector<bool> active(static_cast<std::size_t>(n), false);
  x = VecX::Zero(n);
  for (Eigen::Index guard = 0; guard < 3 * n + 3; ++guard) {
    const VecX pull = -(B.transpose() * (B * x) + b);  // what would rise
    Eigen::Index enter = -1;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!active[static_cast<std::size_t>(i)] && pull[i] > tolerance && (enter < 0 || pull[i] > pull[enter])) enter = i;
    }
    if (enter < 0) return true;
    active[static_cast<std::size_t>(enter)] = true;
    for (;;) {
      std::vector<Eigen::Index> set;
      for (Eigen::Index i = 0; i < n; ++i) {
        if (active[static_cast<std::size_t>(i)]) set.push_back(i);
      }
      const MatX B_s = B(Eigen::all, set), G = B_s.transpose() * B_s;
      const VecX x_s = x(set), b_s = b(set);
      VecX way = G.completeOrthogonalDecomposition().solve(VecX(-b_s));
      // Contacts that depend on each other may ask for different speeds. Then the function falls for ever along what G cannot reach, until a contact lets go.
      const VecX beyond = -b_s - G * way;
      const bool at_odds = beyond.cwiseAbs().maxCoeff() > tolerance;
      if (at_odds) way = beyond;
      else way -= x_s;
      double step = at_odds ? std::numeric_limits<double>::infinity() : 1;
      Eigen::Index leave = -1;
      for (std::size_t k = 0; k < set.size(); ++k) {
        const double from = x_s[static_cast<Eigen::Index>(k)], d = way[static_cast<Eigen::Index>(k)];
        if (at_odds ? d >= 0 : from + d > 0) continue;
        const double part = d < 0 ? std::min(step, from / -d) : 0;
        if (leave < 0 || part < step) step = part, leave = set[k];
      }
      if (!std::isfinite(step)) return false;
      x(set) += step * way;
      if (leave < 0) break;
      x[leave] = 0;
      active[static_cast<std::size_t>(leave)] = false;
      if (set.size() == 1) break;
    }
  }
  return false;
}

}  // namespace

MatX inverse_effective_mass(const Model& model, Workspace& ws, const LoopRank* rank, const MatX& J) {
  const MatX N = allowed_motions(model, ws, rank);
  if (N.cols() == 0) return MatX::Zero(J.rows(), J.rows());
  MatX M;
  mass_matrix(model, ws, M);
  const MatX rows = J * N;
  return rows * (N.transpose() * M * N).llt().solve(MatX(rows.transpose()));
}

MatX frame_inverse_mass(const Model& model, Workspace& ws, const LoopRank* rank, const Frame& frame) {
  Mat6X J = Mat6X::Zero(6, model.nv());
  frame_jacobian(model, ws, frame, J);
  return inverse_effective_mass(model, ws, rank, J.bottomRows<3>());
}

ImpactResult solve_impact(const Model& model, Workspace& ws, const LoopRank* rank, const MatX& J, const VecX& restitution, VecX& v) {
  ImpactResult result;
  const MatX N = allowed_motions(model, ws, rank);
  MatX M;
  mass_matrix(model, ws, M);
  const Eigen::LLT<MatX> factor(N.transpose() * M * N);
  if (factor.info() != Eigen::Success) {
    result.status = SolveStatus::singular;
    return result;
  }
  const VecX v_before = ws.v;
  const MatX B = factor.matrixL().solve(N.transpose() * J.transpose());
  result.approach = J * v_before;
  VecX b = result.approach;
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    if (b[i] < 0) b[i] *= 1 + restitution[i];
  }
  if (!least_over_positive(B, b, result.impulse)) {
    result.status = SolveStatus::not_converged;
    return result;
  }
  v = v_before + N * factor.matrixU().solve(B * result.impulse);
  result.after = J * v;
  result.energy_J = 0.5 * (v.dot(M * v) - v_before.dot(M * v_before));
  return result;
}

}  // namespace zanjir
