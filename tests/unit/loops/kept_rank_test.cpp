#include "zanjir/loops/kept_rank.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

State flat(const Model& model, double angle) {
  State state = initial_state(model);
  for (int i = 0; i < model.nv(); ++i) state.q[i] = model.coordinate_names()[at(i)][0] == 'A' ? angle : -angle;
  return state;
}

TEST(KeptRank, ServesStatesThatAreFarFromSingular) {
  for (const char* name : {"four_bar", "rrr_3", "stewart", "four_bar_spatial", "bricard", "delta_parallelogram"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(2);
    State state;
    KeptRank kept(model);
    ASSERT_TRUE(random_closed_state(model, random, state));
    kept.decide(model, state);
    int served = 0;
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(random_closed_state(model, random, state));
      if (!kept.holds_at(model, state)) continue;
      ++served;
      EXPECT_EQ(RankFinder(model).find(model, state).rank, kept.rank().rank);
    }
    EXPECT_GE(served, 15);
  }
}

TEST(KeptRank, DoesNotServeTheNeighbourhoodOfASingularPoint) {
  const Model model = zoo_model("n_four_bar");
  KeptRank kept(model);
  kept.decide(model, initial_state(model));
  EXPECT_TRUE(kept.holds_at(model, initial_state(model)));
  EXPECT_TRUE(kept.holds_at(model, flat(model, 0.5)));
  for (const double angle : {0.02, 1e-3, 1e-6, 0.0}) EXPECT_FALSE(kept.holds_at(model, flat(model, angle))) << angle;
}

TEST(KeptRank, FromASingularPointServesNothingElse) {
  const Model model = zoo_model("n_four_bar");
  KeptRank kept(model);
  kept.decide(model, flat(model, 0));
  EXPECT_FALSE(kept.holds_at(model, initial_state(model)));  // sigma_ref is that of the point's own neighbours
}

// Off the loops rows are independent that on them are not: a rank that leaves them out says nothing there.
TEST(KeptRank, SeesRowsThatAreNoLongerRedundant) {
  const Model model = zoo_model("bricard");
  State state = initial_state(model);
  KeptRank kept(model);
  kept.decide(model, state);
  EXPECT_TRUE(kept.holds_at(model, state));
  state.q[1] += 1e-2;
  EXPECT_FALSE(kept.holds_at(model, state));
}

}  // namespace
}  // namespace zanjir::test
