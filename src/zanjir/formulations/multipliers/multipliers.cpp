// Equations of motion of the tree by projecting the Newton-Euler equations of each body, written at its mass centre in world axes,
// onto the motions that the joints allow (d'Alembert, Jourdain).   Source: [Shabana2020] chapter 3; [Angeles2014] chapter 7.
//   J_b = d[omega_b; v_c]/dv   (1)        M    = sum_b J_b^T M_b J_b + rotors                                                (3)
//   A_b = J_b vdot + Jdot_b v  (2)        bias = sum_b J_b^T (M_b Jdot_b v + [omega x I omega; 0] - external_b) - elements    (4)
// Column k of J_b is the velocity of the body when only speed k is one. Every speed is a turn about a line, or a slide along a
// direction, fixed in the joint's parent or child body f; with x the mass centre,
//   turn:  [a; a x (x - p)],  rate [adot; adot x (x - p) + a x (xdot - pdot)],   adot = omega_f x a,  pdot = velocity of f at p    (5)
//   slide: [0; a],            rate [0; adot]                                                                                      (6)
//   symbol   code            symbol   code              symbol      code
//   a, p     column.axis     J_b      body.J            Jdot_b v    body.A_bias
//   x        body.com        omega    body.V.w          elements    element_forces (springs, dampers, loads on joint coordinates)
// Loops add rows Phi_q vdot = gamma from the same columns. Each is a function of dot products s = e . c of a vector e fixed in the first
// body and one c fixed in the second (translation: c is the way between the frames), all in world axes:
//   s' = (omega_2 - omega_1) . (c x e)      s'' = e'' . c + 2 e' . c' + e . c'',   e' = omega x e,  e'' = alpha x e + omega x (omega x e)   (7)
//   alignment 2 s/t, t = 1 + a . b;   rotation s / sqrt(t), t = 1 + trace;   universal s - const                                           (8)
// With A = R Phi_q C = U S V^T over the free speeds, r the kept rank:
//   vdot = C V_r S_r^-1 U_r^T R gamma + N z,   (N^T M N) z = N^T (tau - bias - M vdot_p),   N = C V_0                                      (9)
#include "zanjir/formulations/multipliers/multipliers.hpp"

#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/formulations/multipliers/loops.hpp"
#include "zanjir/formulations/multipliers/tree.hpp"

namespace zanjir {
namespace {

using multipliers_tree::assemble;
using Scratch = Multipliers::Scratch;

// A = L D L^T in place, lower part (D on the diagonal); the first row whose pivot is not above its floor, or -1.
int factor(MatX& A, const VecX& floor) {
  for (int k = 0; k < A.rows(); ++k) {
    for (int j = 0; j < k; ++j) {  // row k of L D, then of L
      A(k, j) -= A.row(k).head(j).dot(A.row(j).head(j));
    }
    for (int j = 0; j < k; ++j) {
      const double l = A(k, j) / A(j, j);
      A(k, k) -= l * A(k, j);
      A(k, j) = l;
    }
    if (!(A(k, k) > floor[k])) return k;
  }
  return -1;
}

// A pivot that has lost half the digits against its diagonal entry magnifies the rounding errors of those after it: the floors prove nothing.
bool doubtful(const MatX& LD, const MatX& A) { return (LD.diagonal().array() < 1e-7 * A.diagonal().array()).any(); }

// By eigenvalues, each speed in units of the inertia beyond it: the speed that moves most in a motion that nothing resists, or -1.
int unresisted_speed(const MatX& A, const VecX& floor) {
  const VecX unit = (floor / pivot_tolerance).cwiseMax(A.diagonal()).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(unit.asDiagonal() * A * unit.asDiagonal());
  if (eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(A.rows())) return -1;
  Eigen::Index most = 0;
  eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&most);
  return static_cast<int>(most);
}

void substitute(const MatX& LD, VecX& x) {
  LD.triangularView<Eigen::UnitLower>().solveInPlace(x);
  x.array() /= LD.diagonal().array();
  LD.triangularView<Eigen::UnitLower>().transpose().solveInPlace(x);
}

// M_ff vdot = rhs for the free speeds f.
int solve_tree(const Model& model, const VecX& rhs, Scratch& s, VecX& vdot) {
  const Question& ask = s.ask;
  inertia_beyond(model, ask.q, s.beyond);
  s.M_free = s.M(ask.free, ask.free);
  s.floor.resize(rhs.size());
  for (std::size_t i = 0; i < ask.free.size(); ++i) s.floor[static_cast<Eigen::Index>(i)] = pivot_floor(model, s.beyond, ask.free[i]);
  const MatX M_free = s.M_free;
  if (const int row = factor(s.M_free, s.floor); row >= 0) return ask.free[at(row)];
  if (const int unresisted = doubtful(s.M_free, M_free) ? unresisted_speed(M_free, s.floor) : -1; unresisted >= 0) return ask.free[at(unresisted)];
  vdot = rhs;
  substitute(s.M_free, vdot);
  return -1;
}

// What the dialogue asks for (dynamics/dialogue.hpp). What a joint transmits holds everything beyond it: the sum of mass times acceleration less the external wrenches.
class Equations {
 public:
  Equations(const Model& model, Scratch& s) : model_(model), s_(s) {}

  const Question& ask() const { return s_.ask; }
  void update() { assemble(model_, s_); }
  const VecX& needed() { return needed(s_.ask.vdot); }
  const VecX& needed(const VecX& vdot) { return s_.needed = s_.M * vdot + s_.bias; }
  int solve_tree(const VecX& rhs, VecX& vdot) { return zanjir::solve_tree(model_, rhs, s_, vdot); }

  void update_rows() {
    l_ = multipliers_rows::find_loops(model_, s_);
    rest_ = l_.gamma - l_.Phi_q * s_.ask.vdot;
  }
  const MatX& rows() const { return l_.Phi_q; }
  VecX& rest() { return rest_; }
  const MatX& cut_rates() const { return l_.S_cut; }
  int rank_over(const std::vector<int>& speeds) const { return multipliers_loops::rank_over(model_, l_.Phi_q, speeds); }
  bool factor(const std::vector<int>& speeds, int rank) {
    a_ = multipliers_loops::decompose(model_, l_.Phi_q, speeds, rank);
    return a_.rank == 0 || a_.sigma[a_.rank - 1] > std::numeric_limits<double>::epsilon() * a_.sigma[0];
  }
  bool is_above(double sigma) const { return a_.rank == 0 || a_.sigma[a_.rank - 1] > sigma; }
  const MatX& motions() const { return a_.N; }
  int solve_loops(const VecX& rhs, VecX& vdot, VecX& held) { return multipliers_loops::solve(model_, a_, rhs, rest_, s_, vdot, held); }
  void multipliers(const VecX& held, VecX& lambda) const { lambda = multipliers_loops::multipliers_of(model_, a_, held); }
  MatX rows_at(const State& state) const {
    Scratch there(model_);
    resolve(model_, state, forward_question(model_, VecX::Zero(model_.nv())), there.ask);
    assemble(model_, there);
    return multipliers_rows::find_loops(model_, there).Phi_q;
  }

  void hold_bodies(const VecX& vdot) { multipliers_tree::hold_bodies(model_, s_, vdot); }
  void hold_nothing() { s_.carried.assign(s_.carried.size(), Forced{{0, 0, 0}, {0, 0, 0}}); }
  LoopWrench row_wrench(int i) const {
    const multipliers_rows::LoopRow& row = l_.rows[at(i)];
    return {row.first, row.second, row.point, {row.n, row.f}};
  }
  LoopWrench cut_share(std::size_t c, const Joint& joint, const double* tau) const {
    return {joint.parent, joint.child, l_.cut_point[c], multipliers_tree::actuator_share(joint, l_.cut_column[c].data(), tau)};
  }
  Forced spring_wrench(int i) const { return s_.spring_wrench[at(i)]; }
  void hand_over(const LoopWrench& w) {
    const Forced about_origin{w.W.n + cross(w.point, w.W.f), w.W.f};
    s_.carried[at(w.second)] = s_.carried[at(w.second)] - about_origin;
    s_.carried[at(w.first)] = s_.carried[at(w.first)] + about_origin;
  }
  void read_reactions(const VecX* tau, std::vector<JointWrench>& reaction) {
    multipliers_tree::sum_inwards(model_, s_, tau ? *tau : VecX(VecX::Zero(model_.nv())), reaction);
  }
  MatX self_stress() const { return multipliers_loops::self_stress_of(model_, a_); }

 private:
  const Model& model_;
  Scratch& s_;
  multipliers_rows::Loops l_;
  multipliers_loops::RowSvd a_;
  VecX rest_;
};

}  // namespace

Multipliers::Scratch::Scratch(const Model& model)
    : columns(at(model.nv())),
      bodies(model.bodies().size()),
      beyond(model.joints().size()),
      M(model.nv(), model.nv()),
      bias(model.nv()),
      element_forces(model.nv()),
      spring_wrench(model.sprung().size()),
      carried(model.bodies().size()),
      talk(model) {
  std::vector<int> first_column;  // per section
  for (const SectionBody& section : model.sections()) {
    first_column.push_back(static_cast<int>(columns.size()));
    columns.resize(columns.size() + model.elastic_bodies()[at(section.elastic)].field.modes.size());
  }
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const Body& body = model.bodies()[i];
    const Joint& joint = model.joint(*body.inboard_joint);
    bodies[i].speeds = bodies[at(body.inboard_body)].speeds;
    bodies[i].columns = bodies[at(body.inboard_body)].columns;
    for (int k = 0; k < joint.nv; ++k) {
      bodies[i].speeds.push_back(joint.v_begin + k);
      bodies[i].columns.push_back(joint.v_begin + k);
    }
    if (body.section >= 0) {
      const ElasticBody& elastic = model.elastic_bodies()[at(model.sections()[at(body.section)].elastic)];
      for (int k = 0; k < elastic.field.n_modes(); ++k) {
        bodies[i].speeds.push_back(elastic.v_begin + k);
        bodies[i].columns.push_back(first_column[at(body.section)] + k);
      }
    }
    bodies[i].J.resize(bodies[i].speeds.size());
  }
}

Coverage Multipliers::covers(const Model& model) {
  Coverage c;
  c.sigma = c.near_singular = model.n_closure_rows() == 0;
  if (!c.near_singular) c.why_not = "with loops: no limit at singular configurations";
  return c;
}

SolveStatus Multipliers::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  resolve(model, state, given, s.ask);
  Equations equations(model, s);
  return answer(model, state, given, reactions, equations, s.talk, out);
}

void Multipliers::mass_matrix_and_bias(const Model& model, const State& state, Scratch& s, MatX& M, VecX& bias) {
  const VecX none = VecX::Zero(model.nv());
  resolve(model, state, {none, none, std::vector<Want>(at(model.nv()), Want::tau)}, s.ask);
  assemble(model, s);
  M = s.M;
  bias = s.bias;
}

static_assert(Formulation<Multipliers>);

}  // namespace zanjir
