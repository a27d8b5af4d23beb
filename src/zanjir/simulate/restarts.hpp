// Runs that can be resumed to the last bit, by any method: at every multiple of `restart_every_s` the run records a row, forgets all but what stands in it, and goes on from there as a run that is
// resumed does. So a resumed run that goes back to the last such row differs in nothing from one that was never interrupted: what a method with memory, a projector or the rank of
// loops has learned on its way is learned anew at the same places in both.
#pragma once

#include "zanjir/record/recording.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir {

RunSummary simulate_with_restarts(const Model&, State& state, const SimOptions&, const MakeRecorder&);

// How many rows there are up to the last one that such a run began anew from; nothing: it came to none.
std::optional<std::uint64_t> rows_to_last_restart(const Recording&, double restart_every_s);

}  // namespace zanjir
