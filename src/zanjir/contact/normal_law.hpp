// The normal force of a compliant contact with penetration d, its rate d' and the approach speed v0 at touch-down:
//   F = K d^n (1 + (h/v0 + a) d') + c d',     not below zero unless `pulling` is kept; for d < 0 see normal_force in the .cpp                 (1)
// law                   h (r: the restitution asked for)     source
//   spring-damper       0, n = 1 unless said, c given        linear spring and dashpot; [Schwager2007]
//   hertz               0                                    [Johnson1985] ch. 4
//   hunt-crossley       3 (1 - r)/2, or a = 3/2 alpha        [HuntCrossley1975]: e = 1 - alpha v0
//   lankarani-nikravesh 3 (1 - r^2)/4                        [LankaraniNikravesh1990]
//   flores              8 (1 - r)/(5 r)                      [Flores2011]
//   hu-guo              3 (1 - r)/(2 r)                      [HuGuo2015]
// The sources derive h from different estimates of the energy lost; each gives the restitution r that it is asked for only nearly. What comes out exactly
// is in restitution.hpp. Hunt and Crossley's own law has the constant alpha and no memory: its restitution falls with the impact speed.
#pragma once

#include <optional>

#include "zanjir/core/kinds.hpp"

namespace zanjir {

struct NormalLawDescription;
struct ElasticMaterial;

struct NormalLaw {
  NormalLawType type = NormalLawType::hertz;
  double stiffness = 0, exponent = 1.5;  // K in N/m^n, n
  double hysteresis = 0;                 // h
  double rate_factor_s_per_m = 0;        // a
  double viscous_N_s_per_m = 0;          // c
  double restitution = 1;                // r, where h comes from it
  PullingForce pulling = PullingForce::cut_off;
  // Slower touch-downs count as this fast in (1): a body laid down at rest would be held by an infinite damper.
  double least_speed_m_per_s = 1e-3;
};

// radius_m: of the sphere, for a stiffness from materials.
NormalLaw make_normal_law(const NormalLawDescription&, double radius_m);

// Sphere on a plane [Johnson1985] eq. (4.22), [LankaraniNikravesh1990]: K = 4 sqrt(R) / (3 (s_1 + s_2)), s = (1 - nu^2)/E; s_2 = 0: the ground is rigid.
double hertz_stiffness(double radius_m, const ElasticMaterial& sphere, const std::optional<ElasticMaterial>& ground);

double normal_force(const NormalLaw&, double penetration_m, double rate_m_per_s, double touch_speed_m_per_s);

// h of the law for the restitution r in (0, 1], and back: the restitution that its source promises. Zero and one for laws without h.
double hysteresis_factor(NormalLawType, double restitution);
double published_restitution(NormalLawType, double hysteresis);

}  // namespace zanjir
