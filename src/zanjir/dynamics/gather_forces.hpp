// Force elements -> what the kernels read: one wrench per row (row axes, row origin) and one generalized force per speed.
#pragma once

#include "zanjir/state/state.hpp"

namespace zanjir {

// Fills ws.external and ws.tau_elements at ws.t_s. Needs Stage::velocity. Allocates nothing. Returns ws.external.data(), or null when
// no element acts on a frame, which lets the kernels skip it.
const double* gather_forces(const Model&, Workspace&);

// Wrench of springs and loads on one body, world axes, about the world origin. Needs Stage::velocity.
Forced external_wrench_W(const Model&, const Workspace&, BodyId);

}  // namespace zanjir
