// The matrices of the decoupled natural orthogonal complement, written out for reading and checking; `denoc` itself never forms them. Straight from
// their definitions, so they check the recursions:
//   t = N_l N_d v = T v,    I = T^T M T + rotors,    C = T^T (M N_l' N_d + M N_l N_d' + M' T),    T^T M T vdot + C v: inertia forces        (1)
//   N_l: block (m, n) = B_mn = B_m,m-1 ... B_n+1,n where n is on the way from m to the ground;    N_d = diag(p_i);   rates by the product rule      (2)
//   K t = A v for the rows of the loops (gears act on speeds: their rows are in A alone);   v = S u                                              (3)
// Cost: O(n^3), allocates.   Source: [Angeles1988], [Saha1999]; docs/formulations/denoc.md
#pragma once

#include <string>
#include <vector>

#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

struct DenocMatrices {
  std::vector<std::string> twists;  // [6 n] "crank.wx" ... "crank.vz": twists at the mass centres, world axes, all bodies but the ground
  VecX t;                           // [6 n]
  MatX M, M_rate, N_l, N_l_rate;    // [6 n x 6 n]
  MatX N_d, N_d_rate;               // [6 n x nv]
  MatX I, C;                        // [nv x nv] I with rotor inertia
  // -- loops
  std::vector<std::string> rows;                  // [nc] constraint and number of the row
  MatX K, A;                                      // [nc x 6 n], [nc x nv]
  VecX gamma;                                     // A vdot = gamma
  std::vector<int> free, independent, dependent;  // speeds: those that are not prescribed, and the choice among them
  MatX S;                                         // [free x independent]
  bool reduced = true;                            // false: at a singular configuration, where S and the choice do not exist
};

// Needs a closed state where there are loops, and then their rank.
DenocMatrices denoc_matrices(const Model&, const State&, const LoopRank*);

}  // namespace zanjir
