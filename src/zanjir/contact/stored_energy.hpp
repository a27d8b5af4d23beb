// What the spring of a normal law holds and may give back. All else that a contact does, dampers, the cut of pulling forces and friction, only takes: the work
// of a contact and its stored energy together never rise, whatever the motion, which shows a wrong step that the ledger agrees with.
#pragma once

#include <cmath>

#include "zanjir/contact/normal_law.hpp"

namespace zanjir {

inline double stored_energy(const NormalLaw& law, double penetration_m) {  // the integral of K d^n
  return penetration_m > 0 ? law.stiffness * std::pow(penetration_m, law.exponent + 1) / (law.exponent + 1) : 0;
}

// What the law takes for good, W: its power less what goes into the spring.
inline double damped_power(const NormalLaw& law, double penetration_m, double rate_m_per_s, double touch_speed_m_per_s) {
  const double elastic = penetration_m > 0 ? law.stiffness * std::pow(penetration_m, law.exponent) : 0;
  return (normal_force(law, penetration_m, rate_m_per_s, touch_speed_m_per_s) - elastic) * rate_m_per_s;
}

}  // namespace zanjir
