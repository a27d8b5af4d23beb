// Forces that act in a thin zone of a distance or an angle: no step passes over one, however fast the body and whatever the method.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

std::string cart(const std::string& law, double speed_m_per_s) {
  return fmt::format(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {{cart: {{mass: 1, inertia: point}}}}\n"
      "joints: {{S: {{type: prismatic, parent: ground, child: cart, axis: x}}}}\n"
      "forces: {{zone: {{between: [ground, cart], force: {}}}}}\ninitial: {{v: {{S: {}}}}}\n",
      law, speed_m_per_s);
}

// Speed behind a zone that does the work W, of 1 kg.
double behind(double speed, double work_J) { return std::sqrt(speed * speed + 2 * work_J); }

TEST(LawZones, ArePassedBySpeedsThatTheirWorkGives) {
  int doubted = 0;
  struct Case {
    std::string law;
    double work_J;
  };
  for (const Case& c : {Case{"\"2000*step(0.01 - abs(distance - 0.5))\"", 40}, Case{"\"2000*step(distance - 0.499)*step(0.501 - distance)\"", 4},
                        Case{"\"max(0, 1000*(1 - abs(distance - 0.7)/0.005))\"", 5},
                        Case{"{law: table, of: distance, times: [0.3, 0.301, 0.302], values: [0 N, 5000 N, 0 N], interpolation: linear}", 5}}) {
    const Model model = model_of(cart(c.law, 5));
    for (const MethodInfo& method : stepper_methods()) {
      if (method.order < 4) continue;  // of the others a zone in one step asks too much
      const std::string name(method.name);
      SCOPED_TRACE(fmt::format("{} {}", c.law, method.name));
      if (method.adaptive) {
        const MemoryRun run = run_in_memory(model, adaptive_run(1, name, 1e-9));
        EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
        EXPECT_NEAR(run.last("S.speed"), behind(5, c.work_J), 5e-7 * tolerance_scale());  // ten tolerances of its energy at each border
      }
      if (method.one_step) {  // stages beside the border still read the other piece: by as much the energy does not add up
        const MemoryRun run = run_in_memory(model, fixed_run(1, name, 0.02));
        EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
        if (run.summary.trusted()) EXPECT_NEAR(run.last("S.speed"), behind(5, c.work_J), 1.5e-4 * behind(5, c.work_J));
        else ++doubted;
      }
    }
  }
  std::printf("  %d runs with constant steps are not to be trusted\n", doubted);
  EXPECT_EQ(doubted, 0);
}

// To and fro on a spring, so that both ends of a long step may lie on the same side of the zone.
TEST(LawZones, AreMetOnTheWayBackToo) {
  const std::string text = cart("\"2000*step(0.001 - abs(distance - 0.5))\"", 5) + "springs: {k: {joint: S, stiffness: 50, rest: 0}}\n";
  const Model model = model_of(text);
  for (const std::string method : {"dopri5", "dop853", "bdf"}) {
    const MemoryRun run = run_in_memory(model, adaptive_run(10, method, 1e-6));
    SCOPED_TRACE(method);
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
    // conservative: outwards it wins 4 J, on the way back it loses them; at the end it has both or none
    const double energy = run.last("energy.total");
    EXPECT_LT(std::min(std::abs(energy - 12.5), std::abs(energy - 16.5)), 1e-2) << energy;
  }
}

TEST(LawZones, OfAnAngleAreMet) {
  const Model model = model_of(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {wheel: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n"
      "joints: {R: {type: revolute, parent: ground, child: wheel, axis: z}}\n"
      "forces: {latch: {between: [ground, wheel], moment: \"500*step(0.002 - abs(angle - 2.5))\"}}\ninitial: {v: {R: 10}}\n");
  for (const std::string method : {"dopri5", "dop853", "bdf", "adams"}) {
    const MemoryRun run = run_in_memory(model, adaptive_run(2.5, method, 1e-8));
    SCOPED_TRACE(method);
    EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
    int passes = 0;  // of the zone, each wins 2 J
    double angle = 0;
    for (double w = 10, t = 0;; ++passes) {
      const double at = 2.5 + 2 * std::numbers::pi * passes - 0.002, next = t + (at - angle) / w;
      if (next > 2.5) break;
      t = next, angle = at, w = std::sqrt(w * w + 4);
    }
    EXPECT_NEAR(run.last("R.speed"), std::sqrt(100 + 4.0 * passes), 4e-6 * tolerance_scale());
  }
}

// Behind half a turn `angle` goes on from -pi: a law of it that jumps there wins or loses what the jump does, turn by turn, and one that does not jump costs no step.
TEST(LawZones, OfAnAngleGoOnBehindHalfATurn) {
  const auto wheel = [](const std::string& moment) {
    return model_of(
        fmt::format("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {{wheel: {{mass: 1, inertia: {{ixx: 1, iyy: 1, izz: 1}}}}}}\n"
                    "joints: {{R: {{type: revolute, parent: ground, child: wheel, axis: z}}}}\n"
                    "forces: {{spring: {{between: [ground, wheel], moment: \"{}\"}}}}\ninitial: {{v: {{R: 10}}}}\n",
                    moment));
  };
  // E = w^2/2 + 3 a^2 - 4 pi a over each turn a = -pi..pi: a saw tooth, that within a turn does the work of its mean, 4 pi times 2 pi
  const Model saw = wheel("4 * pi - 6 * angle");
  const auto energy = [](double turned, double speed) {
    const double a = std::remainder(turned, 2 * std::numbers::pi), turns = std::round((turned - a) / (2 * std::numbers::pi));
    return speed * speed / 2 + 3 * a * a - 4 * std::numbers::pi * (a + 2 * std::numbers::pi * turns);
  };
  for (const MethodInfo& method : stepper_methods()) {
    if (method.order < 4) continue;  // between the borders they are as good as their steps
    const std::string name(method.name);
    SCOPED_TRACE(name);
    if (method.adaptive) {
      const MemoryRun run = run_in_memory(saw, adaptive_run(2, name, 1e-9));
      EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
      EXPECT_GT(run.last("R"), 15);
      EXPECT_NEAR(energy(run.last("R"), run.last("R.speed")), 50, 3e-5 * tolerance_scale());
    }
    if (method.one_step) {
      const MemoryRun run = run_in_memory(saw, fixed_run(2, name, 0.02));
      EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
      EXPECT_NEAR(energy(run.last("R"), run.last("R.speed")), 50, 0.05 * tolerance_scale());
    }
  }
  const MemoryRun smooth = run_in_memory(wheel("2 * sin(angle)"), fixed_run(2, "rk4", 0.02));
  EXPECT_EQ(smooth.summary.steps_taken_again, 0);
}

// Past a round zone that pushes outwards, by its edge: both ends of a long step are outside, and nearer to each other's distance than to the zone.
TEST(LawZones, ThatAreGrazedTurnTheWay) {
  constexpr double radius = 0.05, miss = 0.03, push = 300, speed = 5, dt = 1e-6;
  double x = -std::sqrt(radius * radius - miss * miss), y = miss, vx = speed,
         vy = 0;  // where it enters; velocity by the leapfrog rule, an own program
  while (x * x + y * y <= radius * radius) {
    const auto kick = [&] {
      const double r = std::hypot(x, y);
      vx += dt / 2 * push * x / r, vy += dt / 2 * push * y / r;
    };
    kick();
    x += dt * vx, y += dt * vy;
    kick();
  }
  ASSERT_GT(std::abs(vy), 0.3);
  const Model model = model_of(fmt::format(
      "zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\nbodies: {{disc: {{mass: 1, inertia: {{izz: 1}}}}}}\n"
      "joints: {{P: {{type: planar, parent: ground, child: disc}}}}\n"
      "forces: {{zone: {{between: [ground, disc], force: \"{}*step({} - distance)\"}}}}\ninitial: {{q: {{P.x: -1, P.y: {}}}, v: {{P.x: {}}}}}\n",
      push, radius, miss, speed));
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.adaptive) continue;
    SCOPED_TRACE(method.name);
    const MemoryRun run = run_in_memory(model, adaptive_run(0.5, std::string(method.name), 1e-8));
    EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
    EXPECT_NEAR(run.last("P.y.speed"), vy, 1e-4);  // of the leapfrog's last step, dt push
    EXPECT_NEAR(run.last("P.x.speed"), vx, 1e-4);
  }
}

// Teeth and gaps: each tooth wins 2 J.
TEST(LawZones, OfACombAreAllMet) {
  const Model model = model_of(cart("\"200*step(mod(distance, 0.02) - 0.01)\"", 20));
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.adaptive) continue;
    SCOPED_TRACE(method.name);
    const MemoryRun run = run_in_memory(model, adaptive_run(0.05, std::string(method.name), 1e-8));
    EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
    const double at = run.last("S"), teeth = std::floor(at / 0.02), inside = std::max(0.0, at - 0.02 * teeth - 0.01);
    EXPECT_GT(teeth, 45);
    EXPECT_NEAR(run.last("S.speed"), behind(20, 2 * teeth + 200 * inside), 1e-4);  // 92 borders, ten tolerances of 312 J each
  }
}

// An event at the very border of a zone is an event like others, and a smooth law without end of pieces costs what it costs.
TEST(LawZones, LeaveEventsAndOtherLawsAlone) {
  const Model model = model_of(cart("\"2000*step(distance - 0.499)*step(0.501 - distance)\"", 5));
  SimOptions options = adaptive_run(1, "dopri5", 1e-9);
  options.events.push_back({.name = "in", .when = "S - 0.499 m"});
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.n_events, 1);
  EXPECT_NEAR(run.summary.events[0].t_s, 0.499 / 5, 1e-14);
  const Model soft = model_of(cart("\"min(50, 2e3*max(0, 0.2 - distance)^1.5)\"", 1));
  const MemoryRun pushed = run_in_memory(soft, adaptive_run(1, "dopri5", 1e-9));
  EXPECT_LE(pushed.summary.steps_taken_again, 12);  // at two kinks: to each, and over it
}

}  // namespace
}  // namespace zanjir::test
