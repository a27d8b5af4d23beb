// What the loops of a mechanism cost, from its graph alone, before anything is allocated for them. Loops are solved on the speeds of the tree (loops/loop_factor):
// rows that share a speed meet in one matrix S, which is full where loops lie over each other along one long chain: memory grows as the square of their number there, time
// as its cube. So does the mass matrix of elastic bodies, where speeds on one way to the ground meet.
#pragma once

#include <string>

#include "zanjir/model/model.hpp"

namespace zanjir {

struct LoopCost {
  double bytes = 0;                                   // of a run
  double seconds_to_close = 0, seconds_to_solve = 0;  // positions and rank; the dynamics once, at a state
  int constraint = -1;                                // the one whose rows are longest
  bool is_large() const;                              // beyond what anybody starts by accident
  std::string text() const;                           // "4.2 GB of memory and 2 hours for ..."
};

// Whether ways to the ground are so long that solutions go along the tree by articulated bodies (loops/articulated_factor): then no mass matrix is formed. Not with
// elastic bodies.
bool has_long_ways(const Model&);

// An estimate to a factor of three or so. Cost: bodies and loops, times the logarithm of the longest chain.
LoopCost loop_cost(const Model&);

}  // namespace zanjir
