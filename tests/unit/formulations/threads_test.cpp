// One const Model, several threads, each with its own state and scratch: what they find is what one thread finds, to the last bit. Run under the
// thread sanitizer as well (preset tsan).
#include <gtest/gtest.h>

#include <thread>

#include "support/zoo.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/branches.hpp"
#include "zanjir/loops/projector.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

using Numbers = std::vector<double>;

void append(const VecX& from, Numbers& to) { to.insert(to.end(), from.data(), from.data() + from.size()); }

// Closes, moves, decides the rank, projects, solves by every formulation, evaluates: everything that a worker may do with a state.
Numbers work(const Model& model, std::uint64_t seed) {
  Numbers out;
  Random random(seed);
  State state;
  if (!random_closed_state(model, random, state)) return out;
  append(state.q, out);
  append(state.v, out);
  Closer closer(model);
  RankFinder finder(model);
  const LoopRank rank = finder.find(model, state);
  out.push_back(rank.sigma_ref);
  State off = state;
  retract(model, state.q, VecX(model.column_scale() * 1e-4), off.q);
  Projector(model).project(model, rank, WeakDirections::spared, off);
  append(off.q, out);
  const Given question = forward_question(model, VecX::Constant(model.nv(), 0.3));
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, model).forward) continue;
    Solver solver(formulation, model);
    Solution solution;
    for (const State* at : {&state, &off, &state}) {
      solver.solve(*at, question, Reactions::compute, solution);
      append(solution.vdot, out);
    }
  }
  Workspace ws(model);
  update_velocities(model, state, ws);
  out.push_back(energy(model, ws).total_J());
  Mat6X J(6, model.nv());
  J.setZero();
  frame_jacobian(model, ws, model.frame(FrameId{1}), J);
  append(Eigen::Map<VecX>(J.data(), J.size()), out);
  return out;
}

TEST(Threads, ShareOneModel) {
  for (const char* name : {"four_bar", "stewart", "n_four_bar_spatial", "elastic_four_bar"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    constexpr std::size_t n_threads = 4;
    std::vector<Numbers> alone(n_threads), together(n_threads);
    for (std::size_t i = 0; i < n_threads; ++i) alone[i] = work(model, i + 1);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < n_threads; ++i) threads.emplace_back([&, i] { together[i] = work(model, i + 1); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < n_threads; ++i) {
      EXPECT_FALSE(alone[i].empty());
      EXPECT_EQ(alone[i], together[i]);
    }
  }
}

// The search for branches too, on one question.
TEST(Threads, SearchBranchesOnOneModel) {
  const Model model = zoo_model("five_bar");
  const State start = initial_state(model);
  BranchSearch search;
  search.method = BranchSearch::Method::numeric;
  search.quiet_starts = 20;
  const Branches alone = find_branches(model, {}, start, search);
  std::vector<Branches> found(3);
  std::vector<std::thread> threads;
  for (Branches& mine : found) threads.emplace_back([&] { mine = find_branches(model, {}, start, search); });
  for (std::thread& thread : threads) thread.join();
  for (const Branches& mine : found) {
    ASSERT_EQ(mine.list.size(), alone.list.size());
    for (std::size_t i = 0; i < mine.list.size(); ++i) EXPECT_EQ(mine.list[i].state.q, alone.list[i].state.q);
  }
}

}  // namespace
}  // namespace zanjir::test
