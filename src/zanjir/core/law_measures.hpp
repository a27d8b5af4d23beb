// What the law of a force between two frames may name besides `t` and phases: how far its frames are apart, how far one is turned against the other, and the rates of both. Where
// a law is evaluated they stand behind all phases that there may be, so that an expression or a table of a distance is a law like any other.
#pragma once

#include <array>
#include <string_view>

#include "zanjir/core/kinds.hpp"

namespace zanjir {

inline constexpr std::array<std::string_view, 4> law_measures{"distance", "distance_rate", "angle", "angle_rate"};
inline constexpr unsigned most_law_arguments = most_phases + static_cast<unsigned>(law_measures.size());

}  // namespace zanjir
