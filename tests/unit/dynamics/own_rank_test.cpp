#include "zanjir/dynamics/own_rank.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

// From the same rows, the two procedures must find the same: in motion, at rest, and at rest in a singular configuration.
TEST(OwnRank, FindsWhatLoopRankFindsFromTheSameRows) {
  for (const std::string& name : loop_names()) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const auto rows_at = [&](const State& state) -> MatX {
      Workspace ws(model);
      Closure closure(model);
      update_positions(model, state, ws);
      update_closure_positions(model, ws, closure);
      MatX A;
      scale_rows(closure, model.row_scale(), model.column_scale(), A);
      return A;
    };
    State at_rest = initial_state(model);
    ASSERT_TRUE(close_positions(model, at_rest).closed);
    at_rest.v.setZero();
    Random random(5);
    State moving;
    ASSERT_TRUE(random_closed_state(model, random, moving));
    for (const State& state : {at_rest, moving}) {
      const LoopRank own = rank_from_rows(model, state, rows_at), loops = generic_rank(model, state);
      EXPECT_EQ(own.rank, loops.rank);
      EXPECT_EQ(own.rank_here, loops.rank_here);
      EXPECT_EQ(own.rank_of_all_speeds, loops.rank_of_all_speeds);
      // Largest over the neighbours that each looks at, which are 0.05 of a radian or a model length away: so far may they differ.
      EXPECT_NEAR(own.sigma_ref, loops.sigma_ref, 0.05 * loops.sigma_ref);
    }
  }
}

}  // namespace
}  // namespace zanjir::test
