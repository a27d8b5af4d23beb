// Angles that differ by whole turns.
#pragma once

#include <cmath>
#include <numbers>

namespace zanjir {

// That of angle + 2 pi k which is nearest to `near`.
inline double nearest_turn(double angle, double near) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((near - angle) / turn);
}

}  // namespace zanjir
