#include "zanjir/dynamics/formulations/newton_euler.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "zanjir/core/contract.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/assembly.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

using kernels::Known;
using kernels::Step;

constexpr double pivot_factor = 64 * std::numeric_limits<double>::epsilon();  // as in kernels::pivot_floors

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Marks the steps whose acceleration is given. False when a ball or free step mixes given and wanted: only the dense solve can do that.
bool sort_steps(const Model& model, const Given& given, std::vector<std::uint8_t>& accel_given, int& n_wanted) {
  n_wanted = 0;
  bool uniform = true;
  for (int i = 1; i < model.n_steps(); ++i) {
    const Step& step = model.tables().step[i];
    int n_given = 0;
    const int nv = kernels::nv_of(step.joint);
    for (int k = 0; k < nv; ++k) n_given += given.want[at(step.v_begin + k)] == Want::tau;
    accel_given[at(i)] = n_given == nv;
    uniform = uniform && (n_given == 0 || n_given == nv);
    n_wanted += nv - n_given;
  }
  return uniform;
}

// The lower triangle of M by the walk that is faster for this model.
void lower_mass_matrix(const Model& model, Workspace& ws, MatX& M) {
  M.resize(model.nv(), model.nv());
  const auto& f = kernels::functions();
  // The kernels write M[i * nv + j], i >= j: the upper triangle of a column-major matrix.
  (model.long_branches() ? f.mass_matrix_world : f.mass_matrix_rows)(model.tables(), ws.tree.data(), M.data());
}

// M_uu vdot_u = tau_u - (bias + M vdot_given)_u, for the wanted accelerations u. Each speed is scaled by the inertia
// that can lie beyond it (known at load time; its own diagonal may be rounding noise), so a tiny eigenvalue is a coordinate, or a
// combination of them, that no inertia resists.
SolveStatus solve_dense(const Model& model, const Given& given, const double* external, NewtonEuler::Scratch& x, std::string& note) {
  Workspace& ws = x.ws;
  x.unknown.clear();
  for (int i = 0; i < model.nv(); ++i) {
    if (given.want[at(i)] == Want::vdot) {
      x.unknown.push_back(i);
      x.vdot[i] = 0;
    }
  }
  const auto n = static_cast<Eigen::Index>(x.unknown.size());
  const auto& f = kernels::functions();
  lower_mass_matrix(model, ws, x.M);
  f.inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), x.vdot.data(), external, ws.tree.data(), x.bias.data());
  x.M_uu.resize(n, n);
  x.scale.resize(n);
  x.rhs.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int u = x.unknown[static_cast<std::size_t>(i)];
    const double bound = model.pivot_floor()[u] / pivot_factor + model.rotor_inertia()[u];
    x.scale[i] = bound > 0 ? 1 / std::sqrt(bound) : 1;
    x.rhs[i] = (x.tau[u] - x.bias[u]) * x.scale[i];
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const int a = x.unknown[static_cast<std::size_t>(i)], b = x.unknown[static_cast<std::size_t>(j)];
      x.M_uu(i, j) = x.M(std::min(a, b), std::max(a, b)) * x.scale[i] * x.scale[j];
    }
  }
  const double threshold = pivot_factor * static_cast<double>(n);  // n entries per row bound the rounding error of an eigenvalue
  x.factor.compute(x.M_uu);
  constexpr double doubtful = 1e-7;  // a pivot this small magnifies the rounding errors of the others: eigenvalues decide
  if (n > 0 && (x.factor.info() != Eigen::Success || x.factor.vectorD().minCoeff() <= doubtful)) {
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(x.M_uu);
    if (!(eigen.eigenvalues()[0] > threshold)) {
      Eigen::Index worst = 0;
      eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&worst);
      const int speed = x.unknown[static_cast<std::size_t>(worst)];
      note = "no inertia resists '" + model.speed_names()[at(speed)] + "' of joint '" + model.joint(model.joint_of_speed(speed)).name +
             "', so its acceleration is not determined; give a body beyond it mass or inertia, or prescribe the joint";
      return SolveStatus::singular;
    }
  }
  x.factor.solveInPlace(x.rhs);
  for (Eigen::Index i = 0; i < n; ++i) x.vdot[x.unknown[static_cast<std::size_t>(i)]] = x.rhs[i] * x.scale[i];
  return SolveStatus::ok;
}

// Wrench beyond each body's inboard joint, world axes, about the world origin: needed for welds, which have no row of their own.
// Spatial accelerations of the rows carry -gravity, so weight needs no term.
void sum_beyond(const Model& model, NewtonEuler::Scratch& x) {
  const Workspace& ws = x.ws;
  const double* A_rows = ws.tree.data() + kernels::scratch_layout(model.n_steps()).A;
  for (std::size_t b = 0; b < x.beyond.size(); ++b) x.beyond[b] = {{0, 0, 0}, {0, 0, 0}};
  for (std::size_t b = x.beyond.size(); b-- > 1;) {
    const Body& body = model.bodies()[b];
    const Transformd X_WR = row_pose(model, ws, body.row);
    const double* a = A_rows + 6 * at(body.row);
    const Motiond A = body.row == 0 ? Motiond{{0, 0, 0}, -model.gravity()} : Motiond{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
    const Motiond V = body.row == 0 ? Motiond{{0, 0, 0}, {0, 0, 0}} : row_velocity(model, ws, body.row);
    const Inertiad I = to_parent(body.X_RB, body.inertia);
    Forced F = to_parent(X_WR, I * A + cross_force(V, I * V));
    F = F - external_wrench_W(ws, static_cast<BodyId>(static_cast<int>(b)));
    x.beyond[b] = x.beyond[b] + F;
    auto& inboard = x.beyond[at(index(body.inboard_body))];
    inboard = inboard + x.beyond[b];
  }
}

void reactions(const Model& model, const VecX& tau, NewtonEuler::Scratch& x, std::vector<JointWrench>& out) {
  const Workspace& ws = x.ws;
  out.resize(model.joints().size());
  bool has_welds = false;
  for (const Joint& joint : model.joints()) has_welds = has_welds || joint.n_steps == 0;
  if (has_welds) sum_beyond(model, x);
  const double* F_rows = ws.tree.data() + kernels::scratch_layout(model.n_steps()).F;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Transformd X_WJ = body_pose(model, ws, joint.parent) * joint.X_PJ;
    const Vec3d origin_C = (body_pose(model, ws, joint.child) * joint.X_CJ).p;
    Forced F;  // parent on child, about the world origin
    if (joint.n_steps == 0) {
      F = x.beyond[j + 1];
    } else {
      const int row = joint.first_step + joint.n_steps - 1;
      const double* f = F_rows + 6 * at(row);
      F = to_parent(row_pose(model, ws, row), Forced{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}});
    }
    const Forced share = joint.nv == 0 ? Forced{{0, 0, 0}, {0, 0, 0}} : actuator_wrench(joint, &ws.q[joint.q_begin], &tau[joint.v_begin]);
    out[j] = user_wrench(joint, F, {X_WJ.R * share.n, X_WJ.R * share.f}, X_WJ.p, origin_C);
  }
}

// -- loops -----------------------------------------------------------------------------------------------------------------------

// Applies the wrench pairs of lambda to the bodies.
void add_loop_wrenches(const Model& model, const Closure& closure, const VecX& lambda, Workspace& ws) {
  Eigen::Index row = 0;
  for (const Constraint& constraint : model.constraints()) {
    const int n = std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
    const auto* cut = std::get_if<CutJoint>(&constraint);
    const auto* rod = std::get_if<Distance>(&constraint);
    for (int i = 0; i < n; ++i, ++row) {
      if (!cut && !rod) continue;
      const auto w = closure.wrench.col(row);
      const Forced W{Vec3d{w[0], w[1], w[2]} * lambda[row], Vec3d{w[3], w[4], w[5]} * lambda[row]};
      const Vec3d p{closure.point(0, row), closure.point(1, row), closure.point(2, row)};
      add_external(ws, cut ? cut->joint.child : model.frame(rod->b).body, W, p);
      add_external(ws, cut ? cut->joint.parent : model.frame(rod->a).body, -W, p);
    }
  }
}

// What accelerations that are given leave to the others: on cut joints and distances they are in gamma already, through the bodies.
void add_gear_accelerations(const Model& model, const VecX& vdot_given, Closure& closure) {
  Eigen::Index row = 0;
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* gear = std::get_if<Gear>(&constraint)) closure.gamma[row] -= vdot_given[gear->speed_b] - gear->ratio * vdot_given[gear->speed_a];
    row += std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
  }
}

// A gear's force is a generalized force on its two speeds, no wrench on bodies: tau = M vdot + bias - Phi_q^T lambda.
void add_gear_forces(const Model& model, const VecX& lambda, VecX& tau) {
  Eigen::Index row = 0;
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* gear = std::get_if<Gear>(&constraint)) {
      tau[gear->speed_b] -= lambda[row];
      tau[gear->speed_a] += gear->ratio * lambda[row];
    }
    row += std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
  }
}

// Actuators on cut joints: a wrench pair each; also their share in the cut joints' reactions.
void add_cut_actuators(const Model& model, const VecX& tau_cut, Workspace& ws, std::vector<JointWrench>& share) {
  share.assign(model.constraints().size(), JointWrench{{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}});
  if (tau_cut.size() == 0) return;
  VecX q_cut;
  cut_coordinates(model, ws, q_cut);
  for (std::size_t c = 0; c < share.size(); ++c) {
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    if (!cut || cut->joint.nv == 0) continue;
    const Forced W_J = actuator_wrench(cut->joint, q_cut.data() + cut->joint.q_begin, tau_cut.data() + cut->joint.v_begin);
    const Mat3d R = body_pose(model, ws, cut->joint.parent).R * cut->joint.X_PJ.R;
    const Vec3d p = (body_pose(model, ws, cut->joint.child) * cut->joint.X_CJ).p;
    const Forced W{R * W_J.n, R * W_J.f};
    add_external(ws, cut->joint.child, W, p);
    add_external(ws, cut->joint.parent, -W, p);
    share[c] = {W, W};
  }
}

std::string row_name(const Model& model, int row) {
  for (const Constraint& c : model.constraints()) {
    const int n = std::visit([](const auto& x) { return n_rows_of(x); }, c);
    if (row < n) return std::visit([](const auto& x) { if constexpr (requires { x.joint.name; }) return x.joint.name; else return x.name; }, c);
    row -= n;
  }
  return {};
}

struct InverseAnswer {
  SolveStatus status = SolveStatus::ok;
  std::string note;
  VecX force;  // [nv] generalized force of all actuators, tree and cut, on the tree speeds
};

// tau at actuated freedoms only, so that N^T (f - S_act^T tau) = 0 for every motion N that the loops allow.
InverseAnswer inverse_with_loops(const Model& model, const VecX& f, NewtonEuler::Scratch& x, Solution& out) {
  InverseAnswer answer;
  const int n_tree = model.nv(), n_cut = model.n_cut_v();
  MatX S(n_tree + n_cut, n_tree);  // rates of all freedoms
  S << MatX::Identity(n_tree, n_tree), cut_speed_rows(model, x.ws);
  std::vector<int> actuated, passive;
  for (int i = 0; i < n_tree; ++i) (model.roles()[at(i)] == Role::passive ? passive : actuated).push_back(i);
  for (int i = 0; i < n_cut; ++i) (model.cut_roles()[at(i)] == Role::passive ? passive : actuated).push_back(n_tree + i);
  VecX weight = VecX::Ones(static_cast<Eigen::Index>(actuated.size()));
  for (std::size_t i = 0; i < actuated.size(); ++i) {
    for (const Actuator& a : model.actuators()) {
      if (a.speed == actuated[i]) weight[static_cast<Eigen::Index>(i)] = a.weight;
    }
  }
  const MatX N = model.column_scale().asDiagonal() * x.loops.Q.rightCols(n_tree - x.loops.rank);
  const VecX wanted = N.transpose() * f;
  const VecX root = weight.cwiseSqrt().cwiseInverse();
  VecX tau = VecX::Zero(static_cast<Eigen::Index>(actuated.size()));
  constexpr double threshold = 1e-9;  // of a rank among actuators, and of an inconsistency
  int rank = 0;
  if (!actuated.empty() && N.cols() > 0) {
    Eigen::CompleteOrthogonalDecomposition<MatX> B((S(actuated, Eigen::all) * N).transpose() * root.asDiagonal());
    B.setThreshold(threshold);
    B.compute((S(actuated, Eigen::all) * N).transpose() * root.asDiagonal());
    if (B.maxPivot() > threshold * (S * N).norm() * root.maxCoeff()) {  // else the actuators move nothing that is free, but for rounding
      rank = static_cast<int>(B.rank());
      tau = root.cwiseProduct(B.solve(wanted));
    }
  }
  out.tau = VecX::Zero(n_tree);
  out.tau_cut = VecX::Zero(n_cut);
  for (std::size_t i = 0; i < actuated.size(); ++i) {
    const double value = tau[static_cast<Eigen::Index>(i)];
    (actuated[i] < n_tree ? out.tau[actuated[i]] : out.tau_cut[actuated[i] - n_tree]) = value;
  }
  answer.force = actuated.empty() ? VecX(VecX::Zero(n_tree)) : VecX(S(actuated, Eigen::all).transpose() * tau);
  const VecX rest = wanted - N.transpose() * answer.force;
  out.leftover = VecX::Zero(n_tree);
  out.leftover_cut = VecX::Zero(n_cut);
  if (rest.norm() > threshold * std::max(wanted.norm(), std::numeric_limits<double>::min())) {
    const MatX P = (S(passive, Eigen::all) * N).transpose();
    const VecX e = P.completeOrthogonalDecomposition().solve(rest);
    for (std::size_t i = 0; i < passive.size(); ++i) {
      (passive[i] < n_tree ? out.leftover[passive[i]] : out.leftover_cut[passive[i] - n_tree]) = e[static_cast<Eigen::Index>(i)];
    }
    answer.status = SolveStatus::inconsistent;
    answer.note = std::to_string(actuated.size()) + (actuated.size() == 1 ? " actuator cannot" : " actuators cannot") +
                  " make this motion: a force is left over that no actuator can give (see leftover per joint); actuate more joints";
  } else if (rank < static_cast<int>(actuated.size())) {
    answer.status = SolveStatus::redundant;
    answer.note = std::to_string(actuated.size()) + " actuators for " + std::to_string(rank) + " freedoms: chosen is the least sum of weight times force squared";
  }
  return answer;
}

// Near a singular point the lost rows still carry a finite generalized force, which any truncation misses by O(1). The motion through it is
// smooth, so its acceleration is the even part of regular ones beside it, extrapolated:
//   a(k) = 1/2 [acc(P(q + k s v)) + acc(P(q - k s v))],  k = 1, 2, 3;   vdot = 3/2 a(1) - 3/5 a(2) + 1/10 a(3),   error O(delta^6)        (5)
// Reactions are not given there: they grow as 1/sigma.
SolveStatus solve_in_window(const Model& model, const State& state, const Given& given, const LoopRank& rank, NewtonEuler::Scratch& x, Solution& out) {
  const Workspace& ws = x.ws;
  const VecX& C = model.column_scale();
  const double speed = ws.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>();
  if (!(speed > 0)) {
    out.note = "at rest in a singular configuration, where the mechanism may leave in more than one direction; give a velocity, or start beside the point";
    return SolveStatus::singular;
  }
  ScaledRows rows(model);
  update_scaled_rows(model, x.loops.closure, rows);
  const VecX& sigma = rows.svd.singularValues();
  Eigen::Index here = 0;
  while (here < sigma.size() && sigma[here] > rank_threshold * sigma[0]) ++here;
  const VecX lost = rows.svd.matrixU().rightCols(rows.svd.matrixU().cols() - here).transpose() * x.loops.closure.gamma.cwiseProduct(model.row_scale());
  if (here < rank.rank && lost.size() > 0 && lost.norm() > 1e-6 * speed * speed) {
    out.note = "this velocity leaves the singular configuration in no direction the loops allow";
    return SolveStatus::inconsistent;
  }
  LoopRank all_rows = rank;  // the neighbours are regular: no row is left out
  all_rows.sigma_ref = 0;
  Given beside = given;
  beside.rank = &all_rows;
  NewtonEuler::Scratch scratch(model);
  Solution one;
  constexpr double delta = 0.04, weight[3] = {1.5, -0.6, 0.1};
  VecX vdot = VecX::Zero(model.nv()), tau = VecX::Zero(model.nv());
  for (int k = 1; k <= 3; ++k) {
    for (const double sign : {1.0, -1.0}) {
      State neighbour = state;
      neighbour.v = ws.v;
      retract(model, ws.q, ws.v * (sign * k * delta / speed), neighbour.q);
      project(model, all_rows, neighbour);
      const SolveStatus status = NewtonEuler{}.solve(model, neighbour, beside, Reactions::skip, scratch, one);
      if (status != SolveStatus::ok) {
        out.note = "beside the singular configuration: " + one.note;
        return status;
      }
      vdot += one.vdot * (0.5 * weight[k - 1]);
      tau += one.tau * (0.5 * weight[k - 1]);
    }
  }
  out.vdot = vdot;
  out.tau = tau;
  out.lambda = VecX::Zero(model.n_closure_rows());
  out.note = "near a singular configuration: the acceleration is the limit along the motion; reactions grow without bound there and are not given";
  return SolveStatus::ok;
}

SolveStatus solve_with_loops(const Model& model, const State& state, const Given& given, Reactions want_reactions, NewtonEuler::Scratch& x, Solution& out) {
  const auto& f = kernels::functions();
  Workspace& ws = x.ws;
  LoopScratch& loops = x.loops;
  std::vector<JointWrench> loop_share;
  out.reaction.clear();
  out.loop_reaction.clear();
  out.tau_cut = given.tau_cut.size() > 0 ? given.tau_cut : VecX(VecX::Zero(model.n_cut_v()));
  std::vector<int> wanted;
  for (int i = 0; i < model.nv(); ++i) {
    if (given.want[at(i)] == Want::vdot && model.roles()[at(i)] != Role::prescribed) wanted.push_back(i);
  }
  for (const int i : wanted) x.vdot[i] = 0;
  const bool inverse = wanted.empty() && model.nv() > 0;
  if (!inverse) add_cut_actuators(model, out.tau_cut, ws, loop_share);
  const double* external = external_rows(model, ws);
  f.inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), x.vdot.data(), external, ws.tree.data(), x.bias.data());
  mass_matrix(model, ws, x.M);
  update_closure_positions(model, ws, loops.closure);
  update_closure_rates(model, ws, loops.closure);  // gamma is what the wanted accelerations must still give
  add_gear_accelerations(model, x.vdot, loops.closure);

  SolveStatus status = SolveStatus::ok;
  VecX force = given.tau + ws.tau_elements;  // generalized forces on the tree speeds, other than the loops'
  if (inverse) {
    std::vector<int> all(at(model.nv()));
    for (int i = 0; i < model.nv(); ++i) all[at(i)] = i;
    factor_rows(model, all, given.rank ? given.rank->rank : generic_rank(model, state).rank, loops);
    const VecX miss = loops.closure.gamma.cwiseProduct(model.row_scale());
    Eigen::Index worst = 0;
    const double size = x.vdot.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>() + ws.v.cwiseQuotient(model.column_scale()).squaredNorm();
    if (miss.size() > 0 && miss.cwiseAbs().maxCoeff(&worst) > 1e-8 * std::max(size, 1e-300)) {
      out.note = "these accelerations would open the loop at '" + row_name(model, static_cast<int>(worst)) + "'; give accelerations that keep it closed";
      return SolveStatus::inconsistent;
    }
    out.vdot = x.vdot;
    InverseAnswer answer = inverse_with_loops(model, x.bias - ws.tau_elements, x, out);
    status = answer.status;
    out.note = answer.note;
    if (status == SolveStatus::inconsistent) return status;
    force = answer.force + ws.tau_elements;
    ws.external_W.setZero();
    gather_forces(model, ws);
    add_cut_actuators(model, out.tau_cut, ws, loop_share);
    out.lambda.setZero(model.n_closure_rows());
    // (3) with the actuators' forces in place
    const VecX rest = loops.Q.leftCols(loops.rank).transpose() * model.column_scale().cwiseProduct(x.bias - force);
    VecX scaled = loops.qr.matrixQR().topLeftCorner(loops.rank, loops.rank).triangularView<Eigen::Upper>().solve(rest);
    const auto& picked = loops.qr.colsPermutation().indices();
    for (Eigen::Index i = 0; i < loops.rank; ++i) out.lambda[picked[i]] = scaled[i] * model.row_scale()[picked[i]];
  } else {
    bool standard = true;  // the kept rank is that of all speeds but the prescribed ones
    for (int i = 0; i < model.nv(); ++i) standard = standard && (given.want[at(i)] == Want::vdot || model.roles()[at(i)] == Role::prescribed);
    LoopRank decided;
    if (standard && !given.rank) decided = generic_rank(model, state);
    const LoopRank& rank = given.rank ? *given.rank : decided;
    factor_rows(model, wanted, standard ? rank.rank : -1, loops);
    if (standard && loops.smallest_pivot < window_ratio * rank.sigma_ref) return solve_in_window(model, state, given, rank, x, out);
    int culprit = 0;
    if (!solve_loops(model, wanted, x.M, x.bias, force, loops, x.vdot, out.lambda, culprit)) {
      out.note = "no inertia resists '" + model.speed_names()[at(culprit)] + "' of joint '" + model.joint(model.joint_of_speed(culprit)).name +
                 "', so its acceleration is not determined; give a body beyond it mass or inertia, or prescribe the joint";
      return SolveStatus::singular;
    }
    int row = 0;
    if (dropped_row_violation(model, wanted, x.vdot, loops, row) > 1e-6) {
      out.note = "the given accelerations contradict the loop at '" + row_name(model, row) + "'";
      return SolveStatus::inconsistent;
    }
    out.vdot = x.vdot;
    out.tau = given.tau;
  }
  // Everything known: one sweep for tau of the driven speeds and all reactions.
  add_loop_wrenches(model, loops.closure, out.lambda, ws);
  external = external_rows(model, ws);
  f.inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), out.vdot.data(), external, ws.tree.data(), x.bias.data());
  add_gear_forces(model, out.lambda, x.bias);
  if (!inverse) {
    for (int i = 0; i < model.nv(); ++i) {
      if (given.want[at(i)] != Want::vdot || model.roles()[at(i)] == Role::prescribed) out.tau[i] = x.bias[i] - ws.tau_elements[i];
    }
  }
  if (want_reactions == Reactions::compute) {
    reactions(model, out.tau, x, out.reaction);
    out.loop_reaction = loop_share;
    Eigen::Index row = 0;
    for (std::size_t c = 0; c < loop_share.size(); ++c) {
      const int n = std::visit([](const auto& k) { return n_rows_of(k); }, model.constraints()[c]);
      for (int i = 0; i < n; ++i, ++row) {
        const auto w = loops.closure.wrench.col(row);
        out.loop_reaction[c].total = out.loop_reaction[c].total + Forced{Vec3d{w[0], w[1], w[2]} * out.lambda[row], Vec3d{w[3], w[4], w[5]} * out.lambda[row]};
      }
    }
    if (loops.rank < model.n_closure_rows()) {
      choose_least_reactions(model, determinacy(model, ws, loops.closure, self_stress(model, loops)), out);
    }
  }
  return status;
}

}  // namespace

NewtonEuler::Scratch::Scratch(const Model& model)
    : ws(model),
      accel_given(at(model.n_steps()), 0),
      tau(VecX::Zero(model.nv())),
      vdot(VecX::Zero(model.nv())),
      beyond(model.bodies().size()),
      bias(VecX::Zero(model.nv())),
      loops(model) {}

SolveStatus NewtonEuler::solve(const Model& model, const State& state, const Given& given, Reactions want_reactions, Scratch& x, Solution& out) const {
  ZANJIR_REQUIRE(static_cast<int>(given.want.size()) == model.nv() && given.tau.size() == model.nv() && given.vdot.size() == model.nv(),
                 "the question does not fit the model");
  const auto& f = kernels::functions();
  Workspace& ws = x.ws;
  out.note.clear();
  update_velocities(model, state, ws);
  gather_forces(model, ws);
  const double* external = external_rows(model, ws);
  x.tau = given.tau + ws.tau_elements;  // on the steps' side of the equation, joint elements are forces like tau
  for (int i = 0; i < model.nv(); ++i) {
    x.vdot[i] = model.roles()[at(i)] == Role::prescribed ? ws.vdot_prescribed[i] : given.vdot[i];
  }

  if (!model.constraints().empty()) return solve_with_loops(model, state, given, want_reactions, x, out);

  int n_wanted = 0;
  SolveStatus status = SolveStatus::ok;
  const bool uniform = sort_steps(model, given, x.accel_given, n_wanted);
  bool tau_known = false;
  if (n_wanted > 0) {
    const bool done = uniform && 0 == f.forward_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), x.accel_given.data(),
                                                         external, ws.tree.data(), x.tau.data(), x.vdot.data());
    tau_known = done;
    if (!done) {
      x.tau = given.tau + ws.tau_elements;  // the kernel may have written into it before it gave up
      for (int i = 0; i < model.nv(); ++i) {
        x.vdot[i] = model.roles()[at(i)] == Role::prescribed ? ws.vdot_prescribed[i] : given.vdot[i];
      }
      status = solve_dense(model, given, external, x, out.note);
    }
  }
  out.vdot = x.vdot;
  if (status != SolveStatus::ok) {
    out.tau = given.tau;
    out.reaction.clear();
    return status;
  }
  if (!tau_known || want_reactions == Reactions::compute) {
    f.inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), x.vdot.data(), external, ws.tree.data(), x.bias.data());
    for (int i = 0; i < model.nv(); ++i) {
      if (given.want[at(i)] == Want::tau) x.tau[i] = x.bias[i];
    }
  }
  out.tau = x.tau - ws.tau_elements;
  for (int i = 0; i < model.nv(); ++i) {
    if (given.want[at(i)] == Want::vdot) out.tau[i] = given.tau[i];  // what was given comes back to the last bit
  }
  if (want_reactions == Reactions::compute) reactions(model, out.tau, x, out.reaction);
  return SolveStatus::ok;
}

void mass_matrix(const Model& model, Workspace& ws, MatX& M) {
  ZANJIR_ASSERT(ws.stage >= Stage::position);
  lower_mass_matrix(model, ws, M);
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) M(i, j) = M(j, i);
  }
}

void bias_force(const Model& model, Workspace& ws, VecX& bias) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  gather_forces(model, ws);
  const double* external = external_rows(model, ws);
  bias.resize(model.nv());
  kernels::functions().inverse_dynamics(model.tables(), Known::kinematics, ws.q.data(), ws.v.data(), nullptr, external, ws.tree.data(), bias.data());
  bias -= ws.tau_elements;
}

}  // namespace zanjir
