// All accelerations, driving forces and joint wrenches in one dense solve.   Source: [Haug1989] chapter 11; particles: [Routh1905] chapter 1.
//   bodies b     M_b A_b - sum_j (dr_j/dx_b)^T lambda_j               = external_b - velocity terms_b     6 rows each             (1)
//   joints j     sum_b (dr_j/dx_b) A_b + (dr_j/dq_j) vdot_j           = -r_j''                            6 rows each             (2)
//   speeds k     rotor_k vdot_k - (dr_j/dq_k)^T lambda_j - tau_k      = elements_k                        1 row each              (3)
// The residual r_j(x_P, x_C, q_j) in R^6 says how far the child-side joint frame C is from where the parent and the joint's coordinates
// put it: rotation (the vector of the skew part, sin(angle) times axis, so with the derivatives of the rotation vector at zero up to the
// second) and position. Its rows are differentiated automatically; r'' is its second derivative along the present motion.
// Poses are varied by screws: x is moved by the body twist xi, coordinates by the speeds, with twist and speeds constant along the way:
//   R <- R exp(xi_w),   p <- p + R (xi_v + xi_w x xi_v / 2)    exact to second order, so accelerations are rates of the speeds        (4)
// Loops: a cut joint is a joint like any other, (2) and (3) with its own coordinates, which follow from the poses of its two bodies, and
// speeds, which follow from their velocities; in a planar mechanism it has the three rows of the plane only. A distance adds one row by
// differentiating its length, a gear one row on two speeds. Redundant rows make the system deficient: with the rank of the loops kept, the
// solution of least norm, and the reactions of least norm by the null space of this same system.
// At a singular configuration rows (2) are lost; the third derivative of the residuals takes their place: (8) in lost_rows.hpp.
// A loop that is a spring pulls at its two bodies with preload - k c - d c' times the derivative of its residual c by their poses.
// Each body is replaced by particles with its mass, mass centre and second moments, and obeys Newton's law for each of them:
//   a_i = vdot + wdot x s_i + w x v + w x (w x s_i),   force = sum m_i a_i,   moment = sum s_i x m_i a_i,   body axes               (5)
// An elastic body has its modes among the speeds; what stands on it stands on sections, bodies without mass whose joint residual moves with the
// modes. Its mass is that of the points of a plain quadrature of its displacement field, at r(x, delta) in the body, and rows (1) and (3) get
//   a = vdot + wdot x r + w x v + w x (w x r) + 2 w x r' + r'',   wrench = sum [r x m a; m a],   modal force j = sum dr/ddelta_j . m a      (6)
// with r', r'' by differentiating r along the motion; rotary energy T(w, delta, delta') by Lagrange's equations, differentiated likewise:
//   moment = d/dt dT/dw + w x dT/dw,   modal force j = d/dt dT/ddelta'_j - dT/ddelta_j                                                     (7)
//   symbol    code           symbol     code             symbol     code
//   A_b       [wdot; vdot]   lambda_j   joint wrench     r_j        residual      parent on child: lambda, at C, in the axes of C
#include "zanjir/formulations/oracle/oracle.hpp"

#include <limits>
#include <utility>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"
#include "zanjir/dynamics/least_reactions.hpp"
#include "zanjir/dynamics/own_rank.hpp"
#include "zanjir/dynamics/singular_notes.hpp"
#include "zanjir/formulations/oracle/deficient_system.hpp"
#include "zanjir/formulations/oracle/lost_rows.hpp"
#include "zanjir/formulations/oracle/system.hpp"
#include "zanjir/model/led_joints.hpp"

namespace zanjir {
namespace {

using namespace oracle;

struct SingularPair {
  double sigma;
  VecX right;  // unit vector x with |A x| = sigma
};
// Largest (+1) or smallest (-1) singular value of R P^T by power iteration on R^T R or its inverse. A few steps give the factor that a
// condition number is good for; a zero on the diagonal is replaced by the smallest number that can be told from it.
template <class Qr> SingularPair extreme_singular(const Qr& qr, int direction) {
  MatX R = qr.matrixR().template triangularView<Eigen::Upper>();
  const double tiny = 1e-3 * std::numeric_limits<double>::epsilon() * R.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < R.rows(); ++i) {
    if (std::abs(R(i, i)) < tiny) R(i, i) = tiny;
  }
  const auto upper = std::as_const(R).triangularView<Eigen::Upper>();
  VecX x = VecX::LinSpaced(R.rows(), 1, 2).normalized();
  double growth = 0;
  for (int iteration = 0; iteration < 12; ++iteration) {
    VecX y = x;
    if (direction > 0) {
      y = upper * x;
      y = (upper.transpose() * y).eval();
    } else {
      upper.transpose().solveInPlace(y);
      upper.solveInPlace(y);
    }
    growth = y.norm();
    x = y / growth;
  }
  return {direction > 0 ? std::sqrt(growth) : 1 / std::sqrt(growth), qr.colsPermutation() * x};
}

// ---- deficient systems: loops ------------------------------------------------------------------------------------------------------

constexpr double consistent_to = 1e-8;    // of the right-hand side
constexpr double deficient_below = 1e-9;  // of the largest singular value; 1e-9 of a unit vector counts as zero

// Self-stresses from vectors of unknowns, in units, that solve the system without load. An unknown may also be free because nothing asks for it, as the forces of
// passive joints in inverse dynamics: that loads no joint.
void choose_least(const Model& model, const Pieces& p, const System& s, const MatX& null, Solution& out) {
  const VecX no_tau = VecX::Zero(s.nv), no_tau_cut = VecX::Zero(model.n_cut_v());
  const auto load = [&](Eigen::Index k, Solution& one) {
    reactions_of(model, p, null.col(k).head(s.size).cwiseProduct(s.unit), s, no_tau, no_tau_cut, Springs::without, one);
  };
  const double wrench = s.unit.segment(s.joint(0), 6 * s.n_bodies).maxCoeff();
  choose_least_reactions(model, null.cols(), wrench, load, out);
}

std::string contradiction(const char* what) { return std::string("the equations of bodies, joints and loops contradict each other: ") + what; }

// The rank of the loops, kept or decided from rows of its own, and how many of the rows are lost at this state. Beside a singular configuration, at sigma, rows that are taken for lost give
// accelerations that are off by a part of about sigma; those that are not divide rounding by it three times, in positions, velocities and gamma: eps/sigma^3. Equal at 1e-4, so all rows
// of the window count as lost.
struct RankHere {
  int rank = 0, lost = 0;
  bool at_the_point = false;  // lost to rounding
};
RankHere rank_here(const Model& model, const State& state, const Given& given, const Pieces& p) {
  if (model.n_closure_rows() == 0) return {};
  const auto rows_at = [&](const State& there) {
    Question ask;
    resolve(model, there, forward_question(model, VecX::Zero(model.nv())), ask);
    return loop_rows(model, take_apart(model, ask));
  };
  const LoopRank rank = given.rank ? *given.rank : rank_from_rows(model, state, rows_at);
  MatX A = loop_rows(model, p);
  for (int k = 0; k < model.nv(); ++k) {
    if (model.roles()[at(k)] == Role::prescribed) A.col(k).setZero();
  }
  if (rank.rank == 0) return {};
  const VecX sigma = Eigen::JacobiSVD<MatX>(A).singularValues().head(rank.rank);
  return {rank.rank, static_cast<int>((sigma.array() <= window_ratio * rank.sigma_ref).count()), sigma[rank.rank - 1] <= rank_limit(sigma[0])};
}

// (8)
SolveStatus solve_limit(const Model& model, const Given& given, const Question& ask, const Pieces& p, const System& s, const RankHere& here,
                        double& condition_number, Solution& out) {
  const double speed = ask.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
  if (!(speed > 0)) return refuse(SolveStatus::singular, rest_at_singular_note, out);
  const LostRows lost = lost_rows(model, ask, p, s, here.rank - here.lost, speed);
  if (here.at_the_point && lost.contradiction > most_off_branch(given)) return refuse(SolveStatus::inconsistent, no_branch_note, out);
  const Eigen::Index n = lost.rhs.size();
  MatX A(s.size + n, s.size + n);
  A << s.A, lost.pulls, lost.rows, MatX::Zero(n, n);
  VecX rhs(s.size + n);
  rhs << s.rhs, lost.rhs;
  DeficientSystem system(A);
  system.keep(s.size - (model.n_closure_rows() - here.rank));
  condition_number = system.condition_number();
  VecX x = system.least_norm(rhs);
  x += system.least_norm(rhs - A * x);
  const double size = rhs.norm() + (A.cwiseAbs() * x.cwiseAbs()).norm();
  const bool determined = condition_number < 1 / pivot_tolerance && (A * x - rhs).norm() <= 1e-4 * size;
  if (!determined) return refuse(SolveStatus::singular, "a singular configuration that the third derivatives of the loops do not resolve", out);
  for (const int k : ask.free) out.vdot[k] = x[s.speed(k)] * s.unit[s.speed(k)];
  for (const int k : ask.driven) out.tau[k] = x[s.speed(k)] * s.unit[s.speed(k)];
  out.configuration = Configuration::near_singular;
  out.note = limit_note;
  return SolveStatus::ok;
}

SolveStatus solve_forward_loops(const Model& model, const State& state, const Given& given, const Question& ask, const Pieces& p, const System& s,
                                double& condition_number, Reactions reactions, Solution& out) {
  const bool standard = has_kept_rank(model, ask);
  if (standard) {
    const RankHere here = rank_here(model, state, given, p);
    out.rank = here.rank;
    if (here.lost > 0) return solve_limit(model, given, ask, p, s, here, condition_number, out);
    out.configuration = Configuration::regular;
  }
  DeficientSystem system(s.A);
  system.keep(standard ? s.size - (model.n_closure_rows() - *out.rank) : system.rank_above(deficient_below));
  condition_number = system.condition_number();
  const MatX& null = system.null_space();
  // A vector of the null space with accelerations in it is a motion that nothing resists.
  const auto motion_in = [&](const VecX& x, int& speed) {
    Eigen::Index most = 0;
    VecX part = x.segment(s.speed(0), s.nv);
    for (const int k : ask.driven) part[k] = 0;
    const double size = s.nv > 0 ? part.cwiseAbs().maxCoeff(&most) : 0;
    speed = static_cast<int>(most);
    return size;
  };
  int culprit = 0;
  bool unresisted = !(condition_number < 1 / pivot_tolerance);
  if (unresisted) motion_in(system.weakest(), culprit);
  for (Eigen::Index k = 0; k < null.cols() && !unresisted; ++k) unresisted = motion_in(null.col(k), culprit) > 1e-6;
  if (unresisted) return zanjir::unresisted(model, culprit, out);
  VecX x = system.least_norm(s.rhs);
  x += system.least_norm(s.rhs - s.A * x);
  const double size = s.rhs.norm() + (s.A.cwiseAbs() * x.cwiseAbs()).norm();
  bool overdriven = false;  // a force of a drive that something else can balance
  for (const int k : ask.driven) overdriven = overdriven || (null.cols() > 0 && null.row(s.speed(k)).norm() > 1e-6);
  if ((!standard || overdriven) && (s.A * x - s.rhs).norm() > consistent_to * size) {
    return refuse(SolveStatus::inconsistent, contradiction("the given accelerations would open a loop"), out);
  }
  x = x.cwiseProduct(s.unit);
  for (const int k : ask.free) out.vdot[k] = x[s.speed(k)];
  for (const int k : ask.driven) out.tau[k] = x[s.speed(k)];
  if (overdriven) out.note = overdriven_note;
  if (reactions == Reactions::compute) {
    reactions_of(model, p, x, s, out.tau, out.tau_cut, Springs::with, out);
    if (!overdriven) choose_least(model, p, s, null, out);
  }
  return overdriven ? SolveStatus::redundant : SolveStatus::ok;
}

// All accelerations given: unknown are the wrenches and the forces of actuated and driven freedoms, cut ones in columns of their own. Of all solutions
// those with the least forces of laws, of them the one with the least weighted forces of actuators, and of those the one with the least reactions.
SolveStatus solve_inverse_loops(const Model& model, const Pieces& p, const System& s, double& condition_number, Reactions reactions, Solution& out) {
  const int n_cut = model.n_cut_v();
  MatX A(s.size, s.size + n_cut);
  A << s.A, MatX::Zero(s.size, n_cut);
  std::vector<int> actuated, driven;  // columns: with an actuator, or by a law that drives
  std::vector<double> root_weight, root_unit;
  const std::vector<bool> led = led_speeds(model);
  const auto forceless = [&](int k) { return model.roles()[at(k)] == Role::passive || led[at(k)]; };
  for (int k = 0; k < s.nv; ++k) {
    if (forceless(k)) {
      A.col(s.speed(k)).setZero();  // gives no force; zero in a solution of least norm
      continue;
    }
    if (model.roles()[at(k)] == Role::prescribed) {
      driven.push_back(s.speed(k));
      root_unit.push_back(s.unit[s.speed(k)]);
      continue;
    }
    double weight = 1;
    for (const Actuator& a : model.actuators()) {
      if (a.speed == k) weight = a.weight;
    }
    actuated.push_back(s.speed(k));
    root_weight.push_back(std::sqrt(weight) * s.unit[s.speed(k)]);
  }
  for (int k = 0; k < n_cut; ++k) {
    if (model.cut_roles()[at(k)] == Role::passive) continue;
    A(s.cut_speed(k), s.size + k) = -1;  // in the unit of its row
    actuated.push_back(s.size + k);
    root_weight.push_back(s.row_unit[s.cut_speed(k)]);
  }
  DeficientSystem system(A);
  system.keep(system.rank_above(deficient_below));
  condition_number = system.condition_number();
  VecX y = system.least_norm(s.rhs);
  y += system.least_norm(s.rhs - A * y);
  if ((A * y - s.rhs).norm() > consistent_to * (s.rhs.norm() + (A.cwiseAbs() * y.cwiseAbs()).norm())) {
    return refuse(SolveStatus::inconsistent, contradiction("these accelerations would open a loop, or the actuators cannot make this motion"), out);
  }
  MatX left = system.null_space();  // what remains free once the forces are chosen
  // Takes out of y what lies in `left` and changes these forces; returns how many of their combinations that were.
  const auto make_least = [&](const std::vector<int>& columns, const std::vector<double>& roots) -> Eigen::Index {
    if (columns.empty() || left.cols() == 0) return 0;
    const VecX weight = Eigen::Map<const VecX>(roots.data(), static_cast<Eigen::Index>(roots.size()));
    const Eigen::JacobiSVD<MatX> choice(weight.asDiagonal() * left(columns, Eigen::all), Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Index free = 0;
    while (free < choice.singularValues().size() && choice.singularValues()[free] > deficient_below * weight.maxCoeff()) ++free;
    const VecX tau = weight.cwiseProduct(y(columns));
    y -= left *
         (choice.matrixV().leftCols(free) * (choice.matrixU().leftCols(free).transpose() * tau).cwiseQuotient(choice.singularValues().head(free)));
    left = left * choice.matrixV().rightCols(left.cols() - free);
    return free;
  };
  const Eigen::Index laws_spared = make_least(driven, root_unit), spared = make_least(actuated, root_weight),
                     more = actuated.empty() ? laws_spared : spared;
  const SolveStatus status = more > 0 ? SolveStatus::redundant : SolveStatus::ok;
  if (more > 0) {
    out.note = std::to_string(actuated.empty() ? driven.size() : actuated.size()) + " actuators, " + std::to_string(more) +
               " more than needed: chosen is the least sum of weight times force squared";
  }
  for (int k = 0; k < s.nv; ++k) out.tau[k] = forceless(k) ? 0 : y[s.speed(k)] * s.unit[s.speed(k)];
  for (int k = 0; k < n_cut; ++k) out.tau_cut[k] = y[s.size + k] * s.row_unit[s.cut_speed(k)];
  if (reactions == Reactions::compute) {
    reactions_of(model, p, y.head(s.size).cwiseProduct(s.unit), s, out.tau, out.tau_cut, Springs::with, out);
    choose_least(model, p, s, left, out);
  }
  return status;
}

}  // namespace

Coverage Oracle::covers(const Model& model) {
  if (drives_a_sprung_joint(model)) return covers_nothing(drives_a_sprung_joint_note);
  if (model.n_closure_rows() == 0) return {};
  Coverage c;
  c.feedback = c.multipliers = c.leftover = c.sigma = false;
  c.why_not =
      "with loops: no multipliers and no feedback on closure rows (it has the wrenches of joints instead), no leftover force when actuators are too "
      "few";
  return c;
}

SolveStatus Oracle::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& scratch, Solution& out) const {
  ZANJIR_REQUIRE(given.closure_feedback.size() == 0, "oracle has no closure rows to add a feedback to: ask Coverage::feedback first");
  const Question& ask = scratch.ask;
  resolve(model, state, given, scratch.ask);
  begin_answer(model, given, ask, out);
  out.lambda.resize(0);
  const bool loops = has_loops(model, given), inverse = loops && is_inverse(model, ask);
  if (inverse) {  // what is missing is not said
    out.leftover.resize(0);
    out.leftover_cut.resize(0);
  }
  const Pieces pieces = take_apart(model, ask);
  System s = put_together(model, ask, out.tau_cut, pieces);
  choose_units(model, ask, s);
  s.A = s.row_unit.cwiseInverse().asDiagonal() * s.A * s.unit.asDiagonal();
  s.rhs = s.rhs.cwiseQuotient(s.row_unit);
  if (s.size == 0) return SolveStatus::ok;
  if (inverse) return finish_answer(solve_inverse_loops(model, pieces, s, scratch.condition_number, reactions, out), out);
  if (loops) return finish_answer(solve_forward_loops(model, state, given, ask, pieces, s, scratch.condition_number, reactions, out), out);

  const Eigen::ColPivHouseholderQR<MatX> qr(s.A);
  const SingularPair largest = extreme_singular(qr, +1), smallest = extreme_singular(qr, -1);
  scratch.condition_number = largest.sigma / smallest.sigma;
  if (!(smallest.sigma > pivot_tolerance * largest.sigma)) {
    Eigen::Index most = 0;
    if (s.nv > 0) smallest.right.segment(s.speed(0), s.nv).cwiseAbs().maxCoeff(&most);
    return unresisted(model, static_cast<int>(most), out);
  }
  VecX x = qr.solve(s.rhs);
  x += qr.solve(VecX(s.rhs - s.A * x));  // one step of refinement
  x = x.cwiseProduct(s.unit);
  for (const int k : ask.free) out.vdot[k] = x[s.speed(k)];
  for (const int k : ask.driven) out.tau[k] = x[s.speed(k)];
  if (reactions == Reactions::compute) reactions_of(model, pieces, x, s, out.tau, out.tau_cut, Springs::with, out);
  return finish_answer(SolveStatus::ok, out);
}

static_assert(Formulation<Oracle>);

}  // namespace zanjir
