#include "zanjir/contact/normal_law.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/describe/contact_laws.hpp"

namespace zanjir {

double hysteresis_factor(NormalLawType type, double r) {
  switch (type) {
    case NormalLawType::hold:
    case NormalLawType::spring_damper:
    case NormalLawType::hertz: return 0;
    case NormalLawType::hunt_crossley: return 3 * (1 - r) / 2;
    case NormalLawType::lankarani_nikravesh: return 3 * (1 - r * r) / 4;
    case NormalLawType::flores: return 8 * (1 - r) / (5 * r);
    case NormalLawType::hu_guo: return 3 * (1 - r) / (2 * r);
  }
  return 0;
}

double published_restitution(NormalLawType type, double h) {
  switch (type) {
    case NormalLawType::hold:
    case NormalLawType::spring_damper:
    case NormalLawType::hertz: return 1;
    case NormalLawType::hunt_crossley: return 1 - 2 * h / 3;
    case NormalLawType::lankarani_nikravesh: return std::sqrt(1 - 4 * h / 3);
    case NormalLawType::flores: return 8 / (8 + 5 * h);
    case NormalLawType::hu_guo: return 3 / (3 + 2 * h);
  }
  return 1;
}

double hertz_stiffness(double radius_m, const ElasticMaterial& sphere, const std::optional<ElasticMaterial>& ground) {
  const auto compliance = [](const ElasticMaterial& m) { return (1 - m.poisson_ratio * m.poisson_ratio) / m.youngs_modulus_Pa; };
  return 4 * std::sqrt(radius_m) / (3 * (compliance(sphere) + (ground ? compliance(*ground) : 0)));
}

NormalLaw make_normal_law(const NormalLawDescription& d, double radius_m) {
  NormalLaw law;
  law.type = d.type;
  law.stiffness = d.material ? hertz_stiffness(radius_m, *d.material, d.ground_material) : d.stiffness;
  law.exponent = d.exponent;
  law.restitution = d.restitution.value_or(1);
  law.hysteresis = hysteresis_factor(d.type, law.restitution);
  if (d.type == NormalLawType::spring_damper) law.viscous_N_s_per_m = d.damping;
  else law.rate_factor_s_per_m = 1.5 * d.damping;
  law.pulling = d.pulling;
  law.least_speed_m_per_s = d.least_speed_m_per_s;
  return law;
}

// Below d = 0 a contact that touches goes on without a jump, F = -K |d|^n + c d': the trial states of a step that ends it, a touch-down that rounding left a
// hair outside, and the differences of a Jacobian see one law. A contact in flight has no force, whatever d is (compliant_contact.hpp).
double normal_force(const NormalLaw& law, double d, double rate, double touch_speed) {
  const double depth = std::abs(d), n = law.exponent;
  const double elastic = law.stiffness * (n == 1 ? depth : n == 1.5 ? depth * std::sqrt(depth) : std::pow(depth, n));
  const double damping = law.hysteresis / std::max(touch_speed, law.least_speed_m_per_s) + law.rate_factor_s_per_m;
  const double force = (d < 0 ? -elastic : elastic * (1 + damping * rate)) + law.viscous_N_s_per_m * rate;
  return law.pulling == PullingForce::cut_off ? std::max(0.0, force) : force;
}

}  // namespace zanjir
