// Blocks that know the mechanism: what force an acceleration takes, what holds it at rest, and where joints are while something is led.
#pragma once

#include <vector>

#include "zanjir/control/block.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/terms/said.hpp"

namespace zanjir {

// Null for the other kinds, and where something is not right with it: `problems` then says what, paths below the block.
std::unique_ptr<Block> make_model_block(const Model&, const AnyFormulation&, const BlockDescription&, std::vector<SaidProblem>& problems);

}  // namespace zanjir
