// Kinematics and power against differences on the configuration manifold, with one helper for step and tolerance.
#pragma once

#include <functional>

#include "zanjir/state/state.hpp"
#include "zanjir/verify/law_pieces.hpp"

namespace zanjir {

struct Derivative {
  VecX value, bound, rounding;  // componentwise: the derivative, how far it may be off, and what part of that is rounding of f
};
// d/dh f at h = 0 by five-point central differences of step h and h/2. The difference of the two bounds the truncation of the finer one
// (about 1/16 of it is left), 128 eps |f| / h the rounding, where |f| is at least `magnitude`: the size of the numbers f is made of. 128 are some tens of transforms one after the
// other: `chains`, how many times as many there are (long_chains).
Derivative differentiate(const std::function<VecX(double)>& f, double h, double magnitude, double chains = 1);

// Bodies behind each other, or model lengths between the origin and the farthest of them, where either is many: places are known to so many times rounding. At least one. Needs
// Stage::position.
double long_chains(const Model&, const Workspace&);

// One comparison: what was checked, error and bound relative to the same scale.
struct DerivativeError {
  double error = 0, bound = 0;
  std::string where;
};
struct DerivativeReport {
  std::vector<DerivativeError> jacobians, velocities, accelerations;
  DerivativeError power;
};

// Which of n things are looked at where all would take too long: so many, evenly spread, others with every turn.
std::vector<int> some_of(int n, int most, int turn);
// Frames times speeds whose derivatives are all looked at, and how many of each are beyond that.
inline constexpr long all_derivatives = 250'000;
inline constexpr int some_derivatives = 64;

// vdot, tau: a solved motion at this state; cut_W: what actuators on cut joints add to the power; turn: of what is looked at in large mechanisms. step_s: the longest step in time (law_pieces.hpp).
DerivativeReport check_derivatives(const Model&, const State&, const VecX& vdot, const VecX& tau, double cut_W = 0, int turn = 0,
                                   double step_s = longest_time_step_s);

}  // namespace zanjir
