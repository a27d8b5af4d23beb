// The rank of the closure rows, decided by geometry on closed positions and kept along a motion.
//
// Rows and columns are scaled by the model length (Model::row_scale, column_scale): A = R Phi_q C = U S V^T. Redundancy exists only on the
// constraint manifold: off it by e, a redundant row shows a singular value of about e, and integration stages lie off it. So the rank is
// decided at a closed state and at closed states beside it along the velocity (a single state may be a singular point), and kept.
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {

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
