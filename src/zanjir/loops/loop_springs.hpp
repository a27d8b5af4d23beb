// Loops that are springs (Model::sprung): how far each is open at one state, and what it carries.   docs/loops.md
//   c   residuals of the constraint, as if it were rigid; c' their rate;   f_i = preload_i - k_i c_i - d_i c'_i                   (1)
//   W   = sum_i f_i dc_i/d(relative twist), the wrench of first on second                                                       (2)
// dc_i is the exact gradient at any opening, so the undamped part of (2) comes from V = 1/2 c^T K c - preload . c; near zero the rows are
// lengths and angles, so k_i is a stiffness in the ordinary sense (the rule "c must be the elongations" of the virtual-spring literature).
#pragma once

#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// Sums over springs: of the components of gaps in world axes, so that they do not depend on the axes of a joint, and of angles. For c: how far the
// loops are open, m and rad; for multipliers of the same rows: what they carry, N and N m.
struct LoopSum {
  double translation = 0, turn = 0;
};

struct SpringForce {
  Forced W{{0, 0, 0}, {0, 0, 0}};  // first on second at point_W, world axes; zero for gears
  Vec3d point_W{0, 0, 0};
  BodyId first = BodyId::ground, second = BodyId::ground;
  double on_b = 0;      // gears: the force on the coordinate of b
  double energy_J = 0;  // V
  double damper_W = 0;  // power of the dampers, never positive
  LoopSum opening;
};

// Of Model::sprung()[i], whose first row is `row`. Needs Stage::velocity when it has dampers, else Stage::position. Allocates nothing.
SpringForce spring_force(const Model&, const Workspace&, std::size_t i, int row);

// Calls apply(i, SpringForce) for every sprung constraint.
template <class Apply> void for_each_spring(const Model& model, const Workspace& ws, Apply&& apply) {
  int row = 0;
  for (std::size_t i = 0; i < model.sprung().size(); ++i) {
    apply(i, spring_force(model, ws, i, row));
    row += n_rows_of(model.sprung()[i]);
  }
}

// c of all springs [n_spring_rows]: m, rad. Needs Stage::position.
void spring_elongations(const Model&, const Workspace&, VecX& c);

// Over all springs. Needs Stage::position. Allocates nothing.
LoopSum sum_over_springs(const Model&, const Workspace&, const VecX& per_row);

}  // namespace zanjir
