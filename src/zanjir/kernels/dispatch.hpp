// The kernels of one instruction set, as a table of functions, and the choice among them made once at start.
// Everything outside kernels/ calls them through this table. Source of the recursions: [Featherstone2008].
#pragma once

#include <cstddef>
#include <cstdint>

#include "zanjir/kernels/tables.hpp"

namespace zanjir::kernels {

// What of the kinematics an earlier call with the same q and v has already left in the scratch. Who knows them knows the springs of Tables::planar_spring
// too, and has them among the external forces: forward_dynamics adds them when nothing is known.
enum class Known : std::uint8_t { nothing, kinematics };

// Where a mass matrix by branches keeps entry (i, j), j on the way of i to the ground: at row_begin[i] + depth[j].
struct BranchPlaces {
  const int* depth;                 // [nv] how many speeds lie nearer to the ground
  const std::ptrdiff_t* row_begin;  // [nv]
};

// All arrays are for `lanes` states: number i of lane k at array[i * lanes + k]; lanes = 1 is the plain case. With more lanes every array
// starts on a multiple of 8 * lanes bytes (one register).
// external: null, or [n_steps * 6] wrench on each row from outside, row axes, at the row origin, [moment; force].
// vdot null means zero. No function allocates, throws or keeps state; all scratch is the caller's (scratch_layout(n_steps).total * lanes).
struct Functions {
  const char* isa;  // "base", "avx2", "avx512"
  int lanes;

  // X_PB, X_WB; with v not null also V.
  void (*kinematics)(const Tables&, const double* q, const double* v, double* scratch);

  // tau = M vdot + bias, bias with gravity and external forces. O(n). With Known::kinematics it leaves A and F; rigid trees that begin with
  // Known::nothing leave none of it (lean_pass.hpp).
  void (*inverse_dynamics)(const Tables&, Known, const double* q, const double* v, const double* vdot, const double* external, double* scratch,
                           double* tau);

  // Articulated bodies, O(n). accel_given: null, or [n_steps] flags, the same for all lanes: such a step takes no pivot, its vdot is
  // read and its tau is wanted. For the others tau is read and vdot written. Returns a mask of the lanes that failed, bit k for lane k: a
  // pivot there is not above its floor, and the outputs of that lane are meaningless; those of the others are as if they were alone.
  // Leaves nothing but the answer; kinematics that were known stay.
  unsigned (*forward_dynamics)(const Tables&, Known, const double* q, const double* v, const std::uint8_t* accel_given, const double* external,
                               double* scratch, double* tau, double* vdot);

  // Composite bodies: lower triangle of M (row-major or column-major alike: M[i * nv + j], i >= j), rotor inertia included; the
  // other triangle is not touched. Two walks, the same numbers: in row frames for short branches, in one world frame with
  // contiguous axes for long ones. Entries between speeds on different branches are written as zero. Need kinematics.
  void (*mass_matrix_rows)(const Tables&, double* scratch, double* M);
  void (*mass_matrix_world)(const Tables&, double* scratch, double* M);

  // Jacobian of a point fixed in `row`: J (6 x nv, column-major), [omega; velocity of the point], world axes. point_row: the point in
  // row axes. Needs kinematics. Columns of speeds that do not move the row are zero.
  void (*jacobian)(const Tables&, const double* scratch, int row, const double* point_row, double* J);

  // Sines and cosines of n numbers (n plain numbers whatever the lanes): error below 1 ulp for |x| < 1e5, the C library's beyond.
  void (*sincos)(int n, const double* x, double* sine, double* cosine);

  // X_PB, X_WB of one row and its ancestors only: enough for jacobian() of that row. O(depth).
  void (*kinematics_to)(const Tables&, const double* q, int row, double* scratch);

  // mass_matrix_rows that leaves the entries between different branches alone: O(n depth) also in memory.
  void (*mass_matrix_branches)(const Tables&, double* scratch, double* M);

  // The same numbers without the zeros: memory and cost O(n depth). Of one state at a time: null in tables of lanes.
  void (*packed_mass_matrix)(const Tables&, bool long_branches, double* scratch, const BranchPlaces&, double* M);
};

// The table in use, one lane: the widest set this processor has, or the one named by the environment variable ZANJIR_ISA=base|avx2|avx512.
const Functions& functions();
// How it was chosen. A name that is unknown or that the processor lacks is not honoured: the widest set is used, and a caller may say so.
struct IsaChoice {
  const char* asked;  // the value of ZANJIR_ISA, or null
  const char* used;
  bool honoured;  // true also when nothing was asked
};
IsaChoice isa_choice();
// By name and lanes (1; 4 with avx2; 8 with avx512); null when the processor or the build does not have it.
const Functions* functions_for(const char* isa, int lanes);

}  // namespace zanjir::kernels
