#include "zanjir/dynamics/actuation.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {

namespace {

constexpr double threshold = 1e-9;  // of a rank among actuators, and of a force that is left over

// x of least norm with A x = b in the least-squares sense; its rank.
// `scale`: how large an entry can be; singular values that are small against it are rounding.
int least_norm(const MatX& A, double scale, const VecX& b, VecX& x) {
  x = VecX::Zero(A.cols());
  if (A.size() == 0) return 0;
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VecX& sigma = svd.singularValues();
  int rank = 0;
  while (rank < sigma.size() && sigma[rank] > threshold * std::max(sigma[0], scale)) ++rank;
  x = svd.matrixV().leftCols(rank) * (svd.matrixU().leftCols(rank).transpose() * b).cwiseQuotient(sigma.head(rank));
  return rank;
}

}  // namespace

SolveStatus choose_least_actuation(const Model& model, const MatX& N_any, const MatX& S_cut, const VecX& f, VecX& force, Solution& out) {
  const int nv = model.nv(), n_cut = model.n_cut_v();
  const VecX& C = model.column_scale();
  // The least squares of what is left over must not depend on the basis: an orthonormal one.
  const Eigen::JacobiSVD<MatX> scaled(C.cwiseInverse().asDiagonal() * N_any, Eigen::ComputeThinU);
  const MatX N = C.asDiagonal() * scaled.matrixU();
  MatX S(nv + n_cut, nv);
  S << MatX::Identity(nv, nv), S_cut;
  std::vector<int> actuated, passive;
  std::vector<double> weights;
  for (int i = 0; i < nv; ++i) (model.roles()[static_cast<std::size_t>(i)] == Role::passive ? passive : actuated).push_back(i);
  for (int i = 0; i < n_cut; ++i) (model.cut_roles()[static_cast<std::size_t>(i)] == Role::passive ? passive : actuated).push_back(nv + i);
  for (const int i : actuated) {
    weights.push_back(1);
    for (const Actuator& a : model.actuators()) {
      if (a.speed == i) weights.back() = a.weight;
    }
  }
  const VecX root = Eigen::Map<const VecX>(weights.data(), static_cast<Eigen::Index>(weights.size())).cwiseSqrt().cwiseInverse();
  const VecX wanted = N.transpose() * f;
  VecX tau;
  const MatX S_act = S(actuated, Eigen::all);
  const double scale = (S * N).norm();
  const int rank = least_norm(MatX((S_act * N).transpose() * root.asDiagonal()), actuated.empty() ? scale : scale * root.maxCoeff(), wanted, tau);
  tau = root.cwiseProduct(tau);
  const auto scatter = [&](const std::vector<int>& freedoms, const VecX& value, VecX& tree, VecX& cut) {
    tree = VecX::Zero(nv);
    cut = VecX::Zero(n_cut);
    for (std::size_t i = 0; i < freedoms.size(); ++i) {
      (freedoms[i] < nv ? tree[freedoms[i]] : cut[freedoms[i] - nv]) = value[static_cast<Eigen::Index>(i)];
    }
  };
  scatter(actuated, tau, out.tau, out.tau_cut);
  force = S_act.transpose() * tau;
  const VecX rest = wanted - N.transpose() * force;
  VecX missing = VecX::Zero(static_cast<Eigen::Index>(passive.size()));
  const bool short_of = rest.norm() > threshold * std::max(wanted.norm(), std::numeric_limits<double>::min());
  if (short_of) least_norm(MatX((S(passive, Eigen::all) * N).transpose()), scale, rest, missing);
  scatter(passive, missing, out.leftover, out.leftover_cut);
  if (short_of) {
    out.note = "a force is left over that none of the " + std::to_string(actuated.size()) + " actuated freedoms can give; actuate more joints";
    return SolveStatus::inconsistent;
  }
  if (rank < static_cast<int>(actuated.size())) {
    out.note = std::to_string(actuated.size()) + " actuated freedoms for " + std::to_string(rank) + ": chosen is the least sum of weight times force squared";
    return SolveStatus::redundant;
  }
  return SolveStatus::ok;
}

}  // namespace zanjir
