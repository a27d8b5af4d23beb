// IFToMM benchmark library, mechanisms with loops (A02, A03, A04), and the change-point four-bar, each as a user would run it: nothing says
// that loops are redundant or that the motion passes singular configurations. References: benchmarks recomputed with 20 to 40 digits.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/bodies.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

SimOptions precise(double until_s, double tolerance = 1e-11, std::string method = "dop853") {
  SimOptions options;
  options.until_s = until_s;
  options.stepper.method = std::move(method);
  options.stepper.rel_tol = options.stepper.abs_tol = tolerance;
  return options;
}

Vec3 frame_at(const Model& model, const State& state, const std::string& frame) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  return to_eigen(frame_pose(model, ws, model.frame(*model.find_frame(frame))).p);
}
Vec3 frame_speed(const Model& model, const State& state, const std::string& frame) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  return to_eigen(frame_kinematics(model, ws, model.frame(*model.find_frame(frame))).V_WF_W.v);
}

void print(const char* what, const MemoryRun& run, double error) {
  std::printf("  %s: off by %.1e, energy %.1e, residual %.1e m, sigma %.1e, %ld steps, %ld evaluations (%ld near singular points), %.2f s\n", what, error, run.summary.relative_imbalance(),
              run.summary.worst_loop_residual_m, run.summary.smallest_sigma_ratio, run.summary.cost.steps, run.summary.cost.rhs, run.summary.evaluations_near_singular, run.summary.seconds);
}

// -- A02 -----------------------------------------------------------------------------------------------------------------------------
class NFourBarMotion : public ::testing::TestWithParam<std::string> {};

TEST_P(NFourBarMotion, WithTwoCellsPassesItsSingularConfigurations) {
  const Model model = zoo_model(GetParam());
  const MemoryRun run = run_in_memory(model, precise(10));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const Vec3 B0 = frame_at(model, run.state, "bar0.tip"), v = frame_speed(model, run.state, "bar0.tip");
  print("N = 2", run, std::hypot(B0.x() - 0.32845811154081, B0.y() - 0.94451853817860));
  EXPECT_NEAR(B0.x(), 0.32845811154081, 1e-8 * tolerance_scale());
  EXPECT_NEAR(B0.y(), 0.94451853817860, 1e-8 * tolerance_scale());
  EXPECT_NEAR(v.x(), 1.423051470207, 1e-7 * tolerance_scale());
  EXPECT_NEAR(v.y(), -0.494868845487, 1e-7 * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1e-9 * tolerance_scale());
}

TEST_P(NFourBarMotion, WithFortyCellsPassesItsSingularConfigurations) {
  const Model model = zoo_model(GetParam(), {{"N", "40"}});
  const MemoryRun run = run_in_memory(model, precise(10));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const Vec3 B0 = frame_at(model, run.state, "bar0.tip");
  print("N = 40", run, std::hypot(B0.x() - 0.18051222668673, B0.y() - 0.98357274058231));
  EXPECT_NEAR(B0.x(), 0.18051222668673, 1e-8 * tolerance_scale());
  EXPECT_NEAR(B0.y(), 0.98357274058231, 1e-8 * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1e-9 * tolerance_scale());
}
INSTANTIATE_TEST_SUITE_P(Models, NFourBarMotion, ::testing::Values("n_four_bar", "n_four_bar_spatial"), [](const auto& info) { return test_name(info.param); });

// -- A03 -----------------------------------------------------------------------------------------------------------------------------
TEST(AndrewsMotion, MatchesTheTestSet) {
  const Model model = zoo_model("andrews");
  SimOptions options = precise(0.03, 1e-12);
  options.samples.reactions = true;
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::pair<const char*, double> angles[] = {{"beta", 15.8107711951537},   {"theta", -15.7563710584118}, {"gamma", 0.0408222401196458}, {"phi", -0.534730116342080},
                                                   {"delta", 0.524409965879954}, {"omega", 0.534730116342080},  {"epsilon", 1.04808074104194}};
  double worst = 0;
  for (const auto& [name, value] : angles) {
    EXPECT_NEAR(run.last(name), value, 1e-9 * tolerance_scale()) << name;
    worst = std::max(worst, std::abs(run.last(name) - value));
  }
  print("A03", run, worst);
  EXPECT_NEAR(run.last("beta.speed"), 1139.92030225911, 1e-6 * tolerance_scale());
  EXPECT_NEAR(run.last("gamma.speed"), 11.0329119106185, 1e-8 * tolerance_scale());
  // The test set's rows are the differences of the three paths to E: its multipliers are the forces at E3, E4 and E6, up to sign.
  const std::pair<const char*, double> multipliers[] = {{"E3.reaction.force.x", 199.175348104539},  {"E3.reaction.force.y", -29.7553099749718}, {"E4.reaction.force.x", 23.0665436116222},
                                                        {"E4.reaction.force.y", 31.4527252757711}, {"E6.reaction.force.x", 22.6424947863944},  {"E6.reaction.force.y", 11.6173923526113}};
  for (const auto& [name, value] : multipliers) EXPECT_NEAR(std::abs(run.last(name)), std::abs(value), 1e-6 * std::abs(value) * tolerance_scale()) << name << " " << run.last(name);
  EXPECT_LT(run.summary.relative_imbalance(), 1e-9 * tolerance_scale());
}

// -- A04 -----------------------------------------------------------------------------------------------------------------------------
TEST(BricardMotion, RunsTenSecondsWithItsRedundantConstraint) {
  const Model model = zoo_model("bricard");
  State state = closed_start(model);
  const std::pair<double, Vec3> at[] = {{1, {0.2744813193, -0.8867079387, -0.4623300027}},
                                        {2, {-0.7781353730, -0.9803526834, -0.1972526706}},
                                        {5, {0.9999327423, -0.9999999977, -0.0000672554}},
                                        {10, {0.9997309873, -0.9999999638, -0.0002689765}}};
  for (const auto& [t, P3] : at) {
    const MemoryRun run = run_in_memory(model, state, precise(t));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    print("A04", run, (frame_at(model, run.state, "rod2.P3") - P3).norm());
    EXPECT_LT((frame_at(model, run.state, "rod2.P3") - P3).cwiseAbs().maxCoeff(), 1e-6 * tolerance_scale()) << "t = " << t;
    state = run.state;
  }
}

}  // namespace
}  // namespace zanjir::test
