#include "zanjir/dynamics/actuation.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/model/led_joints.hpp"

namespace zanjir {

namespace {

constexpr double threshold = 1e-9;  // of a rank among actuators, and of a force that is left over
constexpr const char* laws_carry_note =
    "the actuators cannot make this motion alone: the laws of prescribed joints carry the rest (see tau per joint)";
constexpr double rounding = 1e-12;  // some thousand eps, of the weights that are added up: in equilibrium what is wanted is nothing else

// Rotations until a matrix is diagonal take tens of times as long as reflections, minutes for some hundred freedoms; where that is felt, a factor with pivots decides on the rank, 1e-9 being
// as far from rounding as from what is meant.
constexpr Eigen::Index by_rotations = 64;
bool is_large(const MatX& A) { return std::min(A.rows(), A.cols()) > by_rotations; }
// What a pivot counts from, of the largest one.
double pivot_share(const MatX& A, double scale) {
  const double largest = A.colwise().norm().maxCoeff();
  return largest > 0 ? threshold * std::max(largest, scale) / largest : 1;
}

// x of least norm with A x = b in the least-squares sense; its rank.
// `scale`: how large an entry can be; singular values that are small against it are rounding.
int least_norm(const MatX& A, double scale, const VecX& b, VecX& x) {
  x = VecX::Zero(A.cols());
  if (A.size() == 0) return 0;
  if (is_large(A)) {
    Eigen::CompleteOrthogonalDecomposition<MatX> factor;
    factor.setThreshold(pivot_share(A, scale));
    factor.compute(A);
    x = factor.solve(b);
    return static_cast<int>(factor.rank());
  }
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VecX& sigma = svd.singularValues();
  int rank = 0;
  while (rank < sigma.size() && sigma[rank] > threshold * std::max(sigma[0], scale)) ++rank;
  x = svd.matrixV().leftCols(rank) * (svd.matrixU().leftCols(rank).transpose() * b).cwiseQuotient(sigma.head(rank));
  return rank;
}

// An orthonormal basis of what A does not reach.
MatX complement(const MatX& A, double scale) {
  if (A.size() == 0) return MatX::Identity(A.rows(), A.rows());
  if (is_large(A)) {
    Eigen::ColPivHouseholderQR<MatX> factor;
    factor.setThreshold(pivot_share(A, scale));
    factor.compute(A);
    return MatX(factor.householderQ() * MatX::Identity(A.rows(), A.rows())).rightCols(A.rows() - factor.rank());
  }
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullU);
  const VecX& sigma = svd.singularValues();
  const auto rank = (sigma.array() > threshold * std::max(sigma[0], scale)).count();
  return svd.matrixU().rightCols(A.rows() - rank);
}

// An orthonormal basis of what independent columns span.
MatX orthonormal(const MatX& A) {
  if (!is_large(A)) return Eigen::JacobiSVD<MatX>(A, Eigen::ComputeThinU).matrixU();
  return Eigen::HouseholderQR<MatX>(A).householderQ() * MatX::Identity(A.rows(), A.cols());
}

// The weight of all bodies at the model length.
double weight_moment(const Model& model) {
  double mass = 0;
  for (const Body& body : model.bodies()) mass += body.mass_kg;
  return mass * norm(model.gravity()) * model.length_m();
}

std::string plural(std::size_t n, const char* one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); }

std::string short_of_note(std::size_t n_actuators) {
  return plural(n_actuators, "actuator") +
         " cannot make this motion: a force is left over that no actuator can give (see leftover per joint); actuate more joints";
}

// Fewer than there are actuators and freedoms: an actuation singularity, unless it is so everywhere.
std::string lost_note(std::size_t n_actuators, int moved, Eigen::Index freedoms) {
  return "here " + plural(n_actuators, "actuator") + (n_actuators == 1 ? " moves " : " move ") + (moved == 0 ? "none" : std::to_string(moved)) +
         " of " + plural(static_cast<std::size_t>(freedoms), "freedom") + ": an actuation singularity, if more elsewhere";
}

}  // namespace

Actuation::Actuation(const Model& model) : force(VecX::Zero(model.nv())) {
  const std::vector<bool> led = led_speeds(model);
  std::vector<int> driven;
  for (int i = 0; i < model.nv(); ++i) {
    const Role role = model.roles()[at(i)];
    (role == Role::actuated ? actuated : role == Role::passive || led[at(i)] ? passive : driven).push_back(i);
  }
  for (int i = 0; i < model.n_cut_v(); ++i) {
    const bool has_actuator = model.cut_roles()[at(i)] != Role::passive;
    (has_actuator ? actuated : passive).push_back(model.nv() + i);
    on_cuts = on_cuts || has_actuator;
  }
  n_actuators = static_cast<int>(actuated.empty() ? driven.size() : actuated.size());
  actuated.insert(actuated.end(), driven.begin(), driven.end());
}

bool Actuation::solve_square(const Model& model, const MatX& N, const VecX& f, Solution& out) {
  const auto n = N.cols();
  if (on_cuts || static_cast<Eigen::Index>(actuated.size()) != n || n == 0) return false;
  const VecX& C = model.column_scale();
  N_actuated.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) N_actuated.col(j) = N.row(actuated[at(j)]).transpose() / C[actuated[at(j)]];
  factor.compute(N_actuated);
  double largest = 0;  // of all motions: a single actuator that moves in none of them has a pivot of rounding, and no other to be compared with
  for (Eigen::Index j = 0; j < n; ++j) largest = std::max(largest, N.col(j).cwiseQuotient(C).lpNorm<Eigen::Infinity>());
  constexpr double doubtful = 1e-6;  // the general way decides on ranks at 1e-9
  if (!(factor.matrixLU().diagonal().cwiseAbs().minCoeff() > doubtful * largest)) return false;
  wanted.noalias() = N.transpose() * f;
  tau.resize(n);
  solve_into(factor, wanted, tau);
  out.tau.setZero(model.nv());
  for (Eigen::Index i = 0; i < n; ++i) out.tau[actuated[at(i)]] = tau[i] / C[actuated[at(i)]];
  out.tau_cut.setZero(model.n_cut_v());
  out.leftover.setZero(model.nv());
  out.leftover_cut.setZero(model.n_cut_v());
  force = out.tau;
  return true;
}

SolveStatus Actuation::choose_least(const Model& model, const MatX& N_any, const MatX& S_cut, const VecX& f, Solution& out) {
  const int nv = model.nv(), n_cut = model.n_cut_v();
  const VecX& C = model.column_scale();
  // The least squares of what is left over must not depend on the basis: an orthonormal one.
  MatX N = N_any;  // without columns where the loops hold everything
  if (N.cols() > 0) N = C.asDiagonal() * orthonormal(C.cwiseInverse().asDiagonal() * N_any);
  MatX S(nv + n_cut, nv);
  S << MatX::Identity(nv, nv), S_cut;
  VecX root = VecX::Ones(static_cast<Eigen::Index>(actuated.size()));  // 1/sqrt(weight)
  for (std::size_t i = 0; i < actuated.size(); ++i) {
    for (const Actuator& a : model.actuators()) {
      if (a.speed == actuated[i]) root[static_cast<Eigen::Index>(i)] = 1 / std::sqrt(a.weight);
    }
  }
  wanted = N.transpose() * f;
  const MatX S_act = S(actuated, Eigen::all);
  const double scale = (S * N).norm(), largest = actuated.empty() ? scale : scale * root.maxCoeff();
  const MatX B = (S_act * N).transpose() * root.asDiagonal();
  const Eigen::Index n_laws = B.cols() - n_actuators;
  tau.setZero(B.cols());
  VecX part = wanted;
  if (n_laws > 0) {  // what no actuator can give, in the motions that none of them makes
    const MatX free = complement(B.leftCols(n_actuators), largest);
    least_norm(free.transpose() * B.rightCols(n_laws), largest, free.transpose() * wanted, part);
    tau.tail(n_laws) = part;
    part = wanted - B.rightCols(n_laws) * tau.tail(n_laws);
  }
  VecX own;
  const int rank = least_norm(B.leftCols(n_actuators), largest, part, own);
  tau.head(n_actuators) = own;
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
  const bool short_of = rest.norm() > threshold * wanted.norm() && rest.norm() > rounding * weight_moment(model);
  if (short_of) {  // the least forces of passive joints that leave the rest to the actuators; a fit of the actuators first would depend on the basis
    const MatX beyond = complement(B, largest);
    least_norm(beyond.transpose() * (S(passive, Eigen::all) * N).transpose(), scale, beyond.transpose() * wanted, missing);
  }
  scatter(passive, missing, out.leftover, out.leftover_cut);
  const bool lost = rank < std::min<Eigen::Index>(n_actuators, N.cols());
  if (short_of) {
    out.note = lost ? lost_note(at(n_actuators), rank, N.cols()) + "; a force is left over that no actuator can give (see leftover per joint)"
                    : short_of_note(actuated.size());
    return SolveStatus::inconsistent;
  }
  if (rank < n_actuators) {
    out.note = (lost ? lost_note(at(n_actuators), rank, N.cols()) + "; "
                     : plural(at(n_actuators), "actuator") + " for " + plural(static_cast<std::size_t>(rank), "freedom") + ": ") +
               "chosen is the least sum of weight times force squared";
    return SolveStatus::redundant;
  }
  double carried = 0;
  for (auto i = static_cast<std::size_t>(n_actuators); i < actuated.size(); ++i) {
    // A law outside of all loops (a base that moves) carries what it carries, as in a tree: the loops allow its speed to move alone.
    const bool alone = std::abs((N.row(actuated[i]) / C[actuated[i]]).squaredNorm() - 1) <= threshold;
    if (!alone) carried = std::max(carried, std::abs(tau[static_cast<Eigen::Index>(i)]));
  }
  if (carried > threshold * force.norm()) out.note = laws_carry_note;
  return SolveStatus::ok;
}

SolveStatus judge_tree_actuation(const Model& model, SolveStatus status, Solution& out) {
  if (!solved(status) || !model.constraints().empty()) return status;
  std::size_t n_actuated = 0;
  double size = 0, missing = 0;
  for (int k = 0; k < model.nv(); ++k) {
    const bool passive = model.roles()[at(k)] == Role::passive;
    const double moment = std::abs(out.tau[k]) * model.column_scale()[k];  // at the model length
    n_actuated += !passive;
    size = std::max(size, moment);
    if (passive && !model.speed(k).is_mode()) missing = std::max(missing, moment);
  }
  if (n_actuated == 0 || missing <= std::max(threshold * size, rounding * weight_moment(model))) return status;
  out.leftover.setZero(model.nv());
  out.leftover_cut.resize(0);
  for (int k = 0; k < model.nv(); ++k)
    if (model.roles()[at(k)] == Role::passive && !model.speed(k).is_mode()) out.leftover[k] = out.tau[k];
  out.note = short_of_note(n_actuated);
  return SolveStatus::inconsistent;
}

}  // namespace zanjir
