#include "zanjir/contact/normal_law.hpp"
#include "zanjir/describe/contact_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

NormalLawDescription describe(NormalLawType type, double stiffness, double exponent) {
  NormalLawDescription d;
  d.type = type;
  d.stiffness = stiffness;
  d.exponent = exponent;
  return d;
}

TEST(NormalLaw, HasTheHysteresisFactorOfItsSource) {
  const double r = 0.6;
  EXPECT_DOUBLE_EQ(hysteresis_factor(NormalLawType::hertz, r), 0);
  EXPECT_DOUBLE_EQ(hysteresis_factor(NormalLawType::hunt_crossley, r), 0.6);
  EXPECT_DOUBLE_EQ(hysteresis_factor(NormalLawType::lankarani_nikravesh, r), 0.48);
  EXPECT_DOUBLE_EQ(hysteresis_factor(NormalLawType::flores, r), 16.0 / 15);
  EXPECT_DOUBLE_EQ(hysteresis_factor(NormalLawType::hu_guo, r), 1.0);
  EXPECT_DOUBLE_EQ(hysteresis_factor(NormalLawType::hu_guo, 0.8), 0.375);
}

TEST(NormalLaw, IsThePowerOfThePenetrationTimesItsBracket) {
  NormalLawDescription d = describe(NormalLawType::hu_guo, 1e6, 1.5);
  d.restitution = 0.8;
  const NormalLaw law = make_normal_law(d, 0);
  EXPECT_DOUBLE_EQ(normal_force(law, 0.01, 0, 2), 1e6 * 1e-3);
  EXPECT_DOUBLE_EQ(normal_force(law, 0.01, 2, 2), 1e6 * 1e-3 * 1.375) << "at the touch-down speed the bracket is 1 + h";
  EXPECT_DOUBLE_EQ(normal_force(law, 0.01, -1, 2), 1e6 * 1e-3 * (1 - 0.375 / 2));
  EXPECT_EQ(normal_force(law, -1e-9, -5, 2), 0) << "no force from outside";
  EXPECT_EQ(normal_force(law, 0, 2, 2), 0);
  const NormalLaw other = make_normal_law(describe(NormalLawType::hertz, 1e6, 2.2), 0);
  EXPECT_DOUBLE_EQ(normal_force(other, 0.01, 3, 2), 1e6 * std::pow(0.01, 2.2));
}

TEST(NormalLaw, PullsOnlyWhereThatIsKept) {
  NormalLawDescription d = describe(NormalLawType::hu_guo, 1e6, 1.5);
  d.restitution = 0.8;
  EXPECT_EQ(normal_force(make_normal_law(d, 0), 0.01, -10, 1), 0) << "1 - 0.375*10 is negative";
  d.pulling = PullingForce::kept;
  EXPECT_DOUBLE_EQ(normal_force(make_normal_law(d, 0), 0.01, -10, 1), 1e3 * (1 - 3.75));
}

TEST(NormalLaw, TakesSlowTouchDownsAsItsLeastSpeed) {
  NormalLawDescription d = describe(NormalLawType::flores, 1e6, 1.5);
  d.restitution = 0.5;
  d.least_speed_m_per_s = 0.01;
  const NormalLaw law = make_normal_law(d, 0);
  EXPECT_EQ(normal_force(law, 0.01, 0.1, 0), normal_force(law, 0.01, 0.1, 0.01));
  EXPECT_GT(normal_force(law, 0.01, 0.1, 0.01), normal_force(law, 0.01, 0.1, 0.02));
}

// Hertz: approach of a sphere of radius R under the force F on a rigid plane, a^3 = 9 F^2 / (16 R E*^2) [Johnson1985] eq. (4.23), in another arrangement.
TEST(HertzStiffness, IsThatOfTheTextbook) {
  const ElasticMaterial steel{210e9, 0.3}, aluminium{70e9, 0.33};
  const double R = 0.02, F = 300;
  for (const auto& ground : {std::optional<ElasticMaterial>(), std::optional(aluminium)}) {
    const double E_star = 1 / ((1 - 0.09) / 210e9 + (ground ? (1 - 0.33 * 0.33) / 70e9 : 0));
    const double approach = std::cbrt(9 * F * F / (16 * R * E_star * E_star));
    NormalLawDescription d = describe(NormalLawType::hertz, 0, 1.5);
    d.material = steel;
    d.ground_material = ground;
    EXPECT_NEAR(normal_force(make_normal_law(d, R), approach, 0, 1), F, rounding(32, F) * tolerance_scale());
  }
}

TEST(LawNames, ReadBack) {
  for (const NormalLawType type : {NormalLawType::spring_damper, NormalLawType::hertz, NormalLawType::hunt_crossley,
                                   NormalLawType::lankarani_nikravesh, NormalLawType::flores, NormalLawType::hu_guo}) {
    EXPECT_EQ(normal_law_named(name_of(type)), type);
  }
  for (const FrictionLawType type : {FrictionLawType::none, FrictionLawType::coulomb, FrictionLawType::stribeck, FrictionLawType::bengisu_akay,
                                     FrictionLawType::ambrosio, FrictionLawType::bristle, FrictionLawType::viscous}) {
    EXPECT_EQ(friction_law_named(name_of(type)), type);
  }
  EXPECT_FALSE(normal_law_named("rigid"));
}

}  // namespace
}  // namespace zanjir::test
