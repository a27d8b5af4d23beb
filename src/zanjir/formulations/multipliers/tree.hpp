// The tree of `multipliers`: columns, Jacobians, mass matrix and bias, and what its joints carry. Numbers in brackets: multipliers.cpp.
#pragma once

#include "zanjir/formulations/multipliers/multipliers.hpp"

namespace zanjir::multipliers_tree {

inline Vec3d velocity_at(const Multipliers::BodyQuantities& body, const Vec3d& x) { return body.V.v + cross(body.V.w, x - body.com); }

// The axes of a joint in the world. What each speed means is said in the definition of the joint (model/joint.hpp).
void place_columns(const Multipliers::Scratch&, const Joint&, Multipliers::Column*);

// (3), (4)
void assemble(const Model&, Multipliers::Scratch&);

// The wrench in the span of the joint's axes, at the joint origin on the child, with axis_k . share = tau_k. Only a universal joint may
// have axes that are not at right angles.
Forced actuator_share(const Joint&, const Multipliers::Column*, const double* tau);

// (2): what each body needs by itself, into `carried`, about the world origin.
void hold_bodies(const Model&, Multipliers::Scratch&, const VecX& vdot);
// Balance of what each joint carries: tree joints from the tips inwards.
void sum_inwards(const Model&, Multipliers::Scratch&, const VecX& tau, std::vector<JointWrench>& reaction);

}  // namespace zanjir::multipliers_tree
