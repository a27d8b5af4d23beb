// The questions. With N = C S the motions that the loops allow (denoc_loops.hpp; without loops N = 1) and g the particular acceleration:
//   forward   (N^T I N) udot = N^T (tau - bias - I (g + vdot_given)),  vdot = g + N udot                                                 (1)
//   inverse   N_act^T tau_act = N^T (I vdot + bias), as many actuators as freedoms; else the choice of dynamics/actuation                 (2)
//   reactions w_i = M_i tdot_i + Mdot_i t_i - external - loops, from the tips inwards: the rows before projection                           (3)
#include "zanjir/formulations/denoc/denoc.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/determinacy.hpp"

namespace zanjir {
namespace {

using Scratch = Denoc::Scratch;
using denoc::Link;
using denoc::LoopRow;

constexpr Forced no_force{{0, 0, 0}, {0, 0, 0}};

bool solved(SolveStatus status) { return status == SolveStatus::ok || status == SolveStatus::redundant; }

// ---- motions that nothing resists ---------------------------------------------------------------------------------------------------

// A pivot of N^T I N that has kept half the digits of what it was made from, and is above the inertia that can be told from zero, needs no closer look.
bool surely_resisted(const Model& model, const Scratch& s, const MatX* N) {
  const auto& free = s.ask.free;
  constexpr double doubtful = 1e-7;
  for (Eigen::Index j = 0; j < s.reduced.cols(); ++j) {
    double floor = 0, size = 0;
    const auto add = [&](std::size_t i, double weight) {
      floor += weight * model.pivot_floor()[free[i]];
      size += weight * s.tree.I(free[i], free[i]);
    };
    if (N) {
      for (std::size_t i = 0; i < free.size(); ++i) add(i, (*N)(static_cast<Eigen::Index>(i), j) * (*N)(static_cast<Eigen::Index>(i), j));
    } else {
      add(at(j), 1);
    }
    const double root = s.factor.matrixLLT()(j, j), pivot = root * root;
    if (!(pivot > floor) || !(pivot > doubtful * size)) return false;
  }
  return true;
}

// By eigenvalues, in units of the inertia beyond each speed: the speed that moves most in a motion that nothing resists, or -1.
int unresisted_speed(const Model& model, const MatX& N, Scratch& s) {
  const auto& free = s.ask.free;
  inertia_beyond(model, s.ask.q, s.beyond);
  VecX unit(static_cast<Eigen::Index>(free.size())), C(unit.size());
  for (std::size_t i = 0; i < free.size(); ++i) {
    unit[static_cast<Eigen::Index>(i)] = std::max(pivot_floor(model, s.beyond, free[i]) / pivot_tolerance, s.tree.I(free[i], free[i]));
    C[static_cast<Eigen::Index>(i)] = model.column_scale()[free[i]];
  }
  const auto most = [&](const VecX& u) {
    Eigen::Index speed = 0;
    (N * u).cwiseQuotient(C).cwiseAbs().maxCoeff(&speed);
    return free[at(speed)];
  };
  // The units by themselves first: a motion of speeds that have nothing at all beyond them.
  const Eigen::SelfAdjointEigenSolver<MatX> units(MatX(N.transpose() * unit.asDiagonal() * N));
  const VecX& size = units.eigenvalues();
  if (!(size[0] > std::numeric_limits<double>::epsilon() * size[size.size() - 1])) return most(units.eigenvectors().col(0));
  const MatX W = units.eigenvectors() * size.cwiseSqrt().cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(MatX(W.transpose() * s.reduced * W));
  if (s.factor.info() == Eigen::Success && eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(free.size())) return -1;
  return most(W * eigen.eigenvectors().col(0));
}

// ---- forward and hybrid -------------------------------------------------------------------------------------------------------------

// (1); N is null without loops, and g is then zero. Needs s.rhs, over the free speeds.
bool solve_reduced(const Model& model, const MatX* N, Scratch& s, std::string& note) {
  const auto& free = s.ask.free;
  const auto n = static_cast<Eigen::Index>(free.size());
  const bool all = n == model.nv();
  if (!all) {
    s.I_free.resize(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = 0; i < n; ++i) s.I_free(i, j) = s.tree.I(free[at(i)], free[at(j)]);
    }
  }
  const MatX& I = all ? s.tree.I : s.I_free;
  if (N) {
    s.I_N.noalias() = I * *N;
    s.reduced.noalias() = N->transpose() * s.I_N;
    s.rest = s.rhs;
    s.rest.noalias() -= I * s.g;
    s.u_dot.noalias() = N->transpose() * s.rest;
    s.vdot_free = s.g;
  } else {
    s.reduced = I;
    s.u_dot = s.rhs;
  }
  if (s.reduced.cols() > 0) {
    s.factor.compute(s.reduced);
    if (s.factor.info() != Eigen::Success || !surely_resisted(model, s, N)) {
      if (const int speed = unresisted_speed(model, N ? *N : MatX(MatX::Identity(n, n)), s); speed >= 0) {
        note = unresisted_note(model, speed);
        return false;
      }
    }
    s.factor.solveInPlace(s.u_dot);
  }
  if (N) {
    s.vdot_free.noalias() += *N * s.u_dot;
  } else {
    s.vdot_free = s.u_dot;
  }
  return true;
}

// What the free speeds are left with: tau - bias - I vdot_given + the actuators of cut joints (tau_cut: null for none, here and below).
void gather_rhs(const VecX* tau_cut, Scratch& s) {
  const Question& ask = s.ask;
  s.force = ask.tau - s.tree.bias;
  if (!ask.driven.empty()) s.force.noalias() -= s.tree.I * ask.vdot;  // zero where it is wanted
  if (tau_cut) s.force.noalias() += s.loops.S_cut.transpose() * *tau_cut;
  s.rhs.resize(static_cast<Eigen::Index>(ask.free.size()));
  for (std::size_t i = 0; i < ask.free.size(); ++i) s.rhs[static_cast<Eigen::Index>(i)] = s.force[ask.free[i]];
}

void scatter_vdot(const Scratch& s, VecX& vdot) {
  for (std::size_t i = 0; i < s.ask.free.size(); ++i) vdot[s.ask.free[i]] = s.vdot_free[static_cast<Eigen::Index>(i)];
}

SolveStatus solve_tree(const Model& model, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  if (!ask.free.empty()) {
    gather_rhs(nullptr, s);
    if (!solve_reduced(model, nullptr, s, out.note)) return SolveStatus::singular;
    scatter_vdot(s, out.vdot);
  }
  for (const int k : ask.driven) out.tau[k] = s.tree.I.row(k).dot(out.vdot) + s.tree.bias[k];
  return SolveStatus::ok;
}

// Those rows that were not used may contradict the others.
bool contradicts_a_loop(const Model& model, const Solution& out, double part, Scratch& s) {
  s.miss = s.gamma;
  s.miss.noalias() -= s.loops.A * out.vdot;
  return misses_a_loop(model, s.ask, out.vdot, s.miss, part);
}

SolveStatus solve_forward(const Model& model, const LoopRank* kept, const VecX* tau_cut, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  denoc::Loops& l = s.loops;
  const bool reduced = denoc::reduce(model, ask.free, kept ? kept->rank : denoc::rank_over(model, ask.free, l), l);
  const bool outside = !kept || kept->rank == 0 || l.sigma_floor > window_ratio * kept->sigma_ref;
  if (!reduced || (!outside && !(denoc::smallest_kept_singular_value(l) > window_ratio * kept->sigma_ref))) {
    out.note = near_singular_note;
    return SolveStatus::singular;
  }
  s.miss = s.gamma;
  if (!ask.driven.empty()) s.miss.noalias() -= l.A * ask.vdot;
  denoc::particular_acceleration(model, s.miss, l, s.g);
  gather_rhs(tau_cut, s);
  if (!solve_reduced(model, &l.N, s, out.note)) return SolveStatus::singular;
  scatter_vdot(s, out.vdot);
  // what the loops must give at every speed, then at the free ones
  s.force.setZero();
  s.force.noalias() += s.tree.I * out.vdot;
  s.force += s.tree.bias;
  if (tau_cut) s.force.noalias() -= l.S_cut.transpose() * *tau_cut;
  for (std::size_t i = 0; i < ask.free.size(); ++i) s.rhs[static_cast<Eigen::Index>(i)] = s.force[ask.free[i]] - ask.tau[ask.free[i]];
  denoc::solve_multipliers(model, s.rhs, l, out.lambda);
  if (ask.driven.empty()) return SolveStatus::ok;
  const bool overdriven = (kept ? kept->rank_of_all_speeds : denoc::rank_over(model, s.all, l)) > l.rank;
  if ((!kept || overdriven) && contradicts_a_loop(model, out, opened_by_solved, s)) {
    out.note = contradicts_a_loop_note;
    return SolveStatus::inconsistent;
  }
  s.force.noalias() -= l.A.transpose() * out.lambda;
  for (const int k : ask.driven) out.tau[k] = s.force[k];
  if (!overdriven) return SolveStatus::ok;
  out.note = overdriven_note;
  return SolveStatus::redundant;
}

// ---- inverse --------------------------------------------------------------------------------------------------------------------------

// (2); false when the actuators are more or fewer than the freedoms, on cut joints, or do not move the mechanism here well enough to be sure.
bool solve_square_inverse(const Model& model, Scratch& s, Solution& out) {
  const MatX& N = s.loops.N;
  const auto n = N.cols();
  if (s.actuated_cuts || static_cast<Eigen::Index>(s.actuated.size()) != n || n == 0) return false;
  const VecX& C = model.column_scale();
  s.N_actuated.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) s.N_actuated.col(j) = N.row(s.actuated[at(j)]).transpose() / C[s.actuated[at(j)]];
  s.actuation.compute(s.N_actuated);
  const auto pivots = s.actuation.matrixLU().diagonal().cwiseAbs();
  constexpr double doubtful = 1e-6;  // the general way decides on ranks at 1e-9
  if (!(pivots.minCoeff() > doubtful * pivots.maxCoeff())) return false;
  s.wanted.noalias() = N.transpose() * s.force;
  s.u_dot.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) s.u_dot[s.actuation.permutationP().indices()[i]] = s.wanted[i];
  s.actuation.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(s.u_dot);
  s.actuation.matrixLU().triangularView<Eigen::Upper>().solveInPlace(s.u_dot);
  out.tau.setZero(model.nv());
  for (Eigen::Index i = 0; i < n; ++i) out.tau[s.actuated[at(i)]] = s.u_dot[i] / C[s.actuated[at(i)]];
  out.tau_cut.setZero(model.n_cut_v());
  out.leftover.setZero(model.nv());
  out.leftover_cut.setZero(model.n_cut_v());
  s.rhs = s.force - out.tau;
  return true;
}

SolveStatus solve_inverse(const Model& model, const LoopRank* kept, Scratch& s, Solution& out) {
  denoc::Loops& l = s.loops;
  if (contradicts_a_loop(model, out, opened_by_given, s)) {
    out.note = opens_a_loop_note;
    return SolveStatus::inconsistent;
  }
  if (!denoc::reduce(model, s.all, kept ? kept->rank : denoc::rank_over(model, s.all, l), l)) {
    out.note = "at a singular configuration, where the loops allow more motions than beside it";
    return SolveStatus::singular;
  }
  s.force.setZero();
  s.force.noalias() += s.tree.I * out.vdot;
  s.force += s.tree.bias;
  SolveStatus status = SolveStatus::ok;
  if (!solve_square_inverse(model, s, out)) {
    denoc::update_cut_rates(model, s.tree, l);
    VecX force;
    status = choose_least_actuation(model, l.N, l.S_cut, s.force, force, out);
    if (status == SolveStatus::inconsistent) return status;
    s.rhs = s.force - force;
  }
  denoc::solve_multipliers(model, s.rhs, l, out.lambda);
  return status;
}

// ---- reactions ------------------------------------------------------------------------------------------------------------------------

// A wrench of first on second at a point, taken from what the inboard joints of both must transmit.
void hand_over(int first, int second, const Vec3d& point, const Forced& W, denoc::Tree& x) {
  const auto moved = [&](const Link& b) { return Forced{W.n + cross(point - b.com, W.f), W.f}; };
  Link &from = x.links[at(first)], &to = x.links[at(second)];
  to.w = to.w - moved(to);
  from.w = from.w + moved(from);
}

// Wrenches of the constraints, first on second, handed over to the tree; those of springs are among the external wrenches already.
enum class Hold : std::uint8_t { all, rows };  // rows: what lambda and tau_cut carry alone
void hold_loops(const Model& model, const VecX& lambda, const VecX* tau_cut, Hold hold, Scratch& s, std::vector<JointWrench>& reaction) {
  reaction.assign(model.constraints().size(), {no_force, no_force});
  std::size_t next = 0;
  for (std::size_t c = 0; c < reaction.size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (const int springs = springs_of(constraint); springs >= 0 && hold == Hold::all) reaction[c].total = s.loops.spring_wrench[at(springs)];
    for (int i = 0; i < n_rows_of(constraint); ++i, ++next) {
      const LoopRow& row = s.loops.rows[next];
      const double size = lambda[static_cast<Eigen::Index>(next)];
      const Forced W{row.n * size, row.f * size};
      hand_over(row.first, row.second, row.point, W, s.tree);
      reaction[c].total = reaction[c].total + W;
    }
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut || !tau_cut || cut->joint.nv == 0) continue;
    const Forced share = denoc::actuator_share(cut->joint, s.loops.cut_generators[c].data(), tau_cut->data() + cut->joint.v_begin);
    hand_over(index(cut->joint.parent), index(cut->joint.child), s.loops.cut_point[c], share, s.tree);
    reaction[c] = {reaction[c].total + share, share};
  }
}

// (3): link.w inwards, and as the user sees it. tau: null for none.
void read_tree_reactions(const Model& model, const VecX* tau, Scratch& s, std::vector<JointWrench>& reaction) {
  denoc::sum_wrenches_inwards(s.tree);
  reaction.resize(model.joints().size());
  for (std::size_t j = 0; j < reaction.size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Link& b = s.tree.links[j + 1];
    const Vec3d origin_J = s.tree.X_WB[at(joint.parent)] * joint.X_PJ.p, origin_C = s.tree.X_WB[at(joint.child)] * joint.X_CJ.p;
    const Forced share =
        tau ? denoc::actuator_share(joint, s.tree.generators.data() + joint.v_begin, tau->data() + joint.v_begin) : no_force;
    reaction[j] = user_wrench(joint, {b.w.n + cross(b.com, b.w.f), b.w.f}, share, origin_J, origin_C);
  }
}

void find_reactions(const Model& model, const VecX* tau_cut, Scratch& s, Solution& out) {
  denoc::accelerate(model, out.vdot, s.tree);
  if (!model.constraints().empty()) hold_loops(model, out.lambda, tau_cut, Hold::all, s, out.loop_reaction);
  read_tree_reactions(model, &out.tau, s, out.reaction);
}

void choose_reactions(const Model& model, Scratch& s, Solution& out) {
  const MatX stress = denoc::self_stress(model, s.loops);
  const auto load = [&](Eigen::Index k, Solution& one) {
    for (Link& b : s.tree.links) b.w = no_force;
    hold_loops(model, stress.col(k), nullptr, Hold::rows, s, one.loop_reaction);
    read_tree_reactions(model, nullptr, s, one.reaction);
  };
  choose_least_reactions(model, stress.cols(), size_of_states(model), load, out);
}

SolveStatus solve_loops(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  const bool inverse = is_inverse(model, ask);
  denoc::update_rows(model, s.tree, s.loops);
  s.gamma = s.loops.gamma;
  if (given.closure_feedback.size() > 0) s.gamma += given.closure_feedback;
  if (given.tau_cut.size() > 0 && !inverse) out.tau_cut = given.tau_cut;
  else out.tau_cut.setZero(model.n_cut_v());
  const auto cut_actuators = [&] { return out.tau_cut.isZero(0) ? nullptr : &out.tau_cut; };
  if (cut_actuators()) denoc::update_cut_rates(model, s.tree, s.loops);
  LoopRank decided;
  const LoopRank* kept = kept_rank(model, state, given, ask, decided);
  const SolveStatus status = inverse ? solve_inverse(model, kept, s, out) : solve_forward(model, kept, cut_actuators(), s, out);
  if (!solved(status) || reactions == Reactions::skip) return status;
  find_reactions(model, cut_actuators(), s, out);                        // in inverse dynamics they are an answer
  const bool overdriven = !inverse && status == SolveStatus::redundant;  // then a change of reactions alone would contradict tau
  if (!overdriven) choose_reactions(model, s, out);
  return status;
}

}  // namespace

Denoc::Scratch::Scratch(const Model& model) : tree(model), loops(model), all(all_speeds(model)), beyond(model.joints().size()) {
  for (const int k : all) {
    if (model.roles()[at(k)] != Role::passive) actuated.push_back(k);
  }
  for (const Role role : model.cut_roles()) actuated_cuts = actuated_cuts || role != Role::passive;
  force.setZero(model.nv());
}

Coverage Denoc::covers(const Model& model) {
  if (!model.elastic_bodies().empty()) return {false, false, false, "rigid bodies only"};
  if (drives_a_sprung_joint(model)) return {false, false, false, drives_a_sprung_joint_note};
  if (model.n_closure_rows() == 0) return {};
  return {true, true, true, "with loops: no limit at singular configurations"};
}

SolveStatus Denoc::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  resolve(model, state, given, s.ask);
  out.note.clear();
  out.reaction.clear();
  out.loop_reaction.clear();
  out.sigma_ratio = 1;
  out.configuration = Configuration::regular;
  out.vdot = s.ask.vdot;
  out.tau = s.ask.tau;
  denoc::update_motion(model, s.ask, s.tree);
  denoc::pull_springs(model, s.ask, s.tree, s.loops);
  denoc::update_equations(model, s.tree);
  if (has_loops(model, given)) return solve_loops(model, state, given, reactions, s, out);
  out.lambda.resize(0);
  out.tau_cut.setZero(model.n_cut_v());
  const SolveStatus status = solve_tree(model, s, out);
  if (solved(status) && reactions == Reactions::compute) find_reactions(model, nullptr, s, out);
  return status;
}

static_assert(Formulation<Denoc>);

}  // namespace zanjir
