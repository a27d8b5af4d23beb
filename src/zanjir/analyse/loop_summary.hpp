// What `info` and the gallery say about the loops of a model: at its initial state, closed if it can be.
#pragma once

#include <string>
#include <vector>

#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/loop_facts.hpp"

namespace zanjir {

struct LoopSummary {
  double gap_before = 0, angle_before = 0;  // largest residuals of the initial guess, m and rad
  AssemblyReport assembly;
  std::string moved;  // which given coordinate was moved most, and by how much, where those given do not close the loops together
  LoopFacts facts;
  int gruebler = 0, mobility = 0;    // freedoms by counting, and by the rank of the closure rows
  std::vector<std::string> touched;  // joints with undetermined reaction components
  State state;
};
LoopSummary summarise_loops(const Model&);

int n_prescribed(const Model&);  // speeds

}  // namespace zanjir
