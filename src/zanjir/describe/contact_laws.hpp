// What a mechanism file says about compliant contact, as plain data. Formulas and sources: contact/normal_law.hpp, contact/friction_law.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

enum class NormalLawType : std::uint8_t { spring_damper, hertz, hunt_crossley, lankarani_nikravesh, flores, hu_guo };
enum class FrictionLawType : std::uint8_t { none, coulomb, stribeck, bengisu_akay, ambrosio };

std::string_view name_of(NormalLawType);    // as files spell it: "hunt-crossley"
std::string_view name_of(FrictionLawType);  // "none", "bengisu-akay"
std::optional<NormalLawType> normal_law_named(std::string_view);
std::optional<FrictionLawType> friction_law_named(std::string_view);

struct ElasticMaterial {
  double youngs_modulus_Pa = 0, poisson_ratio = 0;
};

enum class PullingForce : std::uint8_t { cut_off, kept };  // what is done where a law would pull the body back to the ground

struct NormalLawDescription {
  NormalLawType type = NormalLawType::hertz;
  double stiffness = 0;                  // N/m^exponent; 0: from the materials
  double exponent = 1.5;
  std::optional<double> restitution;     // of the laws that take one
  double damping = 0;                    // spring-damper: N s/m; hunt-crossley without restitution: s/m
  PullingForce pulling = PullingForce::cut_off;
  double least_speed_m_per_s = 1e-3;
  std::optional<ElasticMaterial> material, ground_material;  // of the sphere, and of a ground that is not rigid
};

enum class FrictionAxes : std::uint8_t { world, body };

struct ContactFrictionDescription {
  FrictionLawType type = FrictionLawType::none;
  double coefficient = 0, coefficient_across = 0, static_coefficient = 0;
  Vec3d direction{0, 0, 0};              // along which `coefficient` holds; zero: isotropic
  FrictionAxes axes = FrictionAxes::world;
  double transition_speed_m_per_s = 0, stribeck_speed_m_per_s = 0;
  double v0_m_per_s = 0, v1_m_per_s = 0;
  double decay_s_per_m = 0;
};

}  // namespace zanjir
