// A map in words and as JSON.
#pragma once

#include <string>

#include "zanjir/study/results.hpp"

namespace zanjir {

// Size with its error, what binds where, the extremes of the values.
std::string map_text(const TaskResult&);
// {"status", "why", "numbers": {name: {"value", "unit"}}, "notes", "out_of_reach", "seconds"}; SI, numbers without a value are null.
std::string map_json(const TaskResult&);

}  // namespace zanjir
