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

Vec3d friction_force(const FrictionLaw& law, double normal_force, const Vec3d& n, const Mat3d& R_WB, const Vec3d& v) {
  return friction(law, normal_force, {n, {0, 1, 0}, R_WB}, v, {0, 0}).force;
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
    for (int k = 0; k < 200000; ++k) {
      const double v = k * step;
      const double s = friction_shape(law, v);
      ASSERT_GE(s, 0);
      ASSERT_LE(s, law.static_ratio + 1e-12);
      ASSERT_LT(std::abs(s - before), 3e3 * step) << v;  // the steepest: 2 k/v0 = 3000 s/m of bengisu-akay
      before = s;
    }
    EXPECT_NEAR(friction_shape(law, 10), 1, 1.5e-14);
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
    for (int k = 0; k < 628; ++k) EXPECT_GE(1.0 * std::cos(0.01 * k) * v.x + 5.0 * std::sin(0.01 * k) * v.y, dot(F, v) - 1e-12);
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

ContactFrictionDescription bristles(double mu, double mu_across) {
  ContactFrictionDescription d;
  d.type = FrictionLawType::bristle;
  d.coefficient = mu;
  d.coefficient_across = mu_across;
  if (mu != mu_across) d.direction = {1, 0, 0};
  d.stiffness_N_per_m = 1e5;
  d.damping_N_s_per_m = 50;
  d.stribeck_speed_m_per_s = 0.01;
  return d;
}

const Mat3d level = Mat3d::identity();
Friction on_table(const FrictionLaw& law, double N, const Vec3d& v, const std::array<double, 2>& z) {
  return friction(law, N, {{0, 0, 1}, {1, 0, 0}, level}, v, z);
}

// Along any motion and any normal force: inside the ellipse, and what friction does and what the bristle holds together never rise.
TEST(BristleFriction, StaysInItsConeAndOnlyTakes) {
  Random random(11);
  for (int k = 0; k < 20000; ++k) {
    ContactFrictionDescription d = bristles(random.uniform(0, 1), random.uniform(0.01, 1));
    d.elastic_part = random.uniform(0, 0.99);
    if (random.chance(0.5) && d.coefficient > 0) d.static_coefficient = d.coefficient * random.uniform(1, 2);
    const FrictionLaw law = make_friction_law(d);
    const double N = random.chance(0.1) ? 0 : std::pow(10, random.uniform(-6, 3)), scale = std::pow(10, random.uniform(-9, -1));
    const Vec3d v{random.normal() * random.uniform(0, 0.1), random.normal() * random.uniform(0, 0.1), 0};
    const std::array<double, 2> z{scale * random.normal(), scale * random.normal()};
    const Friction f = on_table(law, N, v, z);
    const double power = dot(f.force, v), bending = 1e5 * (z[0] * f.bristle_rate[0] + z[1] * f.bristle_rate[1]);
    const double terms =
        std::abs(f.force.x * v.x) + std::abs(f.force.y * v.y) + 1e5 * (std::abs(z[0] * f.bristle_rate[0]) + std::abs(z[1] * f.bristle_rate[1]));
    EXPECT_LE(power + bending, rounding(64, terms));
    const double a = d.coefficient > 0 ? f.force.x / d.coefficient : 0, b = f.force.y / d.coefficient_across;
    EXPECT_LE(std::hypot(a, b), N * law.static_ratio * (1 + rounding(64)));
    EXPECT_TRUE(std::isfinite(f.bristle_rate[0]) && std::isfinite(f.bristle_rate[1]));
  }
}

// Slid along a straight line it tends to the law without memory, the point of the ellipse with the most dissipation.
TEST(BristleFriction, SlidesAsTheEllipseSays) {
  for (const double mu : {0.0, 0.1, 0.5}) {
    const FrictionLaw law = make_friction_law(bristles(mu, 0.5));
    const Vec3d v{0.3, 0.4, 0};
    std::array<double, 2> z{0, 0};
    const double N = 20, step = 1e-7;  // of the way; the bristle bends by mu N/stiffness = 1e-4 m
    for (int i = 0; i < 40000; ++i) {
      const Friction f = on_table(law, N, v, z);
      z[0] += step / 0.5 * f.bristle_rate[0], z[1] += step / 0.5 * f.bristle_rate[1];
    }
    const Vec3d F = on_table(law, N, v, z).force;
    const double a = mu * 0.6, b = 0.5 * 0.8, size = std::hypot(a, b);
    EXPECT_NEAR(F.x, -N * mu * a / size, 2e-14 * N * tolerance_scale());  // steps of 1e-3 of the way that it bends
    EXPECT_NEAR(F.y, -N * 0.5 * b / size, 2e-14 * N * tolerance_scale());
    EXPECT_NEAR(on_table(law, N, v, z).cone, 1, 1.5e-14);
  }
}

// Where a contact touches down its normal force is nothing or rounding, and its bristle straight: friction over normal force is 0/0, and was 0 or 1 by a last bit.
TEST(BristleFriction, FillsItsConeAtTouchDownWhateverTheLastBit) {
  const FrictionLaw law = make_friction_law(bristles(0.5, 0.2));
  const double rounding_N = 1e-300;
  for (const Vec3d& v : {Vec3d{0.3, -0.2, 0}, Vec3d{0, 1e-6, -0.1}}) {
    const double none = on_table(law, 0, v, {0, 0}).cone;
    EXPECT_NEAR(none, on_table(law, rounding_N, v, {0, 0}).cone, rounding(8));
    EXPECT_GT(none, 0.5) << "it slides";
  }
  EXPECT_EQ(on_table(law, 0, {0, 0, 0}, {0, 0}).cone, 0) << "nothing slides";
  EXPECT_EQ(on_table(law, rounding_N, {0, 0, 0}, {0, 0}).cone, 0);
}

// Inside its elastic part it is a spring and nothing else, and under any constant load inside the cone it can rest.
TEST(BristleFriction, HoldsStillBelowItsCone) {
  const FrictionLaw law = make_friction_law(bristles(0.5, 0.5));
  const double N = 20, bend = 0.5 * N / 1e5;
  for (const double part : {0.1, 0.5, 0.89}) {
    const Friction f = on_table(law, N, {1e-6, 0, 0}, {part * bend, 0});
    EXPECT_EQ(f.bristle_rate[0], 1e-6) << "all of the motion bends, none slips";
    EXPECT_NEAR(f.force.x, -(part * 10 + 50e-6), rounding(16, 10));
  }
  for (const double part : {0.95, 0.999, 1.0}) {
    const Friction rest = on_table(law, N, {0, 0, 0}, {part * bend, 0});
    EXPECT_EQ(rest.bristle_rate[0], 0);
    EXPECT_NEAR(rest.force.x, -part * 10, rounding(16, 10)) << "at rest it carries what it carries";
  }
  const Friction unloaded = on_table(law, N / 4, {0, 0, 0}, {bend, 0});
  EXPECT_NEAR(unloaded.force.x, -2.5, rounding(16, 10)) << "where the normal force has gone the cone cuts it";
}

TEST(BristleFriction, TakesHalfCriticalDampingFromTheMassOfItsBody) {
  ContactFrictionDescription d = bristles(0.5, 0.5);
  d.damping_N_s_per_m.reset();
  EXPECT_NEAR(make_friction_law(d, 4).damping_N_s_per_m, std::sqrt(4e5), 1e-11);
}

TEST(ViscousGround, DragsAlongAndAcrossWhateverTheNormalForce) {
  ContactFrictionDescription d;
  d.type = FrictionLawType::viscous;
  d.viscous_N_s_per_m = 2;
  d.viscous_across_N_s_per_m = 30;
  d.direction = {0, 1, 0};
  for (const double N : {0.0, 50.0}) {
    const Vec3d F = on_table(make_friction_law(d), N, {1, 3, 7}, {0, 0}).force;
    EXPECT_NEAR(F.x, -30, rounding(8, 30));
    EXPECT_NEAR(F.y, -6, rounding(8, 30));
    EXPECT_EQ(F.z, 0);
  }
}

}  // namespace
}  // namespace zanjir::test
