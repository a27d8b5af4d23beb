// The facts about the loops at a closed state: rank, residuals, what is redundant, which reactions are determined.
#pragma once

#include <string>
#include <vector>

#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

struct LoopFacts {
  LoopRank rank;
  VecX phi;           // [nc] residuals
  MatX null_of_rows;  // [nc x (nc - rank)]
  Determinacy determinacy;
  int n_redundant() const { return static_cast<int>(null_of_rows.cols()); }
};
LoopFacts loop_facts(const Model&, const State&);

// The residuals of one constraint, row by row.
struct ConstraintResidual {
  std::string name;
  std::vector<double> residuals;
  std::vector<std::string> units;  // per row, "m" or "rad"
};
std::vector<ConstraintResidual> residuals_by_constraint(const Model&, const VecX& phi);

}  // namespace zanjir
