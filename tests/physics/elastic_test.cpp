// What elastic bodies must show: energy balance, the stiffening of a spinning beam, frequencies of loaded beams, deflection under load.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/formulations/newton_euler.hpp"

namespace zanjir::test {
namespace {

Model model_of(const std::string& text) {
  const Result<Description> description = read_description_text("zanjir: 1\n" + text, "test");
  if (!description) throw std::runtime_error(to_text(description.diagnostics));
  return build(*description);
}

// Unit beam: EI = mu = l = 1, no shear, no rotary inertia.
std::string unit_beam(const std::string& modes, const std::string& more = "") {
  return "{beam: {length: 1, section: {area: 1, iy: 1, iz: 1, torsion: 1}, material: {young: 1}, mass_per_length: 1, theory: euler_bernoulli, rotary_inertia: none, modes: " + modes + more + "}}";
}

// Frequencies of small vibration about the present state, over the modal speeds: eigenvalues of -d(vdot)/d(delta).
VecX modal_frequencies(const Model& model, State state) {
  std::vector<int> modes;
  for (int i = 0; i < model.nv(); ++i) if (model.is_mode(i)) modes.push_back(i);
  const ElasticBody& elastic = model.elastic_bodies()[0];
  const auto n = static_cast<Eigen::Index>(modes.size());
  MatX stiffness(n, n);
  Solver solver(NewtonEuler{}, model);
  const Given question = forward_question(model, VecX::Zero(model.nv()));
  Solution plus, minus;
  const double h = 1e-6;  // the next term of the difference is h^2 smaller
  for (Eigen::Index j = 0; j < n; ++j) {
    State a = state, b = state;
    a.q[elastic.q_begin + j] += h;
    b.q[elastic.q_begin + j] -= h;
    EXPECT_EQ(solver.solve(a, question, Reactions::skip, plus), SolveStatus::ok) << plus.note;
    EXPECT_EQ(solver.solve(b, question, Reactions::skip, minus), SolveStatus::ok) << minus.note;
    for (Eigen::Index i = 0; i < n; ++i) stiffness(i, j) = -(plus.vdot - minus.vdot)[modes[static_cast<std::size_t>(i)]] / (2 * h);
  }
  VecX squared = Eigen::EigenSolver<MatX>(stiffness, false).eigenvalues().real();
  std::sort(squared.begin(), squared.end());
  return squared.cwiseSqrt();
}

// Southwell: first flapwise and lead-lag frequency of a clamped beam that spins at Omega, against a Ritz solution with the tension N(x).
TEST(SpinningBeam, HasTheSouthwellFrequencies) {
  const auto first = [](const char* modes, double spin) {
    const Model model = model_of("gravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, ", stiffening: full") + "}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\nmotion: {A: \"" + std::to_string(spin) + "*t\"}\n");
    return modal_frequencies(model, initial_state(model))[0];
  };
  EXPECT_NEAR(first("{bending_z: {cf: 8}}", 12), 13.17094, 5e-6);
  EXPECT_NEAR(first("{bending_z: {cf: 3}}", 12), 13.20356, 5e-6);
  EXPECT_NEAR(first("{bending_z: {cf: 8}}", 1), 3.681647, 1e-5);   // converged values, from above
  EXPECT_NEAR(first("{bending_y: {cf: 8}}", 6), 4.263225, 1e-3);
  const double flap = first("{bending_z: {cf: 1}}", 2), lag = first("{bending_y: {cf: 1}}", 2), still = std::pow(1.8751040687119611, 4);
  EXPECT_NEAR(flap * flap, still + 4 * 1.193336374108, 1e-6);
  EXPECT_NEAR(lag * lag, still + 4 * 0.193336374108, 1e-6);
}

TEST(SpinningBeam, SoftensWithoutStiffening) {  // the known fault of the linear field: omega^2 = omega_0^2 - Omega^2 in the plane
  const Model model = model_of("gravity: [0, 0, 0]\nbodies: {a: " + unit_beam("[cf]") + "}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\nmotion: {A: \"2*t\"}\n");
  EXPECT_NEAR(std::pow(modal_frequencies(model, initial_state(model))[0], 2), std::pow(1.8751040687119611, 4) - 4, 1e-6);
}

// A clamped beam with a heavy body on its end, by shapes that do not know of it.
TEST(LoadedBeam, ConvergesWithStaticAndClampedShapes) {
  const auto frequencies = [](const std::string& modes, const std::string& more = "") {
    const Model model = model_of("gravity: [0, 0, 0]\nbodies: {a: " + unit_beam(modes, more) + ", b: {mass: 5, com: [0.2, 0, 0], inertia: {ixx: 0.5, iyy: 0.5, izz: 0.5}}}\n" +
                                 "joints: {A: {type: weld, parent: ground, child: a}, B: {type: weld, parent: a, child: b, at: [1, 0, 0]}}\n");
    return modal_frequencies(model, initial_state(model));
  };
  const double first = 0.54427311, second = 3.72489409;
  const VecX own = frequencies("[loaded, loaded]", ", tip: {mass: 5, ahead: 0.2, inertia: 0.5}"), pair = frequencies("{bending_y: 2}"), more = frequencies("{bending_y: 3}");
  EXPECT_NEAR(own[0], first, 1e-8);
  EXPECT_NEAR(own[1], second, 1e-7);
  // Ritz quotients worked out apart with these shapes (Simpson's rule, roots of the determinant); the exact frequencies have eight digits.
  EXPECT_NEAR(pair[0] / first - 1, 2.19861e-6, 1e-8);
  EXPECT_NEAR(pair[1] / second - 1, 1.0957169e-3, 1e-8);
  EXPECT_NEAR(more[0] / first - 1, 1.7665e-7, 1e-8);
  EXPECT_NEAR(more[1] / second - 1, 4.013055e-5, 1e-8);
}

// Spatial tree of rigid and elastic bodies: dE/dt along the motion is the power of the dampers, at any state and with any variant.
TEST(ElasticBodies, BalanceEnergyAndPower) {
  for (const char* stiffening : {"none", "full"}) {
    for (const char* rotary : {"none", "frame", "element"}) {
      const std::string options = std::string(", stiffening: ") + stiffening + ", rotary_inertia: " + rotary;
      const std::string arm = "{beam: {length: 1, section: {area: 0.01, iy: 3e-4, iz: 5e-4, torsion: 4e-4}, material: {density: 100, young: 1e5, viscosity: 20}, air_damping: 0.1, modes: {bending_y: 2, bending_z: 1, axial: 1}" + options + "}}";
      const Model model = model_of("gravity: [1, 2, -9.81]\nbodies: {hub: {mass: 2, inertia: {ixx: 0.1, iyy: 0.2, izz: 0.15}}, a: " + arm + ", b: " + arm + "}\n" +
                                   "joints: {F: {type: free, parent: ground, child: hub}, A: {type: universal, parent: hub, child: a, at: [0.1, 0, 0.1], axes: [y, z]}, "
                                   "B: {type: universal, parent: a, child: b, at: [0.7, 0, 0.02], axes: [y, z]}}\n");
      State state = initial_state(model);
      Random random(5);
      for (int i = 0; i < model.nv(); ++i) state.v[i] = random.uniform(-1, 1);
      VecX step(model.nv());
      for (int i = 0; i < model.nv(); ++i) step[i] = model.is_mode(i) ? random.uniform(-0.03, 0.03) : random.uniform(-1, 1);
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
      EXPECT_NEAR(norm(force - model.gravity() * now.mass_kg), 0, 2e-5) << stiffening << " " << rotary;  // order h^2
      EXPECT_NEAR(norm(moment - cross(now.centre_of_mass_m, model.gravity()) * now.mass_kg), 0, 2e-5) << stiffening << " " << rotary;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
