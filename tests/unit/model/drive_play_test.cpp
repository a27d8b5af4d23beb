#include "zanjir/model/drive_play.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::test::drive_play {
namespace {

std::string arm(const std::string& joint, const std::string& more) {
  return "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {arm: {mass: 1 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}\njoints: {A: {parent: ground, child: "
         "arm, " +
         joint + "}}\n" + more;
}
std::string turning(const std::string& actuator, const std::string& more = "") {
  return arm("type: revolute, axis: z", "actuators: {A: {" + actuator + "}}\n" + more);
}
std::string said(const std::string& yaml) {
  const Result<Description> d = read_description_text(yaml, "m.yaml");
  if (!d) return to_text(d.diagnostics);
  return to_text(build_model(*d).diagnostics);
}
Model built(const std::string& yaml) {
  const Result<Description> d = read_description_text(yaml, "m.yaml");
  EXPECT_TRUE(d) << to_text(d.diagnostics);
  return build(*d);
}
State start_of(const Model& model) { return initial_question(model, "").value->state; }

TEST(DrivePlay, ThePartThatIsDrivenGivesItsActuatorToTheMotor) {
  const Model model = built(arm("type: universal, axes: [x, y], actuated: true",
                                "actuators: {A.b: {gear_ratio: 10, rotor_inertia: 1e-3, backlash: {play: 1 deg, stiffness: 100}}}\n"
                                "control: {A.b: {type: force, force: 3}}\ninitial: {q: {A.b: 0.4}}\n"));
  const auto names = model.speed_names();
  ASSERT_EQ(std::vector<std::string>(names.begin(), names.end()), (std::vector<std::string>{"A.a", "A.b", "A_b_motor"}));
  EXPECT_EQ(model.roles()[0], Role::actuated);
  EXPECT_EQ(model.roles()[1], Role::passive);
  EXPECT_EQ(model.roles()[2], Role::actuated);
  EXPECT_DOUBLE_EQ(model.rotor_inertia()[2], 0.1);
  EXPECT_EQ(model.rotor_inertia()[1], 0);
  ASSERT_EQ(model.controllers().size(), 1u);
  EXPECT_EQ(model.controllers()[0].speed, 2);
  EXPECT_TRUE(model.forces().stops.empty());
  ASSERT_EQ(model.forces().plays.size(), 1u);
  const DrivePlay& play = model.forces().plays[0];
  EXPECT_EQ(play.motor_speed, 2);
  EXPECT_EQ(play.joint_speed, 1);
  EXPECT_DOUBLE_EQ(play.limits.max, 0.008726646259971648);
  EXPECT_EQ(start_of(model).q[2], 0.4) << "where its joint is";
}

TEST(DrivePlay, AStartThatIsSaidIsKept) {
  const State state = start_of(
      built(turning("rotor_inertia: 0.1, stiffness: 500, backlash: {play: 0.1}", "initial: {q: {A: 0.4, A_motor: 0.43}, v: {A: 1, A_motor: -1}}\n")));
  EXPECT_EQ(state.q[1], 0.43);
  EXPECT_EQ(state.v[1], -1);
}

TEST(DrivePlay, FaultsStandAtTheirPlace) {
  EXPECT_NE(said(turning("backlash: {play: 1 deg, stiffness: 100}"))
                .find("m.yaml:5:27: error: actuators.A.backlash: a motor behind play moves by itself and needs a `rotor_inertia`"),
            std::string::npos)
      << said(turning("backlash: {play: 1 deg, stiffness: 100}"));
  EXPECT_NE(said(turning("rotor_inertia: 1, backlash: {play: 1 deg}")).find("key `stiffness` is missing"), std::string::npos);
  EXPECT_NE(said(turning("rotor_inertia: 1, backlash: {play: 1 mm, stiffness: 100}")).find("wants an angle"), std::string::npos);
  EXPECT_NE(said(turning("rotor_inertia: 1, backlash: {play: -1, stiffness: 100}")).find("must not be negative"), std::string::npos);
  EXPECT_NE(said(arm("type: revolute, axis: z", "actuators: {A: {rotor_inertia: 1, backlash: {play: 0, stiffness: 1}}, A_motor: {}}\n"))
                .find("has an actuator already"),
            std::string::npos)
      << said(arm("type: revolute, axis: z", "actuators: {A: {rotor_inertia: 1, backlash: {play: 0, stiffness: 1}}, A_motor: {}}\n"));
  const std::string twice =
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: point}, b: {mass: 1, inertia: point}}\n"
      "joints: {A: {type: prismatic, parent: ground, child: a, axis: x}, A_motor: {type: prismatic, parent: ground, child: b, axis: x}}\n"
      "actuators: {A: {rotor_inertia: 1 kg, backlash: {play: 1 mm, stiffness: 1 N/m}}}\n";
  EXPECT_NE(said(twice).find("'A_motor' exists already"), std::string::npos) << said(twice);
}

TEST(DrivePlay, NothingInItTakesItAway) {
  const Model model = built(turning("rotor_inertia: 1, backlash: {}"));
  EXPECT_EQ(model.nv(), 1);
  EXPECT_EQ(model.roles()[0], Role::actuated);
}

}  // namespace
}  // namespace zanjir::test::drive_play
