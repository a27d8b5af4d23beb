// Loops as springs for one run: the springs chosen, and a start that does not make them ring.   docs/loops.md
//   stiffness  given, or Ks = sum |lambda| / (wanted sum of |c|), lambda the multipliers of the rigid mechanism at its start                    (1)
//   damping    given, or Cd_i = 2 zeta sqrt(Ks_i m_i),  1/m_i = (A M^-1 A^T)_ii, the mass that row i feels at the start                          (2)
//   start      closed (c = 0, c' = 0: the springs then ring about the reaction with its full size), or quasi-static:
//              c' = -Ks^-1 lambda',   Ks c + Cd c' = -lambda,   by the smallest change of q and v in the mass metric                             (3)
// Rows that are redundant carry what their stiffnesses say, so (3) is solved as A^T (Ks c + Cd c' + lambda) = 0.
#pragma once

#include "zanjir/describe/description.hpp"
#include "zanjir/simulate/sim_options.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

enum class SpringStart : std::uint8_t { closed, quasi_static };
template <> struct WordsOf<SpringStart> {
  static constexpr WordOf<SpringStart> table[] = {{SpringStart::quasi_static, "quasi-static"}, {SpringStart::closed, "closed"}};
};

struct SpringOptions {
  double stiffness_N_per_m = 0;                           // 0: from closure_error_m
  double closure_error_m = 0;                             // 0: from stiffness_N_per_m
  std::optional<double> turn_stiffness_N_m_per_rad = {};  // nothing: stiffness times the square of the model length
  double damping_N_s_per_m = 0;
  std::optional<double> turn_damping_N_m_s_per_rad = {};
  double damping_ratio = 0;  // zeta of (2), instead of damping
  SpringStart start = SpringStart::quasi_static;
  double update_every_s = 0;                 // augmented Lagrangian: time after which what a spring carries becomes its preload; 0: never
  std::vector<Diagnostic> validate() const;  // keys named as the fields; empty: all is well
};

struct SprungRun {
  Model model;  // same tree and coordinates as the rigid one
  State state;
  std::string note;  // the springs in words
};

// `rigid` is the model of the description with its loops closed, `closed` a closed state of it; `motion` says what acts at the start. Fails, with a
// diagnostic, where there is no loop and where the rigid mechanism has no reactions at the start (a singular configuration).
Result<SprungRun> replace_loops_by_springs(const Description&, const Model& rigid, const State& closed, const MotionOptions& motion,
                                           const SpringOptions&);

// (3) on its own, for a model whose springs are given. False: the rigid mechanism has no reactions at this state.
bool start_quasi_statically(const Model& rigid, const Model& sprung, const MotionOptions& motion, State&);

}  // namespace zanjir
