// The rank of the closure rows, decided by geometry on closed positions and kept along a motion.
//
// Rows and columns are scaled by the model length (Model::row_scale, column_scale): A = R Phi_q C = U S V^T. Redundancy exists only on the
// constraint manifold: off it by e, a redundant row shows a singular value of about e, and integration stages lie off it. So the rank is
// decided at a closed state and at closed states beside it along the velocity (a single state may be a singular point), and kept.
#pragma once

#include <vector>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

struct LoopRank {
  int rank = 0;                // of the mechanism, generic
  int rank_here = 0;           // at the state itself: smaller at a singular point
  int rank_of_all_speeds = 0;  // what the rank would be if prescribed speeds gave way; larger: more of them than the loops leave free
  double sigma_ref = 0;        // largest smallest-kept singular value seen: the measure of "near a singular point"
  double gap = 0;              // sigma_rank / sigma_(rank+1) at the state that decided; infinity when there is no next one
  std::vector<int> rows;       // [rank] independent ones, the best r by a pivoted factorisation at the state that decided, increasing
  VecX singular_values;        // at the state itself (closed first, when it can be), decreasing
  double residual = 0;         // largest scaled closure residual at the state itself
  bool certain() const { return gap > 1e3; }
};

inline constexpr double rank_threshold = 1e-6;   // of the largest singular value; seen: redundant below 3e-16 (1e-8 for a mechanism typed with
                                                 // seven digits), genuine above 5e-3
inline constexpr double window_ratio = 1e-3;     // of sigma_ref: below it the state counts as near a singular point

// A state that is not closed is closed first; when that fails the rank is that of the open state, and `residual` says so.
LoopRank generic_rank(const Model&, const State&);

// Scaled rows at a state, and their decomposition.
// JacobiSVD, not BDCSVD: that of Eigen 3.4.0 reads out of bounds on some matrices with many equal singular values (N-four-bar, oracle).
struct ScaledRows {
  explicit ScaledRows(const Model&);
  MatX A;  // [nc x nv]
  Eigen::JacobiSVD<MatX> svd;
};
// A from the rows of x; svd of it with full U and V.
void update_scaled_rows(const Model&, const Closure& x, ScaledRows&);

}  // namespace zanjir
