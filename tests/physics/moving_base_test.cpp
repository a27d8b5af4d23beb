// A mechanism on a base that moves (`base:` of its file, or set from outside): what Galilei and Einstein's lift say about its forces, and the wrench of
// the base against the momentum of the whole.
#include <gtest/gtest.h>

#include <cmath>

#include "support/folders.hpp"
#include "support/tolerance.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

Mechanism on_base(const std::string& name, const std::string& base, const std::string& gravity = "[0, 0, -9.81]") {
  return Mechanism::load((models_folder() / (name + ".yaml")).string(), {{"base", base}, {"gravity", gravity}});
}
Mechanism at_rest(const std::string& name, const std::string& gravity = "[0, 0, -9.81]") {
  return Mechanism::load((models_folder() / (name + ".yaml")).string(), {{"gravity", gravity}});
}

// Forces for these accelerations of the actuated joints, the same joints in motion relative to the base.
void expect_same_forces(const Mechanism& a, const Mechanism& b, const std::vector<std::string>& joints, double t_s) {
  NamedValues q, v, vdot;
  int i = 0;
  for (const std::string& joint : joints) {
    v.push_back({joint, 0.3 + 0.2 * i});
    vdot.push_back({joint, 0.7 - 0.4 * i});
    ++i;
  }
  const Answer one = a.inverse(a.assemble(q, v, t_s), vdot), two = b.inverse(b.assemble(q, v, t_s), vdot);
  ASSERT_TRUE(one.solved()) << one.note();
  ASSERT_TRUE(two.solved()) << two.note();
  double largest = 0;
  for (const std::string& joint : joints) largest = std::max(largest, std::abs(one.force(joint)));
  EXPECT_GT(largest, 1);  // of something
  // Far from the world's origin positions have the rounding of their distance, some metres here, and so have arms of forces.
  for (const std::string& joint : joints) EXPECT_NEAR(one.force(joint), two.force(joint), rounding(500, largest)) << joint;
}

const std::vector<std::string> arm{"J1", "J2", "J3"}, wrist{"A1", "A2", "A3"};

TEST(MovingBase, FeelsNothingOfUniformTranslation) {
  const std::string uniform = "{motion: {x: 3*t, y: -2*t, z: 0.5*t}, at: [1, 2, 3]}";
  expect_same_forces(at_rest("arm_6r"), on_base("arm_6r", uniform), arm, 1.5);
  expect_same_forces(at_rest("pus_3"), on_base("pus_3", uniform), wrist, 1.5);
}

TEST(MovingBase, CannotTellAccelerationFromGravity) {
  expect_same_forces(at_rest("pus_3", "[-1, 0.5, -13]"), on_base("pus_3", "{motion: {x: 0.5*t^2, y: -0.25*t^2, z: 1.6*t^2}}", "[0, 0, -9.8]"), wrist,
                     0.7);
  // Turned by a fixed angle: gravity seen from the base turns the other way.
  expect_same_forces(at_rest("arm_6r", "[0, \"-9.81*sin(30 deg)\", \"-9.81*cos(30 deg)\"]"),
                     on_base("arm_6r", "{motion: {turn: {axes: [x], angles: [30 deg]}}}"), arm, 0);
}

// A spinning table: the weight of a body at rest on it and the centripetal force, by hand.
TEST(MovingBase, NeedsTheCentripetalForceOfASpin) {
  const auto table = Mechanism::parse(R"(zanjir: 1
gravity: [0, 0, -9.81]
base: {motion: {turn: {axes: [z], angles: [3*t]}}, at: [0.5, 0, 0]}
bodies: {bob: {mass: 2 kg, inertia: point}}
joints: {A: {type: prismatic, parent: ground, child: bob, at: [0.2, 0, 0], axis: x, actuated: true}}
)");
  const Answer held = table.inverse(table.assemble({{"A", 0.1}}, {{"A", 0.4}}, 0), {{"A", 0}});
  ASSERT_TRUE(held.solved()) << held.note();
  EXPECT_NEAR(held.force("A"), -2 * 9 * 0.8, 2e-13);                // 0.5 + 0.2 + 0.1 m from the axis
  EXPECT_NEAR(held.reaction("A").force.y, 2 * 2 * 3 * 0.4, 8e-14);  // Coriolis
  EXPECT_NEAR(held.reaction("base").force.z, 2 * 9.81, 3e-13);      // the weight
  EXPECT_NEAR(held.reaction("base").force.x, -2 * 9 * 0.8, 2e-13);  // and all of it comes from the base
  EXPECT_NEAR(held.quantity("base.reaction.force.y"), 2 * 2 * 3 * 0.4, 8e-14);
}

// d/dt momentum = weight + wrench of the base, by differences along a run in which all six motions of the base are at work.
TEST(MovingBase, DeliversWhatTheMomentumOfTheWholeNeeds) {
  constexpr const char* ship =
      "{motion: {x: 0.3*sin(2*t), y: 0.2*sin(1.3*t + 1), z: 1.2*sin(0.6*t), turn: {axes: [z, y, x], angles: [0.3*sin(t), 0.1*sin(0.9*t), "
      "0.2*sin(1.7*t)]}},"
      " at: [0.4, -0.2, 6]}";
  for (const char* name : {"pus_3", "arm_6r", "stewart"}) {
    SCOPED_TRACE(name);
    const Mechanism robot = on_base(name, ship);
    constexpr double h = 1e-3;
    const auto run = robot.simulate(robot.assemble({}, {}, 0.8),
                                    {.until_s = 0.8 + 4 * h, .every_s = h, .rel_tol = 1e-12, .abs_tol = 1e-12, .reactions = true, .power = true});
    ASSERT_TRUE(run.finished()) << run.why();
    ASSERT_EQ(run.times().size(), 5U);
    const auto vector = [&](const std::string& channel, std::size_t sample) {
      return Vec3d{run[channel + ".x"][sample], run[channel + ".y"][sample], run[channel + ".z"][sample]};
    };
    const auto rate = [&](const std::string& channel) {
      return (vector(channel, 0) - vector(channel, 4) + (vector(channel, 3) - vector(channel, 1)) * 8.0) * (1 / (12 * h));
    };
    const Vec3d weight{0, 0, -9.81 * run["momentum.mass"][2]}, force = vector("base.reaction.force", 2);
    const Vec3d at{run["base.x"][2], run["base.y"][2], run["base.z"][2]};  // the joint: the place whose motion is given
    // h^4/30 times the fifth derivative, frequencies up to some 10 rad/s, and the integrator's 1e-12 over h; arms of some 6 m
    const double size = norm(weight), tolerance = 2e-9 * size;
    EXPECT_GT(size, 10);
    EXPECT_LT(norm(force + weight - rate("momentum.linear")), tolerance);
    const Vec3d moment = vector("base.reaction.moment", 2) + cross(at, force) + cross(vector("momentum.center_of_mass", 2), weight);
    EXPECT_LT(norm(moment - rate("momentum.angular")), 8 * tolerance);
    EXPECT_GT(norm(rate("momentum.linear")), 1e-3 * size);  // there is something to find
  }
}

}  // namespace
}  // namespace zanjir::test
