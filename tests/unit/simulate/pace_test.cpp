#include "zanjir/simulate/pace.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>

#include "zanjir/integrate/stepper.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir {
namespace {

// A run to 1000 s by a clock of its own.
struct Watched {
  double clock_s = 0, t_s = 0;
  int n_said = 0;
  std::string said;
  Pace pace{0, 1000, [this](const std::string& text) { said = text, ++n_said; }, [this] { return clock_s; }};
  StepperOptions stepper;

  // Entry 0 is a line, entry 1 an oscillation of 10 rad per step; returns whether it was said.
  bool steps(long n, double h_s, double clock_per_step_s) {
    for (long i = 0; i < n; ++i) {
      t_s += h_s, clock_s += clock_per_step_s;
      const std::array y{t_s, std::sin(10 * t_s / h_s), 1.0};
      if (!pace.hopeless(t_s, y, stepper, false)) continue;
      pace.say("It is slow");
      return true;
    }
    return false;
  }
};

TEST(Pace, SaysOnceThatTheRestTakesDaysAndWhatBendsMost) {
  Watched w;
  EXPECT_FALSE(w.steps(99'000, 1e-9, 1e-4));  // 9.9 s: no window is over
  EXPECT_TRUE(w.steps(20'000, 1e-9, 1e-4));
  EXPECT_EQ(w.pace.fastest(), 1u);
  EXPECT_NEAR(w.pace.step_s(), 1e-9, 4e-20);
  EXPECT_FALSE(w.pace.mostly_cut());
  EXPECT_NE(w.said.find("of 1000 s after 10 s: at this rate the rest takes 3.2 years. It is slow"), std::string::npos) << w.said;
  EXPECT_FALSE(w.steps(1'000'000, 1e-9, 1e-4));
  EXPECT_EQ(w.n_said, 1);
}

TEST(Pace, ADayIsTheBorder) {
  Watched slow, fast;  // 1000 s in 100 000 s, and in 80 000 s
  EXPECT_TRUE(slow.steps(20'000, 1e-5, 1e-3));
  EXPECT_FALSE(fast.steps(200'000, 1e-5, 8e-4));
}

TEST(Pace, ABounceIsNotTheRun) {
  Watched w;
  EXPECT_FALSE(w.steps(100'000, 1e-3, 1e-4));  // 100 s of motion in 10 s
  EXPECT_FALSE(w.steps(600'000, 1e-9, 1e-4));  // then none in a minute: by the whole, ten minutes are left
}

TEST(Pace, LooksAtTheClockAlsoWhereStepsAreLong) {
  Watched w;
  EXPECT_TRUE(w.steps(50, 1e-4, 5));
}

// Beside a pendulum, a spring that is far too stiff for the method: the run says what holds it up, and is what it would have been.
TEST(Pace, ARunNamesWhatHoldsItUpAndIsTheSame) {
  const auto description = read_description_text(
      "zanjir: 1\ngravity: [0, 0, -9.81]\n"
      "bodies:\n  slow: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}, com: [0.5, 0, 0]}\n  fast: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}\n"
      "joints:\n  A: {type: revolute, parent: ground, child: slow, at: [0, 0, 0], axis: y}\n"
      "  B: {type: revolute, parent: ground, child: fast, at: [0, 0, 0], axis: y}\n"
      "springs: {stiff: {joint: B, stiffness: 1e16, rest: 0, damping: 1e9}}\ninitial: {q: {B: 1e-3}}\n",
      "stiff.yaml");
  ASSERT_TRUE(description) << to_text(description.diagnostics);
  const auto end_of = [&](Pace* pace, int most_steps) {
    SimulationRequest request;
    request.options.until_s = 1000;
    std::atomic<bool> enough = false;
    int steps = 0;
    request.options.cancel = &enough;
    request.options.progress = [&](double) { enough = ++steps >= most_steps; };
    Result<Prepared> prepared = prepare(*description, std::move(request));
    EXPECT_TRUE(prepared) << to_text(prepared.diagnostics);
    prepared->options.pace = pace;
    (void)run(*prepared, {});
    return prepared->state.q[0];
  };
  double clock_s = 0;
  std::string said;
  Pace pace(
      0, 1000, [&](const std::string& text) { said = text; }, [&] { return clock_s += 1; });
  EXPECT_EQ(end_of(&pace, 500), end_of(nullptr, 500));
  EXPECT_NE(said.find("for the speed 'B'"), std::string::npos) << said;
  EXPECT_NE(said.find("--method auto"), std::string::npos) << said;
}

}  // namespace
}  // namespace zanjir
