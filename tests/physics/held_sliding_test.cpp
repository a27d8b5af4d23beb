// Crates that slide and turn at once on feet with dry friction, to rest, against a program of their own: a plane body whose feet press as equal springs would, each rubbing
// against its own way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "physics/constants.hpp"
#include "physics/run_events.hpp"
#include "support/settable.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

struct Foot {
  double x, y;
};

struct Slider {
  std::vector<Foot> feet;
  double mass = 4, spin_inertia = 0.15, height = 0.1, mu = 0.35;  // height: of the mass centre, above which the feet are the origin of x and y
};

using PlaneState = std::array<double, 6>;  // x, y, angle and their rates

std::array<double, 3> solve3(std::array<std::array<double, 4>, 3> a) {
  for (std::size_t k = 0; k < 3; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < 3; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    for (std::size_t i = 0; i < 3; ++i) {
      if (i == k) continue;
      const double part = a[i][k] / a[k][k];
      for (std::size_t j = k; j < 4; ++j) a[i][j] -= part * a[k][j];
    }
  }
  return {a[0][3] / a[0][0], a[1][3] / a[1][1], a[2][3] / a[2][2]};
}

// N = c0 + c1 x + c2 y at each foot, as springs under a rigid body have it; weight, and no moment about the horizontal axes through the mass centre.
PlaneState rates(const Slider& s, const PlaneState& state) {
  const double c = std::cos(state[2]), n = std::sin(state[2]);
  std::array<std::array<double, 4>, 3> balance{};
  std::vector<std::array<double, 4>> at;  // x, y and friction per normal force, world axes
  for (const Foot& f : s.feet) {
    const double x = c * f.x - n * f.y, y = n * f.x + c * f.y, vx = state[3] - state[5] * y, vy = state[4] + state[5] * x, v = std::hypot(vx, vy);
    const double fx = -s.mu * vx / v, fy = -s.mu * vy / v, shape[3] = {1, x, y};
    at.push_back({x, y, fx, fy});
    for (std::size_t j = 0; j < 3; ++j) {
      balance[0][j] += shape[j];
      balance[1][j] += (y + s.height * fy) * shape[j];
      balance[2][j] += (x + s.height * fx) * shape[j];
    }
  }
  balance[0][3] = s.mass * g;
  const auto press = solve3(balance);
  PlaneState out{state[3], state[4], state[5], 0, 0, 0};
  for (const auto& [x, y, fx, fy] : at) {
    const double N = press[0] + press[1] * x + press[2] * y;
    EXPECT_GT(N, 0) << "all feet press in these runs";
    out[3] += N * fx / s.mass, out[4] += N * fy / s.mass, out[5] += N * (x * fy - y * fx) / s.spin_inertia;
  }
  return out;
}

double slowest_foot(const Slider& s, const PlaneState& a) {
  double least = 1e9;
  for (const Foot& f : s.feet) {
    const double x = std::cos(a[2]) * f.x - std::sin(a[2]) * f.y, y = std::sin(a[2]) * f.x + std::cos(a[2]) * f.y;
    least = std::min(least, std::hypot(a[3] - a[5] * y, a[4] + a[5] * x));
  }
  return least;
}

// Classical Runge-Kutta steps that shrink with the slowest foot, whose way turns fastest, until it stops.
PlaneState until_a_foot_stops(const Slider& s, PlaneState y, double until, double& t) {
  for (t = 0; t < until && slowest_foot(s, y) > 1e-6;) {
    const double h = std::min({2e-4, 0.02 * slowest_foot(s, y) / (s.mu * g), until - t});
    const auto moved = [&](const PlaneState& k, double by) {
      PlaneState a = y;
      for (std::size_t i = 0; i < 6; ++i) a[i] += by * k[i];
      return a;
    };
    const PlaneState k1 = rates(s, y), k2 = rates(s, moved(k1, h / 2)), k3 = rates(s, moved(k2, h / 2)), k4 = rates(s, moved(k3, h));
    for (std::size_t i = 0; i < 6; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    t += h;
  }
  return y;
}

std::string crate_of(const Slider& s, const std::string& speeds, const std::string& more = "", const std::string& frame = "") {
  std::string frames, on;
  for (std::size_t i = 0; i < s.feet.size(); ++i) {
    frames += fmt::format("{}f{}: [{}, {}, {}]", i ? ", " : "", i, s.feet[i].x, s.feet[i].y, -s.height);
    on += fmt::format("{}c.f{}", i ? ", " : "", i);
  }
  return fmt::format(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {{c: {{mass: {}, inertia: {{ixx: 0.2, iyy: 0.25, izz: {}}}}}}}\nframes: {{c: {{{}{}}}}}\n"
      "joints: {{F: {{type: free, parent: ground, child: c}}}}\n"
      "contacts: {{floor: {{ground: {{normal: z}}, on: [{}], law: {{type: hold}}, friction: {{type: dry, coefficient: {}}}}}}}\n"
      "initial: {{q: {{F: {{z: {}}}}}, v: {{F: {{{}}}}}}}\n{}",
      s.mass, s.spin_inertia, frames, frame, on, s.mu, s.height, speeds, more);
}

// On three feet, whose normal forces balance alone determines, and on four and five, which press as on equal springs: where they are when half the way is done, and
// where they rest and hold.
TEST(SlidingCrate, ComesToRestWhereItsFrictionBringsIt) {
  struct Case {
    std::vector<Foot> feet;
    std::vector<std::array<double, 3>> speeds;
  };
  const std::vector<Case> cases = {{{{-0.2, -0.15}, {0.2, -0.15}, {0, 0.2}}, {{1.0, -0.2, 0.5}}},
                                   {{{-0.2, -0.15}, {0.2, -0.15}, {-0.2, 0.15}, {0.2, 0.15}}, {{1.0, -0.2, 0.5}, {0.6, 0.3, 4.0}}},
                                   {{{-0.2, -0.15}, {0.2, -0.1}, {-0.15, 0.15}, {0.2, 0.15}, {0.05, 0.02}}, {{1.0, -0.2, 0.5}}}};
  for (const auto& [feet, speeds] : cases) {
    for (const auto& [vx, vy, w] : speeds) {
      SCOPED_TRACE(fmt::format("{} feet, {} {} m/s, {} rad/s", feet.size(), vx, vy, w));
      Slider s;
      s.feet = feet;
      double stops = 0, t = 0;
      const PlaneState start = {0, 0, 0, vx, vy, w}, last = until_a_foot_stops(s, start, 10, stops),
                       half = until_a_foot_stops(s, start, stops / 2, t);
      const Model model = model_of(crate_of(s, fmt::format("vx: {}, vy: {}, wz: {}", vx, vy, w)));
      const auto expect_at = [&](const MemoryRun& run, const PlaneState& there, double close) {
        EXPECT_NEAR(run.last("F.x"), there[0], close);
        EXPECT_NEAR(run.last("F.y"), there[1], close);
        EXPECT_NEAR(2 * std::atan2(run.last("F.qz"), run.last("F.qw")), there[2], 5 * close) << "per 0.2 m";
      };
      // Some hundred steps of 1e-10 on one side; on the other errors of fifth order, (h w)^5 of steps with h w < 1e-3, are less.
      const double close = 1e-9 * tolerance_scale();
      expect_at(run_in_memory(model, adaptive_run(stops / 2, "dopri5", 1e-10)), half, close);
      // When the first foot stops the others have less than this speed, at least a third of mu g against it, and come that much farther.
      const double speed = std::hypot(last[3], last[4]) + 0.3 * std::abs(last[5]), farther = speed * speed / (2 * s.mu * g / 3);
      EXPECT_LT(speed, 0.02) << "near its end";
      const MemoryRun run = run_in_memory(model, adaptive_run(stops + 0.5, "dopri5", 1e-10));
      ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
      EXPECT_TRUE(run.summary.warnings().empty()) << run.summary.warnings().front();
      expect_at(run, last, farther + close);
      EXPECT_GE(of_kind(run, "stick").size(), feet.size());
      EXPECT_TRUE(of_kind(run, "release").empty());
      EXPECT_NEAR(run.last("F.vx"), 0, 1e-14) << "it holds";
      EXPECT_NEAR(run.last("F.wz"), 0, 1e-14);
    }
  }
}

// Feet anywhere, a push off the middle that grows and falls off, half of them thrown as well: they slide, turn, tip, fall onto other feet, come to rest and hold. The load is the one
// source of energy, nothing is below the floor, and there is an answer at every instant.
std::string random_crate(std::uint64_t seed) {
  Random random(seed);
  Slider s;
  const int n = random.integer(3, 7);
  for (int i = 0; i < n; ++i) s.feet.push_back({random.uniform(-0.25, 0.25), random.uniform(-0.2, 0.2)});
  if (random.chance(0.5)) s.feet = {{-0.2, -0.15}, {0.2, -0.15}, {-0.2, 0.15}, {0.2, 0.15}};
  s.mu = random.uniform(0.1, 0.6), s.height = random.uniform(0.05, 0.3);
  const double thrown = random.chance(0.5) ? 1 : 0, lasts = random.uniform(0.5, 2);
  const std::string speeds =
      fmt::format("vx: {}, vy: {}, wz: {}", thrown * random.uniform(-1, 1), thrown * random.uniform(-1, 1), thrown * random.uniform(-6, 6));
  return crate_of(s, speeds,
                  fmt::format("loads: {{pull: {{on: c.push, force: [0, \"{}*min(t, max(0, {} - t))\", 0]}}}}\n", random.uniform(2, 15), 2 * lasts),
                  fmt::format(", push: [{}, 0, {}]", random.uniform(-0.3, 0.3), -s.height));
}

// By how much more than it may a foot pulls, in newtons, in the worst row. Where a motion goes on, a foot that pulls by more than rounding of the hardest force, 1e-9, has been let go. A row at an event, which another
// one follows at its instant, shows the force beyond which the event then leads: programs that divide forces are right to 1e-10 in units of their price of 3e4, taken of what all feet carry (each foot's part of that error depends on where they stand), and an instant is found to 64 eps of itself (events.cpp), over which a
// force changes by its slope, taken as ten times that of the step to it. A row at an event of a method with memory, read from its polynomial, is not asked where a foot slides slower than what its speed may be off by: as it comes to
// rest the way of its friction is that of this error, and all forces are those of a way that nobody knows. They are shown once and lead nowhere: grips are decided anew from there, and the row after it is asked as
// all others are. `in_line`: where feet pass a line a hair of the way in which they slide is much of a force; how much is a choice. `off_per_step_m_per_s` is what the error test lets the speed of a foot be off by in a step; friction takes, so that what it has become after i of them is no more than i times that.
double pulls_too_hard(const Model& model, const MemoryRun& run, double off_per_step_m_per_s, double in_line = 1) {
  const std::vector<double> t = run.record->column("t");
  std::vector<std::vector<double>> forces, slips, phases;
  for (const Contact& c : model.contacts()) {
    forces.push_back(run.record->column(c.name + ".normal_force"));
    slips.push_back(run.record->column(c.name + ".slip"));
    phases.push_back(run.record->column(c.name + ".phase"));
  }
  double worst = 0;
  for (std::size_t i = 1; i < t.size(); ++i) {
    const bool at_event = i + 1 < t.size() && t[i + 1] == t[i] && t[i] > t[i - 1];
    bool way_unknown = false;
    for (std::size_t k = 0; k < slips.size(); ++k)
      way_unknown = way_unknown || (phases[k][i] == 2 && slips[k][i] < static_cast<double>(i) * off_per_step_m_per_s);
    if (at_event && way_unknown) continue;
    double hardest = 0, all = 0;
    for (const auto& N : forces) hardest = std::max(hardest, std::abs(N[i])), all += std::abs(N[i]);
    for (const auto& N : forces) {
      const double slope = at_event ? 10 * std::abs(N[i] - N[i - 1]) / (t[i] - t[i - 1]) : 0;
      worst = std::max(worst, -N[i] - (at_event ? 3e-6 * in_line * all : 1e-9 * hardest) - 64 * eps * t[i] * slope);
    }
  }
  return worst;
}

void slides_and_comes_to_rest(std::uint64_t seed, SimOptions options = adaptive_run(5, "dopri5", 1e-8), double accuracy = 1e-8) {
  const std::string yaml = random_crate(seed);
  SCOPED_TRACE(fmt::format("seed {}, {}\n{}", seed, options.stepper.method, yaml));
  const Model model = model_of(yaml);
  options.stepper.max_step_s = 0.05;
  const MemoryRun run = run_in_memory(model, options);
  EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  EXPECT_TRUE(run.summary.warnings().empty()) << run.summary.warnings().front();
  // Both begin at nothing and only take, as far as their integrals are known. What holds has the speed that rounding leaves it, under friction of no more than the weight.
  const double won_J = accuracy * run.summary.largest_exchange_J + rounding(1, Slider{}.mass * g * 5);
  EXPECT_LT(run.largest("ledger.contact_friction"), won_J);
  EXPECT_LT(run.largest("ledger.impacts"), won_J);
  for (const Contact& c : model.contacts()) EXPECT_GT(run.least(c.name + ".gap"), -accuracy);
  // The error test lets a speed be off by sqrt(n) (abs_tol + rel_tol |v|) in a step, and a foot moves with the speed of the crate and with its turning, here below 2 m/s and 8 rad/s at 0.32 m.
  const double n = 13, in_a_step = std::sqrt(n) * (options.stepper.abs_tol * (1 + 0.32) + options.stepper.rel_tol * (2 + 0.32 * 8));
  EXPECT_LE(pulls_too_hard(model, run, find_method(options.stepper.method)->one_step ? 0 : in_a_step), 0);
}

// ZANJIR_CRATES=1000 and ZANJIR_CRATES_FROM=n for more.
TEST(RandomCrates, FindAnAnswerAtEveryInstantAndWinNoEnergy) {
  const long n = number_from("ZANJIR_CRATES", 12), first = number_from("ZANJIR_CRATES_FROM", 2);
  for (long seed = first; seed < first + n; ++seed) slides_and_comes_to_rest(static_cast<std::uint64_t>(seed));
}

// At long constant steps feet that slide slowly turn round between two looks: with rk4 one went through the floor, where what had seemed to happen first did not and the rest was
// forgotten with it.
TEST(RandomCrates, DoSoByOtherMethods) {
  for (const std::uint64_t seed : {1u, 3u, 4u, 5u}) {
    slides_and_comes_to_rest(seed, fixed_run(3, "rk4", 0.002));
    for (const char* method : {"dop853", "fehlberg45", "bdf", "sdirk4"}) slides_and_comes_to_rest(seed, adaptive_run(3, method, 1e-7), 1e-7);
  }
}

// A foot that is let go as the crate turns over the others: the first step of `bdf`, by the speed at its end, leads it below the ground again although it rises, which was taken for a touch, 24 000 times
// in 0.1 ms.
TEST(RandomCrates, LetGoOfAFootWithAMultistepMethod) { slides_and_comes_to_rest(10, adaptive_run(3, "bdf", 1e-7), 1e-7); }

// 1, 386, 745: a foot that parts too slowly to be seen was held down in a second impact, in which one that slides beside it jammed. 222: three feet nearly in line, which press the
// less the faster they slide: from its limit there is no slow slipping, and the one answer has a foot fewer.
TEST(RandomCrates, ThatEndedWithoutAnAnswerDoNoMore) {
  for (const std::uint64_t seed : {1u, 222u, 386u, 745u}) slides_and_comes_to_rest(seed);
}

// Six and seven feet of which at the limit one division is left: the one that was found left the cones by up to 1.3e-5 of all that the feet carry, which made it shorter by what that cost.
TEST(RandomCrates, LeaveTheirConesAtALimitByRoundingAlone) {
  for (const std::uint64_t seed : {406u, 412u}) slides_and_comes_to_rest(seed);
}

// Three feet nearly in line. The step to where one of them seemed to part was another one: the foot did not, another one did, which had not in the longer step, and went on to pull with 5e8 N: a guard that
// has passed zero unseen does so never again.
TEST(RandomCrates, ThatPulledDoNoMore) { slides_and_comes_to_rest(116); }

// Six links on a pair of places each, which torques bend until only two or three carry, nearly in line. One of them pulled with tens of kilonewtons: by rounding it did so from the start,
// and never came to the instant where it begins to. At other tolerances it ended without an answer. Three of them pass a line, where what they press with has a pole: steps across it, and the one to an event beyond it, which has no
// error test, won a hundred joules and more from friction, at 1e-5 and 5e-6.
TEST(BentChain, FindsAnAnswerAtEveryInstantAndNothingPulls) {
  std::string bodies, frames, on, joints = "  F: {type: free, parent: ground, child: l0}\n", control;
  for (int i = 0; i < 6; ++i) {
    const char* comma = i ? ", " : "";
    bodies += fmt::format("{}l{}: {{mass: 0.5, com: [0.1, 0, 0], inertia: {{ixx: 2e-4, iyy: 2e-3, izz: 2e-3}}}}", comma, i);
    frames += fmt::format("{}l{}: {{a: [0.1, -0.03, -0.02], b: [0.1, 0.03, -0.02]}}", comma, i);
    on += fmt::format("{0}l{1}.a, l{1}.b", comma, i);
    if (i == 0) continue;
    joints += fmt::format("  J{}: {{type: revolute, parent: l{}, child: l{}, at: [0.2, 0, 0], axis: z, actuated: true}}\n", i, i - 1, i);
    control += fmt::format("  J{0}: {{force: \"3*sin(2*t + {0})\"}}\n", i);
  }
  const Model model =
      model_of(fmt::format("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {{{}}}\nframes: {{{}}}\njoints:\n{}control:\n{}"
                           "contacts: {{floor: {{ground: {{normal: z}}, on: [{}], law: {{type: hold}}, friction: {{type: dry, coefficient: "
                           "0.4}}}}}}\ninitial: {{q: {{F: {{z: 0.02}}}}}}\n",
                           bodies, frames, joints, control, on));
  for (const double tolerance : {1e-5, 5e-6, 1e-6}) {
    SCOPED_TRACE(tolerance);
    const MemoryRun run = run_in_memory(model, adaptive_run(2.6, "dopri5", tolerance));
    EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    for (const Contact& contact : model.contacts()) EXPECT_GT(run.least(contact.name + ".gap"), -1e-8);
    EXPECT_LE(pulls_too_hard(model, run, 0, 10), 0);
    // Steps are believed up to 2e-7 of the energy exchanged, so that a thousand events are below this; friction and impacts take at every one of them.
    EXPECT_LT(run.summary.worst_imbalance_J, 2e-4 * run.summary.largest_exchange_J);
    for (const char* takes : {"ledger.contact_friction", "ledger.impacts"}) {
      const std::vector<double> work = run.record->column(takes);
      for (std::size_t i = 1; i < work.size(); ++i) EXPECT_LE(work[i] - work[i - 1], 2e-7 * run.summary.largest_exchange_J) << takes;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
