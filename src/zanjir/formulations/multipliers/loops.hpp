// Loops of `multipliers`: (9) of multipliers.cpp by singular values, and the reactions of least norm.
#pragma once

#include "zanjir/formulations/multipliers/multipliers.hpp"

namespace zanjir::multipliers_loops {

// Needs M and bias in the scratch.
SolveStatus solve(const Model&, const State&, const Given&, Reactions, Multipliers::Scratch&, Solution&);

}  // namespace zanjir::multipliers_loops
