// Which actuators make a motion that the loops allow, when there are more or fewer than freedoms. A choice, like the least reactions of least_reactions.hpp: what it
// is made from (the motions N, the rates S of cut joints, the force f) is each formulation's own.
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

// Forces on the actuated and driven freedoms of all joints with  N^T (f - S_act^T tau) = 0. Actuators come first: a law that drives carries what they cannot, and
// one that leads a frame carries nothing (model/led_joints.hpp).
//   N      [nv x freedoms] motions that the loops allow, any basis of them
//   S_cut  [n_cut_v x nv]  rates of the cut joints
// Both write tau, tau_cut, leftover and leftover_cut of a Solution, and `force`.
struct Actuation {
  explicit Actuation(const Model&);

  // As many actuated tree speeds as freedoms, none on cut joints. False: other numbers, or they do not move the mechanism here well enough to be sure. No heap.
  bool solve_square(const Model&, const MatX& N, const VecX& f, Solution&);
  // Least forces of laws, and of what is left the least sum of weight tau^2 of the actuators; what no actuator can give is left over, least over the passive freedoms. Writes the note, too.
  SolveStatus choose_least(const Model&, const MatX& N, const MatX& S_cut, const VecX& f, Solution&);

  VecX force;  // [nv] S_act^T tau
  // Freedoms: speeds of the tree, then of the cut joints. First those with an actuator, then those that a law drives; `passive` has what gives no force.
  std::vector<int> actuated, passive;
  int n_actuators = 0;   // of `actuated`; without any the laws are the actuators, and all are counted
  bool on_cuts = false;  // some actuated freedom is one of a cut joint
  // -- on the way
  MatX N_actuated;
  VecX wanted, tau;
  Eigen::PartialPivLU<MatX> factor;
};

// A tree has a force for every speed, and its inverse dynamics says all of them. Where the question is what its actuators do (a frame is led, which
// carries nothing), a force on a passive joint is left over, as it is with loops. A model without actuators and drivers has no one else to carry: all count.
SolveStatus judge_tree_actuation(const Model&, SolveStatus, Solution&);

}  // namespace zanjir
