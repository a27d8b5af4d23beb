// Loops of `lagrange`: residuals differentiated automatically, (6), and speeds divided into dependent and independent ones, (7) of lagrange.cpp.
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/formulations/lagrange/lagrange.hpp"

namespace zanjir::lagrange {

struct Loops {
  MatX Phi_q, S_cut;  // [nc x nv]; [n_cut_v x nv] rates of the cut joints
  VecX gamma;
};
// (6)
MatX differentiate_rows(const Model&, const VecX& q0);
Loops differentiate_loops(const Model&, const VecX& q0, const VecX& v);

// Speeds divided into dependent and independent ones.
struct Partition {
  std::vector<int> rows, dependent, independent;  // dependent, independent: positions among `speeds`
  double smallest_pivot = 0;                      // of the rank, scaled
  MatX N;                                         // [n x independent], N(independent) = 1
  Eigen::FullPivLU<MatX> lu;                      // of the rows and dependent speeds that were picked
};
Partition divide(const Model&, const MatX& Phi_q, const std::vector<int>& speeds, int rank);
// By pivots, against the rows over all speeds: what is left to some may be nothing but rounding.
int rank_over(const Model&, const MatX& Phi_q, const std::vector<int>& speeds);

// (7) over the free speeds; rest: what the given accelerations leave to them. Returns the speed that moves most in a motion that nothing resists, or -1.
int solve_loops(const Model&, const Partition&, const VecX& rhs, const VecX& rest, const Lagrange::Scratch&, VecX& vdot, VecX& held);
VecX multipliers_of(const Model&, const Partition&, const VecX& force);

}  // namespace zanjir::lagrange
