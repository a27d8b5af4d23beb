// zanjir recording repeat RUN: the run of a recording once more, from nothing but what the recording holds, compared to the last bit.
#pragma once

#include <string>

#include "verbs.hpp"

namespace zanjir::app {

int repeat_recording(const std::string& file, const Common&);

}  // namespace zanjir::app
