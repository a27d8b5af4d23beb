// Events that come and go while nothing in the error of a step does: what laws of time move without a mass, and guards of any form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/constants.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

std::vector<std::string> adaptive_methods() {
  std::vector<std::string> names;
  for (const MethodInfo& m : stepper_methods())
    if (m.adaptive) names.emplace_back(m.name);
  return names;
}

// A ball that falls from rest meets a tray without mass, z = a sin(w t). In flight neither has a share in the error of a step, which becomes longer than many turns of the tray.
TEST(FollowedEvents, ABallMeetsAShakingTrayWhenItFirstMay) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const double a = random.uniform(0.03, 0.15), w = random.uniform(40, 160), height = a + random.uniform(0.05, 0.4);
    const auto gap = [&](double t) { return height - g * t * t / 2 - a * std::sin(w * t); };
    double touch = 0;
    for (const double dt = 1e-6; gap(touch + dt) > 0;) touch += dt;
    double end = touch + 1e-6;
    for (int i = 0; i < 60; ++i) (gap((touch + end) / 2) > 0 ? touch : end) = (touch + end) / 2;
    for (const bool tray_moves : {true, false}) {
      const std::string what =
          tray_moves
              ? "bodies: {tray: {massless: true}, ball: {mass: 1, inertia: point}}\n"
                "joints: {T: {type: prismatic, parent: ground, child: tray, axis: z}, B: {type: prismatic, parent: ground, child: ball, axis: z}}\n"
                "motion: {T: \"LAW\"}\ncontacts: {k: {ground: {on: tray, normal: z}, on: ball, law: {type: hertz, stiffness: 1e5}}}\n"
              : "bodies: {ball: {mass: 1, inertia: point}}\n"
                "joints: {B: {type: prismatic, parent: world, child: ball, axis: z}}\n"
                "base: {motion: {z: \"LAW\"}}\ncontacts: {k: {ground: {on: ground, normal: z}, on: ball, law: {type: hertz, stiffness: 1e5}}}\n";
      std::string text = fmt::format("zanjir: 1\ngravity: [0, 0, {}]\n", -g) + what + fmt::format("initial: {{q: {{B: {}}}}}\n", height);
      text.replace(text.find("LAW"), 3, fmt::format("{:.17g}*sin({:.17g}*t)", a, w));
      const Model model = model_of(text);
      for (const std::string& method : adaptive_methods()) {
        SCOPED_TRACE(method);
        const MemoryRun run = run_in_memory(model, adaptive_run(touch + 1e-3, method, 1e-9));
        ASSERT_GE(run.summary.events.size(), 1U);
        // The step to it is the exact parabola but for rounding; methods of several steps read their polynomial, good to their tolerance over the speed between the two.
        EXPECT_NEAR(run.summary.events[0].t_s, touch, 1e-9);
      }
    }
  }
}

// What turns or slides at a constant speed sets no length of step at all: all ticks of its scale are counted, whatever their form.
TEST(FollowedEvents, TicksOfScalesAreCounted) {
  const Model model = model_of(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {r: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}, s: {mass: 1, inertia: point}}\n"
      "joints: {R: {type: revolute, parent: ground, child: r, axis: z}, X: {type: prismatic, parent: ground, child: s, axis: x}}\n"
      "initial: {v: {R: 6.283185307179586, X: 5}}\n");
  struct Scale {
    std::string when;
    Crossing crossing;
    int ticks;
  };
  const Scale scales[] = {{"sin(50*R)", Crossing::falling, 100},
                          {"sin(50*R + 0.5)", Crossing::rising, 100},
                          {"mod(X, 0.1) - 0.05", Crossing::rising, 100},
                          {"mod(X, 0.1) - 0.05", Crossing::either, 199},  // each jump back is one, but that at the end
                          {"sin(20*X + 0.1) + 0.3*sin(63*X)", Crossing::either, -1}};
  for (const Scale& scale : scales) {
    for (const char* method : {"dopri5", "dop853", "fehlberg78", "bdf", "adams", "sdirk4"}) {
      SCOPED_TRACE(scale.when + " " + method);
      SimOptions options = adaptive_run(1.9999999, method, 1e-9);
      options.events = {{nullptr, UserEvent::Then::go_on, "tick", scale.when, scale.crossing}};
      int ticks = scale.ticks;
      if (ticks < 0) {  // by brute force
        const auto value = [](double t) { return std::sin(100 * t + 0.1) + 0.3 * std::sin(315 * t); };
        ticks = 0;
        for (int i = 0; i < 2000000; ++i) ticks += value(i * 0.99999995e-6) * value((i + 1) * 0.99999995e-6) < 0;
      }
      EXPECT_EQ(run_in_memory(model, options).summary.n_events, ticks);
    }
  }
}

}  // namespace
}  // namespace zanjir::test
