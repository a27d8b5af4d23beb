#include "zanjir/contact/friction_law.hpp"
#include "zanjir/describe/contact_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

ContactFrictionDescription describe(FrictionLawType type) {
  ContactFrictionDescription d;
  d.type = type;
  d.coefficient = d.coefficient_across = 0.2;
  d.static_coefficient = type == FrictionLawType::stribeck || type == FrictionLawType::bengisu_akay ? 0.3 : 0;
  d.transition_speed_m_per_s = 1e-3;
  d.stribeck_speed_m_per_s = 1e-2;
  d.v0_m_per_s = type == FrictionLawType::ambrosio ? 1e-4 : 1e-3;
  d.v1_m_per_s = 1e-3;
  d.decay_s_per_m = 50;
  return d;
}

constexpr FrictionLawType all[] = {FrictionLawType::coulomb, FrictionLawType::stribeck, FrictionLawType::bengisu_akay, FrictionLawType::ambrosio};

TEST(FrictionShape, HasTheValuesOfItsFormula) {
  const FrictionLaw ambrosio = make_friction_law(describe(FrictionLawType::ambrosio));
  EXPECT_EQ(friction_shape(ambrosio, 1e-4), 0);
  EXPECT_EQ(friction_shape(ambrosio, 5e-5), 0);
  EXPECT_NEAR(friction_shape(ambrosio, 5.5e-4), 0.5, rounding(8));
  EXPECT_EQ(friction_shape(ambrosio, 1e-3), 1);
  EXPECT_EQ(friction_shape(ambrosio, 7), 1);
  const FrictionLaw akay = make_friction_law(describe(FrictionLawType::bengisu_akay));
  EXPECT_EQ(friction_shape(akay, 0), 0);
  EXPECT_NEAR(friction_shape(akay, 0.5e-3), 1.5 * 0.75, rounding(8));
  EXPECT_NEAR(friction_shape(akay, 1e-3), 1.5, rounding(8)) << "the top is static friction";
  EXPECT_NEAR(friction_shape(akay, 1e-3 + 0.02), 1 + 0.5 * std::exp(-1), rounding(16));
  const FrictionLaw stribeck = make_friction_law(describe(FrictionLawType::stribeck));
  EXPECT_NEAR(friction_shape(stribeck, 1e-2), (1 + 0.5 * std::exp(-1)) * std::tanh(10), rounding(16));
  EXPECT_NEAR(friction_shape(make_friction_law(describe(FrictionLawType::coulomb)), 1e-3), std::tanh(1), rounding(4));
}

TEST(FrictionShape, IsContinuousNotNegativeAndEndsAtOne) {
  for (const FrictionLawType type : all) {
    const FrictionLaw law = make_friction_law(describe(type));
    SCOPED_TRACE(name_of(type));
    double before = 0;
    const double step = 1e-7;
    for (double v = 0; v < 0.02; v += step) {
      const double s = friction_shape(law, v);
      ASSERT_GE(s, 0);
      ASSERT_LE(s, law.static_ratio + 1e-12);
      ASSERT_LT(std::abs(s - before), 3e3 * step) << v;  // the steepest: 2 k/v0 = 3000 s/m of bengisu-akay
      before = s;
    }
    EXPECT_NEAR(friction_shape(law, 10), 1, 1e-12);
  }
}

TEST(FrictionForce, OpposesSlidingInThePlaneOnly) {
  const Vec3d n{0.6, 0, 0.8};
  const Vec3d v = Vec3d{0.8, 0, -0.6} * 0.3 + Vec3d{0, 1, 0} * 0.4 + n * 17.0;
  for (const FrictionLawType type : all) {
    const Vec3d F = friction_force(make_friction_law(describe(type)), 10, n, Mat3d::identity(), v);
    EXPECT_NEAR(dot(F, n), 0, rounding(16, 40));
    const double size = 10 * 0.2 * friction_shape(make_friction_law(describe(type)), 0.5);
    EXPECT_NEAR(norm(F), size, rounding(64, 40)) << name_of(type);
    EXPECT_NEAR(dot(F, v), -size * 0.5, rounding(64, 400)) << "straight against the sliding velocity";
  }
  EXPECT_EQ(norm(friction_force(make_friction_law(describe(FrictionLawType::coulomb)), 10, n, Mat3d::identity(), n * 3.0)), 0)
      << "no sliding, no friction";
}

// Of all forces on the ellipse (f_a/mu_a)^2 + (f_b/mu_b)^2 = F_N^2 the friction force takes the most power out of the sliding motion.
TEST(AnisotropicFriction, DissipatesMostOnItsEllipse) {
  ContactFrictionDescription d = describe(FrictionLawType::ambrosio);
  d.coefficient = 0.1;
  d.coefficient_across = 0.5;
  d.direction = {2, 0, 0};
  const FrictionLaw law = make_friction_law(d);
  Random random(7);
  for (int k = 0; k < 50; ++k) {
    const Vec3d v{random.normal(), random.normal(), 0}, F = friction_force(law, 10, {0, 0, 1}, Mat3d::identity(), v);
    EXPECT_NEAR(std::hypot(F.x / 0.1, F.y / 0.5), 10, rounding(64, 10) * tolerance_scale());
    for (double a = 0; a < 6.28; a += 0.01) EXPECT_GE(1.0 * std::cos(a) * v.x + 5.0 * std::sin(a) * v.y, dot(F, v) - 1e-12);
  }
  const Vec3d along = friction_force(law, 10, {0, 0, 1}, Mat3d::identity(), {3, 0, 0}),
              across = friction_force(law, 10, {0, 0, 1}, Mat3d::identity(), {0, -3, 0});
  EXPECT_NEAR(along.x, -1, rounding(32));
  EXPECT_NEAR(across.y, 5, rounding(32));
}

TEST(AnisotropicFriction, TurnsWithTheBodyWhenItsDirectionDoes) {
  ContactFrictionDescription d = describe(FrictionLawType::ambrosio);
  d.coefficient = 0.1;
  d.coefficient_across = 0.5;
  d.direction = {1, 0, 0};
  d.axes = FrictionAxes::body;
  const FrictionLaw law = make_friction_law(d);
  const Mat3d quarter = Mat3d::from_columns({0, 1, 0}, {-1, 0, 0}, {0, 0, 1});
  EXPECT_NEAR(friction_force(law, 10, {0, 0, 1}, quarter, {0, 1, 0}).y, -1, rounding(32));
  EXPECT_NEAR(friction_force(law, 10, {0, 0, 1}, quarter, {1, 0, 0}).x, -5, rounding(32));
  // Upright on the plane the direction says nothing: `coefficient` all around.
  const Mat3d upright = Mat3d::from_columns({0, 0, 1}, {0, 1, 0}, {-1, 0, 0});
  EXPECT_NEAR(norm(friction_force(law, 10, {0, 0, 1}, upright, {1, 2, 0})), 1, rounding(32));
}

}  // namespace
}  // namespace zanjir::test
