// Forward dynamics with loops at a regular state, by the kernels that serve lanes too (kernels/loop_pass.hpp): the structure once per model and kept rows, the numbers
// of a state in the widest registers' code. It tests what it assumes; a state that is not surely regular, and a question of another kind, belong to closed.cpp, which is
// also what the tests compare it with. See docs/decisions/0045.
#pragma once

#include <memory>

#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/loops/loop_plan.hpp"

namespace zanjir {

class RegularLoops {
 public:
  explicit RegularLoops(const Model&);
  RegularLoops(const RegularLoops&) = delete;
  RegularLoops(RegularLoops&&) = default;

  bool in_use = true;  // no: its twin answers, for comparison

  // Whether the question is of this kind: all accelerations wanted but those of laws, and a rank that has all rows of the loops. Given::rank is not read.
  bool serves(const Model&, const Given&, const LoopRank&, Reactions) const;

  // ws: the state taken, at Stage::velocity afterwards; forces gathered. tau: [nv] generalized forces on the tree. external: on rows, or null. Writes all of the answer but its status; allocates when the
  // rows are others than in the last call. False: not safe here, and nothing of the answer is to be read.
  bool solve(const Model&, const Given&, const LoopRank&, Reactions, const VecX& tau, const double* external, Workspace&, Solution&);

 private:
  bool find_reactions(const Model&, const VecX& tau, const Workspace&, Solution&);  // false: a number is none

  bool covers_ = false, welds_ = false, prescribed_ = false;
  std::vector<int> rows_;
  std::unique_ptr<LoopPlan> plan_;
  std::vector<kernels::JointPoint> joints_;  // of the tree
  struct Speeds {
    int begin, n;
  };
  std::vector<Speeds> speeds_;  // of each of them
  VecX M_, loop_, bias_, rhs_, gears_, known_, lambda_, wrench_;
};

}  // namespace zanjir
