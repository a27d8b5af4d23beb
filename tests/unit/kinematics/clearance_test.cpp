#include "zanjir/kinematics/clearance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/model/build.hpp"

using namespace zanjir;

TEST(SegmentDistance, KnownCases) {
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {0.5, -1, 0.3}, {0.5, 1, 0.3}), 0.3, 1e-15);      // crossing, one above the other
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {0.2, 0.4, 0}, {3, 0.4, 0}), 0.4, 1e-15);         // parallel, side by side
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {4, 4, 0}, {3, 4, 0}), std::hypot(2, 4), 1e-15);  // parallel, apart
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {1.5, 0, 0}, {3, 0, 0}), 0.5, 1e-15);             // on one line
  EXPECT_NEAR(segment_distance({0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {2, -0.5, 1}), std::sqrt(1 + 4.0 / 13),
              2e-14);  // an end against the middle: 1 beside, 2/sqrt(13) up
  EXPECT_NEAR(segment_distance({0, 0, 0}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}), std::sqrt(3.0), 1e-15);  // two points
  EXPECT_NEAR(segment_distance({0, 0, 1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}), 1, 1e-15);              // a point
}

TEST(SegmentDistance, IsTheLeastOfManyPairsOfPoints) {
  Random random(3);
  const auto point = [&] { return Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
  for (int i = 0; i < 50; ++i) {
    const Vec3d a = point(), b = point(), c = point(), d = point();
    double least = 1e9;
    for (int s = 0; s <= 100; ++s) {
      for (int t = 0; t <= 100; ++t) least = std::min(least, norm(a + (b - a) * (s / 100.0) - c - (d - c) * (t / 100.0)));
    }
    const double found = segment_distance(a, b, c, d);
    EXPECT_LE(found, least + 1e-14);
    EXPECT_GE(found, least - 0.02 * (norm(b - a) + norm(d - c)));  // half a step of either
  }
}

namespace zanjir::test::clearance_cases {
namespace {

// A chain of four bodies and one that flies beside it, as they are drawn.
constexpr const char* drawn = R"(zanjir: 1
name: drawn
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  b: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  c: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  d: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  bird: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
joints:
  A: {type: spherical, parent: ground, child: a}
  B: {type: spherical, parent: a, child: b, at: [0.4, 0, 0]}
  C: {type: spherical, parent: b, child: c, at: [0.3, 0, 0]}
  D: {type: weld, parent: c, child: d, at: [0.2, 0, 0]}
  F: {type: free, parent: ground, child: bird}
look:
  ground: {shape: box, size: [1, 1, 0.1]}
  a: {shape: capsule, from: [0, 0, 0], to: [0.4, 0, 0], radius: 20 mm}
  b: [{shape: cylinder, from: [0, 0, 0], to: [0.3, 0, 0], radius: 15 mm}, {shape: sphere, at: [0.15, 0.1, 0], radius: 30 mm}]
  c: {shape: capsule, at: [0.1, 0, 0], length: 0.1 m, radius: 25 mm}
  d: {shape: sphere, radius: 10 mm}
  bird: {shape: capsule, from: [0, 0, -0.1], to: [0, 0.05, 0.1], radius: 12 mm}
)";

// All that is drawn as balls in a row, close enough to each other that the distance of two shapes is that of two balls to within half a step of either.
struct Ball {
  std::string body;
  Vec3d at;
  double radius, step;
};
std::vector<Ball> balls_of(const Model& model, const Workspace& ws, const std::vector<LookDescription>& looks) {
  std::vector<Ball> balls;
  constexpr int n = 60;
  for (const LookDescription& look : looks) {
    if (look.shape == LookShape::box) continue;
    const Transformd X = body_pose(model, ws, *model.find_body(look.body.name)) * look.X;
    const double length = look.shape == LookShape::sphere ? 0 : look.length_m;
    for (int i = 0; i <= (length > 0 ? n : 0); ++i)
      balls.push_back({look.body.name, X * Vec3d{0, 0, length * (static_cast<double>(i) / n - 0.5)}, look.radius_m, length / n});
  }
  return balls;
}

TEST(Clearance, OfDrawnBodiesIsTheLeastOfManyBalls) {
  const Result<Description> description = read_description_text(drawn, "drawn.yaml");
  ASSERT_TRUE(description) << description.diagnostics.front().message;
  const Result<Model> built = build_model(*description);
  ASSERT_TRUE(built);
  const Model& model = *built;
  Clearance clearance;
  for (const char* body : {"a", "b", "c", "d", "bird"}) EXPECT_TRUE(clearance.add_look(model, *model.find_body(body))) << body;
  EXPECT_FALSE(clearance.add_look(model, BodyId::ground)) << "a box is none";
  ASSERT_TRUE(clearance.find_pairs(model));
  const auto joined = [](std::string a, std::string b) {  // by a joint, or the same
    if (b < a) std::swap(a, b);
    return a == b || (a == "a" && b == "b") || (a == "b" && b == "c") || (a == "c" && b == "d");
  };
  Random random(2);
  Workspace ws(model);
  double nearest = 1e9;
  for (int trial = 0; trial < 100; ++trial) {
    State state = initial_state(model);
    VecX away(model.nv());
    for (double& x : away) x = random.uniform(-3, 3);
    away.tail(3) *= 0.03;  // the bird stays within 0.1 m of where the chain begins
    retract(model, initial_state(model).q, away, state.q);
    update_positions(model, state, ws);
    double least = 1e9, step = 0;  // the longest of all
    const std::vector<Ball> balls = balls_of(model, ws, description->looks);
    for (const Ball& x : balls) {
      for (const Ball& y : balls) {
        if (joined(x.body, y.body)) continue;
        least = std::min(least, norm(x.at - y.at) - x.radius - y.radius);
        step = std::max(step, (x.step + y.step) / 2);
      }
    }
    const double found = clearance.least(model, ws);
    EXPECT_LE(found, least + 1e-14);
    EXPECT_GE(found, least - step - 1e-14);
    nearest = std::min(nearest, found);
  }
  EXPECT_LT(nearest, 0) << "some of them overlap";
}

// With bounds first, and without them.
TEST(Clearance, OfLegsIsTheLeastOfAllPairs) {
  const Model model = zoo_model("pentapod");
  Clearance clearance;
  std::vector<std::array<const Frame*, 2>> legs;
  for (const char* i : {"1", "2", "3", "4", "5"}) {
    legs.push_back({&model.frame(*model.find_frame(std::string("ground.M") + i)), &model.frame(*model.find_frame(std::string("rod") + i))});
    clearance.add_segment(model, *legs.back()[0], *legs.back()[1], 0.004);
  }
  ASSERT_TRUE(clearance.find_pairs(model));
  Random random(1);
  Workspace ws(model);
  for (int trial = 0; trial < 200; ++trial) {
    State state = initial_state(model);
    VecX away(model.nv());
    for (double& x : away) x = random.uniform(-0.5, 0.5);
    retract(model, initial_state(model).q, away, state.q);
    update_positions(model, state, ws);
    double least = 1e9;
    const auto at = [&](const Frame* frame) { return frame_pose(model, ws, *frame).p; };
    for (std::size_t i = 0; i < legs.size(); ++i) {
      for (std::size_t k = i + 1; k < legs.size(); ++k)
        least = std::min(least, segment_distance(at(legs[i][0]), at(legs[i][1]), at(legs[k][0]), at(legs[k][1])) - 0.008);
    }
    EXPECT_NEAR(clearance.least(model, ws), least, 1e-14);
  }
}

}  // namespace
}  // namespace zanjir::test::clearance_cases
