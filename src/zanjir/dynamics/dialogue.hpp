// The dialogue between a question and a formulation, written once: what is asked first, what is compared with what, and which status and note come of it. Forward,
// inverse and hybrid questions, trees and loops. Kinematics, mass matrix, rows, factors and solutions stay each formulation's own; it supplies them as `Equations` E:
//   ask()                        the question as resolved; update() brings all of the tree to its state
//   needed()                     [nv] M vdot + bias at the accelerations given, zero where they are wanted;   needed(vdot), asked with accelerations wanted alone: at others
// and where it finds accelerations
//   needed(vdot), solve_tree(rhs, vdot)    M vdot = rhs over the free speeds; -1, or the speed that moves most in a motion that nothing resists
// and where it closes loops
//   update_rows()                needs needed();   rows(): [nc x nv] Phi_q;   rest(): [nc] gamma - Phi_q vdot_given;   cut_rates(): [n_cut_v x nv] rates of cut joints
//   rank_over(speeds)            the rank of the rows over some speeds, decided here and now;   rows_at(state): [nc x nv] Phi_q anywhere, for the rank of the mechanism
//   factor(speeds, rank)         false: the rank is smaller here;   motions(): [n x freedoms]
//   is_above(sigma)              with accelerations wanted: the smallest kept singular value of what was factored
//   solve_loops(rhs, vdot, held) M vdot = rhs + Phi_q^T lambda,  Phi_q vdot = rest  over the free speeds, which were factored; held: M vdot - rhs; returns as solve_tree
//   multipliers(held, lambda)    Phi_q^T lambda = held over the speeds that were factored
// and where it finds reactions
//   hold_bodies(vdot)            what holds each body by itself, no loop;   hold_nothing()
//   row_wrench(i), cut_share(c, joint, tau), spring_wrench(i)    what a unit of lambda_i, actuators of a cut joint and a loop that is a spring carry
//   hand_over(wrench)            taken off what the inboard joints of both bodies must transmit
//   read_reactions(tau, list)    of tree joints; tau: null for none
//   self_stress()                [nc x k] multipliers that move nothing
#pragma once

#include "zanjir/core/contract.hpp"
#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"
#include "zanjir/dynamics/least_reactions.hpp"
#include "zanjir/dynamics/own_rank.hpp"
#include "zanjir/dynamics/question.hpp"

namespace zanjir {

struct LoopWrench {  // of first on second at a point, world axes
  BodyId first = BodyId::ground, second = BodyId::ground;
  Vec3d point{0, 0, 0};
  Forced W{{0, 0, 0}, {0, 0, 0}};
};

struct DialogueScratch {
  explicit DialogueScratch(const Model& model) : all(all_speeds(model)), actuation(model) {}
  std::vector<int> all;  // speeds
  VecX rhs, vdot, held;  // over the free speeds
  VecX force, miss;      // [nv]; [n_closure_rows]
  Actuation actuation;
  LoopRank decided;
};

template <class E>
concept FindsReactions = requires(E& e, const VecX& vdot) {
  e.hold_bodies(vdot);
};

template <class E>
concept FindsAccelerations = requires(E& e, const VecX& rhs, VecX& vdot) {
  e.solve_tree(rhs, vdot);
};

namespace dialogue {

void gather(const std::vector<int>& speeds, const VecX& of_all, VecX& of_some);
void scatter(const std::vector<int>& speeds, const VecX& of_some, VecX& of_all);

inline bool carries(const VecX& tau_cut) { return !tau_cut.isZero(0); }

template <class E> SolveStatus answer_tree(const Model& model, E& e, DialogueScratch& d, Solution& out) {
  const Question& ask = e.ask();
  const VecX* force = &e.needed();
  if constexpr (FindsAccelerations<E>) {
    if (!ask.free.empty()) {
      d.force = ask.tau - *force;
      gather(ask.free, d.force, d.rhs);
      if (const int speed = e.solve_tree(d.rhs, d.vdot); speed >= 0) return unresisted(model, speed, out);
      scatter(ask.free, d.vdot, out.vdot);
      if (!ask.driven.empty()) force = &e.needed(out.vdot);
    }
  }
  for (const int k : ask.driven) out.tau[k] = (*force)[k];
  return SolveStatus::ok;
}

template <class E> SolveStatus answer_forward(const Model& model, const LoopRank* kept, E& e, DialogueScratch& d, Solution& out) {
  const Question& ask = e.ask();
  const MatX* S_cut = carries(out.tau_cut) ? &e.cut_rates() : nullptr;
  out.rank = kept ? kept->rank : e.rank_over(ask.free);
  const double window = kept && kept->rank > 0 ? window_ratio * kept->sigma_ref : -1;
  if (!e.factor(ask.free, *out.rank) || !e.is_above(window)) return refuse(SolveStatus::singular, near_singular_note, out);
  if (kept) out.configuration = Configuration::regular;
  d.force = ask.tau - e.needed();
  if (S_cut) d.force.noalias() += S_cut->transpose() * out.tau_cut;
  gather(ask.free, d.force, d.rhs);
  if (const int speed = e.solve_loops(d.rhs, d.vdot, d.held); speed >= 0) return unresisted(model, speed, out);
  scatter(ask.free, d.vdot, out.vdot);
  e.multipliers(d.held, out.lambda);
  if (ask.driven.empty()) return SolveStatus::ok;
  const bool overdriven = (kept ? kept->rank_of_all_speeds : e.rank_over(d.all)) > *out.rank;
  if (!kept || overdriven) {  // rows that were not needed may contradict the others
    d.force = out.vdot - ask.vdot;
    d.miss = e.rest();
    d.miss.noalias() -= e.rows() * d.force;
    if (const int row = missed_row(model, ask.v, out.vdot, d.miss, opened_by_solved); row >= 0) return contradicts_a_loop(model, row, out);
  }
  d.force = e.needed(out.vdot);
  d.force.noalias() -= e.rows().transpose() * out.lambda;
  if (S_cut) d.force.noalias() -= S_cut->transpose() * out.tau_cut;
  for (const int k : ask.driven) out.tau[k] = d.force[k];
  return overdriven ? refuse(SolveStatus::redundant, overdriven_note, out) : SolveStatus::ok;
}

template <class E> SolveStatus answer_inverse(const Model& model, const LoopRank* kept, E& e, DialogueScratch& d, Solution& out) {
  if (const int row = missed_row(model, e.ask().v, out.vdot, e.rest(), opened_by_given); row >= 0) return opens_a_loop(model, row, out);
  out.rank = kept ? kept->rank : e.rank_over(d.all);
  if (!e.factor(d.all, *out.rank)) return refuse(SolveStatus::singular, more_motions_note, out);
  const VecX& force = e.needed();
  SolveStatus status = SolveStatus::ok;
  if (!d.actuation.solve_square(model, e.motions(), force, out)) status = d.actuation.choose_least(model, e.motions(), e.cut_rates(), force, out);
  if (!solved(status)) return status;
  if constexpr (FindsAccelerations<E>) {
    d.held = force - d.actuation.force;
    e.multipliers(d.held, out.lambda);
  }
  return status;
}

// ---- reactions ------------------------------------------------------------------------------------------------------------------------

// Wrenches of the constraints, first on second, handed over to the tree; those of springs act on the bodies already.
enum class Hold : std::uint8_t { all, rows };  // rows: what lambda carries alone
template <class E> void hold_loops(const Model& model, const VecX& lambda, const VecX* tau_cut, Hold hold, E& e, std::vector<JointWrench>& reaction) {
  const Forced none{{0, 0, 0}, {0, 0, 0}};
  reaction.assign(model.constraints().size(), {none, none});
  int next = 0;
  for (std::size_t c = 0; c < reaction.size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    Forced& total = reaction[c].total;
    if (const int springs = springs_of(constraint); springs >= 0 && hold == Hold::all) total = e.spring_wrench(springs);
    for (int i = 0; i < n_rows_of(constraint); ++i, ++next) {
      LoopWrench row = e.row_wrench(next);
      row.W = row.W * lambda[next];
      e.hand_over(row);
      total = total + row.W;
    }
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut || !tau_cut || cut->joint.nv == 0) continue;
    const LoopWrench share = e.cut_share(c, cut->joint, tau_cut->data() + cut->joint.v_begin);
    e.hand_over(share);
    reaction[c] = {total + share.W, share.W};
  }
}

// Where more speeds are driven than the loops leave free, a change of reactions alone would contradict tau: no choice is made.
enum class Choose : std::uint8_t { nothing, least };
template <class E> void find_reactions(const Model& model, Choose choose, E& e, Solution& out) {
  e.hold_bodies(out.vdot);
  if (!model.constraints().empty()) hold_loops(model, out.lambda, carries(out.tau_cut) ? &out.tau_cut : nullptr, Hold::all, e, out.loop_reaction);
  e.read_reactions(&out.tau, out.reaction);
  if (choose == Choose::nothing) return;
  const MatX stress = e.self_stress();
  const auto load = [&](Eigen::Index k, Solution& one) {
    e.hold_nothing();
    hold_loops(model, stress.col(k), nullptr, Hold::rows, e, one.loop_reaction);
    e.read_reactions(nullptr, one.reaction);
  };
  choose_least_reactions(model, stress.cols(), size_of_states(model), load, out);
}

}  // namespace dialogue

// e.ask() has the question, resolved.
template <class E>
SolveStatus answer(const Model& model, const State& state, const Given& given, Reactions reactions, E& e, DialogueScratch& d, Solution& out) {
  const Question& ask = e.ask();
  const bool loops = has_loops(model, given), inverse = loops && is_inverse(model, ask);
  begin_answer(model, given, ask, out);
  if constexpr (!FindsAccelerations<E>) {
    if (!ask.free.empty()) return refuse(SolveStatus::inconsistent, forces_alone_note, out);
    ZANJIR_REQUIRE(given.closure_feedback.size() == 0, "feedback of loops to a formulation that finds no accelerations");
  }
  e.update();
  SolveStatus status = SolveStatus::ok;
  if (!loops) {
    status = dialogue::answer_tree(model, e, d, out);
  } else {
    e.update_rows();
    if (given.closure_feedback.size() > 0) e.rest() += given.closure_feedback;
    const LoopRank* kept = nullptr;
    if (has_kept_rank(model, ask)) {
      kept = given.rank;
      if (!kept)
        kept = &(d.decided = rank_from_rows(model, state, [&](const State& there) -> MatX {
                   return model.row_scale().asDiagonal() * e.rows_at(there) * model.column_scale().asDiagonal();
                 }));
    }
    if (inverse) status = dialogue::answer_inverse(model, kept, e, d, out);
    if constexpr (FindsAccelerations<E>) {
      if (!inverse) status = dialogue::answer_forward(model, kept, e, d, out);
    }
  }
  if constexpr (FindsReactions<E>) {
    const bool overdriven = !inverse && status == SolveStatus::redundant;
    if (solved(status) && reactions == Reactions::compute)
      dialogue::find_reactions(model, loops && !overdriven ? dialogue::Choose::least : dialogue::Choose::nothing, e, out);
  }
  return finish_answer(status, out);
}

}  // namespace zanjir
