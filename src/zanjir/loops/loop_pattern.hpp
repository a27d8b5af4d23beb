// The structure of a LoopFactor: which speeds the rows of each constraint touch, which constraints share speeds, and an order of the rows in which
// those that do are neighbours, so that the Schur complement has a narrow envelope. It depends on the rows in use, not on the state.
#pragma once

#include <span>

#include "zanjir/loops/loop_factor.hpp"

namespace zanjir {

// rows: those in use, increasing. Allocates. Cost: the pairs of constraints.
void use_rows(const Model&, std::span<const Constraint>, const Closure&, std::span<const int> rows, LoopFactor&);

}  // namespace zanjir
