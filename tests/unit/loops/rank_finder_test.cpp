// The sparse decision about the rank against singular values, on every mechanism with loops; in singular points; from anywhere.
#include "zanjir/loops/rank_finder.hpp"

#include <gtest/gtest.h>

#include "support/allocation_count.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

struct Dense {  // at one state
  VecX sigma;
  int rank = 0;
  MatX A;
};
Dense decompose(const Model& model, const State& state) {
  Closer closer(model);
  closer.residual(model, state);
  ScaledRows rows(model);
  update_scaled_rows(model, closer.closure(), rows);
  Dense dense{rows.svd.singularValues(), 0, rows.A};
  for (const double s : dense.sigma) dense.rank += s > rank_threshold * dense.sigma[0];
  return dense;
}

std::vector<std::string> names() {
  std::vector<std::string> all = loop_names();
  all.insert(all.end(), {"elastic_four_bar", "elastic_slider_crank"});
  return all;
}

TEST(RankFinder, SeesWhatSingularValuesSee) {
  for (const std::string& name : names()) {
    const Model model = zoo_model(name);
    RankHere here(model);
    Closer closer(model);
    Random random(3);
    for (int i = 0; i < 5; ++i) {
      SCOPED_TRACE(testing::Message() << name << " " << i);
      State state;
      ASSERT_TRUE(random_closed_state(model, random, state));
      closer.residual(model, state);
      const RankHere::Answer answer = here.decide(model, closer.closure());
      const Dense dense = decompose(model, state);
      ASSERT_EQ(answer.rank, dense.rank);
      EXPECT_NEAR(answer.sigma, dense.sigma[dense.rank - 1], 1.5e-8 * dense.sigma[dense.rank - 1]);
      EXPECT_GE(here.norm_bound(), dense.sigma[0] * (1 - 1e-12));
      EXPECT_GT(answer.gap, 1e3);
      ASSERT_EQ(static_cast<int>(here.rows().size()), dense.rank);
      const VecX picked = Eigen::JacobiSVD<MatX>(MatX(dense.A(here.rows(), Eigen::all))).singularValues();
      EXPECT_GT(picked[dense.rank - 1], 0.25 * answer.sigma);
      // a motion that is left is one
      VecX motion;
      here.random_motion(MatX::Zero(model.nv(), 1), 0, random, motion);
      EXPECT_LT((dense.A * motion).lpNorm<Eigen::Infinity>(), 1e-13);
      EXPECT_NEAR(motion.norm(), model.nv() - dense.rank - static_cast<int>(std::count(here.frozen().begin(), here.frozen().end(), 1)) > 0 ? 1 : 0,
                  1.5e-14);
    }
  }
}

// Between genuine and redundant: the threshold of the singular values decides, as it did.
TEST(RankFinder, LeavesDoubtToTheSingularValues) {
  const Model model = zoo_model("n_four_bar");
  Closer closer(model);
  RankHere here(model);
  for (const double angle : {1e-2, 1e-4, 1e-5, 3e-6, 1e-6, 1e-7, 1e-9, 0.0}) {
    SCOPED_TRACE(angle);
    State state = initial_state(model);
    for (int i = 0; i < model.nv(); ++i) state.q[i] = model.coordinate_names()[at(i)][0] == 'A' ? angle : -angle;
    closer.residual(model, state);
    const RankHere::Answer answer = here.decide(model, closer.closure());
    const Dense dense = decompose(model, state);
    EXPECT_EQ(answer.rank, dense.rank);
    EXPECT_NEAR(answer.sigma, dense.sigma[dense.rank - 1], 1e-6 * dense.sigma[dense.rank - 1]);
  }
}

TEST(RankFinder, HasNoMemory) {
  for (const char* name : {"bricard", "delta_parallelogram", "n_four_bar", "stewart"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    RankFinder used(model);
    Random random(4);
    for (int i = 0; i < 3; ++i) {
      State state;
      ASSERT_TRUE(random_closed_state(model, random, state));
      if (i == 1) state.v.setZero();
      const LoopRank a = used.find(model, state), b = RankFinder(model).find(model, state);
      EXPECT_EQ(a.rank, b.rank);
      EXPECT_EQ(a.sigma_ref, b.sigma_ref);
      EXPECT_EQ(a.rows, b.rows);
    }
  }
}

// Forty four-bars flat, where half of the rows are lost: along the motion all of them leave the point at once.
TEST(RankFinder, SeesThroughFortySingularLoops) {
  const Model model = zoo_model("n_four_bar", {{"N", "40"}});
  State state = initial_state(model);
  state.q.setZero();
  const LoopRank rank = RankFinder(model).find(model, state);
  EXPECT_EQ(rank.rank_here, 40);
  EXPECT_EQ(rank.rank, 80);
}

#ifdef ZANJIR_COUNTS_MALLOC
TEST(RankFinder, UsesNoHeapAfterTheFirstCall) {
  for (const char* name : {"four_bar", "rrr_3", "stewart", "four_bar_spatial", "bricard"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(6);
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    RankFinder finder(model);
    finder.find(model, state);
    AllocationCount count;
    finder.find(model, state);
    EXPECT_EQ(count.stop(), 0);
  }
}
#endif

}  // namespace
}  // namespace zanjir::test
