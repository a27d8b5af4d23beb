// What every registered formulation must do, whatever it is.
#include "zanjir/formulations/registry.hpp"

#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/random_elastic.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/verify/random_state.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

void expect_same(const std::vector<JointWrench>& a, const std::vector<JointWrench>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t j = 0; j < a.size(); ++j) EXPECT_EQ((to_eigen(a[j].total) - to_eigen(b[j].total)).norm(), 0);
}

// What a solve leaves in its scratch must not reach the next one: the answer is that of a fresh solver, to the last bit.
void expect_no_memory(const Model& model, const State& before, const State& now, const Given& given) {
  for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(f)));
    Solver used(f, model), fresh(f, model);
    Solution first, again;
    ASSERT_EQ(used.solve(before, given, Reactions::compute, first), SolveStatus::ok);
    ASSERT_EQ(used.solve(now, given, Reactions::compute, first), SolveStatus::ok);
    ASSERT_EQ(fresh.solve(now, given, Reactions::compute, again), SolveStatus::ok);
    EXPECT_EQ((first.vdot - again.vdot).norm(), 0);
    EXPECT_EQ((first.tau - again.tau).norm(), 0);
    expect_same(first.reaction, again.reaction);
    expect_same(first.loop_reaction, again.loop_reaction);
  }
}

TEST(Formulations, ForgetTheStateBeforeOnTrees) {
  Random random(8);
  const Model model = build(random_tree(random, RandomTreeOptions::with_everything(5)));
  const State before = test::random_tree_state(model, random), now = test::random_tree_state(model, random);
  expect_no_memory(model, before, now, forward_question(model, random_vecx(random, model.nv())));
}

TEST(Formulations, ForgetTheStateBeforeOnElasticTrees) {
  Random random(9);
  const Model model = zoo_model("elastic_chain_slope");
  State before = initial_state(model), now = before;
  before.q += random_vecx(random, model.nq(), 0.01);
  now.v = random_vecx(random, model.nv());
  expect_no_memory(model, before, now, forward_question(model, random_vecx(random, model.nv())));
  const Model stiffened = build(random_elastic_tree(random, {4, Space::spatial, Stiffening::full}));
  expect_no_memory(stiffened, zanjir::random_state(stiffened, random), zanjir::random_state(stiffened, random), forward_question(stiffened, random_vecx(random, stiffened.nv())));
}

TEST(Formulations, ForgetTheStateBeforeOnLoops) {
  const Model model = zoo_model("four_bar");
  State before = initial_state(model), now = before;
  now.q[0] += 0.3;
  ASSERT_TRUE(close_positions(model, before).closed);
  ASSERT_TRUE(close_positions(model, now).closed);
  now.v.setZero();
  expect_no_memory(model, before, now, forward_question(model, VecX::Ones(model.nv())));
}

TEST(Formulations, AreFoundByTheirNames) {
  for (const AnyFormulation& f : all_formulations()) {
    const auto found = find_formulation(name_of(f));
    ASSERT_TRUE(found);
    EXPECT_EQ(name_of(*found), name_of(f));
  }
  EXPECT_FALSE(find_formulation("newton"));
}

}  // namespace
}  // namespace zanjir::test
