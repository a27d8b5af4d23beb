#include "zanjir/contact/restitution.hpp"
#include "zanjir/describe/contact_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

constexpr NormalLawType hysteretic[] = {NormalLawType::hunt_crossley, NormalLawType::lankarani_nikravesh, NormalLawType::flores,
                                        NormalLawType::hu_guo};

NormalLaw law_of(NormalLawType type, double restitution, double exponent = 1.5) {
  NormalLawDescription d;
  d.type = type;
  d.stiffness = 1.4e8;
  d.exponent = exponent;
  d.restitution = restitution;
  return make_normal_law(d, 0);
}

// Values of an independent computation, nine digits.
TEST(ExactRestitution, HasThePublishedValues) {
  EXPECT_NEAR(exact_restitution(hysteresis_factor(NormalLawType::hunt_crossley, 0.8)), 0.832869792, 0.6e-9 * tolerance_scale());
  EXPECT_NEAR(exact_restitution(hysteresis_factor(NormalLawType::flores, 0.8)), 0.788539126, 0.6e-9 * tolerance_scale());
  EXPECT_NEAR(exact_restitution(hysteresis_factor(NormalLawType::hu_guo, 0.8)), 0.799198782, 0.6e-9 * tolerance_scale());
}

// The relation itself with the numbers at hand: as logarithms, whose rounding is eps of their size, or for large h, where e comes down to 1/h, as
// 1 - h e = (1 + h) exp(-h (1 + e)), whose rounding is that of h e.
TEST(ExactRestitution, SolvesTheImplicitRelation) {
  for (const double h : {1e-12, 1e-6, 1e-3, 0.05, 0.0999, 0.1, 0.375, 1.0, 6.0, 100.0, 1e4}) {
    SCOPED_TRACE(h);
    const double e = exact_restitution(h);
    ASSERT_GT(e, 0);
    ASSERT_LE(e, std::min(1.0, 1 / h));
    if (h < 1) EXPECT_NEAR(h * (1 + e), std::log1p(h) - std::log1p(-h * e), rounding(8, 2 * h) * tolerance_scale());
    else EXPECT_NEAR(1 - h * e, (1 + h) * std::exp(-h * (1 + e)), rounding(16) * tolerance_scale());
  }
  EXPECT_EQ(exact_restitution(0), 1);
  // Small h: e = 1 - 2h/3 + 4h^2/9 + O(h^3).
  for (const double h : {1e-3, 1e-4, 1e-5, 1e-8}) EXPECT_NEAR(exact_restitution(h), 1 - 2 * h / 3 + 4 * h * h / 9, h * h * h + rounding(8));
}

// The motion integrated against the separated relation: any mass, speed and exponent.
TEST(OneBodyImpact, HasTheRestitutionOfTheRelation) {
  for (const NormalLawType type : hysteretic) {
    for (const double r : {0.3, 0.6, 0.8, 0.95, 1.0}) {
      for (const double exponent : {1.0, 1.5, 2.0}) {
        const NormalLaw law = law_of(type, r, exponent);
        SCOPED_TRACE(std::string(name_of(type)) + ", r = " + std::to_string(r) + ", n = " + std::to_string(exponent));
        const double e = exact_restitution(law.hysteresis);
        // Error steps^-(n + 2) from the ends, where the law is d^n, and steps^-4 from between; the constant is of the order of one.
        const auto error = [&](int steps) { return (10 * std::pow(steps, -std::min(exponent + 2, 4.0)) + 1e-12) * tolerance_scale(); };
        for (const int steps : {100, 400, 4000}) EXPECT_NEAR(one_body_impact(law, 0.7, 2, steps).restitution, e, error(steps));
        EXPECT_NEAR(one_body_impact(law, 35, 0.1, 4000).restitution, e, error(4000)) << "neither mass nor speed enters";
      }
    }
  }
}

TEST(OneBodyImpact, LosesTheWorkOfItsForce) {
  for (const NormalLawType type : hysteretic) {
    const NormalLaw law = law_of(type, 0.8);
    const OneBodyImpact impact = one_body_impact(law, 0.7, 2, 2000);
    double work = 0;  // trapezoids over the path: -F dd
    for (std::size_t i = 1; i < impact.path.size(); ++i) {
      work -= 0.5 * (impact.path[i].force_N + impact.path[i - 1].force_N) * (impact.path[i].penetration_m - impact.path[i - 1].penetration_m);
    }
    const double kinetic = 0.5 * 0.7 * 2 * 2, e = exact_restitution(law.hysteresis);
    EXPECT_NEAR(impact.work_J, (e * e - 1) * kinetic, 2e-10 * kinetic * tolerance_scale());
    EXPECT_NEAR(work, impact.work_J, 3e-9 * kinetic * tolerance_scale());  // the rule's error, (1/2000)^2
  }
}

// Near r = 1 every source agrees with the exact relation to first order, e = 1 - 2h/3, but for Flores, whose 8/5 makes e = 1 - 16/15 (1 - r).
TEST(PublishedRestitution, IsTheExactOneToItsOrder) {
  for (const NormalLawType type : hysteretic) {
    const double slope = type == NormalLawType::flores ? 16.0 / 15 : 1;
    for (const double loss : {1e-2, 1e-3, 1e-4}) {
      const double e = exact_restitution(hysteresis_factor(type, 1 - loss));
      EXPECT_NEAR((1 - e) / loss, slope, 3 * loss) << name_of(type);  // the next term: below 3 (1 - r) for every one of them
    }
    for (const double r : {0.1, 0.5, 0.8, 0.99, 1.0})
      EXPECT_NEAR(published_restitution(type, hysteresis_factor(type, r)), r, rounding(8) * tolerance_scale()) << name_of(type);
  }
  // What the reviews say: Hu and Guo's stays close over the whole range, Lankarani and Nikravesh's and Hunt and Crossley's do not.
  const auto miss = [](NormalLawType type, double r) { return std::abs(exact_restitution(hysteresis_factor(type, r)) - r); };
  for (const double r : {0.3, 0.5, 0.7}) {
    EXPECT_LT(miss(NormalLawType::hu_guo, r), 0.03);
    EXPECT_GT(miss(NormalLawType::lankarani_nikravesh, r), miss(NormalLawType::hunt_crossley, r));
    EXPECT_GT(miss(NormalLawType::hunt_crossley, r), 2 * miss(NormalLawType::hu_guo, r));
  }
}

// Hunt and Crossley's own law: h grows with the speed, e = 1 - alpha v to first order.
TEST(HuntCrossley, WithADampingLosesMoreAtHigherSpeed) {
  NormalLawDescription d;
  d.type = NormalLawType::hunt_crossley;
  d.stiffness = 2e6;
  d.damping = 0.3;
  const NormalLaw law = make_normal_law(d, 0);
  for (const double v : {1e-3, 0.1, 1.0, 5.0}) {
    const double e = restitution_of(law, 2, v);
    EXPECT_NEAR(one_body_impact(law, 2, v, 4000).restitution, e, 4e-11 * tolerance_scale());
    EXPECT_NEAR(e, 1 - 0.3 * v, 0.09 * v * v + 1e-12) << "the next term of the series is alpha^2 v^2";
    EXPECT_DOUBLE_EQ(promised_restitution(law, 2, v), 1 - 0.3 * v);
  }
}

TEST(SpringDamper, HasTheRestitutionOfTheDampedOscillator) {
  for (const double zeta : {0.01, 0.2, 0.6, 0.75, 0.95, 1.0, 1.5}) {
    for (const PullingForce pulling : {PullingForce::cut_off, PullingForce::kept}) {
      if (pulling == PullingForce::kept && zeta >= 0.9) continue;  // takes for ever
      SCOPED_TRACE(zeta);
      NormalLawDescription d;
      d.type = NormalLawType::spring_damper;
      d.stiffness = 1e4;
      d.exponent = 1;
      d.damping = 2 * zeta * std::sqrt(1e4 * 0.5);
      d.pulling = pulling;
      const NormalLaw law = make_normal_law(d, 0);
      EXPECT_NEAR(one_body_impact(law, 0.5, 3, 4000).restitution, dashpot_restitution(zeta, pulling), 6e-14 * tolerance_scale());
      EXPECT_NEAR(restitution_of(law, 0.5, 3), dashpot_restitution(zeta, pulling), rounding(64) * tolerance_scale());
      for (const ImpactPoint& p : one_body_impact(law, 0.5, 3).path) {
        ASSERT_TRUE(pulling == PullingForce::kept || p.force_N >= 0);
      }
    }
  }
  EXPECT_NEAR(dashpot_restitution(0.2, PullingForce::kept), std::exp(-M_PI * 0.2 / std::sqrt(0.96)), rounding(16));
  // Continuous through critical damping.
  EXPECT_NEAR(dashpot_restitution(1 - 1e-9, PullingForce::cut_off), std::exp(-2), 3e-9);
  EXPECT_NEAR(dashpot_restitution(1 + 1e-9, PullingForce::cut_off), std::exp(-2), 3e-9);
}

}  // namespace
}  // namespace zanjir::test
