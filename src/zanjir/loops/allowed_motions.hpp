// Motions that loops and prescribed joints allow at a state.
#pragma once

#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// One per column: tree speeds v = N z, orthonormal where slides are counted in model lengths. `rank`: of the loops, as kept; null: decided at this state.
// `locked`: further rows [n x nv] whose rates are held at zero; with them the rank is decided here. Needs Stage::position.
MatX allowed_motions(const Model&, const Workspace&, const LoopRank* rank, const MatX& locked = {});

}  // namespace zanjir
