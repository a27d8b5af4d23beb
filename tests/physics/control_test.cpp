// Sampled controllers on mechanisms: against recursions written here, the order of the methods, the ideal limit, the energy; and forces by a law between two frames.
#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

// ---- a cart, by hand ---------------------------------------------------------------------------------------------------------------------

// A mass under PD control with samples T apart and a delay of 1.6 T, from rest at zero to a step of one. Between two changes of the force the motion is a parabola, so positions and
// speeds at the samples follow from a recursion without any integration.
TEST(SampledControl, StepResponseWithDelayIsThatOfTheRecursion) {
  constexpr double m = 2, kp = 18, kd = 9, T = 0.05, delay = 1.6 * T;
  const Model model = model_of(R"yaml(zanjir: 1
name: cart
gravity: [0, 0, 0]
bodies: {cart: {mass: 2 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
controllers:
  pd:
    every: 50 ms
    delay: 80 ms
    blocks:
      x: {type: sensor, quantity: X}
      v: {type: sensor, quantity: X.speed}
      u: {type: expression, value: "18*(1 - x) - 9*v"}
    apply: {X: u}
)yaml");
  double x = 0, v = 0;
  std::vector<double> by_hand, command;
  const auto glide = [&](double u, double h) {
    x += v * h + u / m * h * h / 2;
    v += u / m * h;
  };
  for (int k = 0; k <= 60; ++k) {
    by_hand.push_back(x);
    command.push_back(kp * (1 - x) - kd * v);
    const auto of = [&](int i) { return i < 0 ? 0.0 : command[static_cast<std::size_t>(i)]; };
    glide(of(k - 2), 0.6 * T);  // command k - 2 acts from t_k - 0.4 T on, command k - 1 from t_k + 0.6 T on
    glide(of(k - 1), 0.4 * T);
  }
  ASSERT_NEAR(delay, 0.08, 1e-15);
  for (const char* method : {"dopri5", "rk4", "bdf"}) {
    SimOptions options = std::string(method) == "rk4" ? fixed_run(3, method, 0.033) : adaptive_run(3, method, 1e-11);
    options.sample_interval_s = T;
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    const std::vector<double> position = run.record->column("X");
    ASSERT_EQ(position.size(), by_hand.size());
    const double off = std::string(method) == "bdf" ? 2e-8 : 1e-12;  // one-step methods of order 4 and more are exact on parabolas but for rounding
    for (std::size_t k = 0; k < by_hand.size(); ++k) EXPECT_NEAR(position[k], by_hand[k], off * tolerance_scale()) << method << ", sample " << k;
    EXPECT_LE(run.summary.relative_imbalance(), 3e-8) << "work of the motor is the kinetic energy";
    EXPECT_NE(run.summary.work_J[at(WorkSource::actuators)], 0);
  }
  EXPECT_NEAR(by_hand.back(), 1, 0.05) << "it gets there";
}

TEST(IdealControl, SaysThatItWasAtItsLimit) {
  const std::string cart = R"yaml(zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 1 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
control: {X: {type: force, force: "t", limit: 0.25 N}}
)yaml";
  const MemoryRun run = run_in_memory(model_of(cart), fixed_run(1, "rk4", 0.1));
  ASSERT_EQ(run.summary.notes.size(), 1u);
  EXPECT_EQ(run.summary.notes[0], "the control of 'X' was at its limit, 0.25 N, first at about t = 0.3 s");
  EXPECT_TRUE(run_in_memory(model_of(cart), fixed_run(0.2, "rk4", 0.1)).summary.notes.empty());
}

// Computed torque where its model is all there is to know: acceleration asked for is acceleration had, so a target of constant acceleration is met to rounding, at any rate of samples.
TEST(SampledControl, ComputedTorqueTracksExactlyWhereForcesNeedNotChange) {
  const Model model = model_of(R"yaml(zanjir: 1
name: cart
gravity: [-9.81, 0, 0]
bodies: {cart: {mass: 2 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
controllers:
  ct:
    every: 0.3 s
    blocks:
      target: {type: signal, law: "0.4*t^2"}
      speed: {type: signal, law: "0.4*t^2", derivative: 1}
      push: {type: signal, law: "0.4*t^2", derivative: 2}
      x: {type: sensor, quantity: X}
      v: {type: sensor, quantity: X.speed}
      a: {type: expression, value: "push + 4*(target - x) + 4*(speed - v)"}
      f: {type: computed_torque, accelerations: {X: a}}
    apply: {X: f.X}
)yaml");
  const MemoryRun run = run_in_memory(model, adaptive_run(3, "dop853", 1e-12));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_NEAR(run.last("X"), 0.4 * 9, 6e-14);
  EXPECT_NEAR(run.last("X.force"), 2 * (0.8 + 9.81), 4e-13);
}

// ---- an arm ------------------------------------------------------------------------------------------------------------------------------

std::string two_links(const std::string& control) {
  return R"yaml(zanjir: 1
name: arm
plane: xy
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 4 kg, com: [0.2, 0, 0], inertia: {izz: 0.06}}
  lower: {mass: 2.5 kg, com: [0.17, 0, 0], inertia: {izz: 0.03}}
joints:
  A: {type: revolute, parent: ground, child: upper, axis: z, actuated: true}
  B: {type: revolute, parent: upper, child: lower, at: [0.45, 0, 0], axis: z, actuated: true}
)yaml" + control;
}

std::string arm_computed_torque(double period_s) {
  return two_links(R"yaml(initial: {q: {A: 0.1, B: -0.2}, v: {A: 1, B: -1.5}}
controllers:
  ct:
    every: )yaml" + std::to_string(period_s) +
                   R"yaml( s
    blocks:
      qa: {type: sensor, quantity: A}
      va: {type: sensor, quantity: A.speed}
      qb: {type: sensor, quantity: B}
      vb: {type: sensor, quantity: B.speed}
      a: {type: expression, value: "-1*0.5*4*sin(2*t) + 100*(0.5*sin(2*t) - qa) + 20*(cos(2*t) - va)"}
      b: {type: expression, value: "0.5*9*sin(3*t) + 100*(-0.5*sin(3*t) - qb) + 20*(-1.5*cos(3*t) - vb)"}
      f: {type: computed_torque, accelerations: {A: a, B: b}}
    apply: {A: f.A, B: f.B}
)yaml");
}

// The finer the samples, the nearer to the controller without samples (`control`), in proportion to their length.
TEST(SampledControl, TendsToTheIdealController) {
  const Model ideal = model_of(two_links(R"yaml(initial: {q: {A: 0.1, B: -0.2}, v: {A: 1, B: -1.5}}
control:
  A: {type: computed_torque, target: "0.5*sin(2*t)", kp: 100, kd: 20}
  B: {type: computed_torque, target: "-0.5*sin(3*t)", kp: 100, kd: 20}
)yaml"));
  const State end = run_in_memory(ideal, adaptive_run(1, "dop853", 1e-11)).state;
  double before = 0;
  for (const double period_s : {0.008, 0.004, 0.002, 0.001}) {
    const Model model = model_of(arm_computed_torque(period_s));
    const double off = distance(model, run_in_memory(model, adaptive_run(1, "dop853", 1e-11)).state, end);
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / off), 1, 0.15) << period_s;
    }
    before = off;
  }
  EXPECT_LT(before, 2e-3);
}

// Steps of constant length that do not fit between samples, halved: the error falls with the order of the method, as if forces did not jump.
TEST(SampledControl, KeepsTheOrderOfTheMethod) {
  const Model model = model_of(arm_computed_torque(0.05));
  const State end = run_in_memory(model, adaptive_run(1, "dop853", 1e-13)).state;
  for (const auto& [method, order, step_s] : {std::tuple{"rk4", 4.0, 0.011}, std::tuple{"dopri5", 5.0, 0.023}}) {
    double before = 0, slope = 0;
    for (int k = 0; k < 3; ++k) {
      const double error = distance(model, run_in_memory(model, fixed_run(1, method, step_s / (1 << k))).state, end);
      if (before > 0) slope = std::log2(before / error);
      before = error;
    }
    EXPECT_GT(slope, order - 0.4) << method;
    EXPECT_LT(before, 1e-8) << method;
  }
}

// Held by the force of gravity alone an arm at rest stays there, as long as nothing pushes it.
TEST(SampledControl, GravityCompensationHoldsAnArm) {
  const Model model = model_of(two_links(R"yaml(initial: {q: {A: 0.7, B: -1.1}}
controllers:
  g: {every: 10 ms, blocks: {f: {type: gravity, joints: [A, B]}}, apply: {A: f.A, B: f.B}}
)yaml"));
  const MemoryRun run = run_in_memory(model, adaptive_run(0.5));
  EXPECT_NEAR(run.last("A"), 0.7, 1e-14);
  EXPECT_NEAR(run.last("B"), -1.1, 2e-14);
  // By hand: the weights of both links about their joints.
  const double elbow = 2.5 * 9.81 * 0.17 * std::cos(-0.4), shoulder = elbow + 9.81 * (4 * 0.2 + 2.5 * 0.45) * std::cos(0.7);
  EXPECT_NEAR(run.last("g.f.B"), elbow, rounding(100, elbow));
  EXPECT_NEAR(run.last("g.f.A"), shoulder, rounding(100, shoulder));
}

// What a controller that takes its base to be at rest leaves out: the force that the acceleration of the base asks for, here m a.
TEST(SampledControl, KnowsABaseThatMovesOrTakesItToBeStill) {
  const auto force = [](const char* base) {
    const Model model = model_of(std::string(R"yaml(zanjir: 1
name: cart
gravity: [0, 0, -9.81]
bodies: {cart: {mass: 2 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
base: {motion: {x: "1.5*t^2", turn: {axes: [y], angles: [0.2]}}}
controllers:
  c:
    every: 0.1 s
    blocks:
      zero: {type: signal, law: 0}
      f: {type: computed_torque, accelerations: {X: zero}, base: )yaml") +
                                 base + R"yaml(}
      g: {type: gravity, joints: [X]}
    apply: {X: f.X}
)yaml");
    const MemoryRun run = run_in_memory(model, adaptive_run(0.05));
    EXPECT_NEAR(run.last("c.g.X"), -2 * 9.81 * std::sin(0.2), 1e-13);  // the x axis points down by 0.2
    return run.last("c.f.X");
  };
  EXPECT_NEAR(force("still"), -2 * 9.81 * std::sin(0.2), 1e-13);
  EXPECT_NEAR(force("moving"), -2 * 9.81 * std::sin(0.2) + 2 * 3 * std::cos(0.2), 6e-14);
}

// Where joints are while a frame is led: the two-link arm along a line, against its closed form.
TEST(SampledControl, LeadsAFrame) {
  const Model model = model_of(two_links(R"yaml(frames: {lower: {tip: [0.4, 0, 0]}}
initial: {q: {A: 0.2, B: 1.2}}
controllers:
  c:
    every: 20 ms
    blocks:
      to: {type: lead, joints: [A, B], motion: {lower.tip: {x: "0.45 + 0.1*t", y: "0.4 - 0.05*t"}}}
      qa: {type: sensor, quantity: A}
      qb: {type: sensor, quantity: B}
      a: {type: expression, value: "to.A.acceleration + 400*(to.A - qa)"}
      b: {type: expression, value: "to.B.acceleration + 400*(to.B - qb)"}
      f: {type: computed_torque, accelerations: {A: a, B: b}}
    apply: {A: f.A, B: f.B}
)yaml"));
  SimOptions options = adaptive_run(0.2);
  options.sample_interval_s = 0.02;
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::vector<double> a = run.record->column("c.to.A"), b = run.record->column("c.to.B"), rate = run.record->column("c.to.B.rate");
  const auto elbow = [](double t) {
    const double x = 0.45 + 0.1 * t, y = 0.4 - 0.05 * t;
    return std::acos((x * x + y * y - 0.45 * 0.45 - 0.4 * 0.4) / (2 * 0.45 * 0.4));
  };
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double t = 0.02 * static_cast<double>(k), x = 0.45 + 0.1 * t, y = 0.4 - 0.05 * t, q = elbow(t);
    EXPECT_NEAR(b[k], q, 3e-13);
    EXPECT_NEAR(a[k], std::atan2(y, x) - std::atan2(0.4 * std::sin(q), 0.45 + 0.4 * std::cos(q)), 1.5e-13);
    EXPECT_NEAR(rate[k], (elbow(t + 1e-5) - elbow(t - 1e-5)) / 2e-5, 2e-10);
  }
}

// ---- faults ------------------------------------------------------------------------------------------------------------------------------

std::string delayed_cart(const std::string& more) {
  return R"yaml(zanjir: 1
name: cart
gravity: [0, 0, 0]
bodies: {cart: {mass: 1 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
initial: {q: {X: 1 mm}}
controllers:
  pd:
    every: 10 ms
    delay: 100 ms
    blocks:
      x: {type: sensor, quantity: X)yaml" +
         more + R"yaml(}
      v: {type: sensor, quantity: X.speed}
      u: {type: expression, value: "-100*x - 14*v"}
    apply: {X: u}
)yaml";
}

// s^2 + (14 s + 100) exp(-0.1 s): the delay turns a well damped loop into an unstable one. It is said when, the rows are kept, and a trip ends the run where it is passed.
TEST(SampledControl, SaysThatALoopIsUnstable) {
  const MemoryRun run = run_in_memory(model_of(delayed_cart("")), adaptive_run(6));
  ASSERT_EQ(run.summary.notes.size(), 1u);
  EXPECT_NE(run.summary.notes[0].find("the loop of controller 'pd' through 'X' is unstable"), std::string::npos) << run.summary.notes[0];
  const MemoryRun tripped = run_in_memory(model_of(delayed_cart(", trip: 1 m")), adaptive_run(6));
  EXPECT_EQ(tripped.summary.end, RunEnd::tripped);
  EXPECT_FALSE(tripped.summary.finished());
  EXPECT_NE(tripped.summary.why.find("controller 'pd', block 'x' at t = "), std::string::npos) << tripped.summary.why;
  EXPECT_GT(std::abs(tripped.last("X")), 1);
  EXPECT_LT(tripped.summary.t_s, 6);
  const std::vector<double> x = tripped.record->column("X");
  EXPECT_LT(std::abs(x[x.size() - 30]), 1);
}

// ---- forces by a law between two frames --------------------------------------------------------------------------------------------------

// A law that says what a spring does, on a mechanism in space: the same accelerations.
TEST(FrameLaw, ThatIsASpringIsOne) {
  const std::string head = R"yaml(zanjir: 1
name: swing
gravity: [0, 0, -9.81]
bodies:
  one: {mass: 2 kg, com: [0.1, 0.2, -0.3], inertia: {ixx: 0.2, iyy: 0.3, izz: 0.25}}
  two: {mass: 1 kg, com: [0, 0, -0.2], inertia: {ixx: 0.1, iyy: 0.1, izz: 0.02}}
frames: {two: {tip: [0.1, 0, -0.4]}, ground: {hook: [0.5, 0.3, 0.2]}}
joints:
  S: {type: spherical, parent: ground, child: one}
  U: {type: universal, parent: one, child: two, at: [0.2, 0, -0.5], axes: [x, y]}
initial: {q: {S.quat: [0.8, 0.4, -0.4, 0.2], U.a: 0.4, U.b: -0.3}, v: {S.wx: 0.5, S.wy: -1, S.wz: 0.3, U.a: 1, U.b: 2}}
)yaml";
  const Model spring = model_of(head + "springs: {k: {between: [ground.hook, two.tip], stiffness: 300 N/m, length: 0.4 m, damping: 7 N s/m}}\n");
  const Model law = model_of(head + "forces: {k: {between: [ground.hook, two.tip], force: \"-300*(distance - 0.4) - 7*distance_rate\"}}\n");
  const State state = initial_state(spring);
  const VecX a = forward(spring, state, VecX::Zero(spring.nv())).vdot;
  for (const AnyFormulation& formulation : formulations_for(law, Ask::forward)) {
    const VecX b = solve_or_throw(formulation, law, state, forward_question(law, VecX::Zero(law.nv()))).vdot;
    EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-13 * tolerance_scale() * a.cwiseAbs().maxCoeff()) << name_of(formulation);
  }
}

// A moment by a law of the angle alone, on a body that turns every way: with k angle^2/2 counted as its energy, energy stays. That is so only if the moment acts on the angle and on
// nothing else, also where the body swings about other axes.
TEST(FrameLaw, OfAnAngleAloneKeepsEnergy) {
  const Model model = model_of(R"yaml(zanjir: 1
name: top
gravity: [0, 0, 0]
bodies: {top: {mass: 2 kg, com: [0.1, 0.05, 0.3], inertia: {ixx: 0.2, iyy: 0.3, izz: 0.15}}}
joints: {S: {type: spherical, parent: ground, child: top}}
forces: {twist: {between: [ground, top], axis: [1, 2, 2], moment: "-10*angle"}}
initial: {q: {S.quat: [0.8, 0.4, -0.2, 0.4]}, v: {S.wx: 1, S.wy: -2, S.wz: 1.5}}
)yaml");
  SimOptions options = adaptive_run(0.5, "dop853", 1e-12);
  options.sample_interval_s = 0.01;
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end);
  EXPECT_LE(run.summary.relative_imbalance(), 3e-12) << "its work stands in the ledger";
  const std::vector<double> energy = run.record->column("energy.total"), w = run.record->column("S.qw"), x = run.record->column("S.qx"),
                            y = run.record->column("S.qy"), z = run.record->column("S.qz");
  const auto total = [&](std::size_t i) {
    double angle = 2 * std::atan2((x[i] + 2 * y[i] + 2 * z[i]) / 3, w[i]);
    angle = std::remainder(angle, 2 * 3.141592653589793);
    return energy[i] + 5 * angle * angle;
  };
  double swing = 0, off = 0, most = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    off = std::max(off, std::abs(total(i) - total(0)));
    most = std::max(most, std::abs(energy[i] - energy[0]));
    const double along = (x[i] + 2 * y[i] + 2 * z[i]) / 3;
    swing = std::max(swing, std::sqrt(std::max(0.0, x[i] * x[i] + y[i] * y[i] + z[i] * z[i] - along * along)));
  }
  EXPECT_GT(swing, 0.3) << "it turns about other axes, too";
  EXPECT_GT(most, 0.5) << "energy goes in and out of the twist";
  EXPECT_LE(off, 2e-10 * (most + 1) * tolerance_scale());
}

}  // namespace
}  // namespace zanjir::test
