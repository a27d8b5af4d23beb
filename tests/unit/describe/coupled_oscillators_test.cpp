#include "zanjir/describe/coupled_oscillators.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "zanjir/describe/description.hpp"
#include "zanjir/forces/motion_law.hpp"

using namespace zanjir;

// Two oscillators: the difference d = u_2 - u_1 - lag obeys d' = -2 c sin(d), so tan(d/2) decays as exp(-2 c s).
TEST(CoupledOscillators, TwoOfThemFollowTheClosedForm) {
  for (const double c : {0.5, 2.0}) {
    const OscillatorPaths paths = run_oscillators({0, 0}, 0.8, c);
    ASSERT_TRUE(paths.settled);
    ASSERT_TRUE(paths.settled_before);
    EXPECT_LT(paths.s.front(), -5 / c);  // backwards as well: there half a turn off the lag
    for (std::size_t k = 0; k < paths.s.size(); ++k) {
      const double d = -2 * std::atan(std::tan(0.4) * std::exp(-2 * c * paths.s[k]));
      EXPECT_NEAR(paths.u[1][k] - paths.u[0][k] - 0.8, d, 4e-7);  // Runge-Kutta: (4 c h)^5/120 per unit of its decay
      EXPECT_NEAR(paths.u[1][k] + paths.u[0][k], 2 * paths.s[k], 5e-14 * (1 + std::abs(paths.s[k])));  // they pull each other equally
    }
  }
}

// Rates and accelerations of the splines that go through the paths, at s = 0 too, where the pull is largest: u'' from the equations, by the chain rule.
TEST(CoupledOscillators, SplinesThroughThemHaveTheirAccelerations) {
  const double c = 1.3, lag = 0.8;
  const OscillatorPaths paths = run_oscillators({0, 0.2, -0.7}, lag, c);
  std::vector<MotionLaw> laws;
  for (const std::vector<double>& u : paths.u) {
    LawDescription law;
    law.kind = LawKind::spline;
    law.numbers = {1};
    for (std::size_t k = 0; k < paths.s.size(); ++k) law.knots.emplace_back(paths.s[k], u[k]);
    laws.emplace_back(law);
  }
  for (const double s : {-2.0, -0.3, 0.0, 0.01, 0.3, 2.0}) {
    const Jet a = laws[0].at(s, {}), b = laws[1].at(s, {}), d = laws[2].at(s, {});
    const double ab = b.value - a.value - lag, bd = d.value - b.value - lag;
    EXPECT_NEAR(a.rate, 1 + c * std::sin(ab), 6e-7);  // (4 c h)^3/24 of the pull
    EXPECT_NEAR(b.rate, 1 + c * (std::sin(bd) - std::sin(ab)), 2e-6);
    EXPECT_NEAR(a.acceleration, c * std::cos(ab) * (b.rate - a.rate), 2e-3);  // (4 c h)^2/12 of it
    EXPECT_NEAR(d.acceleration, -c * std::cos(bd) * (d.rate - b.rate), 2e-3);
  }
}

TEST(CoupledOscillators, AChainSettlesIntoATravellingWave) {
  const OscillatorPaths paths = run_oscillators(std::vector<double>(9, 0.0), 0.5, 1.5);
  ASSERT_TRUE(paths.settled);
  for (std::size_t j = 1; j < 9; ++j) EXPECT_NEAR(paths.u[j].back() - paths.u[j - 1].back(), 0.5, 4e-8);
}

TEST(CoupledOscillators, SaysThatItDoesNotSettle) { EXPECT_FALSE(run_oscillators({0, 1, 2}, 0.3, 1, 5).settled); }
