#include "zanjir/control/control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::test {
namespace {

const std::string cart = R"(zanjir: 1
name: cart
gravity: [0, 0, 0]
bodies: {cart: {mass: 2 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
)";

// When a controller samples and when its forces act: samples at 1 + 0.5 k, forces 0.7 later.
TEST(Control, SamplesAndActsWhenItSays) {
  const Model model = model_of(cart + R"(
controllers:
  c: {every: 0.5 s, start: 1 s, delay: 0.7 s, blocks: {u: {type: signal, law: "10*t"}}, apply: {X: u}}
)");
  Control control(model, AnyFormulation());
  State state = initial_state(model);
  Workspace ws(model);
  update_velocities(model, state, ws);
  control.begin(0);
  std::vector<std::pair<double, double>> seen;  // instant, force from then on
  while (control.next_s() < 3.3) {
    const double t = control.next_s();
    ASSERT_EQ(control.act(t, state, ws, nullptr), Control::Outcome::went_on);
    seen.emplace_back(t, control.tau()[0]);
  }
  const std::vector<std::pair<double, double>> by_hand = {{1, 0}, {1.5, 0}, {1.7, 10}, {2, 10}, {2.2, 15}, {2.5, 15}, {2.7, 20}, {3, 20}, {3.2, 25}};
  ASSERT_EQ(seen.size(), by_hand.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_NEAR(seen[i].first, by_hand[i].first, rounding(10, 4));
    EXPECT_NEAR(seen[i].second, by_hand[i].second, rounding(10, 30));
  }
}

// A delay of whole samples: the force of sample k - 2 begins to act at sample k, before sample k is taken.
TEST(Control, ForcesUnderWayArriveBeforeTheNextSample) {
  const Model model = model_of(cart + R"(
controllers:
  c: {every: 0.1 s, delay: 0.2 s, blocks: {u: {type: signal, law: "t"}}, apply: {X: {force: -u, limit: 0.25 N}}}
)");
  Control control(model, AnyFormulation());
  State state = initial_state(model);
  Workspace ws(model);
  update_velocities(model, state, ws);
  control.begin(0);
  for (int k = 0; k < 8; ++k) {
    EXPECT_NEAR(control.next_s(), 0.1 * k, rounding(10)) << "one instant each";
    ASSERT_EQ(control.act(control.next_s(), state, ws, nullptr), Control::Outcome::went_on);
    EXPECT_NEAR(control.tau()[0], k < 2 ? 0 : -std::min(0.1 * (k - 2), 0.25), rounding(10));
  }
  ASSERT_EQ(control.notes().size(), 1u);
  EXPECT_NE(control.notes()[0].find("at the limit of 'X', 0.25 N, in 5 of 8 samples, first at t = 0.3 s"), std::string::npos) << control.notes()[0];
}

// All that it is can be taken out and put into another one, which goes on the same.
TEST(Control, GoesOnFromItsNumbers) {
  const Model model = model_of(cart + R"(
controllers:
  c:
    every: 0.1 s
    delay: 0.25 s
    seed: 3
    blocks:
      x: {type: sensor, quantity: X, noise: 0.1}
      past: {type: delay, of: y, time: 0.3 s}
      f: {type: filter, of: x, cutoff: 1 Hz, order: 2}
      i: {type: integral, of: f}
      p: {type: pid, of: x, kp: 1, ki: 2, kd: 3, cutoff: 2 Hz}
      y: {type: sum, of: [f, i, p, -past]}
    apply: {X: y}
)");
  Control one(model, AnyFormulation()), two(model, AnyFormulation());
  State state = initial_state(model);
  Workspace ws(model);
  update_velocities(model, state, ws);
  one.begin(0);
  const auto step = [&](Control& c) { return c.act(c.next_s(), state, ws, nullptr); };
  for (int k = 0; k < 11; ++k) step(one);
  two.go_on(one.numbers());
  EXPECT_EQ(two.tau()[0], one.tau()[0]);
  for (int k = 0; k < 40; ++k) {
    ASSERT_EQ(one.next_s(), two.next_s());
    step(one);
    step(two);
    ASSERT_EQ(one.tau()[0], two.tau()[0]) << k;
    ASSERT_TRUE(std::equal(one.numbers().begin(), one.numbers().end(), two.numbers().begin())) << k;
  }
}

// A user's own block, with memory and numbers.
class Counter final : public Block {
 public:
  explicit Counter(const BlockDescription& b) : in_(b.of.at(0)), by_(b.numbers.at(0).second) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    out[0] = memory[0] += by_ + value_of(s, in_);
    return true;
  }

 private:
  BlockInput in_;
  double by_;
};

TEST(Control, TakesBlocksWrittenInCpp) {
  const std::string file = cart + R"(
controllers:
  c:
    every: 1 s
    blocks: {one: {type: signal, law: 1}, n: {type: custom, kind: test_counter, of: one, numbers: {by: 2}, memory: 1}}
    apply: {X: n}
)";
  const Model model = model_of(file);
  ASSERT_EQ(check_controllers(model).size(), 1u) << "nobody has registered it yet";
  register_block("test_counter", [](const BlockDescription& b, double) { return std::make_unique<Counter>(b); });
  EXPECT_TRUE(check_controllers(model).empty());
  const MemoryRun run = run_in_memory(model, fixed_run(5, "rk4", 0.1));
  EXPECT_EQ(run.last("c.n"), 6 * 3);  // samples at 0, 1, ... 5
}

TEST(Control, SaysWhatIsWrongWhereItStands) {
  const auto said = [](const std::string& text) {
    const Result<Description> d = read_description_text(text, "m.yaml");
    EXPECT_TRUE(d) << to_text(d.diagnostics);
    const Result<Model> model = build_model(*d);
    EXPECT_TRUE(model) << to_text(model.diagnostics);
    return to_text(controller_diagnostics(*model, d->files));
  };
  const std::string head = cart + "controllers:\n  c:\n    every: 0.1 s\n    apply: {X: u}\n    blocks:\n";
  EXPECT_EQ(said(head + "      u: {type: sensor, quantity: X.sped}\n"),
            "m.yaml:11:35: error: controllers.c.blocks.u.quantity: no quantity 'X.sped'; did you mean 'X.speed'?\n1 error, nothing was done\n");
  EXPECT_EQ(
      said(head + "      u: {type: sensor, quantity: X.acceleration}\n"),
      "m.yaml:11:35: error: controllers.c.blocks.u.quantity: 'X.acceleration' does not follow from positions and velocities alone; a sensor reads "
      "coordinates, speeds, frames, energies\n1 error, nothing was done\n");
  EXPECT_EQ(
      said(head + "      u: {type: custom, kind: nobody}\n"),
      "m.yaml:11:7: error: controllers.c.blocks.u.kind: this program has no block 'nobody'; register it in C++ before the run: docs/control.md\n1 "
      "error, nothing was done\n");
  EXPECT_EQ(said(head + "      u: {type: sensor, quantity: X, quantum: 1 deg, noise: 0.1 mm}\n"),
            "m.yaml:11:47: error: controllers.c.blocks.u.quantum: this is an angle, but 'X' is a length; write it in m\n1 error, nothing was done\n");
  EXPECT_EQ(said(head + "      u: {type: sensor, quantity: X.speed, quantum: 1 mm/s, noise: 0.1, bias: 2 cm/s}\n"), "");
  const std::string slow = said(head + "      u: {type: signal, law: \"sin(25*t)\"}\n");
  EXPECT_EQ(
      slow.find("m.yaml:8:12: warning: controllers.c.every: samples 0.1 s apart are too few for block 'u', which has about 3.98 cycles per second; "
                "ten samples per cycle follow it: 0.0251 s"),
      0u)
      << slow;
  EXPECT_EQ(said(head + "      u: {type: signal, law: \"sin(10*t)\"}\n"), "") << "six samples per cycle";
  EXPECT_EQ(said(head + "      u: {type: signal, law: \"2*step(t - 0.53)\"}\n"), "") << "a step now and then";
}

// Swings that grow are seen, whatever they swing about; others are not.
TEST(GrowthWatch, TellsInstabilityFromMotion) {
  const auto grows = [](const std::function<double(double)>& f) {
    GrowthWatch watch;
    bool seen = false;
    for (int k = 0; k < 4000; ++k) seen = watch.grows(0.01 * k, f(0.01 * k)) || seen;
    return seen;
  };
  EXPECT_TRUE(grows([](double t) { return 50 + 1e-6 * std::exp(0.8 * t) * std::sin(6 * t); }));
  EXPECT_TRUE(grows([](double t) { return 1e-9 * std::exp(10 * t) * (static_cast<long>(std::round(100 * t)) % 2 ? 1 : -1); }));
  EXPECT_FALSE(grows([](double t) { return std::sin(6 * t) + 0.3 * std::sin(1.7 * t); }));
  EXPECT_FALSE(grows([](double t) { return t * std::sin(6 * t); }));
  EXPECT_FALSE(grows([](double t) { return std::exp(t); }));
  EXPECT_FALSE(grows([](double t) { return std::sin(6 * t) * std::exp(-t); }));
}

TEST(RunawayWatch, TellsExponentialsFromPowers) {
  const auto runs_away = [](const std::function<double(double)>& f) {
    RunawayWatch watch;
    bool seen = false;
    for (int k = 0; k < 4000; ++k) seen = watch.runs_away(0.01 * k, f(0.01 * k)) || seen;
    return seen ? watch.doubling_s() : 0.0;
  };
  EXPECT_NEAR(runs_away([](double t) { return -1e-6 * std::exp(t); }), std::log(2), 0.01);
  EXPECT_NEAR(runs_away([](double t) { return t < 3 ? std::sin(9 * t) : std::sin(27) + 1e-4 * std::exp(0.5 * (t - 3)); }), 0, 0.0)
      << "nothing much, yet";
  EXPECT_EQ(runs_away([](double t) { return 1e-9 + t * t; }), 0);
  EXPECT_EQ(runs_away([](double t) { return std::pow(t, 4); }), 0);
  EXPECT_EQ(runs_away([](double t) { return std::exp(t) * std::sin(6 * t); }), 0) << "that swings";
}

// The sign of the gain is wrong: the cart runs away, and with a limit it is driven there to the end.
TEST(Control, SaysThatALoopRunsAway) {
  const auto notes = [](const std::string& limit) {
    const Model model = model_of(
        cart + "controllers: {c: {every: 10 ms, blocks: {x: {type: sensor, quantity: X}, u: {type: gain, of: x, by: 9}}, apply: {X: {force: u" +
        limit + "}}}}\ninitial: {q: {X: 1 mm}}\n");
    std::string all;
    for (const std::string& note : run_in_memory(model, fixed_run(8, "rk4", 0.01)).summary.notes) all += note + "\n";
    return all;
  };
  EXPECT_NE(notes("").find("the loop of controller 'c' through 'X' runs away: what it asks for doubles every "), std::string::npos) << notes("");
  EXPECT_NE(notes(", limit: 0.5 N").find("to the end without a break: it does not hold its target"), std::string::npos) << notes(", limit: 0.5 N");
}

}  // namespace
}  // namespace zanjir::test
