// Which actuators make a motion that the loops allow, when there are more or fewer than freedoms. A choice, like the least reactions of
// determinacy.hpp: what it is made from (the motions N, the rates S of cut joints, the force f) is each formulation's own.
#pragma once

#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

// Least sum of weight tau^2 over the actuated and prescribed freedoms of all joints with  N^T (f - S_act^T tau) = 0.
//   N      [nv x freedoms] motions that the loops allow, scaled by Model::column_scale and orthonormal, or any other basis of them
//   S_cut  [n_cut_v x nv]  rates of the cut joints
// Writes tau, tau_cut, leftover, leftover_cut and note; `force` is S_act^T tau.
SolveStatus choose_least_actuation(const Model&, const MatX& N, const MatX& S_cut, const VecX& f, VecX& force, Solution&);

}  // namespace zanjir
