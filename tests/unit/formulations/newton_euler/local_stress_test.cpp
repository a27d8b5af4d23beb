// Least reactions by the self-stresses of single constraints against the dense division among all (dynamics/determinacy), over the zoo.
#include "zanjir/formulations/newton_euler/local_stress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

VecX all_reactions(const Model& model, const Solution& a) {
  VecX out(6 * static_cast<Eigen::Index>(a.reaction.size() + a.loop_reaction.size()));
  put_reactions(model, a, out);
  return out;
}

// Reactions with any self-stresses added: both ways must take them out again.
TEST(LocalStress, IsTheDenseDivisionWhereEveryStressIsThatOfOneConstraint) {
  constexpr std::uint64_t seed = 31;
  Random random(seed);
  std::vector<std::string> local;
  for (const std::string& name : test::loop_names()) {
    const Model model = test::zoo_model(name);
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state)) << name;
    const LoopRank rank = RankFinder(model).find(model, state);
    const int n_states = model.n_closure_rows() - rank.rank;
    if (n_states == 0) continue;
    NewtonEuler::Scratch x(model);
    Given question = forward_question(model, VecX::NullaryExpr(model.nv(), [&] { return random.uniform(-1, 1); }));
    question.rank = &rank;
    Solution found;
    if (!solved(NewtonEuler{}.solve(model, state, question, Reactions::compute, x, found)) || found.reaction.empty()) continue;
    factor_rows(model, x.loops.wanted, rank.rank, x.loops);
    const Determinacy d = determinacy(model, x.ws, x.loops.closure, self_stress(model, x.loops));
    const VecX amounts = VecX::NullaryExpr(d.states.cols(), [&] { return random.uniform(-9, 9); });
    const VecX stress = d.states * amounts;
    Solution dense = found;
    for (std::size_t i = 0; i < found.reaction.size() + found.loop_reaction.size(); ++i) {
      Forced& W = i < found.reaction.size() ? dense.reaction[i].total : dense.loop_reaction[i - found.reaction.size()].total;
      const auto w = stress.segment<6>(6 * static_cast<Eigen::Index>(i));
      W.n += Vec3d{w[0], w[1], w[2]} * model.length_m();
      W.f += Vec3d{w[3], w[4], w[5]};
    }
    Solution mine = dense;
    choose_least_reactions(model, d, dense);
    const bool done = choose_least_locally(model, x.ws, x.loops.closure, x.loops.wanted, n_states, mine);
    const VecX a = all_reactions(model, mine), b = all_reactions(model, dense);
    const double off = (a - b).lpNorm<Eigen::Infinity>(), size = std::max(1.0, stress.lpNorm<Eigen::Infinity>());
    std::printf("[  seed %d ] %s: %d states%s, off by %.1e of %.1e\n", static_cast<int>(seed), name.c_str(), n_states, done ? "" : " over several",
                off, size);
    if (!done) {
      EXPECT_GT(off, 1e-6) << "nothing is changed then";
      continue;
    }
    local.push_back(name);
    EXPECT_LE(off, 3e-14 * size) << name;  // rounding of sums of a few dozen numbers
  }
  EXPECT_NE(std::find(local.begin(), local.end(), "n_four_bar_spatial"), local.end());
  EXPECT_NE(std::find(local.begin(), local.end(), "four_bar_spatial"), local.end());
}

}  // namespace
}  // namespace zanjir
