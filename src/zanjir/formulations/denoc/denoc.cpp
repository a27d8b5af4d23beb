// The questions. With N = C S the motions that the loops allow (loops.hpp; without loops N = 1) and g the particular acceleration:
//   forward   (N^T I N) udot = N^T (tau - bias - I (g + vdot_given)),  vdot = g + N udot                                                 (1)
//   inverse   N_act^T tau_act = N^T (I vdot + bias), as many actuators as freedoms; else the choice of dynamics/actuation                 (2)
//   reactions w_i = M_i tdot_i + Mdot_i t_i - external - loops, from the tips inwards: the rows before projection                           (3)
#include "zanjir/formulations/denoc/denoc.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/finite.hpp"

namespace zanjir {
namespace {

using Scratch = Denoc::Scratch;
using denoc::Link;
using denoc::LoopRow;

constexpr Forced no_force{{0, 0, 0}, {0, 0, 0}};

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

// (1) from s.rhs, over the free speeds; N is null without loops, and g is then zero. Returns the speed that moves most in a motion that nothing resists, or -1.
int solve_reduced(const Model& model, const MatX* N, const VecX& rhs, Scratch& s, VecX& vdot) {
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
    s.rest = rhs;
    s.rest.noalias() -= I * s.g;
    s.u_dot.noalias() = N->transpose() * s.rest;
    vdot = s.g;
  } else {
    s.reduced = I;
    s.u_dot = rhs;
  }
  if (s.reduced.cols() > 0) {
    s.factor.compute(s.reduced);
    if (s.factor.info() != Eigen::Success || !surely_resisted(model, s, N)) {
      if (const int speed = unresisted_speed(model, N ? *N : MatX(MatX::Identity(n, n)), s); speed >= 0) return speed;
    }
    s.factor.solveInPlace(s.u_dot);
  }
  if (!N) {
    vdot = s.u_dot;
    return -1;
  }
  vdot.noalias() += *N * s.u_dot;
  return -1;
}

// Forward dynamics of a tree, nothing prescribed: the question is complete as it was asked.
bool is_plain_forward(const Model& model, const State& state, const Given& given) {
  ZANJIR_REQUIRE(state.q.size() == model.nq() && state.v.size() == model.nv() && given.tau.size() == model.nv(),
                 "state and question do not fit the model");
  return static_cast<int>(given.want.size()) == model.nv() && std::count(given.want.begin(), given.want.end(), Want::vdot) == model.nv() &&
         !has_loops(model, given);
}

void begin_plain_answer(const Model& model, const Given& given, Solution& out) {
  clear_answer(out);
  out.vdot.resize(model.nv());
  out.tau = given.tau;
  out.tau_cut.setZero(model.n_cut_v());
  for (VecX* none : {&out.lambda, &out.leftover, &out.leftover_cut}) none->resize(0);
}

// ---- what the dialogue asks for (dynamics/dialogue.hpp) ----------------------------------------------------------------------------------

class Equations {
 public:
  Equations(const Model& model, Scratch& s) : model_(model), s_(s) {}

  const Question& ask() const { return s_.ask; }
  void update() {
    denoc::update_motion(model_, s_.ask, s_.tree);
    denoc::pull_springs(model_, s_.ask, s_.tree, s_.loops);
    denoc::update_equations(model_, s_.tree);
  }
  const VecX& needed() { return s_.ask.driven.empty() ? s_.tree.bias : needed(s_.ask.vdot); }  // vdot is zero where it is wanted
  const VecX& needed(const VecX& vdot) {
    s_.needed = s_.tree.bias;
    s_.needed.noalias() += s_.tree.I * vdot;
    return s_.needed;
  }
  int solve_tree(const VecX& rhs, VecX& vdot) { return solve_reduced(model_, nullptr, rhs, s_, vdot); }

  void update_rows() {
    denoc::update_rows(model_, s_.tree, s_.loops);
    s_.gamma = s_.loops.gamma;
    if (!s_.ask.driven.empty()) s_.gamma.noalias() -= s_.loops.A * s_.ask.vdot;
  }
  const MatX& rows() const { return s_.loops.A; }
  VecX& rest() { return s_.gamma; }
  const MatX& cut_rates() {
    denoc::update_cut_rates(model_, s_.tree, s_.loops);
    return s_.loops.S_cut;
  }
  int rank_over(const std::vector<int>& speeds) const { return denoc::rank_over(model_, speeds, s_.loops); }
  bool factor(const std::vector<int>& speeds, int rank) { return denoc::reduce(model_, speeds, rank, s_.loops); }
  bool is_above(double sigma) const { return s_.loops.sigma_floor > sigma || denoc::smallest_kept_singular_value(s_.loops) > sigma; }
  const MatX& motions() const { return s_.loops.N; }
  int solve_loops(const VecX& rhs, VecX& vdot, VecX& held) {
    denoc::particular_acceleration(model_, s_.gamma, s_.loops, s_.g);
    const int speed = solve_reduced(model_, &s_.loops.N, rhs, s_, vdot);
    if (speed >= 0) return speed;
    held = -rhs;
    held.noalias() += (s_.ask.driven.empty() ? s_.tree.I : s_.I_free) * vdot;
    return -1;
  }
  void multipliers(const VecX& held, VecX& lambda) { denoc::solve_multipliers(model_, held, s_.loops, lambda); }
  MatX rows_at(const State& state) const {
    denoc::Tree tree(model_);
    denoc::Loops loops(model_);
    Question there;
    resolve(model_, state, forward_question(model_, VecX::Zero(model_.nv())), there);
    denoc::update_motion(model_, there, tree);
    denoc::update_rows(model_, tree, loops);
    return loops.A;
  }

  void hold_bodies(const VecX& vdot) { denoc::accelerate(model_, vdot, s_.tree); }
  void hold_nothing() {
    for (Link& b : s_.tree.links) b.w = no_force;
  }
  LoopWrench row_wrench(int i) const {
    const LoopRow& row = s_.loops.rows[at(i)];
    return {static_cast<BodyId>(row.first), static_cast<BodyId>(row.second), row.point, {row.n, row.f}};
  }
  LoopWrench cut_share(std::size_t c, const Joint& joint, const double* tau) const {
    return {joint.parent, joint.child, s_.loops.cut_point[c], denoc::actuator_share(joint, s_.loops.cut_generators[c].data(), tau)};
  }
  Forced spring_wrench(int i) const { return s_.loops.spring_wrench[at(i)]; }
  void hand_over(const LoopWrench& w) {
    const auto moved = [&](const Link& b) { return Forced{w.W.n + cross(w.point - b.com, w.W.f), w.W.f}; };
    Link &from = s_.tree.links[at(w.first)], &to = s_.tree.links[at(w.second)];
    to.w = to.w - moved(to);
    from.w = from.w + moved(from);
  }
  // (3): link.w inwards, and as the user sees it.
  void read_reactions(const VecX* tau, std::vector<JointWrench>& reaction) {
    denoc::sum_wrenches_inwards(s_.tree);
    reaction.resize(model_.joints().size());
    for (std::size_t j = 0; j < reaction.size(); ++j) {
      const Joint& joint = model_.joints()[j];
      const Link& b = s_.tree.links[j + 1];
      const Vec3d origin_J = s_.tree.X_WB[at(joint.parent)] * joint.X_PJ.p, origin_C = s_.tree.X_WB[at(joint.child)] * joint.X_CJ.p;
      const Forced share = tau ? denoc::actuator_share(joint, s_.tree.generators.data() + joint.v_begin, tau->data() + joint.v_begin) : no_force;
      reaction[j] = user_wrench(joint, {b.w.n + cross(b.com, b.w.f), b.w.f}, share, origin_J, origin_C);
    }
  }
  MatX self_stress() const { return denoc::self_stress(model_, s_.loops); }

 private:
  const Model& model_;
  Scratch& s_;
};

}  // namespace

Denoc::Scratch::Scratch(const Model& model)
    : tree(model), loops(model), plane(denoc::PlaneTree::of(model)), beyond(model.joints().size()), needed(VecX::Zero(model.nv())), talk(model) {}

Coverage Denoc::covers(const Model& model) {
  if (!model.elastic_bodies().empty()) return covers_nothing("rigid bodies only");
  if (drives_a_sprung_joint(model)) return covers_nothing(drives_a_sprung_joint_note);
  Coverage c;
  c.sigma = c.near_singular = model.n_closure_rows() == 0;
  if (!c.near_singular) c.why_not = "with loops: no limit at singular configurations";
  return c;
}

SolveStatus Denoc::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  if (s.plane && reactions == Reactions::skip && is_plain_forward(model, state, given)) {
    begin_plain_answer(model, given, out);
    if (s.plane->accelerations(model, state, given.tau, out.vdot)) {
      return all_finite(out.vdot.data(), out.vdot.size()) ? SolveStatus::ok : refuse(SolveStatus::not_converged, not_a_number_note, out);
    }
  }
  resolve(model, state, given, s.ask);
  Equations equations(model, s);
  return answer(model, state, given, reactions, equations, s.talk, out);
}

static_assert(Formulation<Denoc>);

}  // namespace zanjir
