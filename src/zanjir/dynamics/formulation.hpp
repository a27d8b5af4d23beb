// What every formulation answers, in one call:   M vdot + bias = tau + Phi_q^T lambda,   Phi_q vdot = gamma
// For each speed one side is given and the other wanted, so forward, inverse and hybrid dynamics are the same question. bias holds
// velocity terms, gravity, springs, dampers and loads; tau is what actuators, prescribed drives or the caller apply, power-conjugate
// to the speeds, on the joint side of the gear. Prescribed speeds are always wanted in tau; their vdot comes from their laws.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/dynamics/outcome.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct LoopRank;

enum class Want : std::uint8_t { vdot, tau };

struct Given {
  VecX vdot, tau;                  // [nv]; entries that are wanted are ignored
  std::vector<Want> want;          // [nv]
  VecX tau_cut = {};               // [n_cut_v] forces of actuators on cut joints; empty: none
  const LoopRank* rank = nullptr;  // as decided at the start of a motion; null: decided at this state, which costs several decompositions
  VecX closure_feedback = {};      // [n_closure_rows] added to gamma, Phi_q vdot = gamma + feedback (Baumgarte terms); empty: none
};
Given forward_question(const Model&, const VecX& tau);  // all vdot wanted, but tau of prescribed speeds
// All vdot given. Without loops all tau are wanted. With loops the motion must be possible (else: inconsistent), and tau is wanted at actuated
// and prescribed joints only, cut ones included: too many give the least weighted norm (status redundant), too few leave a force over.
Given inverse_question(const Model&, const VecX& vdot);

struct JointWrench {  // parent on child, at the joint origin on the child, world axes
  Forced total;
  Forced actuator;  // the share of tau: the wrench in the span of the joint's axes with the power tau . v
};

// From what a formulation finds on a joint of the tree: parent on child (of the tree) about the world origin, and the actuator's share at
// C's origin, both in world axes. For a swapped joint both change sign, and the user's child has the frame J.
JointWrench user_wrench(const Joint&, const Forced& W_about_origin, const Forced& actuator_at_C, const Vec3d& origin_J, const Vec3d& origin_C);

enum class Reactions : std::uint8_t { skip, compute };

// near_singular: inside the window around a singular configuration, where the acceleration is a limit along the motion.
enum class Configuration : std::uint8_t { regular, near_singular };

struct Solution {
  VecX vdot, tau;                          // [nv] complete: given and wanted
  VecX tau_cut;                            // [n_cut_v]
  VecX lambda;                             // [n_closure_rows]; where rows are redundant, one choice of many
  std::vector<JointWrench> reaction;       // per joint of the tree, when asked for and covered
  std::vector<JointWrench> loop_reaction;  // per constraint of the model: first on second; zero for gears
  VecX leftover, leftover_cut;             // inverse dynamics with too few actuators: the force that is missing, per freedom
  // What was not measured is absent (Coverage says by whom it is), as is all of it without loops.
  // How far from a singular configuration: the smallest kept singular value of the loops (from above; closely where it is below a tenth), relative to
  // LoopRank::sigma_ref. For questions that leave all but prescribed speeds free.
  std::optional<double> sigma_ratio;
  std::optional<Configuration> configuration;
  std::optional<int> rank;  // of the loops over the speeds that were left free, kept or decided here
  std::string note;         // why a status is not ok: names the joint
};

// What a formulation can do for a model. A question or an option that needs what is not here is refused before it is asked, never ignored.
struct Coverage {
  bool forward = true, inverse = true, reactions = true;
  // with loops
  bool feedback = true;       // Given::closure_feedback
  bool multipliers = true;    // Solution::lambda
  bool leftover = true;       // Solution::leftover
  bool sigma = true;          // Solution::sigma_ratio
  bool near_singular = true;  // the limit along the motion; others say `singular` there
  std::string why_not = {};   // what is not covered, and why; empty when all is. `verify` prints it
};
// For a model that is not covered at all.
Coverage covers_nothing(std::string why);

template <class F>
concept Formulation = requires(const F& f, const Model& m, const State& s, const Given& in, Reactions r, Solution& out) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::covers(m) } -> std::same_as<Coverage>;
  {typename F::Scratch(m)};
}
&&requires(const F& f, const Model& m, const State& s, const Given& in, Reactions r, typename F::Scratch& x, Solution& out) {
  { f.solve(m, s, in, r, x, out) } -> std::same_as<SolveStatus>;
};

}  // namespace zanjir
