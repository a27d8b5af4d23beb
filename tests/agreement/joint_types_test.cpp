// Every registered formulation against the oracle on small random chains of one joint type, so that a fault shows in the smallest case, for
// forward, inverse and mixed questions; the actuator's share apart. Trees of all types and sizes: zoo_test.cpp.
#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir::test {
namespace {

enum class Kind { forward, inverse, mixed };

Given question(const Model& model, Random& random, Kind kind) {
  const VecX vdot = random_vecx(random, model.nv(), 3), tau = random_vecx(random, model.nv(), 5);
  Given given = kind == Kind::inverse ? inverse_question(model, vdot) : forward_question(model, tau);
  if (kind == Kind::mixed) {
    given.vdot = vdot;
    for (std::size_t i = 0; i < given.want.size(); ++i) {
      if (model.roles()[i] != Role::prescribed) given.want[i] = random.chance(0.5) ? Want::vdot : Want::tau;
    }
  }
  return given;
}

// Largest difference between two answers, each quantity relative to its largest entry.
struct Differences {
  double vdot = 0, tau = 0, reaction = 0, actuator = 0;
};

double largest_of(const VecX& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

Differences compare(const Solution& a, const Solution& b) {
  Differences d;
  d.vdot = largest_of(a.vdot - b.vdot) / std::max(largest_of(b.vdot), 1.0);
  d.tau = largest_of(a.tau - b.tau) / std::max(largest_of(b.tau), 1.0);
  double total = 1, actuator = 1;
  for (std::size_t j = 0; j < std::min(a.reaction.size(), b.reaction.size()); ++j) {
    d.reaction = std::max(d.reaction, largest_of(to_eigen(a.reaction[j].total) - to_eigen(b.reaction[j].total)));
    d.actuator = std::max(d.actuator, largest_of(to_eigen(a.reaction[j].actuator) - to_eigen(b.reaction[j].actuator)));
    total = std::max(total, largest_of(to_eigen(b.reaction[j].total)));
    actuator = std::max(actuator, largest_of(to_eigen(b.reaction[j].actuator)));
  }
  d.reaction /= total;
  d.actuator /= actuator;
  return d;
}

void expect_agreement(const Model& model, const State& state, const Given& given) {
  Oracle::Scratch scratch(model);
  Solution truth, answer;
  ASSERT_EQ(Oracle{}.solve(model, state, given, Reactions::compute, scratch, truth), SolveStatus::ok) << truth.note;
  const double tolerance = agreement(scratch.condition_number, 1.0);
  for (const AnyFormulation& formulation : all_formulations()) {
    SCOPED_TRACE(std::string(name_of(formulation)) + ", condition number " + std::to_string(scratch.condition_number));
    const Coverage covered = coverage(formulation, model);
    if (name_of(formulation) == Oracle::name || !answers(covered, model, given)) continue;
    Solver solver(formulation, model);
    ASSERT_EQ(solver.solve(state, given, Reactions::compute, answer), SolveStatus::ok) << answer.note;
    const Differences d = compare(answer, truth);
    EXPECT_LE(d.vdot, tolerance);
    EXPECT_LE(d.tau, tolerance);
    if (!covered.reactions) continue;
    EXPECT_EQ(answer.reaction.size(), model.joints().size());
    EXPECT_LE(d.reaction, tolerance);
    EXPECT_LE(d.actuator, tolerance);
  }
}

void expect_agreement_on(const RandomTreeOptions& options, int n_seeds) {
  for (const std::uint64_t seed : seeds(n_seeds)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    for (const Kind kind : {Kind::forward, Kind::inverse, Kind::mixed}) {
      SCOPED_TRACE(kind == Kind::forward ? "forward" : kind == Kind::inverse ? "inverse" : "mixed");
      expect_agreement(model, state, question(model, random, kind));
      if (testing::Test::HasFailure()) return;  // the first seed says it; the rest would only be noise
    }
  }
}

class OneJointType : public testing::TestWithParam<JointType> {};
TEST_P(OneJointType, AgreesInAChainOfThree) {
  RandomTreeOptions options;
  options.n_bodies = 3;
  options.types = {GetParam()};
  options.weld_chance = 0;
  expect_agreement_on(options, 10);
  RandomTreeOptions loaded = RandomTreeOptions::with_everything(3);
  loaded.types = {GetParam()};
  expect_agreement_on(loaded, 10);
}
INSTANTIATE_TEST_SUITE_P(JointTypes, OneJointType, testing::ValuesIn(RandomTreeOptions::all_that_move()),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST(JointTypes, AgreeOnAFloatingBase) {
  RandomTreeOptions options = RandomTreeOptions::with_everything(5);
  options.floating_base = true;
  options.prescribed_chance = 0;
  expect_agreement_on(options, 12);
}

// The comparison above can fail: a question about another torque is told apart from this one.
TEST(JointTypes, ComparisonSeesASmallChange) {
  Random random(1);
  const Model model = build(random_tree(random, {.n_bodies = 3, .weld_chance = 0}));
  const State state = random_tree_state(model, random);
  Given given = question(model, random, Kind::forward);
  Oracle::Scratch scratch(model);
  Solution a, b;
  Oracle{}.solve(model, state, given, Reactions::compute, scratch, a);
  given.tau[0] += 1e-6;
  Oracle{}.solve(model, state, given, Reactions::compute, scratch, b);
  const Differences d = compare(a, b);
  const double tolerance = agreement(scratch.condition_number, 1.0);
  EXPECT_GT(d.vdot, tolerance);
  EXPECT_GT(d.tau, tolerance);
  EXPECT_GT(d.reaction, tolerance);
}

}  // namespace
}  // namespace zanjir::test
