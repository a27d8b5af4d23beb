// newton-euler for mechanisms with closed loops: forward, hybrid and inverse. Internal to the formulation. It leads its own dialogue, with the statuses, notes, thresholds and
// choices of dynamics/question.hpp and actuation.hpp: M is never formed, tau of driven speeds and reactions come out of one sweep with the loops as forces on bodies, and the rows
// that were not needed are checked in that sweep. The order of dynamics/dialogue.hpp would cost it another.
// The regular case goes through the sparse factors of loops/loop_factor; what those refuse (a mass matrix that is singular on the tree,
// kept rows that have become weak, the neighbourhood of a singular configuration) and hybrid questions go through the dense ones of
// newton_euler/loops.
#pragma once

#include "zanjir/formulations/newton_euler/newton_euler.hpp"

namespace zanjir {

// Needs velocities and forces in x.ws, and x.vdot with the accelerations that are given.
SolveStatus solve_with_loops(const Model&, const State&, const Given&, Reactions, NewtonEuler::Scratch& x, Solution&);

// The wrench in the span of a tree joint's axes with the power tau . v, at C's origin, world axes.
Forced actuator_share(const Model&, const Workspace&, const Joint&, const VecX& tau);

// The wrenches of all tree joints from the forces that inverse_dynamics left in the scratch.
void tree_reactions(const Model&, const VecX& tau, NewtonEuler::Scratch& x, std::vector<JointWrench>&);

}  // namespace zanjir
