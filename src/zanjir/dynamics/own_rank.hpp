// The rank of the loops from rows that somebody brings, so that formulations need not believe those of newton-euler: the procedure of loops/loop_rank.hpp, plainly, at the
// state and at closed states beside it. Shared are positions that close the loops, which residuals prove; no row.
#pragma once

#include <functional>

#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// rows_at(state): rows of the loops over all speeds, both scaled by the model length (Model::row_scale, column_scale). Cost: a decomposition by singular values per state looked at, two beside it or, at rest, two per freedom.
LoopRank rank_from_rows(const Model&, const State&, const std::function<MatX(const State&)>& rows_at);

}  // namespace zanjir
