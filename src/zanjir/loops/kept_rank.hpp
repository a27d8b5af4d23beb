// The rank of the loops kept from state to state, for as long as it is surely what a decision at the new state would give.
//
// What an answer takes from a LoopRank: the number r of independent rows, which rows, and sigma_ref, against which a state counts as near a singular point.
// A kept one serves a state where all of these hold; the regular answer is then unique, whatever the rows, so it is that of a new decision up to rounding:
//   sigma_r >= 0.1 sigma_ref                     the kept rows are independent here, and the state is far outside the window of the kept rank        (1)
//   sigma_r <= 10 sigma_ref                      sigma_ref was not found near a singular point                                                      (2)
//   sigma_r >= 2 window_ratio |A|                no state beside this one is so much better that a new sigma_ref would put this one into its window:
//                                                sigma_ref <= |A| there, and |A| of the deciding state, which bounds it, is allowed to grow twofold   (3)
//   A n = 0 for a random motion n that the kept rows allow: the other rows are redundant here too, so r is not too small                            (4)
// sigma_r is that of the kept rows, known from above within about a half. Everything else is decided anew. See docs/decisions/0011-rank-kept-by-solvers.md.
#pragma once

#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {

class KeptRank {
 public:
  explicit KeptRank(const Model&);
  bool known() const { return known_; }
  const LoopRank& rank() const { return rank_; }
  void decide(const Model&, const State&);
  void forget() { known_ = false; }
  // (1) to (3), where sigma_r / sigma_ref is known already.
  bool holds(double sigma_ratio) const;
  // (1) to (4) at a state. Costs about half of a regular solve; nothing when the coordinates are those of the call before.
  bool holds_at(const Model&, const State&);

 private:
  bool others_are_redundant(const Model&);

  bool known_ = false;
  LoopRank rank_;
  double norm_bound_ = 0;
  RankFinder finder_;
  Workspace ws_;
  Closure closure_;
  LoopFactor kept_;
  VecX n_, c_, motion_, lambda_;
  VecX checked_q_;  // the coordinates of the last check, and its outcome
  bool checked_ = false, held_ = false;
};

}  // namespace zanjir
