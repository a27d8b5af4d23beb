#include "zanjir/verify/idle_contacts.hpp"

#include <gtest/gtest.h>

#include "support/folders.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::test {
namespace {

std::string said_about(const Description& description) {
  const Result<Model> model = build_model(description);
  EXPECT_TRUE(model) << to_text(model.diagnostics);
  return model ? to_text(idle_contact_warnings(description, *model)) : "";
}

// A ball and a rod, the joints that move them, and one contact.
std::string said_of(const std::string& joints, const std::string& contact, const std::string& more = "") {
  const Result<Description> description =
      read_description_text("zanjir: 1\ngravity: [0, 0, 0]\n" + more +
                                "bodies: {ball: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}, rod: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n" +
                                "frames: {ball: {side: [0.1, 0, 0]}, rod: {end: [0, 0, 1]}, ground: {far: [1, 0, 0]}}\njoints: " + joints +
                                "\ncontacts:\n  floor: " + contact + "\n",
                            "m.yaml");
  EXPECT_TRUE(description) << to_text(description.diagnostics);
  return description ? said_about(*description) : "";
}

constexpr const char* law = "law: {type: hertz, stiffness: 1e6}}";

}  // namespace

TEST(IdleContacts, AreThoseThatNothingMovesAlongTheirNormal) {
  const std::string slide = "{A: {type: prismatic, parent: ground, child: ball, axis: x}, B: {type: weld, parent: ball, child: rod}}";
  EXPECT_EQ(
      said_of(slide, std::string("{on: ball, ground: {point: [0, 0, -1], normal: z}, ") + law),
      "m.yaml:7:3: warning: contacts.floor: nothing moves 'floor.ball' along the normal [0, 0, 1] of the ground: it neither opens nor closes, and "
      "does nothing; it moves along x: turn `normal` of the ground that way, or give it a joint that moves along the normal\n1 warning\n");
  EXPECT_EQ(said_of(slide, std::string("{on: ball, ground: {point: [-1, 0, 0], normal: [1, 0, 5]}, ") + law), "") << "a wedge";
  for (const std::string rest : {"restitution: 0.5}", "law: {type: hold}}", "law: {type: hold}, friction: {type: dry, coefficient: 0.3}}",
                                 "law: {type: hold}, friction: {type: stick}}"})
    EXPECT_NE(said_of(slide, "{on: [ball, rod], ground: {point: [0, 0, -1], normal: z}, " + rest).find("nothing moves 'floor.ball' and 'floor.rod'"),
              std::string::npos)
        << rest;
}

TEST(IdleContacts, OfPlanarMechanismsHaveNormalsAcrossTheirPlane) {
  const std::string planar = "{A: {type: planar, parent: ground, child: ball}, B: {type: revolute, parent: ball, child: rod, axis: z}}";
  const std::string flat = "{on: ball.side, ground: {point: [0, 0, -1], normal: z}, ";
  EXPECT_NE(said_of(planar, flat + law, "plane: xy\n").find("it moves along x, y: turn `normal`"), std::string::npos);
  EXPECT_EQ(said_of(planar, std::string("{on: ball.side, ground: {point: [0, -1, 0], normal: y}, ") + law, "plane: xy\n"), "");
}

// What acts all the same.
TEST(IdleContacts, AreNotThoseThatHold) {
  const std::string slide = "{A: {type: prismatic, parent: ground, child: ball, axis: x}, B: {type: weld, parent: ball, child: rod}}";
  for (const std::string contact : {"{on: ball, ground: {point: [0, 0, -1], normal: z}, law: {type: hold}, held: \"1 - t\"}",
                                    "{on: ball, ground: {normal: z}, law: {type: hold}, friction: {type: wheel, direction: x}}",
                                    "{on: ball, ground: {point: [0, 0, 0.1], normal: z}, law: {type: hertz, stiffness: 1e6}}"})
    EXPECT_EQ(said_of(slide, contact), "") << contact;
}

// At the start the row is zero: the place stands above its hinge, or on top of a swing.
TEST(IdleContacts, AreNotThoseThatTilt) {
  const std::string swing = "{A: {type: weld, parent: ground, child: ball}, B: {type: revolute, parent: ground, child: rod, axis: y}}";
  EXPECT_EQ(said_of(swing, std::string("{on: rod.end, ground: {point: [0, 0, 0.5], normal: z}, ") + law), "");
  EXPECT_NE(said_of(swing, std::string("{on: rod.end, ground: {point: [0, -1, 0], normal: y}, ") + law).find("it moves along x, z"),
            std::string::npos);
  const std::string hinge = "{on: [rod, rod.end], ground: {point: [0, 0, -1], normal: z}, ";
  EXPECT_EQ(said_of(swing, hinge + law), "") << "one place lies on the hinge, and the other moves";
}

// Prescribed joints move, whatever their laws are at the instants that are looked at.
TEST(IdleContacts, AreNotThoseThatLawsMove) {
  const std::string joints = "{A: {type: prismatic, parent: ground, child: ball, axis: z}, B: {type: prismatic, parent: ball, child: rod, axis: x}}";
  EXPECT_EQ(said_of(joints, std::string("{on: rod, ground: {point: [0, 0, -1], normal: z}, ") + law, "motion: {A: 0*t}\n"), "");
}

// A parallelogram moves its coupler without a turn, and of two slides that a loop locks none moves.
TEST(IdleContacts, AreJudgedWithinTheirLoops) {
  const std::string locked =
      "{A: {type: prismatic, parent: ground, child: ball, axis: z}, B: {type: prismatic, parent: ground, child: rod, axis: x}}\n"
      "loops: {W: {type: prismatic, between: [ball, rod], axis: x}}";
  EXPECT_NE(said_of(locked, std::string("{on: ball, ground: {point: [0, 0, -1], normal: z}, ") + law).find("its body stands still"),
            std::string::npos);
  const std::string wedge =
      "{A: {type: prismatic, parent: ground, child: ball, axis: z}, B: {type: prismatic, parent: ground, child: rod, axis: x}}\n"
      "loops: {W: {type: prismatic, between: [ball, rod], axis: [1, 0, 1]}}";
  EXPECT_EQ(said_of(wedge, std::string("{on: ball, ground: {point: [0, 0, -1], normal: z}, ") + law), "");
}

TEST(IdleContacts, AreNotAmongOurModels) {
  int with_contacts = 0;
  for (const std::filesystem::path& folder : {models_folder(), models_folder().parent_path() / "studies" / "models"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".yaml") continue;
      const Result<Description> description = read_description(entry.path());
      ASSERT_TRUE(description) << to_text(description.diagnostics);
      if (description->contacts.empty()) continue;
      ++with_contacts;
      EXPECT_EQ(said_about(*description), "") << entry.path();
    }
  }
  EXPECT_GT(with_contacts, 20);
}

}  // namespace zanjir::test
