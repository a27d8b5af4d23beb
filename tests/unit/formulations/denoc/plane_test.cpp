#include "zanjir/formulations/denoc/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/descriptions.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/formulations/denoc/denoc.hpp"

namespace zanjir::test {
namespace {

enum class Loops { none, springs, dampers };

struct PlaneCase {
  Mat3d R_WP{1, 0, 0, 0, 1, 0, 0, 0, 1};  // from a plane of its own, normal z
  Plane named = Plane::xy;                // what the file says
};
PlaneCase plane_of(std::uint64_t seed, Random& random) {
  switch (seed % 4) {
    case 0: return {};
    case 1: return {{0, 0, 1, 1, 0, 0, 0, 1, 0}, Plane::yz};
    case 2: return {{1, 0, 0, 0, 0, -1, 0, 1, 0}, Plane::xz};
    default: return {spatial::to_matrix(random_quaternion(random)), Plane::none};
  }
}

// Bodies with mass centres and joints anywhere, at any depth; axes along the normal (either way) or across it. Rotors, joint springs and loads as they come.
Description plane_tree(Random& random, const PlaneCase& plane, int n_bodies, Loops loops) {
  RandomTreeOptions options = RandomTreeOptions::with_everything(n_bodies);
  options.types = {JointType::revolute, JointType::revolute, JointType::prismatic, JointType::planar};
  options.prescribed_chance = 0;
  options.n_frame_springs = options.n_frame_loads = 0;
  options.frame_chance = 0;
  if (loops != Loops::none) options.weld_chance = 0;  // a loop of welds alone is refused
  Description d = random_tree(random, options);
  d.plane = plane.named;
  if (plane.named != Plane::none) d.gravity_m_s2 = plane.R_WP * Vec3d{3, -9, 0};
  const auto turned_by = [&](double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return Mat3d{c, -s, 0, s, c, 0, 0, 0, 1};
  };
  const auto across = [&](double angle) { return plane.R_WP * Vec3d{std::cos(angle), std::sin(angle), 0}; };
  const auto pose = [&] {
    return Transformd{plane.R_WP * turned_by(random.uniform(-3, 3)) * transpose(plane.R_WP), random_vector(random, -0.4, 0.4)};
  };
  const Vec3d normal = plane.R_WP * Vec3d{0, 0, 1};
  for (JointDescription& joint : d.joints) {
    joint.at_parent.X = pose();
    if (joint.at_child_given) joint.at_child.X = pose();
    const double angle = random.uniform(-3, 3), sense = random.chance(0.5) ? 1 : -1;
    if (joint.type == JointType::revolute) joint.axes = {normal * (sense * random.uniform(0.5, 2))};
    if (joint.type == JointType::prismatic) joint.axes = {across(angle)};
    if (joint.type == JointType::planar) joint.axes = {across(angle), cross(normal, across(angle)) * sense};
  }
  for (int i = 0; loops != Loops::none && i < 3; ++i) {
    const int a = random.integer(0, n_bodies), b = (a + random.integer(1, n_bodies)) % (n_bodies + 1);
    const auto name = [](int body) { return body == 0 ? std::string("ground") : "b" + std::to_string(body); };
    JointDescription cut = joint("cut" + std::to_string(i), JointType::revolute, name(a), name(b), {0, 0, 0}, {normal});
    cut.at_parent.X = pose();
    cut.at_child.X = pose();
    cut.at_child_given = cut.cut = true;
    cut.springs = LoopSprings{};
    cut.springs->stiffness_N_per_m = random.uniform(100, 1000);
    if (loops == Loops::dampers) cut.springs->damping_N_s_per_m = random.uniform(1, 10);
    d.joints.push_back(cut);
  }
  return d;
}

TEST(DenocPlane, HasTheAccelerationsOfTheTreeInSpace) {
  int in_plane = 0, all = 0, sprung = 0;
  for (const std::uint64_t seed : seeds(160)) {
    Random random(seed);
    const PlaneCase plane = plane_of(seed, random);
    const int n_bodies = 1 + static_cast<int>(seed % 11);
    const Loops loops = plane.named == Plane::none || n_bodies < 2 ? Loops::none : seed % 3 == 0 ? Loops::dampers : Loops::springs;
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << n_bodies << " bodies");
    const Model model = build(plane_tree(random, plane, n_bodies, loops));
    ++all;
    Denoc::Scratch fast(model), slow(model);
    slow.plane.reset();
    if (!fast.plane) continue;
    ++in_plane;
    for (int k = 0; k < 5; ++k) {
      State state = random_tree_state(model, random);
      if (k % 2 == 1) state.preload = random_vecx(random, model.n_spring_rows(), 50);
      const Given given = forward_question(model, random_vecx(random, model.nv(), 3));
      VecX direct = VecX::Zero(model.nv());
      ASSERT_TRUE(fast.plane->accelerations(model, state, given.tau, direct)) << "regular inertias";
      Solution by_plane, by_tree;
      ASSERT_EQ(Denoc{}.solve(model, state, given, Reactions::skip, fast, by_plane), SolveStatus::ok) << by_plane.note;
      ASSERT_EQ(Denoc{}.solve(model, state, given, Reactions::skip, slow, by_tree), SolveStatus::ok) << by_tree.note;
      EXPECT_EQ(by_plane.vdot, direct);
      EXPECT_EQ(by_plane.tau, given.tau);
      const double condition = condition_number(model, state, given), size = std::max(1.0, by_tree.vdot.lpNorm<Eigen::Infinity>());
      EXPECT_LE((by_plane.vdot - by_tree.vdot).lpNorm<Eigen::Infinity>(), rounding(100 * condition, size)) << "condition " << condition;
      sprung += model.n_spring_rows() > 0;
    }
  }
  EXPECT_GE(10 * in_plane, 9 * all) << "axes of a plane that lies anywhere are off by roundings, which add up along a branch";
  EXPECT_GT(sprung, 100);
}

// What the plane does not know goes the other way, and what it cannot decide too.
TEST(DenocPlane, LeavesTheRestToTheTreeInSpace) {
  for (const char* name : {"four_bar", "stewart", "joints/spherical"}) EXPECT_FALSE(Denoc::Scratch(zoo_model(name)).plane) << name;

  // A rod that is nearly a point mass resists only along itself: what the elbow before it feels is a small rest of what it is made from. At zero nothing resists.
  struct Case {
    double inertia;
    bool decided;
    SolveStatus status;
  };
  for (const Case& c : {Case{1e-3, true, SolveStatus::ok}, Case{1e-9, false, SolveStatus::ok}, Case{0, false, SolveStatus::singular}}) {
    SCOPED_TRACE(c.inertia);
    const double i = c.inertia;
    const Model model = build(mechanism({0, -9.81, 0}, {massless("forearm"), body("rod", 1, {1, 0, 0}, {i, i, i, 0, 0, 0})},
                                        {joint("elbow", JointType::revolute, "ground", "forearm", {0, 0, 0}, {{0, 0, 1}}),
                                         joint("wrist", JointType::revolute, "forearm", "rod", {1, 0, 0}, {{0, 0, 1}})}));
    Denoc::Scratch s(model), slow(model);
    slow.plane.reset();
    ASSERT_TRUE(s.plane);
    const State state = initial_state(model);
    const Given given = forward_question(model, VecX::Zero(2));
    VecX vdot = VecX::Zero(2);
    EXPECT_EQ(s.plane->accelerations(model, state, given.tau, vdot), c.decided);
    Solution out, expected;
    EXPECT_EQ(Denoc{}.solve(model, state, given, Reactions::skip, s, out), c.status) << out.note;
    EXPECT_EQ(Denoc{}.solve(model, state, given, Reactions::skip, slow, expected), c.status) << expected.note;
    EXPECT_EQ(out.note, expected.note);
    if (!c.decided && c.status == SolveStatus::ok) {
      EXPECT_EQ(out.vdot, expected.vdot);
    }
  }

  // Some forces wanted, reactions wanted, and a number that is none.
  const Model model = zoo_model("double_pendulum");
  Denoc::Scratch s(model);
  ASSERT_TRUE(s.plane);
  State state = initial_state(model);
  Given given = forward_question(model, VecX::Zero(model.nv()));
  Solution out;
  ASSERT_EQ(Denoc{}.solve(model, state, given, Reactions::compute, s, out), SolveStatus::ok);
  EXPECT_EQ(out.reaction.size(), model.joints().size());
  given.want[0] = Want::tau;
  ASSERT_EQ(Denoc{}.solve(model, state, given, Reactions::skip, s, out), SolveStatus::ok);
  EXPECT_EQ(out.vdot[0], 0);
  EXPECT_NE(out.tau[0], 0);
  given.want[0] = Want::vdot;
  state.v[0] = std::nan("");
  EXPECT_EQ(Denoc{}.solve(model, state, given, Reactions::skip, s, out), SolveStatus::not_converged);
}

}  // namespace
}  // namespace zanjir::test
