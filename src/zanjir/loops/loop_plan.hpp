// The loops of a model as the flat tables that the kernels read: structure for the rows in use, found once.
#pragma once

#include <vector>

#include "zanjir/kernels/loop_tables.hpp"
#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct LoopFactor;

struct LoopPlan {
  // `rows` of the model's closure, increasing. sigma_least as in LoopTables. `reference`: a closed, regular state for the order in which passive speeds go.
  // How mass matrices come: whole, as lanes have them, or by branches (kernels::BranchPlaces).
  enum class Matrix : bool { whole, by_branches };
  LoopPlan(const Model&, const std::vector<int>& rows, double sigma_least, const State* reference, Matrix = Matrix::whole);
  LoopPlan(const LoopPlan&) = delete;
  LoopPlan& operator=(const LoopPlan&) = delete;
  static bool covers(const Model&);  // not: loops between sections of elastic bodies

  kernels::LoopTables tables;

 private:
  int pad_envelope(const LoopFactor&);
  void order_passive(const Model&, const State& reference);
  std::vector<kernels::LoopRow> row_;
  std::vector<kernels::LoopBlock> block_;
  std::vector<kernels::LoopAxis> axis_;
  std::vector<kernels::LoopCoupling> coupling_;
  std::vector<std::int32_t> speed_, up_place_, places_a_, places_b_, last_, row_start_, up_, passive_, passive_row_, passive_place_, depth_;
  std::vector<std::ptrdiff_t> row_begin_;
  std::vector<double> pivot_floor_, column_scale_;
};

// Where the wrench of a joint of the tree is read, as in user_wrench. Not of welds.
kernels::JointPoint wrench_point(const Model&, const Joint&);

}  // namespace zanjir
