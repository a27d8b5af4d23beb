// Contacts that hold against prescribed motions that contradict them, gently or at once, and across restarts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/constants.hpp"
#include "physics/run_events.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

void expect_trusted(const MemoryRun& run) {
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
}

std::string contact_on(const std::string& places, const std::string& friction) {
  return "contacts: {floor: {ground: {normal: z}, on: " + places + ", law: {type: hold}, friction: " + friction + "}}\n";
}

const std::string dry = "{type: dry, coefficient: 0.5}";

// Two feet, 1 kg and 1.5 kg, that a law pushes apart.
std::string two_feet(const std::string& law, const std::string& friction) {
  return "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: {iyy: 0.01}}, b: {mass: 1.5, inertia: {iyy: 0.01}}}\n"
         "joints: {F: {type: planar, parent: ground, child: a, axes: [x, z]}, S: {type: prismatic, parent: a, child: b, axis: x}}\n"
         "motion: {S: " +
         law + "}\n" + contact_on("[a, b]", friction);
}

// When grips are decided all of these have neither speed nor acceleration, and contradict nothing.
TEST(HeldFeet, SlideWhereMotionsBeginGently) {
  const double mu = 0.5, way = 0.3;
  for (const std::string law :
       {"{law: cycloid, from: 0.2, to: 0.5, duration: 1}", "{law: trapezoid, from: 0.2, to: 0.5, duration: 1, acceleration_time: 0.25}",
        "{law: trapezoid, from: 0.2, to: 0.5, start: 0.2, duration: 0.8, acceleration_time: 0.4}", "\"0.2 + 0.3*smoothstep(t)\"",
        "\"0.2 + 0.3*max(0, t - 0.5)^2/0.25\""}) {
    const MemoryRun run = run_in_memory(model_of(two_feet(law, dry)), adaptive_run(1, "dopri5", 1e-10));
    expect_trusted(run);
    const std::vector<EventRecord> slips = of_kind(run, "slip");
    ASSERT_EQ(slips.size(), 1u) << law;
    EXPECT_EQ(slips[0].name, "floor.a") << "the lighter one";
    EXPECT_NEAR(run.last("F.x"), -way, 2e-10 * tolerance_scale()) << law;
    EXPECT_NEAR(run.last("ledger.contact_friction"), -mu * g * way, 6e-10 * tolerance_scale()) << law;
    const MemoryRun stuck = run_in_memory(model_of(two_feet(law, "{type: stick}")), adaptive_run(1, "dopri5", 1e-10));
    EXPECT_EQ(stuck.summary.end, RunEnd::numerics_failed) << law;
    EXPECT_NE(stuck.summary.why.find("prescribed motions"), std::string::npos) << stuck.summary.why;
  }
}

// So slowly that its acceleration counts as none: the speed, in the end, does not.
TEST(HeldFeet, SlideWhereMotionsHardlyAccelerate) {
  const MemoryRun run = run_in_memory(model_of(two_feet("\"0.2 + 1e-7*t^2\"", dry)), adaptive_run(200, "dopri5", 1e-10));
  expect_trusted(run);
  EXPECT_FALSE(of_kind(run, "slip").empty());
  EXPECT_NEAR(run.last("floor.b.slip"), 0, 1e-15) << "the heavier one stays";
  EXPECT_NEAR(run.last("floor.a.slip"), 4e-5, 1e-15);
}

TEST(HeldLegs, LetGoOfTheOneThatALawLiftsGently) {
  const MemoryRun run = run_in_memory(
      model_of("zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: {iyy: 0.01}}, b: {mass: 0.1, inertia: {iyy: 0.001}}}\n"
               "frames: {a: {l: [-0.2, 0, 0], r: [0.2, 0, 0]}}\n"
               "joints: {F: {type: planar, parent: ground, child: a, axes: [x, z]}, S: {type: prismatic, parent: a, child: b, axis: z}}\n"
               "motion: {S: \"0.05*smoothstep(t)\"}\n" +
               contact_on("[a.l, a.r, b]", dry)),
      adaptive_run(1, "dopri5", 1e-10));
  expect_trusted(run);
  const std::vector<EventRecord> released = of_kind(run, "release");
  ASSERT_EQ(released.size(), 1u);
  EXPECT_EQ(released[0].name, "floor.b");
  EXPECT_NEAR(run.last("floor.b.gap"), 0.05, 1e-14);
  EXPECT_NEAR(run.last("floor.a.l.gap"), 0, 1e-14);
  EXPECT_NEAR(run.last("ledger.prescribed"), 0.1 * g * 0.05, 1e-9 * tolerance_scale());
}

// The acceleration of what carries it jumps from none to more than friction gives: there is no instant at which the cone is just full.
TEST(HeldBlock, SlipsWhereTheGroundJerks) {
  const double mu = 0.5, a = 6, span = 0.5;
  const MemoryRun run = run_in_memory(
      model_of(
          "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {table: {mass: 1, inertia: {iyy: 0.01}}, block: {mass: 1.5, inertia: {iyy: 0.01}}}\n"
          "joints: {S: {type: prismatic, parent: ground, child: table, axis: x}, F: {type: planar, parent: ground, child: block, axes: [x, z]}}\n"
          "motion: {S: \"3*max(0, t - 0.5)^2\"}\n"
          "contacts: {top: {ground: {on: table, normal: z}, on: block, law: {type: hold}, friction: {type: dry, coefficient: 0.5}}}\n"),
      adaptive_run(1, "dopri5", 1e-10));
  expect_trusted(run);
  const std::vector<EventRecord> slips = of_kind(run, "slip");
  ASSERT_EQ(slips.size(), 1u);
  EXPECT_NEAR(slips[0].t_s, 0.5, 1e-14);
  EXPECT_NEAR(run.last("F.x"), 0.5 * mu * g * span * span, 2e-14 * tolerance_scale());
  EXPECT_NEAR(run.last("ledger.contact_friction"), -mu * 1.5 * g * 0.5 * (a - mu * g) * span * span, 2e-13 * tolerance_scale());
}

// Four equal feet of a train, spread evenly: on equal springs all press with their own weight, although the program of least energy would rather load the outer ones, which slide faster.
TEST(HeldFeet, ThatLieOnTheGroundPressOnIt) {
  std::string text = "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies:\n";
  for (const char* name : {"a", "b", "c", "d"}) text += fmt::format("  {}: {{mass: 1, inertia: {{iyy: 0.01}}}}\n", name);
  text +=
      "joints:\n  F: {type: planar, parent: ground, child: a, axes: [x, z]}\n  J1: {type: prismatic, parent: a, child: b, axis: x}\n"
      "  J2: {type: prismatic, parent: b, child: c, axis: x}\n  J3: {type: prismatic, parent: c, child: d, axis: x}\n"
      "motion: {J1: \"0.2 + 0.1*t^2\", J2: \"0.2 + 0.1*t^2\", J3: \"0.2 + 0.1*t^2\"}\n";
  const MemoryRun run = run_in_memory(model_of(text + contact_on("[a, b, c, d]", dry)), adaptive_run(1, "dopri5", 1e-10));
  expect_trusted(run);
  EXPECT_TRUE(of_kind(run, "release").empty());
  for (const char* name : {"a", "b", "c", "d"}) EXPECT_NEAR(run.last(fmt::format("floor.{}.normal_force", name)), g, 4e-13 * tolerance_scale());
  EXPECT_NEAR(run.last("ledger.contact_friction"), -0.5 * g * 0.4, 1e-13 * tolerance_scale()) << "0.15 + 0.05 + 0.05 + 0.15 m";
}

// A row of a recording says that a contact slides, not which way it began to.
TEST(HeldRestarts, FindWhereSlidingEnds) {
  const double mu = 0.4;
  SimOptions options = adaptive_run(1, "dopri5", 1e-10);
  options.restart_every_s = 0.1;
  const MemoryRun run = run_in_memory(model_of("zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: {iyy: 0.01}}}\n"
                                               "joints: {F: {type: planar, parent: ground, child: a, axes: [x, z]}}\n" +
                                               contact_on("a", "{type: dry, coefficient: 0.4}") + "initial: {v: {F.x: 1}}\n"),
                                      options);
  expect_trusted(run);
  const std::vector<EventRecord> rest = of_kind(run, "stick");
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_NEAR(rest[0].t_s, 1 / (mu * g), 1e-8 * tolerance_scale());
  EXPECT_NEAR(run.last("F.x"), 1 / (2 * mu * g), 1e-14 * tolerance_scale());
  EXPECT_LT(run.summary.cost.steps, 200) << "at rest steps are long";
}

TEST(HeldRestarts, FindWhereTheGroundLetsGo) {
  SimOptions options = adaptive_run(0.05, "dopri5", 1e-10);
  options.restart_every_s = 0.01;
  const MemoryRun run = run_in_memory(
      model_of(
          "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {table: {mass: 1, inertia: {iyy: 0.01}}, block: {mass: 1.5, inertia: {iyy: 0.01}}}\n"
          "joints: {S: {type: prismatic, parent: ground, child: table, axis: z}, F: {type: planar, parent: ground, child: block, axes: [x, z]}}\n"
          "motion: {S: \"0.01*sin(40*t)\"}\n"
          "contacts: {top: {ground: {on: table, normal: z}, boxes: [{at: block, size: [0.2, 0.2, 0.1]}], law: {type: hold}, friction: {type: dry, "
          "coefficient: 0.5}}}\n"
          "initial: {q: {F.y: 0.05}, v: {F.y: 0.4}}\n"),
      options);
  expect_trusted(run);
  const std::vector<EventRecord> released = of_kind(run, "release");
  ASSERT_EQ(released.size(), 4u) << "the lower corners";
  for (const EventRecord& event : released) EXPECT_NEAR(event.t_s, std::asin(g / 16) / 40, 6e-11 * tolerance_scale());
}

}  // namespace
}  // namespace zanjir::test
