// Elastic bodies in `multipliers`: their modes as columns of what stands on them, and their mass as points, each with a Jacobian of its own.
#pragma once

#include "zanjir/formulations/multipliers/multipliers.hpp"

namespace zanjir::multipliers_elastic {

// Columns of the modes, one set per section: where the section is, how it moves and turns per unit of modal speed. Needs poses.
void place_columns(const Model&, Multipliers::Scratch&);
// M and bias of all elastic bodies. Needs velocities and accelerations at vdot = 0.
void assemble(const Model&, Multipliers::Scratch&);
// What holds an elastic body by itself, with the given accelerations: wrench about the world origin.
Forced carried(const Model&, const Multipliers::Scratch&, const ElasticBody&, const VecX& vdot);

}  // namespace zanjir::multipliers_elastic
