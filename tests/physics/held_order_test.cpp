// Dry friction of places that are held by order: the ground may pull, and rubs only while it presses. Against closed forms and integrations of the test's own, with every formulation.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "physics/constants.hpp"
#include "physics/run_events.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir::test::held_order {
namespace {

double zero_of(const std::function<double(double)>& f, double lo, double hi) {
  for (int i = 0; i < 200; ++i) {
    const double middle = (lo + hi) / 2;
    ((f(middle) > 0) == (f(lo) > 0) ? lo : hi) = middle;
  }
  return (lo + hi) / 2;
}

void expect_sound(const MemoryRun& run, double imbalance) {
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_TRUE(run.summary.trusted()) << run.summary.full();
  EXPECT_LT(run.summary.relative_imbalance(), imbalance);
}

// Friction only takes, from every row to the next.
void expect_only_taken(const MemoryRun& run) {
  const std::vector<double> work = run.record->column("ledger.contact_friction");
  for (std::size_t i = 1; i < work.size(); ++i)
    EXPECT_LE(work[i] - work[i - 1], 1e-14 * std::abs(work[i])) << "at t = " << run.record->column("t")[i];
}

struct Happens {
  const char* what;
  double t_s;
};
void expect_events(const MemoryRun& run, const std::vector<Happens>& wanted, double tolerance_s) {
  std::vector<EventRecord> seen;
  for (const EventRecord& e : run.summary.events)
    if (e.what == "slip" || e.what == "stick" || e.what == "loose") seen.push_back(e);
  std::string list;
  for (const EventRecord& e : seen) list += fmt::format("{} {:.9f}\n", e.what, e.t_s);
  ASSERT_EQ(seen.size(), wanted.size()) << list;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].what, wanted[i].what) << list;
    EXPECT_NEAR(seen[i].t_s, wanted[i].t_s, tolerance_s) << list;
  }
}

// A sled on a rail that holds it from both sides, m = 2 kg, pressed by P cos wt, pulled along by H.
constexpr double m = 2, P = 40, w = 10, mu = 0.3, H = 2;
std::string sled(double speed, const std::string& along, const std::string& across) {
  return fmt::format(
      "zanjir: 1\nplane: xz\ngravity: [0, 0, 0]\nbodies: {{guide: {{massless: true}}, sled: {{mass: {}, inertia: {{iyy: 0.01}}}}}}\n"
      "joints: {{X: {{type: prismatic, parent: ground, child: guide, axis: x}}, Z: {{type: prismatic, parent: guide, child: sled, axis: z}}}}\n"
      "contacts: {{rail: {{ground: {{normal: z}}, on: sled, law: {{type: hold}}, held: \"1\", friction: {{type: dry, coefficient: {}}}}}}}\n"
      "loads: {{along: {{joint: X, value: \"{}\"}}, across: {{joint: Z, value: \"{}\"}}}}\ninitial: {{v: {{X: {}}}}}\n",
      m, mu, along, across, speed);
}

}  // namespace

// Pressed it slides to rest, sticks, is pulled out of its cone; pulled off the rail it is moved by H alone; pressed again it comes to rest once more. All pieces have closed forms.
TEST(HeldSled, RubsOnlyWhileItIsPressed) {
  const double v0 = 0.3, quarter = pi / (2 * w), period = 4 * quarter;
  const auto gained = [&](double from, double to) {
    return (H * (to - from) - mu * P / w * (std::sin(w * to) - std::sin(w * from))) / m;
  };  // pressed
  const double stops = zero_of([&](double t) { return v0 + gained(0, t); }, 0, 0.08);
  const double slips = std::acos(H / (mu * P)) / w, when_loose = gained(slips, quarter), when_pressed = when_loose + H / m * 2 * quarter;
  const double stops_again = zero_of([&](double t) { return when_pressed + gained(3 * quarter, t); }, 3 * quarter, period);
  const Model model = model_of(sled(v0, fmt::format("{}", H), fmt::format("-{}*cos({}*t)", P, w)));
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, model).forward) continue;
    SCOPED_TRACE(name_of(formulation));
    SimOptions options = adaptive_run(0.9, "dopri5", 1e-11);
    options.sample_interval_s = 0.005;
    options.motion.formulation = name_of(formulation);
    const MemoryRun run = run_in_memory(model, options);
    expect_sound(run, 1e-9);
    expect_only_taken(run);
    expect_events(run,
                  {{"slip", 0},
                   {"stick", stops},
                   {"slip", slips},
                   {"loose", quarter},
                   {"slip", 3 * quarter},
                   {"stick", stops_again},
                   {"slip", slips + period},
                   {"loose", quarter + period}},
                  1e-9 * tolerance_scale());
    EXPECT_NEAR(run.last("X.speed"), when_loose + H / m * (0.9 - quarter - period), 4e-12 * tolerance_scale());
    const std::vector<double> t = run.record->column("t"), phase = run.record->column("rail.sled.phase"),
                              friction = run.record->column("rail.sled.friction.x"), normal = run.record->column("rail.sled.normal_force");
    for (std::size_t i = 0; i < t.size(); ++i) {
      EXPECT_NEAR(normal[i], P * std::cos(w * t[i]), rounding(100, P)) << "held, whatever its friction";
      if (phase[i] == 3) EXPECT_EQ(friction[i], 0) << t[i];
      else EXPECT_LE(std::abs(friction[i]), mu * normal[i] + 1e-6) << t[i];
    }
  }
}

// A rod of mass m, its foot on the rail: x the foot, a the angle from upright, l to its mass centre.
//   m (x'' + l (a'' cos a - a'^2 sin a)) = F,   -m l (a'' sin a + a'^2 cos a) = N - m g,   I a'' = N l sin a - F l cos a,   F = -mu max(N, 0) while the foot goes forward
// It goes round, so that the rail presses and pulls in turn, and N depends on its own friction.
TEST(HeldRod, SlidesAsItsEquationsSay) {
  const double l = 0.3, I = 0.05, speed = 25, spin = 9, until = 1.5;
  struct Rates {
    double x, a, N;
  };
  const auto rates = [&](double a, double da, double friction) {  // friction: F = -friction N
    // a'' from I a'' = N l (sin a + friction cos a), N = m g - m l (a'' sin a + a'^2 cos a)
    const double arm = l * (std::sin(a) + friction * std::cos(a));
    const double N = (m * g - m * l * da * da * std::cos(a)) / (1 + m * l * std::sin(a) * arm / I), dda = N * arm / I;
    return Rates{-friction * N / m - l * (dda * std::cos(a) - da * da * std::sin(a)), dda, N};
  };
  const auto law = [&](double a, double da) {
    const Rates free = rates(a, da, 0);
    return free.N > 0 ? rates(a, da, mu) : free;
  };
  double y[4] = {0, 0, speed, spin}, least_speed = speed;  // x, a and their rates
  int signs = 0;
  const int n = 300000;
  const double h = until / n;
  for (int i = 0; i < n; ++i) {
    double k[4][4], z[4];
    for (int stage = 0; stage < 4; ++stage) {
      for (int j = 0; j < 4; ++j) z[j] = y[j] + (stage == 0 ? 0 : h * (stage == 3 ? 1 : 0.5) * k[stage - 1][j]);
      const Rates r = law(z[1], z[3]);
      k[stage][0] = z[2], k[stage][1] = z[3], k[stage][2] = r.x, k[stage][3] = r.a;
    }
    const bool pressed = law(y[1], y[3]).N > 0;
    for (int j = 0; j < 4; ++j) y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    signs += (law(y[1], y[3]).N > 0) != pressed;
    least_speed = std::min(least_speed, y[2]);
  }
  ASSERT_GT(least_speed, 0) << "the foot goes forward all the time";
  ASSERT_GE(signs, 4) << "the rail presses and pulls in turn";
  const Model model = model_of(fmt::format(
      "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {{rod: {{mass: {}, inertia: {{iyy: {}}}}}}}\nframes: {{rod: {{foot: [0, 0, -{}]}}}}\n"
      "joints: {{F: {{type: planar, parent: ground, child: rod, axes: [x, z]}}}}\n"
      "contacts: {{rail: {{ground: {{normal: z}}, on: rod.foot, law: {{type: hold}}, held: \"1\", friction: {{type: dry, coefficient: {}}}}}}}\n"
      "initial: {{q: {{F.y: {}}}, v: {{F.x: {}, F.angle: {}}}}}\n",
      m, I, l, mu, l, speed + l * spin, -spin));
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, model).forward) continue;
    SCOPED_TRACE(name_of(formulation));
    SimOptions options = adaptive_run(until, "dopri5", 1e-10);
    options.sample_interval_s = 0.01;
    options.motion.formulation = name_of(formulation);
    const MemoryRun run = run_in_memory(model, options);
    expect_sound(run, 5e-11);
    expect_only_taken(run);
    EXPECT_EQ(of_kind(run, "loose").size() + of_kind(run, "slip").size(), static_cast<std::size_t>(signs + 1)) << "and the start";
    // Steps of the test's own pass the kinks of the law unseen: each leaves some h^2 of the jump in the rate of the force.
    EXPECT_NEAR(-run.last("F.angle"), y[1], 1.5e-8 * tolerance_scale());
    EXPECT_NEAR(-run.last("F.angle.speed"), y[3], 2e-7 * tolerance_scale());
    EXPECT_NEAR(run.last("F.x"), y[0] + l * std::sin(y[1]), 1.5e-9 * tolerance_scale());
  }
}

// Without any normal force there is nothing to decide at any instant, whatever rounding makes of it.
TEST(HeldSled, IsLooseWhereNothingPresses) {
  const MemoryRun run = run_in_memory(model_of(sled(1, "sin(3*t)", "0")), adaptive_run(5, "dopri5", 1e-10));
  expect_sound(run, 3e-10);
  expect_events(run, {{"loose", 0}}, 0);
  EXPECT_NEAR(run.last("X.speed"), 1 + (1 - std::cos(15.0)) / (3 * m), 3e-10 * tolerance_scale());
  EXPECT_EQ(run.last("ledger.contact_friction"), 0);
}

// The same of a body that tumbles about the place that is held, whose force is rounding of much larger terms.
TEST(HeldMassCentre, IsLooseHoweverItTumbles) {
  const MemoryRun run = run_in_memory(model_of(R"(
zanjir: 1
gravity: [0, 0, 0]
bodies: {b: {mass: 1, inertia: {ixx: 0.01, iyy: 0.02, izz: 0.025}}}
joints: {F: {type: free, parent: ground, child: b}}
contacts: {rail: {ground: {normal: [0.3, 0.1, 0.9]}, on: b, law: {type: hold}, held: "1", friction: {type: dry, coefficient: 0.5}}}
initial: {v: {F.wx: 5, F.wy: 7, F.wz: 0.3, F.vx: 0.9, F.vz: -0.3}}
)"),
                                      adaptive_run(3, "dopri5", 1e-12));
  expect_sound(run, 2.5e-10);
  expect_events(run, {{"loose", 0}}, 0);
  EXPECT_NEAR(run.last("F.x"), 2.7, 3e-10 * tolerance_scale());
}

// On four feet, whose forces no equation divides: pressed and pulled in the middle they all do as the sled does.
TEST(HeldCrate, OnFourFeetDoesAsASledDoes) {
  const MemoryRun run = run_in_memory(model_of(fmt::format(R"yaml(
zanjir: 1
gravity: [0, 0, 0]
bodies: {{crate: {{mass: {0}, inertia: {{ixx: 0.02, iyy: 0.03, izz: 0.04}}}}}}
frames: {{crate: {{a: [0.2, 0.1, 0], b: [-0.2, 0.1, 0], c: [0.2, -0.1, 0], d: [-0.2, -0.1, 0]}}}}
joints: {{F: {{type: free, parent: ground, child: crate}}}}
contacts: {{rail: {{ground: {{normal: z}}, on: [crate.a, crate.b, crate.c, crate.d], law: {{type: hold}}, held: "1", friction: {{type: dry, coefficient: {1}}}}}}}
loads: {{push: {{on: crate, force: ["{2}", 0, "-{3}*cos({4}*t)"]}}}}
initial: {{v: {{F.vx: 0.3}}}}
)yaml",
                                                           m, mu, H, P, w)),
                                      adaptive_run(0.9, "dopri5", 1e-10));
  const MemoryRun sledge =
      run_in_memory(model_of(sled(0.3, fmt::format("{}", H), fmt::format("-{}*cos({}*t)", P, w))), adaptive_run(0.9, "dopri5", 1e-10));
  expect_sound(run, 1e-8);
  expect_only_taken(run);
  for (const char* what : {"slip", "stick", "loose"}) EXPECT_EQ(of_kind(run, what).size(), 4 * of_kind(sledge, what).size()) << what;
  EXPECT_NEAR(run.last("F.x"), sledge.last("X"), 1.5e-12 * tolerance_scale());
  EXPECT_NEAR(run.last("F.vx"), sledge.last("X.speed"), 5e-12 * tolerance_scale());
}

// A jump of the load in mid course: it is looked at there.
TEST(HeldSled, SeesLoadsThatJump) {
  const MemoryRun run = run_in_memory(model_of(sled(1, "0", "40*step(t - 0.05) - 20 - 40*step(t - 0.1)")), adaptive_run(0.12, "dopri5", 1e-10));
  expect_sound(run, 1e-14);
  expect_events(run, {{"slip", 0}, {"loose", 0.05}, {"slip", 0.1}}, 1e-14);
  EXPECT_NEAR(run.last("X.speed"), 1 - mu * 20 / m * 0.07, 1e-14 * tolerance_scale());
}

// An order that ends, or begins, at the very instant where another law of the file switches, or that falls to zero and stays there.
TEST(HeldOrder, IsKeptWhereItIsExactlyZero) {
  const auto fallen = [](const std::string& held, const std::string& motion, const std::string& method) {
    const Model model = model_of(
        "zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: {iyy: 1e-3}}, b: {mass: 1, inertia: {iyy: 1e-3}}}\n"
        "joints: {pa: {type: prismatic, parent: ground, child: a, axis: z}, pb: {type: prismatic, parent: ground, child: b, axis: x}}\nmotion: "
        "{pb: " +
        motion + "}\ncontacts: {peg: {ground: {normal: z}, on: a, law: {type: hold}, held: \"" + held + "\"}}\n");
    const SimOptions options = method == "rk4" ? fixed_run(2, method, 1e-2) : adaptive_run(2, method, 1e-9);
    const MemoryRun run = run_in_memory(model, options);
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    return run.last("pa");
  };
  for (const std::string method : {"dopri5", "rk4", "bdf"}) {
    for (const std::string motion :
         {"0", "\"0.1*(t - 1)^3*step(t - 1)\"", "{law: cycloid, from: 0, to: 0.1, duration: 1}", "\"0.1*smoothstep(t)\""}) {
      SCOPED_TRACE(method + " " + motion);
      for (const std::string held : {"1 - t", "1 - step(t - 1)", "max(0, 1 - t)", "max(0, sin(pi*t))", "abs(1 - t)*(1 - t)", "smoothstep(1 - t)"})
        EXPECT_NEAR(fallen(held, motion, method), -9.81 / 2, 1.5e-8 * tolerance_scale()) << held;
      // It falls freely for a second and is held where it is: the impulse stops it.
      for (const std::string held : {"t - 1", "step(t - 1)", "max(0, t - 1)"})
        EXPECT_NEAR(fallen(held, motion, method), -9.81 / 2, 1.5e-8 * tolerance_scale()) << held;
    }
  }
}

}  // namespace zanjir::test::held_order
