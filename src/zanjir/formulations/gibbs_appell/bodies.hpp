// One body in `gibbs-appell`: constant integrals over its displacement field, and its share of the acceleration energy S. Internal to the formulation.
//   symbol         code          meaning                                                   symbol  code  meaning
//   omega, a       omega, a      angular velocity, ordinary acceleration of the origin     m       m     mass
//   y, Y, gamma    y, Y, gamma   weights of shapes: y' = Y delta', y'' = Y delta'' + gamma C       C     first moment about the origin
//   r              -             place of the section at x                                 I       I     inertia about the origin
// All in body axes.   Cost: O(n^2) per body for n shapes (modes, and with stiffening their pairs), O(n^2 m) for the m modes.
#pragma once

#include <utility>
#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::gibbs_appell {

// Constants; for a rigid body m, C1 and I0 alone. Those with two numbers [b * n + a] have b as the shape of r, a as the shape that is differentiated.
struct Integrals {
  int n_modes = 0, n_shapes = 0;
  std::vector<std::pair<int, int>> pairs;  // as DisplacementField::pairs
  double m = 0;
  Vec3d C1{0, 0, 0};          // int mu x e1
  Mat3d I0{};                 // undeformed inertia, rotary inertia of the sections included
  std::vector<Vec3d> C2, p0;  // [n_shapes] int mu W_a;  int mu x e1 x W_a
  std::vector<Vec3d> P;       // [n_shapes^2] int mu W_b x W_a
  std::vector<Mat3d> G0, G2;  // [n_shapes], [n_shapes^2] int mu [(s.W_a)1 - s W_a^T],  s = x e1;  s = W_b
  MatX B;                     // [n_shapes^2] int mu W_a.W_b; modes: and int Theta_j.J Theta_k where sections turn
  // -- sections that turn with the deformation (RotaryInertia::element); else empty
  std::vector<Mat3d> J1, J2;   // [n_modes], [n_modes^2]
  std::vector<Vec3d> pi0, Pi;  // [n_modes], [n_modes^2]
};
Integrals integrals_of(const Body&);
Integrals integrals_of(const DisplacementField&);

// What the accelerations of one body meet at a state:
//   dS/da = m a + omega' x C + C2 delta'' + F_v,   dS/domega' = C x a + I omega' + p delta'' + Mo_v,   dS/ddelta'' = C2.a + p.omega' + B delta'' + G_v
struct Share {
  explicit Share(const Integrals&);
  Vec3d C{0, 0, 0};
  Mat3d I{};
  std::vector<Vec3d> C2, p;  // [n_modes]
  MatX B;                    // [n_modes^2]
  Vec3d F_v{0, 0, 0}, Mo_v{0, 0, 0};
  VecX G_v;  // [n_modes]
  // -- on the way there
  VecX y, y_rate, gamma;       // [n_shapes]
  MatX Y, BY;                  // [n_shapes x n_modes]
  std::vector<Vec3d> p_shape;  // [n_shapes]
  std::vector<Mat3d> G;        // [n_shapes]
  VecX G_shape;                // [n_shapes]
};
void update_share(const Integrals&, const Vec3d& omega, const double* delta, const double* delta_rate, Share&);

// dS/d(omega', a) at given accelerations; dS/ddelta'' is added to G. delta_ddot, G: null without modes.
Forced derivative_of_S(const Integrals&, const Share&, const Vec3d& omega_dot, const Vec3d& a, const double* delta_ddot, double* G);

}  // namespace zanjir::gibbs_appell
