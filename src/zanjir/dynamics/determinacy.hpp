// Which reactions the equations of motion determine, from the closure rows of a Workspace; what is meant by it and what is shown: least_reactions.hpp.
#pragma once

#include "zanjir/dynamics/least_reactions.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

// The joint wrenches that multipliers `lambda` cause by themselves: no motion, no load, tree joints then constraints. Needs an updated closure.
VecX wrenches_of(const Model&, const Workspace&, const Closure&, const VecX& lambda);

// From a basis of the null space of Phi_q^T over the closure rows.
Determinacy determinacy(const Model&, const Workspace&, const Closure&, const MatX& null_of_rows);

}  // namespace zanjir
