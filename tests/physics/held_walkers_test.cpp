// Trunks on legs that laws swing, on feet that hold: strikes, slips and lifts of several feet at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "physics/run_events.hpp"
#include "support/simulation.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test::held_walkers {
namespace {

// In the plane, on two legs of 0.2 m that swing by 0.61 rad.
std::string two_legs(double front, double rear, double w, double mu) {
  return fmt::format(
      "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\nbodies:\n  trunk: {{mass: 2, inertia: {{izz: 0.05}}}}\n"
      "  front: {{mass: 0.2, com: [0, -0.1, 0], inertia: {{izz: 1e-3}}}}\n  rear: {{mass: 0.2, com: [0, -0.1, 0], inertia: {{izz: 1e-3}}}}\n"
      "frames: {{front: {{foot: [0, -0.2, 0]}}, rear: {{foot: [0, -0.2, 0]}}}}\njoints:\n  base: {{type: planar, parent: ground, child: trunk}}\n"
      "  F: {{type: revolute, parent: trunk, child: front, at: [0.25, 0, 0], axis: z}}\n"
      "  R: {{type: revolute, parent: trunk, child: rear, at: [-0.25, 0, 0], axis: z}}\n"
      "motion: {{F: \"0.61*sin({2}*t + {0})\", R: \"0.61*sin({2}*t + {1})\"}}\n"
      "contacts: {{floor: {{ground: {{normal: y}}, on: [front.foot, rear.foot], law: {{type: hold}}, friction: {{type: dry, coefficient: {3}}}}}}}\n"
      "initial: {{q: {{base.y: 0.21}}}}\n",
      front, rear, w, mu);
}

// On four legs, phases and axes at random.
std::string four_legs(Random& random) {
  const double w = random.uniform(10, 20), mu = random.uniform(0.5, 0.95);
  std::string bodies, joints, frames, motion, feet;
  for (int k = 1; k <= 4; ++k) {
    const double tilt = random.uniform(-0.3, 0.3), phase = random.uniform(0, 6.28);
    bodies += fmt::format("  leg{}: {{mass: 0.2, com: [0, 0, -0.1], inertia: {{ixx: 1e-3, iyy: 1e-3, izz: 1e-4}}}}\n", k);
    joints += fmt::format("  H{0}: {{type: revolute, parent: trunk, child: leg{0}, at: [{1}, {2}, 0], axis: [{3}, {4}, 0]}}\n", k,
                          k < 3 ? 0.25 : -0.25, k % 2 ? 0.12 : -0.12, std::sin(tilt), std::cos(tilt));
    frames += fmt::format("  leg{}: {{foot: [0, 0, -0.2]}}\n", k);
    motion += fmt::format("  H{}: \"0.61*sin({}*t + {})\"\n", k, w, phase);
    feet += fmt::format("{}leg{}.foot", k > 1 ? ", " : "", k);
  }
  return "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies:\n  trunk: {mass: 2, inertia: {ixx: 0.02, iyy: 0.05, izz: 0.06}}\n" + bodies +
         "joints:\n  base: {type: free, parent: ground, child: trunk}\n" + joints + "frames:\n" + frames + "motion:\n" + motion +
         fmt::format("contacts: {{floor: {{ground: {{normal: z}}, on: [{}], law: {{type: hold}}, friction: {{type: dry, coefficient: {}}}}}}}\n",
                     feet, mu) +
         "initial: {q: {base.z: 0.25}}\n";
}

void expect_at_its_end(const MemoryRun& run, std::initializer_list<const char*> feet, const std::string& which) {
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << which << run.summary.why;
  EXPECT_TRUE(run.summary.trusted()) << which << run.summary.full();
  for (const char* foot : feet) EXPECT_GT(run.least(fmt::format("floor.{}.gap", foot)), -1e-9) << which << foot;
}

long number_from(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}

}  // namespace

// A foot that was let go a hair before lies on the ground still. The strike of the other one pushes it down, and its own would push that one down in turn: 0.43, 0.20, 0.12 ... m/s within 1e-11 s,
// without end. They strike together.
TEST(HeldWalkers, StrikeTogetherWithFeetThatLieOnTheGround) {
  struct Case {
    double front, rear, w, mu;
  };
  for (const Case& c :
       {Case{1.9, 5.1, 18, 0.9}, Case{3.4, 0.1, 18, 0.9}, Case{1.6, 4.7, 20, 0.6}, Case{0.2, 3.4, 20, 0.6}, Case{2.2, 5.6, 15, 0.8}}) {
    const std::string which = fmt::format("phases {} and {}: ", c.front, c.rear);
    const MemoryRun run = run_in_memory(model_of(two_legs(c.front, c.rear, c.w, c.mu)), adaptive_run(0.5, "dopri5", 1e-8));
    expect_at_its_end(run, {"front.foot", "rear.foot"}, which);
    EXPECT_LT(run.summary.events.size(), 60u) << which;
  }
}

// A foot that never slips would have to be pulled here, and enters the ground when it is let go. That was told as a matter of dry friction, of which there is none.
TEST(HeldWalkers, OnFeetThatNeverSlipSayWhatEndsThem) {
  const MemoryRun run = run_in_memory(model_of(R"yaml(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies:
  trunk: {mass: 2, inertia: {izz: 0.05}}
  front: {mass: 0.2, com: [0, -0.1, 0], inertia: {izz: 1e-3}}
  rear: {mass: 0.2, com: [0, -0.1, 0], inertia: {izz: 1e-3}}
  fshank: {mass: 0.2, com: [0, -0.1, 0], inertia: {izz: 1e-3}}
  rshank: {mass: 0.2, com: [0, -0.1, 0], inertia: {izz: 1e-3}}
frames: {fshank: {foot: [0, -0.2, 0]}, rshank: {foot: [0, -0.2, 0]}}
joints:
  base: {type: planar, parent: ground, child: trunk}
  F: {type: revolute, parent: trunk, child: front, at: [0.25, 0, 0], axis: z}
  R: {type: revolute, parent: trunk, child: rear, at: [-0.25, 0, 0], axis: z}
  FK: {type: revolute, parent: front, child: fshank, at: [0, -0.2, 0], axis: z}
  RK: {type: revolute, parent: rear, child: rshank, at: [0, -0.2, 0], axis: z}
motion: {F: "0.3296*sin(13.7950*t + 1.0359)", R: "0.3296*sin(13.7950*t + 4.3317)", FK: "0.4587*sin(13.7950*t + 4.9777)", RK: "0.4587*sin(13.7950*t + 5.0733)"}
contacts: {floor: {ground: {normal: y}, on: [fshank.foot, rshank.foot], law: {type: hold}, friction: {type: stick, coefficient: 0.6114}}}
initial: {q: {base.y: 0.41}}
)yaml"),
                                      adaptive_run(0.1, "dopri5", 1e-9));
  ASSERT_EQ(run.summary.end, RunEnd::numerics_failed);
  EXPECT_NE(run.summary.why.find("held by what cannot slide it would have to be pulled"), std::string::npos) << run.summary.why;
}

// ZANJIR_WALKERS=100 and ZANJIR_WALKERS_FROM=n for more.
TEST(RandomWalkers, ComeToTheirEnd) {
  const long n = number_from("ZANJIR_WALKERS", 6), first = number_from("ZANJIR_WALKERS_FROM", 1);
  for (long seed = first; seed < first + n; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const MemoryRun run = run_in_memory(model_of(four_legs(random)), adaptive_run(1, "dopri5", 1e-6));
    expect_at_its_end(run, {"leg1.foot", "leg2.foot", "leg3.foot", "leg4.foot"}, fmt::format("walker {}: ", seed));
  }
}

}  // namespace zanjir::test::held_walkers
