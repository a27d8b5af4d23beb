// Dry friction of contacts that share their forces: it holds as long as any division of the forces lies in all cones, and gives way then; against closed forms, and against limits
// found by ways of motion (upper bounds) instead of forces.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "physics/constants.hpp"
#include "physics/run_events.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

// When it first slips or parts; the end of the run if it never does.
double gives_way_s(const MemoryRun& run) {
  for (const EventRecord& e : run.summary.events)
    if (e.what == "slip" || e.what == "release") return e.t_s;
  return run.record->column("t").back();
}

MemoryRun sound_run(const std::string& yaml, double imbalance, double until_s, double step_s = 0) {
  SimOptions options = adaptive_run(until_s, "dopri5", 1e-9);
  if (step_s > 0) options.stepper.max_step_s = step_s;
  MemoryRun run = run_in_memory(model_of(yaml), options);
  EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why << "\n" << yaml;
  EXPECT_TRUE(run.summary.warnings().empty()) << run.summary.warnings().front();
  if (run.summary.largest_kinetic_J > 1e-9) {
    EXPECT_LT(run.summary.relative_imbalance(), imbalance);
  }
  return run;
}

// -- crates -----------------------------------------------------------------------------------------------------------------------------------

constexpr double half_width = 0.2, half_depth = 0.15, height = 0.3, mass = 4;  // of its mass centre above the floor

// Where the crate touches: `per_side` corners in the plane, or that many around its base in space.
std::string feet(int n) {
  std::string frames;
  for (int i = 0; i < n; ++i) {
    double x = 0, y = 0;
    if (n == 2) {
      x = i == 0 ? -half_width : half_width;
    } else if (n == 4 || i < 4) {
      x = (i & 1) ? half_width : -half_width, y = (i & 2) ? half_depth : -half_depth;
    } else {  // the middles of the edges
      x = i == 4 ? -half_width : i == 5 ? half_width : 0, y = i == 6 ? -half_depth : i == 7 ? half_depth : 0;
    }
    frames += fmt::format("{}f{}: [{}, {}, {}]", i ? ", " : "", i, x, y, -height);
  }
  return frames;
}

// A crate on n places, in the plane xz for two of them.
std::string crate(int n, const std::string& gravity, const std::string& friction, const std::string& more, const std::string& push_at = "[0, 0, 0]") {
  std::string list;
  for (int i = 0; i < n; ++i) list += fmt::format("{}c.f{}", i ? ", " : "", i);
  const char* plane = n == 2 ? "plane: xz\n" : "";
  const std::string joint = n == 2 ? "{type: planar, parent: ground, child: c, axes: [x, z]}" : "{type: free, parent: ground, child: c}";
  const std::string start = n == 2 ? fmt::format("F.y: {}", height) : fmt::format("F: {{z: {}}}", height);
  return fmt::format(
      "zanjir: 1\n{}gravity: {}\nbodies: {{c: {{mass: {}, inertia: {{ixx: 0.2, iyy: 0.25, izz: 0.15}}}}}}\nframes: {{c: {{{}, push: {}}}}}\n"
      "joints: {{F: {}}}\ncontacts: {{floor: {{ground: {{normal: z}}, on: [{}], law: {{type: hold}}, friction: {}}}}}\n"
      "initial: {{q: {{{}}}}}\n{}",
      plane, gravity, mass, feet(n), push_at, joint, list, friction, start, more);
}

std::string on_a_slope(double tangent) {
  const double angle = std::atan(tangent);
  return fmt::format("[{}, 0, {}]", g * std::sin(angle), -g * std::cos(angle));
}

// Within a thousandth of the friction angle it stays, beyond it slides as a block does.
TEST(CrateOnASlope, SlidesAtTheFrictionAngle) {
  const double mu = 0.4;  // it would tip at width/height = 0.667
  for (const int n : {2, 4, 8}) {
    SCOPED_TRACE(n);
    const std::string x = "F.x";
    const MemoryRun rests = sound_run(crate(n, on_a_slope(mu * 0.999), "{type: dry, coefficient: 0.4}", ""), 2e-13, 5);
    EXPECT_TRUE(of_kind(rests, "slip").empty());
    EXPECT_LT(std::abs(rests.last(x)), 4e-13);
    double carried = 0;
    for (int i = 0; i < n; ++i) {
      const std::string name = fmt::format("floor.c.f{}", i);
      carried += rests.last(name + ".normal_force");
      EXPECT_LE(rests.last(name + ".cone"), 1 + 1e-6) << "no cone is left";
    }
    EXPECT_NEAR(carried, mass * g * std::cos(std::atan(mu * 0.999)), rounding(100, mass * g));
    EXPECT_EQ(of_kind(sound_run(crate(n, on_a_slope(mu * 1.001), "{type: dry, coefficient: 0.4}", ""), 2e-13, 1e-3), "slip").size(),
              static_cast<std::size_t>(n));
    const double tangent = mu * 1.2, angle = std::atan(tangent), a = g * (std::sin(angle) - mu * std::cos(angle));
    const MemoryRun slides = sound_run(crate(n, on_a_slope(tangent), "{type: dry, coefficient: 0.4}", ""), 2e-13, 0.5);
    EXPECT_NEAR(slides.last(x), a * 0.25 / 2, rounding(100, a * 0.25 / 2)) << "as one block";
  }
}

// Where it would tip before it slides, it does, about its lower edge: the upper feet part, the lower ones stay.
TEST(CrateOnASlope, TipsWhereItsFrictionIsMoreThanItsWidth) {
  const double tips = half_width / height;
  for (const int n : {2, 4, 8}) {
    SCOPED_TRACE(n);
    const MemoryRun rests = sound_run(crate(n, on_a_slope(tips * 0.999), "{type: dry, coefficient: 0.9}", ""), 1e-5, 3);
    EXPECT_LT(std::abs(rests.last(n == 2 ? "F.angle" : "F.qy")), 1.5e-14);
    const MemoryRun turns = sound_run(crate(n, on_a_slope(tips * 1.001), "{type: dry, coefficient: 0.9}", ""), 1e-5, 0.3);
    EXPECT_EQ(of_kind(turns, "release").size(), n == 2 ? 1u : n == 4 ? 2u : 5u);
    EXPECT_TRUE(of_kind(turns, "slip").empty());
    // I/m + h^2 + w^2 about the edge; its moment is m g (h sin - w cos)
    const double angle = std::atan(tips * 1.001), I = 0.25 + mass * (height * height + half_width * half_width);
    const double moment = mass * g * (height * std::sin(angle) - half_width * std::cos(angle));
    const double speed = turns.last(n == 2 ? "F.angle.speed" : "F.wy");
    const double grows = std::sqrt(mass * g * (height * std::cos(angle) + half_width * std::sin(angle)) / I),
                 expected = moment / I / grows * std::sinh(0.3 * grows), tilt = moment / I / (grows * grows) * (std::cosh(0.3 * grows) - 1);
    EXPECT_NEAR(std::abs(speed), expected, 0.5 * tilt * tilt * expected) << "as far as cos(tilt) is 1 and sin(tilt) the tilt";
  }
}

// Pushed by a force that grows, at a height: it slides at mu m g or tips at m g w/z, whichever comes first.
TEST(PushedCrate, SlidesOrTipsAsItsHeightSays) {
  const double rate = 4;
  for (const double mu : {0.3, 0.8}) {
    for (const double at : {0.1, 0.45}) {
      for (const int n : {2, 4, 8}) {
        SCOPED_TRACE(fmt::format("mu {} at {} on {}", mu, at, n));
        const double slides = mu * mass * g, tips = mass * g * half_width / at, expected = std::min(slides, tips) / rate;
        const MemoryRun run =
            sound_run(crate(n, "[0, 0, -9.81]", fmt::format("{{type: dry, coefficient: {}}}", mu),
                            fmt::format("loads: {{pull: {{on: c.push, force: [\"{}*t\", 0, 0]}}}}\n", rate), fmt::format("[0, 0, {}]", at - height)),
                      6e-6, expected * 1.02, 0.1);
        EXPECT_NEAR(gives_way_s(run), expected, 4e-7 * expected * tolerance_scale());
        EXPECT_EQ(of_kind(run, "slip").empty(), tips < slides);
        EXPECT_EQ(of_kind(run, "release").empty(), tips > slides);
      }
    }
  }
}

// Breaks away at the static cone of all its feet, and slides under the kinetic one.
TEST(PushedCrate, BreaksAwayAtItsStaticCone) {
  const double rate = 4, stiction = 0.3, kinetic = 0.2, t0 = stiction * mass * g / rate, t = 1.1 * t0;
  const MemoryRun run = sound_run(crate(4, "[0, 0, -9.81]", "{type: dry, coefficient: 0.2, static_coefficient: 0.3}",
                                        fmt::format("loads: {{pull: {{on: c.push, force: [\"{}*t\", 0, 0]}}}}\n", rate), "[0, 0, -0.3]"),
                                  1e-12, t, 0.1);
  EXPECT_NEAR(gives_way_s(run), t0, 2e-9 * t0);
  EXPECT_NEAR(run.last("F.vx"), (rate * (t * t - t0 * t0) / 2 - kinetic * mass * g * (t - t0)) / mass, 5e-9);
}

double least(double from, double to, const std::function<double(double)>& f) {  // of a convex function
  for (int i = 0; i < 42; ++i) {
    const double a = from + (to - from) / 3, b = to - (to - from) / 3;
    const bool left = f(a) < f(b);
    (left ? to : from) = left ? b : a;
  }
  return f(0.5 * (from + to));
}

// Pushed along y at the floor, off its centre: the force that just moves it is the least, over all ways of turning and sliding, of the friction they take per way of the
// push, and the most over the one division of the weight on four feet that nothing determines. From there on it slides and turns.
TEST(PushedCrate, TurnsAtItsLimitSurface) {
  const double mu = 0.35, rate = 4;
  for (const double arm : {0.0, 0.03, 0.1, 0.25}) {
    SCOPED_TRACE(arm);
    const auto friction = [&](double more, double vx, double w) {  // v_y at the push is 1
      double sum = 0;
      for (int i = 0; i < 4; ++i) {
        const double x = (i & 1) ? half_width : -half_width, y = (i & 2) ? half_depth : -half_depth;
        const double N = mass * g / 4 + ((i == 0 || i == 3) ? more : -more);
        sum += mu * N * std::hypot(vx - w * y, 1 + w * (x - arm));
      }
      return sum;
    };
    const double limit = -least(-mass * g / 4, mass * g / 4, [&](double more) {
      return -least(-3, 3, [&](double vx) { return least(-30, 30, [&](double w) { return friction(more, vx, w); }); });
    });
    const double expected = limit / rate;
    const MemoryRun run =
        sound_run(crate(4, "[0, 0, -9.81]", fmt::format("{{type: dry, coefficient: {}}}", mu),
                        fmt::format("loads: {{pull: {{on: c.push, force: [0, \"{}*t\", 0]}}}}\n", rate), fmt::format("[{}, 0, -0.3]", arm)),
                  5e-9, expected * 1.05, 0.1);
    EXPECT_FALSE(of_kind(run, "slip").empty());
    EXPECT_NEAR(gives_way_s(run), expected, 3e-10 * expected * tolerance_scale());
    EXPECT_GT(run.last("F.vy"), 0);
    EXPECT_EQ(std::abs(run.last("F.wz")) > 1e-6, arm != 0);
  }
}

// -- others -----------------------------------------------------------------------------------------------------------------------------------

// A ladder on a floor and against a wall, both dry: it stands while tan(angle) > (1 - mu_f mu_w)/(2 mu_f), although no law says what each of the two carries.
TEST(Ladder, StandsWhereAnyDivisionHoldsIt) {
  const double floor = 0.4, wall = 0.3, limit = std::atan((1 - floor * wall) / (2 * floor));
  for (const bool stands : {true, false}) {
    const double angle = limit * (stands ? 1.001 : 0.999);
    const std::string yaml = fmt::format(
        "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {{l: {{mass: 10, inertia: {{iyy: 10*4/12}}}}}}\nframes: {{l: {{foot: [-1, 0, 0], top: "
        "[1, 0, 0]}}}}\n"
        "joints: {{F: {{type: planar, parent: ground, child: l, axes: [x, z]}}}}\n"
        "contacts:\n  floor: {{ground: {{normal: z}}, on: l.foot, law: {{type: hold}}, friction: {{type: dry, coefficient: {}}}}}\n"
        "  wall: {{ground: {{normal: -x}}, on: l.top, law: {{type: hold}}, friction: {{type: dry, coefficient: {}}}}}\n"
        "initial: {{q: {{F: {{x: {}, y: {}, angle: {}}}}}}}\n",
        floor, wall, -std::cos(angle), std::sin(angle), angle);
    const MemoryRun run = sound_run(yaml, 7e-7, 0.5);
    EXPECT_EQ(of_kind(run, "slip").size(), stands ? 0u : 2u);
    EXPECT_EQ(std::abs(run.last("F.angle.speed")) < 1e-9, stands);
  }
}

// Two fingers of two points each, pressed on with F: the box slips out where its load passes 2 mu F, whatever the fingers' points carry.
TEST(FourPointGripper, CarriesWhatFrictionCan) {
  const double mu = 0.5, squeeze = 12, m = 0.8, rate = 2;
  for (const double arm : {0.0, 0.02}) {
    const std::string yaml = fmt::format(
        "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {{left: {{mass: 0.1, inertia: {{iyy: 1e-4}}}}, right: {{mass: 0.1, inertia: {{iyy: "
        "1e-4}}}}, "
        "box: {{mass: 0.8, inertia: {{iyy: 2e-3}}}}}}\n"
        "frames: {{left: {{a: [0, 0, 0.03], b: [0, 0, -0.03]}}, right: {{a: [0, 0, 0.03], b: [0, 0, -0.03]}}, box: {{hook: [{}, 0, 0]}}}}\n"
        "joints:\n  L: {{type: prismatic, parent: ground, child: left, axis: x, actuated: true}}\n"
        "  R: {{type: prismatic, parent: ground, child: right, axis: -x, actuated: true}}\n  lies: {{type: planar, parent: ground, child: box, axes: "
        "[x, z]}}\n"
        "control: {{L: {{force: {}}}, R: {{force: {}}}}}\n"
        "contacts:\n  l: {{ground: {{on: box, normal: -x, point: [-0.05, 0, 0]}}, on: [left.a, left.b], law: {{type: hold}}, friction: {{type: dry, "
        "coefficient: {}}}}}\n"
        "  r: {{ground: {{on: box, normal: x, point: [0.05, 0, 0]}}, on: [right.a, right.b], law: {{type: hold}}, friction: {{type: dry, "
        "coefficient: {}}}}}\n"
        "loads: {{pull: {{on: box.hook, force: [0, 0, \"-{}*t\"]}}}}\ninitial: {{q: {{L: -0.05, R: -0.05}}}}\n",
        arm, squeeze, squeeze, mu, mu, rate);
    const double t = (2 * mu * squeeze - m * g) / rate;  // arm: its moment, 0.02 of the load, is less than what 0.06 m of points can turn with
    const MemoryRun run = sound_run(yaml, 2e-13, 1.05 * t, 0.05);
    EXPECT_NEAR(gives_way_s(run), t, 8e-9 * t) << arm;
  }
}

// Rows of a rigid body are six. Three feet that stick have nine: their normal forces are determined, friction is not. Of four feet nothing is, and where they slide friction follows normal
// forces, which are. One foot alone shares nothing.
TEST(SharedForces, AreMarkedAsUndetermined) {
  const auto run_on = [](const std::vector<std::array<double, 2>>& feet, double vx) {
    std::string frames, on;
    for (std::size_t i = 0; i < feet.size(); ++i) {
      frames += fmt::format("{}f{}: [{}, {}, -0.1]", i ? ", " : "", i, feet[i][0], feet[i][1]);
      on += fmt::format("{}c.f{}", i ? ", " : "", i);
    }
    const Model model = model_of(fmt::format(
        "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {{c: {{mass: 2, inertia: {{ixx: 0.1, iyy: 0.1, izz: 0.1}}}}}}\nframes: {{c: {{{}}}}}\n"
        "joints: {{F: {{type: free, parent: ground, child: c}}}}\n"
        "contacts: {{floor: {{ground: {{normal: z}}, on: [{}], law: {{type: hold}}, friction: {{type: dry, coefficient: 0.3}}}}}}\n"
        "initial: {{q: {{F: {{z: 0.1}}}}, v: {{F: {{vx: {}}}}}}}\n",
        frames, on, vx));
    return run_in_memory(model, fixed_run(0.02, "rk4", 0.01));
  };
  const std::vector<std::array<double, 2>> three{{{-0.2, -0.1}}, {{0.2, -0.1}}, {{0, 0.2}}},
      four{{{-0.2, -0.1}}, {{0.2, -0.1}}, {{0.2, 0.1}}, {{-0.2, 0.1}}};
  struct Case {
    const std::vector<std::array<double, 2>>& feet;
    double vx, undetermined;
  };
  for (const Case& c : {Case{three, 0, 2}, Case{three, 1, 0}, Case{four, 0, 3}, Case{four, 1, 3}}) {
    SCOPED_TRACE(fmt::format("{} feet at {} m/s", c.feet.size(), c.vx));
    const MemoryRun run = run_on(c.feet, c.vx);
    for (std::size_t i = 0; i < c.feet.size(); ++i) {
      EXPECT_EQ(run.least(fmt::format("floor.c.f{}.undetermined", i)), c.undetermined);
      EXPECT_EQ(run.largest(fmt::format("floor.c.f{}.undetermined", i)), c.undetermined);
    }
    const bool told = std::any_of(run.summary.notes.begin(), run.summary.notes.end(),
                                  [](const std::string& note) { return note.find("rigid bodies do not determine") != std::string::npos; });
    EXPECT_EQ(told, c.undetermined > 0);
  }
}

}  // namespace
}  // namespace zanjir::test
