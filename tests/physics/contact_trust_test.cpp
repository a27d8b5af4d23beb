// Contact that can be trusted: whatever method, step or tolerance is asked for, no body passes the ground, wins energy from it or is refused its rest; and a run
// that is not to be trusted says so. Each case was wrong once. Random ones are in random_drops_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/constants.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

double lowest(const MemoryRun& run, const Model& model) {
  double gap = 0;
  for (const Contact& contact : model.contacts()) gap = std::min(gap, run.least(contact.name + ".gap"));
  return gap;
}

// Runs it; the energy may rise above that of the start by `trusted_imbalance` of the kinetic energy at most, since nothing drives it.
MemoryRun expect_trusted(const Model& model, const SimOptions& options) {
  MemoryRun run = run_in_memory(model, options);
  EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_TRUE(run.summary.warnings().empty()) << run.summary.full();
  EXPECT_LE(run.largest("energy.total"), run.summary.energy_begin_J + trusted_imbalance * run.summary.largest_kinetic_J);
  return run;
}

double first_release_speed(const RunSummary& summary) {
  for (const EventRecord& e : summary.events) {
    if (e.what == "release") return e.value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

// A touch and a release were recorded at one instant while the rod went on inwards, and it fell 2 m below the slope.
TEST(ContactTrust, KeepsThingsOnASlopeWithALargeTolerance) {
  const Model model = zoo_model("things_on_a_slope");
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    SCOPED_TRACE(tolerance);
    const MemoryRun run = expect_trusted(model, adaptive_run(2, "dopri5", tolerance));
    // the softest law is 2e4 N/m under 2 kg: with all its energy on one corner the box goes in by sqrt(2 E/k)
    EXPECT_GT(lowest(run, model), -std::sqrt(2 * run.summary.largest_kinetic_J / 2e4));
  }
}

std::string ball(const std::string& law) {
  return "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 1, inertia: point}}\njoints: {H: {type: prismatic, parent: ground, child: ball, "
         "axis: y}}\n"
         "contacts: {floor: {ground: {normal: y}, on: ball, law: " +
         law + "}}\ninitial: {q: {H: 0.5}}\n";
}

// Steps of 5 ms where the contact takes 1 ms: the ball fell 19 m, with an imbalance of 3e-14.
TEST(ContactTrust, HoldsABallOnAStiffFloorWithLongSteps) {
  for (const std::string law :
       {"{type: hertz, stiffness: 1e7}", "{type: spring-damper, stiffness: 1e7, damping: 100}", "{type: flores, stiffness: 1e7, restitution: 0.7}"}) {
    const Model model = model_of(ball(law));
    for (const MethodInfo& method : stepper_methods()) {
      if (!method.one_step) continue;  // no constant steps
      SCOPED_TRACE(fmt::format("{} {}", law, method.name));
      // Of first order: its fall alone is off by 2 % of the energy, and said to be.
      const bool coarse = method.name == "semi-implicit-euler";
      const SimOptions options = fixed_run(2, std::string(method.name), 5e-3);
      const MemoryRun run = coarse ? run_in_memory(model, options) : expect_trusted(model, options);
      EXPECT_GT(run.summary.steps_taken_again, 0);
      // hertz: K d^2.5 / 2.5 = m g (0.5 + d), d = 1.69 cm
      EXPECT_GT(lowest(run, model), -0.0172);
    }
  }
}

std::string fast_ball(const std::string& law) {
  return "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {ball: {mass: 1, inertia: point}}\njoints: {H: {type: prismatic, parent: ground, child: ball, axis: "
         "y}}\ncontacts: {floor: {ground: {normal: y}, on: ball, law: " +
         law + "}}\ninitial: {q: {H: 0.1}, v: {H: -5}}\n";
}

// On a spring of 1e6 N/m already, so deep that semi-implicit Euler's first step takes all of its speed: it stopped dead. Where a step ends without speed the trapezoid books all of the kinetic energy as
// work of the contact, so that every sum adds up; only the law knows that it takes nothing.
TEST(ContactTrust, LosesNothingToAnElasticFloorInOneStep) {
  const Model model = model_of(fast_ball("{type: spring-damper, stiffness: 1e6, damping: 0}"));
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.one_step) continue;  // no constant steps
    for (const double step : {1e-2, 5e-3, 1e-3}) {
      SCOPED_TRACE(fmt::format("{} {}", method.name, step));
      State state = closed_start(model);
      state.q[0] = -5 / (1e6 * step);
      state.contact = {{ContactPhase::touching, 5}};
      const RunSummary summary = simulate(model, state, fixed_run(0.02, std::string(method.name), step), {});
      EXPECT_TRUE(summary.trusted()) << summary.full();
      const double speed = std::sqrt(25 + 1e6 * std::pow(5 / (1e6 * step), 2));
      EXPECT_NEAR(first_release_speed(summary), speed, 2e-3 * speed);
    }
  }
}

// Floors on which it stays for 3 ms and less. Dampers that take all of the speed in one step of semi-implicit Euler stopped it dead; dop853 with 3 ms left the strongest 5 % too fast.
TEST(ContactTrust, LetsABallLeaveAsFastAsTheLawSaysWhateverTheStep) {
  for (const std::string law : {"{type: spring-damper, stiffness: 1e6, damping: 200}", "{type: spring-damper, stiffness: 1e6, damping: 2000}",
                                "{type: spring-damper, stiffness: 1e8, damping: 0}", "{type: hertz, stiffness: 1e8}",
                                "{type: hunt-crossley, stiffness: 1e8, restitution: 0.7}", "{type: hunt-crossley, stiffness: 1e8, damping: 0.1}",
                                "{type: flores, stiffness: 1e8, restitution: 0.5}"}) {
    const Model model = model_of(fast_ball(law));
    const double speed = first_release_speed(expect_trusted(model, adaptive_run(0.1, "dop853", 1e-12)).summary);
    for (const MethodInfo& method : stepper_methods()) {
      if (!method.one_step) continue;
      for (const double step : {1e-2, 7e-3, 3e-3, 1e-3}) {
        SCOPED_TRACE(fmt::format("{} {} {}", law, method.name, step));
        const double left = first_release_speed(expect_trusted(model, fixed_run(0.05, std::string(method.name), step)).summary);
        EXPECT_NEAR(left * left, speed * speed, 8e-3 * 25);  // of the energy exchanged: what steps may be off by, all together (run_books.cpp)
      }
    }
  }
}

// A bounce that is small beside the energy of the whole: sums over the model see nothing of it. With 10 ms the point lost up to 30 % of its energy in four strikes, and the ball next to all of it, and both runs were trusted.
TEST(ContactTrust, KeepsSmallBouncesBesideMuchEnergy) {
  const std::string beside_a_fall =
      "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 0.1, inertia: point}, weight: {mass: 200, inertia: point}}\n"
      "joints: {H: {type: prismatic, parent: ground, child: ball, axis: y}, W: {type: prismatic, parent: ground, child: weight, axis: y}}\n"
      "contacts: {floor: {ground: {normal: y}, on: ball, law: {type: hertz, stiffness: 1e6}}}\ninitial: {q: {H: 0.3}}\n";
  const std::string sideways =
      "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 1, inertia: {izz: 1}}}\njoints: {F: {type: planar, parent: ground, child: "
      "ball}}\n"
      "contacts: {floor: {ground: {normal: y}, on: ball, law: {type: hertz, stiffness: 1e7}}}\ninitial: {q: {F.y: 0.3}, v: {F.x: 60}}\n";
  for (const std::string& text : {sideways, beside_a_fall}) {
    const Model model = model_of(text);
    for (const MethodInfo& method : stepper_methods()) {
      if (!method.one_step) continue;
      for (const double step : {1e-2, 3e-3}) {
        SCOPED_TRACE(fmt::format("{} {} {}", model.bodies().size(), method.name, step));
        const RunSummary summary = run_in_memory(model, fixed_run(2, std::string(method.name), step)).summary;
        EXPECT_EQ(summary.end, RunEnd::reached_end) << summary.why;
        double came = 0;
        int strikes = 0;
        for (const EventRecord& e : summary.events) {
          strikes += e.what == "release";
          if (e.what == "touch") came = -e.value;
          else EXPECT_NEAR(e.value, came, (method.order > 1 ? 1e-2 : 1.5e-2) * came) << e.t_s;
        }
        EXPECT_EQ(strikes, 4);
      }
    }
  }
}

// The same on a stop of a joint, and between the flanks of a drive with play: no event tells of them.
TEST(ContactTrust, KeepsSmallBouncesOnStopsBesideMuchEnergy) {
  const Model model = model_of(
      "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 0.1, inertia: point}, weight: {mass: 200, inertia: point}}\n"
      "joints: {H: {type: prismatic, parent: ground, child: ball, axis: y}, W: {type: prismatic, parent: ground, child: weight, axis: y}}\n"
      "stops: {peg: {joint: H, min: 0, stiffness: 1e5}}\ninitial: {q: {H: 0.3}}\n");
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.one_step) continue;
    for (const double step : {1e-2, 3e-3}) {
      SCOPED_TRACE(fmt::format("{} {}", method.name, step));
      const MemoryRun run = run_in_memory(model, fixed_run(2, std::string(method.name), step));
      EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
      const double y = run.last("H"), v = run.last("H.speed"), energy_J = 0.05 * v * v + 0.981 * y + 5e4 * std::pow(std::min(y, 0.0), 2);
      EXPECT_NEAR(energy_J, 0.1 * 9.81 * 0.3,
                  (method.order > 1 ? 8e-2 : 0.2) * 0.1 * 9.81 *
                      0.3);  // four strikes, 1 % of their speeds each; of the first order m g v h/2 at any instant besides
    }
  }
}

// Constant steps that resolve the contact are taken as they are.
TEST(ContactTrust, LeavesConstantStepsAloneThatResolveTheContact) {
  const Model model = model_of(ball("{type: spring-damper, stiffness: 1e4, damping: 5}"));
  for (const std::string method : {"rk4", "dopri5", "dop853"}) {
    const MemoryRun run = expect_trusted(model, fixed_run(0.5, method, 1e-3));
    EXPECT_EQ(run.summary.steps_taken_again, 0) << method;
  }
}

// Rounding turned the bar by 1e-17 rad/s, its points parted and touched at t = 0 without end: "events accumulate".
TEST(ContactTrust, LetsABarLieOnThreePoints) {
  for (const double spin : {0.0, 1e-17, -1e-17, 1e-13, 1e-9}) {
    const Model model = model_of(fmt::format(R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {{bar: {{mass: 1, inertia: {{ixx: 0.001, iyy: 0.02, izz: 0.02}}}}}}
frames: {{bar: {{a: [-0.3, 0, 0], b: [0, 0, 0], c: [0.3, 0, 0]}}}}
joints: {{F: {{type: free, parent: ground, child: bar}}}}
contacts: {{floor: {{ground: {{normal: z}}, on: [bar.a, bar.b, bar.c], law: {{type: hunt-crossley, stiffness: 1e6, restitution: 0.5}}}}}}
initial: {{v: {{F: {{wy: {}}}}}}}
)yaml",
                                             spin));
    for (const std::string method : {"dopri5", "bdf", "rk4", "generalized-alpha"}) {
      SCOPED_TRACE(fmt::format("{} rad/s, {}", spin, method));
      expect_trusted(model, method == "rk4" || method == "generalized-alpha" ? fixed_run(0.2, method, 1e-3) : adaptive_run(0.2, method, 1e-6));
    }
  }
}

const std::string box = R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {box: {mass: 2, inertia: {ixx: 0.03, iyy: 0.03, izz: 0.04}}}
frames: {box: {sw: [-0.2, -0.15, 0], se: [0.2, -0.15, 0], nw: [-0.2, 0.15, 0], ne: [0.2, 0.15, 0]}}
joints: {F: {type: free, parent: ground, child: box}}
contacts: {floor: {ground: {normal: z}, on: [box.sw, box.se, box.nw, box.ne], law: {type: spring-damper, stiffness: 2e4, damping: 100}}}
initial: {q: {F: {z: 0.3}}}
)yaml";

const std::string rod = R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {rod: {mass: 1, inertia: {ixx: 0.001, iyy: 0.02, izz: 0.02}}}
frames: {rod: {a: [-0.2, 0, 0], b: [0.2, 0, 0]}}
joints: {F: {type: free, parent: ground, child: rod}}
contacts: {floor: {ground: {normal: z}, capsules: [[rod.a, rod.b]], radius: 0.05, law: {type: spring-damper, stiffness: 1e7, damping: 20}}}
initial: {q: {F: {z: 0.4}}}
)yaml";

// The force jumped to zero at separation inside a step: a box that hit with 2.43 m/s left with up to 50 m/s instead of 0.66, and the work of the contact, which
// was as wrong, made the energy add up. A rod left with 6.6 m/s instead of 2.58, sdirk4 with constant steps gave up.
TEST(ContactTrust, LeavesTheGroundNoFasterThanTheLawSays) {
  const auto expect_rebound = [](const std::string& text, double speed, const SimOptions& options) {
    SCOPED_TRACE(fmt::format("{} {} {}", options.stepper.method, options.stepper.fixed_step_s, options.stepper.rel_tol));
    const MemoryRun run = expect_trusted(model_of(text), options);
    EXPECT_NEAR(first_release_speed(run.summary), speed, 0.05 * speed);
  };
  const double of_box = first_release_speed(run_in_memory(model_of(box), adaptive_run(0.3, "dop853", 1e-12)).summary);
  const double of_rod = first_release_speed(run_in_memory(model_of(rod), adaptive_run(0.3, "dop853", 1e-12)).summary);
  EXPECT_NEAR(of_box, 0.65689, 1e-5);
  EXPECT_NEAR(of_rod, 2.58400, 1e-5);
  for (const double step : {5e-3, 1e-3, 1e-4}) {
    for (const std::string method : {"generalized-alpha", "sdirk4", "semi-implicit-euler"}) {
      if (method == "semi-implicit-euler" && step == 5e-3) continue;  // of first order: its fall alone is off by 3 % of the energy
      expect_rebound(box, of_box, fixed_run(0.5, method, step));
      expect_rebound(rod, of_rod, fixed_run(0.4, method, step));
    }
  }
  expect_rebound(box, of_box, adaptive_run(0.5, "bdf", 1e-4));  // at 1e-2 its fall alone is off by 6 % of the energy
  expect_rebound(rod, of_rod, adaptive_run(0.4, "bdf", 1e-4));
  for (const double tolerance : {1e-2, 1e-4}) {
    for (const std::string method : {"sdirk4", "esdirk5", "dop853", "dopri5"}) {
      expect_rebound(box, of_box, adaptive_run(0.5, method, tolerance));
      expect_rebound(rod, of_rod, adaptive_run(0.4, method, tolerance));
    }
  }
}

// What speaks against a run is said wherever a summary is read.
TEST(ContactTrust, SaysWhatSpeaksAgainstARun) {
  RunSummary summary;
  summary.end = RunEnd::reached_end;
  summary.largest_exchange_J = summary.largest_kinetic_J = 10;
  summary.worst_imbalance_J = 0.09;
  EXPECT_TRUE(summary.warnings().empty());
  EXPECT_NE(summary.json().find("\"trusted\":true"), std::string::npos);
  const auto expect_said = [](const RunSummary& s, const std::string& what) {
    ASSERT_EQ(s.warnings().size(), 1u);
    EXPECT_NE(s.warnings()[0].find(what), std::string::npos) << s.warnings()[0];
    EXPECT_NE(s.full().find("WARNING"), std::string::npos);
    EXPECT_NE(s.json().find("\"trusted\":false"), std::string::npos);
    EXPECT_NE(s.json().find(what), std::string::npos);
  };
  RunSummary unbalanced = summary, winning = summary, unlawful = summary, lost = summary, below = summary;
  unbalanced.worst_imbalance_J = 0.11;
  winning.won_from_contacts_J = 0.11;
  unlawful.off_contact_laws_J = 0.11;
  lost.worst_imbalance_J = std::nan("");
  below.deepest_in_flight_m = 1e-3;
  expect_said(unbalanced, "does not add up");
  expect_said(winning, "contacts gave more energy than they took");
  expect_said(unlawful, "more or less energy than their laws do");
  expect_said(lost, "does not add up");
  expect_said(below, "below the ground without a force");
}

// Steps that are far too long for a pendulum: the run reaches its end and says that it is not to be trusted.
TEST(ContactTrust, DoubtsARunWithoutContactWhoseEnergyDoesNotAddUp) {
  const Model model = zoo_model("double_pendulum");
  const RunSummary coarse = run_in_memory(model, fixed_run(2, "rk4", 0.1)).summary, fine = run_in_memory(model, fixed_run(2, "rk4", 1e-3)).summary;
  EXPECT_FALSE(coarse.warnings().empty()) << coarse.full();
  EXPECT_TRUE(fine.warnings().empty()) << fine.full();
}

// Every piece of a run that restarts from its own rows is held against what it exchanges; what all of them were off is no sum to be held against one.
TEST(Trust, DoesNotDependOnRestarts) {
  const Model model = model_of(R"yaml(
zanjir: 1
name: inch
plane: xz
parameters: {n: 5, l: 120 mm, m: 0.2 kg, r: 12 mm, slope: 5 deg, mu: 0.6, bend: 40 deg, T: 1.2 s, k: 2e4}
gravity: [0, 0, -9.81]
phases: {u: "$T^-1*t"}
bodies:
  link1: {mass: $m, com: ["$l/2", 0, 0], inertia: {iyy: "$m*$l^2/12"}}
frames:
  link1: {tail: [0,0,0], tip: [$l, 0, 0]}
joints:
  head: {type: planar, parent: ground, child: link1, axes: [x, z]}
contacts:
  skin1:
    ground: {normal: ["-sin($slope)", 0, "cos($slope)"]}
    capsules: [[link1.tail, link1.tip]]
    radius: $r
    law: {type: hunt-crossley, stiffness: $k, exponent: 1, damping: 1 s/m}
    friction: {type: coulomb, coefficient: $mu, transition_speed: 5 mm/s}
repeat:
  - count: "$n - 1"
    from: 2
    bodies:
      "link{i}": {
mass:
  $m, com : [ "$l/2", 0, 0 ], inertia : {
  iyy:
    "$m*$l^2/12"
  }
}
    frames:
      "link{i}": {tail: [0,0,0], tip: [$l, 0, 0]}
    joints:
      "J{i-1}": {type: revolute, parent: "link{i-1}", child: "link{i}", at: [$l, 0, 0], axis: -y}
    contacts:
      "skin{i}":
        ground: {normal: ["-sin($slope)", 0, "cos($slope)"]}
        capsules: [["link{i}.tail", "link{i}.tip"]]
        radius: $r
        law: {type: hunt-crossley, stiffness: $k, exponent: 1, damping: 1 s/m}
        friction: {type: coulomb, coefficient: $mu, transition_speed: 5 mm/s}
gaits:
  creep: {type: keyframes, joints: "J{j}", count: 4, phase: u, knots: [0, 0.25, 0.5, 0.75, 1],
    frames: [[0,0,0,0],[$bend, "-$bend", 0, 0],["$bend","-$bend","-$bend",$bend],[0,0,"-$bend",$bend],[0,0,0,0]]}
initial:
  q: {head.y: "$r/cos($slope) + 1 mm", head.angle: $slope}
)yaml");
  SimOptions options = adaptive_run(20, "dopri5", 1e-9);
  options.sample_interval_s = 0.1;
  for (const double every : {0.0, 0.5}) {
    options.restart_every_s = every;
    const RunSummary summary = run_in_memory(model, options).summary;
    EXPECT_TRUE(summary.warnings().empty()) << every << ": " << summary.warnings()[0];
  }
}

}  // namespace
}  // namespace zanjir::test
