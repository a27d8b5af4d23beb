#include "zanjir/formulations/multipliers/loops.hpp"

#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/formulations/multipliers/rows.hpp"
#include "zanjir/formulations/multipliers/tree.hpp"

namespace zanjir::multipliers_loops {
namespace {

using multipliers_rows::LoopRow;
using multipliers_rows::Loops;
using Scratch = Multipliers::Scratch;


// Wrenches of the constraints, first on second, and what they take from the tree: springs nothing, they are among the external wrenches.
enum class Hold : std::uint8_t { all, rows };  // rows: what lambda and tau_cut carry alone
void hold_loops(const Model& model, const Loops& l, const VecX& lambda, const VecX& tau_cut, Hold hold, Scratch& s, std::vector<JointWrench>& reaction) {
  const Forced none{{0, 0, 0}, {0, 0, 0}};
  reaction.assign(model.constraints().size(), {none, none});
  const auto apply = [&](BodyId first, BodyId second, const Vec3d& point, const Forced& W) {
    const Forced about_origin{W.n + cross(point, W.f), W.f};
    s.carried[at(second)] = s.carried[at(second)] - about_origin;
    s.carried[at(first)] = s.carried[at(first)] + about_origin;
  };
  std::size_t next = 0;
  for (std::size_t c = 0; c < reaction.size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    const int n = std::visit([](const auto& x) { return n_rows_of(x); }, constraint);
    for (int i = 0; i < n; ++i, ++next) {
      const LoopRow& row = l.rows[next];
      const double size = lambda[static_cast<Eigen::Index>(next)];
      const Forced W{row.n * size, row.f * size};
      apply(row.first, row.second, row.point, W);
      reaction[c].total = reaction[c].total + W;
    }
    if (const int springs = springs_of(constraint); springs >= 0 && hold == Hold::all) reaction[c].total = reaction[c].total + s.spring_wrench[at(springs)];
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut || cut->joint.nv == 0) continue;
    const Forced share = multipliers_tree::actuator_share(cut->joint, l.cut_column[c].data(), tau_cut.data() + cut->joint.v_begin);
    apply(cut->joint.parent, cut->joint.child, l.cut_point[c], share);
    reaction[c].total = reaction[c].total + share;
    reaction[c].actuator = share;
  }
}

void find_loop_reactions(const Model& model, const Loops& l, const MatX& self_stress, Scratch& s, Solution& out) {
  multipliers_tree::hold_bodies(model, s, out.vdot);
  hold_loops(model, l, out.lambda, out.tau_cut, Hold::all, s, out.loop_reaction);
  multipliers_tree::sum_inwards(model, s, out.tau, out.reaction);
  const VecX no_tau = VecX::Zero(model.nv()), no_tau_cut = VecX::Zero(model.n_cut_v());
  const auto load = [&](Eigen::Index k, Solution& one) {
    s.carried.assign(s.carried.size(), Forced{{0, 0, 0}, {0, 0, 0}});
    hold_loops(model, l, self_stress.col(k), no_tau_cut, Hold::rows, s, one.loop_reaction);
    multipliers_tree::sum_inwards(model, s, no_tau, one.reaction);
  };
  choose_least_reactions(model, self_stress.cols(), size_of_states(model), load, out);
}

struct RowSvd {  // of the scaled rows over some speeds
  VecX C, sigma;
  MatX U, V;
  Eigen::Index rank = 0;
};
// rank < 0: decided here
RowSvd decompose(const Model& model, const Loops& l, const std::vector<int>& speeds, int rank) {
  RowSvd a;
  a.C = model.column_scale()(speeds);
  if (l.Phi_q.rows() == 0) {  // nothing but forces on cut joints
    a.U = MatX::Zero(0, 0);
    a.V = MatX::Identity(a.C.size(), a.C.size());
    return a;
  }
  const Eigen::JacobiSVD<MatX> svd(model.row_scale().asDiagonal() * l.Phi_q(Eigen::all, speeds) * a.C.asDiagonal(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  a.sigma = svd.singularValues();
  a.U = svd.matrixU();
  a.V = svd.matrixV();
  a.rank = std::min<Eigen::Index>(rank, a.sigma.size());
  // By all speeds: what is left to these may be nothing but rounding.
  const double scale = (model.row_scale().asDiagonal() * l.Phi_q * model.column_scale().asDiagonal()).norm();
  if (rank < 0) a.rank = (a.sigma.array() > rank_threshold * scale).count();
  return a;
}

VecX multipliers_of(const Model& model, const RowSvd& a, const VecX& force) {
  return model.row_scale().cwiseProduct(
      a.U.leftCols(a.rank) * (a.V.leftCols(a.rank).transpose() * a.C.cwiseProduct(force)).cwiseQuotient(a.sigma.head(a.rank)));
}

MatX self_stress_of(const Model& model, const RowSvd& a) { return model.row_scale().asDiagonal() * a.U.rightCols(a.U.cols() - a.rank); }

// A motion that the loops allow and nothing resists, or -1; in units of the inertia beyond each speed.
int unresisted_in(const Model& model, const std::vector<int>& free, const MatX& N, const MatX& NMN, const MatX& M, const VecX& C, const std::vector<InertiaBeyond>& beyond) {
  VecX yardstick(static_cast<Eigen::Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) {
    yardstick[static_cast<Eigen::Index>(i)] = std::max(pivot_floor(model, beyond, free[i]) / pivot_tolerance, M(free[i], free[i]));
  }
  const MatX unit = N.transpose() * yardstick.asDiagonal() * N;
  const auto most = [&](const VecX& z) {
    Eigen::Index speed = 0;
    (N * z).cwiseQuotient(C).cwiseAbs().maxCoeff(&speed);
    return free[static_cast<std::size_t>(speed)];
  };
  const Eigen::SelfAdjointEigenSolver<MatX> resisted(unit);
  if (!(resisted.eigenvalues()[0] > std::numeric_limits<double>::epsilon() * resisted.eigenvalues().tail<1>()[0])) return most(resisted.eigenvectors().col(0));
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> eigen(NMN, unit);
  if (eigen.eigenvalues()[0] > pivot_tolerance * static_cast<double>(free.size())) return -1;
  return most(eigen.eigenvectors().col(0));
}

// (9)
SolveStatus solve_free_loops(const Model& model, const Loops& l, const LoopRank* kept, Scratch& s, RowSvd& a, Solution& out) {
  const Question& ask = s.ask;
  a = decompose(model, l, ask.free, kept ? kept->rank : -1);
  if (kept && a.rank > 0 && !(a.sigma[a.rank - 1] > window_ratio * kept->sigma_ref)) {
    out.note = near_singular_note;
    return SolveStatus::singular;
  }
  const VecX gamma = model.row_scale().cwiseProduct(l.gamma - l.Phi_q * ask.vdot);  // vdot is zero where it is wanted
  const VecX part = a.U.leftCols(a.rank).transpose() * gamma;
  VecX vdot = a.C.cwiseProduct(a.V.leftCols(a.rank) * part.cwiseQuotient(a.sigma.head(a.rank)));
  const MatX M_free = s.M(ask.free, ask.free), N = a.C.asDiagonal() * a.V.rightCols(a.V.cols() - a.rank);
  const VecX rhs = (ask.tau - s.bias - s.M * ask.vdot + l.S_cut.transpose() * out.tau_cut)(ask.free);
  if (N.cols() > 0) {
    inertia_beyond(model, ask.q, s.beyond);
    const MatX NMN = N.transpose() * M_free * N;
    if (const int speed = unresisted_in(model, ask.free, N, NMN, s.M, a.C, s.beyond); speed >= 0) {
      out.note = unresisted_note(model, speed);
      return SolveStatus::singular;
    }
    vdot += N * NMN.ldlt().solve(N.transpose() * (rhs - M_free * vdot));
  }
  out.vdot(ask.free) = vdot;
  out.lambda = multipliers_of(model, a, M_free * vdot - rhs);
  const bool overdriven = !ask.driven.empty() && decompose(model, l, all_speeds(model), -1).rank > a.rank;
  if ((!kept || overdriven) && misses_a_loop(model, ask, out.vdot, l.Phi_q * out.vdot - l.gamma, opened_by_solved)) {
    out.note = contradicts_a_loop_note;
    return SolveStatus::inconsistent;
  }
  const VecX force = s.M * out.vdot + s.bias - l.Phi_q.transpose() * out.lambda - l.S_cut.transpose() * out.tau_cut;
  for (const int k : ask.driven) out.tau[k] = force[k];
  if (overdriven) {
    out.note = overdriven_note;
    return SolveStatus::redundant;
  }
  return SolveStatus::ok;
}

SolveStatus solve_inverse_loops(const Model& model, const Loops& l, int rank, Scratch& s, RowSvd& a, Solution& out) {
  a = decompose(model, l, all_speeds(model), rank);
  if (misses_a_loop(model, s.ask, out.vdot, l.Phi_q * out.vdot - l.gamma, opened_by_given)) {
    out.note = opens_a_loop_note;
    return SolveStatus::inconsistent;
  }
  const VecX f = s.M * out.vdot + s.bias;
  VecX force;
  const SolveStatus status = choose_least_actuation(model, a.C.asDiagonal() * a.V.rightCols(a.V.cols() - a.rank), l.S_cut, f, force, out);
  if (status != SolveStatus::inconsistent) out.lambda = multipliers_of(model, a, f - force);
  return status;
}

}  // namespace

SolveStatus solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) {
  const Question& ask = s.ask;
  Loops l = multipliers_rows::find_loops(model, s);
  if (given.closure_feedback.size() > 0) l.gamma += given.closure_feedback;
  const bool inverse = is_inverse(model, ask);
  out.vdot = ask.vdot;
  out.tau = ask.tau;
  out.tau_cut = given.tau_cut.size() > 0 && !inverse ? given.tau_cut : VecX(VecX::Zero(model.n_cut_v()));
  LoopRank decided;
  const LoopRank* kept = kept_rank(model, state, given, ask, decided);
  RowSvd a;
  const SolveStatus status =
      inverse ? solve_inverse_loops(model, l, kept ? kept->rank : -1, s, a, out) : solve_free_loops(model, l, kept, s, a, out);
  if ((status == SolveStatus::ok || status == SolveStatus::redundant) && reactions == Reactions::compute) {
    find_loop_reactions(model, l, self_stress_of(model, a), s, out);
  }
  return status;
}

}  // namespace zanjir::multipliers_loops
