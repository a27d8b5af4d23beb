// Where a recorded run stood at its last row: enough to go on as if it had never stopped.
#pragma once

#include "zanjir/record/recording.hpp"
#include "zanjir/simulate/recorded_state.hpp"
#include "zanjir/simulate/sim_options.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct ResumePoint {
  State state;
  Resumed resumed;
};

// From the channels of a row; when the run began, and its largest kinetic energy, the row does not know.
Result<ResumePoint> resume_point(const Model&, const ChannelValue&, const std::string& source);
// From a recording of this model with its energy channels. No value: the diagnostics say what is missing or does not fit.
// `n_rows`: of its first rows alone.
Result<ResumePoint> resume_point(const Model&, const Recording&, const std::string& file, std::uint64_t n_rows);

}  // namespace zanjir
