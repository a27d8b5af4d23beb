// Dynamics by screws.   Source: [Angeles1988]; [Khosravi2023] (33)-(51), of which this is the general case.
// A joint with f unit screws S (turns [a; 0] and slides [0; a] at the origin of C, world axes) lets pass  dt = S v,  dt = twist of the child less that of the parent,
// both at C. P holds the rates of the screws, S^+ = (S^T S)^-1 S^T, and below them 6 - f wrenches B reciprocal to them:
//   P = [S^+; B^T],   P dt = [v; 0]                                                                                                    (1)
// With t = [omega_1; c_1'; omega_2; ...] of all bodies at their mass centres, all joints together:
//   D t = [v; 0] joint by joint,   K: the rows B^T of D,   T_Ac: the rows S^+ of D, transposed;   t = T v,  T = D^-1 [1; 0],  K T = 0     (2)
//   D t' = [v'; 0] + P (S' v - drift),   S' v: screws fixed in the child turn with it;   drift: what t alone does to dt in the parent's axes (3)
// Newton and Euler:   M t' + W M t = w_S + T_Ac f + K^T lambda + loops,   f = tau + springs, dampers ... on the joint                       (4)
//   h = M t' + W M t - w_S                                                                                                             (5)
//   [f; lambda] = D^-T h  is the wrench of every joint in one sparse solve;  f = T^T h  alone, the projection                           (6)
// Loops: rows  W . dt = 0  with the wrench W of a residual, in axes of J,   W . dt' + W' . dt = 0;   Phi_q = W dt(T)                    (7)
//   symbol   code      symbol   code          symbol   code             symbol   code
//   P        joint_    D        D_            T        twists.T         h        load
#include "zanjir/formulations/screw/screw.hpp"

#include <limits>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

class ScrewEquations {
 public:
  ScrewEquations(const Model& model, Screw::Scratch& s) : model_(model), s_(s) {}

  const Question& ask() const { return s_.ask; }
  void update() {
    s_.twists.update(model_, s_.ask);
    springs_ = screw::gather_springs(model_, s_.ask, s_.twists);
    find_mass_matrix();
  }
  const VecX& needed() { return needed(s_.ask.vdot); }
  const VecX& needed(const VecX& vdot) {
    s_.twists.load(model_, s_.twists.accelerations(vdot), s_.load);
    s_.needed.noalias() = s_.twists.T.transpose() * s_.load;
    s_.needed += model_.rotor_inertia().cwiseProduct(vdot) - s_.twists.elements;
    return s_.needed;
  }
  int solve_tree(const VecX& rhs, VecX& vdot) {
    const MatX all = MatX::Identity(rhs.size(), rhs.size());
    return solve_along(all, s_.M(s_.ask.free, s_.ask.free), rhs, vdot);
  }

  void update_rows() { s_.loops.update(model_, s_.ask, s_.twists); }
  const MatX& rows() const { return s_.loops.Phi_q; }
  VecX& rest() { return s_.loops.rest; }
  const MatX& cut_rates() const { return s_.loops.S_cut; }
  int rank_over(const std::vector<int>& speeds) const { return s_.loops.rank_over(model_, speeds); }
  bool factor(const std::vector<int>& speeds, int rank) { return s_.loops.factor(model_, speeds, rank); }
  bool is_above(double sigma) const { return s_.loops.sigma > sigma; }
  const MatX& motions() const { return s_.loops.N; }
  MatX rows_at(const State& state) const {
    Screw::Scratch there(model_);
    resolve(model_, state, forward_question(model_, VecX::Zero(model_.nv())), there.ask);
    there.twists.update(model_, there.ask);
    there.loops.update(model_, there.ask, there.twists);
    return there.loops.Phi_q;
  }
  // v' = what the rows ask for, Q1 R11^-T, and a motion that they allow.
  int solve_loops(const VecX& rhs, VecX& vdot, VecX& held) {
    const screw::Loops& l = s_.loops;
    VecX y(l.rank);
    for (Eigen::Index k = 0; k < l.rank; ++k) y[k] = l.rest[l.order[k]] * model_.row_scale()[l.order[k]];
    l.R.topLeftCorner(l.rank, l.rank).triangularView<Eigen::Upper>().transpose().solveInPlace(y);
    vdot = l.C.cwiseProduct(l.Q.leftCols(l.rank) * y);
    const MatX M = s_.M(s_.ask.free, s_.ask.free);
    if (l.N.cols() > 0) {
      VecX along;
      if (const int speed = solve_along(l.N, M, rhs - M * vdot, along); speed >= 0) return speed;
      vdot += along;
    }
    held = M * vdot - rhs;
    return -1;
  }
  void multipliers(const VecX& held, VecX& lambda) const { s_.loops.multipliers(model_, held, lambda); }

  void hold_bodies(const VecX& vdot) { s_.twists.load(model_, s_.twists.accelerations(vdot), s_.load); }
  void hold_nothing() { s_.load.setZero(6 * static_cast<Eigen::Index>(model_.joints().size())); }
  LoopWrench row_wrench(int i) const { return s_.loops.rows[at(i)]; }
  LoopWrench cut_share(std::size_t c, const Joint& joint, const double* tau) const {
    return {joint.parent, joint.child, s_.loops.cut_point[c], screw::share_of(s_.loops.cut[c], joint.nv, tau)};
  }
  Forced spring_wrench(int i) const { return springs_[at(i)]; }
  void hand_over(const LoopWrench& w) {
    const auto take_off = [&](BodyId body, double sign) {
      if (body == BodyId::ground) return;
      const Vec3d n = w.W.n + cross(w.point - s_.twists.com[at(body)], w.W.f);
      s_.load.segment<6>(6 * (index(body) - 1)) -= sign * screw::stacked(n, w.W.f);
    };
    take_off(w.second, 1);
    take_off(w.first, -1);
  }
  void read_reactions(const VecX* tau, std::vector<JointWrench>& reaction) {
    const VecX none = VecX::Zero(model_.nv());
    const VecX& forces = s_.twists.joint_forces(s_.load);  // (6)
    reaction.resize(model_.joints().size());
    for (std::size_t j = 0; j < reaction.size(); ++j) {
      const Joint& joint = model_.joints()[j];
      const Vec3d J = s_.twists.X_WB[at(joint.parent)] * joint.X_PJ.p, C = s_.twists.X_WB[at(joint.child)] * joint.X_CJ.p;
      const Forced W = s_.twists.joint_wrench(j, forces), share = s_.twists.joint_share(joint, j, (tau ? *tau : none).data() + joint.v_begin);
      reaction[j] = user_wrench(joint, Forced{W.n + cross(C, W.f), W.f}, share, J, C);
    }
  }
  MatX self_stress() const { return s_.loops.self_stress(model_); }

 private:
  // M = T^T M T + rotors
  void find_mass_matrix() {
    const screw::Twists& x = s_.twists;
    MatX momentum(x.T.rows(), x.T.cols());
    for (std::size_t i = 1; i < x.com.size(); ++i) {
      const auto first = 6 * static_cast<Eigen::Index>(i - 1);
      for (Eigen::Index k = 0; k < momentum.cols(); ++k)
        momentum.col(k).segment<6>(first) = screw::stacked(x.I[i] * screw::plain(x.T.col(k).segment<3>(first)),
                                                           screw::plain(x.T.col(k).segment<3>(first + 3)) * model_.bodies()[i].mass_kg);
    }
    s_.M = MatX(model_.rotor_inertia().asDiagonal());
    s_.M.noalias() += x.T.transpose() * momentum;
    s_.M = (0.5 * (s_.M + s_.M.transpose())).eval();
  }

  // N z with  N^T M N z = N^T rhs;  the speed that moves most in a motion that nothing resists, or -1. What resists is measured against the inertia that can lie
  // beyond each speed.
  int solve_along(const MatX& N, const MatX& M, const VecX& rhs, VecX& out) {
    const std::vector<int>& free = s_.ask.free;
    inertia_beyond(model_, s_.ask.q, s_.beyond);
    VecX yardstick(M.rows());
    for (std::size_t i = 0; i < free.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      yardstick[k] = std::max(pivot_floor(model_, s_.beyond, free[i]) / pivot_tolerance, M(k, k));
    }
    const auto most = [&](const VecX& motion) {
      Eigen::Index speed = 0;
      motion.cwiseAbs().maxCoeff(&speed);
      return free[static_cast<std::size_t>(speed)];
    };
    // Motions in units of the yardstick, made orthonormal: then 1 is as much as can resist. A speed beyond which no inertia lies is measured by what the loops move with it.
    const Eigen::ColPivHouseholderQR<MatX> qr(MatX(yardstick.cwiseSqrt().asDiagonal() * N));
    const Eigen::Index n = N.cols();
    const MatX R = qr.matrixR().topRows(n), ordered = N * qr.colsPermutation();
    if (!(std::abs(R(n - 1, n - 1)) > std::numeric_limits<double>::epsilon() * qr.maxPivot())) {  // a motion of such speeds alone
      VecX weightless = VecX::Unit(n, n - 1);
      weightless.head(n - 1) = -R.topLeftCorner(n - 1, n - 1).triangularView<Eigen::Upper>().solve(R.col(n - 1).head(n - 1));
      return most(ordered * (weightless.allFinite() ? weightless : VecX(VecX::Unit(n, n - 1))));
    }
    const MatX unit = R.triangularView<Eigen::Upper>().solve<Eigen::OnTheRight>(ordered);
    const MatX reduced = unit.transpose() * M * unit;
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(reduced);
    if (!(eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(M.rows()))) return most(unit * eigen.eigenvectors().col(0));
    out = unit * reduced.ldlt().solve(VecX(unit.transpose() * rhs));
    return -1;
  }

  const Model& model_;
  Screw::Scratch& s_;
  std::vector<Forced> springs_;
};

}  // namespace

Screw::Scratch::Scratch(const Model& model) : twists(model), needed(VecX::Zero(model.nv())), beyond(model.joints().size()), talk(model) {}

Coverage Screw::covers(const Model& model) {
  if (!model.elastic_bodies().empty()) return covers_nothing("elastic bodies: it knows rigid ones");
  Coverage c;
  c.sigma = c.near_singular = model.n_closure_rows() == 0;
  if (!c.near_singular) c.why_not = "with loops: no limit at singular configurations";
  return c;
}

SolveStatus Screw::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  resolve(model, state, given, s.ask);
  ScrewEquations equations(model, s);
  return answer(model, state, given, reactions, equations, s.talk, out);
}

static_assert(Formulation<Screw>);

}  // namespace zanjir
