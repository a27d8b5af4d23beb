// What a run asks of somebody else than its own solver: runs that go side by side ask together (simulate/side_by_side).
#pragma once

#include <vector>

#include "zanjir/contact/ground.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/outcome.hpp"
#include "zanjir/loops/loop_springs.hpp"

namespace zanjir {

struct ContactMemory;
struct RungeKuttaTable;
struct Solution;
struct State;
struct Workspace;

// What events and books look at: the gaps of compliant contacts that do not hold, by their number in the model; and the energies, where somebody wanted to know them.
struct Sight {
  std::vector<Gap> gap;
  bool energy_known = false;
  Energy energy;
  LoopSum opening;  // of loops that are springs
};

// What a right-hand side depends on besides t and y, between two events.
struct StepConditions {
  double piece_begin_s = 0, piece_end_s = 0;  // laws of time are read inside
  const std::vector<ContactMemory>* contact = nullptr;
  const VecX* tau = nullptr;  // [nv]
};

class SharedForward {
 public:
  virtual ~SharedForward() = default;
  // False, here and below: there is no answer here, and the run asks its own solver. `where`: poses and velocities there, until the next question, where they
  // were found; else left alone.
  virtual bool accelerations(const State&, const VecX& tau, Solution&, const Workspace*& where) = 0;

  // For models whose right-hand sides can be found as a whole; the others have no answer to what follows.
  virtual bool finds_slopes() const = 0;
  virtual bool slope(const StepConditions&, double t_s, const double* y, double* ydot) = 0;
  // As System::stages; and all that there is to see at the end of the step.
  virtual bool stages(const StepConditions&, const RungeKuttaTable&, double t0_s, double h_s, double t_end_s, const double* y0, double* const* k,
                      double* y_end, Sight& at_end) = 0;
  virtual bool gaps(const StepConditions&, double t_s, const double* y, Sight&) = 0;
};

}  // namespace zanjir
