// Peers from shared libraries, and what a comparison needs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "peers/peer.hpp"
#include "support/report.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::bench {

// Ends the program when one cannot be loaded. Names and compilers go into results["peers"]: an empty list says that there was none.
std::vector<const Peer*> load_peers(const Options&, Json& results);

using PeerRobot = std::unique_ptr<void, void (*)(void*)>;
PeerRobot make_robot(const Peer&, const kernels::Tables&, const double* q, const double* v, const double* vdot, const double* tau);

// Loops as points kept together: what spherical joints and, in a plane, hinges are.
std::vector<PeerLoop> loops_of(const Model&);

// Largest difference over the largest entry of `ours`.
double off_by(const std::vector<double>& ours, const std::vector<double>& theirs);

}  // namespace zanjir::bench
