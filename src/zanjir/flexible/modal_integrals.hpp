// Constant integrals of an elastic body over its displacement field, for the recursions of newton-euler, in the axes of the row it moves
// with: place of the undeformed section r0(x) = p + R x e1, shapes turned by R. mu: mass per length. Sizes in shapes n (modes and pairs).
//   C2_a  = int mu W_a                            P_ba  = int mu W_b x W_a              I1_a  = int mu [2(r0.W_a)1 - r0 W_a^T - W_a r0^T]
//   p0_a  = int mu r0 x W_a                       B_ab  = int mu W_a.W_b                I2_ab = int mu [2(W_a.W_b)1 - W_a W_b^T - W_b W_a^T]
// RotaryInertia::element adds, from the second-order energy of field.hpp (4), for modes j, k with S = ([T_j][T_k] + [T_k][T_j])/2:
//   p0_j += int J T_j      P_jk += int [T_j x J T_k - J(T_j x T_k)/2]      B_jk += int T_j.J T_k
//   I1_j += int ([T_j]J - J[T_j])                 I2_jk += int (S J + J S - [T_j]J[T_k] - [T_k]J[T_j])
#pragma once

#include "zanjir/flexible/field.hpp"

namespace zanjir {

struct ModalIntegrals {
  Inertiad undeformed{0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};
  int n = 0;
  std::vector<Vec3d> C2, p0;  // [n]
  std::vector<Vec3d> P;       // [n * n] P[b * n + a]
  std::vector<double> B;      // [n * n]
  std::vector<Sym3d> I1;      // [n]
  std::vector<Sym3d> I2;      // [n * n]
};

ModalIntegrals modal_integrals(const DisplacementField&, const Transformd& X_RB);

}  // namespace zanjir
