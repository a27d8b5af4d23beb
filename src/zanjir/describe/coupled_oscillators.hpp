// A chain of phase oscillators, each pulled by its neighbours towards a lag, u_j' = 1 + c (sin(u_(j+1) - u_j - lag) + sin(u_(j-1) - u_j + lag)) over a phase s
// [Ijspeert2008]: the network's own frequency is 1, so that s says how fast it runs. It settles into the travelling wave u_j = s + j lag + const.
#pragma once

#include <vector>

namespace zanjir {

struct OscillatorPaths {
  std::vector<double> s;               // instants, evenly spaced, from some before 0 on
  std::vector<std::vector<double>> u;  // per oscillator, at them
  bool settled = false;                // all rates are 1 to 1e-9 at the end: from there on each is a straight line
};

// Integrated by the classical Runge-Kutta method until it has settled, or for max_steps. O(steps * oscillators).
OscillatorPaths run_oscillators(const std::vector<double>& start, double lag, double coupling, int max_steps = 40'000);

}  // namespace zanjir
