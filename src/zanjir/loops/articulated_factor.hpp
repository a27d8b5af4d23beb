// The factor of the mass matrix of a tree, M = L^T D L, as articulated bodies: neither M nor L is formed, each product and solution is a walk along the tree, O(n).
// loops/loop_factor takes it where ways to the ground are long; where they are short, a row of L is shorter than the walk.
// Source: [Featherstone2008] Table 7.1 for the inertias, [Saha1997] for their being the factor.
//   paper  code           frame  meaning                                         paper  code      meaning
//   S_i    axis_.col(i)   W      motion of speed i, at the origin of its row     I^A    inertia_  of a row with all beyond it, what is free taken off
//   U_i    U_.col(i)      W      I^A S_i, the speeds beyond it free              D_i    -         S_i^T U_i + rotor;   L_ij = U_i^T S_j / D_i, S_j moved to row i
// Speeds of one row are freed one by one, last first, as in the elimination of M by speeds. Rows have world axes and origins of their own, so nothing cancels far from the world's.
#pragma once

#include <vector>

#include "zanjir/state/state.hpp"

namespace zanjir {

class ArticulatedFactor {
 public:
  // up: [nv] below -1 for speeds that are prescribed: they take no part, and their entries are neither read nor written. Not for elastic bodies.
  ArticulatedFactor(const Model&, const std::vector<int>& up);

  // At the positions of ws; D^-1/2 into inverse_root [nv]. False: a pivot is not above its floor, or has lost half of its digits.
  bool factor(const Model&, const Workspace&, VecX& inverse_root);
  void solve_transposed(VecX& f);                 // f <- D^-1/2 L^-T f
  void solve(VecX& f);                            // f <- L^-1 D^-1/2 f
  void subtract_product(const VecX& x, VecX& f);  // f -= M x

  // The first of them for n columns over some of the speeds, from the tips to the ground and with all on their ways: number r of speed s at Z[s n + r].
  // next: the place of the next speed towards the ground, or -1. Allocates where n n_speeds is beyond what there is room for.
  void solve_transposed(int n, int n_speeds, const int* speeds, const int* next, double* Z);
  void make_room(int n, int n_speeds);

 private:
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  struct Row {
    int parent = 0, begin = 0, end = 0;  // speeds
    Vec3d from_parent{0, 0, 0};          // between the origins
  };
  std::vector<Row> rows_;
  std::vector<char> free_;             // [nv]
  std::vector<int> row_of_;            // [nv]
  std::vector<Mat6> rigid_, inertia_;  // [n_steps]
  std::vector<Vec3d> origin_;          // [n_steps]
  Eigen::Matrix3Xd size_;              // [n_steps] of what is added up in the moments about the world's axes
  VecX rotor_, inverse_, root_;        // [nv] rotor, 1/D, its root
  Mat6X axis_, U_;                     // [nv]
  Mat6X motion_, wrench_;              // [n_steps]
  VecX columns_;                       // wrenches of the columns, 6 n numbers per speed
};

}  // namespace zanjir
