#include "zanjir/formulations/newton_euler/closed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/dynamics/singular_notes.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/newton_euler/local_stress.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/loops/projector.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {

namespace {

using kernels::Known;

constexpr JointWrench no_wrench{{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};

// Adds to each constraint's wrench (first on second) what lambda carries, and applies that part to the bodies.
void add_loop_wrenches(const Model& model, const Closure& closure, const VecX& lambda, Workspace& ws, std::vector<JointWrench>& wrench) {
  Eigen::Index row = 0;
  for (std::size_t c = 0; c < wrench.size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    const int n = std::visit([](const auto& k) { return n_rows_of(k); }, constraint);
    const auto* cut = std::get_if<CutJoint>(&constraint);
    const auto* rod = std::get_if<Distance>(&constraint);
    if ((cut || rod) && n > 0) {
      Forced W{{0, 0, 0}, {0, 0, 0}};
      for (Eigen::Index i = row; i < row + n; ++i) {
        const double* w = closure.wrench.data() + 6 * i;
        W.n += Vec3d{w[0], w[1], w[2]} * lambda[i];
        W.f += Vec3d{w[3], w[4], w[5]} * lambda[i];
      }
      const Vec3d p{closure.point(0, row), closure.point(1, row), closure.point(2, row)};
      add_external(ws, cut ? cut->joint.child : model.frame(rod->b).body, W, p);
      add_external(ws, cut ? cut->joint.parent : model.frame(rod->a).body, -W, p);
      wrench[c].total = wrench[c].total + W;
    }
    row += n;
  }
}

// What accelerations that are given leave to the others: on cut joints and distances they are in gamma already, through the bodies.
void add_gear_accelerations(const Model& model, const VecX& vdot_given, Closure& closure) {
  Eigen::Index row = 0;
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* gear = std::get_if<Gear>(&constraint); gear && gear->springs < 0)
      closure.gamma[row] -= vdot_given[gear->speed_b] - gear->ratio * vdot_given[gear->speed_a];
    row += std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
  }
}

// A gear's force is a generalized force on its two speeds, no wrench on bodies: tau = M vdot + bias - Phi_q^T lambda.
void add_gear_forces(const Model& model, const VecX& lambda, VecX& tau) {
  Eigen::Index row = 0;
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* gear = std::get_if<Gear>(&constraint); gear && gear->springs < 0) {
      tau[gear->speed_b] -= lambda[row];
      tau[gear->speed_a] += gear->ratio * lambda[row];
    }
    row += std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
  }
}

// Actuators on cut joints: a wrench pair each; also their share in the cut joints' reactions.
void add_cut_actuators(const Model& model, const VecX& tau_cut, LoopScratch& loops, Workspace& ws) {
  loops.wrench.assign(model.constraints().size(), no_wrench);
  if (tau_cut.size() == 0 || tau_cut.isZero(0)) return;
  cut_coordinates(model, ws, loops.q_cut);
  for (std::size_t c = 0; c < loops.wrench.size(); ++c) {
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    if (!cut || cut->joint.nv == 0) continue;
    const Forced W_J = actuator_wrench(cut->joint, loops.q_cut.data() + cut->joint.q_begin, tau_cut.data() + cut->joint.v_begin);
    const Mat3d R = body_pose(model, ws, cut->joint.parent).R * cut->joint.X_PJ.R;
    const Vec3d p = (body_pose(model, ws, cut->joint.child) * cut->joint.X_CJ).p;
    const Forced W{R * W_J.n, R * W_J.f};
    add_external(ws, cut->joint.child, W, p);
    add_external(ws, cut->joint.parent, -W, p);
    loops.wrench[c] = {W, W};
  }
}

bool drives_are_freedoms(const LoopRank& rank, const LoopScratch& loops) {
  return loops.passive.n_speeds() == rank.rank && static_cast<int>(rank.rows.size()) == rank.rank && !loops.actuation.on_cuts;
}

// As many actuated tree speeds as freedoms: the passive speeds alone give lambda, Phi_p^T lambda = f_p, and tau is what is left on the others.
// False when the actuators are others, or do not move the mechanism here well enough to be sure.
bool solve_square_inverse(const Model& model, const LoopRank& rank, const VecX& f, LoopScratch& loops, Solution& out) {
  if (!drives_are_freedoms(rank, loops) || !loops.passive.factor(model, loops.closure, rank.rows)) return false;
  out.lambda.setZero(model.n_closure_rows());
  loops.passive.solve(model, f, out.lambda);
  out.tau = f;
  out.tau.noalias() -= loops.closure.Phi_q.transpose() * out.lambda;
  for (const int i : loops.passive.speeds()) out.tau[i] = 0;
  out.tau_cut.setZero(model.n_cut_v());
  out.leftover.setZero(model.nv());
  out.leftover_cut.setZero(model.n_cut_v());
  return true;
}

// -- near singular configurations ---------------------------------------------------------------------------------------------------------

// The two-sided limit is taken up to here (of sigma_ref) where it is seen to be smooth: the regular formula, exact as it is on the loops, magnifies
// what a stage of an integrator is off them by |v|/sigma, and lets what a state is off its branch grow as 1/sigma^2.
constexpr double limit_ratio = 1e-2;

}  // namespace

struct NewtonEuler::Scratch::Neighbours {
  explicit Neighbours(const Model& model) : scratch(model), projector(model), vdot(VecX::Zero(model.nv())), coarse(vdot), tau(vdot), step(vdot) {}
  NewtonEuler::Scratch scratch;
  Projector projector;
  LoopRank rank;
  Given question;
  State state;
  Solution one;
  VecX vdot, coarse, tau, step;
};

namespace {

// A velocity that some branch has: what it asks of the rows that are lost here, gamma outside the range of the others, is zero. With the pivots of
// the factor (1) down to the rank here.
bool leaves_along_a_branch(const Model& model, const Given& given, int kept_rank, double speed, LoopScratch& loops) {
  const auto& R = loops.qr.matrixQR();
  const auto& order = loops.qr.colsPermutation().indices();
  Eigen::Index here = 0;
  while (here < kept_rank && std::abs(R(here, here)) > rank_threshold * loops.qr.maxPivot()) ++here;
  const Eigen::Index lost = R.cols() - here;
  if (here == kept_rank || lost == 0) return true;
  VecX g(R.cols());
  for (Eigen::Index i = 0; i < g.size(); ++i) g[i] = loops.closure.gamma[order[i]] * model.row_scale()[order[i]];
  R.topLeftCorner(here, here).triangularView<Eigen::Upper>().transpose().solveInPlace(g.head(here));
  g.tail(lost).noalias() -= R.topRightCorner(here, lost).transpose() * g.head(here);
  return g.tail(lost).norm() <= most_off_branch(given) * speed * speed;
}

// Near a singular point the lost rows still carry a finite generalized force, which any truncation misses by O(1). The motion through it is
// smooth, so its acceleration is the even part of regular ones beside it, extrapolated:
//   a(k) = 1/2 [acc(P(q + k s v)) + acc(P(q - k s v))],  k = 1...4,  s = delta/|v|
//   vdot = 8/5 a(1) - 4/5 a(2) + 8/35 a(3) - 1/35 a(4),   error O(delta^8)                                                                (5)
//   3/2 a(1) - 3/5 a(2) + 1/10 a(3),   error O(delta^6): equal to it where the motion is smooth                                              (6)
// Beside them the noise is about nu/sigma(delta)^3: rounding in positions, then in velocities, then in gamma. `apart`: (5) and (6), relative.
SolveStatus limit_along_motion(const Model& model, const State& state, const Given& given, const LoopRank& rank, double speed,
                               NewtonEuler::Scratch& x, double& apart, std::string& note) {
  constexpr double delta = 0.05, weight[4] = {8.0 / 5, -4.0 / 5, 8.0 / 35, -1.0 / 35}, coarse_weight[4] = {3.0 / 2, -3.0 / 5, 1.0 / 10, 0};
  if (!x.neighbours) x.neighbours = std::make_shared<NewtonEuler::Scratch::Neighbours>(model);
  NewtonEuler::Scratch::Neighbours& beside = *x.neighbours;
  beside.rank = rank;
  beside.rank.sigma_ref = 0;  // they are regular: no window there
  beside.question = given;
  beside.question.rank = &beside.rank;
  beside.vdot.setZero();
  beside.coarse.setZero();
  beside.tau.setZero();
  for (int k = 1; k <= 4; ++k) {
    for (const double sign : {1.0, -1.0}) {
      beside.state = state;
      beside.state.v = x.ws.v;
      const double dt_s = sign * k * delta / speed;
      beside.state.t_s += dt_s;  // prescribed coordinates are where their laws take them
      beside.step = x.ws.v * dt_s;
      retract(model, x.ws.q, beside.step, beside.state.q);
      beside.projector.project(model, beside.rank, WeakDirections::closed, beside.state);
      const SolveStatus status = NewtonEuler{}.solve(model, beside.state, beside.question, Reactions::skip, beside.scratch, beside.one);
      if (!solved(status)) {
        note = "beside the singular configuration: " + beside.one.note;
        return status;
      }
      beside.vdot += beside.one.vdot * (0.5 * weight[k - 1]);
      beside.coarse += beside.one.vdot * (0.5 * coarse_weight[k - 1]);
      beside.tau += beside.one.tau * (0.5 * weight[k - 1]);
    }
  }
  const VecX& C = model.column_scale();
  apart = (beside.vdot - beside.coarse).cwiseQuotient(C).lpNorm<Eigen::Infinity>() /
          std::max(beside.vdot.cwiseQuotient(C).lpNorm<Eigen::Infinity>(), std::numeric_limits<double>::min());
  return SolveStatus::ok;
}

// The dense factor is made. False: the regular formula is the better one here. Reactions are not given: they grow as 1/sigma.
bool solve_near_singular(const Model& model, const State& state, const Given& given, const LoopRank& rank, Reactions want_reactions,
                         NewtonEuler::Scratch& x, Solution& out, SolveStatus& status) {
  if (!(rank.sigma_ref > 0)) {  // asked from a singular configuration beside it: there is no window here, and nobody to ask in turn
    if (x.loops.sigma > 0) return false;
    status = refuse(SolveStatus::singular, "that is singular, too", out);
    return true;
  }
  const double ratio = x.loops.sigma / rank.sigma_ref;
  const bool inside = ratio < window_ratio;
  if (!inside && (!(ratio < limit_ratio) || !given.rank || want_reactions == Reactions::compute || given.closure_feedback.size() > 0)) return false;
  const double speed = x.ws.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
  if (!(speed > 0)) {
    if (!inside) return false;
    status = refuse(SolveStatus::singular, rest_at_singular_note, out);
    return true;
  }
  if (inside && !leaves_along_a_branch(model, given, rank.rank, speed, x.loops)) {
    status = refuse(SolveStatus::inconsistent, no_branch_note, out);
    return true;
  }
  double apart = 0;
  status = limit_along_motion(model, state, given, rank, speed, x, apart, out.note);
  // A configuration that is nearly singular and no more has accelerations that change within its own distance from the singular one: then (5) and
  // (6) see different things. Smooth motions differ by delta^6/20 = 1e-9 and what their higher derivatives add.
  constexpr double smooth = 1e-7;
  if (!inside && (status != SolveStatus::ok || apart > smooth)) {
    out.note.clear();
    return false;
  }
  if (status != SolveStatus::ok) return true;
  out.vdot = x.neighbours->vdot;
  out.tau = x.neighbours->tau;
  out.lambda.setZero(model.n_closure_rows());
  out.configuration = Configuration::near_singular;
  out.note = limit_note;
  return true;
}

// -- the questions ----------------------------------------------------------------------------------------------------------------------

// Which speeds are wanted, and whether the kept rank speaks of them: it is that of all speeds but the prescribed ones.
struct Asked {
  bool inverse = false;  // no acceleration is wanted
  bool kept_rank = true;
  bool prescribed = false;  // there are prescribed speeds
};
Asked sort_speeds(const Model& model, const Given& given, NewtonEuler::Scratch& x) {
  Asked asked;
  x.loops.wanted.clear();
  for (int i = 0; i < model.nv(); ++i) {
    const bool prescribed = model.roles()[at(i)] == Role::prescribed;
    asked.prescribed = asked.prescribed || prescribed;
    if (given.want[at(i)] == Want::vdot && !prescribed) {
      x.loops.wanted.push_back(i);
      x.vdot[i] = 0;
    } else if (!prescribed) {
      asked.kept_rank = false;
    }
  }
  asked.inverse = x.loops.wanted.empty() && model.nv() > 0;
  return asked;
}

// Sparse, with the kept rows. False: not safe here.
bool solve_regular(const Model& model, const LoopRank& rank, NewtonEuler::Scratch& x, Solution& out) {
  LoopScratch& loops = x.loops;
  if (static_cast<int>(rank.rows.size()) != rank.rank || !factor(model, x.ws, loops.closure, rank.rows, 0, loops.sparse)) return false;
  if (rank.rank > 0) {
    // Below this the dense factorisation picks the best rows anew and decides about the window.
    const double sigma = smallest_singular_value(model, 0.1 * rank.sigma_ref, loops.sparse);
    if (!(sigma > limit_ratio * rank.sigma_ref)) return false;
    out.sigma_ratio = sigma / rank.sigma_ref;
  }
  loops.rhs = loops.force - x.bias;
  solve(model, loops.rhs, loops.closure.gamma, loops.sparse, loops.vdot, out.lambda);
  for (const int i : loops.wanted) x.vdot[i] = loops.vdot[i];
  return true;
}

// The accelerations of as many drives as there are freedoms are given (computed torque): the loops say those of the passive speeds, and these say lambda. False: the question
// is another one, or not safe here.
bool solve_driven(const Model& model, const Given& given, const double* external, NewtonEuler::Scratch& x, Solution& out) {
  LoopScratch& loops = x.loops;
  if (!given.rank || loops.laws_in_loops || !drives_are_freedoms(*given.rank, loops) || !std::ranges::equal(loops.wanted, loops.passive.speeds()) ||
      !loops.passive.factor(model, loops.closure, given.rank->rows))
    return false;
  loops.passive.solve_accelerations(model, loops.closure.gamma, x.vdot);
  kernels::functions().inverse_dynamics(model.tables(), Known::kinematics, x.ws.q.data(), x.ws.v.data(), x.vdot.data(), external, x.ws.tree.data(),
                                        x.bias.data());
  loops.rhs = x.bias - loops.force;
  out.lambda.setZero(model.n_closure_rows());
  loops.passive.solve(model, loops.rhs, out.lambda);
  return true;
}

SolveStatus solve_forward(const Model& model, const State& state, const Given& given, const Asked& asked, Reactions want_reactions,
                          const double* external, NewtonEuler::Scratch& x, Solution& out) {
  LoopScratch& loops = x.loops;
  out.tau = given.tau;
  out.leftover.resize(0);
  out.leftover_cut.resize(0);
  LoopRank decided;
  if (asked.kept_rank && !given.rank) decided = RankFinder(model).find(model, state);
  const LoopRank& rank = given.rank ? *given.rank : decided;
  if (asked.kept_rank) out.configuration = Configuration::regular;
  loops.dense = !(asked.kept_rank ? solve_regular(model, rank, x, out) : solve_driven(model, given, external, x, out));
  if (loops.dense) {
    mass_matrix(model, x.ws, x.M);
    factor_rows(model, loops.wanted, asked.kept_rank ? rank.rank : -1, loops);
    if (asked.kept_rank && rank.rank > 0) {
      out.sigma_ratio = loops.sigma / std::max(rank.sigma_ref, std::numeric_limits<double>::min());
      SolveStatus status = SolveStatus::ok;
      if (solve_near_singular(model, state, given, rank, want_reactions, x, out, status)) return status;
    }
    int culprit = 0;
    if (!solve_loops(model, loops.wanted, x.M, x.bias, loops.force, loops, x.vdot, out.lambda, culprit)) return unresisted(model, culprit, out);
  }
  out.vdot = x.vdot;
  const bool known = asked.kept_rank || !loops.dense;
  out.rank = known ? rank.rank : loops.rank;
  const bool overdriven = (known ? rank.rank_of_all_speeds : rank_over(model, all_speeds(model), loops)) > *out.rank;
  return overdriven ? refuse(SolveStatus::redundant, overdriven_note, out) : SolveStatus::ok;
}

SolveStatus solve_inverse(const Model& model, const State& state, const Given& given, const Asked& asked, NewtonEuler::Scratch& x, Solution& out) {
  Workspace& ws = x.ws;
  LoopScratch& loops = x.loops;
  if (const int row = missed_row(model, ws.v, x.vdot, loops.closure.gamma, opened_by_given); row >= 0) return opens_a_loop(model, row, out);
  out.vdot = x.vdot;
  loops.wanted.resize(at(model.nv()));  // all of them, without heap
  for (int i = 0; i < model.nv(); ++i) loops.wanted[at(i)] = i;
  loops.rhs = x.bias - ws.tau_elements;  // what actuators and loops must give
  loops.dense = loops.laws_in_loops || !given.rank || !solve_square_inverse(model, *given.rank, loops.rhs, loops, out);
  SolveStatus status = SolveStatus::ok;
  if (loops.dense) {
    // The kept rank leaves prescribed speeds out; here all speeds count.
    const int rank = asked.prescribed ? -1 : given.rank ? given.rank->rank : RankFinder(model).find(model, state).rank;
    factor_rows(model, loops.wanted, rank, loops);
    const MatX N = model.column_scale().asDiagonal() * loops.Q.rightCols(model.nv() - loops.rank);
    status = loops.actuation.choose_least(model, N, cut_speed_rows(model, ws), loops.rhs, out);
    if (!solved(status)) return status;
    solve_multipliers(model, loops.rhs - loops.actuation.force, loops, out.lambda);
  }
  out.rank = loops.dense ? loops.rank : given.rank->rank;
  gather_forces(model, ws);
  add_cut_actuators(model, out.tau_cut, loops, ws);
  return status;
}

// After a sweep with all accelerations known, gamma is what the rows miss: those that were not used may contradict the others.
int contradicted_row(const Model& model, const VecX& vdot, LoopScratch& loops, const Workspace& ws, const Given& given) {
  update_closure_rates(model, ws, loops.closure);
  add_gear_accelerations(model, vdot, loops.closure);
  if (given.closure_feedback.size() > 0) loops.closure.gamma += given.closure_feedback;
  return missed_row(model, ws.v, vdot, loops.closure.gamma, opened_by_solved);
}

}  // namespace

SolveStatus solve_with_loops(const Model& model, const State& state, const Given& given, Reactions want_reactions, NewtonEuler::Scratch& x,
                             Solution& out) {
  const auto& f = kernels::functions();
  Workspace& ws = x.ws;
  LoopScratch& loops = x.loops;
  if (given.tau_cut.size() > 0) out.tau_cut = given.tau_cut;
  else out.tau_cut.setZero(model.n_cut_v());
  const Asked asked = sort_speeds(model, given, x);
  if (asked.inverse) loops.wrench.assign(model.constraints().size(), no_wrench);
  else add_cut_actuators(model, out.tau_cut, loops, ws);
  const bool loaded = model.acts_on_frames() || !model.sprung().empty() || !out.tau_cut.isZero(0);
  const double* external = loaded ? external_rows(model, ws) : nullptr;
  f.inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), x.vdot.data(), external, ws.tree.data(), x.bias.data());
  if (!loops.closure_held) update_closure_positions(model, ws, loops.closure);
  update_closure_rates(model, ws, loops.closure);  // gamma is what the wanted accelerations must still give
  add_gear_accelerations(model, x.vdot, loops.closure);
  if (given.closure_feedback.size() > 0) loops.closure.gamma += given.closure_feedback;
  loops.force = given.tau + ws.tau_elements;  // generalized forces on the tree speeds, other than the loops'

  const SolveStatus status =
      asked.inverse ? solve_inverse(model, state, given, asked, x, out) : solve_forward(model, state, given, asked, want_reactions, external, x, out);
  if (!solved(status) || out.configuration == Configuration::near_singular) return status;
  const int used_rows = loops.dense ? loops.rank : given.rank ? given.rank->rank : static_cast<int>(loops.sparse.rows.size());
  const bool all_rows = used_rows == model.n_closure_rows();
  const bool forces_wanted = want_reactions == Reactions::compute || asked.prescribed || !asked.kept_rank;
  if (!asked.inverse && all_rows && !forces_wanted) return status;

  // Everything known: one sweep for tau of the driven speeds and all reactions.
  add_loop_wrenches(model, loops.closure, out.lambda, ws, loops.wrench);
  f.inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), out.vdot.data(), external_rows(model, ws), ws.tree.data(),
                     x.bias.data());
  if (!asked.inverse && !all_rows) {
    if (const int row = contradicted_row(model, out.vdot, loops, ws, given); row >= 0) return contradicts_a_loop(model, row, out);
  }
  add_gear_forces(model, out.lambda, x.bias);
  if (!asked.inverse) {
    for (int i = 0; i < model.nv(); ++i) {
      if (given.want[at(i)] != Want::vdot || model.roles()[at(i)] == Role::prescribed) out.tau[i] = x.bias[i] - ws.tau_elements[i];
    }
  }
  if (want_reactions == Reactions::compute) {
    tree_reactions(model, out.tau, x, out.reaction);
    out.loop_reaction = loops.wrench;
    add_spring_reactions(model, ws, out.loop_reaction);
    const bool overdriven = !asked.inverse && status == SolveStatus::redundant;  // then a change of reactions alone would contradict tau
    if (!all_rows && !overdriven) {
      const std::vector<int>& speeds = asked.inverse ? all_speeds(model) : loops.wanted;
      if (!choose_least_locally(model, ws, loops.closure, speeds, model.n_closure_rows() - used_rows, out)) {
        if (!loops.dense) factor_rows(model, speeds, used_rows, loops);
        choose_least_reactions(model, determinacy(model, ws, loops.closure, self_stress(model, loops)), out);
      }
    }
  }
  return status;
}

}  // namespace zanjir
