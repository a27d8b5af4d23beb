// Time per call of newton-euler with closed loops.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace zanjir::bench {

void time_loops(int sweeps, nlohmann::json& out);

}  // namespace zanjir::bench
