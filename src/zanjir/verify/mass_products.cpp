#include "zanjir/verify/mass_products.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <algorithm>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

double largest_eigenvalue(Eigen::Index n, const std::function<VecX(const VecX&)>& times, int steps) {
  if (n == 0) return 0;
  const auto most = std::min<Eigen::Index>(steps, n);
  Random random(1);
  MatX Q(n, most);
  VecX q(n), diagonal(most), beside(std::max<Eigen::Index>(most - 1, 1));
  for (double& x : q) x = random.normal();
  Eigen::Index k = 0;
  for (double length = q.norm();; length = q.norm()) {
    Q.col(k) = q / length;
    q = times(Q.col(k));
    diagonal[k] = q.dot(Q.col(k));
    ++k;
    for (int twice = 0; twice < 2; ++twice) q -= Q.leftCols(k) * (Q.leftCols(k).transpose() * q);  // all of them, against rounding
    if (k == most || !(q.norm() > 1e-12 * diagonal.head(k).cwiseAbs().maxCoeff())) break;
    beside[k - 1] = q.norm();
  }
  if (!diagonal.head(k).allFinite() || !beside.head(k - 1).allFinite()) return std::numeric_limits<double>::quiet_NaN();
  MatX T = MatX::Zero(k, k);
  T.diagonal() = diagonal.head(k);
  T.diagonal(-1) = beside.head(k - 1);
  return Eigen::SelfAdjointEigenSolver<MatX>(T, Eigen::EigenvaluesOnly).eigenvalues()[k - 1];
}

MassProducts::MassProducts(const Model& model, const Workspace& ws) : model_(model), q_(ws.q), scratch_(ws.tree) {
  rest_ = inverse_dynamics(VecX::Zero(model.nv()));
}

VecX MassProducts::inverse_dynamics(const VecX& vdot) {
  kernels::Tables weightless = model_.tables();
  for (double& g : weightless.gravity_W) g = 0;
  const VecX still = VecX::Zero(model_.nv());
  VecX tau(model_.nv());
  kernels::functions().inverse_dynamics(weightless, kernels::Known::nothing, q_.data(), still.data(), vdot.data(), nullptr, scratch_.data(),
                                        tau.data());
  return tau;
}

VecX MassProducts::times(const VecX& x) { return inverse_dynamics(x) - rest_; }  // what is left at rest: springs of elastic bodies

double condition_by_products(const Model& model, const State& state, const Workspace& ws, const VecX& scale, double load) {
  std::vector<int> moving;
  for (int k = 0; k < model.nv(); ++k)
    if (model.roles()[at(k)] != Role::prescribed) moving.push_back(k);
  const auto n = static_cast<Eigen::Index>(moving.size());
  if (n == 0) return 1;
  const auto spread = [&](const VecX& x) {
    VecX all = VecX::Zero(model.nv());
    all(moving) = x;
    return all;
  };
  // Onto the motions that the rows A = Phi_q E^-1 allow: x - A^T y with the shortest rest.
  Eigen::SparseMatrix<double> rows;
  Eigen::LeastSquaresConjugateGradient<Eigen::SparseMatrix<double>> across;
  if (model.n_closure_rows() > 0) {
    Closure closure(model);
    update_closure_positions(model, ws, closure);
    VecX to_speed = VecX::Zero(model.nv());
    for (const int k : moving) to_speed[k] = 1 / scale[k];
    rows = Eigen::SparseMatrix<double>((model.row_scale().asDiagonal() * closure.Phi_q * to_speed.asDiagonal()).transpose());
    across.setTolerance(1e-5);
    across.setMaxIterations(200);
    across.compute(rows);
  }
  const auto allowed = [&](const VecX& x) {
    if (rows.size() == 0) return x;
    const VecX all = spread(x);
    return VecX((all - rows * across.solve(all))(moving));
  };
  MassProducts M(model, ws);
  const VecX E = scale(moving);
  const double largest =
      largest_eigenvalue(n, [&](const VecX& x) { return allowed(M.times(spread(allowed(x).cwiseQuotient(E)))(moving).cwiseQuotient(E)); });

  Solver solver(NewtonEuler{}, model);
  bool determined = true;
  const auto accelerations = [&](const VecX& tau) {
    Solution out;
    determined = determined && solved(solver.solve(state, forward_question(model, tau), Reactions::skip, out));
    return determined ? out.vdot : VecX(VecX::Zero(model.nv()));
  };
  const VecX idle = accelerations(VecX::Zero(model.nv()));
  const double softest = largest_eigenvalue(n, [&](const VecX& x) {
    const double size = load / std::max(x.norm(), std::numeric_limits<double>::min());
    return VecX((accelerations(spread(x.cwiseProduct(E) * size)) - idle)(moving).cwiseProduct(E) / size);
  });
  const double condition = largest * softest;
  return determined && condition > 0 ? condition : std::numeric_limits<double>::infinity();
}

}  // namespace zanjir
