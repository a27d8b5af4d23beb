#include "zanjir/formulations/multipliers/loops.hpp"

#include <limits>

#include "zanjir/core/decompositions.hpp"

namespace zanjir::multipliers_loops {
namespace {

MatX scaled_rows(const Model& model, const MatX& Phi_q) { return model.row_scale().asDiagonal() * Phi_q * model.column_scale().asDiagonal(); }

// A motion that the loops allow and nothing resists, or -1; in units of the inertia beyond each speed.
int unresisted_in(const Model& model, const std::vector<int>& free, const RowSvd& a, const MatX& NMN, const MatX& M,
                  const std::vector<InertiaBeyond>& beyond) {
  VecX yardstick(static_cast<Eigen::Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) {
    yardstick[static_cast<Eigen::Index>(i)] = std::max(pivot_floor(model, beyond, free[i]) / pivot_tolerance, M(free[i], free[i]));
  }
  const MatX unit = a.N.transpose() * yardstick.asDiagonal() * a.N;
  const auto most = [&](const VecX& z) {
    Eigen::Index speed = 0;
    (a.N * z).cwiseQuotient(a.C).cwiseAbs().maxCoeff(&speed);
    return free[static_cast<std::size_t>(speed)];
  };
  const Eigen::SelfAdjointEigenSolver<MatX> resisted(unit);
  if (!(resisted.eigenvalues()[0] > std::numeric_limits<double>::epsilon() * resisted.eigenvalues().tail<1>()[0]))
    return most(resisted.eigenvectors().col(0));
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> eigen(NMN, unit);
  if (eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(free.size())) return -1;
  return most(eigen.eigenvectors().col(0));
}

}  // namespace

RowSvd decompose(const Model& model, const MatX& Phi_q, const std::vector<int>& speeds, int rank) {
  RowSvd a;
  a.C = model.column_scale()(speeds);
  if (Phi_q.rows() == 0) {  // nothing but forces on cut joints
    a.U = MatX::Zero(0, 0);
    a.V = MatX::Identity(a.C.size(), a.C.size());
  } else {
    const Eigen::JacobiSVD<MatX> svd(MatX(scaled_rows(model, Phi_q)(Eigen::all, speeds)), Eigen::ComputeFullU | Eigen::ComputeFullV);
    a.sigma = svd.singularValues();
    a.U = svd.matrixU();
    a.V = svd.matrixV();
    a.rank = std::min<Eigen::Index>(rank, a.sigma.size());
  }
  a.N = a.C.asDiagonal() * a.V.rightCols(a.V.cols() - a.rank);
  return a;
}

int rank_over(const Model& model, const MatX& Phi_q, const std::vector<int>& speeds) {
  if (speeds.empty() || Phi_q.rows() == 0) return 0;
  const MatX all = scaled_rows(model, Phi_q);
  const VecX sigma = Eigen::JacobiSVD<MatX>(MatX(all(Eigen::all, speeds))).singularValues();
  return static_cast<int>((sigma.array() > rank_limit(all.norm())).count());
}

// (9)
int solve(const Model& model, const RowSvd& a, const VecX& rhs, const VecX& rest, Multipliers::Scratch& s, VecX& vdot, VecX& held) {
  const Question& ask = s.ask;
  const VecX part = a.U.leftCols(a.rank).transpose() * model.row_scale().cwiseProduct(rest);
  vdot = a.C.cwiseProduct(a.V.leftCols(a.rank) * part.cwiseQuotient(a.sigma.head(a.rank)));
  const MatX M_free = s.M(ask.free, ask.free);
  if (a.N.cols() > 0) {
    inertia_beyond(model, ask.q, s.beyond);
    const MatX NMN = a.N.transpose() * M_free * a.N;
    if (const int speed = unresisted_in(model, ask.free, a, NMN, s.M, s.beyond); speed >= 0) return speed;
    vdot += a.N * NMN.ldlt().solve(VecX(a.N.transpose() * (rhs - M_free * vdot)));
  }
  held = M_free * vdot - rhs;
  return -1;
}

VecX multipliers_of(const Model& model, const RowSvd& a, const VecX& force) {
  return model.row_scale().cwiseProduct(a.U.leftCols(a.rank) *
                                        (a.V.leftCols(a.rank).transpose() * a.C.cwiseProduct(force)).cwiseQuotient(a.sigma.head(a.rank)));
}

MatX self_stress_of(const Model& model, const RowSvd& a) { return model.row_scale().asDiagonal() * a.U.rightCols(a.U.cols() - a.rank); }

}  // namespace zanjir::multipliers_loops
