// The bias of M vdot + bias = tau, part by part. Each is what that source alone would ask of tau to keep vdot = 0, so a pulling spring
// shows as a negative entry. Elements on frames are brought to the speeds by the frames' Jacobians, not by the recursion of bias_force:
// the sum of the parts checks it.
#pragma once

#include "zanjir/state/state.hpp"

namespace zanjir {

struct BiasParts {
  VecX velocity;  // Coriolis, centrifugal and gyroscopic terms
  VecX gravity, springs, dampers, friction, loads, contacts;
  VecX total() const { return velocity + gravity + springs + dampers + friction + loads + contacts; }
};
// Needs Stage::velocity; O(n) and a Jacobian per frame element. Allocates.
BiasParts bias_parts(const Model&, const Workspace&);

}  // namespace zanjir
