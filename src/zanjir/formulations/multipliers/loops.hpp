// Loops of `multipliers`: (9) of multipliers.cpp by singular values.
#pragma once

#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/formulations/multipliers/rows.hpp"

namespace zanjir::multipliers_loops {

struct RowSvd {  // of the scaled rows over some speeds
  VecX C, sigma;
  MatX U, V;
  MatX N;  // [n x freedoms] motions that the loops allow
  Eigen::Index rank = 0;
};
RowSvd decompose(const Model&, const MatX& Phi_q, const std::vector<int>& speeds, int rank);
// By the size of the rows over all speeds: what is left to some may be nothing but rounding.
int rank_over(const Model&, const MatX& Phi_q, const std::vector<int>& speeds);

// (9) over the free speeds; rest: what the given accelerations leave to them. Returns the speed that moves most in a motion that nothing resists, or -1.
int solve(const Model&, const RowSvd&, const VecX& rhs, const VecX& rest, Multipliers::Scratch&, VecX& vdot, VecX& held);
VecX multipliers_of(const Model&, const RowSvd&, const VecX& force);
MatX self_stress_of(const Model&, const RowSvd&);

}  // namespace zanjir::multipliers_loops
