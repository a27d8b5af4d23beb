// `oracle` at singular configurations. There the joint and loop rows G of (2) lose rank: u^T G = 0 for more vectors u than beside it, and along those (2) says nothing about the
// accelerations. The motion passes through all the same, with residuals that stay zero together with their derivatives in time. The third, along the twists V and speeds,
//   G A' + 3 D2r(V, A) + D3r(V, V, V) = 0,   times u^T:   u^T D2r(V, .) A = -u^T D3r(V, V, V) / 3                                            (8)
// is a row for the accelerations in place of the lost one; where a row is redundant beside this configuration too, (8) lies among the rows of G. As
// u^T G grows from zero like u^T D2r(V, .), that is also the direction in which the lost row pulls in the limit: (8) has its own unknown in (1) and (3).
// No neighbour is looked at, nothing is extrapolated. Exact where the rows are lost; beside it off by a part of the order of the smallest singular value.
#pragma once

#include "zanjir/formulations/oracle/system.hpp"

namespace zanjir::oracle {

struct LostRows {
  MatX rows;                 // [n x size] over the unknowns of the System, in its units; each row of size one
  VecX rhs;                  // [n]
  MatX pulls;                // [size x n] the forces of the rows in (1) and (3)
  double contradiction = 0;  // what the velocity asks of the rows that are lost, relative to its square: of a velocity that no branch has, about one
};

// rank_here: of the loops, at this state. s: in natural units. speed: the largest |v|, at the model length.
LostRows lost_rows(const Model&, const Question&, const Pieces&, const System& s, int rank_here, double speed);

}  // namespace zanjir::oracle
