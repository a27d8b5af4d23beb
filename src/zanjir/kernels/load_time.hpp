// What is decided once per model from its step table: pivot floors and the walk of the mass matrix.
#pragma once

#include "zanjir/kernels/tables.hpp"

namespace zanjir::kernels {

// Floors for Tables::pivot_floor and Tables::slide_floor, [n_steps] each: 64 eps times the inertia (for slides: the mass) that can lie beyond
// the step. The inertia is bounded by the reach of each row: the distances between successive origins added up; the travel of slides and the
// positions of free steps are not known at load time and count as zero. Rotor inertia of the step's own speeds is left out: it only helps.
void pivot_floors(const Tables&, double* pivot_floor, double* slide_floor);

enum class MassMatrixWalk : std::uint8_t { rows, world };
// The faster walk for this tree, by a measured threshold on the mean number of ancestor rows per speed.
MassMatrixWalk mass_matrix_choice(const Tables&);

// For Tables::planar: one entry per step, steps[n_steps], of a tree that moves in one plane, in any position. False for others, for those with elastic bodies and
// for those without a hinge. Axes that are at right angles but for rounding are.
bool planar_steps(const Tables&, PlanarStep* steps);

}  // namespace zanjir::kernels
