// Friction of a compliant contact: a force in the plane against the sliding velocity v of the touching point, proportional to the normal force.
//   F = -F_N s(|v|) M^2 e / |M e|,     e = v/|v|,  M = diag(mu along `direction`, mu across)                                                   (1)
// Isotropic (M = mu 1) this is -mu s(|v|) F_N e. Otherwise (1) is the point of the friction ellipse with the most dissipation, whose normal is the sliding
// direction [Goyal1991]; the other definition in use, -M e, has no such property and was not taken. s, with k = mu_static/mu_kinetic:
//   coulomb       tanh(|v|/v_t)                                          smoothed, so that high-order methods keep their order
//   stribeck      (1 + (k - 1) exp(-(|v|/v_s)^2)) tanh(|v|/v_t)          exponent 2 as in [Armstrong1994]; Tustin's exponent 1 was not taken
//   bengisu-akay  k (1 - (|v|/v_0 - 1)^2) for |v| < v_0, then 1 + (k - 1) exp(-xi (|v| - v_0))       [BengisuAkay1994] as restated in [Marques2016]
//   ambrosio      0 up to v_0, a straight line to 1 at v_1, then 1       [Ambrosio2003]: no force from the rounding of a sliding speed that is zero
// None of them sticks: a body at rest on a slope creeps at a speed below v_t, v_0 or v_1.
// bengisu-akay follows the survey's wording: a parabola with its top (v_0, k), then a fall whose rate xi is a parameter in s/m, apart from v_0.
#pragma once

#include "zanjir/core/kinds.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct ContactFrictionDescription;

struct FrictionLaw {
  FrictionLawType type = FrictionLawType::none;
  double coefficient = 0, coefficient_across = 0;  // kinetic
  double static_ratio = 1;                         // k
  Vec3d direction{0, 0, 0};                        // of `coefficient`; zero: isotropic
  FrictionAxes axes = FrictionAxes::world;
  double transition_speed_m_per_s = 0, stribeck_speed_m_per_s = 0, v0_m_per_s = 0, v1_m_per_s = 0, decay_s_per_m = 0;
};

FrictionLaw make_friction_law(const ContactFrictionDescription&);

// s(|v|)
double friction_shape(const FrictionLaw&, double speed_m_per_s);

// (1), without a part along `normal`. R_WB turns a direction that is fixed in the body; velocity, normal and result in world axes.
Vec3d friction_force(const FrictionLaw&, double normal_force_N, const Vec3d& normal, const Mat3d& R_WB, const Vec3d& velocity);

// (kinetic + (stiction - kinetic) exp(-(v/v_s)^2)) tanh(v/v_t), odd in v: the curve of contacts and of joints.
double stribeck_curve(double kinetic, double stiction, double stribeck_speed, double transition_speed, double v);

}  // namespace zanjir
