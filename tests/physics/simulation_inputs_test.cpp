// Inputs that are put together from pieces (trapezoids, linear tables, step(t - 1)): no step spans two pieces, so every method keeps its order.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

// A cart on a spring, driven: m x'' + k x = F(t), and a pendulum carried by a prescribed slide.
const char* cart = R"yaml(
zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 1, inertia: point}}
joints: {S: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
springs: {k: {joint: S, stiffness: 4, rest: 0}}
)yaml";

// Answer of x'' + 4 x = 1 from rest, and of a force that is switched on at `on` and off at `off`.
double pushed(double t) { return t > 0 ? (1 - std::cos(2 * t)) / 4 : 0; }
double pushed_speed(double t) { return t > 0 ? std::sin(2 * t) / 2 : 0; }

// Pieces are a whole number and a third of a step long, with h and with h/4 alike, so the short step before each switch is the same part of h.
constexpr double third = 1.0 / 3;

template <class ErrorOf> void expect_order(const std::string& method, double h, ErrorOf&& error_of) {
  const double coarse = error_of(h), fine = error_of(h / 4), order = std::log(coarse / fine) / std::log(4);
  std::printf("  %s: order %.2f, error %.1e\n", method.c_str(), order, fine);
  EXPECT_GT(order, find_method(method)->order - 0.5) << method;
}

double coarse_step(const std::string& method) { return method == "dop853" ? 0.7 : 0.1; }

TEST(Inputs, ThatSwitchKeepTheOrderOfAMethod) {
  const auto pulse = [](double on_s, double off_s) {
    return model_of(cart + fmt::format("control: {{S: {{type: force, force: \"step(t - {:.17g}) - step(t - {:.17g})\"}}}}\n", on_s, off_s));
  };
  for (const std::string method : {"rk4", "dopri5", "verner65", "dop853"}) {
    const double h0 = coarse_step(method), on_s = (3 + third) * h0, off_s = on_s + (9 + third) * h0, until_s = off_s + (6 + third) * h0;
    const Model model = pulse(on_s, off_s);
    expect_order(method, h0, [&](double h) {
      State state = closed_start(model);
      const RunSummary s = simulate(model, state, fixed_run(until_s, method, h), {});
      EXPECT_EQ(s.end, RunEnd::reached_end) << s.why;
      const double x = pushed(until_s - on_s) - pushed(until_s - off_s), v = pushed_speed(until_s - on_s) - pushed_speed(until_s - off_s);
      return std::hypot(2 * (state.q[0] - x), state.v[0] - v);
    });
  }
  const Model model = pulse(0.3141, 1.2345);
  const double exact = pushed(2 - 0.3141) - pushed(2 - 1.2345);
  for (const MethodInfo& method : stepper_methods()) {
    if (!method.adaptive) continue;
    SCOPED_TRACE(method.name);
    State state = closed_start(model);
    const RunSummary s = simulate(model, state, adaptive_run(2, std::string(method.name), 1e-10), {});
    ASSERT_EQ(s.end, RunEnd::reached_end) << s.why;
    EXPECT_NEAR(state.q[0], exact,
                (method.one_step ? 1e-8 : 1e-7) * tolerance_scale());  // some hundred tolerances; multistep: a restart at order one per switch
    EXPECT_LT(s.relative_imbalance(), (method.one_step ? 1e-8 : 1e-6) * tolerance_scale());
  }
}

// A cart of 2 kg that starts at rest under a load: its speed at the end, with every method.
void expect_speed(const std::string& load_N, double until_s, double step_s, double speed_m_per_s, double bound) {
  const Model model = model_of(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {cart: {mass: 2, inertia: point}}\njoints: {S: {type: prismatic, parent: ground, child: cart, axis: "
      "x}}\n"
      "loads: {push: {joint: S, value: \"" +
      load_N + "\"}}\n");
  for (const MethodInfo& method : stepper_methods()) {
    SCOPED_TRACE(method.name);
    const std::string name(method.name);
    const MemoryRun run = run_in_memory(model, method.one_step ? fixed_run(until_s, name, step_s) : adaptive_run(until_s, name, 1e-9));
    EXPECT_NEAR(run.last("S.speed"), speed_m_per_s, bound * tolerance_scale());
  }
}

// A blow of 2 ms in a run of a minute was stepped over: before and after it the law takes the same branch, and 4096 looks at it are 15 ms apart.
TEST(Inputs, ThatAreShortAreNotSteppedOver) { expect_speed("500*step(1e-6 - (t - 20.002)^2)", 60, 0.5, 500 * 0.002 / 2, 2e-12); }

// A load that ends where the run ends: the last stage of its last step read it beyond (rk4 lost 0.08 of 5 m/s, generalized-alpha 0.25, without a word).
TEST(Inputs, ThatSwitchAtTheEndDoNotBelongToTheRun) { expect_speed("20*step(mod(t, 0.1) - 0.05)", 1, 0.05, 5, 2e-13); }

// A slide driven along a trapezoid carries a pendulum: the acceleration jumps four times. Against a run of four pieces put together by hand.
TEST(Inputs, ATrapezoidDrivenRunKeepsItsOrder) {
  const auto model_with = [](const std::string& motion) {
    return model_of(R"yaml(
zanjir: 1
gravity: [0, -9.81, 0]
bodies:
  slide: {mass: 1, inertia: point}
  bob: {mass: 2, com: [0, -0.5, 0], inertia: {izz: 0.1}}
joints:
  S: {type: prismatic, parent: ground, child: slide, axis: x}
  A: {type: revolute, parent: slide, child: bob, axis: z}
plane: xy
motion: {S: )yaml" + motion +
                    "}\n");
  };
  struct Trapezoid {
    double start_s, blend_s, duration_s, until_s;
  };
  const auto driven = [&](const Trapezoid& z) {
    return model_with(fmt::format("{{law: trapezoid, from: 0, to: 1, start: {:.17g}, duration: {:.17g}, acceleration_time: {:.17g}}}", z.start_s,
                                  z.duration_s, z.blend_s));
  };
  // By pieces, each a law of its own: cruising rate c, acceleration c / blend.
  const auto by_pieces = [&](const Trapezoid& z) {
    const double rate = 1 / (z.duration_s - z.blend_s), half = rate / z.blend_s / 2, end = z.start_s + z.duration_s;
    const std::pair<double, std::string> pieces[] = {{z.start_s, "0"},
                                                     {z.start_s + z.blend_s, fmt::format("{:.17g}*(t - {:.17g})^2", half, z.start_s)},
                                                     {end - z.blend_s, fmt::format("{:.17g}*(t - {:.17g})", rate, z.start_s + z.blend_s / 2)},
                                                     {end, fmt::format("1 - {:.17g}*({:.17g} - t)^2", half, end)},
                                                     {z.until_s, "1"}};
    State state = closed_start(driven(z));
    for (const auto& [until_s, law] : pieces) {
      const RunSummary s = simulate(model_with('"' + law + '"'), state, adaptive_run(until_s, "dop853", 1e-13), {});
      EXPECT_EQ(s.end, RunEnd::reached_end) << s.why;
    }
    return state;
  };
  for (const std::string method : {"rk4", "dopri5", "dop853"}) {
    const double h0 = 0.5 * coarse_step(method);
    const Trapezoid z{(3 + third) * h0, (4 + third) * h0, 14 * h0, (17 + 2 * third) * h0 + 3 * h0};
    const Model model = driven(z);
    const State reference = by_pieces(z);
    expect_order(method, h0, [&](double h) {
      State state = closed_start(model);
      const RunSummary s = simulate(model, state, fixed_run(z.until_s, method, h), {});
      EXPECT_EQ(s.end, RunEnd::reached_end) << s.why;
      return distance(model, state, reference);
    });
  }
  const Trapezoid z{0.2, 0.3, 1, 1.5};
  const Model model = driven(z);
  const State reference = by_pieces(z);
  State state = closed_start(model);
  const RunSummary s = simulate(model, state, adaptive_run(1.5, "dopri5", 1e-11), {});
  EXPECT_LT(distance(model, state, reference), 6e-10 * tolerance_scale());
  EXPECT_LT(s.relative_imbalance(), 3e-10 * tolerance_scale());
  EXPECT_TRUE(s.notes.empty()) << s.notes.front();
}

// A linear table as a force: exact, because dopri5 integrates x'' = a + b t exactly between the knots.
TEST(Inputs, ALinearTableIsExactBetweenItsKnots) {
  SimOptions options = adaptive_run(2, "dopri5", 1e-6);
  Controller input;
  input.name = "S";
  input.speed = 0;
  LawDescription law;
  law.kind = LawKind::table;
  law.numbers = {1};
  law.knots = {{0, 0}, {0.7, 2}, {1.1, -1}, {1.6, 0.5}};
  input.force = MotionLaw(law);
  options.motion.inputs = {input};
  const Model model = model_of(R"yaml(
zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 1, inertia: point}}
joints: {S: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
)yaml");
  State state = closed_start(model);
  const RunSummary s = simulate(model, state, options, {});
  ASSERT_EQ(s.end, RunEnd::reached_end) << s.why;
  double x = 0, v = 0, t = 0;
  for (std::size_t i = 0; i + 1 <= law.knots.size(); ++i) {  // the table holds its last value
    const auto [t0, f0] = law.knots[i];
    const auto [t1, f1] = i + 1 < law.knots.size() ? law.knots[i + 1] : std::pair{2.0, f0};
    const double h = t1 - t0, slope = (f1 - f0) / h;
    x += v * h + f0 * h * h / 2 + slope * h * h * h / 6;
    v += f0 * h + slope * h * h / 2;
    t = t1;
  }
  EXPECT_EQ(t, 2);
  EXPECT_NEAR(state.q[0], x, 2e-14 * tolerance_scale());
  EXPECT_NEAR(state.v[0], v, 1.5e-14 * tolerance_scale());
}

// A sample at a switch shows the side before it, and samples do not move it.
TEST(Inputs, AreSampledOnTheNearSideOfASwitch) {
  const Model model = model_of(cart + std::string("control: {S: {type: force, force: \"3*step(t - 0.5)\"}}\n"));
  SimOptions options = adaptive_run(1, "dopri5", 1e-9);
  options.sample_interval_s = 0.25;
  const MemoryRun run = run_in_memory(model, options);
  EXPECT_EQ(run.record->column("S.force"), (std::vector<double>{0, 0, 0, 3, 3}));
  EXPECT_EQ(run.record->column("t"), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  // at the start of a run the side after it: there is no other
  const MemoryRun at_once = run_in_memory(model_of(cart + std::string("control: {S: {type: force, force: \"3*sign(t)\"}}\n")), adaptive_run(0.1));
  EXPECT_EQ(at_once.record->column("S.force").front(), 3);
}

TEST(Inputs, ThatJumpInSpeedAreNoted) {
  const MemoryRun run = run_in_memory(model_of(R"yaml(
zanjir: 1
gravity: [0, -9.81, 0]
bodies:
  slide: {mass: 1, inertia: point}
  bob: {mass: 2, com: [0, -0.5, 0], inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}
joints:
  S: {type: prismatic, parent: ground, child: slide, axis: x}
  A: {type: revolute, parent: slide, child: bob, axis: z}
motion: {S: "abs(t - 0.4)"}
)yaml"),
                                      adaptive_run(1));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  ASSERT_EQ(run.summary.notes.size(), 1u);
  EXPECT_NE(run.summary.notes[0].find("'S' jumps in speed at t = 0.4 s"), std::string::npos) << run.summary.notes[0];
}

}  // namespace
}  // namespace zanjir::test
