// The rows of loops in `multipliers`, (7) and (8) of multipliers.cpp: wrench pairs in world axes, for loops that hold and for loops that are springs.
#pragma once

#include "zanjir/formulations/multipliers/multipliers.hpp"

namespace zanjir::multipliers_rows {

struct LoopRow {  // the wrench pair [n; f] at `point`, on the second body, the opposite on the first; a gear has a row of Phi_q only
  BodyId first = BodyId::ground, second = BodyId::ground;
  Vec3d point{0, 0, 0}, n{0, 0, 0}, f{0, 0, 0};
  double second_derivative = 0;  // for vdot = 0
};

struct Loops {
  std::vector<LoopRow> rows;
  MatX Phi_q, S_cut;  // [nc x nv]; [n_cut_v x nv] rates of the cut joints
  VecX gamma;
  std::vector<Vec3d> cut_point;                              // per constraint
  std::vector<std::vector<Multipliers::Column>> cut_column;  // per constraint
};

// Needs positions and velocities of the bodies, and Jdot v.
Loops find_loops(const Model&, const Multipliers::Scratch&);
// Loops that are springs: preload - k c - d c' along each row, c the residual of the row and c' the power of its wrench.
void gather_springs(const Model&, Multipliers::Scratch&);

}  // namespace zanjir::multipliers_rows
