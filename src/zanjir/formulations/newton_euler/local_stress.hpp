// Least reactions (dynamics/least_reactions.hpp) where every self-stress lives in the rows of one constraint, as in rows of spatial four-bars: there the states have entries
// for the joints between the two bodies of that constraint and no others, and loops meet only where they share joints. Cost: the sum over loops of their length, and of the
// envelope of the loops that share joints; the dense way costs the cube of all rows. Internal to newton-euler.
//   a: all reactions, S = [S_1 ... S_n]: states by constraint, orthonormal within each.   min |a + S x|:   (S^T S) x = -S^T a                                        (1)
#pragma once

#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {

// At the state of ws and closure. n_states: how many self-stresses there are over the speeds that count. False, and nothing is changed: some are spread over several
// constraints or load no joint, or (1) is not safe; the dense way knows.
bool choose_least_locally(const Model&, const Workspace&, const Closure&, const std::vector<int>& speeds, int n_states, Solution&);

}  // namespace zanjir
