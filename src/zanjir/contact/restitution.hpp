// The restitution that a normal law really has: one body of mass m against a fixed ground, no other force.   m d'' = -F(d, d'; v0), d(0) = 0, d'(0) = v0
//
// Laws F = K d^n (1 + h d'/v0) separate: with u = d'/v0,  u du/(1 + h u) = -K d^n dd/(m v0^2), and since d returns to zero
//   integral from -e to 1 of u/(1 + h u) du = 0      that is      h (1 + e) = ln((1 + h)/(1 - h e))                                           (1)
// for every exponent, mass and speed [HuntCrossley1975], [Marhefka1999]. For every other law the motion itself is integrated.
#pragma once

#include <vector>

#include "zanjir/contact/normal_law.hpp"

namespace zanjir {

// e of (1); 1 for h = 0.
double exact_restitution(double hysteresis);

// Spring and dashpot with n = 1: from damping ratio zeta = c/(2 sqrt(K m)), closed form. Where pulling is cut off the impact ends at force zero
// [Schwager2007]; where it is kept, at d = 0.
double dashpot_restitution(double damping_ratio, PullingForce);

struct ImpactPoint {
  double t_s = 0, penetration_m = 0, rate_m_per_s = 0, force_N = 0;
};

struct OneBodyImpact {
  double restitution = 0;         // 0 when the body does not come back
  double work_J = 0;              // of the normal force on the body: (e^2 - 1) m v0^2/2
  std::vector<ImpactPoint> path;  // from touch-down to release
};

// Classical Runge-Kutta with about `steps` steps per characteristic time of the impact; the last one ends at release. Near d = 0 the law is d^n, not
// smooth, so the error falls as steps^-(n + 2) there.
OneBodyImpact one_body_impact(const NormalLaw&, double mass_kg, double speed_m_per_s, int steps = 400);

// What the source of the law says: r, or 1 - alpha v0 (hunt-crossley with a damping), or half a period of the damped oscillator (spring-damper, n = 1).
// NaN where it says nothing (spring-damper with another exponent).
double promised_restitution(const NormalLaw&, double mass_kg, double speed_m_per_s);

// By (1), the closed form, or the integrated motion, whichever belongs to the law.
double restitution_of(const NormalLaw&, double mass_kg, double speed_m_per_s);

}  // namespace zanjir
