// A row of channels read back: the State that the sampler wrote it from.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

using ChannelValue = std::function<std::optional<double>(const std::string& channel)>;  // nothing: the row has no such channel

// Coordinates and speeds, modes too, and the memory of contacts. Channels that are not there go to `missing`, and there is no value; nor is there one when
// the loops cannot be closed from it, which the diagnostics say. `source` is the name of the row in them.
Result<State> recorded_state(const Model&, const ChannelValue&, const std::string& source, std::vector<std::string>& missing);

}  // namespace zanjir
