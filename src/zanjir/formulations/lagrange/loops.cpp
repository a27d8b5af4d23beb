#include "zanjir/formulations/lagrange/loops.hpp"

#include <limits>

#include "zanjir/formulations/lagrange/coordinates.hpp"

namespace zanjir::lagrange {
namespace {

template <class S> Vector<S> loop_residuals(const Model& model, const VecX& q0, const Vector<S>& xi) {
  Vector<S> q;
  const Poses<S> X_WB = poses_at(model, q0, xi, q);
  return residuals(model, model.constraints(), X_WB, q);
}

// Rates of a cut joint: E = motion(q)^-1 X_JC is the identity, so its twist is zero,  (dE/dq) q' + (dE/dxi) xi' = 0.
template <class S> std::array<S, 6> off_identity(const Transform<S>& E) {
  const S half(0.5);
  return {(E.R.zy - E.R.yz) * half, (E.R.xz - E.R.zx) * half, (E.R.yx - E.R.xy) * half, E.p.x, E.p.y, E.p.z};
}
void differentiate_cut(const Model& model, const VecX& q0, const VecX& v, const Joint& joint, MatX& S_cut) {
  using One = Dual<double>;
  VecX q_cut(joint.nq);
  joint_coordinates(joint, cut_pose(joint, poses_at(model, q0, zeros<double>(v))), q_cut.data());
  const Vector<One> q_fixed(q_cut.data(), q_cut.data() + q_cut.size());
  const Transform<One> X_JC = cut_pose(joint, poses_at(model, q0, zeros<One>(v)));
  MatX by_q(6, joint.nv), by_xi(6, model.nv());
  for (int k = 0; k < joint.nv; ++k) {
    Vector<One> q = q_fixed, x(at(joint.nv), One(0.0));
    x[at(k)].rate[0] = 1;
    move_joint(joint, q.data(), x.data());
    const auto r = off_identity(inverse(joint_motion(joint, q.data())) * X_JC);
    for (int i = 0; i < 6; ++i) by_q(i, k) = r[at(i)].rate[0];
  }
  const Transform<Gradient> X_CJ_fixed = inverse(cast<Gradient>(joint_motion(joint, q_cut.data())));
  for_chunks(model.nv(), [&](int first, int count) {
    Vector<Gradient> xi = zeros<Gradient>(v);
    for (int j = 0; j < count; ++j) xi[at(first + j)].rate[at(j)] = 1;
    const auto r = off_identity(X_CJ_fixed * cut_pose(joint, poses_at(model, q0, xi)));
    for (int j = 0; j < count; ++j) {
      for (int i = 0; i < 6; ++i) by_xi(i, first + j) = r[at(i)].rate[at(j)];
    }
  });
  S_cut.middleRows(joint.v_begin, joint.nv) = -by_q.householderQr().solve(by_xi);
}

MatX scaled_rows(const Model& model, const MatX& Phi_q) { return model.row_scale().asDiagonal() * Phi_q * model.column_scale().asDiagonal(); }

}  // namespace

MatX differentiate_rows(const Model& model, const VecX& q0) {
  MatX Phi_q(model.n_closure_rows(), model.nv());
  for_chunks(model.nv(), [&](int first, int count) {
    Vector<Gradient> xi(at(model.nv()), Gradient(0.0));
    for (int j = 0; j < count; ++j) xi[at(first + j)].rate[at(j)] = 1;
    const Vector<Gradient> phi = loop_residuals(model, q0, xi);
    for (int j = 0; j < count; ++j) {
      for (std::size_t i = 0; i < phi.size(); ++i) Phi_q(static_cast<Eigen::Index>(i), first + j) = phi[i].rate[at(j)];
    }
  });
  return Phi_q;
}

Loops differentiate_loops(const Model& model, const VecX& q0, const VecX& v) {
  using Second = Dual<Dual<double>>;
  Loops l;
  l.Phi_q = differentiate_rows(model, q0);
  l.S_cut = MatX::Zero(model.n_cut_v(), model.nv());
  Vector<Second> along;
  for (const double rate : v) along.emplace_back(Dual<double>(0.0, rate), Dual<double>(rate));
  const Vector<Second> phi = loop_residuals(model, q0, along);
  l.gamma = -(l.Phi_q * chart_acceleration(model, v));
  for (std::size_t i = 0; i < phi.size(); ++i) l.gamma[static_cast<Eigen::Index>(i)] -= phi[i].rate[0].rate[0];
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (cut && cut->joint.nv > 0) differentiate_cut(model, q0, v, cut->joint, l.S_cut);
  }
  return l;
}

Partition divide(const Model& model, const MatX& Phi_q, const std::vector<int>& speeds, int rank) {
  Partition p;
  const Eigen::FullPivLU<MatX> lu(MatX(scaled_rows(model, Phi_q)(Eigen::all, speeds)));
  const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
  const int r = std::min<int>(rank, static_cast<int>(pivots.size()));
  // P A Q = L U: row i of P A is row `order[i]` of A
  const Eigen::FullPivLU<MatX>::PermutationPType back = lu.permutationP().inverse();
  const Eigen::VectorXi order = back.indices(), columns = lu.permutationQ().indices();
  p.smallest_pivot = r > 0 ? pivots[r - 1] : std::numeric_limits<double>::infinity();
  for (int i = 0; i < r; ++i) p.rows.push_back(order[i]);
  for (Eigen::Index i = 0; i < columns.size(); ++i) (i < r ? p.dependent : p.independent).push_back(columns[i]);
  const MatX Phi = Phi_q(p.rows, speeds);
  const auto n = static_cast<Eigen::Index>(speeds.size());
  p.N = MatX::Zero(n, n - r);
  for (std::size_t k = 0; k < p.independent.size(); ++k) p.N(p.independent[k], static_cast<Eigen::Index>(k)) = 1;
  if (r > 0) {
    p.lu.compute(Phi(Eigen::all, p.dependent));
    if (n > r) p.N(p.dependent, Eigen::all) = -p.lu.solve(Phi(Eigen::all, p.independent));
  }
  return p;
}

int rank_over(const Model& model, const MatX& Phi_q, const std::vector<int>& speeds) {
  if (speeds.empty() || Phi_q.rows() == 0) return 0;
  const MatX all = scaled_rows(model, Phi_q);
  const Eigen::FullPivLU<MatX> lu(MatX(all(Eigen::all, speeds)));
  return static_cast<int>((lu.matrixLU().diagonal().array().abs() > rank_limit(all.cwiseAbs().maxCoeff())).count());
}

VecX multipliers_of(const Model& model, const Partition& p, const VecX& force) {
  VecX lambda = VecX::Zero(model.n_closure_rows());
  if (!p.rows.empty()) lambda(p.rows) = p.lu.transpose().solve(VecX(force(p.dependent)));
  return lambda;
}

// (7)
int solve_loops(const Model& model, const Partition& p, const VecX& rhs, const VecX& rest, const Lagrange::Scratch& s, VecX& vdot, VecX& held) {
  const std::vector<int>& free = s.ask.free;
  const auto n = static_cast<Eigen::Index>(free.size());
  vdot = VecX::Zero(n);
  if (!p.rows.empty()) vdot(p.dependent) = p.lu.solve(VecX(rest(p.rows)));
  const MatX M = s.M(free, free);
  if (p.N.cols() > 0) {
    std::vector<InertiaBeyond> beyond;
    inertia_beyond(model, s.ask.q, beyond);
    VecX yardstick(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const int k = free[static_cast<std::size_t>(i)];
      yardstick[i] = pivot_floor(model, beyond, k) / pivot_tolerance + model.rotor_inertia()[k];
    }
    const VecX bound = (p.N.transpose() * yardstick.asDiagonal() * p.N).diagonal();
    Eigen::Index most = 0;
    const auto culprit = [&] { return free[at(p.independent[static_cast<std::size_t>(most)])]; };
    if (!(bound.minCoeff(&most) > 0)) return culprit();
    const VecX unit = bound.cwiseSqrt().cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(unit.asDiagonal() * (p.N.transpose() * M * p.N) * unit.asDiagonal());
    if (!(eigen.eigenvalues()[0] > pivot_tolerance)) {
      eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&most);
      return culprit();
    }
    const VecX load = unit.cwiseProduct(p.N.transpose() * (rhs - M * vdot));
    vdot += p.N * unit.cwiseProduct(eigen.eigenvectors() * (eigen.eigenvectors().transpose() * load).cwiseQuotient(eigen.eigenvalues()));
  }
  held = M * vdot - rhs;
  return -1;
}

}  // namespace zanjir::lagrange
