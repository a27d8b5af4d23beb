// Drives with play: against a closed form of what two inertias do to each other across a gap, against a rotor that is a body with a force by a law, and the energy that flanks take.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/energy.hpp"

namespace zanjir::test {
namespace {

std::string table_with(const std::string& more) {
  return R"(zanjir: 1
gravity: [0, 0, 0]
bodies: {table: {mass: 8 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.2}}}
joints: {T: {type: revolute, parent: ground, child: table, axis: z}}
)" + more;
}

// Nothing but the flanks acts: the whole turns at a constant rate, and the gap is crossed at a constant rate, at whose end the two swing apart like a spring with the reduced inertia for half a period.
TEST(Backlash, ARotorRattlesBetweenItsFlanksAsTheClosedFormSays) {
  const Model model = model_of(table_with(R"(
actuators: {T: {gear_ratio: 50, rotor_inertia: 1.6e-5 kg m^2, backlash: {play: 0.02 rad, stiffness: 800 N m/rad}}}
initial: {v: {T_motor: 3 rad/s, T: 0 rad/s}}
)"));
  constexpr double rotor = 0.04, table = 0.2, play = 0.02, k = 800, u = 3;
  const double omega = std::sqrt(k * (rotor + table) / (rotor * table)), flank = std::numbers::pi / omega, gap = play / u, cycle = 2 * (flank + gap);
  const auto ahead = [&](double t) {  // of the motor before the table
    double s = std::fmod(t + gap / 2, cycle);
    const double side = s < cycle / 2 ? 1 : -1;
    s = std::fmod(s, cycle / 2);
    return side * (s < gap ? u * s - play / 2 : play / 2 + u / omega * std::sin(omega * (s - gap)));
  };
  SimOptions options = adaptive_run(0.5, "dopri5", 1e-11);
  options.sample_interval_s = 0.01;
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::vector<double> t = run.record->column("t"), load = run.record->column("T"), motor = run.record->column("T_motor");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double mean = rotor * u / (rotor + table) * t[i], x = ahead(t[i]);
    EXPECT_NEAR(load[i], mean - rotor / (rotor + table) * x, 2e-9 * tolerance_scale()) << t[i];
    EXPECT_NEAR(motor[i], mean + table / (rotor + table) * x, 2e-9 * tolerance_scale()) << t[i];
  }
  EXPECT_GT(0.5 / cycle, 7) << "many hits";
  EXPECT_LE(run.summary.relative_imbalance(), 6e-8 * tolerance_scale()) << "steps span the kinks of the flanks";
}

// The same drive twice: by the key, and as a rotor that is a body with a force by a law between it and the crank of a four-bar. Every formulation, states inside the play and on both flanks, moving.
TEST(Backlash, IsTheSameAsARotorWithAForceByALaw) {
  const std::string linkage = R"(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies:
  crank:   {mass: 1 kg, com: [0.1, 0, 0], inertia: {izz: 0.01}}
  coupler: {mass: 2 kg, com: [0.3, 0, 0], inertia: {izz: 0.06}}
  rocker:  {mass: 1.5 kg, com: [0.25, 0, 0], inertia: {izz: 0.03}}
)";
  const std::string joints = R"(
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: [0.6, 0, 0], axis: z}
loops: {D: {type: revolute, between: [rocker, ground], at: [0.5, 0, 0], at_child: [0.6, 0, 0], axis: z}}
initial: {q: {A: 60 deg, B: -27 deg, C: -123.37 deg}, v: {A: 2 rad/s}}
)";
  const Model key = model_of(linkage + "joints:" + joints +
                             "actuators: {A: {gear_ratio: 20, rotor_inertia: 1e-4 kg m^2, backlash: {play: 0.04 rad, stiffness: 300 N m/rad}}}\n");
  const Model law =
      model_of(linkage + R"(  rotor: {mass: 3 kg, inertia: {izz: 0.04}}
joints:
  A_motor: {type: revolute, parent: ground, child: rotor, axis: z, actuated: true})" +
               joints + "forces: {gear: {between: [rotor, crank], axis: z, moment: \"-300*(max(angle - 0.02, 0) + min(angle + 0.02, 0))\"}}\n");
  ASSERT_EQ(key.nv(), law.nv());
  const State key_start = closed_start(key), law_start = closed_start(law);
  const auto speed_of = [](const Model& model, const std::string& name) {
    const auto names = model.speed_names();
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  EXPECT_NEAR(key_start.q[speed_of(key, "A_motor")], key_start.q[speed_of(key, "A")], 0) << "it starts in the middle of its play";
  EXPECT_NEAR(key_start.v[speed_of(key, "A_motor")], 2, 1e-14);
  for (const double ahead : {-0.05, -0.021, 0.013, 0.022, 0.07}) {
    VecX first;
    for (const bool by_key : {true, false}) {
      const Model& model = by_key ? key : law;
      State state = by_key ? key_start : law_start;
      const int motor = speed_of(model, "A_motor"), crank = speed_of(model, "A");
      state.q[motor] = state.q[crank] + ahead;
      state.v[motor] = 1.5;
      VecX tau = VecX::Zero(model.nv());
      tau[motor] = 7;
      for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
        const Solution s = solve_or_throw(formulation, model, state, forward_question(model, tau));
        VecX vdot(4);
        for (int i = 0; const char* name : {"A_motor", "A", "B", "C"}) vdot[i++] = s.vdot[speed_of(model, name)];
        if (first.size() == 0) first = vdot;
        EXPECT_LE((vdot - first).lpNorm<Eigen::Infinity>(), 2e-13 * tolerance_scale() * first.lpNorm<Eigen::Infinity>())
            << name_of(formulation) << ", ahead by " << ahead;
      }
      if (!by_key) continue;
      const double beyond = std::max(std::abs(ahead) - 0.02, 0.0);
      EXPECT_NEAR(first[0], (7 - (ahead > 0 ? 1 : -1) * 300 * beyond) / 0.04, 1e-14 * 1e3) << "the rotor by itself";
      Workspace ws(model);
      update_velocities(model, state, ws);
      EXPECT_NEAR(energy(model, ws).springs_J, 150 * beyond * beyond, 1e-14);
    }
  }
}

// A slide behind a spindle, under control: what the motor gives is what moves and what the flanks, which never pull, have taken. The ledger adds up.
TEST(Backlash, FlanksOnlyTakeEnergy) {
  const Model model = model_of(R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {load: {mass: 4 kg, inertia: point}}
joints: {Z: {type: prismatic, parent: ground, child: load, axis: x}}
actuators: {Z: {gear_ratio: 600 rad/m, rotor_inertia: 1e-5 kg m^2, backlash: {play: 1 mm, stiffness: 2e5 N/m, damping: 300 N s/m}}}
friction: {track: {joint: Z, coulomb: 5 N, transition_speed: 1 mm/s}}
control: {Z: {type: pd, target: "0.02*sin(9*t)", kp: 4000, kd: 120}}
)yaml");
  const MemoryRun run = run_in_memory(model, adaptive_run(2, "dopri5", 1e-9));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_LE(run.summary.relative_imbalance(), 1e-5 * tolerance_scale());
  EXPECT_LT(run.summary.work_J[at(WorkSource::dampers)], -1e-4);
  EXPECT_LT(run.summary.work_J[at(WorkSource::friction)], -0.1);
  EXPECT_GT(run.summary.work_J[at(WorkSource::actuators)], 0.1);
  double apart = 0;
  const std::vector<double> load = run.record->column("Z"), motor = run.record->column("Z_motor");
  for (std::size_t i = 0; i < load.size(); ++i) apart = std::max(apart, std::abs(load[i] - motor[i]));
  EXPECT_GT(apart, 0.5e-3) << "it lies on its flanks";
  EXPECT_LT(apart, 0.75e-3);
}

}  // namespace
}  // namespace zanjir::test
