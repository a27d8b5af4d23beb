// Right-hand sides of W copies of a mechanism at once, from y to y': poses, forces of contacts and springs, accelerations, rates of bristles, power; whole steps of explicit
// Runge-Kutta methods out of them, and what events and books look at. Number i of lane k at [i * W + k]. What a copy gets depends on its own numbers alone.
// For trees whose forces RunPlan covers. Twin: MotionSystem::rhs, which does the same for one copy and any model.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "zanjir/simulate/shared_forward.hpp"

namespace zanjir {

class Model;
namespace kernels {
struct Functions;
}

// One of a copy. `y0` alone: the slope at t0 goes to k[0], or with `gaps_only` the gaps to `sight`; with a table: as System::stages.
struct LaneTask {
  StepConditions conditions;
  const RungeKuttaTable* table = nullptr;
  bool gaps_only = false;
  double t0_s = 0, h_s = 0, t_end_s = 0;
  const double* y0 = nullptr;
  double* const* k = nullptr;
  double* y_end = nullptr;
  Sight* sight = nullptr;
  bool answered = false;  // out
  // Tasks that can be done at once.
  bool same_kind(const LaneTask& other) const { return table == other.table && gaps_only == other.gaps_only; }
};

class LaneMotion {
 public:
  // For one thread; `reference` as for a BatchSolver, whose models in lanes these are. The widest lanes of the instruction set in use, or those of a table.
  LaneMotion(const Model&, const State& reference, const kernels::Functions* = nullptr);
  ~LaneMotion();
  LaneMotion(const LaneMotion&) = delete;
  LaneMotion& operator=(const LaneMotion&) = delete;

  const std::string& why_not() const;  // empty: it can
  // At most as many as there are lanes, all of one kind. No heap.
  void perform(std::span<LaneTask* const>);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
