// The rank of the closure rows (loops/loop_rank), with all the scratch it needs: make one per model and thread.
//
// Sparse first. Independent rows P are picked by Cholesky along the envelope of A A^T (loops/row_picker), where N loops in a row cost O(N). With r of them,
//   sigma_r      the least |A u|/|u| over u in the span of the rows of A_P, by a conjugate-gradient search that sees directions through (A_P^T A_P)^+  (1)
//   sigma_(r+1)  about the size of A n for random n with A_P n = 0: what the rows left out have to say against motions that the picked ones allow    (2)
// neither of which is squared. Where the two do not lie clearly on either side of the threshold, or the picked rows are much weaker than all of them,
// a singular value decomposition of the dense rows decides, and a pivoted QR picks.
// At rest the neighbours lie along random vectors of the kernel: a random one takes every loop away from a singular point, not only one of them.
#pragma once

#include <optional>

#include "zanjir/core/random.hpp"
#include "zanjir/loops/closer.hpp"

namespace zanjir {

// The rank of the rows at one state, over the speeds that are not frozen.
class RankHere {
 public:
  explicit RankHere(const Model&);
  struct Answer {
    int rank = 0;
    double sigma = 0, gap = 0;
  };
  std::vector<char>& frozen() { return all_.frozen; }
  // At the state that the closure is at.
  Answer decide(const Model&, const Closure&);
  // [rank] independent rows of the last decision.
  const std::vector<int>& rows() const { return rows_; }
  // Bounds the largest singular value of the last decision.
  double norm_bound() const { return norm_bound_; }
  // A random motion that the rows of the last decision allow, scaled speeds, of length one; all zero when there is none. Not along the first `n` columns of
  // `others`, which are orthonormal.
  void random_motion(const MatX& others, Eigen::Index n, Random&, VecX& motion);

 private:
  Answer decide_densely(const Model&, const Closure&);
  double smallest_singular_value();
  double resistance_of_rows_left_out();
  void onto_row_space(const VecX& u, VecX& out);  // through (A_P^T A_P)^+
  void remove_row_space(VecX& u);
  void find_norm_bound();

  int n_free_ = 0;
  bool dense_used_ = false;
  LoopFactor all_, kept_;
  RowPicker picker_;
  std::vector<int> all_rows_, rows_;
  double norm_bound_ = 0;
  std::optional<ScaledRows> dense_;
  Eigen::ColPivHouseholderQR<MatX> qr_;
  MatX basis_, images_;  // three directions of (1), and A times them
  VecX u_, y_, z_, g_, row_sum_, column_sum_;
};

class RankFinder {
 public:
  explicit RankFinder(const Model&);
  // As generic_rank, but without the singular values. Allocates only where a decision is dense, or for rows that were not picked before.
  const LoopRank& find(const Model&, const State&);
  // Bounds the largest singular value at the states that the last call has looked at.
  double norm_bound() const { return norm_bound_; }
  // At the state that the last call began with, closed where it can be; decreasing. A dense decomposition.
  const VecX& singular_values(const Model&);

 private:
  RankHere::Answer decide_at(const Model&, const State&);
  void look_along(const Model&, const VecX& direction);

  Closer closer_;
  RankHere here_;
  std::optional<RankHere> all_speeds_;  // where some are prescribed
  LoopRank result_;
  State closed_, neighbour_;
  MatX directions_;  // [nv x k] scaled
  VecX direction_, step_;
  double norm_bound_ = 0;
};

}  // namespace zanjir
