#include "zanjir/formulations/lagrange/loops.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/formulations/lagrange/coordinates.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"

namespace zanjir::lagrange {
namespace {

template <class S>
Vector<S> loop_residuals(const Model& model, const VecX& q0, const Vector<S>& xi) {
  Vector<S> q;
  const Poses<S> X_WB = poses_at(model, q0, xi, q);
  return residuals(model, model.constraints(), X_WB, q);
}

struct Loops {
  MatX Phi_q, S_cut;
  VecX gamma;
};

// Rates of a cut joint: E = motion(q)^-1 X_JC is the identity, so its twist is zero,  (dE/dq) q' + (dE/dxi) xi' = 0.
template <class S>
std::array<S, 6> off_identity(const Transform<S>& E) {
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
    Vector<One> q = q_fixed;
    if (joint.type == JointType::spherical) {  // the rate of the quaternion at the speed e_k
      const Quaternion<One> r0{q[0], q[1], q[2], q[3]};
      Vec3<One> turn{0.0, 0.0, 0.0};
      (k == 0 ? turn.x : k == 1 ? turn.y : turn.z).rate[0] = 1;
      const Quaternion<One> r = r0 * exp_quaternion(turn);
      q = {r.w, r.x, r.y, r.z};
    } else {
      q[at(k)].rate[0] = 1;
    }
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

// (6)
Loops differentiate_loops(const Model& model, const VecX& q0, const VecX& v) {
  using Second = Dual<Dual<double>>;
  Loops l;
  l.Phi_q.resize(model.n_closure_rows(), model.nv());
  l.S_cut = MatX::Zero(model.n_cut_v(), model.nv());
  for_chunks(model.nv(), [&](int first, int count) {
    Vector<Gradient> xi = zeros<Gradient>(v);
    for (int j = 0; j < count; ++j) xi[at(first + j)].rate[at(j)] = 1;
    const Vector<Gradient> phi = loop_residuals(model, q0, xi);
    for (int j = 0; j < count; ++j) {
      for (std::size_t i = 0; i < phi.size(); ++i) l.Phi_q(static_cast<Eigen::Index>(i), first + j) = phi[i].rate[at(j)];
    }
  });
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

// Speeds divided into dependent and independent ones.
struct Partition {
  std::vector<int> rows, dependent, independent;  // dependent, independent: positions among `speeds`
  double smallest_pivot = 0;                      // of the rank, scaled
  MatX N;                                         // [n x independent], N(independent) = 1
  Eigen::FullPivLU<MatX> lu;                      // of the rows and dependent speeds that were picked
};
// rank < 0: decided here by the pivots
Partition divide(const Model& model, const Loops& l, const std::vector<int>& speeds, int rank) {
  Partition p;
  const VecX C = model.column_scale()(speeds);
  const Eigen::FullPivLU<MatX> lu(model.row_scale().asDiagonal() * l.Phi_q(Eigen::all, speeds) * C.asDiagonal());
  const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
  int r = std::min<int>(rank, static_cast<int>(pivots.size()));
  // By all speeds: what is left to these may be nothing but rounding.
  const double scale = (model.row_scale().asDiagonal() * l.Phi_q * model.column_scale().asDiagonal()).cwiseAbs().maxCoeff();
  if (rank < 0) r = static_cast<int>((pivots.array() > rank_threshold * scale).count());
  // P A Q = L U: row i of P A is row `order[i]` of A
  const Eigen::FullPivLU<MatX>::PermutationPType back = lu.permutationP().inverse();
  const Eigen::VectorXi order = back.indices(), columns = lu.permutationQ().indices();
  p.smallest_pivot = r > 0 ? pivots[r - 1] : 0;
  for (int i = 0; i < r; ++i) p.rows.push_back(order[i]);
  for (Eigen::Index i = 0; i < columns.size(); ++i) (i < r ? p.dependent : p.independent).push_back(columns[i]);
  const MatX Phi = l.Phi_q(p.rows, speeds);
  const auto n = static_cast<Eigen::Index>(speeds.size());
  p.N = MatX::Zero(n, n - r);
  for (std::size_t k = 0; k < p.independent.size(); ++k) p.N(p.independent[k], static_cast<Eigen::Index>(k)) = 1;
  if (r > 0) {
    p.lu.compute(Phi(Eigen::all, p.dependent));
    if (n > r) p.N(p.dependent, Eigen::all) = -p.lu.solve(Phi(Eigen::all, p.independent));
  }
  return p;
}

VecX multipliers_of(const Model& model, const Partition& p, const VecX& force) {
  VecX lambda = VecX::Zero(model.n_closure_rows());
  if (!p.rows.empty()) lambda(p.rows) = p.lu.transpose().solve(VecX(force(p.dependent)));
  return lambda;
}

// (7)
SolveStatus solve_free_loops(const Model& model, const Loops& l, const LoopRank* kept, Lagrange::Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  const Partition p = divide(model, l, ask.free, kept ? kept->rank : -1);
  if (kept && kept->rank > 0 && !(p.smallest_pivot > window_ratio * kept->sigma_ref)) {
    out.note = near_singular_note;
    return SolveStatus::singular;
  }
  const VecX gamma = l.gamma - l.Phi_q * ask.vdot;
  const auto n = static_cast<Eigen::Index>(ask.free.size());
  VecX vdot = VecX::Zero(n);
  if (!p.rows.empty()) vdot(p.dependent) = p.lu.solve(VecX(gamma(p.rows)));
  const MatX M = s.M(ask.free, ask.free);
  const VecX rhs = (ask.tau - s.bias - s.M * ask.vdot + l.S_cut.transpose() * out.tau_cut)(ask.free);
  if (p.N.cols() > 0) {
    std::vector<InertiaBeyond> beyond;
    inertia_beyond(model, ask.q, beyond);
    VecX yardstick(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const int k = ask.free[static_cast<std::size_t>(i)];
      yardstick[i] = pivot_floor(model, beyond, k) / pivot_tolerance + model.rotor_inertia()[k];
    }
    const VecX bound = (p.N.transpose() * yardstick.asDiagonal() * p.N).diagonal();
    Eigen::Index most = 0;
    VecX worst = VecX::Zero(p.N.cols());
    bool resisted = bound.minCoeff(&most) > 0;
    if (resisted) {
      const VecX unit = bound.cwiseSqrt().cwiseInverse();
      const Eigen::SelfAdjointEigenSolver<MatX> eigen(unit.asDiagonal() * (p.N.transpose() * M * p.N) * unit.asDiagonal());
      resisted = eigen.eigenvalues()[0] > pivot_tolerance;
      if (resisted) {
        const VecX load = unit.cwiseProduct(p.N.transpose() * (rhs - M * vdot));
        vdot += p.N * unit.cwiseProduct(eigen.eigenvectors() * (eigen.eigenvectors().transpose() * load).cwiseQuotient(eigen.eigenvalues()));
      } else {
        eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&most);
      }
    }
    if (!resisted) {
      out.note = unresisted_note(model, ask.free[at(p.independent[static_cast<std::size_t>(most)])]);
      return SolveStatus::singular;
    }
  }
  out.vdot(ask.free) = vdot;
  out.lambda = multipliers_of(model, p, M * vdot - rhs);
  const bool overdriven = !ask.driven.empty() && divide(model, l, all_speeds(model), -1).rows.size() > p.rows.size();
  if ((!kept || overdriven) && misses_a_loop(model, ask, out.vdot, l.Phi_q * out.vdot - l.gamma, opened_by_solved)) {
    out.note = contradicts_a_loop_note;
    return SolveStatus::inconsistent;
  }
  const VecX force = s.M * out.vdot + s.bias - l.Phi_q.transpose() * out.lambda - l.S_cut.transpose() * out.tau_cut;
  for (const int k : ask.driven) out.tau[k] = force[k];
  if (overdriven) {
    out.note = overdriven_note;
    return SolveStatus::redundant;
  }
  return SolveStatus::ok;
}

SolveStatus solve_inverse_loops(const Model& model, const Loops& l, int rank, Lagrange::Scratch& s, Solution& out) {
  const Partition p = divide(model, l, all_speeds(model), rank);
  if (misses_a_loop(model, s.ask, out.vdot, l.Phi_q * out.vdot - l.gamma, opened_by_given)) {
    out.note = opens_a_loop_note;
    return SolveStatus::inconsistent;
  }
  const VecX f = s.M * out.vdot + s.bias;
  VecX force;
  const SolveStatus status = choose_least_actuation(model, p.N, l.S_cut, f, force, out);
  if (status != SolveStatus::inconsistent) out.lambda = multipliers_of(model, p, f - force);
  return status;
}

}  // namespace

SolveStatus solve_loops(const Model& model, const State& state, const Given& given, Lagrange::Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  const Loops l = differentiate_loops(model, ask.q, ask.v);
  const bool inverse = is_inverse(model, ask);
  out.tau_cut = given.tau_cut.size() > 0 && !inverse ? given.tau_cut : VecX(VecX::Zero(model.n_cut_v()));
  LoopRank decided;
  const LoopRank* kept = kept_rank(model, state, given, ask, decided);
  return inverse ? solve_inverse_loops(model, l, kept ? kept->rank : -1, s, out) : solve_free_loops(model, l, kept, s, out);
}

}  // namespace zanjir::lagrange
