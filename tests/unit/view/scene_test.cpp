#include "zanjir/view/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/prepare.hpp"

namespace zanjir::test {
namespace {

struct Seen {
  Description description;
  Model model;
  State start;
  Scene scene;
};
Seen see(const std::string& text) {
  Description d = *read_description_text(text, "m.yaml");
  Model model = std::move(*build_model(d).value);
  State start = own_start(d, model)->state;
  Scene scene = make_scene(model, d.looks, start);
  return {std::move(d), std::move(model), std::move(start), std::move(scene)};
}

std::vector<LookShape> shapes_of(const Seen& s, const std::string& body) {
  std::vector<LookShape> shapes;
  for (const SceneShape& shape : s.scene.shapes)
    if (s.scene.bodies[static_cast<std::size_t>(shape.body)] == body) shapes.push_back(shape.look.shape);
  return shapes;
}

constexpr const char* head = "zanjir: 1\ngravity: [0, 0, -9.81]\n";

TEST(Scene, ALookOfTheFileReplacesTheGeneratedOneOfItsBodyAlone) {
  const Seen s =
      see(std::string(head) +
          "bodies: {a: {mass: 1, com: [0.5, 0, 0], inertia: {ixx: 0.001, iyy: 0.08, izz: 0.08}}, b: {mass: 1, com: [0.5, 0, 0], inertia: point}}\n"
          "joints: {A: {type: revolute, parent: ground, child: a, axis: y}, B: {type: revolute, parent: a, child: b, at: [1, 0, 0], axis: y}}\n"
          "look: {a: {shape: box, size: [1, 0.1, 0.1], at: [0.5, 0, 0], colour: brass}}\n");
  EXPECT_EQ(shapes_of(s, "a"), std::vector{LookShape::box});
  EXPECT_EQ(s.scene.shapes[0].look.colour, "#c8a14a");
  EXPECT_FALSE(s.scene.shapes[0].generated);
  // b hangs on one joint and has its mass at a point: a link with a weight at its end
  EXPECT_EQ(shapes_of(s, "b"), (std::vector{LookShape::capsule, LookShape::sphere}));
}

TEST(Scene, LinksReachFromJointToJoint) {
  const Seen s = see(
      std::string(head) +
      "bodies: {a: {mass: 1, com: [0.5, 0, 0], inertia: point}, b: {mass: 1, com: [0.5, 0, 0], inertia: point}}\n"
      "joints: {A: {type: revolute, parent: ground, child: a, axis: y}, B: {type: revolute, parent: a, child: b, at: [0.3, 0.1, 0.4], axis: y}}\n");
  const auto link = std::find_if(s.scene.shapes.begin(), s.scene.shapes.end(), [](const SceneShape& x) { return x.body == 1; });
  ASSERT_NE(link, s.scene.shapes.end());
  ASSERT_EQ(link->look.shape, LookShape::capsule);
  const Vec3d half{0, 0, link->look.length_m / 2}, one = link->look.X * half, other = link->look.X * (half * -1.0), tip{0.3, 0.1, 0.4};
  EXPECT_LT(std::min(norm(one) + norm(other - tip), norm(other) + norm(one - tip)), 1e-14);
}

TEST(Scene, ThreeJointsInAPlaneMakeAPlateAndTheBoxOfAFreeBodyHasItsInertia) {
  const Model stewart = zoo_model("stewart");
  const Scene scene = make_scene(stewart, {}, initial_state(stewart));
  const auto platform = stewart.find_body("platform");
  ASSERT_TRUE(platform);
  EXPECT_TRUE(std::any_of(scene.shapes.begin(), scene.shapes.end(), [&](const SceneShape& s) {
    return s.body == index(*platform) && s.look.shape == LookShape::plate && s.look.outline_m.size() >= 3;
  }));
  // m (b^2 + c^2)/12 of the edges 0.2, 0.4, 0.6 m and 12 kg
  const Seen s = see(std::string(head) +
                     "bodies: {a: {mass: 12, inertia: {ixx: 0.52, iyy: 0.4, izz: 0.2}}}\njoints: {A: {type: free, parent: ground, child: a}}\n");
  ASSERT_EQ(shapes_of(s, "a"), std::vector{LookShape::box});
  const LookDescription& box = s.scene.shapes[0].look;
  for (const auto& [axis, edge] : {std::pair{Vec3d{1, 0, 0}, 0.2}, {Vec3d{0, 1, 0}, 0.4}, {Vec3d{0, 0, 1}, 0.6}}) {
    const Vec3d in_box = transpose_times(box.X.R, axis);
    EXPECT_NEAR(std::abs(in_box.x) * box.size_m.x + std::abs(in_box.y) * box.size_m.y + std::abs(in_box.z) * box.size_m.z, edge, 1e-14);
  }
}

// The longest of the capsules of a body, and how far it reaches along an axis of the body.
double longest_of(const Seen& s, const std::string& body) {
  double longest = 0;
  for (const SceneShape& shape : s.scene.shapes)
    if (s.scene.bodies[static_cast<std::size_t>(shape.body)] == body && shape.look.shape == LookShape::capsule)
      longest = std::max(longest, shape.look.length_m);
  return longest;
}

TEST(Scene, ACouplerReachesToThePointThatItLeads) {
  const std::string rod =
      "bodies: {crank: {mass: 1, inertia: point}, rod: {mass: 1, inertia: point}, block: {mass: 1, inertia: point}}\n"
      "joints: {O: {type: revolute, parent: ground, child: crank, axis: y}, A: {type: revolute, parent: crank, child: rod, at: [0.25, 0, 0], axis: "
      "y},"
      " C: {type: revolute, parent: rod, child: block, at: [-0.25, 0, 0], axis: y}}\n";
  EXPECT_NEAR(longest_of(see(head + rod), "rod"), 0.25, 1e-14);
  EXPECT_NEAR(longest_of(see(head + rod + "frames: {rod: {pen: [0.25, 0, 0]}}\n"), "rod"), 0.5, 1e-14);
}

TEST(Scene, PartsOfATelescopicLegReachIntoEachOther) {
  const Seen s = see(std::string(head) +
                     "bodies: {tube: {mass: 1, inertia: point}, piston: {mass: 1, inertia: point}, top: {mass: 1, inertia: point}}\n"
                     "joints: {U: {type: revolute, parent: ground, child: tube, axis: y}, L: {type: prismatic, parent: tube, child: piston, axis: z},"
                     " S: {type: revolute, parent: piston, child: top, axis: y}}\ninitial: {q: {L: 0.8}}\n");
  EXPECT_NEAR(longest_of(s, "tube"), 0.55 * 0.8, 1e-14);
  EXPECT_NEAR(longest_of(s, "piston"), 0.55 * 0.8, 1e-14);
  // a block on a rail of the ground stays a block
  const Seen block = see(std::string(head) +
                         "bodies: {block: {mass: 1, inertia: point}, rod: {mass: 1, inertia: point}}\n"
                         "joints: {L: {type: prismatic, parent: ground, child: block, axis: x}, S: {type: revolute, parent: block, child: rod, axis: "
                         "y}}\ninitial: {q: {L: 0.8}}\n");
  EXPECT_EQ(longest_of(block, "block"), 0);
}

TEST(Scene, APlatformOnANeckIsAPlate) {
  const Seen s = see(std::string(head) +
                     "bodies: {top: {mass: 1, inertia: point}, a: {mass: 1, inertia: point}, b: {mass: 1, inertia: point}, c: {mass: 1, inertia: "
                     "point}}\njoints: {N: {type: spherical, parent: ground, child: top, at_child: [0, 0, -0.4]},"
                     " A: {type: spherical, parent: top, child: a, at: [0.5, 0, 0]}, B: {type: spherical, parent: top, child: b, at: [-0.3, 0.4, 0]},"
                     " C: {type: spherical, parent: top, child: c, at: [-0.3, -0.4, 0]}}\n");
  const std::vector<LookShape> shapes = shapes_of(s, "top");
  EXPECT_EQ(std::count(shapes.begin(), shapes.end(), LookShape::plate), 1);
  const auto plate = std::find_if(s.scene.shapes.begin(), s.scene.shapes.end(), [](const SceneShape& x) { return x.look.shape == LookShape::plate; });
  for (const Vec3d& p : plate->look.outline_m) EXPECT_NEAR((plate->look.X * p).z, 0, 1e-14);  // through the three corners, not through the neck
}

TEST(Scene, AFootHasItsLegAndABallIsItself) {
  const Seen s =
      see(std::string(head) +
          "bodies: {trunk: {mass: 1, inertia: point}, leg: {mass: 1, com: [0, 0, -0.1], inertia: point}, ball: {mass: 1, inertia: {ixx: 1, iyy: 1, "
          "izz: 1}}}\n"
          "joints: {F: {type: free, parent: ground, child: trunk}, A: {type: revolute, parent: trunk, child: leg, axis: y},"
          " B: {type: revolute, parent: trunk, child: ball, at: [1, 0, 0], axis: y}}\nframes: {leg: {foot: [0, 0, -0.3]}}\n"
          "contacts: {floor: {ground: {point: [0, 0, -2], normal: z}, on: [leg.foot, ball], radius: 0.05, law: {type: hertz, stiffness: 1e5}}}\n");
  EXPECT_EQ(shapes_of(s, "leg"), (std::vector{LookShape::sphere, LookShape::capsule}));
  EXPECT_EQ(shapes_of(s, "ball"), std::vector{LookShape::sphere});
}

TEST(Scene, OneGroundForAllContactsOfAPlane) {
  const Model model = zoo_model("things_on_a_slope");
  const Scene scene = make_scene(model, {}, initial_state(model));
  EXPECT_EQ(scene.contacts.size(), model.contacts().size());
  ASSERT_FALSE(scene.grounds.empty());
  for (const SceneContact& c : scene.contacts) {
    const Contact& contact = model.contacts()[static_cast<std::size_t>(&c - scene.contacts.data())];
    const HalfSpace& g = scene.grounds[static_cast<std::size_t>(c.ground)].ground.plane;
    EXPECT_LT(norm(g.normal - contact.ground.plane.normal), 1e-14);
    EXPECT_NEAR(dot(g.point - contact.ground.plane.point, g.normal), 0, 1e-14);
  }
}

}  // namespace
}  // namespace zanjir::test
