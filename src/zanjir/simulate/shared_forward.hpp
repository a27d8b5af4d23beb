// Accelerations from somewhere else than a run's own solver: runs that go side by side ask together (simulate/side_by_side).
#pragma once

#include "zanjir/core/linear.hpp"

namespace zanjir {

struct Solution;
struct State;
struct Workspace;

class SharedForward {
 public:
  virtual ~SharedForward() = default;
  // False: there is no answer here, and the run asks its own solver. `where`: poses and velocities there, until the next question, where they
  // were found; else left alone.
  virtual bool accelerations(const State&, const VecX& tau, Solution&, const Workspace*& where) = 0;
};

}  // namespace zanjir
