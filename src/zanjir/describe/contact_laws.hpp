// What a mechanism file says about compliant contact, as plain data. Formulas and sources: contact/normal_law.hpp, contact/friction_law.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/kinds.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

std::string_view name_of(NormalLawType);    // as files spell it: "hunt-crossley"
std::string_view name_of(FrictionLawType);  // "none", "bengisu-akay"
std::string_view name_of(SolidKind);        // "capsule"
std::string_view name_of(GroundKind);       // "height field"
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
  double stiffness_N_per_m = 0;                                // bristle
  std::optional<double> damping_N_s_per_m = {};                // bristle; nothing: from the mass of the body
  double elastic_part = 0.9;                                   // bristle: of the cone, inside which nothing slips
  double viscous_N_s_per_m = 0, viscous_across_N_s_per_m = 0;  // beside any of them
  double rolling_resistance_m = 0, spinning_resistance_m = 0, transition_spin_rad_per_s = 0;
};

// -- what touches, and what is touched
struct StepDescription {  // a block on the plane `ground`: its riser stands on `point`, its top lies `height_m` above, towards `toward`
  Vec3d toward{1, 0, 0};
  double height_m = 0;
  std::optional<double> length_m = {};  // along `toward`; nothing: without end
};
struct HeightsDescription {  // heights above the plane `ground` on a grid that begins in `point`
  Vec3d along{1, 0, 0};      // of the rows; laid onto the plane
  double spacing_m = 0, spacing_across_m = 0;
  std::vector<std::vector<double>> rows_m = {};
  std::string file = {};  // where they were read from, if they were
};

}  // namespace zanjir
