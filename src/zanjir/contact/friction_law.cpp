#include "zanjir/contact/friction_law.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/describe/contact_laws.hpp"

namespace zanjir {

FrictionLaw make_friction_law(const ContactFrictionDescription& d) {
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
  return law;
}

double stribeck_curve(double kinetic, double stiction, double stribeck_speed, double transition_speed, double v) {
  const double ratio = v / stribeck_speed;
  return (kinetic + (stiction - kinetic) * std::exp(-ratio * ratio)) * std::tanh(v / transition_speed);
}

double friction_shape(const FrictionLaw& law, double speed) {
  const double k = law.static_ratio;
  switch (law.type) {
    case FrictionLawType::none: return 0;
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
  }
  return 0;
}

Vec3d friction_force(const FrictionLaw& law, double normal_force, const Vec3d& normal, const Mat3d& R_WB, const Vec3d& velocity) {
  normal_force = std::max(0.0, normal_force);  // a ground that pulls would drive the body
  const Vec3d v = velocity - normal * dot(normal, velocity);
  const double speed = norm(v), shape = friction_shape(law, speed);
  if (shape == 0 || speed == 0) return {0, 0, 0};
  const Vec3d e = v * (1 / speed);
  Vec3d along = law.axes == FrictionAxes::body ? R_WB * law.direction : law.direction;
  along = along - normal * dot(normal, along);
  const double length = norm(along);
  // No direction, or one that stands on the plane: the same friction all around.
  constexpr double upright = 1e-9;
  if (!(length > upright)) return e * (-law.coefficient * shape * normal_force);
  along = along * (1 / length);
  const Vec3d across = cross(normal, along);
  const double a = law.coefficient * dot(e, along), b = law.coefficient_across * dot(e, across), size = std::hypot(a, b);
  if (size == 0) return {0, 0, 0};
  return (along * (law.coefficient * a) + across * (law.coefficient_across * b)) * (-shape * normal_force / size);
}

}  // namespace zanjir
