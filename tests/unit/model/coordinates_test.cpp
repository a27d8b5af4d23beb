// The table of coordinates: one entry for each q and v, modes among them; and who made which body.
#include <gtest/gtest.h>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/state/state.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

TEST(Coordinates, FollowTheJointsAndTheirBodies) {
  const Model model = zoo_model("elastic_four_bar");
  ASSERT_EQ(static_cast<int>(model.coordinates().size()), model.nq());
  ASSERT_EQ(static_cast<int>(model.speeds().size()), model.nv());
  int modes = 0;
  for (int i = 0; i < model.nv(); ++i) {
    const Coordinate& speed = model.speed(i);
    const Joint& joint = model.joint(speed.joint);
    if (speed.is_mode()) {
      const ElasticBody& elastic = model.elastic_bodies()[static_cast<std::size_t>(speed.elastic)];
      EXPECT_EQ(i, elastic.v_begin + speed.part);
      EXPECT_EQ(speed.position, elastic.q_begin + speed.part);
      EXPECT_EQ(*model.body(elastic.body).inboard_joint, speed.joint);
      EXPECT_EQ(model.speed_names()[static_cast<std::size_t>(i)], model.body(elastic.body).name + ".mode" + std::to_string(speed.part + 1));
      EXPECT_FALSE(speed.turns());
      ++modes;
    } else {
      EXPECT_EQ(i, joint.v_begin + speed.part);
      EXPECT_EQ(speed.position, joint.q_begin + speed.part);
    }
  }
  EXPECT_GT(modes, 0);
}

// A speed with a coordinate of its own is that one's rate, and only spherical and free joints have others.
TEST(Coordinates, SayWhichRatesAreSpeeds) {
  Random random(3);
  RandomTreeOptions options;
  options.n_bodies = 12;
  const Model model = build(random_tree(random, options));
  const State state = random_state(model, random);
  VecX qdot;
  coordinate_rates(model, state.q, state.v, qdot);
  for (int i = 0; i < model.nv(); ++i) {
    const Coordinate& speed = model.speed(i);
    EXPECT_EQ(speed.position < 0, has_quaternion(model.joint(speed.joint).type));
    if (speed.position < 0) continue;
    EXPECT_EQ(qdot[speed.position], state.v[i]);
    EXPECT_EQ(model.coordinates()[static_cast<std::size_t>(speed.position)].measure, speed.measure);
  }
}

TEST(Origin, TellsTheUsersBodiesFromThoseOfTheProgram) {
  const Model beams = zoo_model("elastic_four_bar");
  EXPECT_EQ(beams.n_user_bodies(), 3);
  EXPECT_EQ(beams.n_user_joints(), 4);
  EXPECT_LT(beams.n_user_bodies(), static_cast<int>(beams.bodies().size()) - 1);
  for (const Body& body : beams.bodies()) EXPECT_EQ(body.origin == Origin::section, body.section >= 0) << body.name;
  for (const Frame& frame : beams.frames()) EXPECT_EQ(frame.origin == Origin::section, frame.name.find('@') != std::string::npos) << frame.name;
}

// What a body weighs is kept as the file says it, to the last digit, however far its mass centre is from its origin.
TEST(Bodies, KeepTheirInertiaAsGiven) {
  Description d = mechanism({0, 0, 0}, {body("a", 0.3, {1e4, -2e3, 7}, {1e-5, 2e-5, 2.5e-5, 1e-7, 0, 0})},
                            {joint("A", JointType::free, "ground", "a", {0, 0, 0})});
  const Model model = build(d);
  const Body& a = model.bodies()[1];
  EXPECT_EQ(a.mass_kg, 0.3);
  EXPECT_EQ(a.com_m.x, 1e4);
  EXPECT_EQ(a.I_com_kg_m2.xx, 1e-5);
  EXPECT_EQ(a.I_com_kg_m2.xy, 1e-7);
  EXPECT_EQ(a.inertia().h.y, -2e3 * 0.3);
  EXPECT_EQ(a.inertia().I.zz, 2.5e-5 + 0.3 * (1e4 * 1e4 + 2e3 * 2e3));
}

}  // namespace
}  // namespace zanjir::test
