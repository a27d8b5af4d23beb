// Every model of the zoo x every registered formulation against the oracle, and random trees from 1 to 50 bodies: accelerations, forces and
// reactions. The differences and the condition numbers are printed; states above condition 1e6 are counted and judged apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"

namespace zanjir::test {
namespace {

constexpr double ill = 1e6;  // the promise of 1e-10 holds below this condition number

struct Worst {
  double vdot = 0, tau = 0, reaction = 0;
  int states = 0;
};

class Comparison {
 public:
  explicit Comparison(const Model& model) : model_(model) {}

  void at(const State& state, const Given& given) {
    Oracle::Scratch scratch(model_);
    Solution truth;
    ASSERT_EQ(name_of(Oracle{}.solve(model_, state, given, Reactions::compute, scratch, truth)), "ok") << truth.note;
    const double condition = std::max(scratch.condition_number, condition_number(model_, state, given));
    worst_condition_ = std::max(worst_condition_, condition);
    const bool apart = condition > ill;
    Workspace ws(model_);
    update_velocities(model_, state, ws);
    MatX M;
    mass_matrix(model_, ws, M);
    const double forces = std::max((M.cwiseAbs() * truth.vdot.cwiseAbs()).maxCoeff(), truth.tau.cwiseAbs().maxCoeff());
    apart_ += apart;
    ++states_;
    const double tolerance = apart ? ill_conditioned(condition, 1) : agreement(condition, 1);
    for (const AnyFormulation& f : all_formulations()) {
      const Coverage covered = coverage(f, model_);
      if (name_of(f) == Oracle::name || !answers(covered, model_, given)) continue;
      SCOPED_TRACE(fmt::format("{}, condition number {:.3g}", name_of(f), condition));
      Solver solver(f, model_);
      Solution answer;
      ASSERT_EQ(name_of(solver.solve(state, given, covered.reactions ? Reactions::compute : Reactions::skip, answer)), "ok") << answer.note;
      Worst d;
      d.vdot = relative(answer.vdot - truth.vdot, truth.vdot);
      d.tau = relative(answer.tau - truth.tau, truth.tau);
      if (covered.reactions) {
        ASSERT_EQ(answer.reaction.size(), truth.reaction.size());
        double difference = 0, size = 1;
        for (std::size_t j = 0; j < truth.reaction.size(); ++j) {
          difference = std::max({difference, (to_eigen(answer.reaction[j].total) - to_eigen(truth.reaction[j].total)).lpNorm<Eigen::Infinity>(),
                                 (to_eigen(answer.reaction[j].actuator) - to_eigen(truth.reaction[j].actuator)).lpNorm<Eigen::Infinity>()});
          size = std::max(size, to_eigen(truth.reaction[j].total).lpNorm<Eigen::Infinity>());
        }
        d.reaction = std::max(0.0, difference - rounding(2, forces)) / size;  // of what they are sums of, which may cancel
      }
      EXPECT_LE(d.vdot, tolerance) << "vdot";
      EXPECT_LE(d.tau, tolerance) << "tau";
      EXPECT_LE(d.reaction, tolerance) << "reactions";
      Worst& w = worst_[std::string(name_of(f))];
      w.vdot = std::max(w.vdot, d.vdot);
      w.tau = std::max(w.tau, d.tau);
      w.reaction = std::max(w.reaction, d.reaction);
      ++w.states;
    }
  }

  void print(const std::string& name) const {
    fmt::print("{}: nv {}, {} questions, {} above condition {:.0e}, worst condition {:.2e}\n", name, model_.nv(), states_, apart_, ill,
               worst_condition_);
    for (const auto& [formulation, w] : worst_) {
      fmt::print("  {:13} vdot {:.1e}  tau {:.1e}  reactions {:.1e}\n", formulation, w.vdot, w.tau, w.reaction);
    }
  }
  int compared() const { return static_cast<int>(worst_.size()); }

 private:
  static double relative(const VecX& difference, const VecX& size) {
    return difference.size() == 0 ? 0 : difference.lpNorm<Eigen::Infinity>() / std::max(1.0, size.lpNorm<Eigen::Infinity>());
  }
  const Model& model_;
  std::map<std::string, Worst> worst_;
  double worst_condition_ = 0;
  int states_ = 0, apart_ = 0;
};

Given mixed_question(const Model& model, Random& random) {
  Given given = forward_question(model, random_vecx(random, model.nv(), 5));
  given.vdot = random_vecx(random, model.nv(), 3);
  for (std::size_t i = 0; i < given.want.size(); ++i) {
    if (model.roles()[i] != Role::prescribed) given.want[i] = random.chance(0.5) ? Want::vdot : Want::tau;
  }
  return given;
}

class Zoo : public testing::TestWithParam<std::string> {};

TEST_P(Zoo, AgreesWithTheOracleInEveryFormulation) {
  const Model model = zoo_model(GetParam());
  Comparison comparison(model);
  const int n_states = model.nv() > 12 ? 2 : 5;
  for (int i = 0; i < n_states; ++i) {
    SCOPED_TRACE(fmt::format("state {}", i));
    Random random(static_cast<std::uint64_t>(i + 1));
    const State state = i == 0 ? initial_state(model) : random_tree_state(model, random);
    comparison.at(state, forward_question(model, random_vecx(random, model.nv(), 5)));
    comparison.at(state, inverse_question(model, random_vecx(random, model.nv(), 3)));
    comparison.at(state, mixed_question(model, random));
  }
  EXPECT_GE(comparison.compared(), 2);
  comparison.print(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Models, Zoo, testing::ValuesIn(zoo_names()), [](const auto& info) { return test_name(info.param); });

// Hard models have no forward answer, but an inverse one.
class HardZoo : public testing::TestWithParam<std::string> {};

TEST_P(HardZoo, AgreesWithTheOracleOnInverseDynamics) {
  const Model model = zoo_model(GetParam());
  Comparison comparison(model);
  for (std::uint64_t seed : seeds(5)) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const State state = random_tree_state(model, random);
    comparison.at(state, inverse_question(model, random_vecx(random, model.nv(), 3)));
  }
  comparison.print(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Models, HardZoo, testing::ValuesIn(hard_names()), [](const auto& info) { return test_name(info.param); });

class TreeOfSize : public testing::TestWithParam<int> {};

TEST_P(TreeOfSize, AgreesWithTheOracle) {
  const int n = GetParam();
  RandomTreeOptions options = RandomTreeOptions::with_everything(n);
  for (std::uint64_t seed : seeds(n <= 8 ? 10 : n <= 20 ? 3 : 1)) {
    options.prescribed_chance = seed % 2 == 0 ? 0.0 : 0.15;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    Comparison comparison(model);
    const State state = random_tree_state(model, random);
    comparison.at(state, forward_question(model, random_vecx(random, model.nv(), 5)));
    comparison.at(state, inverse_question(model, random_vecx(random, model.nv(), 3)));
    if (n <= 20) comparison.at(state, mixed_question(model, random));
    comparison.print(fmt::format("tree of {}, seed {}", n, seed));
  }
}

INSTANTIATE_TEST_SUITE_P(RandomTrees, TreeOfSize, testing::Values(1, 2, 3, 5, 8, 13, 20, 35, 50),
                         [](const auto& info) { return std::to_string(info.param); });

// The longest single branch: rounding has the longest way to go.
TEST(Chain, OfFiftyLinksAgreesWithTheOracle) {
  const Model model = zoo_model("chain_spatial", {{"n", "50"}});
  ASSERT_EQ(model.nv(), 50);
  Comparison comparison(model);
  Random random(1);
  const State state = random_tree_state(model, random);
  comparison.at(state, inverse_question(model, random_vecx(random, model.nv(), 3)));
  comparison.at(state, forward_question(model, random_vecx(random, model.nv())));
  comparison.print("chain_spatial n=50");
}

}  // namespace
}  // namespace zanjir::test
