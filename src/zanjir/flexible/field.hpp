// The displacement field of one elastic body: the one definition that every formulation derives its own integrals from.
// Body frame B at the start of the beam, x along it; modes j = 1...m with shapes W_j(x), Theta_j(x), weights delta_j.
//   r(x)     = x e1 + sum_j delta_j W_j - 1/2 sum_jk delta_j delta_k S_jk e1         centre of the section at x, in B                    (1)
//   S_jk(x)  = integral_0^x (W2_j' W2_k' + W3_j' W3_k')                              foreshortening; only with Stiffening::full
//   R(x)     = exp[theta],  theta = sum_j delta_j Theta_j                            section axes in B                                   (2)
// (1) is linear in y = (delta, products of pairs), so pairs are shapes like modes:   W_(jk) = -S_jk e1,  y_(jk) = kappa delta_j delta_k,
// kappa = 1/2 if j = k, else 1 (pairs in different planes vanish and are left out).                                                      (3)
// Axial shapes are stretch: the strain of (1) is sum delta W1', so the strain energy is 1/2 delta^T K delta with either level.
// Rotary energy per length, J = diag of the section, Omega = exp[-theta] omega + J_r(theta) theta' to second order in (delta, delta'):
//   none: 0       frame: 1/2 omega J omega       element: 1/2 O0 J O0 + O0 J O1 + 1/2 O1 J O1 + O0 J O2,                                  (4)
//   O0 = omega,  O1 = theta' - theta x omega,  O2 = 1/2 theta x (theta x omega) - 1/2 theta x theta'
#pragma once

#include <utility>
#include <vector>

#include "zanjir/core/ids.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/flexible/profile.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct BeamDescription;

struct Shape {
  Profile W[3], Theta[3];
};

// Shapes at one place: modes first, then pairs.
struct SectionShapes {
  double x_m = 0;
  std::vector<Vec3d> W, Theta;  // [n_shapes], [n_modes]
};

struct FieldNode {
  double weight = 0;
  SectionShapes shapes;
};

struct DisplacementField {
  double length_m = 1, mass_kg_per_m = 0;
  Vec3d rotary_kg_m{0, 0, 0};  // as it enters (4): zero for RotaryInertia::none
  bool sections_turn = true;   // RotaryInertia::element
  std::vector<Shape> modes;
  std::vector<std::pair<int, int>> pairs;     // j <= k; empty without stiffening
  MatX K, D;                                  // [n_modes] stiffness and damping
  std::vector<double> frequencies_rad_per_s;  // [n_modes] of the solved modes between their own ends; 0 elsewhere
  std::vector<FieldNode> nodes;               // points that integrate products of four shapes exactly, or to rounding

  int n_modes() const { return static_cast<int>(modes.size()); }
  int n_shapes() const { return n_modes() + static_cast<int>(pairs.size()); }
};

// rebase[j]: the shape is taken relative to its first section, W~ = W - W(0) - Theta(0) x (x e1), Theta~ = Theta - Theta(0), which deforms
// the beam the same way; wanted wherever the inboard joint holds what the shape moves at x = 0.
DisplacementField make_field(const BeamDescription&, const std::vector<bool>& rebase);
Shape make_shape(const BeamDescription&, int mode, double& frequency_rad_per_s);

SectionShapes section_shapes(const DisplacementField&, double x_m);

// -- (1), (2), (4) for any scalar
template <class T> T weight_of(const DisplacementField& field, int shape, const T* delta) {  // y
  if (shape < field.n_modes()) return delta[shape];
  const auto [j, k] = field.pairs[static_cast<std::size_t>(shape - field.n_modes())];
  return delta[j] * delta[k] * T(j == k ? 0.5 : 1.0);
}
template <class T> spatial::Vec3<T> section_centre(const DisplacementField& field, const SectionShapes& at, const T* delta) {
  spatial::Vec3<T> r{T(at.x_m), T(0), T(0)};
  for (int a = 0; a < field.n_shapes(); ++a) r += spatial::cast<T>(at.W[static_cast<std::size_t>(a)]) * weight_of(field, a, delta);
  return r;
}
template <class T>
spatial::Vec3<T> section_rate(const DisplacementField& field, const SectionShapes& at, const T* delta, const T* delta_rate) {  // dr/dt seen in B
  spatial::Vec3<T> rate{T(0), T(0), T(0)};
  for (int j = 0; j < field.n_modes(); ++j) rate += spatial::cast<T>(at.W[static_cast<std::size_t>(j)]) * delta_rate[j];
  for (std::size_t p = 0; p < field.pairs.size(); ++p) {
    const auto [j, k] = field.pairs[p];
    rate += spatial::cast<T>(at.W[field.modes.size() + p]) * ((delta[j] * delta_rate[k] + delta[k] * delta_rate[j]) * T(j == k ? 0.5 : 1.0));
  }
  return rate;
}
template <class T> spatial::Vec3<T> section_turn(const SectionShapes& at, const T* delta) {  // theta; of rates, theta'
  spatial::Vec3<T> theta{T(0), T(0), T(0)};
  for (std::size_t j = 0; j < at.Theta.size(); ++j) theta += spatial::cast<T>(at.Theta[j]) * delta[j];
  return theta;
}
template <class T> spatial::Transform<T> section_pose(const DisplacementField& field, const SectionShapes& at, const T* delta) {
  return {to_matrix(exp_quaternion(section_turn(at, delta))), section_centre(field, at, delta)};
}
template <class T>
T rotary_energy(const DisplacementField& field, const SectionShapes& at, const spatial::Vec3<T>& omega, const T* delta, const T* delta_rate) {
  const auto J = [&](const spatial::Vec3<T>& a, const spatial::Vec3<T>& b) {
    return a.x * b.x * T(field.rotary_kg_m.x) + a.y * b.y * T(field.rotary_kg_m.y) + a.z * b.z * T(field.rotary_kg_m.z);
  };
  const T half(0.5), frame = J(omega, omega) * half;
  if (!field.sections_turn) return frame;
  const spatial::Vec3<T> theta = section_turn(at, delta), rate = section_turn(at, delta_rate), turned = cross(theta, omega);
  const spatial::Vec3<T> O1 = rate - turned, O2 = (cross(theta, turned) - cross(theta, rate)) * half;
  return frame + J(omega, O1) + J(O1, O1) * half + J(omega, O2);
}

}  // namespace zanjir
