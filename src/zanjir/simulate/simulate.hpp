// The driver loop: stepper + projection + events + ledger + recorder -> RunSummary.
#pragma once

#include <functional>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/simulate/sim_options.hpp"
#include "zanjir/simulate/summary.hpp"

namespace zanjir {

struct State;

// Runs from a closed `state`, which moves to where the run ended. `make_recorder` is called once with the channels, before the first step; when it gives
// null, the run ends there (recorder_failed). Empty: nothing is recorded.
using MakeRecorder = std::function<Recorder*(const std::vector<Channel>&)>;
RunSummary simulate(const Model&, State& state, const SimOptions&, const MakeRecorder& make_recorder);

}  // namespace zanjir
