#include "zanjir/face/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

#include "support/folders.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

Mechanism zoo_mechanism_for_runs(const std::string& name) { return Mechanism::load((test::models_folder() / (name + ".yaml")).string()); }

std::string refusal(const Mechanism& mechanism, const SimulateOptions& options) {
  try {
    mechanism.simulate(mechanism.assemble(), options);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Run, HoldsChannelsEventsAndTheEnd) {
  const Mechanism ball = zoo_mechanism_for_runs("bouncing_ball");
  const auto run = ball.simulate(ball.assemble(), {.until_s = 1, .every_s = 0.1});
  EXPECT_TRUE(run.finished()) << run.why();
  ASSERT_EQ(run.times().size(), run["height"].size());
  EXPECT_DOUBLE_EQ(run.times().back(), 1);
  EXPECT_DOUBLE_EQ(run.final_state().time_s(), 1);
  EXPECT_DOUBLE_EQ(run.final_state()["height"], run["height"].back());
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t_s, std::sqrt(2 / 9.81), 1e-14);
  EXPECT_LT(run.energy_imbalance(), 1e-14);
  EXPECT_GT(run.steps(), 0);
}

// A double pendulum by steps that are far too long: it goes on to its end, with energy out of nowhere.
TEST(Run, SaysThatItIsNotToBeTrusted) {
  const Mechanism pendulum = zoo_mechanism_for_runs("double_pendulum");
  const auto good = pendulum.simulate(pendulum.assemble(), {.until_s = 2, .every_s = 0.1});
  EXPECT_TRUE(good.trusted()) << good.full();
  EXPECT_TRUE(good.doubts().empty());
  const auto bad = pendulum.simulate(pendulum.assemble(), {.until_s = 2, .every_s = 0.1, .method = "rk4", .step_s = 0.1});
  EXPECT_TRUE(bad.finished()) << bad.why();
  EXPECT_FALSE(bad.trusted());
  ASSERT_FALSE(bad.doubts().empty());
  EXPECT_EQ(bad.doubts()[0].find("the energy does not add up by "), 0u) << bad.doubts()[0];
}

TEST(Run, HasReactionsOfCutJointsAsTheStateGivesThem) {
  const Mechanism four_bar = zoo_mechanism_for_runs("four_bar");
  const auto run = four_bar.simulate(four_bar.assemble(), {.until_s = 0.3, .every_s = 0.1, .reactions = true});
  const Reaction& D = four_bar.forward(run.final_state()).reaction("D");
  EXPECT_NEAR(run["D.reaction.force.x"].back(), D.force.x, 1e-14 * (1 + std::abs(D.force.x)));
  EXPECT_NEAR(run["D.reaction.force.y"].back(), D.force.y, 1.5e-14 * (1 + std::abs(D.force.y)));
  EXPECT_LT(run.worst_loop_residual_m(), 1e-12);  // where projection begins, and lengths are about 1 m
}

TEST(Run, NamesTheNearestChannel) {
  const Mechanism four_bar = zoo_mechanism_for_runs("four_bar");
  const auto run = four_bar.simulate(four_bar.assemble(), {.until_s = 0.01});
  try {
    (void)run["A.sped"];
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("A.speed"), std::string::npos) << error.what();
  }
  try {
    (void)run["D.reaction.force.x"];
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("SimulateOptions"), std::string::npos) << error.what();
  }
}

TEST(Run, RefusesWhatItCannotDoBeforeItWritesAnything) {
  const Mechanism four_bar = zoo_mechanism_for_runs("four_bar");
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "zanjir_face_run.h5";
  std::filesystem::remove(file);
  EXPECT_NE(refusal(four_bar, {.method = "dopri", .record = file.string()}).find("dopri5"), std::string::npos);
  EXPECT_NE(refusal(four_bar, {.until_s = 0, .record = file.string()}).find("until_s"), std::string::npos);
  EXPECT_NE(refusal(four_bar, {.every_s = -1, .record = file.string()}).find("every_s"), std::string::npos);
  EXPECT_NE(refusal(four_bar, {.formulation = "newton", .record = file.string()}).find("formulation"), std::string::npos);
  EXPECT_NE(refusal(four_bar, {.frames = {"rocker.tipp"}, .record = file.string()}).find("rocker.tip"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file));
  const auto run = four_bar.simulate(four_bar.assemble(), {.until_s = 0.01, .record = file.string()});
  EXPECT_TRUE(run.finished());
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_NE(refusal(four_bar, {.until_s = 0.01, .record = file.string()}).find(file.string()), std::string::npos);
  EXPECT_NO_THROW(four_bar.simulate(four_bar.assemble(), {.until_s = 0.01, .record = file.string(), .overwrite = true}));
  std::filesystem::remove(file);
}

// Each names its field and is one mistake; none of them may start, since some would never end.
TEST(Run, ChecksItsOptionsAsTheCommandLineDoes) {
  const Mechanism pendulum = zoo_mechanism_for_runs("pendulum");
  const double infinity = std::numeric_limits<double>::infinity(), none = std::nan("");
  const std::pair<SimulateOptions, std::string> wrong[] = {
      {{.until_s = infinity}, "until_s: a run without an end"},
      {{.until_s = infinity, .every_s = 1}, "until_s: a run without an end"},
      {{.until_s = none}, "until_s: not a number"},
      {{.every_s = infinity}, "every_s: infinite"},
      {{.every_s = none}, "every_s: not a number"},
      {{.every_s = -1}, "every_s: not a length of time"},
      {{.every_s = 1e-15}, "every_s: 1e+15 samples of "},
      {{.every_s = 2e-12}, "every_s: 5e+11 samples of "},
      {{.method = "rk4", .step_s = 2e-12}, "step_s: 5e+11 samples of "},
      {{.method = "rk4", .step_s = 1e-15}, "step_s: 1e+15 steps would never end"},
      {{.method = "rk4", .step_s = infinity}, "step_s: infinite"},
      {{.method = "rk4", .step_s = none}, "step_s: not a number"},
      {{.rel_tol = infinity}, "rel_tol: not in [0, 1)"},
      {{.rel_tol = none}, "rel_tol: not a number"},
      {{.abs_tol = infinity}, "abs_tol: infinite"},
      {{.abs_tol = none}, "abs_tol: not a number"},
      {{.abs_tol = -1}, "abs_tol: negative"},
      {{.rel_tol = 0, .abs_tol = 0}, "rel_tol: both tolerances are zero"},
      {{.events = {{"low", "A - 1"}, {"low", "A + 1"}}}, "events.low: two events have this name"},
      {{.events = {{"never", "3"}}}, "events.never: nothing in it changes"},
      {{.events = {{"never", "0*A + 1"}}}, "events.never: nothing in it changes"},
      {{.events = {{"far", "bob.x - 1"}}}, "channels of 'bob' are there where SimulateOptions::frames names it"}};
  for (const auto& [options, expected] : wrong) {
    const std::string said = refusal(pendulum, options);
    EXPECT_NE(said.find(expected), std::string::npos) << expected << " is not in:\n" << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << "one mistake, one message:\n" << said;
  }
}

TEST(Run, SaysThatAnEventOfTimeLiesOutside) {
  const Mechanism pendulum = zoo_mechanism_for_runs("pendulum");
  const auto run =
      pendulum.simulate(pendulum.assemble(), {.until_s = 1, .events = {{"late", "t - 5 s"}, {"at_end", "t - 1 s"}, {"inside", "sin(t - 0.5)"}}});
  ASSERT_EQ(run.notes().size(), 1u);
  EXPECT_EQ(run.notes()[0], "event 'late': it cannot occur: it depends on time alone, and crosses zero nowhere from 0 s to 1 s");
  EXPECT_TRUE(run.trusted());
}

TEST(Run, ReplacesRecordingsAlone) {
  const Mechanism pendulum = zoo_mechanism_for_runs("pendulum");
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "zanjir_face_precious.yaml";
  std::ofstream(file) << "zanjir: 1\n";
  EXPECT_NE(refusal(pendulum, {.record = file.string(), .overwrite = true}).find("is not a recording"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(file), 10u);
  std::filesystem::remove(file);
}

TEST(Run, IsNotTrustedWithOpenLoops) {
  const Mechanism four_bar = zoo_mechanism_for_runs("four_bar");
  const SimulateOptions rough{.until_s = 20, .method = "rk4", .step_s = 2e-2, .loops = KeepLoops::not_at_all};
  const auto open = four_bar.simulate(four_bar.assemble(), rough);
  EXPECT_GT(open.worst_loop_residual_m(), 0.01);
  EXPECT_TRUE(open.finished());
  EXPECT_FALSE(open.trusted());
  ASSERT_EQ(open.doubts().size(), 1u);
  EXPECT_EQ(open.doubts()[0].find("loops came open by "), 0u) << open.doubts()[0];
  SimulateOptions closed = rough;
  closed.loops = KeepLoops::by_projection;
  EXPECT_TRUE(four_bar.simulate(four_bar.assemble(), closed).trusted());
}

// Its kinetic energy is that of roundings, and no measure of anything.
TEST(Run, GivesTheImbalanceOfWhatLiesStillInJoule) {
  const Mechanism box = Mechanism::parse(R"(zanjir: 1
name: box
gravity: [2.6, 0, -9.4]
bodies: {b: {mass: 2 kg, inertia: {ixx: 0.02, iyy: 0.02, izz: 0.02}}}
joints: {f: {type: free, parent: ground, child: b}}
contacts: {floor: {ground: {normal: z}, boxes: [{at: b, size: [0.3, 0.2, 0.1]}], law: {type: hold}, friction: {type: dry, coefficient: 0.3}}}
initial: {q: {f: {z: 0.05}}}
)");
  const auto run = box.simulate(box.assemble(), {.until_s = 1});
  EXPECT_TRUE(run.trusted()) << run.full();
  EXPECT_LT(run.energy_imbalance(), 1.5e-15);
  EXPECT_NE(run.full().find(" J, where nothing moved"), std::string::npos) << run.full();
  EXPECT_EQ(run.full().find("of the largest kinetic energy"), std::string::npos) << run.full();
}

TEST(Run, EndsWhenItsCallerSaysSo) {
  const Mechanism pendulum = zoo_mechanism_for_runs("pendulum");
  const auto run = pendulum.simulate(pendulum.assemble(), {.until_s = 100, .go_on = [](double t_s) { return t_s < 0.5; }});
  EXPECT_EQ(run.outcome(), RunOutcome::cancelled);
  EXPECT_LT(run.final_state().time_s(), 2);
  EXPECT_FALSE(run.finished());
}

TEST(Run, StartsSprungLoopsClosed) {
  const Mechanism sprung = Mechanism::parse(R"(zanjir: 1
name: sprung-triangle
plane: xy
gravity: [0, -9.81, 0]
bodies:
  a: {mass: 1 kg, com: [0.5, 0, 0], inertia: {about: com, izz: 0.1}}
  b: {mass: 1 kg, com: [0.5, 0, 0], inertia: {about: com, izz: 0.1}}
frames:
  ground: {D: [1.5, 0, 0]}
  b: {tip: [1, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: a, axis: z}
  B: {type: revolute, parent: a, child: b, at: [1, 0, 0], axis: z}
loops:
  D: {type: revolute, between: [b.tip, ground.D], axis: z, springs: {stiffness: 1e5 N/m, damping: 100 N s/m}}
initial:
  q: {A: 40 deg, B: -80 deg}
)");
  const MechanismState start = sprung.assemble();
  const Vec3d tip = sprung.frame(start, "b.tip").X_WF.p;
  EXPECT_NEAR(tip.x, 1.5, 2e-14);
  EXPECT_NEAR(tip.y, 0, 1e-14);
  EXPECT_TRUE(start.closed());
  const auto run = sprung.simulate(start, {.until_s = 0.05});
  EXPECT_TRUE(run.finished()) << run.why();
}

}  // namespace
}  // namespace zanjir::test
