// The spanning tree: which joint of a loop is cut, why it says so, and what cannot be opened at all.
#include "zanjir/model/topology.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"

#include <gtest/gtest.h>

#include <map>

#include "zanjir/model/model.hpp"

namespace zanjir::test {
namespace {

// A four-bar; what is special about each joint is written behind it.
std::string four_bar(const std::map<std::string, std::string>& special = {}, const std::string& more = "") {
  const auto extra = [&](const std::string& joint) { return special.count(joint) ? ", " + special.at(joint) : std::string(); };
  return "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\n"
         "bodies:\n"
         "  crank: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.01}}\n"
         "  coupler: {mass: 1, com: [0.3, 0, 0], inertia: {izz: 0.03}}\n"
         "  rocker: {mass: 1, com: [0.2, 0, 0], inertia: {izz: 0.02}}\n"
         "joints:\n"
         "  A: {type: revolute, parent: ground, child: crank, axis: z" +
         extra("A") +
         "}\n"
         "  B: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z" +
         extra("B") +
         "}\n"
         "  C: {type: revolute, parent: coupler, child: rocker, at: [0.6, 0, 0], at_child: [0.4, 0, 0], axis: z" +
         extra("C") +
         "}\n"
         "  D: {type: revolute, parent: ground, child: rocker, at: [0.5, 0, 0], axis: z" +
         extra("D") + "}\n" + more;
}

Result<Model> build_text(const std::string& text) {
  const Result<Description> description = read_description_text(text, "m.yaml");
  EXPECT_TRUE(description) << to_text(description.diagnostics);
  if (!description) return {std::nullopt, description.diagnostics};
  return build_model(*description);
}

std::map<std::string, std::string> cuts(const std::string& text) {  // name -> reason
  const Result<Model> model = build_text(text);
  EXPECT_TRUE(model) << to_text(model.diagnostics);
  std::map<std::string, std::string> found;
  if (!model) return found;
  for (const Constraint& c : model->constraints()) {
    if (const auto* cut = std::get_if<CutJoint>(&c)) found[cut->joint.name] = cut->reason;
  }
  return found;
}

using Cuts = std::map<std::string, std::string>;

std::string refusal(const std::string& text) {
  const Result<Model> model = build_text(text);
  EXPECT_FALSE(model);
  return to_text(model.diagnostics);
}

TEST(Topology, CutsTheLastOfEqualJoints) {
  EXPECT_EQ(cuts(four_bar()),
            (Cuts{{"D", "it closes a loop with 'C', 'B', 'A', and comes last in the file of all, none of which has more freedoms (1)"}}));
}

TEST(Topology, CutsWhereTheFileSays) {
  for (const std::string joint : {"A", "B", "C", "D"}) {
    const Cuts found = cuts(four_bar({{joint, "cut: true"}}));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.begin()->first, joint);
    EXPECT_EQ(found.begin()->second.rfind("cut as the file says; it closes a loop with ", 0), 0u) << found.begin()->second;
  }
  EXPECT_EQ(cuts(four_bar({{"B", "cut: true"}})).at("B"), "cut as the file says; it closes a loop with 'A', 'C', 'D'");
}

TEST(Topology, KeepsJointsInTheTreeThatAreUsedByName) {
  EXPECT_EQ(cuts(four_bar({{"D", "actuated: true"}})),
            (Cuts{{"C",
                   "it closes a loop with 'A', 'B', 'D', and comes last in the file of those that carry no actuator, law or joint element, none of "
                   "which has more freedoms (1)"}}));
  EXPECT_EQ(cuts(four_bar({}, "springs: {s: {joint: C, stiffness: 1}}\nloads: {l: {joint: D, value: 1}}\nmotion: {A: t}\n")),
            (Cuts{{"B", "it closes a loop with 'A', 'C', 'D', which all carry an actuator, a law or a joint element; this one does not"}}));
}

TEST(Topology, CutsTheJointWithTheMostFreedoms) {
  const std::string text =
      "zanjir: 1\ngravity: [0, 0, 0]\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}\n"
      "  rod: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}\n"
      "joints:\n"
      "  ball: {type: spherical, parent: crank, child: rod, at: [1, 0, 0]}\n"
      "  shaft: {type: revolute, parent: ground, child: crank, axis: z}\n"
      "  sleeve: {type: cylindrical, parent: ground, child: rod, axis: x}\n";
  EXPECT_EQ(cuts(text), (Cuts{{"ball", "it closes a loop with 'shaft', 'sleeve', and has the most freedoms of all (3)"}}));
  // Even with fewer freedoms than the ball: that one is actuated.
  EXPECT_EQ(cuts(text + "dampers: {d: {joint: ball.wx, damping: 1}}\n"),
            (Cuts{{"sleeve",
                   "it closes a loop with 'ball', 'shaft', and has the most freedoms of those that carry no actuator, law or joint element (2)"}}));
}

TEST(Topology, TwoJointsBetweenTheSameBodiesAreALoop) {
  EXPECT_EQ(cuts("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {door: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n"
                 "joints:\n"
                 "  lower: {type: revolute, parent: ground, child: door, axis: z}\n"
                 "  upper: {type: revolute, parent: ground, child: door, at: [0, 0, 2], at_child: [0, 0, 2], axis: z}\n"),
            (Cuts{{"upper", "it closes a loop with 'lower', and comes last in the file of all, none of which has more freedoms (1)"}}));
}

TEST(Topology, ACutJointCarriesNoBody) {
  EXPECT_EQ(refusal(four_bar({{"C", "cut: true"}, {"D", "cut: true"}})),
            "m.yaml:7:3: error: bodies.rocker: no chain of joints connects this body to the ground; connect its group to the ground by one more "
            "joint (a cut "
            "joint does not carry a body)\n1 error, nothing was done\n");
  EXPECT_EQ(refusal("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {door: {mass: 1, inertia: point}, loose: {mass: 1, inertia: point}}\n"
                    "loops: {hinge: {type: revolute, between: [ground, door], axis: z}}\n"),
            "m.yaml:3:10: error: bodies.door: no chain of joints connects this body to the ground; connect its group to the ground by one more joint "
            "(a cut "
            "joint does not carry a body)\n"
            "m.yaml:3:43: error: bodies.loose: no chain of joints connects this body to the ground; give it a joint; `type: free` with `parent: "
            "ground` lets it "
            "float\n2 errors, nothing was done\n");
}

TEST(Topology, RefusesLoopsInWhichNothingMoves) {
  const std::string welded =
      "zanjir: 1\ngravity: [0, 0, 0]\n"
      "bodies: {a: {mass: 1, inertia: point}, b: {mass: 1, inertia: point}}\n"
      "joints:\n"
      "  R: {type: revolute, parent: ground, child: a, axis: z}\n"
      "  W: {type: weld, parent: a, child: b}\n";
  EXPECT_EQ(refusal(welded + "  S: {type: spherical, parent: a, child: b}\n"),
            "m.yaml:7:3: error: joints.S: closes a loop between 'a' and 'b', which are welded together; nothing in this loop can move: remove the "
            "joint or a weld\n"
            "1 error, nothing was done\n");
  EXPECT_EQ(refusal(welded + "loops: {S: {type: spherical, between: [a, b]}}\n"),
            "m.yaml:7:9: error: loops.S: closes a loop between 'a' and 'b', which are welded together; nothing in this loop can move: remove the "
            "joint or a weld\n"
            "1 error, nothing was done\n");
  EXPECT_EQ(refusal(welded + "frames: {b: {end: [1, 0, 0]}}\nloops: {rod: {type: distance, between: [a, b.end], length: 1}}\n"),
            "m.yaml:8:9: error: loops.rod.between: both ends move together, so their distance cannot change\n1 error, nothing was done\n");
}

TEST(Topology, NamesThePlaceOfMistakesInLoops) {
  EXPECT_EQ(refusal(four_bar({{"D", "cut: true"}},
                             "loops:\n  E: {type: revolute, between: [crank, rockr.tip], axis: z}\n  F: {type: weld, between: [crank, crank]}\n"
                             "  G: {type: distance, between: [crank, nowhere], length: 1}\n")),
            "m.yaml:14:40: error: loops.E.between: no frame 'rockr.tip'; there is no body 'rockr' that could have it\n"
            "m.yaml:15:36: error: loops.F.between: the joint connects 'crank' with itself\n"
            "2 errors, nothing was done\n");
  EXPECT_EQ(refusal(four_bar({},
                             "loops:\n  G: {type: distance, between: [crank, nowhere], length: 1}\n  H: {type: gear, joints: [A, D], ratio: 1}\n"
                             "  I: {type: gear, joints: [A, A], ratio: 1}\n")),
            "m.yaml:14:40: error: loops.G.between: no body 'nowhere'\n"
            "m.yaml:16:3: error: loops.I.joints: a gear needs two different coordinates\n"
            "2 errors, nothing was done\n");
  EXPECT_EQ(refusal(four_bar({{"D", "cut: true"}}, "springs:\n  s: {joint: D, stiffness: 1}\n")),
            "m.yaml:14:14: error: springs.s.joint: joint 'D' is cut to open a loop, so it has no coordinates of its own; cut another joint of the "
            "loop: write "
            "`cut: true` there\n1 error, nothing was done\n");
}

TEST(Topology, InitialValuesAreRecordedWhateverTheCut) {
  const Result<Model> model = build_text(four_bar({{"D", "cut: true"}}, "initial: {q: {A: 0.5, D: 1}, v: {B: 2, D: 3}}\n"));
  ASSERT_TRUE(model) << to_text(model.diagnostics);
  const auto speed = [&](const char* name) { return static_cast<std::size_t>(model->joint(*model->find_joint(name)).v_begin); };
  EXPECT_TRUE(model->initial_q_given()[speed("A")]);
  EXPECT_FALSE(model->initial_q_given()[speed("B")]);
  EXPECT_TRUE(model->initial_v_given()[speed("B")]);
  EXPECT_FALSE(model->initial_v_given()[speed("A")]);
  ASSERT_EQ(model->initial_cut_q().size(), 1u);
  EXPECT_EQ(model->initial_cut_q()[0], 1.0);
  EXPECT_EQ(model->initial_cut_v()[0], 3.0);
}

TEST(Topology, PrescribedJointsComeFirstIntoTheTree) {
  const std::string motion = "motion: {D: \"0.1*t\"}\n";
  const Cuts found = cuts(four_bar({{"A", "actuated: true"}, {"B", "actuated: true"}, {"C", "actuated: true"}}, motion));
  EXPECT_EQ(found, (Cuts{{"C",
                          "it closes a loop with 'A', 'B', 'D', and comes last in the file of those that are not prescribed, none of which has more "
                          "freedoms (1)"}}));
}

TEST(Topology, ActuatedCutJointsKeepTheirRole) {
  const Result<Model> model =
      build_text(four_bar({{"A", "actuated: true"}, {"B", "actuated: true"}, {"C", "actuated: true"}, {"D", "actuated: true, cut: true"}}));
  ASSERT_TRUE(model) << to_text(model.diagnostics);
  ASSERT_EQ(model->cut_roles().size(), 1u);
  EXPECT_EQ(model->cut_roles()[0], Role::actuated);
  EXPECT_EQ(model->cut_speed_names()[0], "D");
}

}  // namespace
}  // namespace zanjir::test
