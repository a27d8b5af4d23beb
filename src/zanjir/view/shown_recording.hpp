// A recording as a scene with one clip. The mechanism comes from the text that the recording holds, or from a description that is given instead.
#pragma once

#include "zanjir/record/recording.hpp"
#include "zanjir/view/bundle.hpp"

namespace zanjir {

struct Description;

struct RecordingShown {
  std::size_t frames = 2000;           // instants of poses at most
  std::size_t curve_bytes = 12 << 20;  // of all curves together; longer recordings keep the extremes of equal parts
};

// `described`: the mechanism, when the recording does not hold it; else null. `file`: its name in diagnostics.
Result<Bundle> shown_recording(const Recording&, const std::string& file, const Description* described, const RecordingShown& = {});

}  // namespace zanjir
