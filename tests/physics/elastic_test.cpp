// Balance of energy, power and momentum of elastic bodies.
#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"

namespace zanjir::test {
namespace {

// Spatial tree of rigid and elastic bodies: dE/dt along the motion is the power of the dampers, at any state and with any variant.
TEST(ElasticBodies, BalanceEnergyAndPower) {
  for (const char* stiffening : {"none", "full"}) {
    for (const char* rotary : {"none", "frame", "element"}) {
      const std::string options = std::string(", stiffening: ") + stiffening + ", rotary_inertia: " + rotary;
      const std::string arm =
          "{beam: {length: 1, section: {area: 0.01, iy: 3e-4, iz: 5e-4, torsion: 4e-4}, material: {density: 100, young: 1e5, viscosity: 20}, "
          "air_damping: 0.1, modes: {bending_y: 2, bending_z: 1, axial: 1}" +
          options + "}}";
      const Model model = model_of(
          "zanjir: 1\ngravity: [1, 2, -9.81]\nbodies: {hub: {mass: 2, inertia: {ixx: 0.1, iyy: 0.2, izz: 0.15}}, a: " + arm + ", b: " + arm + "}\n" +
          "joints: {F: {type: free, parent: ground, child: hub}, A: {type: universal, parent: hub, child: a, at: [0.1, 0, 0.1], axes: [y, z]}, "
          "B: {type: universal, parent: a, child: b, at: [0.7, 0, 0.02], axes: [y, z]}}\n");
      State state = initial_state(model);
      Random random(5);
      for (int i = 0; i < model.nv(); ++i) state.v[i] = random.uniform(-1, 1);
      VecX step(model.nv());
      for (int i = 0; i < model.nv(); ++i) step[i] = model.speed(i).is_mode() ? random.uniform(-0.03, 0.03) : random.uniform(-1, 1);
      const VecX from = state.q;
      retract(model, from, step, state.q);
      Solver solver(NewtonEuler{}, model);
      Workspace ws(model);
      const auto energy_after = [&](double h) {
        State moved = state;
        runge_kutta_step(model, solver, h, moved);
        update_velocities(model, moved, ws);
        return energy(model, ws).total_J();
      };
      const auto slope = [&](double h) { return (energy_after(h) - energy_after(-h)) / (2 * h); };
      const double h = 1e-5, rate = (4 * slope(h / 2) - slope(h)) / 3;
      update_velocities(model, state, ws);
      const double power_W = power(model, ws, VecX::Zero(model.nv())).total_W(), size = energy(model, ws).kinetic_J / h;
      EXPECT_LT(power_W, 0);
      EXPECT_NEAR(rate, power_W, 1e-11 * size + 1e-7 * std::abs(power_W)) << stiffening << " " << rotary;  // rounding of the difference, order h^4
      // Momentum of the free tree changes by its weight alone: drag and viscosity are inner forces of the modes.
      const auto momentum_after = [&](double t) {
        State moved = state;
        runge_kutta_step(model, solver, t, moved);
        update_velocities(model, moved, ws);
        return momentum(model, ws);
      };
      const Momentum a = momentum_after(h), b = momentum_after(-h);
      const Vec3d force = (a.linear_kg_m_s - b.linear_kg_m_s) * (1 / (2 * h)), moment = (a.angular_kg_m2_s - b.angular_kg_m2_s) * (1 / (2 * h));
      update_velocities(model, state, ws);
      const Momentum now = momentum(model, ws);
      EXPECT_NEAR(norm(force - model.gravity() * now.mass_kg), 0, 3e-6) << stiffening << " " << rotary;  // order h^2
      EXPECT_NEAR(norm(moment - cross(now.centre_of_mass_m, model.gravity()) * now.mass_kg), 0, 1.5e-6) << stiffening << " " << rotary;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
