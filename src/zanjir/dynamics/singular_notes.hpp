// What formulations say that take the limit along the motion at singular configurations of the loops, and when they say it.
#pragma once

#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

inline constexpr const char* limit_note =
    "near a singular configuration: the acceleration is the limit along the motion; reactions grow without bound there and are not given";
inline constexpr const char* rest_at_singular_note =
    "at rest in a singular configuration, where the mechanism may leave in more than one direction; give a velocity, or start beside the point";
inline constexpr const char* no_branch_note = "this velocity leaves the singular configuration in no direction the loops allow";

// What a velocity may ask of rows that are lost, of its square. Along a motion a state is off its branch by the error of the integration, and gamma by as much; a velocity
// of no branch is off by about one. A state of its own has no such excuse.
inline double most_off_branch(const Given& given) { return given.rank ? 0.05 : 1e-6; }

}  // namespace zanjir
