// What a mechanism file says about compliant contact, as plain data. Formulas and sources: contact/normal_law.hpp, contact/friction_law.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "zanjir/core/kinds.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

std::string_view name_of(NormalLawType);    // as files spell it: "hunt-crossley"
std::string_view name_of(FrictionLawType);  // "none", "bengisu-akay"
std::optional<NormalLawType> normal_law_named(std::string_view);
std::optional<FrictionLawType> friction_law_named(std::string_view);

struct ElasticMaterial {
  double youngs_modulus_Pa = 0, poisson_ratio = 0;
};

struct NormalLawDescription {
  NormalLawType type = NormalLawType::hertz;
  double stiffness = 0;  // N/m^exponent; 0: from the materials
  double exponent = 1.5;
  std::optional<double> restitution;  // of the laws that take one
  double damping = 0;                 // spring-damper: N s/m; hunt-crossley without restitution: s/m
  PullingForce pulling = PullingForce::cut_off;
  double least_speed_m_per_s = 1e-3;
  std::optional<ElasticMaterial> material, ground_material;  // of the sphere, and of a ground that is not rigid
};

struct ContactFrictionDescription {
  FrictionLawType type = FrictionLawType::none;
  double coefficient = 0, coefficient_across = 0, static_coefficient = 0;
  Vec3d direction{0, 0, 0};  // along which `coefficient` holds; zero: isotropic
  FrictionAxes axes = FrictionAxes::world;
  double transition_speed_m_per_s = 0, stribeck_speed_m_per_s = 0;
  double v0_m_per_s = 0, v1_m_per_s = 0;
  double decay_s_per_m = 0;
};

}  // namespace zanjir
