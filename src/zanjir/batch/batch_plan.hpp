// What of a batch depends on the model alone: which of its states may go through lanes, and the tables that they go by.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/row_tables.hpp"
#include "zanjir/loops/loop_plan.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {

enum class Asked : std::uint8_t { forward, inverse };

struct BatchPlan {
  BatchPlan(const Model&, const State& reference, const BatchOptions&);
  static constexpr const char* lanes_off = "lanes are switched off";
  static constexpr double largest_angle = 1e5;  // beyond it sines come from elsewhere for the whole register (kernels/sincos.hpp)
  static constexpr double open_above = 1e-3;    // as Dynamics::open_above: not a state of this mechanism

  int lanes() const { return functions.lanes; }
  std::ptrdiff_t n_reactions() const { return static_cast<std::ptrdiff_t>(model.joints().size() + model.constraints().size()); }
  bool reactions_in_lanes() const { return model.sprung().empty() && !has_welds; }
  // Nothing but the recursion stands between a state and its answer: it reads and writes the arrays of the caller.
  bool plain(Asked asked) const { return plain_tree && (asked == Asked::inverse || !model.tables().planar); }

  const Model& model;
  State reference;
  const kernels::Functions& functions;
  const kernels::LoopFunctions* loop_functions = nullptr;
  const kernels::RowFunctions* row_functions = nullptr;  // null with one lane
  std::vector<std::int32_t> children;                    // for them
  bool has_rows = false, acts = false, prescribed = false, has_welds = false, joint_forces = false, plain_tree = false;
  std::vector<std::uint8_t> given_steps;  // [n_steps]
  std::vector<kernels::JointPoint> joint_points;
  LoopRank rank;
  std::unique_ptr<LoopPlan> loops, all_rows;  // the latter where some rows are not needed
  std::vector<double> dropped;                // [rows of all_rows] some share of each row that is not needed, zero of the others
  std::string why_alone;
};

}  // namespace zanjir
