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
  return std::ranges::any_of(summary.notes, [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

SimOptions default_run(double until_s, const char* method) {
  SimOptions options;
  options.until_s = until_s;
  options.stepper.method = method;
  return options;
}

TEST(MethodChoice, AnElasticPendulumIsFollowedWithATenthOfTheWork) {
  const Model model = model_of(elastic_pendulum);
  const MemoryRun plain = run_in_memory(model, default_run(1, "dopri5")), chosen = run_in_memory(model, default_run(1, "auto"));
  EXPECT_TRUE(says(plain.summary, "set most steps of dopri5"));
  EXPECT_TRUE(says(plain.summary, "--method generalized-alpha --step")) << plain.summary.full();
  EXPECT_TRUE(says(chosen.summary, "auto: `--method generalized-alpha --step")) << chosen.summary.full();
  EXPECT_LT(10 * chosen.summary.cost.rhs, plain.summary.cost.rhs);  // its trials included
  // the accuracy that was to be had by default, 1e-5 of the length; an estimate, made at the start
  const VecX apart = difference(model, plain.state.q, chosen.state.q).cwiseQuotient(model.column_scale());
  EXPECT_LT(apart.lpNorm<Eigen::Infinity>(), 3 * default_accuracy);
  SimOptions finer = default_run(1, "auto");
  finer.accuracy_m = 1e-6;
  const MemoryRun fine = run_in_memory(model, finer);
  EXPECT_LT(difference(model, plain.state.q, fine.state.q).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>(), 3e-6);
  EXPECT_GT(fine.summary.cost.rhs, chosen.summary.cost.rhs);
}

TEST(MethodChoice, AStiffDampedSpringGoesImplicitly) {
  const Model model = model_of(stiff_spring);
  const MemoryRun plain = run_in_memory(model, default_run(2, "dopri5")), chosen = run_in_memory(model, default_run(2, "auto"));
  EXPECT_TRUE(says(plain.summary, "set most steps of dopri5")) << plain.summary.full();
  EXPECT_LT(3 * chosen.summary.cost.rhs, plain.summary.cost.rhs) << chosen.summary.full();
  EXPECT_LT(difference(model, plain.state.q, chosen.state.q).lpNorm<Eigen::Infinity>(), 3e-5);
}

TEST(MethodChoice, WhatAccuracySetsStaysAsItIs) {
  for (const char* name : {"double_pendulum", "four_bar", "spinning_top"}) {
    const Model model = zoo_model(name);
    const MemoryRun plain = run_in_memory(model, default_run(5, "dopri5")), chosen = run_in_memory(model, default_run(5, "auto"));
    EXPECT_FALSE(says(plain.summary, "set most steps")) << name;
    EXPECT_EQ(plain.summary.cost.rhs, chosen.summary.cost.rhs) << name;
    EXPECT_EQ(plain.state.q, chosen.state.q) << name;
    EXPECT_EQ(plain.state.v, chosen.state.v) << name;
  }
}

TEST(MethodChoice, TheSameRunIsChosenTheSameWay) {
  const Model model = model_of(elastic_pendulum);
  const MemoryRun a = run_in_memory(model, default_run(0.4, "auto")), b = run_in_memory(model, default_run(0.4, "auto"));
  EXPECT_EQ(a.state.q, b.state.q);
  EXPECT_EQ(a.summary.notes, b.summary.notes);
}

}  // namespace
}  // namespace zanjir::test
