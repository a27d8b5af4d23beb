#include "zanjir/simulate/run_plan.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"

namespace zanjir::test::run_plan {
namespace {

Model sled(const std::string& elements) {
  const auto described = read_description_text(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {load: {mass: 2, inertia: point}}\n"
      "joints: {X: {type: prismatic, parent: ground, child: load, axis: x, actuated: true}}\n" +
          elements + "\n",
      "m.yaml");
  if (!described) throw std::runtime_error(to_text(described.diagnostics));
  return build(*described.value);
}

}  // namespace

// A force that the tables do not know would be lost in runs side by side, without a word.
TEST(RunPlan, RefusesEveryForceButThoseThatItHas) {
  EXPECT_EQ(RunPlan(sled("springs: {s: {joint: X, stiffness: 10}}\ndampers: {d: {joint: X, damping: 2}}")).why_not, "");
  for (const char* elements :
       {"springs: {s: {between: [ground, load], stiffness: 10, length: 0}}", "loads: {l: {joint: X, value: 1}}",
        "loads: {l: {on: load, force: [1, 0, 0]}}", "stops: {s: {joint: X, max: 1, stiffness: 10}}",
        "friction: {f: {joint: X, coulomb: 1, transition_speed: 0.1}}", "forces: {f: {between: [ground, load], force: -distance}}",
        "actuators: {X: {rotor_inertia: 0.1, backlash: {play: 1 mm, stiffness: 1e4}}}"})
    EXPECT_EQ(RunPlan(sled(elements)).why_not, "forces other than contacts and springs at joints") << elements;
}

TEST(ForceElements, AreCountedWhateverTheirKind) {
  ForceElements forces;
  EXPECT_TRUE(forces.empty());
  forces.frictions.emplace_back();
  EXPECT_TRUE(forces.on_joints());
  EXPECT_FALSE(forces.on_frames());
  forces = {};
  forces.frame_laws.emplace_back();
  EXPECT_FALSE(forces.on_joints());
  EXPECT_TRUE(forces.on_frames());
  forces.stops.emplace_back();
  forces.plays.emplace_back();
  EXPECT_EQ(forces.size(), 3u);
}

}  // namespace zanjir::test::run_plan
