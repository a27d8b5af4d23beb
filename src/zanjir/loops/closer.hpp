// Closing loops, with all the scratch it needs: make one per model (or per set of constraints) and thread, and ask it as often as you like.
//
// Positions. Damped Gauss-Newton on all rows phi, smallest scaled change. With A = R Phi_q C, R and C the row and column scales:
//   dq = -C A^T (A A^T + mu)^-1 R phi,   mu = |R phi|                                                                                      (1)
// needs no rank, and is quadratic near a solution. A A^T + mu has the sparsity of loops/loop_factor, so N loops in a row cost O(N). mu never falls below
// what a Cholesky factor needs when rows are redundant.
// Rounding. phi is a difference of positions in the world, so it is known to eps x (their size); a mechanism far from the origin counts as closed, and its
// iteration as done, by that. A gap of more than ten model lengths is a matter of slides, which are linear: there mu is one, and they move without bound.
// Velocities. Phi_q v = 0 with the smallest scaled change, over independent rows; the others must follow, or else all count in the sense of least squares.
#pragma once

#include <optional>

#include "zanjir/loops/assembly.hpp"
#include "zanjir/loops/row_picker.hpp"

namespace zanjir {

class Closer {
 public:
  explicit Closer(const Model&);      // for the loops of the model
  Closer(const Model&, ClosureTask);  // and for more rows beside them
  // As close_positions, reach and close_velocities of assembly.hpp. Nothing is allocated once a call with as many rows (and targets of the same
  // frames) has been made, but for the name in the report where it is long.
  AssemblyReport positions(const Model&, State&, const std::vector<bool>& held = {});
  AssemblyReport reach(const Model&, std::span<const PoseTarget>, State&, const std::vector<bool>& held = {});
  VelocityReport velocities(const Model&, State&, const std::vector<bool>& held = {});  // of the loops of the model
  // Some rough steps towards a solution from far away; true when near enough for positions() to finish.
  bool approach(const Model&, State&, const std::vector<bool>& held = {});

  // Residual of all rows at a state, scaled; and what was evaluated for it.
  const VecX& residual(const Model&, const State&);
  const Workspace& workspace() const { return ws_; }
  const Closure& closure() const { return closure_; }
  const ClosureTask& task() const { return task_; }
  // Of the state of the last residual: how large the scaled residual of a closed mechanism may be.
  double closed_below(const Model&) const;

 private:
  void size_rows();
  void hold(const Model&, const std::vector<bool>& held);
  bool find_step(const Model&, double size);  // (1) at the state of the last residual, of this size; no larger than it may be
  void aim(const Model&, std::span<const PoseTarget>);
  AssemblyReport report(const Model&, int iterations) const;
  void close_rates_densely(const Model&, State&);

  ClosureTask task_;
  std::vector<PoseTarget> aimed_;  // targets after the loops in task_
  Workspace ws_;
  Closure closure_;
  LoopFactor factor_, picked_;
  RowPicker picker_;
  std::vector<int> all_rows_;
  std::vector<char> slides_;  // [nv]
  State trial_, next_;
  VecX phi_, phi_next_, step_, part_, minus_phi_, lambda_, no_force_, rate_;
  std::optional<ScaledRows> dense_;
};

}  // namespace zanjir
