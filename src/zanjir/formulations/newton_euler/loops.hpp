// The dense way of newton-euler with loops: one rank-revealing QR of the scaled closure rows, null-space projection. For hybrid questions, and for
// states at which the sparse factors (loops/loop_factor) are not safe. Internal to the formulation.
//
// With A = R Phi_q C over the speeds u that are wanted (R, C: row and column scales), r the kept rank and
//   A^T P = [Q1 Q2] [T11 T12; 0 0]      P picks the r best rows                                                                (1)
//   vdot_p = C Q1 T11^-T (R gamma)_P,   N = C Q2,   (N^T M N) z = N^T (tau - b - M vdot_p),   vdot = vdot_p + N z                (2)
//   T11 lambda' = Q1^T C (M vdot + b - tau),   lambda = R lambda' on the picked rows, zero on the others                       (3)
//   self-stress states: P [-T11^-1 T12; 1], one per redundant row                                                              (4)
// T11 enters (2) by one triangular solve, never squared, so the error is about eps/sigma_r. Cost O(n r^2).
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/formulations/newton_euler/passive_loads.hpp"
#include "zanjir/formulations/newton_euler/regular_loops.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/loop_factor.hpp"

namespace zanjir {

struct LoopScratch {
  explicit LoopScratch(const Model&);
  Closure closure;
  bool closure_held = false;  // its rows are those of the state that is asked about
  LoopFactor sparse;
  RegularLoops regular;             // forward questions at regular states: tried first
  bool dense = false;               // which of the two factors is in use
  std::vector<int> wanted;          // speeds whose acceleration is wanted
  VecX force, vdot;                 // [nv]
  VecX q_cut;                       // [n_cut_q]
  std::vector<JointWrench> wrench;  // [n_constraints] what each carries
  PassiveLoads passive;             // inverse dynamics with as many actuated tree speeds as freedoms
  bool laws_in_loops = false;       // a prescribed speed moves in a loop; that of a moving base does not
  Actuation actuation;              // for all others
  // -- the dense factor
  MatX A_t;  // [n_wanted x nc]
  Eigen::ColPivHouseholderQR<MatX> qr;
  MatX Q, N, M_u, NMN;
  VecX c, z, vdot_u, rhs;
  int rank = 0;
  double sigma = 0;  // smallest singular value of the kept rank, from above
};

// Factors the rows over the speeds `wanted`. rank < 0: decided here by the threshold.
void factor_rows(const Model&, const std::vector<int>& wanted, int rank, LoopScratch&);

// The rank of the rows over other speeds, decided as by factor_rows.
int rank_over(const Model&, const std::vector<int>& speeds, const LoopScratch&);

// (2), (3): M (symmetric, full) and b over all speeds, b with the accelerations that are given. Writes vdot at `wanted` and lambda.
// False when N^T M N is not positive definite: no inertia resists a motion that the loops allow; `culprit` is its largest speed.
bool solve_loops(const Model&, const std::vector<int>& wanted, const MatX& M, const VecX& b, const VecX& tau, LoopScratch&, VecX& vdot, VecX& lambda,
                 int& culprit);

// (3) for a force [nv] that the loops must give at the speeds that were factored (all of them).
void solve_multipliers(const Model&, const VecX& force, const LoopScratch&, VecX& lambda);

// (4) [nc x (nc - rank)] in unscaled rows.
MatX self_stress(const Model&, const LoopScratch&);

}  // namespace zanjir
