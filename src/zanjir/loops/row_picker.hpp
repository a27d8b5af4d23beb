// Independent rows among the scaled rows A of the loops, sparse: Cholesky of S = A A^T along its envelope (loops/loop_factor), with pivoting among the
// rows of each constraint. A pivot is the squared distance of a row from the span of those before it, so distances are seen down to about 1e-8 of the
// largest row; whether what was left out is redundant is for the caller to see from the rows themselves. A chain of loops costs O(n).
#pragma once

#include "zanjir/loops/loop_factor.hpp"

namespace zanjir {

struct RowPicker {
  std::vector<int> rows;   // picked, increasing
  double weakest = 0;      // smallest distance of a picked row from those before it, of the largest row
  double largest_row = 0;  // its length
  std::vector<char> taken;
  VecX column;
};
// all: assembled (Metric::scale); its S is used up. Allocates only when there are more rows than ever before.
void pick_rows(LoopFactor& all, RowPicker&);

}  // namespace zanjir
