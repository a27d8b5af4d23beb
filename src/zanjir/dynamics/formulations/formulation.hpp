// What every formulation answers, in one call:   M vdot + bias = tau
// For each speed one side is given and the other wanted, so forward, inverse and hybrid dynamics are the same question. bias holds
// velocity terms, gravity, springs, dampers and loads; tau is what actuators, prescribed drives or the caller apply, power-conjugate
// to the speeds, on the joint side of the gear. Prescribed speeds are always wanted in tau; their vdot comes from their laws.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/state/state.hpp"

namespace zanjir {

enum class Want : std::uint8_t { vdot, tau };

struct Given {
  VecX vdot, tau;          // [nv]; entries that are wanted are ignored
  std::vector<Want> want;  // [nv]
};
Given forward_question(const Model&, const VecX& tau);   // all vdot wanted, but tau of prescribed speeds
Given inverse_question(const Model&, const VecX& vdot);  // all tau wanted

struct JointWrench {  // parent on child, at the joint origin on the child, world axes
  Forced total;
  Forced actuator;  // the share of tau: the wrench in the span of the joint's axes with the power tau . v
};

enum class SolveStatus : std::uint8_t { ok, redundant, inconsistent, singular, not_converged };
std::string_view name_of(SolveStatus);

enum class Reactions : std::uint8_t { skip, compute };

struct Solution {
  VecX vdot, tau;                     // [nv] complete: given and wanted
  std::vector<JointWrench> reaction;  // per joint of the model, when asked for and covered
  std::string note;                   // why a status is not ok: names the joint
};

struct Coverage {
  bool forward = true, inverse = true, reactions = true;
  std::string why_not;  // what is not covered, and why; empty when all is. `verify` prints it
};

template <class F>
concept Formulation = requires(const F& f, const Model& m, const State& s, const Given& in, Reactions r, Solution& out) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::covers(m) } -> std::same_as<Coverage>;
  { typename F::Scratch(m) };
} && requires(const F& f, const Model& m, const State& s, const Given& in, Reactions r, typename F::Scratch& x, Solution& out) {
  { f.solve(m, s, in, r, x, out) } -> std::same_as<SolveStatus>;
};

}  // namespace zanjir
