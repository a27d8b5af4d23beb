// Forward dynamics of closed loops side by side with peers.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "peers/peer.hpp"

namespace zanjir::bench {

// Prints a table and adds to `out`. False when no peer gives our accelerations for a mechanism: then there is nothing to compare.
bool compare_loops(const std::vector<const Peer*>&, int sweeps, nlohmann::json& out);

}  // namespace zanjir::bench
