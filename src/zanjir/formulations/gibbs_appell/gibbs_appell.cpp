// The questions. Q(vdot) = dS/dvdot + dD/dv + dV/dq - elements comes from one pass outwards and one inwards; with vdot_0 the given accelerations (zero where they
// are wanted) Q(vdot_0) is all that the free speeds f need to know of them.   Source: [Appell1900]; [Shafei2024] eqs. (12), (15), (19).
//   tree      M_ff vdot_f = (tau - Q(vdot_0))_f,     tau_driven = Q(vdot)                                                                          (1)
//   loops     the least of S - (tau - ...) . vdot among the accelerations that the rows admit, vdot_f = vdot_p + N z (gibbs_appell_loops.hpp):
//             (N^T M_ff N) z = N^T [(tau - Q(vdot_0) + S_cut^T tau_cut)_f - M_ff vdot_p]                                                            (2)
//             A_f^T lambda = M_ff vdot_f - (tau - Q(vdot_0) + S_cut^T tau_cut)_f
//   inverse   tau = Q(vdot); with loops the choice of dynamics/actuation among the forces with N^T (Q - S^T tau) = 0                               (3)
//   reactions link.f of the inward pass, the wrenches of the loops taken off                                                                       (4)
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/formulations/gibbs_appell/forces.hpp"

namespace zanjir {
namespace {

using Scratch = GibbsAppell::Scratch;
using gibbs_appell::Link;
using gibbs_appell::Row;

constexpr Forced no_force{{0, 0, 0}, {0, 0, 0}};

bool solved(SolveStatus status) { return status == SolveStatus::ok || status == SolveStatus::redundant; }

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
      if (std::abs(motion[i]) / model.column_scale()[free[at(i)]] > std::abs(motion[speed]) / model.column_scale()[free[at(speed)]])
        speed = i;
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

void gather_free(const Scratch& s, const VecX& of_all, VecX& of_free) {
  of_free.resize(static_cast<Eigen::Index>(s.ask.free.size()));
  for (std::size_t i = 0; i < s.ask.free.size(); ++i) of_free[static_cast<Eigen::Index>(i)] = of_all[s.ask.free[i]];
}

// (1), (2): from vdot_free = vdot_p and rhs to vdot_free. N: null without loops, when vdot_p is zero. False: nothing resists a motion.
bool solve_least(const Model& model, const MatX* N, Scratch& s, std::string& note) {
  const auto& free = s.ask.free;
  const auto n = static_cast<Eigen::Index>(free.size());
  s.M_free.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) s.M_free(i, j) = s.tree.M(free[at(i)], free[at(j)]);
  }
  if (N) {
    s.M_N.noalias() = s.M_free * *N;
    s.reduced.noalias() = N->transpose() * s.M_N;
    s.rest = s.rhs;
    s.rest.noalias() -= s.M_free * s.vdot_free;
    s.z.noalias() = N->transpose() * s.rest;
  } else {
    s.reduced = s.M_free;
    s.z = s.rhs;
  }
  if (s.reduced.cols() == 0) return true;
  s.factor.compute(s.reduced);
  if (s.factor.info() != Eigen::Success || !surely_resisted(model, N, s)) {
    if (const int speed = unresisted_speed(model, N, s); speed >= 0) {
      note = unresisted_note(model, speed);
      return false;
    }
  }
  s.factor.solveInPlace(s.z);
  if (N) s.vdot_free.noalias() += *N * s.z;
  else s.vdot_free = s.z;
  return true;
}

void scatter_vdot(const Scratch& s, VecX& vdot) {
  for (std::size_t i = 0; i < s.ask.free.size(); ++i) vdot[s.ask.free[i]] = s.vdot_free[static_cast<Eigen::Index>(i)];
}

// Needs Q(vdot_0).
SolveStatus solve_tree(const Model& model, Scratch& s, Solution& out) {
  if (!s.ask.free.empty()) {
    gibbs_appell::update_inertia_matrix(model, s.tree);
    s.force = s.ask.tau - s.tree.Q;
    gather_free(s, s.force, s.rhs);
    if (!solve_least(model, nullptr, s, out.note)) return SolveStatus::singular;
    scatter_vdot(s, out.vdot);
    if (!s.ask.driven.empty()) gibbs_appell::derive_S(model, s.ask, out.vdot, s.tree);
  }
  for (const int k : s.ask.driven) out.tau[k] = s.tree.Q[k];
  return SolveStatus::ok;
}

// tau_cut: null for none, here and below.
SolveStatus solve_forward_loops(const Model& model, const LoopRank* kept, const VecX* tau_cut, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  gibbs_appell::Admissible& x = s.admissible;
  gibbs_appell::decompose(model, s.rows.A, ask.free, kept ? kept->rank : gibbs_appell::rank_over(model, s.rows.A, ask.free), x);
  const double window = kept && kept->rank > 0 ? window_ratio * kept->sigma_ref : -1;
  if (!(x.sigma_floor > window) && !(gibbs_appell::smallest_kept_singular_value(x) > window)) {
    out.note = near_singular_note;
    return SolveStatus::singular;
  }
  gibbs_appell::update_inertia_matrix(model, s.tree);
  s.force = ask.tau - s.tree.Q;
  if (tau_cut) s.force.noalias() += s.rows.S_cut.transpose() * *tau_cut;
  gather_free(s, s.force, s.rhs);
  gibbs_appell::least_acceleration(model, s.rows.rest, x, s.vdot_free);
  if (!solve_least(model, &x.N, s, out.note)) return SolveStatus::singular;
  scatter_vdot(s, out.vdot);
  s.rest = -s.rhs;
  s.rest.noalias() += s.M_free * s.vdot_free;
  gibbs_appell::least_multipliers(model, s.rest, x, out.lambda);
  if (ask.driven.empty()) return SolveStatus::ok;
  const bool overdriven = (kept ? kept->rank_of_all_speeds : gibbs_appell::rank_over(model, s.rows.A, s.all)) > x.rank;
  if (!kept || overdriven) {  // rows that were not needed may contradict the others
    const VecX miss = s.rows.rest - s.rows.A * (out.vdot - ask.vdot);
    if (misses_a_loop(model, ask, out.vdot, miss, opened_by_solved)) {
      out.note = contradicts_a_loop_note;
      return SolveStatus::inconsistent;
    }
  }
  gibbs_appell::derive_S(model, ask, out.vdot, s.tree);
  s.force = s.tree.Q;
  s.force.noalias() -= s.rows.A.transpose() * out.lambda;
  if (tau_cut) s.force.noalias() -= s.rows.S_cut.transpose() * *tau_cut;
  for (const int k : ask.driven) out.tau[k] = s.force[k];
  if (!overdriven) return SolveStatus::ok;
  out.note = overdriven_note;
  return SolveStatus::redundant;
}

// (3)
SolveStatus solve_inverse_loops(const Model& model, const LoopRank* kept, Scratch& s, Solution& out) {
  if (misses_a_loop(model, s.ask, out.vdot, s.rows.rest, opened_by_given)) {
    out.note = opens_a_loop_note;
    return SolveStatus::inconsistent;
  }
  gibbs_appell::Admissible& x = s.admissible;
  gibbs_appell::decompose(model, s.rows.A, s.all, kept ? kept->rank : gibbs_appell::rank_over(model, s.rows.A, s.all), x);
  gibbs_appell::update_cut_rates(model, s.tree, s.rows);
  VecX force;
  const SolveStatus status = choose_least_actuation(model, x.N, s.rows.S_cut, s.tree.Q, force, out);
  if (status != SolveStatus::inconsistent) gibbs_appell::least_multipliers(model, s.tree.Q - force, x, out.lambda);
  return status;
}

// ---- reactions --------------------------------------------------------------------------------------------------------------------------

// A wrench of first on second at a point, world axes, taken off what the inboard joints of both must transmit.
void hand_over(int first, int second, const Vec3d& point, const Forced& W, gibbs_appell::Tree& x) {
  Link &from = x.links[static_cast<std::size_t>(first)], &to = x.links[static_cast<std::size_t>(second)];
  to.f = to.f - gibbs_appell::in_link(to, point, W);
  from.f = from.f + gibbs_appell::in_link(from, point, W);
}

// Wrenches of the constraints, first on second; those of springs act on the bodies already.
enum class Hold : std::uint8_t { all, rows };  // rows: what lambda carries alone
void hold_loops(const Model& model, const VecX& lambda, const VecX* tau_cut, Hold hold, Scratch& s, std::vector<JointWrench>& reaction) {
  reaction.assign(model.constraints().size(), {no_force, no_force});
  std::size_t next = 0;
  for (std::size_t c = 0; c < reaction.size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    Forced& total = reaction[c].total;
    if (const int springs = springs_of(constraint); springs >= 0 && hold == Hold::all)
      total = s.spring_wrench[static_cast<std::size_t>(springs)];
    for (int i = 0; i < n_rows_of(constraint); ++i, ++next) {
      const Row& row = s.rows.rows[next];
      const Forced W = row.W * lambda[static_cast<Eigen::Index>(next)];
      hand_over(row.first, row.second, row.point, W, s.tree);
      total = total + W;
    }
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut || !tau_cut || cut->joint.nv == 0) continue;
    const Joint& joint = cut->joint;
    const gibbs_appell::RelativeMotion m = relative_motion(s.tree, joint);
    const Transformd X_WC = m.X_WJ * m.X_JC;
    const Forced share = gibbs_appell::actuator_share(joint, m.X_JC.R, tau_cut->data() + joint.v_begin),
                 W{X_WC.R * share.n, X_WC.R * share.f};
    hand_over(index(joint.parent), index(joint.child), X_WC.p, W, s.tree);
    reaction[c] = {total + W, W};
  }
}

// (4): link.f inwards, and as the user sees it. tau: null for none.
void read_reactions(const Model& model, const VecX* tau, Scratch& s, std::vector<JointWrench>& reaction) {
  gibbs_appell::sum_inwards(s.tree);
  reaction.resize(model.joints().size());
  for (std::size_t j = 0; j < reaction.size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Link &parent = s.tree.links[at(joint.parent)], &b = s.tree.links[at(joint.child)];
    const Transformd X_WC = b.X_WB * joint.X_CJ;
    Forced share = no_force;
    if (tau && joint.nv > 0) {
      const Forced share_C =
          gibbs_appell::actuator_share(joint, joint_motion(joint, s.ask.q.data() + joint.q_begin).R, tau->data() + joint.v_begin);
      share = {X_WC.R * share_C.n, X_WC.R * share_C.f};
    }
    const Vec3d f = b.X_WB.R * b.f.f;
    reaction[j] = user_wrench(joint, {b.X_WB.R * b.f.n + cross(b.X_WB.p, f), f}, share, parent.X_WB * joint.X_PJ.p, X_WC.p);
  }
}

void find_reactions(const Model& model, const VecX* tau_cut, Scratch& s, Solution& out) {
  gibbs_appell::accelerate(model, s.ask, out.vdot, s.tree);
  if (!model.constraints().empty()) hold_loops(model, out.lambda, tau_cut, Hold::all, s, out.loop_reaction);
  read_reactions(model, &out.tau, s, out.reaction);
}

void choose_reactions(const Model& model, Scratch& s, Solution& out) {
  const MatX stress = gibbs_appell::self_stress(model, s.admissible);
  const auto load = [&](Eigen::Index k, Solution& one) {
    for (Link& b : s.tree.links) b.f = no_force;
    hold_loops(model, stress.col(k), nullptr, Hold::rows, s, one.loop_reaction);
    read_reactions(model, nullptr, s, one.reaction);
  };
  choose_least_reactions(model, stress.cols(), size_of_states(model), load, out);
}

// Needs Q(vdot_0).
SolveStatus solve_loops(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) {
  const bool inverse = is_inverse(model, s.ask);
  gibbs_appell::update_rows(model, s.ask.vdot, s.tree, s.rows);
  if (given.closure_feedback.size() > 0) s.rows.rest += given.closure_feedback;
  if (given.tau_cut.size() > 0 && !inverse) out.tau_cut = given.tau_cut;
  const auto cut_actuators = [&] { return out.tau_cut.isZero(0) ? nullptr : &out.tau_cut; };
  if (cut_actuators()) gibbs_appell::update_cut_rates(model, s.tree, s.rows);
  LoopRank decided;
  const LoopRank* kept = kept_rank(model, state, given, s.ask, decided);
  const SolveStatus status = inverse ? solve_inverse_loops(model, kept, s, out) : solve_forward_loops(model, kept, cut_actuators(), s, out);
  if (!solved(status) || reactions == Reactions::skip) return status;
  find_reactions(model, cut_actuators(), s, out);                        // in inverse dynamics they are an answer
  const bool overdriven = !inverse && status == SolveStatus::redundant;  // then a change of reactions alone would contradict tau
  if (!overdriven) choose_reactions(model, s, out);
  return status;
}

void update_state(const Model& model, Scratch& s) {
  gibbs_appell::update_motion(model, s.ask, s.tree);
  gibbs_appell::gather_elements(model, s.ask, s.tree, s.spring_wrench);
}

}  // namespace

GibbsAppell::Scratch::Scratch(const Model& model)
    : tree(model), rows(model), spring_wrench(model.sprung().size()), all(all_speeds(model)), beyond(model.joints().size()) {}

Coverage GibbsAppell::covers(const Model& model) {
  if (model.n_closure_rows() == 0) return {};
  return {true, true, true, "with loops: no limit at singular configurations"};
}

SolveStatus GibbsAppell::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s,
                               Solution& out) const {
  resolve(model, state, given, s.ask);
  out.note.clear();
  out.reaction.clear();
  out.loop_reaction.clear();
  out.sigma_ratio = 1;
  out.configuration = Configuration::regular;
  out.vdot = s.ask.vdot;
  out.tau = s.ask.tau;
  out.tau_cut.setZero(model.n_cut_v());
  update_state(model, s);
  gibbs_appell::derive_S(model, s.ask, s.ask.vdot, s.tree);
  if (has_loops(model, given)) return solve_loops(model, state, given, reactions, s, out);
  out.lambda.resize(0);
  const SolveStatus status = solve_tree(model, s, out);
  if (solved(status) && reactions == Reactions::compute) find_reactions(model, nullptr, s, out);
  return status;
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
