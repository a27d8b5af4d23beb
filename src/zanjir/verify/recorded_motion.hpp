// States of a recorded motion, for `verify --along`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/language/written.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct RecordedMotion {
  std::string file;
  std::uint64_t n_rows = 0;  // of the recording
  std::vector<State> states;
};

// At most n_states rows, evenly from the first to the last, in an order of which every beginning is spread over all of the motion: whoever stops early has still seen all of it, more
// coarsely. No value when the file is no recording, when it is of another mechanism, lacks channels of the state or holds states that do not close the loops. A recording of a
// file with the same names whose text (`description`) has changed since, or in which other values are set, is taken, with a warning that names what differs first.
Result<RecordedMotion> recorded_motion(const Model&, std::string_view description, const Overrides& set, const std::filesystem::path& recording,
                                       int n_states);

}  // namespace zanjir
