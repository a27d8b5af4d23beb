#include "zanjir/analyse/equilibrium.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

Equilibria settle_down(const Model& model, const State& start, const EquilibriumOptions& options = {}, ActuatorsAct act = ActuatorsAct::force) {
  return find_equilibria(model, *find_formulation("newton-euler"), act, VecX::Zero(model.nv()), {}, start, options);
}

// Down it swings, up it falls.
TEST(Equilibrium, APendulumHasTwo) {
  const Model model = zoo_model("pendulum");
  State state = initial_state(model);
  for (const auto& [from, expected, stability] :
       {std::tuple{-1.2, -std::numbers::pi / 2, Stability::oscillating}, std::tuple{1.3, std::numbers::pi / 2, Stability::unstable}}) {
    state.q[0] = from;
    const Equilibria all = settle_down(model, state, {0});
    ASSERT_EQ(all.found.size(), 1u) << all.why;
    EXPECT_NEAR(all.found[0].state.q[0], expected, 1e-11);
    EXPECT_EQ(all.found[0].stability, stability);
    EXPECT_LT(all.found[0].left, 1e-9);
  }
}

// A bead on a hoop that is turned fast leaves the bottom: cos(angle) = g/(R Omega^2). A steady spin is an equilibrium like any other.
TEST(Equilibrium, ABeadOnATurningHoop) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {hoop: {massless: true}, bead: {mass: 0.2 kg, com: [0, 0, -0.5], inertia: point}}
joints:
  spin: {type: revolute, parent: ground, child: hoop, axis: z}
  A: {type: revolute, parent: hoop, child: bead, axis: y}
motion: {spin: "6*t"}
initial: {q: {A: 0.9 rad}}
)");
  const double expected = std::acos(9.81 / (0.5 * 36));
  EquilibriumOptions options;
  options.starts = 20;
  options.radius = 1.2;
  const Equilibria all = settle_down(model, initial_state(model), options);
  ASSERT_GE(all.found.size(), 2u);
  const int A = speed_index(model, "A");
  EXPECT_NEAR(std::abs(all.found[0].state.q[A]), expected, 1.5e-14);
  EXPECT_EQ(all.found[0].stability, Stability::oscillating);
  EXPECT_NEAR(2 * std::numbers::pi * all.found[0].modes[0].frequency_Hz, 6 * std::sin(expected), 2e-12);
  bool bottom = false;
  for (const Equilibrium& e : all.found) {
    if (std::abs(e.state.q[A]) > 1e-8) continue;
    bottom = true;
    EXPECT_EQ(e.stability, Stability::unstable);
  }
  EXPECT_TRUE(bottom);
}

// With loops and springs: no closed state beside it has less potential energy.
TEST(Equilibrium, OfALoopOnASpringIsALeastPotential) {
  const Model model = zoo_model(
      "four_bar", {{"springs", "{k: {joint: A, stiffness: 40 N m/rad, rest: 40 deg}}"}, {"dampers", "{d: {joint: A, damping: 2 N m s/rad}}"}});
  const Equilibria all = settle_down(model, closed_start(model), {0});
  ASSERT_EQ(all.found.size(), 1u) << all.why;
  EXPECT_EQ(all.found[0].stability, Stability::stable);
  LocalChart chart(model, *find_formulation("newton-euler"), ActuatorsAct::force, VecX::Zero(model.nv()), {});
  std::string why;
  ASSERT_TRUE(chart.place(all.found[0].state, why)) << why;
  const auto V = [&](double z) {
    State there;
    EXPECT_TRUE(chart.at(VecX::Constant(1, z), VecX::Zero(1), there));
    Workspace ws(model);
    update_velocities(model, there, ws);
    return energy(model, ws).total_J();
  };
  EXPECT_GT(V(1e-3), V(0));
  EXPECT_GT(V(-1e-3), V(0));
  EXPECT_NEAR(V(1e-3) - V(-1e-3), 0, 1e-2 * (V(1e-3) - V(0)));
}

// A ball settles into the ground by its weight over the stiffness, and swings there with the spring of the contact.
TEST(Equilibrium, OnACompliantGround) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 2 kg, inertia: point}}
joints: {Z: {type: prismatic, parent: ground, child: ball, axis: z}}
contacts: {floor: {on: ball, radius: 0.1 m, law: {type: spring-damper, stiffness: 5e4, damping: 40 N s/m}}}
initial: {q: {Z: 99.9 mm}}
)");
  State start = initial_state(model);
  start.contact.assign(model.contacts().size(), ContactMemory{ContactPhase::touching, 0.0});
  const Equilibria all = settle_down(model, start, {0});
  ASSERT_EQ(all.found.size(), 1u) << all.why;
  EXPECT_NEAR(all.found[0].state.q[0], 0.1 - 2 * 9.81 / 5e4, 1e-14);
  EXPECT_EQ(all.found[0].stability, Stability::stable);
  EXPECT_NEAR(2 * std::numbers::pi * all.found[0].modes[0].frequency_Hz, std::sqrt(5e4 / 2), 2e-10);
}

// The tip of a cantilever under a load and no weight: P L^3/(3 E I) and the shear P L/(k G A), which the static shapes have exactly.
TEST(Equilibrium, OfABeamUnderALoad) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, 0]
bodies:
  beam: {beam: {length: 1 m, section: {area: 1e-4 m^2, iy: 1e-9 m^4, iz: 2e-9 m^4, shear_factor: 5/6}, material: {density: 7800 kg/m^3, young: 2e11 Pa, shear: 7.7e10 Pa}, modes: {bending_y: 2}}}
frames: {beam: {tip: [1, 0, 0]}}
joints: {hold: {type: weld, parent: ground, child: beam}}
loads: {tip: {on: beam.tip, force: [0, 5 N, 0]}}
)");
  const Equilibria all = settle_down(model, initial_state(model), {0});
  ASSERT_EQ(all.found.size(), 1u) << all.why;
  Workspace ws(model);
  update_positions(model, all.found[0].state, ws);
  EXPECT_NEAR(frame_pose(model, ws, model.frame(*model.find_frame("beam.tip"))).p.y, 5.0 / (3 * 400) + 5.0 / (5.0 / 6 * 7.7e6), 1e-15);
  EXPECT_EQ(all.found[0].stability, Stability::oscillating);
}

// A bead between two stretched springs: across them nothing but their tension, 2 T/l, holds it; more than slack, they would let it go.
TEST(Equilibrium, BetweenPreloadedSprings) {
  for (const double rest : {0.6, 1.2}) {
    const Model model = model_of(
        "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {rail: {massless: true}, bead: {mass: 0.5 kg, inertia: point}}\n"
        "frames: {ground: {left: [-1, 0, 0], right: [1, 0, 0]}}\n"
        "joints: {X: {type: prismatic, parent: ground, child: rail, axis: x}, Y: {type: prismatic, parent: rail, child: bead, axis: y}}\n"
        "springs: {a: {between: [ground.left, bead], stiffness: 200 N/m, length: " +
        std::to_string(rest) + "}, b: {between: [ground.right, bead], stiffness: 200 N/m, length: " + std::to_string(rest) +
        "}}\ninitial: {q: {X: 0.02, Y: 0.001}}\n");
    const Equilibria all = settle_down(model, initial_state(model), {0});
    ASSERT_GE(all.found.size(), 1u) << all.why;
    EXPECT_NEAR(all.found[0].state.q[0], 0, 1e-14);
    EXPECT_NEAR(all.found[0].state.q[1], 0, 1e-14);
    if (rest > 1) {  // pushed together they let it go
      EXPECT_EQ(all.found[0].stability, Stability::unstable);
      EXPECT_NEAR(all.found[0].modes[0].eigenvalue.real(), std::sqrt(2 * 200 * (rest - 1) / 0.5), 2e-13);
      continue;
    }
    ASSERT_EQ(all.found[0].modes.size(), 2u);
    EXPECT_NEAR(2 * std::numbers::pi * all.found[0].modes[0].frequency_Hz, std::sqrt(2 * 200 * (1 - rest) / 0.5), 3e-13);
    EXPECT_NEAR(2 * std::numbers::pi * all.found[0].modes[1].frequency_Hz, std::sqrt(2 * 200 / 0.5), 8e-12);
  }
}

TEST(Equilibrium, SaysThatThereIsNone) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {stone: {mass: 1 kg, inertia: point}}
joints: {Z: {type: prismatic, parent: ground, child: stone, axis: z}}
)");
  const Equilibria all = settle_down(model, initial_state(model), {2});
  EXPECT_TRUE(all.found.empty());
  EXPECT_EQ(all.n_lost, all.n_starts);
  EXPECT_NE(all.why, "");
}

}  // namespace
}  // namespace zanjir::test
