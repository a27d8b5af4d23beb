#include "zanjir/loops/row_picker.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

namespace {

constexpr double picked_above =
    1e-5;  // distance of a row, of the largest row: squared it is far above rounding, and genuine rows are seen above 5e-3

double& entry(LoopFactor& x, int i, int j) { return i <= j ? x.U[x.row_start[at(i)] + j] : x.U[x.row_start[at(j)] + i]; }

// Takes the row `pivot` out of those that are left: the others of its block from `begin` on and all later ones up to `last`.
void eliminate(LoopFactor& x, int pivot, int begin, int last, RowPicker& picker) {
  const double inverse = 1 / entry(x, pivot, pivot);
  for (int i = begin; i <= last; ++i) picker.column[i] = picker.taken[at(i)] ? 0 : entry(x, i, pivot);
  for (int i = begin; i <= last; ++i) {
    const double factor = picker.column[i] * inverse;
    if (factor == 0) continue;
    double* row = x.U.data() + x.row_start[at(i)];
    for (int j = i; j <= last; ++j) row[j] -= factor * picker.column[j];
  }
}

}  // namespace

void pick_rows(LoopFactor& x, RowPicker& picker) {
  const auto n = static_cast<int>(x.order.size());
  picker.rows.clear();
  picker.rows.reserve(x.order.size());
  picker.taken.assign(x.order.size(), 0);
  if (picker.column.size() < n) picker.column.resize(n);
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, entry(x, i, i));
  double weakest = largest;
  for (const LoopFactor::Block& block : x.blocks) {
    const int end = block.begin + block.n, last = x.last[at(end - 1)];
    for (int step = 0; step < block.n; ++step) {
      int pivot = -1;
      for (int i = block.begin; i < end; ++i) {
        if (!picker.taken[at(i)] && (pivot < 0 || entry(x, i, i) > entry(x, pivot, pivot))) pivot = i;
      }
      const double left = entry(x, pivot, pivot);
      if (!(left > picked_above * picked_above * largest)) break;
      weakest = std::min(weakest, left);
      picker.taken[at(pivot)] = 1;
      picker.rows.push_back(x.order[at(pivot)]);
      eliminate(x, pivot, block.begin, last, picker);
    }
  }
  std::sort(picker.rows.begin(), picker.rows.end());
  picker.largest_row = std::sqrt(largest);
  picker.weakest = largest > 0 ? std::sqrt(weakest / largest) : 0;
}

}  // namespace zanjir
