// What is known of the rank of the loops: plain data, an input to every formulation. How it is decided: loop_rank.hpp.
#pragma once

#include <vector>

#include "zanjir/core/linear.hpp"

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

inline constexpr double rank_threshold = 1e-6;  // of the largest singular value; seen: redundant below 3e-16 (1e-8 for a mechanism typed with
                                                // seven digits), genuine above 5e-3
// Rows in model lengths and radians of speeds in the same units are of the order of one, so that what is below the threshold of one is rounding even where no row is larger: a second
// hinge or slide on the line of the first leaves rows of nothing else.
inline double rank_limit(double largest) { return rank_threshold * (largest > 1 ? largest : 1); }
inline constexpr double window_ratio = 1e-3;  // of sigma_ref: below it the state counts as near a singular point

}  // namespace zanjir
