// Kinematics and power against differences on the configuration manifold, with one helper for step and tolerance.
#pragma once

#include <functional>

#include "zanjir/state/state.hpp"

namespace zanjir {

struct Derivative {
  VecX value, bound;  // componentwise: the derivative, and how far it may be off
};
// d/dh f at h = 0 by five-point central differences of step h and h/2. The difference of the two bounds the truncation of the finer one
// (about 1/16 of it is left), 128 eps |f| / h the rounding, where |f| is at least `magnitude`: the size of the numbers f is made of.
Derivative differentiate(const std::function<VecX(double)>& f, double h, double magnitude);

// One comparison: what was checked, error and bound relative to the same scale.
struct DerivativeError {
  double error = 0, bound = 0;
  std::string where;
};
struct DerivativeReport {
  std::vector<DerivativeError> jacobians, velocities, accelerations;
  DerivativeError power;
};
// vdot, tau: a solved motion at this state; cut_W: what actuators on cut joints add to the power.
DerivativeReport check_derivatives(const Model&, const State&, const VecX& vdot, const VecX& tau, double cut_W = 0);

}  // namespace zanjir
