// Forces that act in a thin zone of a distance or an angle: no step spans the border of one, however fast the body and whatever the method.
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
        EXPECT_NEAR(run.last("S.speed"), behind(5, c.work_J), 1e-7 * tolerance_scale());
      }
      if (method.one_step) {  // stages beside the border still read the other piece: by as much the energy does not add up
        const MemoryRun run = run_in_memory(model, fixed_run(1, name, 0.02));
        EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
        if (run.summary.trusted()) EXPECT_NEAR(run.last("S.speed"), behind(5, c.work_J), 0.01 * behind(5, c.work_J));
        else ++doubted;
      }
    }
  }
  std::printf("  %d runs with constant steps are not to be trusted\n", doubted);
  EXPECT_LE(doubted, 2);
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
    EXPECT_NEAR(run.last("R.speed"), std::sqrt(100 + 4.0 * passes), 1e-4);
  }
}

}  // namespace
}  // namespace zanjir::test
