// Friction of a compliant contact: a force in the plane against the sliding velocity v of the touching point, inside a cone about the normal force.
// Laws of the speed alone, without memory:
//   F = -F_N s(|v|) M^2 e / |M e|,     e = v/|v|,  M = diag(mu along `direction`, mu across)                                                   (1)
// Isotropic (M = mu 1) this is -mu s(|v|) F_N e. Otherwise (1) is the point of the friction ellipse with the most dissipation, whose normal is the sliding
// direction [Goyal1991]; the other definition in use, -M e, has no such property and was not taken. s, with k = mu_static/mu_kinetic:
//   coulomb       tanh(|v|/v_t)                                          smoothed, so that high-order methods keep their order
//   stribeck      (1 + (k - 1) exp(-(|v|/v_s)^2)) tanh(|v|/v_t)          exponent 2 as in [Armstrong1994]; Tustin's exponent 1 was not taken
//   bengisu-akay  k (1 - (|v|/v_0 - 1)^2) for |v| < v_0, then 1 + (k - 1) exp(-xi (|v| - v_0))       [BengisuAkay1994] as restated in [Marques2016]
//   ambrosio      0 up to v_0, a straight line to 1 at v_1, then 1       [Ambrosio2003]: no force from the rounding of a sliding speed that is zero
// None of these sticks: a body at rest on a slope creeps at a speed below v_t, v_0 or v_1.
// bengisu-akay follows the survey's wording: a parabola with its top (v_0, k), then a fall whose rate xi is a parameter in s/m, apart from v_0.
//
// bristle: the surfaces hold each other by an elastic bristle whose deflection z (2 numbers, along and across) is part of the state; below its breakaway it
// only bends, so that a body under any constant load inside the cone comes to rest and stays: the elasto-plastic model of [Dupont2002], which unlike
// [CanudasDeWit1995] does not drift under loads that vibrate. Here in the plane, with a cone that follows the normal force, and passive for any motion:
//   B = M/mu,  mu the larger coefficient,   w = B v                         the ellipse as a circle                                            (2)
//   L = mu F_N (1 + (k - 1) exp(-(|v|/v_s)^2)),   rho = sigma_0 |z|/L       how much of the cone the bristle takes                             (3)
//   a(rho) = 0 up to rho_b, u^2 (2 - u) with u = (rho - rho_b)/(1 - rho_b), straight on from u = 1                                            (4)
//   g = sigma_0 z + sigma_1 max(0, 1 - a) w,   c = min(1, L/|g|)                                                                              (5)
//   F = -c B g,   z' = c (w - a max(0, w.z/|z|) z/|z|)                                                                                        (6)
// Sliding steadily, z lies along M v with rho = 1, a = 1, and (6) is (1) with s = L/(mu F_N). |F| stays in the cone by c. The power of F and the rate of the
// bristle's energy sigma_0 |z|^2/2 sum up to -c (sigma_1 max(0, 1 - a)|w|^2 + sigma_0 a |z| max(0, w.z/|z|)), never positive, whatever F_N does: the
// stiffness is constant, not proportional to F_N as in [CanudasDeWit1995], where a growing normal force would load the bristle for nothing.
//
// Beside any law: viscous drag -(d v_along, d_across v_across) whatever the normal force (alone: `viscous`), and moments of rolling and spinning resistance
// -F_N (r_r tanh(|w_t|/w_0) w_t/|w_t| + r_s tanh(w_n/w_0) n) of the angular velocity w, in contact/compliant_contact.hpp.
#pragma once

#include <array>

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
  double stiffness_N_per_m = 0, damping_N_s_per_m = 0, elastic_part = 0.9;  // sigma_0, sigma_1, rho_b
  double viscous_N_s_per_m = 0, viscous_across_N_s_per_m = 0;
  double rolling_resistance_m = 0, spinning_resistance_m = 0, transition_spin_rad_per_s = 1;  // r_r, r_s, w_0
  bool has_bristle() const { return type == FrictionLawType::bristle; }
  double stored_energy_J(const std::array<double, 2>& z) const { return 0.5 * stiffness_N_per_m * (z[0] * z[0] + z[1] * z[1]); }
};

// body_mass_kg: for a bristle without a damping of its own: that of half critical damping of this mass on it.
FrictionLaw make_friction_law(const ContactFrictionDescription&, double body_mass_kg = 0);

// s(|v|); of a bristle: that of steady sliding.
double friction_shape(const FrictionLaw&, double speed_m_per_s);

// The contact as friction sees it, in world axes. R_WB turns a direction that is fixed in the body; an isotropic law is put along `tangent`.
struct FrictionPlace {
  Vec3d normal{0, 0, 1}, tangent{1, 0, 0};
  const Mat3d& R_WB;
};
struct Friction {
  Vec3d force{0, 0, 0};                      // without a part along the normal
  std::array<double, 2> bristle_rate{0, 0};  // z'
  double cone = 0;  // |M^-1 F|/(k F_N) of the dry part: how much of the cone it takes; a bristle sticks below its elastic part
};
// The unit vectors along and across, in the plane. Where `direction` is none or stands upright on the plane: along the tangent, and `directed` is false.
struct FrictionDirections {
  Vec3d along{1, 0, 0}, across{0, 1, 0};
  bool directed = false;
};
FrictionDirections friction_directions(const FrictionLaw&, const FrictionPlace&);
// |M^-1 F|/(k F_N) of any force in the plane: how much of the cone of dry friction it takes. Zero without a coefficient, and without a normal force, where the quantity `.cone` is infinite
// (terms/quantities/contacts.cpp).
double share_of_cone(const FrictionLaw&, double normal_force_N, const FrictionPlace&, const Vec3d& force);
// (1) with s = 1 per normal force, for the sliding direction e in the plane.
Vec3d sliding_force(const FrictionLaw&, const FrictionPlace&, const Vec3d& e);
Friction friction(const FrictionLaw&, double normal_force_N, const FrictionPlace&, const Vec3d& velocity, const std::array<double, 2>& bristle_m);

// (kinetic + (stiction - kinetic) exp(-(v/v_s)^2)) tanh(v/v_t), odd in v: the curve of contacts and of joints.
double stribeck_curve(double kinetic, double stiction, double stribeck_speed, double transition_speed, double v);

}  // namespace zanjir
