// A small convex program over cones,
//   min  x^T H x / 2 + h^T x,   s = C x + d in K,   K = half-lines s >= 0 and cones s_0 >= |(s_1, s_2)|                                            (1)
// with its dual z in K:  H x + h = C^T z,  s^T z = 0. H need not have full rank.
//
// Source: the primal-dual interior point method of [Vandenberghe2010] (CVXOPT) with the scaling of Nesterov and Todd, W z = W^-1 s = l, and Mehrotra's
// corrector; about ten to twenty steps, each one Cholesky factor of H + C^T W^-2 C: O(n^3 + m n^2). It needs no start inside the cones.
// Nothing is allocated once a program of this size has been solved.
#pragma once

#include <vector>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {

class ConeProgram {
 public:
  // n unknowns, cones by their sizes, 1 or 3, one after the other along s. H, h, C, d become zero.
  void resize(int n, const std::vector<int>& cones);
  MatX H, C;
  VecX h, d;

  // True: solved to six digits or more, mostly ten, of the numbers in it, which should be of the order of one.
  bool solve();
  const VecX& x() const { return x_; }
  const VecX& s() const { return s_; }
  const VecX& z() const { return z_; }

 private:
  void scale();                                  // W and l of the present s and z
  void apply_W(const VecX& a, VecX& out) const;  // W a
  void apply_W_inverse(const VecX& a, VecX& out) const;
  bool factor();
  void find_step(const VecX& q);  // of (2) in the source, for W dz + W^-1 ds = q
  void aim(double centre, double corrector);
  double longest(const VecX& a, const VecX& step) const;  // a + step stays inside
  void move_inside(VecX& a) const;

  std::vector<int> cones_;
  VecX x_, s_, z_, dx_, ds_, dz_, rx_, rs_, l_, q_, a_, b_, best_x_, best_s_, best_z_;
  struct Scaling {
    double size = 1, w[3] = {1, 0, 0};
  };
  std::vector<Scaling> W_;
  MatX K_, WC_;
  Eigen::LLT<MatX> llt_;
};

}  // namespace zanjir
