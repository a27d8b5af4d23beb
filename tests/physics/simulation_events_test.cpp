// The same event times whatever the method, events at one instant, and contacts that do not part again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "physics/constants.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/simulate/events.hpp"

namespace zanjir::test {
namespace {

std::vector<std::string> one_step_methods(int least_order) {
  std::vector<std::string> names;
  for (const MethodInfo& m : stepper_methods()) {
    if (m.one_step && m.order >= least_order) names.emplace_back(m.name);
  }
  return names;
}

// A flight whose height is below the rounding of lengths cannot be resolved, and the times of all later ones are left over: t = sqrt(8 eps L / g) / (1 - e).
double zeno_resolution_s(double length_m, double gravity, double restitution) {
  return 4 * std::sqrt(8 * eps * length_m / gravity) / (1 - restitution);  // some units in the last place
}

// Two balls side by side whose flights differ by 1e-13 m of height: 2.3e-14 s, one instant.
TEST(Events, OfTwoBallsAlmostSideBySideAreOne) {
  const auto balls = [](double apart) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", 1 + apart);
    return model_of(
        "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {mass: 1, inertia: point}, b: {mass: 3, inertia: point}}\n"
        "joints: {A: {type: prismatic, parent: ground, child: a, axis: y}, B: {type: prismatic, parent: ground, child: b, axis: y}}\n"
        "contacts: {floor: {ground: {normal: y}, on: [a, b], restitution: 0.8}}\ninitial: {q: {A: 1, B: " +
        std::string(text) + "}}\n");
  };
  for (const std::string& method : one_step_methods(2)) {
    SCOPED_TRACE(method);
    SimOptions options = adaptive_run(2.5, method, 1e-10);
    if (!find_method(method)->adaptive) options.stepper.fixed_step_s = find_method(method)->order >= 4 ? 1e-2 : 1e-3;
    const MemoryRun run = run_in_memory(balls(1e-13), options);
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    ASSERT_EQ(run.summary.n_events % 2, 0);
    double t = std::sqrt(2 / g), flight = 2 * t;
    for (std::size_t i = 0; i + 1 < run.summary.events.size(); i += 2) {
      EXPECT_EQ(run.summary.events[i].t_s, run.summary.events[i + 1].t_s) << "applied together";
      EXPECT_NEAR(run.summary.events[i].t_s, t, 1e-12 * tolerance_scale());
      flight *= 0.8;
      t += flight;
    }
    EXPECT_GT(t, 2.5) << "all of them were found";
  }
  // A micrometre apart they are two.
  const MemoryRun two = run_in_memory(balls(1e-6), adaptive_run(0.6));
  ASSERT_EQ(two.summary.n_events, 2);
  EXPECT_NEAR(two.summary.events[1].t_s - two.summary.events[0].t_s, std::sqrt(2 * (1 + 1e-6) / g) - std::sqrt(2 / g), 1e-14 * tolerance_scale());
}

// What crosses together is found together, and once: by rounding each of the two can come before the other. The same instant in other words, of one angle and of two equal pendulums.
TEST(Events, ThatCrossTogetherAreEachFoundOnce) {
  const Model model = model_of(
      "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {mass: 1, com: [0.5, 0, 0], inertia: point}, b: {mass: 3, com: [0.5, 0, 0], inertia: point}}\n"
      "joints: {A: {type: revolute, parent: ground, child: a, axis: z}, B: {type: revolute, parent: ground, child: b, axis: z}}\n"
      "initial: {q: {A: 0.3, B: 0.3}}\n");
  const std::vector<std::string> words = {"A + 0.7", "(3*A + 2.1)/7", "sin(A + 0.7)", "B + 0.7", "B - A/3 + 1.4/3", "0.1*A + 0.9*B + 0.7"};
  for (const std::string method : {"rk4", "dopri5", "dop853"}) {
    SCOPED_TRACE(method);
    SimOptions options = adaptive_run(6, method, 1e-10);
    if (method == "rk4") options.stepper.fixed_step_s = 1e-2;
    for (const std::string& word : words) options.events.push_back({nullptr, UserEvent::Then::go_on, word, word, Crossing::either});
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    std::vector<std::vector<double>> times;
    for (const std::string& word : words) {
      times.emplace_back();
      for (const EventRecord& e : run.summary.events)
        if (e.name == word) times.back().push_back(e.t_s);
      ASSERT_EQ(times.back().size(), times.front().size()) << word;
      for (std::size_t i = 0; i < times.back().size(); ++i) EXPECT_NEAR(times.back()[i], times.front()[i], 1e-13 * tolerance_scale()) << word;
    }
    EXPECT_GE(times.front().size(), 6u);

    // Two that jump at one instant: where one has been found, the other has crossed already, whichever is first.
    options = adaptive_run(1, method, 1e-10);
    if (method == "rk4") options.stepper.fixed_step_s = 1e-2;
    for (const char* word : {"A - 5 + 1000*step(0.153 - t)", "B - 5 + 1000*step(0.153 - t)"})
      options.events.push_back({nullptr, UserEvent::Then::go_on, word, word, Crossing::falling});
    const MemoryRun jumps = run_in_memory(model, options);
    ASSERT_EQ(jumps.summary.end, RunEnd::reached_end) << jumps.summary.why;
    ASSERT_EQ(jumps.summary.events.size(), 2u);
    for (const EventRecord& e : jumps.summary.events) EXPECT_NEAR(e.t_s, 0.153, 1e-14);
  }
}

// The rate that a guard says need not be the slope of its value: in steps too long for a contact the polynomials of position and speed do not fit together. The instant is that of the
// value whatever the rate says. From half the slope Newton's method goes to and fro about the zero: a corner of drop 6586 was let go 1.8e-10 m below the ground so.
TEST(Events, AreWhereTheValueIsZeroWhateverTheRateSays) {
  class Gap final : public StateGuard {
   public:
    explicit Gap(double share) : share_(share) {}
    GuardValue at(const Model&, const Workspace& ws) const override { return {ws.q[0], share_ * ws.v[0]}; }

   private:
    double share_;
  };
  const Model ball = model_of(
      "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {a: {mass: 1, inertia: point}}\njoints: {A: {type: prismatic, parent: ground, child: a, axis: y}}\n"
      "initial: {q: {A: 1}}\n");
  for (const MethodInfo& method : stepper_methods()) {
    SimOptions options = method.adaptive ? adaptive_run(0.6, std::string(method.name), 1e-6) : fixed_run(0.6, std::string(method.name), 1e-2);
    const auto instant = [&](double share) {
      options.events = {{std::make_unique<Gap>(share), UserEvent::Then::stop}};
      const MemoryRun run = run_in_memory(ball, options);
      EXPECT_EQ(run.summary.end, RunEnd::stopped_by_event) << method.name << " " << share << ": " << run.summary.why;
      return run.summary.t_s;
    };
    const double t = instant(1);
    // Where Newton does not converge, a step is taken again until value/rate is below 64 roundings of t (EventLocator::retake_to).
    for (const double share : {0.1, 0.3, 0.45, 0.5, 0.55, 2.0, 10.0})
      EXPECT_NEAR(instant(share), t, 64 * std::max(share, 1.0) * std::numeric_limits<double>::epsilon() * t) << method.name << " " << share;
  }
}

// A step that is taken again need not end where it did: iterations end within a part of the tolerance, from another guess elsewhere. A ball that the first step shows 1e-9 m beyond the floor and
// every step taken again 1e-8 m above where that one was has not come down yet: there is no event before the end, and the next step begins above the floor.
TEST(Events, AreNotInAStepThatTakenAgainEndsBeforeThem) {
  class Falls final : public Stepper {  // q = place - t, beyond zero at the end of the first step, by less than what a step taken again differs
   public:
    Falls(int n, double other) : y_(static_cast<std::size_t>(n), 0.0), other_(other) { restart(0, nullptr); }
    void restart(double t_s, const double*) override { place(t_s, 0); }
    StepReport step(double t_s) override { return place(t_s, 0), StepReport{StepStatus::step, t_, t_, {}}; }
    double t() const override { return t_; }
    const double* y() const override { return y_.data(); }
    void interpolate(double t_s, double* y) override {
      const double end = t_;
      place(t_s, 0);
      std::copy(y_.begin(), y_.end(), y);
      place(end, 0);
    }
    bool retakes() const override { return true; }
    StepReport retake(double t_s) override { return place(t_s, other_), ++taken_, StepReport{StepStatus::step, t_, t_, {}}; }
    const StepperCounts& counts() const override { return counts_; }
    int taken() const { return taken_; }

   private:
    void place(double t_s, double more) { t_ = t_s, y_[0] = 1 - 1e-9 - t_s + more, y_[1] = -1; }
    std::vector<double> y_;
    double other_, t_ = 0;
    int taken_ = 0;
    StepperCounts counts_;
  };
  class Gap final : public StateGuard {
    GuardValue at(const Model&, const Workspace& ws) const override { return {ws.q[0], ws.v[0]}; }
  };
  const Model ball = model_of(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: point}}\njoints: {A: {type: prismatic, parent: ground, child: a, axis: y}}\n");
  MotionSystem system(ball, initial_state(ball), {});
  Gap gap;
  const std::vector<Guard*> guards{&gap};
  const auto located = [&](Falls& stepper) {
    EventLocator locator(system, guards);
    locator.start(0, stepper.y(), {});
    stepper.step(1);
    std::vector<double> y(static_cast<std::size_t>(system.n()));
    return locator.locate(stepper, 0, y.data()) != nullptr;
  };
  Falls as_before(system.n(), 0), above(system.n(), 1e-8);
  EXPECT_TRUE(located(as_before));
  EXPECT_NEAR(as_before.t(), 1 - 1e-9, 1e-14);
  EXPECT_FALSE(located(above));
  EXPECT_EQ(above.t(), 1);
  EXPECT_GT(above.y()[0], 0);
  EXPECT_LE(above.taken(), 3);
}

// Twenty balls from heights that bring them down within five steps onto soft ground: each at its time, in their order, and an event costs little more than the step that it cuts short.
TEST(Events, OfManyBallsInFewStepsComeInOrderAndAreCheap) {
  constexpr int n = 20;
  std::string bodies, joints, on, start;
  std::vector<double> times;
  for (int i = 0; i < n; ++i) {
    const double height = 1 + 0.02 * ((7 * i) % n) + 0.001 * i;
    times.push_back(std::sqrt(2 * height / g));
    bodies += fmt::format("  b{}: {{mass: 1, inertia: point}}\n", i);
    joints += fmt::format("  J{}: {{type: prismatic, parent: ground, child: b{}, axis: y}}\n", i, i);
    on += fmt::format("{}b{}", i > 0 ? ", " : "", i);
    start += fmt::format("{}J{}: {:.17g}", i > 0 ? ", " : "", i, height);
  }
  std::sort(times.begin(), times.end());
  const Model model =
      model_of("zanjir: 1\ngravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" + joints + "contacts: {floor: {ground: {normal: y}, on: [" + on +
               "], law: {type: hertz, stiffness: 100}}}\ninitial: {q: {" + start + "}}\n");
  for (const std::string method : {"rk4", "dopri5", "dop853", "bdf", "sdirk4"}) {
    SCOPED_TRACE(method);
    SimOptions options = adaptive_run(0.54, method, 1e-9);
    if (method == "rk4") options.stepper.fixed_step_s = 0.02;
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    ASSERT_EQ(run.summary.events.size(), static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_EQ(run.summary.events[i].what, "touch");
      EXPECT_NEAR(run.summary.events[i].t_s, times[i], (method == "bdf" || method == "sdirk4" ? 1e-7 : 1e-14) * tolerance_scale());
    }
    if (method == "rk4") {
      EXPECT_LT(run.summary.cost.rhs, 4 * run.summary.cost.steps + (6 + 9) * n + 2 * run.summary.steps_taken_again)
          << "less than two steps more for each, and one in halves";
    }
  }
}

// A pendulum against a stop: no polynomial, so methods agree at the level of their tolerance. From 90 degrees the stop at the bottom is reached after a
// quarter of the period; with restitution 1/2 the swing back has half the speed there.
TEST(Events, OfAPendulumAgreeToTheToleranceOfEachMethod) {
  const Model model = model_of(R"yaml(
zanjir: 1
gravity: [0, -9.81, 0]
bodies: {bob: {mass: 1, com: [0, -1, 0], inertia: point}}
joints: {A: {type: revolute, parent: ground, child: bob, axis: z}}
stops: {wall: {joint: A, min: 0, restitution: 0.5}}
initial: {q: {A: 90 deg}}
)yaml");
  // Quarter period from angle a0: K(sin(a0/2)) sqrt(l/g). At the bottom v = sqrt(2 g); half of it rises to cos a1 = 1 - 1/4.
  const double quarter_0 = std::comp_ellint_1(std::sin(M_PI / 4)) / std::sqrt(g);
  const double a1 = std::acos(0.75), quarter_1 = std::comp_ellint_1(std::sin(a1 / 2)) / std::sqrt(g);
  for (const MethodInfo& method : stepper_methods()) {
    if (method.order < 4) continue;
    SCOPED_TRACE(method.name);
    SimOptions options = adaptive_run(1.8, std::string(method.name), 1e-11);
    if (!method.adaptive) options.stepper.fixed_step_s = 1e-3;
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_GE(run.summary.n_events, 2);
    const double off = std::max(std::abs(run.summary.events[0].t_s - quarter_0), std::abs(run.summary.events[1].t_s - quarter_0 - 2 * quarter_1));
    EXPECT_LT(off, (method.one_step ? 1e-9 : 1e-7) * tolerance_scale());  // a hundred tolerances; multistep methods restart at order one
  }
}

// A drum on a track: the hinge angle and the slide are geared together (rolling), and the slope drives it. x'' = g sin(a) M / (M + I / r^2).
TEST(Events, OfARollingDrumComeAtTheirTime) {
  const Model model = model_of(R"yaml(
zanjir: 1
gravity: [4.905, 0, -8.495709]
bodies:
  carrier: {mass: 1, inertia: point}
  drum: {mass: 2, inertia: {ixx: 0.01, iyy: 0.01, izz: 0.01}}
joints:
  S: {type: prismatic, parent: ground, child: carrier, axis: x}
  R: {type: revolute, parent: carrier, child: drum, axis: y}
loops: {rolls: {type: gear, joints: [R, S], ratio: 0.1 m}}
stops: {end: {joint: S, max: 1, restitution: 0.6}}
)yaml");
  const double a = 4.905 * (1 + 2) / (1 + 2 + 0.01 / (0.1 * 0.1)), first = std::sqrt(2 / a), v = a * first;
  for (const std::string& method : one_step_methods(2)) {
    SCOPED_TRACE(method);
    SimOptions options = adaptive_run(2.5, method, 1e-10);
    if (!find_method(method)->adaptive) options.stepper.fixed_step_s = find_method(method)->order >= 4 ? 1e-2 : 1e-3;
    const MemoryRun run = run_in_memory(model, options);
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    double t = first, flight = 2 * v / a;
    for (const EventRecord& e : run.summary.events) {
      EXPECT_NEAR(e.t_s, t, 5e-12 * tolerance_scale());  // a projection may move the slide by 1e-12 m
      flight *= 0.6;
      t += flight;
    }
    EXPECT_GT(t, 2.5);
    options.until_s = 5;
    EXPECT_EQ(run_in_memory(model, options).summary.end, RunEnd::events_accumulate) << "at t = first (1 + e) / (1 - e) = 2.95 s";
  }
}

// -- contacts that do not part
std::string ball(double height_m, double speed_m_per_s, double restitution) {
  const std::string height = fmt::format("{:.17g}", height_m);
  return "zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 1, inertia: point}}\njoints: {height: {type: prismatic, parent: ground, child: "
         "ball, axis: y}}\n"
         "contacts: {floor: {ground: {normal: y}, on: ball, restitution: " +
         std::to_string(restitution) + "}}\ninitial: {q: {height: " + height + "}, v: {height: " + std::to_string(speed_m_per_s) + "}}\n";
}

TEST(Contact, WithoutRestitutionStaysClosedAndSaysSo) {
  for (const std::string& method : one_step_methods(2)) {
    SCOPED_TRACE(method);
    SimOptions options = adaptive_run(2, method);
    if (!find_method(method)->adaptive) options.stepper.fixed_step_s = 1e-2;
    const MemoryRun run = run_in_memory(model_of(ball(1, 0, 0)), options);
    EXPECT_EQ(run.summary.end, RunEnd::events_accumulate);
    EXPECT_EQ(run.summary.n_events, 1);
    EXPECT_NEAR(run.summary.t_s, std::sqrt(2 / g), 1e-14 * tolerance_scale());
    EXPECT_NEAR(run.state.q[0], 0, 1e-14);
    EXPECT_EQ(run.state.v[0], 0);
    EXPECT_NE(run.summary.why.find("'floor.ball' stays closed"), std::string::npos) << run.summary.why;
    EXPECT_NE(run.summary.why.find("compliant"), std::string::npos) << run.summary.why;
  }
}

TEST(Contact, ThatIsClosedAtTheStartIsAnImpactWhenItIsApproached) {
  const MemoryRun run = run_in_memory(model_of(ball(0, -2, 0.5)), adaptive_run(0.1));
  EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  ASSERT_EQ(run.summary.n_events, 1);
  EXPECT_EQ(run.summary.events[0].t_s, 0);
  EXPECT_NEAR(run.state.q[0], 1 * 0.1 - g / 2 * 0.01, 1e-15 * tolerance_scale());
  // rounding of the start is no gap, a start inside the ground is a mistake
  EXPECT_EQ(run_in_memory(model_of(ball(-1e-12, -2, 0.5)), adaptive_run(0.1)).summary.n_events, 1);
  const MemoryRun inside = run_in_memory(model_of(ball(-0.01, 0, 0.5)), adaptive_run(0.1));
  EXPECT_EQ(inside.summary.end, RunEnd::numerics_failed);
  EXPECT_NE(inside.summary.why.find("'floor.ball' starts 0.01 beyond its limit"), std::string::npos) << inside.summary.why;
  // and at rest it cannot be held up
  EXPECT_EQ(run_in_memory(model_of(ball(0, 0, 0.5)), adaptive_run(0.1)).summary.end, RunEnd::events_accumulate);
}

// A ball on a slope of 30 degrees, no friction: across the slope it is a bouncing ball under g cos(a), along it a free fall under g sin(a). The impacts
// accumulate at t = sqrt(2 h / g cos a) (1 + e) / (1 - e), where it would slide on.
TEST(Contact, OfABallOnASlopeAccumulatesWhereTheClosedFormSays) {
  const MemoryRun run = run_in_memory(model_of(R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 1, inertia: {ixx: 0.004, iyy: 0.004, izz: 0.004}}}
joints: {F: {type: free, parent: ground, child: ball}}
contacts: {slope: {ground: {normal: [0.5, 0, 0.86602540378443865]}, on: ball, radius: 0.1, restitution: 0.5}}
initial: {q: {F: {x: 0.3, z: 0.51961524227066319}}}
)yaml"),
                                      adaptive_run(5, "dopri5", 1e-11));
  const double h = 0.6 - 0.1, cosine = std::sqrt(3) / 2, t = std::sqrt(2 * h / (g * cosine)) * 3;  // (0.3, 0.5196) is 0.6 along the normal
  EXPECT_EQ(run.summary.end, RunEnd::events_accumulate);
  EXPECT_NEAR(run.summary.t_s, t, zeno_resolution_s(0.6, g * cosine, 0.5));
  EXPECT_NE(run.summary.why.find("slope.ball"), std::string::npos) << run.summary.why;
  const double x = run.state.q[0], z = run.state.q[2], fallen = g * 0.5 * run.summary.t_s * run.summary.t_s / 2;
  EXPECT_NEAR(x * 0.5 + z * cosine, 0.1, 4e-15 * tolerance_scale()) << "it lies on the slope";
  EXPECT_NEAR(x * cosine - z * 0.5, fallen, 6e-14 * tolerance_scale()) << "and has slid down";
}

}  // namespace
}  // namespace zanjir::test
