#include "zanjir/contact/stored_energy.hpp"

#include <gtest/gtest.h>

#include "support/tolerance.hpp"
#include "zanjir/describe/contact_laws.hpp"

namespace zanjir::test {
namespace {

NormalLaw stiff_law(NormalLawType type, double exponent) {
  NormalLawDescription d;
  d.type = type;
  d.stiffness = 1e6;
  d.exponent = exponent;
  if (type == NormalLawType::flores) d.restitution = 0.5;
  if (type == NormalLawType::spring_damper) d.damping = 300;
  return make_normal_law(d, 0);
}

TEST(StoredEnergy, IsTheWorkOfTheSpringAlone) {
  for (const double exponent : {1.0, 1.5, 2.2}) {
    const NormalLaw law = stiff_law(NormalLawType::hertz, exponent);
    const double d = 0.01, dd = 1e-6;
    EXPECT_NEAR((stored_energy(law, d + dd) - stored_energy(law, d - dd)) / (2 * dd), normal_force(law, d, 0, 1),
                8e-8 * normal_force(law, d, 0, 1) * tolerance_scale());
    EXPECT_EQ(stored_energy(law, 0), 0);
    EXPECT_EQ(stored_energy(law, -d), 0);
  }
}

// What the force takes and the spring does not hold is lost, and never won.
TEST(StoredEnergy, AndWhatIsDampedAreAllThatAContactTakes) {
  for (const NormalLaw& law :
       {stiff_law(NormalLawType::hertz, 1.5), stiff_law(NormalLawType::flores, 1.5), stiff_law(NormalLawType::spring_damper, 1)}) {
    for (const double d : {-1e-3, 1e-5, 1e-2}) {
      for (const double rate : {-5.0, -0.5, 1e-3, 0.5, 5.0}) {
        const double dd = 1e-4 * std::abs(d), stored = (stored_energy(law, d + dd) - stored_energy(law, d - dd)) / (2 * dd) * rate;
        const double power = normal_force(law, d, rate, 1) * rate, damped = damped_power(law, d, rate, 1);
        EXPECT_NEAR(stored + damped, power, 1e-8 * (std::abs(stored) + damped)) << d << " " << rate;
        EXPECT_GE(damped, 0) << d << " " << rate;
      }
    }
  }
}

// In and out, fast and slow, with forces that pull and are cut off: the force on the body takes at least what the spring stores.
TEST(StoredEnergy, IsTheLeastThatAContactTakes) {
  for (const NormalLaw& law : {stiff_law(NormalLawType::flores, 1.5), stiff_law(NormalLawType::spring_damper, 1)}) {
    for (const double d : {1e-5, 1e-3, 1e-2}) {
      for (const double rate : {-5.0, -0.5, -1e-3, 1e-3, 0.5, 5.0}) {
        const double dt = 1e-4 * d / std::abs(rate), stored = stored_energy(law, d + rate * dt / 2) - stored_energy(law, d - rate * dt / 2);
        EXPECT_LE(stored - normal_force(law, d, rate, 1) * rate * dt, 1e-6 * std::abs(stored)) << d << " " << rate;
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
