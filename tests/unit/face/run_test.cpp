#include "zanjir/face/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

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
