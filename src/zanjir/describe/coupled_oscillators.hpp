// A chain of phase oscillators, each pulled by its neighbours towards a lag, u_j' = 1 + c (sin(u_(j+1) - u_j - lag) + sin(u_(j-1) - u_j + lag)) over a phase s
// [Ijspeert2008]: the network's own frequency is 1, so that s says how fast it runs. It settles into the travelling wave u_j = s + j lag + const; backwards
// it comes from a wave too, one that no chain keeps: neighbours half a turn off their lag, u_j = s + j (lag + pi) + const, unless it stood in the other all the time.
#pragma once

#include <vector>

namespace zanjir {

struct OscillatorPaths {
  std::vector<double> s;               // instants, evenly spaced, on both sides of 0
  std::vector<std::vector<double>> u;  // per oscillator, at them
  bool settled = false;                // all rates are 1 to 1e-9 at the end: from there on each is a straight line
  bool settled_before = false;         // and so at the beginning
};

// Integrated by the classical Runge-Kutta method from 0 both ways, each until it has settled, or for max_steps. O(steps * oscillators).
OscillatorPaths run_oscillators(const std::vector<double>& start, double lag, double coupling, int max_steps = 40'000);

}  // namespace zanjir
