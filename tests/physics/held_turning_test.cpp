// What slides with dry friction and turns on its way, to rest, by constant steps, against a program of its own: a point on a plane whose steps shrink with its speed. The way turns ever faster towards rest, about as the
// speed to a power below one, and friction turns it back at a rate that grows without end (decision 0035).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "physics/constants.hpp"
#include "physics/run_events.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

struct SlidingPoint {
  double slope, mu, mu_across, speed, heading;  // mu along the line of fall; heading from it
};

SlidingPoint random_point(std::uint64_t seed, bool anisotropic) {
  Random random(seed);
  SlidingPoint p{};
  p.slope = random.uniform(0.05, 0.6);
  p.mu = std::tan(p.slope) * random.uniform(1.05, 3);
  p.speed = random.uniform(0.3, 3), p.heading = random.uniform(0, 2 * pi);
  p.mu_across = anisotropic ? p.mu * random.uniform(1, 3) : p.mu;
  return p;
}

struct Rest {
  double x, y, t;
};

// x down the slope, y across it. Time goes by as h V/g, by classical Runge-Kutta: of h = 0.02 some 1e-9 of the way is left, of 1e-8 m/s nothing.
Rest rest_of(const SlidingPoint& p) {
  using Five = std::array<double, 5>;  // x, y, their rates, t
  const double pulls = g * std::sin(p.slope), presses = g * std::cos(p.slope), h = 0.02;
  const auto rates = [&](const Five& s) {
    const double c = std::hypot(s[2], s[3]) / g, size = std::hypot(p.mu * s[2], p.mu_across * s[3]);
    return Five{s[2] * c, s[3] * c, (pulls - presses * p.mu * p.mu * s[2] / size) * c, -presses * p.mu_across * p.mu_across * s[3] / size * c, c};
  };
  Five s{0, 0, p.speed * std::cos(p.heading), p.speed * std::sin(p.heading), 0};
  const auto moved = [&](const Five& k, double by) {
    Five out = s;
    for (std::size_t i = 0; i < 5; ++i) out[i] += by * k[i];
    return out;
  };
  while (std::hypot(s[2], s[3]) > 1e-8) {
    const Five k1 = rates(s), k2 = rates(moved(k1, h / 2)), k3 = rates(moved(k2, h / 2)), k4 = rates(moved(k3, h));
    for (std::size_t i = 0; i < 5; ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {s[0], s[1], s[4]};
}

std::string model_text(const SlidingPoint& p, const std::string& ground = "{normal: z}", const std::string& more_bodies = "",
                       const std::string& more = "") {
  return fmt::format(
      "zanjir: 1\ngravity: [{}, 0, {}]\nbodies: {{gx: {{massless: true}}, gy: {{massless: true}}, p: {{mass: 1, inertia: {{ixx: 0.01, iyy: 0.01, "
      "izz: 0.01}}}}{}}}\n"
      "joints:\n  X: {{type: prismatic, parent: ground, child: gx, axis: x}}\n  Y: {{type: prismatic, parent: gx, child: gy, axis: y}}\n"
      "  Z: {{type: prismatic, parent: gy, child: p, axis: z}}\n{}"
      "contacts: {{floor: {{ground: {}, on: p, law: {{type: hold}}, friction: {{type: dry, direction: [1, 0, 0], coefficient: {}, across: {}}}}}}}\n",
      g * std::sin(p.slope), -g * std::cos(p.slope), more_bodies, more, ground, p.mu, p.mu_across);
}

std::string thrown(const SlidingPoint& p, double carried = 0) {
  return fmt::format("initial: {{v: {{X: {}, Y: {}}}}}\n", p.speed * std::cos(p.heading), p.speed * std::sin(p.heading) + carried);
}

void expect_rest(const Model& model, const SimOptions& options, const Rest& there, double close, double carried_m = 0) {
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_TRUE(run.summary.warnings().empty()) << run.summary.warnings().front();
  EXPECT_LT(std::hypot(run.last("X") - there.x, run.last("Y") - there.y - carried_m), close);
  EXPECT_LT(run.last("floor.p.slip"), 1e-14) << "nothing creeps";
  EXPECT_EQ(of_kind(run, "stick").size(), 1u);
}

// Half of these crept on for good by rk4. Bounds are some six times what is seen, but for the first order, which is off by half a step at the speed it had: a way that turns by a tenth in the last of rk4's steps, of V h = 1e-4 m and
// less, is known by its square of a hundredth and better.
TEST(SlidingPoint, ComesToRestByConstantStepsHoweverItTurns) {
  for (const bool anisotropic : {false, true}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const SlidingPoint p = random_point(seed, anisotropic);
      const Rest there = rest_of(p);
      const Model model = model_of(model_text(p) + thrown(p));
      const double until = 1.2 * there.t + 0.1;
      SCOPED_TRACE(fmt::format("seed {}, {} deg, {} and {}, {} m/s at {} rad", seed, p.slope * 180 / pi, p.mu, p.mu_across, p.speed, p.heading));
      expect_rest(model, adaptive_run(until, "dopri5", 1e-10), there, 3e-8 * tolerance_scale());
      expect_rest(model, fixed_run(until, "rk4", 5e-3), there, 1e-5 * tolerance_scale());
      expect_rest(model, fixed_run(until, "rk4", 1e-3), there, 1e-7 * tolerance_scale());
      expect_rest(model, fixed_run(until, "semi-implicit-euler", 1e-3), there,
                  0.5e-3 * (p.speed + g * std::sin(p.slope) * there.t) * tolerance_scale());
    }
  }
}

// Sixteen times as stiff across as along, nearly straight down: steps in which the way hardly turns throw it to and fro across.
TEST(SlidingPoint, IsNotThrownToAndFroAcrossItsWay) {
  const SlidingPoint p{0.327, 0.3719, 1.5, 1.17, 4.947};
  const Rest there = rest_of(p);
  const Model model = model_of(model_text(p) + thrown(p));
  expect_rest(model, fixed_run(1.2 * there.t, "rk4", 1e-3), there, 3e-7 * tolerance_scale());
}

// On a belt that runs across the slope; ways are those beside the belt, in its axes.
TEST(SlidingPoint, ComesToRestOnABeltThatRuns) {
  const SlidingPoint p = random_point(5, true);
  const Rest there = rest_of(p);
  const double until = 1.2 * there.t + 0.1, belt = 0.7;
  const Model model =
      model_of(model_text(p, "{on: belt, normal: z, point: [0, 0, 0]}", ", belt: {mass: 1, inertia: {ixx: 0.01, iyy: 0.01, izz: 0.01}}",
                          "  B: {type: prismatic, parent: ground, child: belt, axis: y}\nmotion: {B: \"0.7*t\"}\n") +
               thrown(p, belt));
  expect_rest(model, fixed_run(until, "rk4", 5e-3), there, 3e-7 * tolerance_scale(), belt * until);
}

// A row of a recording says that it slides, not its way: it has the one that it goes.
TEST(SlidingPoint, ComesToRestWhereItIsBegunAgainOnItsWay) {
  const SlidingPoint p = random_point(3, false);
  const Rest there = rest_of(p);
  SimOptions options = fixed_run(1.2 * there.t + 0.1, "rk4", 5e-3);
  options.restart_every_s = there.t / 3.1;
  const MemoryRun run = run_in_memory(model_of(model_text(p) + thrown(p)), options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_LT(std::hypot(run.last("X") - there.x, run.last("Y") - there.y), 3e-7 * tolerance_scale());
  EXPECT_LT(run.last("floor.p.slip"), 1e-14);
}

// A crate on four feet that spins as it slides down: each foot turns on a way of its own.
TEST(SlidingPoint, IsOneOfFourUnderACrateThatSpins) {
  const Model model = model_of(R"(
zanjir: 1
gravity: [2.5, 0, -9.48]
bodies: {c: {mass: 4, inertia: {ixx: 0.2, iyy: 0.25, izz: 0.15}}}
frames: {c: {a: [-0.2, -0.15, -0.1], b: [0.2, -0.15, -0.1], d: [-0.2, 0.15, -0.1], e: [0.2, 0.15, -0.1]}}
joints: {F: {type: free, parent: ground, child: c}}
contacts: {floor: {ground: {normal: z}, on: [c.a, c.b, c.d, c.e], law: {type: hold}, friction: {type: dry, coefficient: 0.45}}}
initial: {q: {F: {z: 0.1}}, v: {F: {vx: -0.8, vy: 0.5, wz: 3}}}
)");
  const MemoryRun there = run_in_memory(model, adaptive_run(1.5, "dopri5", 1e-10));
  ASSERT_EQ(there.summary.end, RunEnd::reached_end) << there.summary.why;
  for (const double h : {5e-3, 1e-3}) {
    SCOPED_TRACE(h);
    const MemoryRun run = run_in_memory(model, fixed_run(1.5, "rk4", h));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    for (const char* name : {"F.x", "F.y", "F.qz"}) EXPECT_NEAR(run.last(name), there.last(name), 3e-7 * tolerance_scale()) << name;
    EXPECT_LT(run.last("floor.c.a.slip"), 1e-14) << "nothing creeps";
  }
}

}  // namespace
}  // namespace zanjir::test
