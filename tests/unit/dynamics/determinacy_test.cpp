#include "zanjir/dynamics/determinacy.hpp"

#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

// Two hinged bodies coupled by gears, beside a four-bar in space, whose plane makes three of its constraints redundant.
Model geared(const std::string& gears) {
  const std::string text = R"(
zanjir: 1
gravity: [0.5, -9.81, -1]
bodies:
  a: {mass: 1, com: [0.3, 0.1, 0.05], inertia: {ixx: 0.1, iyy: 0.2, izz: 0.25}}
  b: {mass: 2, com: [0.2, 0, 0.1], inertia: {ixx: 0.2, iyy: 0.2, izz: 0.3}}
  crank: {mass: 1, com: [0.1, 0, 0], inertia: {ixx: 0.01, iyy: 0.02, izz: 0.02}}
  coupler: {mass: 2, com: [0.2, 0, 0.05], inertia: {ixx: 0.01, iyy: 0.03, izz: 0.03}}
  rocker: {mass: 1.5, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.03, izz: 0.03}}
joints:
  A: {type: revolute, parent: ground, child: a, axis: x}
  B: {type: revolute, parent: a, child: b, at: [0.5, 0, 0], axis: z}
  P: {type: revolute, parent: ground, child: crank, at: [2, 0, 0], axis: z}
  Q: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}
  R: {type: revolute, parent: coupler, child: rocker, at: [0.5, 0, 0], axis: z}
loops:
  S: {type: revolute, between: [rocker, ground], at: [0.45, 0, 0], at_child: [2.5, 0, 0], axis: z}
)" + gears + "initial: {q: {A: 0.3, B: 0.6, P: 1.1, Q: -0.8, R: -1.5}}\n";
  const Result<Description> description = read_description_text(text, "geared");
  EXPECT_TRUE(description) << to_text(description.diagnostics);
  return build(*description);
}

const std::string one = "  G: {type: gear, joints: [A, B], ratio: 2}\n",
                  same_again = "  H: {type: gear, joints: [A, B], ratio: 2}\n  I: {type: gear, joints: [B, A], ratio: 0.5}\n";

// Gears that repeat each other may be stressed against each other, but no joint feels it: the reactions are those with one of them.
TEST(Determinacy, GearsThatRepeatEachOtherChangeNoReaction) {
  const Model single = geared(one), repeated = geared(one + same_again);
  Random random(3);
  State state;
  ASSERT_TRUE(random_closed_state(single, random, state));
  const LoopRank rank = generic_rank(single, state), rank_of_repeated = generic_rank(repeated, state);
  EXPECT_EQ(single.n_closure_rows() - rank.rank, 3);
  EXPECT_EQ(repeated.n_closure_rows() - rank_of_repeated.rank, 5);
  const VecX tau = random_vecx(random, single.nv());
  int formulations = 0;
  for (const AnyFormulation& f : formulations_for(repeated, Ask::reactions)) {
    SCOPED_TRACE(std::string(name_of(f)));
    ++formulations;
    const Solution a = solve_or_throw(f, single, state, forward_question(single, tau), Reactions::compute);
    const Solution b = solve_or_throw(f, repeated, state, forward_question(repeated, tau), Reactions::compute);
    const double size = 100;  // N: weights and accelerations of some ten
    for (std::size_t j = 0; j < a.reaction.size(); ++j)
      EXPECT_LT((to_eigen(a.reaction[j].total) - to_eigen(b.reaction[j].total)).norm(), rounding(1e4, size)) << single.joints()[j].name;
    EXPECT_LT((to_eigen(a.loop_reaction[0].total) - to_eigen(b.loop_reaction[0].total)).norm(), rounding(1e4, size));
    EXPECT_GT(to_eigen(a.reaction[0].total).norm(), 1);
  }
  EXPECT_GE(formulations, 5);
}

TEST(Determinacy, OfGearsThatRepeatEachOtherTouchesNoJoint) {
  const Model model = geared(one + same_again);
  Workspace ws(model);
  update_positions(model, initial_state(model), ws);
  Closure closure(model);
  update_closure_positions(model, ws, closure);
  MatX null = MatX::Zero(model.n_closure_rows(), 2);  // of the rows of G, H, I, which come last
  null.bottomRows(3) << 1, 1, -1, 0, 0, 2;
  ASSERT_LT((null.transpose() * closure.Phi_q).norm(), 1e-15);
  const Determinacy d = determinacy(model, ws, closure, null);
  EXPECT_EQ(d.n_states(), 0);
  for (int joint = 0; joint < static_cast<int>(model.joints().size()); ++joint) EXPECT_EQ(d.undetermined_dimensions(joint), 0);
}

}  // namespace
}  // namespace zanjir::test
