// Where a mechanism stays: states at which nothing accelerates when nothing moves but what laws prescribe (a steady spin among them). Newton's method on the accelerations of the chosen coordinates
// (local_chart.hpp), placed anew after every step, steps halved until less is left; from the state given and from states beside it.
#pragma once

#include "zanjir/analyse/linearise.hpp"

namespace zanjir {

struct EquilibriumOptions {
  int starts = 8;       // beside the first, at random
  double radius = 0.3;  // how far: radians, or model lengths
  std::uint64_t seed = 1;
};

struct Equilibrium {
  State state;
  int iterations = 0;
  double left = 0;   // largest acceleration left, slides in model lengths: 1/s^2
  int n_starts = 0;  // that ended here
  Stability stability = Stability::stable;
  std::vector<LinearMode> modes;
};

struct Equilibria {
  std::vector<Equilibrium> found;  // from the first start first
  int n_starts = 0, n_lost = 0;    // tried; that ended nowhere
  std::string why;                 // the last of those
};

// Actuators that hold or pull back have, in equilibrium, the coordinates of the start of each search; how they act there decides on stability alone.
Equilibria find_equilibria(const Model&, const AnyFormulation&, ActuatorsAct, const VecX& tau, const VecX& tau_cut, const State& start,
                           const EquilibriumOptions&);

}  // namespace zanjir
