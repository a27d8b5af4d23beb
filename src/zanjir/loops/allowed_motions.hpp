// Motions that loops and prescribed joints allow at a state.
#pragma once

#include "zanjir/core/pivoted_qr.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// One per column: tree speeds v = N z, orthonormal where slides are counted in model lengths. `rank`: of the loops, as kept; null: decided at this state.
// `locked`: further rows [n x nv] whose rates are held at zero; with them the rank is decided here. Needs Stage::position.
MatX allowed_motions(const Model&, const Workspace&, const LoopRank* rank, const MatX& locked = {});

// The same without `locked`, for time loops: by a pivoted factor instead of singular values, in memory of its own.
class AllowedMotions {
 public:
  explicit AllowedMotions(const Model&);
  void make_room(const Model&);                                          // which grows with the square of the speeds: only where it will be asked
  const MatX& at(const Model&, const Workspace&, const LoopRank* rank);  // valid until it is asked again

 private:
  Closure closure_;
  PivotedQr qr_;
  std::vector<int> free_;
  MatX N_, A_transposed_;
  VecX column_;
};

}  // namespace zanjir
