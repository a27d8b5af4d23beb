// Elastic bodies as part of a model: coordinates, sections, rebasing, and what is refused.
#include <gtest/gtest.h>

#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {
namespace {

const std::string head = "zanjir: 1\ngravity: [0, 0, -9.81]\n";
std::string beam(const std::string& modes, const std::string& more = "") {
  return "{beam: {length: 2 m, section: {shape: round, diameter: 1 cm}, material: {density: 7850, young: 2e11}, modes: " + modes + more + "}}";
}
Result<Model> model_of(const std::string& text) {
  const Result<Description> description = read_description_text(head + text, "m.yaml");
  EXPECT_TRUE(description) << to_text(description.diagnostics);
  return build_model(*description);
}
std::string said(const std::string& text) { return to_text(model_of(text).diagnostics); }

TEST(ElasticModel, HasModalCoordinatesBehindThoseOfItsJoint) {
  const auto model = model_of(
      "bodies: {a: " + beam("{bending_y: 2, torsion: 1}") + ", b: {mass: 1, inertia: point}}\n" +
      "joints: {A: {type: universal, parent: ground, child: a, axes: [y, z]}, B: {type: revolute, parent: a, child: b, at: [2, 0, 0], axis: y}}\n"
      "initial: {q: {a.mode2: 0.1}, v: {a.mode3: -0.2}}\n");
  ASSERT_TRUE(model) << to_text(model.diagnostics);
  const std::vector<std::string> names(model->speed_names().begin(), model->speed_names().end());
  EXPECT_EQ(names, (std::vector<std::string>{"A.a", "A.b", "a.mode1", "a.mode2", "a.mode3", "B"}));
  EXPECT_TRUE(model->speed(2).is_mode() && model->speed(4).is_mode() && !model->speed(1).is_mode() && !model->speed(5).is_mode());
  EXPECT_EQ(model->initial_q()[3], 0.1);
  EXPECT_EQ(model->initial_v()[4], -0.2);
  EXPECT_EQ(model->elastic_bodies().size(), 1u);
  ASSERT_EQ(model->sections().size(), 1u);
  EXPECT_EQ(model->body(model->sections()[0].body).name, "a@2");
}

// Places beyond the end hang on the last section, those at the start on the body frame; places with one x share a section.
TEST(ElasticModel, PutsPlacesOnTheSectionAtTheirOwnX) {
  const auto model =
      model_of("bodies: {a: " + beam("[cf]") + "}\nframes: {a: {start: [0, 0.1, 0], middle: [1, 0, 0.2], same: [1, 0.3, 0], beyond: [2.5, 0, 0]}}\n" +
               "joints: {A: {type: weld, parent: ground, child: a}}\n");
  ASSERT_TRUE(model) << to_text(model.diagnostics);
  EXPECT_EQ(model->sections().size(), 2u);
  State state = initial_state(*model);
  state.q[0] = 0.3;
  Workspace ws(*model);
  update_velocities(*model, state, ws);
  const auto pose = [&](const char* name) { return frame_pose(*model, ws, model->frame(*model->find_frame(name))); };
  EXPECT_NEAR(norm(pose("a.start").p - Vec3d{0, 0.1, 0}), 0, 1e-15);
  const DisplacementField& field = model->elastic_bodies()[0].field;
  const Transformd middle = section_pose(field, section_shapes(field, 1), state.q.data()),
                   end = section_pose(field, section_shapes(field, 2), state.q.data());
  EXPECT_NEAR(norm(pose("a.middle").p - middle * Vec3d{0, 0, 0.2}), 0, 1e-14);
  EXPECT_NEAR(norm(pose("a.same").p - middle * Vec3d{0, 0.3, 0}), 0, 1e-14);
  EXPECT_NEAR(norm(pose("a.beyond").p - end * Vec3d{0.5, 0, 0}), 0, 1e-14);
  EXPECT_GT(end.p.y, 0.29);
}

// Shapes that turn at the start fit a passive pin along their axis, and nothing else.
TEST(ElasticModel, RebasesShapesThatItsJointWouldHold) {
  const auto start_turn = [&](const std::string& joint, const std::string& rest = "") {
    const auto model = model_of("bodies: {a: " + beam("[ss]") + "}\njoints: {A: " + joint + "}\n" + rest);
    EXPECT_TRUE(model) << to_text(model.diagnostics);
    const bool warned = !model.diagnostics.empty();
    const double turn = norm(section_shapes(model->elastic_bodies()[0].field, 0).Theta[0]);
    EXPECT_EQ(warned, turn < 1e-12) << to_text(model.diagnostics);
    return turn;
  };
  EXPECT_GT(start_turn("{type: revolute, parent: ground, child: a, axis: z}"), 1);
  EXPECT_GT(start_turn("{type: free, parent: ground, child: a}"), 1);
  EXPECT_GT(start_turn("{type: planar, parent: ground, child: a}"), 1);
  EXPECT_LT(start_turn("{type: revolute, parent: ground, child: a, axis: y}"), 1e-14);
  EXPECT_LT(start_turn("{type: revolute, parent: ground, child: a, axis: z, actuated: true}"), 1e-14);
  EXPECT_LT(start_turn("{type: revolute, parent: ground, child: a, axis: z}", "springs: {s: {joint: A, stiffness: 1}}\n"), 1e-14);
  EXPECT_LT(start_turn("{type: weld, parent: ground, child: a}"), 1e-14);
}

// Shapes that hold the section on which a body stands: the beam is rigid for that body. A passive hinge asks for nothing.
TEST(ElasticModel, WarnsWhereNoShapeGivesWayToWhatAJointLoads) {
  const auto carrying = [&](const std::string& modes, const std::string& joint, const std::string& place = "[2, 0, 0]",
                            const std::string& rest = "") {
    return said("bodies: {a: " + beam(modes) +
                ", b: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\njoints: {A: {type: weld, parent: ground, child: a}, B: {type: " + joint +
                ", parent: a, child: b, at: " + place + "}}\n" + rest);
  };
  EXPECT_EQ(carrying("[cc]", "weld"),
            "m.yaml:3:123: warning: bodies.a.beam.modes: no shape along y moves or turns the section at x = 2 m, which joint 'B' loads: the beam is "
            "rigid for what stands there; take shapes that give way at that place: "
            "`bending_y: 2`\n1 warning\n");
  EXPECT_NE(carrying("[cc]", "revolute, axis: z, actuated: true").find("joint 'B' loads"), std::string::npos);
  EXPECT_NE(carrying("[cc]", "revolute, axis: y").find("no shape along y"), std::string::npos);  // a hinge across the bending passes the moment
  EXPECT_NE(carrying("{bending_y: 2, bending_z: {cc: 1}}", "weld").find("no shape along z"), std::string::npos);
  EXPECT_EQ(carrying("[cc]", "revolute, axis: z"), "");
  EXPECT_EQ(carrying("[cc]", "spherical"), "");
  EXPECT_EQ(carrying("[cc]", "universal, axes: [z, y]"), "");  // its first axis stands in the beam
  EXPECT_EQ(carrying("[cc]", "weld", "[1, 0, 0]"), "");        // half-way the mode moves
  EXPECT_EQ(carrying("[cf]", "weld"), "");
  EXPECT_EQ(carrying("[cc, static]", "weld"), "");
  EXPECT_EQ(carrying("{axial: 1}", "weld"), "");
  const std::string loop = "loops: {W: {type: weld, between: [a.tip, ground], at_child: [2, 0, 0]}}\n";
  EXPECT_NE(said("bodies: {a: " + beam("[cc]") + "}\nframes: {a: {tip: [2, 0, 0]}}\njoints: {A: {type: weld, parent: ground, child: a}}\n" + loop)
                .find("joint 'W' loads"),
            std::string::npos);
}

// A capsule is a rigid line between its ends. On one section it is; along the beam spheres touch where the beam is.
TEST(ElasticModel, RefusesACapsuleAlongIt) {
  const auto with = [](const std::string& contact) {
    return said("bodies: {a: " + beam("[cf]") + "}\nframes: {a: {start: [0, 0, 0], middle: [1, 0, 0], side: [1, 0.1, 0]}}\n" +
                "joints: {A: {type: prismatic, parent: ground, child: a, axis: z}}\ncontacts: {floor: {" + contact +
                ", radius: 1 cm, law: {type: hertz, stiffness: 1e6}}}\n");
  };
  for (const char* start : {"start", "side"}) {
    const std::string end = start == std::string("start") ? "middle" : "start";
    const std::string text = with("capsules: [[a." + std::string(start) + ", a." + end + "]]");
    EXPECT_NE(text.find("are on sections of an elastic body, and a capsule does not bend with it; write spheres at places along it, `on: [a." +
                        std::string(start) + ", ..., a." + end + "]`"),
              std::string::npos)
        << text;
  }
  EXPECT_EQ(with("capsules: [[a.middle, a.side]]"), "");
  EXPECT_EQ(with("on: [a.start, a.middle]"), "");
}

TEST(ElasticModel, RefusesWhatCannotVibrateAndSaysWhy) {
  const std::string weld = "joints: {A: {type: weld, parent: ground, child: a}}\n";
  EXPECT_NE(said("bodies: {a: " + beam("[cf, {y: [0, 0, 1]}, {y: [0, 0, 2]}]") + "}\n" + weld).find("m.yaml:3:"), std::string::npos);
  EXPECT_NE(said("bodies: {a: " + beam("[cf, {y: [0, 0, 1]}, {y: [0, 0, 2]}]") + "}\n" + weld).find("mode 3 is a combination of those before it"),
            std::string::npos);
  EXPECT_NE(said("bodies: {a: " + beam("[{y: [0, 1]}]") + "}\n" + weld).find("mode 1 meets no stiffness"), std::string::npos);
  EXPECT_NE(said("bodies: {a: " + beam("{torsion: 1}", ", rotary_inertia: frame") + "}\n" + weld).find("mode 1 moves no mass"), std::string::npos);
  // ... unless it carries something
  EXPECT_TRUE(model_of("bodies: {a: " + beam("{torsion: 1}", ", rotary_inertia: frame") + ", b: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n" +
                       "joints: {A: {type: weld, parent: ground, child: a}, B: {type: weld, parent: a, child: b, at: [2, 0, 0]}}\n"));
  EXPECT_NE(
      said("plane: xz\nbodies: {a: " + beam("{bending_y: 1, bending_z: 1}") + "}\njoints: {A: {type: revolute, parent: ground, child: a, axis: y}}\n")
          .find("this mode leaves the plane"),
      std::string::npos);
  EXPECT_NE(said("bodies: {a: " + beam("[cf]") + "}\njoints: {A: {type: revolute, parent: ground, child: a, at_child: [2, 0, 0], axis: y}}\n")
                .find("an elastic body is carried at its origin"),
            std::string::npos);
}

}  // namespace
}  // namespace zanjir::test
