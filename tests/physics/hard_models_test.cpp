// Coordinates that no inertia resists: forward dynamics says `singular` and names the joint, inverse dynamics answers; with rotors on every
// joint forward dynamics answers too.
#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir::test {
namespace {

struct HardCase {
  std::string model;
  std::vector<std::string> culprits;  // any of these may be named
};

class HardModel : public testing::TestWithParam<HardCase> {};

TEST_P(HardModel, IsSingularForwardWithTheJointsName) {
  const Model model = zoo_model("hard/" + GetParam().model);
  for (std::uint64_t seed : seeds(400)) {
    Random random(seed);
    const State state = seed == 1 ? initial_state(model) : random_tree_state(model, random);
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      Solver solver(f, model);
      Solution out;
      EXPECT_EQ(name_of(solver.solve(state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, out)), "singular");
      bool named = false;
      for (const std::string& culprit : GetParam().culprits) named = named || out.note.find("'" + culprit) != std::string::npos;
      EXPECT_TRUE(named) << out.note;
    }
  }
}

TEST_P(HardModel, HasAnInverseAnswer) {
  const Model model = zoo_model("hard/" + GetParam().model);
  for (std::uint64_t seed : seeds(10)) {
    Random random(seed);
    const State state = random_tree_state(model, random);
    const VecX vdot = random_vecx(random, model.nv());
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Solution first = inverse(model, state, vdot);
    ASSERT_TRUE(first.tau.allFinite());
    for (const AnyFormulation& f : formulations_for(model, Ask::inverse)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution other = solve_or_throw(f, model, state, inverse_question(model, vdot));
      EXPECT_LE((other.tau - first.tau).norm(), agreement(1e4, 1 + first.tau.norm()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, HardModel,
                         testing::Values(HardCase{"massless_leaf", {"flag_hinge"}}, HardCase{"point_mass_on_ball", {"ball"}},
                                         HardCase{"rod_spinning_about_own_axis", {"spin"}},
                                         HardCase{"four_massless_hinges", {"H1", "H2", "H3", "H4"}}),
                         [](const auto& info) { return info.param.model; });

// Only the unresisted speed cannot be wanted: with its acceleration given, the others have an answer.
TEST(HardModels, AnswerOnceTheUnresistedSpeedIsGiven) {
  for (const auto& [name, culprit] : {std::pair{"massless_leaf", "flag_hinge"}, {"rod_spinning_about_own_axis", "spin"}}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(std::string("hard/") + name);
    const State state = initial_state(model);
    Given question = forward_question(model, VecX::Zero(model.nv()));
    question.want[static_cast<std::size_t>(speed_index(model, culprit))] = Want::tau;
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution s = solve_or_throw(f, model, state, question);
      const Solution back = inverse(model, state, s.vdot);
      EXPECT_LE((back.tau - s.tau).norm(), agreement(100, 1 + s.tau.norm() + s.vdot.norm()));
    }
  }
}

TEST(HardModels, EveryFileIsTested) {  // a new file below models/hard needs a case above
  EXPECT_EQ(hard_names(), (std::vector<std::string>{"hard/four_massless_hinges", "hard/massless_leaf", "hard/point_mass_on_ball",
                                                    "hard/rod_spinning_about_own_axis", "hard/rotor_everywhere"}));
}

TEST(RotorEverywhere, MakesMasslessHingesRegular) {
  const Model model = zoo_model("hard/rotor_everywhere");
  for (std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const State state = random_tree_state(model, random);
    const VecX tau = random_vecx(random, model.nv());
    const Given question = forward_question(model, tau);
    const double condition = condition_number(model, state, question);
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution s = solve_or_throw(f, model, state, question);
      EXPECT_LE((inverse(model, state, s.vdot).tau - tau).norm(), agreement(condition, 1 + tau.norm())) << "condition " << condition;
      // The pointer carries nothing but its rotor, which feels no other motion.
      const int pointer = speed_index(model, "H5");
      EXPECT_NEAR(s.vdot[pointer], tau[pointer] / (30 * 30 * 1e-5), rounding(1000, std::abs(s.vdot[pointer])));
    }
  }
}

// Rotor inertia adds its number to the diagonal of M, nothing else.
TEST(RotorInertia, AddsToTheDiagonalOnly) {
  Random random(9);
  RandomTreeOptions options;
  options.n_bodies = 6;
  options.rotor_chance = 1;
  options.reversed_chance = 0;  // opposite coordinates of planar, spherical and free joints carry no actuator
  const Description with = random_tree(random, options);
  Description without = with;
  without.actuators.clear();
  const Model a = build(with), b = build(without);
  const State state = random_tree_state(a, random);
  const VecX vdot = random_vecx(random, a.nv());
  for (const AnyFormulation& f : formulations_for(a, Ask::inverse)) {
    SCOPED_TRACE(std::string(name_of(f)));
    const VecX tau_a = solve_or_throw(f, a, state, inverse_question(a, vdot)).tau, tau_b = solve_or_throw(f, b, state, inverse_question(b, vdot)).tau;
    EXPECT_LE((tau_a - tau_b - a.rotor_inertia().cwiseProduct(vdot)).norm(), rounding(1000, tau_a.norm()));
    EXPECT_GT(a.rotor_inertia().minCoeff(), 0);
  }
}

}  // namespace
}  // namespace zanjir::test
