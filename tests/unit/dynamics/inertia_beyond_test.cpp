#include "zanjir/dynamics/inertia_beyond.hpp"

#include <gtest/gtest.h>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"

namespace zanjir::test {
namespace {

// What the yardstick promises: no diagonal entry of M is larger, in any configuration.
TEST(InertiaBeyond, BoundsTheMassMatrix) {
  RandomTreeOptions options;
  options.n_bodies = 6;
  for (const std::uint64_t seed : seeds(20)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    std::vector<InertiaBeyond> beyond;
    inertia_beyond(model, state.q, beyond);
    Multipliers::Scratch scratch(model);
    MatX M;
    VecX bias;
    Multipliers::mass_matrix_and_bias(model, state, scratch, M, bias);
    for (int k = 0; k < model.nv(); ++k) {
      const InertiaBeyond& b = beyond[static_cast<std::size_t>(index(model.speed(k).joint))];
      if (!model.speed(k).turns()) EXPECT_NEAR(M(k, k), b.mass, rounding(32, b.mass)) << model.speed_names()[static_cast<std::size_t>(k)];
      else EXPECT_LE(M(k, k), b.rotation) << model.speed_names()[static_cast<std::size_t>(k)];
    }
  }
}

TEST(InertiaBeyond, IsThePathLengthForAChain) {
  const Model model = build(mechanism(
      {0, 0, 0}, {massless("a"), body("b", 2, {0, 0.5, 0}, {0.1, 0.2, 0.3, 0, 0, 0})},
      {joint("A", JointType::revolute, "ground", "a", {3, 0, 0}, {{0, 0, 1}}), joint("B", JointType::prismatic, "a", "b", {1, 0, 0}, {{0, 0, 1}})}));
  VecX q(2);
  q << 0.3, -0.25;
  std::vector<InertiaBeyond> beyond;
  inertia_beyond(model, q, beyond);
  EXPECT_EQ(beyond[0].mass, 2);
  EXPECT_EQ(beyond[1].mass, 2);
  EXPECT_NEAR(beyond[0].rotation, 2 * 1.75 * 1.75 + 0.6, rounding(16, 8));
  EXPECT_NEAR(beyond[1].rotation, 2 * 0.75 * 0.75 + 0.6, rounding(16, 8));
  EXPECT_NEAR(beyond[0].rounding, 2 * 4.75 * 4.75, rounding(16, 50));
  EXPECT_EQ(pivot_floor(model, beyond, 1), pivot_tolerance * 2);
}

}  // namespace
}  // namespace zanjir::test
