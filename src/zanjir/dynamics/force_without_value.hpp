// Where dynamics has no answer because a force has none: the root of a negative distance, a load that is 0/0.
#pragma once

#include <string>

#include "zanjir/state/state.hpp"

namespace zanjir {

// "the law of the force 'pull' has no value at distance 0.2 m, angle 0 rad"; empty: all have values.
std::string force_without_value(const Model&, const State&);

}  // namespace zanjir
