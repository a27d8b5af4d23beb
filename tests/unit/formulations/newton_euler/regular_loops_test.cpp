// The kernels' way through regular loops against its twin in double (closed.cpp, loops/loop_factor) over the zoo, at random states; what it is not sure of, the twin answers.
// tests/CMakeLists.txt repeats it for each instruction set.
#include "zanjir/formulations/newton_euler/regular_loops.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

using test::loop_names;
using test::test_name;
using test::zoo_model;

double largest(const Forced& F) {
  return std::max({std::abs(F.n.x), std::abs(F.n.y), std::abs(F.n.z), std::abs(F.f.x), std::abs(F.f.y), std::abs(F.f.z)});
}

struct Off {
  double worst = 0, size = 0;
  void add(double a, double b) {
    worst = std::max(worst, std::abs(a - b));
    size = std::max(size, std::abs(b));
  }
  void add(const VecX& a, const VecX& b) {
    ASSERT_EQ(a.size(), b.size());
    for (Eigen::Index i = 0; i < a.size(); ++i) add(a[i], b[i]);
  }
  void add(const std::vector<JointWrench>& a, const std::vector<JointWrench>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      worst = std::max({worst, largest(a[i].total - b[i].total), largest(a[i].actuator - b[i].actuator)});
      size = std::max({size, largest(b[i].total), largest(b[i].actuator)});
    }
  }
};

class RegularLoopsOf : public testing::TestWithParam<std::string> {};

// Both have other roundings: they differ by eps times the condition of the equations. What is seen is printed.
TEST_P(RegularLoopsOf, AnswersAsItsTwin) {
  constexpr std::uint64_t seed = 23;
  Random random(seed);
  const Model model = zoo_model(GetParam());
  State state;
  ASSERT_TRUE(random_closed_state(model, random, state));
  const LoopRank rank = RankFinder(model).find(model, state);
  NewtonEuler::Scratch fast(model), slow(model);
  slow.loops.regular.in_use = false;
  Off vdot, lambda, tau, wrench, sigma;
  int n = 0, asked = 0;
  for (int k = 0; k < 40; ++k) {
    if (!random_closed_state(model, random, state)) continue;
    ++asked;
    Given question = forward_question(model, VecX::NullaryExpr(model.nv(), [&] { return random.uniform(-1, 1); }));
    question.rank = &rank;
    if (k % 3 == 0) question.closure_feedback = VecX::NullaryExpr(model.n_closure_rows(), [&] { return random.uniform(-1, 1); });
    for (const Reactions reactions : {Reactions::skip, Reactions::compute}) {
      Solution a, b;
      fast.loops.sparse.rows.clear();  // what the twin uses
      fast.loops.dense = false;
      const SolveStatus status = NewtonEuler{}.solve(model, state, question, reactions, fast, a);
      const bool by_kernels = fast.loops.sparse.rows.empty() && !fast.loops.dense;
      ASSERT_EQ(status, NewtonEuler{}.solve(model, state, question, reactions, slow, b)) << a.note << b.note;
      EXPECT_EQ(a.note, b.note);
      EXPECT_EQ(a.configuration, b.configuration);
      EXPECT_EQ(a.rank, b.rank);
      EXPECT_EQ(a.sigma_ratio.has_value(), b.sigma_ratio.has_value());
      if (!solved(status) || !by_kernels) continue;
      EXPECT_FALSE(slow.loops.dense);  // sure only where the twin is
      ++n;
      vdot.add(a.vdot, b.vdot), lambda.add(a.lambda, b.lambda), tau.add(a.tau, b.tau);
      wrench.add(a.reaction, b.reaction), wrench.add(a.loop_reaction, b.loop_reaction);
      sigma.add(*a.sigma_ratio, *b.sigma_ratio);
      EXPECT_EQ(a.tau_cut, b.tau_cut);
      EXPECT_EQ(a.leftover.size() + a.leftover_cut.size(), 0);
    }
  }
  EXPECT_LE(vdot.worst, 4e-13 * vdot.size);
  EXPECT_LE(lambda.worst, 2e-12 * std::max(lambda.size, 1.0));
  EXPECT_EQ(tau.worst, 0) << "what was given";
  EXPECT_LE(wrench.worst, 2e-12 * std::max(wrench.size, 1.0));
  EXPECT_LE(sigma.worst, 3e-14 * sigma.size);
  std::printf(
      "[  seed %d ] %s, %s: %d of %d by kernels; vdot off by %.1e of %.1e, lambda %.1e of %.1e, tau %.1e of %.1e, reactions %.1e of %.1e, sigma "
      "%.1e\n",
      static_cast<int>(seed), GetParam().c_str(), kernels::functions().isa, n, 2 * asked, vdot.worst, vdot.size, lambda.worst, lambda.size, tau.worst,
      tau.size, wrench.worst, wrench.size, sigma.worst);
}
INSTANTIATE_TEST_SUITE_P(Zoo, RegularLoopsOf, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace zanjir
