// Closure of the loops at one state: residual phi, its Jacobian Phi_q, and gamma with  Phi_q vdot = gamma.
//
// A row is a unit wrench pair: [n; f] on the second body at the origin of its joint frame, the opposite on the first at the same point, so
//   d phi/dt = [n; f] . (V_second - V_first at that point),   and lambda times the pair is the reaction of first on second.
#pragma once

#include <Eigen/SparseCore>
#include <span>
#include <vector>

#include "zanjir/model/constraint.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct Closure {
  explicit Closure(const Model&);                      // for the rows of the model
  Closure(const Model&, std::span<const Constraint>);  // for any others between its bodies
  VecX phi, phi_dot, gamma;                            // [nc]
  // [nc x nv] The rows of a constraint have entries for the speeds between its two bodies, and for no others, whatever their values.
  SparseRows Phi_q;
  Mat6X wrench;            // [6 x nc] world axes, at `point`; zero columns for gears
  Eigen::Matrix3Xd point;  // [3 x nc] world
  struct Pair {            // per constraint: the rows its two frames move with (gears: none), and where the frames are
    int row_first = 0, row_second = 0;
    Transformd X_first, X_second;  // the frames in those rows
    Transformd X_WJ, X_JC;         // first frame in the world, second in the first
    int places_begin = 0;          // in `places`
  };
  std::vector<Pair> pairs;
  std::vector<int>
      places;  // per pair: where in its rows the speeds of each step between the two begin, in the order of the walk; of a gear: of both speeds
};

// Where somebody keeps the poses and velocities of a state and the rows of its loops, lent to others who need them too.
struct KinematicsRoom {
  Workspace* ws = nullptr;
  Closure* closure = nullptr;
};

// Residuals, rows and wrenches. Needs Stage::position. Of the model's own constraints, or of those that x was made for. Cost: the rows times the
// steps between their two bodies. Allocates nothing, nor does update_closure_rates.
void update_closure_positions(const Model&, const Workspace&, Closure& x);
void update_closure_positions(const Model&, std::span<const Constraint>, const Workspace&, Closure& x);
// The two parts of it: phi and the places of the frames, then rows and wrenches there. For who looks whether loops are closed more often than how they move.
void update_closure_residuals(const Model&, std::span<const Constraint>, const Workspace&, Closure& x);
void update_closure_rows(const Model&, std::span<const Constraint>, const Workspace&, Closure& x);
// Dense rows A = R Phi_q C, R and C diagonal; the first rows of the closure, as many as R has.
void scale_rows(const Closure&, const VecX& R, const VecX& C, MatX& A);
// phi_dot and gamma. Needs Stage::velocity, update_closure_positions, and accelerations of the rows for vdot = 0 in the scratch (left there by
// inverse_dynamics; gravity on them cancels between the two sides).
void update_closure_rates(const Model&, const Workspace&, Closure&);

// [moment; force] of a row in J axes: the gradient of its residual with respect to the twist of C relative to J, at the origin of C.
Forced row_wrench(const Joint&, const ClosureRow&, const Transformd& X_JC);

// Coordinates of all cut joints; angles in (-pi, pi] where their turns cannot be counted (model/turn_count). Needs Stage::position.
void cut_coordinates(const Model&, const Workspace&, VecX& q_cut);
// Rows S with  v_cut = S v  for the speeds of all cut joints [n_cut_v x nv]. Need Stage::position. update_cut_rows allocates nothing.
struct CutRows {
  explicit CutRows(const Model&);
  SparseRows S;  // entries as in Closure::Phi_q
  VecX q_cut;
  std::vector<Closure::Pair> pairs;  // of cut joints
  std::vector<int> places;           // as in Closure
};
void update_cut_rows(const Model&, const Workspace&, CutRows&);
MatX cut_speed_rows(const Model&, const Workspace&);

}  // namespace zanjir
