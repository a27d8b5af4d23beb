#include "zanjir/simulate/spring_start.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/motion_system.hpp"

namespace zanjir {
namespace {

Diagnostic problem(std::string key, std::string message, std::string hint = {}) {
  return {Severity::error, "", 0, 0, std::move(key), std::move(message), std::move(hint)};
}

// Multipliers of the rigid model, picked and ordered as the rows of the springs.
class RigidReactions {
 public:
  RigidReactions(const Model& rigid, const Model& sprung, const State& state, const MotionOptions& motion)
      : rigid_(rigid), system_(rigid, state, with_multipliers(motion)) {
    int row = 0;
    for (std::size_t c = 0; c < rigid.constraints().size(); ++c) {
      const int n = n_rows_of(rigid.constraints()[c]);
      if (springs_of(sprung.constraints()[c]) >= 0)
        for (int i = 0; i < n; ++i) rows_.push_back(row + i);
      row += n;
    }
  }
  bool at(const State& state, VecX& lambda) {
    if (!solved(system_.solve_without_holds(state, Reactions::skip, solution_)) || solution_.configuration == Configuration::near_singular)
      return false;
    lambda = solution_.lambda(rows_);
    return true;
  }
  // lambda and its rate along the motion, by a central difference over states on the loops.
  bool with_rate(const State& state, VecX& lambda, VecX& rate) {
    if (!at(state, lambda)) return false;
    const VecX vdot = solution_.vdot;
    const double speed = state.v.cwiseQuotient(rigid_.column_scale()).lpNorm<Eigen::Infinity>(),
                 push = vdot.cwiseQuotient(rigid_.column_scale()).lpNorm<Eigen::Infinity>();
    const double per_s = std::max({1.0, speed, std::sqrt(push)}), h = std::cbrt(std::numeric_limits<double>::epsilon()) / per_s;
    VecX side[2];
    for (const int k : {0, 1}) {
      const double dt = k == 0 ? h : -h;
      State moved = state;
      moved.t_s += dt;
      const VecX step = dt * state.v + 0.5 * dt * dt * vdot;
      retract(rigid_, state.q, step, moved.q);
      moved.v = state.v + dt * vdot;
      Projector(rigid_).project(rigid_, *system_.rank(), WeakDirections::closed, moved);
      if (!at(moved, side[k])) return false;
    }
    rate = (side[0] - side[1]) / (2 * h);
    return true;
  }

 private:
  static MotionOptions with_multipliers(MotionOptions motion) {  // not every formulation gives them
    motion.formulation = NewtonEuler::name;
    motion.loop_care = LoopCare::projection;
    return motion;
  }
  const Model& rigid_;
  MotionSystem system_;
  Solution solution_;
  std::vector<int> rows_;
};

// Rows of the springs and the mass metric at a state, over the speeds that are free.
struct Compliance {
  Compliance(const Model& model, const State& state) : ws(model), springs(model, model.sprung()) {
    update_velocities(model, state, ws);
    update_closure_positions(model, model.sprung(), ws, springs);
    for (int i = 0; i < model.nv(); ++i)
      if (model.roles()[static_cast<std::size_t>(i)] != Role::prescribed) free.push_back(i);
    MatX M;
    mass_matrix(model, ws, M);
    const MatX A = MatX(springs.Phi_q)(Eigen::all, free);
    mass = M(free, free);
    along = mass.ldlt().solve(MatX(A.transpose()));
    B = A * along;
  }
  // The smallest change of the free speeds, or of q along them, by which the rows change by `by`; weighted by the stiffness where they cannot.
  VecX step(const Model& model, const VecX& by) const {
    const VecX root = model.spring_stiffness().cwiseSqrt();
    Eigen::CompleteOrthogonalDecomposition<MatX> weighted;
    weighted.setThreshold(1e-9);  // of a redundant row
    weighted.compute(root.asDiagonal() * B);
    VecX all = VecX::Zero(model.nv());
    all(free) = along * weighted.solve(VecX(root.cwiseProduct(by)));
    return all;
  }
  Workspace ws;
  Closure springs;
  std::vector<int> free;
  MatX mass, along, B;  // along = M^-1 A^T, B = A M^-1 A^T
};

}  // namespace

std::vector<Diagnostic> SpringOptions::validate() const {
  std::vector<Diagnostic> problems;
  const auto error = [&](std::string key, std::string message, std::string hint = {}) {
    problems.push_back(problem(std::move(key), std::move(message), std::move(hint)));
  };
  const auto not_negative = [&](const char* key, double x) {
    if (!(x >= 0)) error(key, fmt::format("{:g} is negative", x), "a spring that pushes its ends apart does not close a loop");
  };
  not_negative("stiffness_N_per_m", stiffness_N_per_m);
  not_negative("closure_error_m", closure_error_m);
  not_negative("damping_N_s_per_m", damping_N_s_per_m);
  not_negative("damping_ratio", damping_ratio);
  not_negative("update_every_s", update_every_s);
  if (turn_stiffness_N_m_per_rad && !(*turn_stiffness_N_m_per_rad > 0)) error("turn_stiffness_N_m_per_rad", "must be positive");
  if (turn_damping_N_m_s_per_rad) not_negative("turn_damping_N_m_s_per_rad", *turn_damping_N_m_s_per_rad);
  if ((stiffness_N_per_m > 0) == (closure_error_m > 0)) {
    if (problems.empty())
      error("stiffness_N_per_m", "springs want either a stiffness or the closure error that they may leave", "for example a stiffness of 1e6 N/m");
  }
  if (damping_ratio > 0 && (damping_N_s_per_m > 0 || turn_damping_N_m_s_per_rad))
    error("damping_ratio", "the dampers are given already", "give a damping or a damping ratio");
  return problems;
}

bool start_quasi_statically(const Model& rigid, const Model& sprung, const MotionOptions& motion, State& state) {
  VecX lambda, lambda_rate;
  {
    RigidReactions reactions(rigid, sprung, state, motion);
    if (!reactions.with_rate(state, lambda, lambda_rate)) return false;
  }
  const VecX soft = sprung.spring_stiffness().cwiseInverse();
  const VecX c_rate = -soft.cwiseProduct(lambda_rate), c = -soft.cwiseProduct(lambda + sprung.spring_damping().cwiseProduct(c_rate));
  constexpr int iterations = 4;  // c is small and smooth: each gains twice the digits of the one before
  for (int i = 0; i < iterations; ++i) {
    const Compliance x(sprung, state);
    VecX q = state.q;
    retract(sprung, state.q, x.step(sprung, c - x.springs.phi), q);
    state.q = q;
  }
  const Compliance x(sprung, state);
  state.v = x.ws.v;
  state.v += x.step(sprung, c_rate - x.springs.Phi_q * x.ws.v);
  return state.q.allFinite() && state.v.allFinite();  // else the tree has a coordinate that no inertia resists
}

Result<SprungRun> replace_loops_by_springs(const Description& description, const Model& rigid, const State& closed, const MotionOptions& motion,
                                           const SpringOptions& options) {
  const auto fail = [](Diagnostic d) { return Result<SprungRun>{std::nullopt, {std::move(d)}}; };
  if (rigid.n_closure_rows() == 0)
    return fail(problem("loops", "springs are asked for, but this mechanism has no loop", "leave the treatment of loops out"));
  LoopTreatment treatment{LoopTreatment::Kind::springs, {}, {}};
  LoopSprings& springs = treatment.springs;
  springs.stiffness_N_per_m = options.stiffness_N_per_m > 0 ? options.stiffness_N_per_m : 1;
  springs.turn_stiffness_N_m_per_rad = options.turn_stiffness_N_m_per_rad;
  springs.damping_N_s_per_m = options.damping_N_s_per_m;
  springs.turn_damping_N_m_s_per_rad = options.turn_damping_N_m_s_per_rad;
  Result<Model> sprung = build_model(description, treatment);
  if (!sprung) return {std::nullopt, sprung.diagnostics};
  std::string chosen;
  if (options.stiffness_N_per_m == 0) {  // (1), with moments as forces at the model length
    VecX lambda;
    if (!RigidReactions(rigid, *sprung, closed, motion).at(closed, lambda))
      return fail(problem("closure_error", "the rigid mechanism has no reactions at its start to choose a stiffness by", "give a stiffness"));
    Workspace ws(*sprung);
    update_positions(*sprung, closed, ws);
    const LoopSum carried = sum_over_springs(*sprung, ws, lambda);
    const double sum = carried.translation + carried.turn / rigid.length_m();
    if (!(sum > 0))
      return fail(
          problem("closure_error", "nothing loads the loops at the start, so no stiffness follows from the closure error", "give a stiffness"));
    springs.stiffness_N_per_m = sum / options.closure_error_m;
    chosen = fmt::format(", from reactions of {:.4g} N in all at the start and a closure error of {:g} m", sum, options.closure_error_m);
    sprung = build_model(description, treatment);
  }
  if (options.damping_ratio > 0) {  // (2)
    const VecX described = sprung->spring_damping();
    const VecX per_mass = Compliance(*sprung, closed).B.diagonal();
    treatment.damping = described;  // bushings of the file keep theirs
    for (Eigen::Index i = 0; i < described.size(); ++i) {
      constexpr double moves = 1e-12;  // a row that nothing moves, out of the plane of a spatial four-bar, needs no damper
      if (described[i] == 0 && per_mass[i] > moves * per_mass.maxCoeff())
        treatment.damping[i] = 2 * options.damping_ratio * std::sqrt(sprung->spring_stiffness()[i] / per_mass[i]);
    }
    sprung = build_model(description, treatment);
  }
  State state = closed;
  if (options.start == SpringStart::quasi_static && !start_quasi_statically(rigid, *sprung, motion, state)) {
    return fail(problem("start", "the rigid mechanism has no reactions at its start, so there is no quasi-static one", "start closed"));
  }
  const bool damped = !sprung->spring_damping().isZero(0);
  std::string note = fmt::format("loops are springs of {:.4g} N/m{}, {}, {} start", springs.stiffness_N_per_m, chosen,
                                 damped ? fmt::format("dampers up to {:.3g}", sprung->spring_damping().maxCoeff()) : "no dampers",
                                 options.start == SpringStart::closed ? "closed" : "quasi-static");
  return {SprungRun{std::move(*sprung.value), std::move(state), std::move(note)}, {}};
}

}  // namespace zanjir
