// Loops of `denoc`: own rows K t = A v, and their reduction to independent speeds. Internal to the formulation.
//
// With A' = R A C (rows and speeds scaled by the model length), r the kept rank, D the r dependent and U the independent speeds, r kept rows:
//   A'_D v'_D + A'_U v'_U = 0      v' = S u,  S = [1; -A'_D^-1 A'_U]      vdot' = S udot + g,  g = [0; A'_D^-1 gamma']                      (1)
//   (S^T I' S) udot = S^T (tau' - bias' - I' g)                                                                                         (2)
//   A'_D^T lambda' = (I vdot + bias - tau)'_D, then the least norm over the self-stresses                                                  (3)
// The choice. D by QR with column pivoting, then the rows by the same on the columns D, transposed. |S_ij| is the factor by which an exchange of
// dependent i with independent j would change |det A'_D| [GuEisenstat1996]; so is |L_ij| for rows, A'_other = L A'_kept. A set is kept from call to
// call until one of them exceeds 4, or twice what it was when the set was chosen: then another set has a much larger determinant.
// Close to such a change both sets are well conditioned, so accelerations do not jump.   Cost: O(r^3 + r^2 n).
#pragma once

#include "zanjir/core/decompositions.hpp"
#include "zanjir/formulations/denoc/tree.hpp"

namespace zanjir::denoc {

// A row of K: the wrench pair [n; f] at a point that moves with the second body, on the second body, the opposite on the first.
struct LoopRow {
  int first = 0, second = 0, common = 0;  // bodies; the last body that both hang on
  Vec3d point{0, 0, 0}, n{0, 0, 0}, f{0, 0, 0}, n_rate{0, 0, 0}, f_rate{0, 0, 0};
};

struct SpeedSet {           // numbers of speeds; positions among those that the set was chosen over
  std::vector<int> speeds;  // over which it was chosen
  std::vector<int> independent, dependent;
  std::vector<int> rows, other_rows;  // kept, and combinations of them
  double allowed = 0;                 // entries of S and L
  int n_chosen = 0;                   // how often a set was chosen
};

struct Loops {
  explicit Loops(const Model&);
  std::vector<LoopRow> rows;                           // [n_closure_rows]; gears: zero
  MatX A, S_cut;                                       // [nc x nv]; [n_cut_v x nv] rates of the cut joints, see update_cut_rates
  VecX gamma;                                          // A vdot = gamma
  std::vector<std::vector<Generator>> cut_generators;  // per constraint
  std::vector<Vec3d> cut_point;                        // per constraint: origin of C
  std::vector<Forced> spring_wrench;                   // per entry of Model::sprung(): first on second, at the origin of C or the end of the rod
  // -- the factors
  SpeedSet set;
  int rank = 0;
  double sigma_floor = 0;  // the smallest singular value of A' over the speeds is not below this
  MatX scaled;             // [nc x n] A' over the speeds
  MatX A_D, X, L;          // [r x r]; [r x n] A'_D^-1 [A'_U, 1]; [other x r]
  Eigen::PartialPivLU<MatX> lu;
  Eigen::ColPivHouseholderQR<MatX> column_qr, row_qr;
  MatX picked;                // [r x nc] the columns D, transposed
  MatX N;                     // [n x (n - r)] C S: the motions that the loops allow
  VecX rest, lambda_kept, y;  // right-hand sides of (1) and (3)
  MatX gram;                  // 1 + L L^T
  Eigen::LLT<MatX> gram_factor;
};

// Loops that are springs: preload - k c - d c' along each row of K, c its residual, as wrenches on the two bodies. Between update_motion and update_equations.
void pull_springs(const Model&, const Question&, Tree&, Loops&);

// A, gamma and the rows of K at an updated tree.
void update_rows(const Model&, const Tree&, Loops&);
// S_cut: the speeds of the cut joints for each speed of the tree.
void update_cut_rates(const Model&, const Tree&, Loops&);

// The rank of the rows over some speeds, by singular values.
int rank_over(const Model&, const std::vector<int>& speeds, const Loops&);
double smallest_kept_singular_value(const Loops&);  // of Loops::scaled, for Loops::rank

// The set, S and L over the speeds. False: the rows have a smaller rank here than `rank`.
bool reduce(const Model&, const std::vector<int>& speeds, int rank, Loops&);

// (1) g: what the kept rows ask of the speeds when the independent ones do not accelerate; rhs: [nc]
void particular_acceleration(const Model&, const VecX& rhs, Loops&, VecX& g);
// (3) for a force [n] over the speeds that the set was chosen over.
void solve_multipliers(const Model&, const VecX& force, Loops&, VecX& lambda);
// [nc x (nc - rank)] in unscaled rows: multipliers without any generalized force.
MatX self_stress(const Model&, const Loops&);

}  // namespace zanjir::denoc
