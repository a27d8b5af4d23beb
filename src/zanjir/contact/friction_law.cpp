#include "zanjir/contact/friction_law.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/describe/contact_laws.hpp"

namespace zanjir {

FrictionLaw make_friction_law(const ContactFrictionDescription& d, double body_mass_kg) {
  FrictionLaw law;
  law.type = d.type;
  law.coefficient = d.coefficient;
  law.coefficient_across = d.coefficient_across;
  law.static_ratio = d.coefficient > 0 && d.static_coefficient > 0 ? d.static_coefficient / d.coefficient : 1;
  const double length = norm(d.direction);
  law.direction = length > 0 ? d.direction * (1 / length) : d.direction;
  law.axes = d.axes;
  law.transition_speed_m_per_s = d.transition_speed_m_per_s;
  law.stribeck_speed_m_per_s = d.stribeck_speed_m_per_s;
  law.v0_m_per_s = d.v0_m_per_s;
  law.v1_m_per_s = d.v1_m_per_s;
  law.decay_s_per_m = d.decay_s_per_m;
  law.stiffness_N_per_m = d.stiffness_N_per_m;
  law.damping_N_s_per_m = d.damping_N_s_per_m.value_or(std::sqrt(d.stiffness_N_per_m * body_mass_kg));
  law.elastic_part = d.elastic_part;
  law.viscous_N_s_per_m = d.viscous_N_s_per_m;
  law.viscous_across_N_s_per_m = d.viscous_across_N_s_per_m;
  law.rolling_resistance_m = d.rolling_resistance_m;
  law.spinning_resistance_m = d.spinning_resistance_m;
  law.transition_spin_rad_per_s = d.transition_spin_rad_per_s > 0 ? d.transition_spin_rad_per_s : 1;
  return law;
}

double stribeck_curve(double kinetic, double stiction, double stribeck_speed, double transition_speed, double v) {
  const double ratio = v / stribeck_speed;
  return (kinetic + (stiction - kinetic) * std::exp(-ratio * ratio)) * std::tanh(v / transition_speed);
}

namespace {

// Of a bristle that slides: 1 + (k - 1) exp(-(|v|/v_s)^2).
double sliding_share(const FrictionLaw& law, double speed) {
  if (law.static_ratio == 1) return 1;
  const double ratio = speed / law.stribeck_speed_m_per_s;
  return 1 + (law.static_ratio - 1) * std::exp(-ratio * ratio);
}

}  // namespace

double friction_shape(const FrictionLaw& law, double speed) {
  const double k = law.static_ratio;
  switch (law.type) {
    case FrictionLawType::none:
    case FrictionLawType::viscous: return 0;
    case FrictionLawType::dry:
    case FrictionLawType::stick:
    case FrictionLawType::wheel: return 1;
    case FrictionLawType::coulomb: return std::tanh(speed / law.transition_speed_m_per_s);
    case FrictionLawType::stribeck: return stribeck_curve(1, k, law.stribeck_speed_m_per_s, law.transition_speed_m_per_s, speed);
    case FrictionLawType::bengisu_akay: {
      if (speed >= law.v0_m_per_s) return 1 + (k - 1) * std::exp(-law.decay_s_per_m * (speed - law.v0_m_per_s));
      const double short_of = speed / law.v0_m_per_s - 1;
      return k * (1 - short_of * short_of);
    }
    case FrictionLawType::ambrosio:
      if (speed <= law.v0_m_per_s) return 0;
      return speed >= law.v1_m_per_s ? 1 : (speed - law.v0_m_per_s) / (law.v1_m_per_s - law.v0_m_per_s);
    case FrictionLawType::bristle: return sliding_share(law, speed);
  }
  return 0;
}

namespace {

// How much of what slides goes into slip instead of bending: (4).
double slip_share(double rho, double elastic_part) {
  const double u = (rho - elastic_part) / (1 - elastic_part);
  return u <= 0 ? 0 : u < 1 ? u * u * (2 - u) : u;
}

// Speeds, lengths and forces of contacts are far from where squares overflow, and what vanishes when squared is zero: std::hypot, five times as dear, has nothing to save.
double length_of(double a, double b) { return std::sqrt(a * a + b * b); }

struct AlongAcross {
  double along = 0, across = 0;
  double size() const { return length_of(along, across); }
};

// (2) to (6); v and the force in the axes of friction.
AlongAcross bristle_friction(const FrictionLaw& law, double normal_force, AlongAcross v, const std::array<double, 2>& z, Friction& out) {
  const double mu = std::max(law.coefficient, law.coefficient_across);
  const double share = sliding_share(law, v.size()), limit = mu * normal_force * share;
  if (!(mu > 0)) return {};
  const double b_along = law.coefficient / mu, b_across = law.coefficient_across / mu, length = length_of(z[0], z[1]);
  const AlongAcross w{b_along * v.along, b_across * v.across};
  const double held = law.stiffness_N_per_m * length;
  // Without a normal force the bristle lies outside every cone. rho times c stays finite, and so does slip times c: written so that nothing is divided by zero.
  const bool outside = held > limit;
  const double slip = outside ? 0 : slip_share(limit > 0 ? held / limit : 0, law.elastic_part);
  const double damping = law.damping_N_s_per_m * std::max(0.0, 1 - slip) * (outside ? 0 : 1);
  const AlongAcross g{law.stiffness_N_per_m * z[0] + damping * w.along, law.stiffness_N_per_m * z[1] + damping * w.across};
  const double size = g.size(), c = size > limit ? limit / size : 1;
  // Outside, a = u = (rho - rho_b)/(1 - rho_b) and c = 1/rho.
  const double c_slip = outside ? (1 - law.elastic_part * c) / (1 - law.elastic_part) : c * slip;
  const double outwards = length > 0 ? std::max(0.0, (w.along * z[0] + w.across * z[1]) / length) : 0;
  for (std::size_t i = 0; i < 2; ++i) out.bristle_rate[i] = c * (i == 0 ? w.along : w.across) - (length > 0 ? c_slip * outwards * z[i] / length : 0);
  // Without a normal force, as at the instant of touch-down, that of one that is smaller than all others: whether it is rounding or nothing says nothing.
  const double at_none = size > 0 ? share / law.static_ratio : 0;
  out.cone = normal_force > 0 ? c * size / (mu * law.static_ratio * normal_force) : at_none;
  return {-c * b_along * g.along, -c * b_across * g.across};
}

}  // namespace

FrictionDirections friction_directions(const FrictionLaw& law, const FrictionPlace& place) {
  const auto onto_plane = [&](const Vec3d& a) { return a - place.normal * dot(place.normal, a); };
  Vec3d along = onto_plane(law.axes == FrictionAxes::body ? place.R_WB * law.direction : law.direction);
  double length = norm(along);
  constexpr double upright = 1e-9;
  const bool directed = length > upright;  // else there is no direction, or it stands on the plane: the same friction all around
  if (!directed) {
    along = onto_plane(place.tangent);
    length = norm(along);
  }
  along = along * (1 / length);
  return {along, cross(place.normal, along), directed};
}

double share_of_cone(const FrictionLaw& law, double normal_force, const FrictionPlace& place, const Vec3d& force) {
  if (!(law.coefficient > 0) || !(normal_force > 0)) return 0;
  const FrictionDirections d = friction_directions(law, place);
  const double across = d.directed && law.coefficient_across > 0 ? law.coefficient_across : law.coefficient;
  return std::hypot(dot(force, d.along) / law.coefficient, dot(force, d.across) / across) / (law.static_ratio * normal_force);
}

Vec3d sliding_force(const FrictionLaw& law, const FrictionPlace& place, const Vec3d& e) {
  const FrictionDirections d = friction_directions(law, place);
  const double across = d.directed ? law.coefficient_across : law.coefficient;
  const double a = law.coefficient * dot(e, d.along), b = across * dot(e, d.across), size = std::hypot(a, b);
  return size > 0 ? d.along * (-law.coefficient * a / size) + d.across * (-across * b / size) : Vec3d{0, 0, 0};
}

Friction friction(const FrictionLaw& law, double normal_force, const FrictionPlace& place, const Vec3d& velocity, const std::array<double, 2>& z) {
  normal_force = std::max(0.0, normal_force);  // a ground that pulls would drive the body
  const auto [along, across, directed] = friction_directions(law, place);
  const Vec3d sliding = velocity - place.normal * dot(place.normal, velocity);
  const AlongAcross v{dot(sliding, along), dot(sliding, across)};
  const double mu = law.coefficient, mu_across = directed ? law.coefficient_across : mu;
  Friction out;
  AlongAcross force;
  if (law.has_bristle()) {
    if (directed || mu == law.coefficient_across) {
      force = bristle_friction(law, normal_force, v, z, out);
    } else {
      FrictionLaw isotropic = law;
      isotropic.coefficient_across = mu;
      force = bristle_friction(isotropic, normal_force, v, z, out);
    }
  } else if (const double speed = v.size(), shape = friction_shape(law, speed); shape != 0 && speed > 0) {
    const double a = mu * v.along / speed, b = mu_across * v.across / speed, size = length_of(a, b);
    if (size > 0) force = {-shape * normal_force * mu * a / size, -shape * normal_force * mu_across * b / size};
    out.cone = size > 0 ? shape / law.static_ratio : 0;
  }
  force.along -= law.viscous_N_s_per_m * v.along;
  force.across -= (directed ? law.viscous_across_N_s_per_m : law.viscous_N_s_per_m) * v.across;
  out.force = along * force.along + across * force.across;
  return out;
}

}  // namespace zanjir
