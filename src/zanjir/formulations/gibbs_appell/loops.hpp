// The accelerations that loops admit, in `gibbs-appell`: a complete orthogonal decomposition of the scaled rows over some speeds. Internal to the formulation.
//   A' = R A C (rows and speeds scaled by the model length),   A'^T P = Q [K; ~0],   K^T = Z [T; 0]     Q, Z orthogonal, T upper triangular       (1)
//   accelerations   vdot' = Q [y; z],  T y = (Z^T P^T rest')_r,  z free:   N = C Q_2                                                             (2)
//   multipliers     lambda' = P Z [T^-T (Q^T f')_r; 0], of all that give the force f the least in the scaled rows                                (3)
//   self-stresses   R P Z_2                                                                                                                      (4)
// r is the kept rank; what is left of the rows beyond it is rounding, or that the state is not closed.   Cost: O(n nc r).   Source: [LawsonHanson1974] ch. 14
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::gibbs_appell {

struct Admissible {
  std::vector<int> speeds;
  int rank = 0;
  double sigma_floor = 0;  // the smallest kept singular value of A' is not below this
  MatX scaled;             // [n x nc] A'^T
  Eigen::ColPivHouseholderQR<MatX> qr;
  MatX K;  // [nc x r] K^T
  Eigen::HouseholderQR<MatX> rows_qr;
  MatX T_inverse;  // [r x r]
  MatX N;          // [n x (n - r)] motions that the loops allow
  // -- on the way
  VecX by_row, by_speed;
  Eigen::RowVectorXd work, work_of_one;  // of reflections: of N, and of one column
};

// (1) over the given speeds, and N.
void decompose(const Model&, const MatX& A, const std::vector<int>& speeds, int rank, Admissible&);

// (2) with z = 0: the least accelerations [n], in scaled speeds, with A vdot = rest [nc].
void least_acceleration(const Model&, const VecX& rest, Admissible&, VecX& vdot);
// (3) for a force [n] over the speeds.
void least_multipliers(const Model&, const VecX& force, Admissible&, VecX& lambda);
// (4) [nc x (nc - r)]
MatX self_stress(const Model&, const Admissible&);

// By singular values, in their own units. The rank of rows over some speeds is decided against the size of all, since what is left to these may be rounding.
int rank_over(const Model&, const MatX& A, const std::vector<int>& speeds);
double smallest_kept_singular_value(const Admissible&);

}  // namespace zanjir::gibbs_appell
