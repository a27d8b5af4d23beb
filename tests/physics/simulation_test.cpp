// Simulations against closed forms: flights, impacts, pendulums, the ledger, control.
#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/simulate/events.hpp"

namespace zanjir::test {
namespace {

SimOptions until(double t_s, std::string method = "dopri5", double tolerance = 1e-10) {
  SimOptions options;
  options.until_s = t_s;
  options.stepper.method = std::move(method);
  options.stepper.rel_tol = options.stepper.abs_tol = tolerance;
  const MethodInfo* info = find_method(options.stepper.method);
  if (info && !info->adaptive) options.stepper.fixed_step_s = info->order >= 4 ? 1e-2 : 1e-3;
  return options;
}

std::vector<std::string> one_step_methods_of_order(int order) {
  std::vector<std::string> names;
  for (const MethodInfo& m : stepper_methods()) {
    if (m.one_step && m.order >= order) names.emplace_back(m.name);
  }
  return names;
}

// -- bouncing ball: y0 = 1, e = 0.9; every flight is a parabola, so all instants have a closed form. Methods of order two and more follow a parabola exactly;
// semi-implicit-euler, of order one, does not and has a test of its own.
TEST(BouncingBall, IsExactAfter44ImpactsWithEveryOneStepMethod) {
  const Model model = zoo_model("bouncing_ball");
  for (const std::string& method : one_step_methods_of_order(2)) {
    SCOPED_TRACE(method);
    const MemoryRun run = run_in_memory(model, until(8.5, method));
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    EXPECT_EQ(run.summary.n_events, 44);
    EXPECT_NEAR(run.summary.events.front().t_s, 0.451523640985731, 1e-14 * tolerance_scale());
    EXPECT_NEAR(run.last("height"), 5.56555100899267e-6, 6e-13 * tolerance_scale());
    // Closed form of every impact: t_n = t_1 (1 + 2 (e + ... + e^(n-1))).
    double t = 0.451523640985731, flight = 2 * t;
    for (const EventRecord& e : run.summary.events) {
      EXPECT_NEAR(e.t_s, t, 1e-12 * tolerance_scale());
      flight *= 0.9;
      t += flight;
    }
    EXPECT_LT(run.summary.relative_imbalance(), 6e-13 * tolerance_scale());
  }
}

// Its flights have a closed form of their own: v = v0 - g t and y = v0 t - g t (t + h)/2 at every step, so a flight lasts 2 v0/g - h and ends with v0 - g h. Impacts lie inside steps, which
// costs h^2 each.
TEST(BouncingBall, FliesAsSemiImplicitEulerMust) {
  const Model model = zoo_model("bouncing_ball");
  const double g = 9.81;
  for (const double h : {1e-3, 1e-4}) {
    SimOptions options = until(4, "semi-implicit-euler");
    options.stepper.fixed_step_s = h;
    const MemoryRun run = run_in_memory(model, options);
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    double t = -h / 2 + std::sqrt(2 / g + h * h / 4), v = 0.9 * g * t, exact = std::sqrt(2 / g), flight = 2 * exact;
    int n = 0;
    for (const EventRecord& e : run.summary.events) {
      ++n;
      EXPECT_NEAR(e.t_s, t, 2 * n * h * h * tolerance_scale()) << "impact " << n;
      EXPECT_GT(std::abs(e.t_s - exact), 0.4 * h) << "of order one, and yet at the instant of the parabola";
      t += 2 * v / g - h;
      v = 0.9 * (v - g * h);
      flight *= 0.9;
      exact += flight;
    }
    EXPECT_GE(n, 5);
  }
}

TEST(BouncingBall, KeepsItsToleranceWithMultistepMethods) {
  const Model model = zoo_model("bouncing_ball");
  for (const std::string method : {"bdf", "adams"}) {
    SCOPED_TRACE(method);
    const MemoryRun run = run_in_memory(model, until(5, method, 1e-10));
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    EXPECT_NEAR(run.last("height"), 0.121548654839124,
                1e-8 * tolerance_scale());  // a restart at order one at each of ten impacts, some tolerances each
  }
}

TEST(BouncingBall, SaysThatImpactsAccumulate) {
  const Model model = zoo_model("bouncing_ball");
  const MemoryRun run = run_in_memory(model, until(9));
  EXPECT_EQ(run.summary.end, RunEnd::events_accumulate);
  const double g = 9.81, end = std::sqrt(2 / g) * (1 + 0.9) / (1 - 0.9);
  EXPECT_NEAR(run.summary.t_s, end, 1e-7);
  EXPECT_NE(run.summary.why.find("floor.ball"), std::string::npos) << run.summary.why;
}

// -- pendulums
TEST(BallPendulum, KeepsEnergyAndVerticalMomentum) {
  const Model model = zoo_model("ball_pendulum");
  const auto vertical_momentum = [&](const State& state) {
    Workspace ws(model);
    update_velocities(model, state, ws);
    return momentum(model, ws).angular_kg_m2_s.z;
  };
  const State start = closed_start(model);
  for (const std::string method : {"dopri5", "dop853", "dopri5-ark", "verner65", "esdirk5", "bdf", "adams"}) {
    SCOPED_TRACE(method);
    const MemoryRun run = run_in_memory(model, start, until(10, method, 1e-10));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    const bool multistep = method == "bdf" || method == "adams";
    EXPECT_LT(run.summary.relative_imbalance(), (multistep ? 1e-6 : 1e-8) * tolerance_scale());
    EXPECT_NEAR(vertical_momentum(run.state), vertical_momentum(start), (multistep ? 1e-6 : 1e-8) * tolerance_scale());
    const double length = run.state.q.head(4).norm();
    if (method != "adams") {
      EXPECT_NEAR(length, 1, 1e-14 * tolerance_scale());
    }
  }
}

// Period of a pendulum at 90 degrees: 4 K(sin 45) sqrt(I / (m g l)).
TEST(Pendulum, HasThePeriodOfTheEllipticIntegral) {
  const Model model = model_of(R"yaml(
zanjir: 1
gravity: [0, -9.81, 0]
bodies: {bob: {mass: 1, com: [0, -1, 0], inertia: point}}
joints: {A: {type: revolute, parent: ground, child: bob, axis: z}}
initial: {q: {A: 90 deg}}
)yaml");
  class Top final : public StateGuard {
   public:
    Top() { name = "top", crossing = Crossing::falling; }
    GuardValue at(const Model&, const Workspace& ws) const override { return {ws.v[0], -9.81 * std::sin(ws.q[0])}; }
  };
  for (const std::string& method : one_step_methods_of_order(4)) {
    SCOPED_TRACE(method);
    SimOptions options = until(5, method, 1e-12);
    if (options.stepper.fixed_step_s > 0) options.stepper.fixed_step_s = 2e-3;
    options.events.push_back({std::make_unique<Top>(), UserEvent::Then::stop});
    const MemoryRun run = run_in_memory(model, options);
    EXPECT_EQ(run.summary.end, RunEnd::stopped_by_event);
    EXPECT_NEAR(run.summary.t_s, 2.36784194757624, 5e-10 * tolerance_scale());
  }
}

// -- the ledger
TEST(Ledger, BooksEverySource) {
  const Model model = model_of(R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  cart: {mass: 2, inertia: point}
  arm:  {mass: 1, com: [0.3, 0, 0], inertia: {ixx: 0.001, iyy: 0.03, izz: 0.03}}
  tip:  {mass: 0.5, com: [0.1, 0, 0], inertia: {ixx: 0.001, iyy: 0.01, izz: 0.01}}
joints:
  S: {type: prismatic, parent: ground, child: cart, axis: x}
  A: {type: revolute, parent: cart, child: arm, axis: y, actuated: true}
  B: {type: revolute, parent: arm, child: tip, at: [0.6, 0, 0], axis: y}
motion: {S: "0.2*sin(3*t)"}
springs: {k: {joint: B, stiffness: 3, rest: 0.4}}
dampers: {d: {joint: A, damping: 0.2}}
friction: {f: {joint: B, coulomb: 0.1, stiction: 0.15, transition_speed: 0.05}}
stops: {s: {joint: B, min: -1, max: 1, stiffness: 200, damping: 0.5}}
loads: {w: {on: tip, force: ["sin(5*t)", 0, 1]}}
control: {A: {type: pd, target: "sin(t)", kp: 20, kd: 2}}
)yaml");
  for (const std::string method : {"dopri5", "dop853", "esdirk5"}) {
    SCOPED_TRACE(method);
    const MemoryRun run = run_in_memory(model, until(5, method, 1e-11));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    for (const WorkSource source : {WorkSource::actuators, WorkSource::prescribed, WorkSource::dampers, WorkSource::friction, WorkSource::loads}) {
      EXPECT_GT(std::abs(run.summary.work_J[static_cast<std::size_t>(at(source))]), 1e-3) << work_source_names[static_cast<std::size_t>(at(source))];
    }
    EXPECT_LT(run.summary.work_J[static_cast<std::size_t>(at(WorkSource::dampers))], 0);
    EXPECT_LT(run.summary.work_J[static_cast<std::size_t>(at(WorkSource::friction))], 0);
    EXPECT_LT(run.summary.relative_imbalance(), 1e-8 * tolerance_scale());
  }
}

// -- control
TEST(Control, ComputedTorqueFollowsItsTargetExactly) {
  const std::string arm = R"yaml(
zanjir: 1
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 3, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.05, izz: 0.05}}
  lower: {mass: 2, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.04, izz: 0.04}}
joints:
  A: {type: revolute, parent: ground, child: upper, axis: z, actuated: true}
  B: {type: revolute, parent: upper, child: lower, at: [0.4, 0, 0], axis: z, actuated: true}
control:
  A: {type: computed_torque, target: "0.5*sin(2*t)", kp: 100, kd: 20}
  B: {type: computed_torque, target: "0.3*cos(3*t)", kp: 100, kd: 20}
initial: {q: {A: 0.2, B: 0.3}, v: {A: 1}}
)yaml";
  const MemoryRun run = run_in_memory(model_of(arm), until(2, "dopri5", 1e-11));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  // The error obeys e'' + 20 e' + 100 e = 0 from e(0) = -0.2, e'(0) = 0 at A: critically damped, and B starts on its target.
  const double t = 2;
  EXPECT_NEAR(run.last("A") - 0.5 * std::sin(2 * t), (0.2 + 2.0 * t) * std::exp(-10 * t), 4e-12 * tolerance_scale());
  EXPECT_NEAR(run.last("B") - 0.3 * std::cos(3 * t), 0, 6e-12 * tolerance_scale());
}

TEST(Control, IsLimited) {
  const MemoryRun run = run_in_memory(model_of(R"yaml(
zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 2, inertia: point}}
joints: {S: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
control: {S: {type: pd, target: "1000", kp: 10, kd: 0, limit: 3}}
)yaml"),
                                      until(2));
  EXPECT_NEAR(run.last("S"), 0.5 * 3.0 / 2 * 4, 5e-14 * tolerance_scale());
  EXPECT_NEAR(run.last("S.force"), 3, 0);
}

// -- stops and impacts through inertia
TEST(RigidStop, TurnsTheSpeedAround) {
  const MemoryRun run = run_in_memory(model_of(R"yaml(
zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 2, inertia: point}}
joints: {S: {type: prismatic, parent: ground, child: cart, axis: x}}
stops: {wall: {joint: S, max: 1, restitution: 0.5}}
initial: {v: {S: 2}}
)yaml"),
                                      until(2));
  ASSERT_EQ(run.summary.n_events, 1);
  EXPECT_EQ(run.summary.events[0].name, "wall.max");
  EXPECT_NEAR(run.summary.events[0].t_s, 0.5, 1e-14);
  EXPECT_NEAR(run.last("S"), 1 - 1.5, 1e-14 * tolerance_scale());
  EXPECT_NEAR(run.summary.work_J[static_cast<std::size_t>(at(WorkSource::impacts))], 0.5 * 2 * (1 - 4), 5e-14 * tolerance_scale());
}

// A free rod dropped flat with both ends over the ground hits with both at once and keeps level; dropped tilted it starts to turn. One impact at
// one end of a slender rod: v+ of the end = -e v-, and the impulse is m v (1 + e) / (1 + 3 cos^2) for the distance l/2 from the centre.
TEST(Impact, OfAFreeRodIsShared) {
  const auto rod = [](double tilt_deg) {
    return model_of(
        "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\nbodies: {rod: {mass: 3, inertia: {izz: 0.25}}}\nframes: {rod: {l: [-0.5, 0, 0], r: [0.5, 0, "
        "0]}}\n"
        "joints: {F: {type: planar, parent: ground, child: rod}}\ncontacts: {floor: {ground: {normal: y}, on: [rod.l, rod.r], restitution: 0.6}}\n"
        "initial: {q: {F: {y: 1, angle: " +
        std::to_string(tilt_deg) + " deg}}}\n");
  };
  {
    const MemoryRun run = run_in_memory(rod(0), until(0.8));
    ASSERT_GE(run.summary.n_events, 2);
    EXPECT_EQ(run.summary.events[0].t_s, run.summary.events[1].t_s);
    const double t1 = std::sqrt(2 / 9.81), v1 = 0.6 * 9.81 * t1, left = 0.8 - t1;
    EXPECT_NEAR(run.last("F.y"), v1 * left - 0.5 * 9.81 * left * left, 8e-15 * tolerance_scale());
    EXPECT_NEAR(run.last("F.angle"), 0, 1e-13);
  }
  {
    const double tilt = 10 * M_PI / 180, c = std::cos(tilt);
    const Model model = rod(10);
    SimOptions options = until(0.45);
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_EQ(run.summary.n_events, 1);
    EXPECT_EQ(run.summary.events[0].name, "floor.rod.l");
    const double fall = 1 - 0.5 * std::sin(tilt), v = std::sqrt(2 * 9.81 * fall), impulse = 3 * v * 1.6 / (1 + 3 * c * c);
    EXPECT_NEAR(run.summary.events[0].value, -v, 8e-14 * tolerance_scale());
    EXPECT_NEAR(run.state.v[2], -impulse * 0.5 * c / 0.25, 2e-13 * tolerance_scale());
    EXPECT_LT(run.summary.relative_imbalance(), 1e-14);
  }
}

// Through a loop: a slider-crank hit at its slider. The mechanism has one freedom, so with reflected inertia the impact of restitution e
// reverses it, and the energy lost is (1 - e^2) T.
TEST(Impact, GoesThroughLoops) {
  const Model model = model_of(R"yaml(
zanjir: 1
plane: xy
gravity: [0, 0, 0]
bodies:
  crank: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.01}}
  rod:   {mass: 2, com: [0.25, 0, 0], inertia: {izz: 0.05}}
  slider: {mass: 1.5, inertia: point}
frames: {rod: {end: [0.5, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: rod, at: [0.2, 0, 0], axis: z}
  S: {type: prismatic, parent: ground, child: slider, axis: x}
loops: {C: {type: revolute, between: [rod.end, slider], axis: z}}
stops: {wall: {joint: S, min: 0.45, restitution: 0.7}}
initial: {q: {A: 60 deg, B: "asin(-0.4*sin(60 deg)) - 60 deg", S: "0.2*cos(60 deg) + 0.5*cos(asin(0.4*sin(60 deg)))"}, v: {A: 3}}
)yaml");
  const MemoryRun run = run_in_memory(model, until(0.4, "dopri5", 1e-11));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  ASSERT_EQ(run.summary.n_events, 1);
  const double T = run.summary.energy_begin_J;
  EXPECT_NEAR(run.summary.events[0].energy_J, -(1 - 0.49) * T, 5e-12 * T * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1.5e-11 * tolerance_scale());
  EXPECT_LT(run.summary.worst_loop_residual_m, 1e-11);
}

// Thirty-two dips of a hovering motion below zero by 1e-6, each much shorter than a step: every one is found.
TEST(Events, AreNotMissedInsideAStep) {
  const Model model = model_of(R"yaml(
zanjir: 1
gravity: [0, 0, 0]
bodies: {ball: {mass: 1, inertia: point}}
joints: {S: {type: prismatic, parent: ground, child: ball, axis: x}}
springs: {k: {joint: S, stiffness: 1, rest: 0}}
initial: {q: {S: 1}}
)yaml");
  class Dip final : public StateGuard {
   public:
    Dip() { name = "dip"; }
    GuardValue at(const Model&, const Workspace& ws) const override { return {ws.q[0] + 1 - 1e-6, ws.v[0]}; }
  };
  for (const std::string method : {"dopri5", "verner65", "dop853"}) {
    SCOPED_TRACE(method);
    SimOptions options = until(32 * 2 * M_PI, method, 1e-10);
    options.events.push_back({std::make_unique<Dip>(), UserEvent::Then::go_on});
    EXPECT_EQ(run_in_memory(model, options).summary.n_events, 32);
  }
}

}  // namespace
}  // namespace zanjir::test
