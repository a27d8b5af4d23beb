#include "zanjir/formulations/denoc/denoc.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

double largest(const MatX& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); }

TEST(Denoc, RecursionsGiveTheTwistsAndTheMassMatrixOfTheKernels) {
  for (const std::uint64_t seed : seeds(40)) {
    RandomTreeOptions options = RandomTreeOptions::with_everything(2 + static_cast<int>(seed % 9));
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Denoc::Scratch s(model);
    resolve(model, state, forward_question(model, VecX::Zero(model.nv())), s.ask);
    denoc::update_motion(model, s.ask, s.tree);
    denoc::update_equations(model, s.tree);
    Workspace ws(model);
    update_velocities(model, state, ws);
    for (std::size_t i = 1; i < model.bodies().size(); ++i) {
      const Frame centre{"", static_cast<BodyId>(static_cast<int>(i)), {Mat3d::identity(), s.tree.links[i].com_B}};
      const Motiond V = frame_kinematics(model, ws, centre).V_WF_W;
      EXPECT_LE(largest(to_eigen(s.tree.links[i].t) - to_eigen(V)), rounding(200, std::max(1.0, largest(to_eigen(V)))));
    }
    MatX M;
    mass_matrix(model, ws, M);
    VecX bias;
    bias_force(model, ws, bias);
    EXPECT_LE(largest(s.tree.I - M), rounding(200, std::max(1.0, largest(M))));
    EXPECT_LE(largest(s.tree.bias - bias), rounding(1000, std::max(1.0, largest(bias))));
  }
}

// ---- the set of independent speeds ----------------------------------------------------------------------------------------------------

// Closed states of a four-bar whose longest and shortest link are together longer than the other two: every link and every hinge swings to and fro, so
// no angle serves as the independent one all the way. The way round is followed along the tangent until it closes.
struct TripleRocker {
  Model model = zoo_model("four_bar", {{"crank", "400 mm"}, {"coupler", "500 mm"}, {"rocker", "450 mm"}, {"ground", "900 mm"}});
  LoopRank rank;
  std::vector<State> states;
  bool closes = false;
  TripleRocker() {
    State state = initial_state(model);
    EXPECT_TRUE(close_positions(model, state).closed);
    const VecX start = state.q;
    VecX tangent = VecX::Zero(model.nv());
    for (int i = 0; i < 2000 && !closes; ++i) {
      Workspace ws(model);
      update_positions(model, state, ws);
      Closure closure(model);
      update_closure_positions(model, ws, closure);
      const VecX along = Eigen::JacobiSVD<MatX>(MatX(closure.Phi_q), Eigen::ComputeFullV).matrixV().col(model.nv() - 1);
      tangent = i > 0 && along.dot(tangent) < 0 ? VecX(-along) : along;
      state.v = 2 * tangent;
      states.push_back(state);
      if (i == 0) rank = generic_rank(model, state);
      state.q += 0.02 * tangent;
      EXPECT_TRUE(close_positions(model, state).closed);
      closes = i > 10 && (state.q - start).norm() < 0.02;
    }
  }
};

std::vector<int> independent_speeds(const denoc::Loops& loops) {
  std::vector<int> out;
  for (const int i : loops.set.independent) out.push_back(loops.set.speeds[static_cast<std::size_t>(i)]);
  return out;
}

// Each set that is kept is as good as the rule says, and the accelerations are those of newton-euler and of a set chosen on the spot, on either side of every change.
TEST(DenocLoops, FourBarGoingThroughItsTogglesChangesSetsWithoutAJump) {
  TripleRocker turn;
  ASSERT_TRUE(turn.closes);
  const Model& model = turn.model;
  Given given = forward_question(model, VecX::Constant(model.nv(), 0.7));
  given.rank = &turn.rank;
  Denoc::Scratch kept(model);
  NewtonEuler::Scratch other(model);
  Solution by_kept, by_fresh, by_newton_euler;
  std::vector<std::vector<int>> sets;
  for (const State& state : turn.states) {
    SCOPED_TRACE(state.q.transpose());
    Denoc::Scratch fresh(model);
    ASSERT_EQ(Denoc{}.solve(model, state, given, Reactions::compute, kept, by_kept), SolveStatus::ok) << by_kept.note;
    ASSERT_EQ(Denoc{}.solve(model, state, given, Reactions::compute, fresh, by_fresh), SolveStatus::ok);
    ASSERT_EQ(NewtonEuler{}.solve(model, state, given, Reactions::compute, other, by_newton_euler), SolveStatus::ok);
    const denoc::Loops& l = kept.loops;
    EXPECT_LE(largest(l.X.leftCols(l.N.cols())), l.set.allowed);
    if (sets.empty() || sets.back() != independent_speeds(l)) sets.push_back(independent_speeds(l));
    const double bound = rounding(1000, std::max(1.0, largest(by_newton_euler.vdot)) / turn.rank.sigma_ref);
    EXPECT_LE(largest(by_kept.vdot - by_newton_euler.vdot), bound);
    EXPECT_LE(largest(by_kept.vdot - by_fresh.vdot), bound);
    for (std::size_t j = 0; j < by_kept.reaction.size(); ++j)
      EXPECT_LE(largest(to_eigen(by_kept.reaction[j].total) - to_eigen(by_newton_euler.reaction[j].total)), 100 * bound);
  }
  EXPECT_GT(sets.size(), 2u);
  EXPECT_EQ(kept.loops.set.n_chosen, static_cast<int>(sets.size())) << "a set was chosen anew and found to be the same";
  // a set that is chosen lasts
  EXPECT_LT(sets.size(), turn.states.size() / 10);
}

// A set that has degraded beyond what is allowed, here by force, is replaced by a better one at the next call.
TEST(DenocLoops, DegradedSetIsReplaced) {
  TripleRocker turn;
  const Model& model = turn.model;
  Given given = forward_question(model, VecX::Zero(model.nv()));
  given.rank = &turn.rank;
  Denoc::Scratch s(model);
  Solution out;
  ASSERT_EQ(Denoc{}.solve(model, turn.states[0], given, Reactions::skip, s, out), SolveStatus::ok);
  const std::vector<int> first = s.loops.set.independent;
  // the same state again keeps it; so does the next one
  ASSERT_EQ(Denoc{}.solve(model, turn.states[0], given, Reactions::skip, s, out), SolveStatus::ok);
  ASSERT_EQ(Denoc{}.solve(model, turn.states[1], given, Reactions::skip, s, out), SolveStatus::ok);
  EXPECT_EQ(s.loops.set.n_chosen, 1);
  EXPECT_EQ(s.loops.set.independent, first);
  s.loops.set.allowed = 0.5 * largest(s.loops.X.leftCols(1));
  ASSERT_EQ(Denoc{}.solve(model, turn.states[1], given, Reactions::skip, s, out), SolveStatus::ok);
  EXPECT_EQ(s.loops.set.n_chosen, 2);
  EXPECT_GE(s.loops.set.allowed, 4);
}

// Round all loop models: the motions of the set are motions that the loops allow, and the particular acceleration is what the rows ask for.
class DenocLoopModel : public testing::TestWithParam<std::string> {};
TEST_P(DenocLoopModel, SetSpansTheMotionsThatTheLoopsAllow) {
  const Model model = zoo_model(GetParam());
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  const LoopRank rank = generic_rank(model, state);
  Denoc::Scratch s(model);
  resolve(model, state, forward_question(model, VecX::Zero(model.nv())), s.ask);
  denoc::update_motion(model, s.ask, s.tree);
  denoc::update_equations(model, s.tree);
  denoc::update_rows(model, s.tree, s.loops);
  const denoc::Loops& l = s.loops;
  const bool reduced = denoc::reduce(model, s.ask.free, rank.rank, s.loops);
  if (rank.rank_here < rank.rank) {  // starts at a singular configuration: no set, or one that is seen to be worthless
    EXPECT_TRUE(!reduced || denoc::smallest_kept_singular_value(l) < window_ratio * rank.sigma_ref);
    return;
  }
  ASSERT_TRUE(reduced);
  EXPECT_EQ(l.N.cols(), static_cast<Eigen::Index>(s.ask.free.size()) - rank.rank);
  const MatX N_scaled = model.column_scale()(s.ask.free).cwiseInverse().asDiagonal() * l.N;
  // entries of rows that are dropped are combinations of the kept ones up to how closed the loops are
  EXPECT_LE(largest(l.scaled * N_scaled), 1e-14 * tolerance_scale() * l.set.allowed);
  EXPECT_LE(largest(N_scaled), std::max(1.0, l.set.allowed));
  EXPECT_LE(l.sigma_floor, denoc::smallest_kept_singular_value(l) * (1 + 1e-12)) << "a bound from below";
  const MatX stress = denoc::self_stress(model, l);
  EXPECT_EQ(stress.cols(), model.n_closure_rows() - rank.rank);
  EXPECT_LE(largest(l.A(Eigen::all, s.ask.free).transpose() * stress), 3e-14 * tolerance_scale() * std::max(1.0, model.length_m()) * l.set.allowed);
}
INSTANTIATE_TEST_SUITE_P(Loops, DenocLoopModel, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace zanjir::test
