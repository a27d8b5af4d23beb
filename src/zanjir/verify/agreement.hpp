// verify: do all formulations give the same answer, and is that answer consistent with the kinematics and the energy?
//   agreement    every pair of formulations, at random states or along a recorded motion, for forward, inverse and hybrid questions: vdot, tau, reactions
//   checks       derivatives of frames and the power balance by differences; M from two sources, positive definite;
//                inverse(forward(tau)) = tau; the bias from two sources
// With loops: states are closed ones near the initial guess; forward and inverse questions; every formulation decides the rank of the loops from rows of its own, and all
// must find the same; all joints are loaded, cut ones too; reactions are compared where they are determined; closure rows, their accelerations and the work of all reactions are checked.
// Errors are relative and free of units: accelerations are scaled by the root of the inertia beyond their joint, joint forces and
// reactions are measured against the weights and inertia forces of the mechanism. The bound of an agreement is
//   tolerance * agreement_factor * eps * far * condition,
// with the condition number of the scaled mass matrix over the speeds that can accelerate, and far = 1 + distance of the mechanism from the world's origin in
// model lengths, since places in the world are known to eps times that.
// Singular configurations of loops are reported one by one; those who take the limit along the motion there are compared with each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/verify/recorded_motion.hpp"

namespace zanjir {

// Rounding of a backward-stable solve grows with the size of the problem; 200 covers the models of the zoo with a margin of ten.
constexpr double agreement_factor = 200;
constexpr double ill_conditioned = 1e6;  // states above are counted apart, never dropped

struct VerifyOptions {
  int n_states = 50;
  std::uint64_t seed = 1;
  double tolerance = 1;  // multiplies every bound; 0 shows that a comparison can fail
  // Before a formulation is asked, which may take its time, and with nobody's name after each state.
  std::function<void(int done, int of, std::string_view asked)> progress;
  // Of time, 0: none. With one, formulations that are dear on this mechanism are asked at fewer states, and states end when it is used up: the report says how many. What is
  // compared then depends on the machine, so the default is to compare everything.
  double budget_s = 0;
  RecordedMotion along = {};       // with states: they are taken instead of random ones
  const Cancel* cancel = nullptr;  // once it is set nobody is asked any more
  bool cancelled() const { return cancel != nullptr && *cancel; }
  int n_wanted() const { return along.states.empty() ? n_states : static_cast<int>(along.states.size()); }
  std::string named(int state) const;  // what a report calls a state; -1 is the initial one
};

struct Worst {                  // the comparison nearest to its bound, or farthest beyond
  int n = 0;                    // comparisons made
  double error = 0, bound = 0;  // relative
  double condition = 1;
  int state = -1;
  std::string where;  // which frame, joint, formulation
  void take(double error, double bound, double condition, int state, const std::string& where);
  double ratio() const;
  bool holds() const { return n > 0 && ratio() <= 1; }  // what was never compared does not hold
};

struct PairAgreement {
  std::string a, b;
  Worst vdot, tau, reactions;              // states up to `ill_conditioned`
  Worst ill_vdot, ill_tau, ill_reactions;  // states above it
  Worst limits;                            // vdot of singular states, where both take the limit along the motion
  int n_comparisons() const { return vdot.n + tau.n + reactions.n + ill_vdot.n + ill_tau.n + ill_reactions.n + limits.n; }
};

// A closed state at which the loops alone do not determine accelerations.
struct SingularState {
  int state = 0;  // -1: the file's initial one, asked for besides the others
  double t_s = 0;
  double sigma_ratio = 0;  // smallest singular value of the loops, of the largest seen beside it
  int rank = 0, rank_here = 0;
  std::vector<std::string> limits;  // who gives the limit along the motion
  std::string why_none;             // what those say who take limits, when there is none
};

struct Check {
  std::string name, meaning;
  Worst worst;
};

struct Participant {
  std::string name;
  Coverage coverage;
  bool takes_part = false;
  int n_not_solved = 0;  // states it gave up, and the first reason it gave
  std::string note = {};
  int n_states = 0, n_passed_over = 0;  // states at which it was asked; at which the budget kept it from some question or from all
  double seconds = 0;                   // that its answers took
  bool too_large = false;               // some answers would have taken gigabytes, which nobody said were meant (core/large_work)
  double expected_s = 0;                // that one would have taken, where the budget kept it from all
};

struct Verification {
  std::string model;
  std::uint64_t seed = 0;
  int n_states = 0, n_ill_conditioned = 0, n_singular = 0;
  int n_wanted = 0;  // states that were asked for; n_states is fewer when the budget was used up
  double budget_s = 0;
  std::string along;             // recording that the states are from; empty: random states
  std::uint64_t along_rows = 0;  // it has
  bool loops = false;
  int n_limits = 0;  // accelerations at singular states, by those who take the limit along the motion; all others must say `singular`
  std::vector<SingularState> singular_states;
  int n_ranks = 0;       // ranks of loops that were compared, each decided from the formulation's own rows
  int n_not_closed = 0;  // states whose loops did not close: nothing was compared there
  double largest_condition = 1;
  std::vector<Participant> participants;
  std::vector<PairAgreement> pairs;
  std::vector<Check> checks;
  std::vector<std::string> in_part;  // what was looked at in part, or by other means, since the mechanism is large
  std::string problem;               // why it does not agree, first of all reasons; empty when it does
  bool agrees() const { return problem.empty(); }
  int n_comparisons() const;  // of formulations with each other
};

Verification verify(const Model&, const VerifyOptions& = {});

}  // namespace zanjir
