// Where stability sets the steps of an explicit method a run says so, and `auto` takes what serves better. Evaluations are counted, never seconds.
#include "zanjir/simulate/method_choice.hpp"

#include <gtest/gtest.h>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::test {
namespace {

// A beam on a hinge, let go where it lies level: bending at 36, 117 and 244 Hz, and a stretch at kilohertz that hardly moves and sets the steps.
constexpr const char* elastic_pendulum = R"yaml(zanjir: 1
name: elastic-pendulum
plane: xy
gravity: [0, -9.81, 0]
bodies:
  beam:
    beam:
      length: 1 m
      section: {shape: rectangle, height: 10 mm, width: 20 mm}
      material: {density: 2700 kg/m^3, young: 7e10, poisson: 0.3}
      modes: {bending_y: {cf: 3}, axial: 1}
joints: {A: {type: revolute, parent: ground, child: beam, axis: z}}
)yaml";
// A mass that hangs by a stiff, strongly damped spring from one that swings.
constexpr const char* stiff_spring = R"yaml(zanjir: 1
name: stiff-spring
gravity: [0, 0, -9.81]
bodies: {rod: {mass: 1 kg, com: [1, 0, 0], inertia: point}, bead: {mass: 0.1 kg, inertia: point}}
joints:
  A: {type: revolute, parent: ground, child: rod, axis: y}
  P: {type: prismatic, parent: rod, child: bead, at: [1, 0, 0], axis: x}
springs: {s: {joint: P, stiffness: 1e6 N/m, damping: 1e3 N s/m}}
)yaml";

bool says(const RunSummary& summary, const std::string& words) {
  return std::ranges::any_of(summary.notes_and_advice(), [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

SimOptions default_run(double until_s, const char* method) {
  SimOptions options;
  options.until_s = until_s;
  options.stepper.method = method;
  return options;
}

// How far two ends are apart, in model lengths.
double apart(const Model& model, const State& a, const State& b) {
  return difference(model, a.q, b.q).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
}

TEST(MethodChoice, AnElasticPendulumTakesLessAndATenthAtALaxerAccuracy) {
  const Model model = model_of(elastic_pendulum);
  const MemoryRun plain = run_in_memory(model, default_run(1, "dopri5")), chosen = run_in_memory(model, default_run(1, "auto"));
  EXPECT_TRUE(says(chosen.summary, "auto: `--method dop853` from t =")) << chosen.summary.full();
  EXPECT_LT(3 * chosen.summary.cost.rhs, 2 * plain.summary.cost.rhs);  // trials included
  EXPECT_LT(apart(model, plain.state, chosen.state), 5e-9);
  SimOptions laxer = default_run(1, "auto");
  laxer.accuracy_m = 3e-4 * model.length_m();
  const MemoryRun lax = run_in_memory(model, laxer);
  EXPECT_TRUE(says(lax.summary, "auto: `--method generalized-alpha --step")) << lax.summary.full();
  EXPECT_LT(10 * lax.summary.cost.rhs, plain.summary.cost.rhs);
  EXPECT_LT(apart(model, plain.state, lax.state), 5 * 3e-4);  // what a tenth of the run lets expect: three times as far off here
  laxer.stepper.method = "dopri5";
  const MemoryRun told = run_in_memory(model, laxer);
  EXPECT_TRUE(says(told.summary, "sets the steps of dopri5: `--method generalized-alpha --step")) << told.summary.full();
  EXPECT_EQ(told.summary.cost.rhs, plain.summary.cost.rhs);
  EXPECT_EQ(told.state.q, plain.state.q);
}

TEST(MethodChoice, AStiffDampedSpringGoesImplicitly) {
  const Model model = model_of(stiff_spring);
  const MemoryRun plain = run_in_memory(model, default_run(2, "dopri5")), chosen = run_in_memory(model, default_run(2, "auto"));
  EXPECT_TRUE(says(plain.summary, "sets the steps of dopri5")) << plain.summary.full();
  EXPECT_LT(3 * chosen.summary.cost.rhs, plain.summary.cost.rhs) << chosen.summary.full();
  EXPECT_LT(apart(model, plain.state, chosen.state), 1.5e-6);
}

TEST(MethodChoice, WhatAccuracySetsStaysAsItIs) {
  for (const char* name : {"double_pendulum", "four_bar", "spinning_top"}) {
    const Model model = zoo_model(name);
    const MemoryRun plain = run_in_memory(model, default_run(5, "dopri5")), chosen = run_in_memory(model, default_run(5, "auto"));
    EXPECT_FALSE(says(plain.summary, "sets the steps")) << name;
    EXPECT_EQ(plain.summary.cost.rhs, chosen.summary.cost.rhs) << name;
    EXPECT_EQ(plain.state.q, chosen.state.q) << name;
    EXPECT_EQ(plain.state.v, chosen.state.v) << name;
  }
}

TEST(MethodChoice, TheSameRunIsChosenTheSameWay) {
  const Model model = model_of(elastic_pendulum);
  const MemoryRun a = run_in_memory(model, default_run(0.4, "auto")), b = run_in_memory(model, default_run(0.4, "auto"));
  EXPECT_EQ(a.state.q, b.state.q);
  EXPECT_EQ(a.summary.notes_and_advice(), b.summary.notes_and_advice());
}

}  // namespace
}  // namespace zanjir::test
