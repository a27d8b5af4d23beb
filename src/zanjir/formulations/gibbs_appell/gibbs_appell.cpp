// The questions. Q(vdot) = dS/dvdot + dD/dv + dV/dq - elements comes from one pass outwards and one inwards; with vdot_0 the given accelerations (zero where they
// are wanted) Q(vdot_0) is all that the free speeds f need to know of them.   Source: [Appell1900]; [Shafei2024] eqs. (12), (15), (19).
//   tree      M_ff vdot_f = (tau - Q(vdot_0))_f,     tau_driven = Q(vdot)                                                                          (1)
//   loops     the least of S - (tau - ...) . vdot among the accelerations that the rows admit, vdot_f = vdot_p + N z (loops.hpp):
//             (N^T M_ff N) z = N^T [(tau - Q(vdot_0) + S_cut^T tau_cut)_f - M_ff vdot_p]                                                            (2)
//             A_f^T lambda = M_ff vdot_f - (tau - Q(vdot_0) + S_cut^T tau_cut)_f
//   inverse   tau = Q(vdot); with loops the choice of dynamics/actuation among the forces with N^T (Q - S^T tau) = 0                               (3)
//   reactions link.f of the inward pass, the wrenches of the loops taken off                                                                       (4)
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/formulations/gibbs_appell/forces.hpp"

namespace zanjir {
namespace {

using Scratch = GibbsAppell::Scratch;
using gibbs_appell::Link;
using gibbs_appell::Row;

constexpr Forced no_force{{0, 0, 0}, {0, 0, 0}};

// ---- motions that nothing resists ---------------------------------------------------------------------------------------------------

// What a unit of the i-th admissible motion could meet: the sum of `per_speed` over its squared speeds.
template <class PerSpeed> double met_by(const MatX* N, Eigen::Index i, Eigen::Index n, PerSpeed&& per_speed) {
  if (!N) return per_speed(i);
  double sum = 0;
  for (Eigen::Index k = 0; k < n; ++k) sum += (*N)(k, i) * (*N)(k, i) * per_speed(k);
  return sum;
}

// Every pivot is above what can be told from zero, and has kept half the digits of what it was made from.
bool surely_resisted(const Model& model, const MatX* N, const Scratch& s) {
  constexpr double doubtful = 1e-7;
  const auto n = static_cast<Eigen::Index>(s.ask.free.size());
  for (Eigen::Index i = 0; i < s.reduced.cols(); ++i) {
    const double pivot = s.factor.matrixLLT()(i, i) * s.factor.matrixLLT()(i, i);
    const double floor = met_by(N, i, n, [&](Eigen::Index k) { return model.pivot_floor()[s.ask.free[at(k)]]; });
    const double size = met_by(N, i, n, [&](Eigen::Index k) { return s.tree.M(s.ask.free[at(k)], s.ask.free[at(k)]); });
    if (!(pivot > floor) || !(pivot > doubtful * size)) return false;
  }
  return true;
}

// The speed that moves most in a motion that nothing resists, or -1. Each column w of L^-T, N^T M N = L L^T, is an admissible motion that meets the inertia one; rounding
// of M, a few eps of the inertia u_i that lies beyond each speed, changes that by the same part of sum u_i w_i^2. The first pivot that vanishes has for its w the
// very motion that nothing resists.
int unresisted_speed(const Model& model, const MatX* N, Scratch& s) {
  const auto& free = s.ask.free;
  const auto n = static_cast<Eigen::Index>(free.size());
  inertia_beyond(model, s.ask.q, s.beyond);
  VecX u(n);
  for (Eigen::Index i = 0; i < n; ++i)
    u[i] = std::max(pivot_floor(model, s.beyond, free[at(i)]) / pivot_tolerance, s.tree.M(free[at(i)], free[at(i)]));
  const auto motions = [&](const MatX& z) { return N ? MatX(*N * z) : z; };
  const auto most = [&](const VecX& motion) {
    Eigen::Index speed = 0;
    for (Eigen::Index i = 1; i < n; ++i) {
      if (std::abs(motion[i]) / model.column_scale()[free[at(i)]] > std::abs(motion[speed]) / model.column_scale()[free[at(speed)]]) speed = i;
    }
    return free[at(speed)];
  };
  if (s.factor.info() != Eigen::Success) {
    // Only which motion it is remains open: one that has nothing beyond it at all, or the weakest in units of u.
    const MatX all = motions(MatX::Identity(s.reduced.rows(), s.reduced.cols()));
    const Eigen::SelfAdjointEigenSolver<MatX> units(MatX(all.transpose() * u.asDiagonal() * all));
    const VecX& size = units.eigenvalues();
    if (!(size[0] > std::numeric_limits<double>::epsilon() * size[size.size() - 1])) return most(all * units.eigenvectors().col(0));
    const MatX by_unit = units.eigenvectors() * size.cwiseSqrt().cwiseInverse().asDiagonal();
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(MatX(by_unit.transpose() * s.reduced * by_unit));
    return most(all * (by_unit * eigen.eigenvectors().col(0)));
  }
  MatX w = MatX::Identity(s.reduced.rows(), s.reduced.cols());
  s.factor.matrixU().solveInPlace(w);
  w = motions(w);
  for (Eigen::Index k = 0; k < w.cols(); ++k) {
    if (!(pivot_tolerance * u.dot(w.col(k).cwiseAbs2()) < 1)) return most(w.col(k));
  }
  return -1;
}

// ---- forward and hybrid ---------------------------------------------------------------------------------------------------------------

// (1), (2): from vdot = vdot_p to the least. N: null without loops, when vdot_p is zero. Returns the speed that moves most in a motion that nothing resists, or -1.
int solve_least(const Model& model, const MatX* N, const VecX& rhs, Scratch& s, VecX& vdot) {
  const auto& free = s.ask.free;
  const auto n = static_cast<Eigen::Index>(free.size());
  gibbs_appell::update_inertia_matrix(model, s.tree);
  s.M_free.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) s.M_free(i, j) = s.tree.M(free[at(i)], free[at(j)]);
  }
  if (N) {
    s.M_N.noalias() = s.M_free * *N;
    s.reduced.noalias() = N->transpose() * s.M_N;
    s.rest = rhs;
    s.rest.noalias() -= s.M_free * vdot;
    s.z.noalias() = N->transpose() * s.rest;
  } else {
    s.reduced = s.M_free;
    s.z = rhs;
  }
  if (s.reduced.cols() == 0) return -1;
  s.factor.compute(s.reduced);
  if (s.factor.info() != Eigen::Success || !surely_resisted(model, N, s)) {
    if (const int speed = unresisted_speed(model, N, s); speed >= 0) return speed;
  }
  s.factor.solveInPlace(s.z);
  if (N) vdot.noalias() += *N * s.z;
  else vdot = s.z;
  return -1;
}

void update_state(const Model& model, Scratch& s) {
  gibbs_appell::update_motion(model, s.ask, s.tree);
  gibbs_appell::gather_elements(model, s.ask, s.tree, s.spring_wrench);
}

// ---- what the dialogue asks for (dynamics/dialogue.hpp) ----------------------------------------------------------------------------------

class Equations {
 public:
  Equations(const Model& model, Scratch& s) : model_(model), s_(s) {}

  const Question& ask() const { return s_.ask; }
  void update() {
    update_state(model_, s_);
    gibbs_appell::derive_S(model_, s_.ask, s_.ask.vdot, s_.tree);
  }
  const VecX& needed() const { return s_.tree.Q; }  // as long as no other accelerations were asked about
  const VecX& needed(const VecX& vdot) {
    gibbs_appell::derive_S(model_, s_.ask, vdot, s_.tree);
    return s_.tree.Q;
  }
  int solve_tree(const VecX& rhs, VecX& vdot) { return solve_least(model_, nullptr, rhs, s_, vdot); }

  void update_rows() { gibbs_appell::update_rows(model_, s_.ask.vdot, s_.tree, s_.rows); }
  const MatX& rows() const { return s_.rows.A; }
  VecX& rest() { return s_.rows.rest; }
  const MatX& cut_rates() {
    gibbs_appell::update_cut_rates(model_, s_.tree, s_.rows);
    return s_.rows.S_cut;
  }
  int rank_over(const std::vector<int>& speeds) const { return gibbs_appell::rank_over(model_, s_.rows.A, speeds); }
  bool factor(const std::vector<int>& speeds, int rank) {
    gibbs_appell::decompose(model_, s_.rows.A, speeds, rank, s_.admissible);
    return s_.admissible.sigma_floor > 0;
  }
  bool is_above(double sigma) const { return s_.admissible.sigma_floor > sigma || gibbs_appell::smallest_kept_singular_value(s_.admissible) > sigma; }
  const MatX& motions() const { return s_.admissible.N; }
  int solve_loops(const VecX& rhs, VecX& vdot, VecX& held) {
    gibbs_appell::least_acceleration(model_, s_.rows.rest, s_.admissible, vdot);
    if (const int speed = solve_least(model_, &s_.admissible.N, rhs, s_, vdot); speed >= 0) return speed;
    held = -rhs;
    held.noalias() += s_.M_free * vdot;
    return -1;
  }
  void multipliers(const VecX& held, VecX& lambda) { gibbs_appell::least_multipliers(model_, held, s_.admissible, lambda); }
  MatX rows_at(const State& state) const {
    gibbs_appell::Tree tree(model_);
    gibbs_appell::Rows rows(model_);
    Question there;
    resolve(model_, state, forward_question(model_, VecX::Zero(model_.nv())), there);
    gibbs_appell::update_motion(model_, there, tree);
    gibbs_appell::update_rows(model_, there.vdot, tree, rows);
    return rows.A;
  }

  // (4): link.f inwards, and as the user sees it.
  void hold_bodies(const VecX& vdot) { gibbs_appell::accelerate(model_, s_.ask, vdot, s_.tree); }
  void hold_nothing() {
    for (Link& b : s_.tree.links) b.f = no_force;
  }
  LoopWrench row_wrench(int i) const {
    const Row& row = s_.rows.rows[at(i)];
    return {static_cast<BodyId>(row.first), static_cast<BodyId>(row.second), row.point, row.W};
  }
  LoopWrench cut_share(std::size_t, const Joint& joint, const double* tau) const {
    const gibbs_appell::RelativeMotion m = relative_motion(s_.tree, joint);
    const Transformd X_WC = m.X_WJ * m.X_JC;
    const Forced share = gibbs_appell::actuator_share(joint, m.X_JC.R, tau);
    return {joint.parent, joint.child, X_WC.p, {X_WC.R * share.n, X_WC.R * share.f}};
  }
  Forced spring_wrench(int i) const { return s_.spring_wrench[at(i)]; }
  void hand_over(const LoopWrench& w) {
    Link &from = s_.tree.links[at(w.first)], &to = s_.tree.links[at(w.second)];
    to.f = to.f - gibbs_appell::in_link(to, w.point, w.W);
    from.f = from.f + gibbs_appell::in_link(from, w.point, w.W);
  }
  void read_reactions(const VecX* tau, std::vector<JointWrench>& reaction) {
    gibbs_appell::sum_inwards(s_.tree);
    reaction.resize(model_.joints().size());
    for (std::size_t j = 0; j < reaction.size(); ++j) {
      const Joint& joint = model_.joints()[j];
      const Link &parent = s_.tree.links[at(joint.parent)], &b = s_.tree.links[at(joint.child)];
      const Transformd X_WC = b.X_WB * joint.X_CJ;
      Forced share = no_force;
      if (tau && joint.nv > 0) {
        const Forced share_C =
            gibbs_appell::actuator_share(joint, joint_motion(joint, s_.ask.q.data() + joint.q_begin).R, tau->data() + joint.v_begin);
        share = {X_WC.R * share_C.n, X_WC.R * share_C.f};
      }
      const Vec3d f = b.X_WB.R * b.f.f;
      reaction[j] = user_wrench(joint, {b.X_WB.R * b.f.n + cross(b.X_WB.p, f), f}, share, parent.X_WB * joint.X_PJ.p, X_WC.p);
    }
  }
  MatX self_stress() const { return gibbs_appell::self_stress(model_, s_.admissible); }

 private:
  const Model& model_;
  Scratch& s_;
};

}  // namespace

GibbsAppell::Scratch::Scratch(const Model& model)
    : tree(model), rows(model), spring_wrench(model.sprung().size()), beyond(model.joints().size()), talk(model) {}

Coverage GibbsAppell::covers(const Model& model) {
  Coverage c;
  c.sigma = c.near_singular = model.n_closure_rows() == 0;
  if (!c.near_singular) c.why_not = "with loops: no limit at singular configurations";
  return c;
}

SolveStatus GibbsAppell::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  resolve(model, state, given, s.ask);
  Equations equations(model, s);
  return answer(model, state, given, reactions, equations, s.talk, out);
}

void GibbsAppell::mass_matrix_and_bias(const Model& model, const State& state, Scratch& s, MatX& M, VecX& bias) {
  const VecX none = VecX::Zero(model.nv());
  resolve(model, state, {none, none, std::vector<Want>(static_cast<std::size_t>(model.nv()), Want::tau)}, s.ask);
  update_state(model, s);
  gibbs_appell::derive_S(model, s.ask, none, s.tree);
  gibbs_appell::update_inertia_matrix(model, s.tree);
  M = s.tree.M;
  bias = s.tree.Q;
}

static_assert(Formulation<GibbsAppell>);

}  // namespace zanjir
