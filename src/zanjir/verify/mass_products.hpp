// What a mass matrix that is too large to be decomposed says by its products alone: M x is inverse dynamics, O(n), and so is its inverse over the motions that the loops allow,
// P = N (N^T M N)^-1 N^T, the accelerations that forces alone cause. Extreme eigenvalues by Lanczos' recursion.   Source: [GolubVanLoan2013] section 10.1.
#pragma once

#include <functional>

#include "zanjir/state/state.hpp"

namespace zanjir {

// The largest eigenvalue of a symmetric matrix of n rows by its products, from below: to a few parts in a thousand after the default number of steps. Zero where there are no rows.
double largest_eigenvalue(Eigen::Index n, const std::function<VecX(const VecX&)>& times, int steps = 40);

// M x at a state with positions, rotors included.
class MassProducts {
 public:
  MassProducts(const Model&, const Workspace&);
  VecX times(const VecX& x);

 private:
  const Model& model_;
  VecX q_, rest_, scratch_;
  VecX inverse_dynamics(const VecX& vdot);
};

// The condition number of E^-1 M E^-1 over the motions that the loops allow, E = diag(scale), over the speeds that are not prescribed; infinite where accelerations are not determined.
// `load`: of what size forces are that accelerate, beside those that act anyway.
double condition_by_products(const Model&, const State&, const Workspace&, const VecX& scale, double load);

}  // namespace zanjir
