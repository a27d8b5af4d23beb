// What one state needs for judging errors: sizes of what is added up, and how much rounding grows.
#pragma once

#include <limits>
#include <string>

#include "zanjir/dynamics/bias_parts.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

inline constexpr double rounding_unit = std::numeric_limits<double>::epsilon();

// Eigenvalues of M are found up to so many speeds, in tens of milliseconds; beyond, condition numbers come from products with M (mass_products.hpp), and a factor tells whether M is
// positive definite. Beyond the second number, tens of megabytes and a second, M is not made.
inline constexpr int speeds_with_eigenvalues = 200, speeds_with_matrix = 2000;

struct Yardstick {
  MatX M;     // [nv x nv], or nothing
  VecX root;  // [nv] root of the inertia beyond each speed (its mass, for a slide): turns speeds into roots of energy
  BiasParts bias;
  double bias_size = 0;          // sum over the parts of their scaled lengths
  double smallest = 1;           // eigenvalue of the scaled M over the speeds that can accelerate
  double condition = 1;          // of the scaled M over the speeds that can accelerate; infinite when singular
  double force = 0, moment = 0;  // sizes of what joints carry, from weights and inertia forces
  double far = 1;                // far_away

  double size_of_vdot(const VecX& vdot) const { return root.cwiseProduct(vdot).norm(); }
  double size_of_tau(const VecX& tau) const { return tau.cwiseQuotient(root).norm(); }
};

// One, and how many model lengths the mechanism is away from the world's origin: places in the world are known to eps times it. Needs Stage::position.
double far_away(const Model&, const Workspace&);

// Needs velocities of the state in the workspace; with loops, the condition is that of the tree, and left to be found beyond speeds_with_eigenvalues.
Yardstick measure(const Model&, const State&, Workspace&);

// Forces that are added up in the joints: weights and inertia forces of all bodies, and their moments over the extent of the mechanism.
void measure_wrenches(const Model&, Workspace&, const VecX& vdot, Yardstick&);

// A joint force against the wrenches around it: normwise, since a joint that carries little sits in a mechanism that carries much.
double tau_error(const Model&, const Yardstick&, const VecX& a, const VecX& b, Eigen::Index& worst);

// A size to divide by.
inline double positive(double size) { return size > 0 ? size : 1; }
// The speed at which the scaled difference is largest.
std::string largest(const Model&, const VecX& difference, const VecX& scale);

}  // namespace zanjir
