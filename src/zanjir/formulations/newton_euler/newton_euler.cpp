#include "zanjir/formulations/newton_euler/newton_euler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/copy_numbers.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/finite.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/newton_euler/closed.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

using kernels::Known;
using kernels::Step;

constexpr double pivot_factor = 64 * std::numeric_limits<double>::epsilon();  // as in kernels::pivot_floors

// Marks the steps whose acceleration is given. False when a ball or free step mixes given and wanted: only the dense solve can do that.
bool sort_steps(const Model& model, const Given& given, std::vector<std::uint8_t>& accel_given, int& n_wanted) {
  n_wanted = 0;
  bool uniform = true;
  for (int i = 1; i < model.n_steps(); ++i) {
    const Step& step = model.tables().step[i];
    int n_given = 0;
    const int nv = kernels::nv_of(step.joint);
    for (int k = 0; k < nv; ++k) n_given += given.want[at(step.v_begin + k)] == Want::tau;
    accel_given[at(i)] = nv > 0 && n_given == nv;
    uniform = uniform && (n_given == 0 || n_given == nv);
    n_wanted += nv - n_given;
  }
  for (const ElasticBody& e : model.elastic_bodies()) {
    for (int k = e.v_begin; k < e.v_begin + e.field.n_modes(); ++k) {
      if (given.want[at(k)] == Want::tau) uniform = false;
      else ++n_wanted;
    }
  }
  return uniform;
}

// What the recursions read. On the steps' side of the equation, joint elements are forces like tau.
void take_forces(const Given& given, NewtonEuler::Scratch& x) { x.tau = given.tau + x.ws.tau_elements; }
void take_accelerations(const Model& model, const Given& given, NewtonEuler::Scratch& x) {
  x.vdot = given.vdot;
  if (model.prescribed().empty()) return;
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[at(i)] == Role::prescribed) x.vdot[i] = x.ws.vdot_prescribed[i];
  }
}

// M_uu vdot_u = tau_u - (bias + M vdot_given)_u, for the wanted accelerations u. Each speed is scaled by the inertia
// that can lie beyond it (known at load time; its own diagonal may be rounding noise), so a tiny eigenvalue is a coordinate, or a
// combination of them, that no inertia resists.
SolveStatus solve_dense(const Model& model, const Given& given, const double* external, NewtonEuler::Scratch& x, Solution& out) {
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
      return unresisted(model, speed, out);
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
  const double* F_rows = ws.tree.data() + kernels::scratch_layout(model.n_steps()).F;
  for (std::size_t b = 0; b < x.beyond.size(); ++b) x.beyond[b] = {{0, 0, 0}, {0, 0, 0}};
  for (std::size_t b = x.beyond.size(); b-- > 1;) {
    const Body& body = model.bodies()[b];
    const Transformd X_WR = row_pose(model, ws, body.row);
    if (body.elastic >= 0 || body.section >= 0) {  // a row of its own, whose force holds all that lies beyond
      const double* f = F_rows + 6 * at(body.row);
      x.beyond[b] = to_parent(X_WR, Forced{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}});
      auto& inboard = x.beyond[at(index(body.inboard_body))];
      inboard = inboard + x.beyond[b];
      continue;
    }
    const double* a = A_rows + 6 * at(body.row);
    const Motiond A = body.row == 0 ? Motiond{{0, 0, 0}, -model.gravity()} : Motiond{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
    const Motiond V = body.row == 0 ? Motiond{{0, 0, 0}, {0, 0, 0}} : row_velocity(model, ws, body.row);
    const Inertiad I = body.inertia(body.X_RB);
    Forced F = to_parent(X_WR, I * A + cross_force(V, I * V));
    F = F - external_wrench_W(ws, static_cast<BodyId>(static_cast<int>(b)));
    x.beyond[b] = x.beyond[b] + F;
    auto& inboard = x.beyond[at(index(body.inboard_body))];
    inboard = inboard + x.beyond[b];
  }
}

}  // namespace

Forced actuator_share(const Model& model, const Workspace& ws, const Joint& joint, const VecX& tau) {
  if (joint.nv == 0 || tau.segment(joint.v_begin, joint.nv).isZero(0)) return {{0, 0, 0}, {0, 0, 0}};
  if (joint.n_steps == 1 && joint.nv == 1) {  // along z of its row
    const Vec3d along = row_pose(model, ws, joint.first_step).R.col(2) * tau[joint.v_begin];
    const Vec3d none{0, 0, 0};
    return model.tables().step[joint.first_step].joint == kernels::Primitive::revolute_z ? Forced{along, none} : Forced{none, along};
  }
  const Forced share_J = actuator_wrench(joint, ws.q.data() + joint.q_begin, tau.data() + joint.v_begin);
  const Body& parent = model.body(joint.parent);
  const Mat3d R = row_pose(model, ws, parent.row).R * (parent.X_RB.R * joint.X_PJ.R);
  return {R * share_J.n, R * share_J.f};
}

void tree_reactions(const Model& model, const VecX& tau, NewtonEuler::Scratch& x, std::vector<JointWrench>& out) {
  const Workspace& ws = x.ws;
  out.resize(model.joints().size());
  bool has_welds = false;
  for (const Joint& joint : model.joints()) has_welds = has_welds || joint.n_steps == 0;
  if (has_welds) sum_beyond(model, x);
  const double* F_rows = ws.tree.data() + kernels::scratch_layout(model.n_steps()).F;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Body &parent = model.body(joint.parent), &child = model.body(joint.child);
    const Vec3d origin_C = row_pose(model, ws, child.row) * (child.X_RB * joint.X_CJ.p);
    const Vec3d origin_J = joint.swapped ? row_pose(model, ws, parent.row) * (parent.X_RB * joint.X_PJ.p) : origin_C;  // read only when swapped
    Forced F;  // parent on child, about the world origin
    if (joint.n_steps == 0) {
      F = x.beyond[j + 1];
    } else {
      const int row = joint.first_step + joint.n_steps - 1;
      const double* f = F_rows + 6 * at(row);
      F = to_parent(row_pose(model, ws, row), Forced{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}});
    }
    out[j] = user_wrench(joint, F, actuator_share(model, ws, joint, tau), origin_J, origin_C);
  }
}

NewtonEuler::Scratch::Scratch(const Model& model)
    : ws(model),
      accel_given(at(model.n_steps()), 0),
      tau(VecX::Zero(model.nv())),
      vdot(VecX::Zero(model.nv())),
      beyond(model.bodies().size()),
      bias(VecX::Zero(model.nv())),
      loops(model) {}

bool NewtonEuler::solve_regular(const Model& model, const State& state, const Given& given, const LoopRank& rank, Reactions want_reactions,
                                Scratch& x, Solution& out) const {
  if (!x.loops.regular.serves(model, given, rank, want_reactions)) return false;
  Workspace& ws = x.ws;
  want_reactions == Reactions::compute ? clear_all_but_reactions(out) : clear_answer(out);
  if (!x.held) take_state(model, state, ws);
  const double* external = nullptr;
  if (model.acts_on_frames()) {
    if (ws.stage != Stage::velocity) update_velocities(model, ws);
    gather_forces(model, ws);
    external = external_rows(model, ws);
  } else {
    gather_joint_forces(model, ws);
  }
  take_forces(given, x);
  return x.loops.regular.solve(model, given, rank, want_reactions, x.tau, external, ws, out);
}

SolveStatus NewtonEuler::solve(const Model& model, const State& state, const Given& given, Reactions want_reactions, Scratch& x,
                               Solution& out) const {
  ZANJIR_REQUIRE(static_cast<int>(given.want.size()) == model.nv() && given.tau.size() == model.nv() && given.vdot.size() == model.nv(),
                 "the question does not fit the model");
  if (given.rank && solve_regular(model, state, given, *given.rank, want_reactions, x, out)) return SolveStatus::ok;
  const auto& f = kernels::functions();
  Workspace& ws = x.ws;
  clear_answer(out);
  const bool all_wanted = std::find(given.want.begin(), given.want.end(), Want::tau) == given.want.end();  // as by most right-hand sides
  int n_wanted = model.nv();
  const bool loops = has_loops(model, given);
  const bool recursion = !loops && (all_wanted || sort_steps(model, given, x.accel_given, n_wanted)) && n_wanted > 0;
  if (!x.held) take_state(model, state, ws);
  // Poses in the world are wanted by what acts on frames, by loops and for reactions. The recursions on a bare tree do without: they find what they need on
  // their way, in one pass less over the bodies. So do those of a tree in a plane, springs in place of its loops included.
  const bool springs_inside = recursion && model.springs_in_tables() && ws.preload.isZero(0);
  const bool needs_poses = want_reactions == Reactions::compute || model.acts_on_frames() || !model.elastic_bodies().empty() ||
                           !(model.constraints().empty() || springs_inside);
  const double* external = nullptr;
  const auto find_poses_and_forces = [&] {
    if (ws.stage != Stage::velocity) update_velocities(model, ws);
    gather_forces(model, ws);
    external = external_rows(model, ws);
  };
  if (needs_poses) find_poses_and_forces();
  else gather_joint_forces(model, ws);
  take_forces(given, x);
  if (!all_wanted || loops) take_accelerations(model, given, x);
  if (loops) return finish_answer(solve_with_loops(model, state, given, want_reactions, x, out), out);

  SolveStatus status = SolveStatus::ok;
  bool tau_known = false;
  out.vdot.resize(model.nv());
  if (n_wanted > 0) {
    tau_known = recursion && 0 == f.forward_dynamics(model.tables(), needs_poses ? Known::kinematics : Known::nothing, ws.q.data(), ws.v.data(),
                                                     all_wanted ? nullptr : x.accel_given.data(), external, ws.tree.data(), x.tau.data(),
                                                     all_wanted ? out.vdot.data() : x.vdot.data());
    if (!tau_known) {
      if (!needs_poses) find_poses_and_forces();
      take_forces(given, x);  // the kernel may have written into it before it gave up
      take_accelerations(model, given, x);
      status = solve_dense(model, given, external, x, out);
    }
  }
  if (!tau_known || !all_wanted) out.vdot = x.vdot;
  out.lambda.resize(0);
  out.leftover.resize(0);
  out.leftover_cut.resize(0);
  out.tau_cut.resize(model.n_cut_v());
  if (out.tau_cut.size() > 0) out.tau_cut.setZero();
  if (!solved(status)) {
    out.tau = given.tau;
    return status;
  }
  if (!tau_known || want_reactions == Reactions::compute) {
    f.inverse_dynamics(model.tables(), ws.stage == Stage::velocity ? Known::kinematics : Known::nothing, ws.q.data(), ws.v.data(), out.vdot.data(),
                       external, ws.tree.data(), x.bias.data());
    for (int i = 0; i < model.nv(); ++i) {
      if (given.want[at(i)] == Want::tau) x.tau[i] = x.bias[i];
    }
  }
  if (all_wanted) {
    copy_numbers(given.tau, out.tau);
  } else {
    out.tau = x.tau - ws.tau_elements;
    for (int i = 0; i < model.nv(); ++i) {
      if (given.want[at(i)] == Want::vdot) out.tau[i] = given.tau[i];  // what was given comes back to the last bit
    }
  }
  if (want_reactions == Reactions::compute) {
    tree_reactions(model, out.tau, x, out.reaction);
    out.loop_reaction.assign(model.constraints().size(), JointWrench{{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}});
    add_spring_reactions(model, ws, out.loop_reaction);
  }
  if (all_wanted && out.reaction.empty() && all_finite(out.vdot.data(), out.vdot.size())) return SolveStatus::ok;  // the forces were given
  return finish_answer(SolveStatus::ok, out);
}

}  // namespace zanjir
