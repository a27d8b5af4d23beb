#include "zanjir/describe/coupled_oscillators.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace zanjir;

// Two oscillators: the difference d = u_2 - u_1 - lag obeys d' = -2 c sin(d), so tan(d/2) decays as exp(-2 c s).
TEST(CoupledOscillators, TwoOfThemFollowTheClosedForm) {
  for (const double c : {0.5, 2.0}) {
    const OscillatorPaths paths = run_oscillators({0, 0}, 0.8, c);
    ASSERT_TRUE(paths.settled);
    for (std::size_t k = 0; k < paths.s.size(); ++k) {
      const double d = -2 * std::atan(std::tan(0.4) * std::exp(-2 * c * paths.s[k]));
      EXPECT_NEAR(paths.u[1][k] - paths.u[0][k] - 0.8, d, 1e-6);                             // Runge-Kutta: (4 c h)^5/120 per unit of its decay
      EXPECT_NEAR(paths.u[1][k] + paths.u[0][k], 2 * paths.s[k], 1e-12 * (1 + paths.s[k]));  // they pull each other equally
    }
  }
}

TEST(CoupledOscillators, AChainSettlesIntoATravellingWave) {
  const OscillatorPaths paths = run_oscillators(std::vector<double>(9, 0.0), 0.5, 1.5);
  ASSERT_TRUE(paths.settled);
  for (std::size_t j = 1; j < 9; ++j) EXPECT_NEAR(paths.u[j].back() - paths.u[j - 1].back(), 0.5, 1e-7);
}

TEST(CoupledOscillators, SaysThatItDoesNotSettle) { EXPECT_FALSE(run_oscillators({0, 1, 2}, 0.3, 1, 5).settled); }
