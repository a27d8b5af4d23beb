#include "zanjir/formulations/newton_euler/loops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {

LoopScratch::LoopScratch(const Model& model)
    : closure(model),
      sparse(model),
      regular(model),
      force(VecX::Zero(model.nv())),
      vdot(force),
      q_cut(VecX::Zero(model.n_cut_q())),
      wrench(model.constraints().size()),
      passive(model),
      actuation(model),
      rhs(force) {
  for (int k = 0; k < closure.Phi_q.nonZeros(); ++k)
    laws_in_loops = laws_in_loops || model.roles()[at(closure.Phi_q.innerIndexPtr()[k])] == Role::prescribed;
  wanted.reserve(static_cast<std::size_t>(model.nv()));
}

namespace {

void gather_rows(const Model& model, const std::vector<int>& speeds, const Closure& closure, MatX& A_t) {
  A_t.resize(static_cast<Eigen::Index>(speeds.size()), std::max(1, model.n_closure_rows()));
  if (model.n_closure_rows() == 0) return A_t.setZero(), void();  // a cut free joint alone has no rows, and Eigen's QR wants one
  MatX A;
  scale_rows(closure, model.row_scale(), model.column_scale(), A);
  A_t = A(Eigen::all, speeds).transpose();
}

// By all speeds: what is left to some may be nothing but rounding.
int rank_by_pivots(const Model& model, const Closure& closure, const Eigen::ColPivHouseholderQR<MatX>& qr) {
  const auto diagonal = qr.matrixQR().diagonal().cwiseAbs();
  MatX A;
  scale_rows(closure, model.row_scale(), model.column_scale(), A);
  const double scale = A.norm();
  int rank = 0;
  while (rank < diagonal.size() && diagonal[rank] > rank_threshold * scale) ++rank;
  return rank;
}

// Of T = [T11 T12]: the last pivot alone exceeds it the more, the more rows there are (fourfold for forty four-bars in a row). Inverse iteration
// with T11 T11^T from the row of that pivot; the value of T at any vector bounds it from above.
double smallest_singular_value(const LoopScratch& x) {
  const Eigen::Index r = x.rank, rest = x.qr.matrixQR().cols() - r;
  if (r == 0) return 0;
  const auto T11 = x.qr.matrixQR().topLeftCorner(r, r).triangularView<Eigen::Upper>();
  const auto T12 = x.qr.matrixQR().topRightCorner(r, rest);
  double sigma = std::abs(x.qr.matrixQR()(r - 1, r - 1));
  if (!(sigma > std::numeric_limits<double>::epsilon() * x.qr.maxPivot())) return sigma;
  VecX y = VecX::Unit(r, r - 1);
  constexpr int steps = 3;
  for (int i = 0; i < steps; ++i) {
    T11.solveInPlace(y);
    T11.transpose().solveInPlace(y);
    y.normalize();
  }
  return std::min(sigma, std::hypot((T11.transpose() * y).norm(), (T12.transpose() * y).norm()));
}

}  // namespace

int rank_over(const Model& model, const std::vector<int>& speeds, const LoopScratch& x) {
  MatX A_t;
  gather_rows(model, speeds, x.closure, A_t);
  return rank_by_pivots(model, x.closure, Eigen::ColPivHouseholderQR<MatX>(A_t));
}

void factor_rows(const Model& model, const std::vector<int>& wanted, int rank, LoopScratch& x) {
  gather_rows(model, wanted, x.closure, x.A_t);
  x.qr.compute(x.A_t);
  const auto diagonal = x.qr.matrixQR().diagonal().cwiseAbs();
  if (rank < 0) rank = rank_by_pivots(model, x.closure, x.qr);
  x.rank = std::min<int>(rank, static_cast<int>(diagonal.size()));
  x.sigma = smallest_singular_value(x);
  const auto n = x.A_t.rows();
  x.Q = x.qr.householderQ() * MatX::Identity(n, n);
}

bool solve_loops(const Model& model, const std::vector<int>& wanted, const MatX& M, const VecX& b, const VecX& tau, LoopScratch& x, VecX& vdot,
                 VecX& lambda, int& culprit) {
  const auto n = static_cast<Eigen::Index>(wanted.size());
  const Eigen::Index r = x.rank;
  const auto T11 = x.qr.matrixQR().topLeftCorner(r, r).triangularView<Eigen::Upper>();
  const auto& picked = x.qr.colsPermutation().indices();
  const VecX C = model.column_scale()(wanted);
  x.c.resize(r);
  for (Eigen::Index i = 0; i < r; ++i) x.c[i] = x.closure.gamma[picked[i]] * model.row_scale()[picked[i]];
  T11.transpose().solveInPlace(x.c);
  x.vdot_u = C.cwiseProduct(x.Q.leftCols(r) * x.c);  // vdot_p
  x.N = C.asDiagonal() * x.Q.rightCols(n - r);
  x.M_u = M(wanted, wanted);
  x.rhs = (tau - b)(wanted);
  if (n > r) {
    x.NMN.noalias() = x.N.transpose() * x.M_u * x.N;
    x.z.noalias() = x.N.transpose() * (x.rhs - x.M_u * x.vdot_u);
    // Scaled by the inertia that can lie beyond each speed, as in the tree.
    VecX bound(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const int u = wanted[static_cast<std::size_t>(i)];
      bound[i] = model.pivot_floor()[u] + 64 * std::numeric_limits<double>::epsilon() * model.rotor_inertia()[u];
    }
    const Eigen::LDLT<MatX> factor(x.NMN);
    const MatX floor = x.N.transpose() * bound.asDiagonal() * x.N;
    if (!(factor.vectorD().minCoeff() > floor.diagonal().minCoeff())) {
      const Eigen::SelfAdjointEigenSolver<MatX> eigen(x.NMN);
      const VecX motion = x.N * eigen.eigenvectors().col(0);
      if (!(eigen.eigenvalues()[0] > motion.cwiseAbs2().dot(bound))) {
        Eigen::Index worst = 0;
        motion.cwiseQuotient(C).cwiseAbs().maxCoeff(&worst);
        culprit = wanted[static_cast<std::size_t>(worst)];
        return false;
      }
    }
    x.z = factor.solve(x.z);
    x.vdot_u += x.N * x.z;
  }
  vdot(wanted) = x.vdot_u;
  x.c = x.Q.leftCols(r).transpose() * C.cwiseProduct(x.M_u * x.vdot_u - x.rhs);
  T11.solveInPlace(x.c);
  lambda.setZero(model.n_closure_rows());
  for (Eigen::Index i = 0; i < r; ++i) lambda[picked[i]] = x.c[i] * model.row_scale()[picked[i]];
  return true;
}

void solve_multipliers(const Model& model, const VecX& force, const LoopScratch& x, VecX& lambda) {
  VecX c = x.Q.leftCols(x.rank).transpose() * model.column_scale().cwiseProduct(force);
  x.qr.matrixQR().topLeftCorner(x.rank, x.rank).triangularView<Eigen::Upper>().solveInPlace(c);
  const auto& picked = x.qr.colsPermutation().indices();
  lambda.setZero(model.n_closure_rows());
  for (Eigen::Index i = 0; i < x.rank; ++i) lambda[picked[i]] = c[i] * model.row_scale()[picked[i]];
}

MatX self_stress(const Model& model, const LoopScratch& x) {
  const Eigen::Index nc = model.n_closure_rows(), r = x.rank;
  MatX states = MatX::Zero(nc, nc - r);
  const auto& picked = x.qr.colsPermutation().indices();
  MatX T12 = x.qr.matrixQR().block(0, r, r, nc - r);
  x.qr.matrixQR().topLeftCorner(r, r).triangularView<Eigen::Upper>().solveInPlace(T12);
  for (Eigen::Index k = 0; k < nc - r; ++k) {
    for (Eigen::Index i = 0; i < r; ++i) states(picked[i], k) = -T12(i, k) * model.row_scale()[picked[i]];
    states(picked[r + k], k) = model.row_scale()[picked[r + k]];
  }
  return states;
}

}  // namespace zanjir
