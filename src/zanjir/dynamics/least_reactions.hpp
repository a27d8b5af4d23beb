// Which reactions are shown where the equations of motion leave them open. Each redundant closure row is a self-stress: joint wrenches in equilibrium without any
// load or motion, which may run through a whole loop. A reaction component that a self-stress touches is undetermined: any multiple may be
// added. The choice made here is the least norm over all joints, tree and cut:  sum |f|^2 + |m|^2/l^2, m about the joint's own point, which
// does not depend on axes or on the cut.
#pragma once

#include <vector>

#include "zanjir/dynamics/formulation.hpp"

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

// From self-stress states in any basis, one per column. States that load no joint (two identical gears stress each other only) are dropped: those that are nothing beside
// `size`, the norm of a state that does load one.
Determinacy determinacy_of(const MatX& states, double size);
// Of states from rows scaled by the model length: there a unit is a force of 1/l.
double size_of_states(const Model&);

// Reactions as one column of such states.
void put_reactions(const Model&, const Solution&, Eigen::Ref<VecX> state);

// Adds the combination of self-stresses that makes the reactions least.
void choose_least_reactions(const Model&, const Determinacy&, Solution&);
// The same for n self-stresses, where load(k, one) puts the reactions that the k-th causes by itself into `one`.
template <class Load> void choose_least_reactions(const Model& model, Eigen::Index n, double size, Load&& load, Solution& out) {
  if (n == 0) return;
  MatX states(6 * static_cast<Eigen::Index>(out.reaction.size() + out.loop_reaction.size()), n);
  Solution one;
  for (Eigen::Index k = 0; k < n; ++k) {
    load(k, one);
    put_reactions(model, one, states.col(k));
  }
  choose_least_reactions(model, determinacy_of(states, size), out);
}

}  // namespace zanjir
