// Force elements -> what the kernels read: one wrench per row (row axes, row origin) and one generalized force per speed.
#pragma once

#include <span>

#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// Fills ws.tau_elements at ws.t_s with what acts on joints: springs, dampers, stops, friction, loads; not gears that are springs. Needs no stage. Allocates nothing.
void gather_joint_forces(const Model&, Workspace&);
// Fills ws.tau_elements and ws.external_W (springs, loads and contacts per body) at ws.t_s. Needs Stage::velocity. Allocates nothing.
void gather_forces(const Model&, Workspace&);

// The wrenches of sprung loops, first on second at the joint origin, added to the reactions of all constraints. Needs Stage::velocity.
void add_spring_reactions(const Model&, const Workspace&, std::span<JointWrench> loop_reaction);

// Adds a wrench on a body: [moment; force] at the point p_W, world axes.
void add_external(Workspace&, BodyId, const Forced& F, const Vec3d& p_W);

// ws.external_W summed to rows in ws.external; returns its data. Null for a model in which nothing acts on a frame and no loop is closed,
// which lets the kernels skip it.
const double* external_rows(const Model&, Workspace&);

inline Forced external_wrench_W(const Workspace& ws, BodyId body) {  // about the world origin
  const double* F = ws.external_W.data() + 6 * index(body);
  return {{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
}

}  // namespace zanjir
