// The length of a step that must not pass a limit.
#pragma once

#include <cmath>
#include <limits>

namespace zanjir {

// A step that reaches the limit ends on it bit for bit.
inline double step_end(double t, double h, double t_limit) { return h == t_limit - t ? t_limit : t + h; }

// Adaptive methods: a tail much shorter than h would be all rounding, so what is left beyond one step, but not much beyond, is halved.
inline double step_towards(double t, double t_limit, double h) {
  const double rest = t_limit - t;
  if (h >= rest) return rest;
  return 1.1 * h >= rest ? 0.5 * rest : h;
}

// The same for a library that chooses its own h and can only be stopped: the time to stop it at.
inline double stop_towards(double t, double t_limit, double h) {
  const double rest = t_limit - t;
  return h < rest && 1.1 * h >= rest ? t + 0.5 * rest : t_limit;
}

// Constant steps: the sum of many h misses a limit by rounding (n eps / 2 after n steps at worst), which is no step of its own.
inline double fixed_step_towards(double t, double t_limit, double h) {
  const double rest = t_limit - t;
  return rest <= h * (1 + 1e-6) ? rest : h;
}

// Below this a step moves t by a few units in the last place only.
inline double smallest_step(double t) { return 16 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace zanjir
