// Which reactions the equations of motion determine. Each redundant closure row is a self-stress: joint wrenches in equilibrium without any
// load or motion, which may run through a whole loop. A reaction component that a self-stress touches is undetermined: any multiple may be
// added. The choice made here is the least norm over all joints, tree and cut:  sum |f|^2 + |m|^2/l^2, m about the joint's own point, which
// does not depend on axes or on the cut.
#pragma once

#include <array>
#include <vector>

#include "zanjir/dynamics/formulations/formulation.hpp"

namespace zanjir {

struct Determinacy {
  // One column per self-stress state, orthonormal; rows: [moment / l; force] of the tree joints, then of the constraints, as in Solution.
  MatX states;
  int n_states() const { return static_cast<int>(states.cols()); }
  // Whether a component of a reaction (0..5, world axes) is undetermined: its row in `states` is not zero.
  bool undetermined(int joint, int component) const;
  // How many dimensions of a joint's wrench are undetermined, whatever the axes.
  int undetermined_dimensions(int joint) const;
};

// The joint wrenches that multipliers `lambda` cause by themselves: no motion, no load, tree joints then constraints. Needs an updated closure.
VecX wrenches_of(const Model&, const Workspace&, const Closure&, const VecX& lambda);

// From a basis of the null space of Phi_q^T over the closure rows.
Determinacy determinacy(const Model&, const Workspace&, const Closure&, const MatX& null_of_rows);

// Adds the combination of self-stresses that makes the reactions least.
void choose_least_reactions(const Model&, const Determinacy&, Solution&);

}  // namespace zanjir
