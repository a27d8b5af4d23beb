// Loops all of whose rows are redundant wherever the mechanism goes: the rows are rounding and nothing else, and count for nothing. Every formulation moves as if the loop were not there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir::test {
namespace {

struct Redundant {
  const char *name, *joint, *loop;
};
const Redundant redundant[] = {{"two slides on parallel lines", "A: {type: prismatic, parent: ground, child: b, axis: [1, 2, -0.7]}",
                                "T: {type: prismatic, between: [ground.o, b.o], axis: [1, 2, -0.7]}"},
                               {"two hinges on one line", "A: {type: revolute, parent: ground, child: b, axis: [1, 2, 0.7]}",
                                "T: {type: revolute, between: [ground.h, b.h], axis: [1, 2, 0.7]}"},
                               {"a rod between the hinge and a point", "A: {type: revolute, parent: ground, child: b, axis: [0.3, 1, 0.2]}",
                                "T: {type: distance, between: [ground, b.o], length: 0.374165738677394 m}"}};

Model model_with(const Redundant& r, bool loop) {
  return model_of(
      fmt::format("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {{b: {{mass: 2, com: [0.2, -0.1, 0.05], inertia: {{about: com, ixx: 1, iyy: 1.2, izz: "
                  "0.9}}}}}}\nframes: {{b: {{o: [0.3, 0.1, 0.2], h: [0.5, 1, 0.35]}}, ground: {{o: [0.3, 0.1, 0.2], h: [0.5, 1, 0.35]}}}}\njoints: "
                  "{{{}}}\n{}",
                  r.joint, loop ? fmt::format("loops: {{{}}}\n", r.loop) : ""));
}

TEST(RedundantAlone, CountsForNothingInAnyFormulation) {
  for (const Redundant& r : redundant) {
    SCOPED_TRACE(r.name);
    const Model closed = model_with(r, true), open = model_with(r, false);
    ASSERT_GT(closed.n_closure_rows(), 0);
    Random random(12);
    for (int k = 0; k < 40; ++k) {
      State state = initial_state(open);
      state.q[0] = random.uniform(-3, 3), state.v[0] = random.uniform(-2, 2);
      Solver alone(AnyFormulation{}, open);
      Solution truth, out;
      ASSERT_EQ(alone.solve(state, forward_question(open, VecX::Zero(1)), Reactions::skip, truth), SolveStatus::ok) << truth.note;
      for (const AnyFormulation& f : all_formulations()) {
        if (!coverage(f, closed).forward) continue;
        SCOPED_TRACE(name_of(f));
        Solver solver(f, closed);
        EXPECT_TRUE(solved(solver.solve(state, forward_question(closed, VecX::Zero(1)), Reactions::skip, out)))
            << out.note << ", seed 12, state " << k;
        EXPECT_NEAR(out.vdot[0], truth.vdot[0], rounding(40, 1 + std::abs(truth.vdot[0])));
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
