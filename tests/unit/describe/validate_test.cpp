// Faults of descriptions that no file reader has seen.
#include "zanjir/describe/validate.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/descriptions.hpp"

namespace zanjir {
namespace {

using test::body;
using test::joint;

Description good() {
  return test::mechanism({0, 0, -9.81}, {body("a", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}), body("b", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
                         {joint("A", JointType::revolute, "ground", "a", {0, 0, 0}, {{0, 0, 1}}),
                          joint("B", JointType::universal, "a", "b", {1, 0, 0}, {{1, 0, 0}, {0, 1, 0}})});
}

std::string said(const std::function<void(Description&)>& spoil) {
  Description d = good();
  d.files = {"m"};
  spoil(d);
  DiagnosticSink sink(d.files);
  validate(d, sink);
  std::string text;
  for (const Diagnostic& diagnostic : sink.take()) text += diagnostic.key_path + ": " + diagnostic.message + "\n";
  return text;
}

TEST(Validate, AcceptsWhatIsGood) {
  EXPECT_EQ(said([](Description&) {}), "");
}

TEST(Validate, FindsFaultsOfBodies) {
  EXPECT_EQ(said([](Description& d) { d.bodies[0].mass_kg = 0; }), "bodies.a.mass: must be greater than zero\n");
  EXPECT_EQ(said([](Description& d) { d.bodies[0].mass_kg = std::nan(""); }), "bodies.a.mass: must be greater than zero\n");
  EXPECT_EQ(said([](Description& d) { d.bodies[0].inertia_com_kg_m2 = {1, 1, 3, 0, 0, 0}; }),
            "bodies.a.inertia: no body has this inertia: one moment is larger than the sum of the others (principal moments about the mass centre: "
            "1, 1, 3)\n");
  EXPECT_EQ(said([](Description& d) { d.bodies[0].inertia_com_kg_m2 = {1, 1, 1, 2, 0, 0}; }),
            "bodies.a.inertia: the inertia is not positive (principal moments about the mass centre: -1, 1, 3)\n");
  EXPECT_EQ(said([](Description& d) { d.bodies[1].name = "a"; }), "bodies.a: 'a' exists already\n");
  EXPECT_EQ(said([](Description& d) { d.bodies[1].name = "a.b"; }), "bodies.a.b: 'a.b' is not a name\n");
  EXPECT_EQ(said([](Description& d) { d.bodies[1].name = "ground"; }), "bodies.ground: `ground` is the world and cannot be described\n");
}

TEST(Validate, FindsFaultsOfJoints) {
  EXPECT_EQ(said([](Description& d) { d.joints[0].axes[0] = {0, 0, 0}; }), "joints.A.axis: direction has zero length\n");
  EXPECT_EQ(said([](Description& d) { d.joints[0].axes[0] = {1e-300, 0, 0}; }), "joints.A.axis: direction has an absurd length\n");
  EXPECT_EQ(said([](Description& d) { d.joints[0].axes.clear(); }), "joints.A.axis: a revolute joint has 1 axis, but there are 0\n");
  EXPECT_EQ(said([](Description& d) { d.joints[1].axes[1] = {-2, 0, 0}; }), "joints.B.axes: the two axes are parallel\n");
  EXPECT_EQ(said([](Description& d) {
              d.joints[1].type = JointType::planar, d.joints[1].axes[1] = {1, 1, 0};
            }),
            "joints.B.axes: the two axes are not at right angles\n");
  EXPECT_EQ(said([](Description& d) { d.joints[1].name = "A"; }), "joints.A: 'A' exists already\n");
  EXPECT_EQ(said([](Description& d) { d.joints[1].at_parent.X.p.x = INFINITY; }), "joints.B.at: is not a finite number\n");
  EXPECT_EQ(said([](Description& d) {
              d.distances.push_back({"rod", {}, {}, {}, 0, {}});
            }),
            "loops.rod.length: a distance must be positive: at zero length it has no direction\n");
}

TEST(Validate, FindsFaultsOfLaws) {
  MotionDescription motion;
  motion.of.name = "A";
  LawDescription law;
  law.kind = LawKind::sine;
  law.numbers = {1, 2};
  motion.laws = {law};
  EXPECT_EQ(said([&](Description& d) { d.motions = {motion}; }), "motion.A: 4 numbers are wanted, but there are 2\n");
  law.kind = LawKind::spline;
  law.numbers = {0};
  law.knots = {{0, 0}, {0, 1}};
  motion.laws = {law};
  EXPECT_EQ(said([&](Description& d) { d.motions = {motion}; }), "motion.A: times must increase\n");
}

}  // namespace
}  // namespace zanjir
