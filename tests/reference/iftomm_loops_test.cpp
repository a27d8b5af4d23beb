// IFToMM benchmark library, mechanisms with loops (A02, A03, A04), and the change-point four-bar, each as a user would run it: nothing says
// that loops are redundant or that the motion passes singular configurations. References: benchmarks recomputed with 20 to 40 digits.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <tuple>

#include "support/bodies.hpp"
#include "support/linkage.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"

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
  std::printf("  %s: off by %.1e, energy %.1e, residual %.1e m, sigma %.1e, %ld steps, %ld evaluations (%ld near singular points), %.2f s\n", what,
              error, run.summary.relative_imbalance(), run.summary.worst_loop_residual_m, run.summary.smallest_sigma_ratio.value_or(1),
              run.summary.cost.steps, run.summary.cost.rhs, run.summary.evaluations_near_singular, run.summary.seconds);
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
  EXPECT_NEAR(B0.y(), 0.94451853817860, 4e-9 * tolerance_scale());
  EXPECT_NEAR(v.x(), 1.423051470207, 3e-8 * tolerance_scale());
  EXPECT_NEAR(v.y(), -0.494868845487, 3e-8 * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 2e-10 * tolerance_scale());
}

TEST_P(NFourBarMotion, WithFortyCellsPassesItsSingularConfigurations) {
  const Model model = zoo_model(GetParam(), {{"N", "40"}});
  const MemoryRun run = run_in_memory(model, precise(10));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const Vec3 B0 = frame_at(model, run.state, "bar0.tip");
  print("N = 40", run, std::hypot(B0.x() - 0.18051222668673, B0.y() - 0.98357274058231));
  EXPECT_NEAR(B0.x(), 0.18051222668673, 6e-9 * tolerance_scale());
  EXPECT_NEAR(B0.y(), 0.98357274058231, 1e-9 * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1e-10 * tolerance_scale());
}
// Every method goes through; what is lost is what its tolerance allows: over ten seconds, about a hundred times as much as per step.
TEST_P(NFourBarMotion, PassesWithOtherMethodsToTheirTolerance) {
  for (const auto& [cells, B0_x, B0_y] : {std::tuple{"2", 0.32845811154081, 0.94451853817860}, {"40", 0.18051222668673, 0.98357274058231}}) {
    const Model model = zoo_model(GetParam(), {{"N", cells}});
    for (const auto& [method, tolerance] : {std::pair{"dopri5", 1e-10}, {"verner65", 1e-10}, {"dop853", 1e-7}}) {
      SCOPED_TRACE(std::string(method) + ", N = " + cells);
      const MemoryRun run = run_in_memory(model, precise(10, tolerance, method));
      ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
      const Vec3 B0 = frame_at(model, run.state, "bar0.tip");
      const double off = std::hypot(B0.x() - B0_x, B0.y() - B0_y);
      print((std::string(method) + ", N = " + cells).c_str(), run, off);
      EXPECT_LT(off, 1000 * tolerance * tolerance_scale());
      EXPECT_LT(run.summary.relative_imbalance(), 100 * tolerance * tolerance_scale());
    }
  }
}

// Started exactly in the singular configuration. All cranks stay parallel, so the reference is one pendulum, M = (N + 1)/3 + N, with the moment
// g ((N + 1)/2 + N) cos: its own equation, integrated here with 1e-4 s and order four.
TEST_P(NFourBarMotion, StartsInItsSingularConfiguration) {
  for (const int N : {2, 40}) {
    SCOPED_TRACE("N = " + std::to_string(N));
    const Model model = zoo_model(GetParam(), {{"N", std::to_string(N)}});
    State start = initial_state(model);
    for (int i = 0; i < model.nv(); ++i) {
      start.q[i] = 0;
      start.v[i] = model.speed_names()[static_cast<std::size_t>(i)][0] == 'A' ? -1 : 1;
    }
    const MemoryRun run = run_in_memory(model, start, precise(10));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    const double M = (N + 1) / 3.0 + N, G = 9.81 * ((N + 1) / 2.0 + N), h = 1e-4;
    double angle = 0, rate = -1;
    for (int i = 0; i < 100000; ++i) {
      const auto f = [&](double a) { return -G * std::cos(a) / M; };
      const double k1 = f(angle), k2 = f(angle + h / 2 * rate), k3 = f(angle + h / 2 * rate + h * h / 4 * k1),
                   k4 = f(angle + h * rate + h * h / 2 * k2);
      angle += h * rate + h * h / 6 * (k1 + k2 + k3);
      rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    const Vec3 B0 = frame_at(model, run.state, "bar0.tip");
    print(("singular start, N = " + std::to_string(N)).c_str(), run, std::hypot(B0.x() - std::cos(angle), B0.y() - std::sin(angle)));
    EXPECT_NEAR(B0.x(), std::cos(angle), 4e-11 * tolerance_scale());
    EXPECT_NEAR(B0.y(), std::sin(angle), 1.2e-9 * tolerance_scale());
    EXPECT_LT(run.summary.relative_imbalance(), 1e-9 * tolerance_scale());
  }
}
INSTANTIATE_TEST_SUITE_P(Models, NFourBarMotion, ::testing::Values("n_four_bar", "n_four_bar_spatial"),
                         [](const auto& info) { return test_name(info.param); });

// -- change-point four-bar: five singular passages in four seconds ----------------------------------------------------------------------
// B and C after 4 s, known to 1e-10 and 5e-10.
void expect_change_point_motion(const char* name, const MemoryRun& run, const Vec3& B, const Vec3& C) {
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const double off =
      std::max({std::abs(B.x() + 0.4223785900), std::abs(B.y() + 0.9064195092), std::abs(C.x() - 1.453841622), std::abs(C.y() + 1.599093831)});
  print(name, run, off);
  EXPECT_LT(off, 1e-9 * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1e-9 * tolerance_scale());
  EXPECT_LT(run.summary.smallest_sigma_ratio.value_or(1), 1e-2) << "no singular passage was seen";
}

TEST(ChangePointFourBarMotion, PassesItsSingularConfigurations) {
  const Model model = zoo_model("change_point_four_bar");
  const MemoryRun run = run_in_memory(model, precise(4));
  expect_change_point_motion("plane: xy", run, frame_at(model, run.state, "coupler"), frame_at(model, run.state, "coupler.C"));
}

// The other assembly of the same bars, crank at the same angle and rate: known from one run to 1e-9.
TEST(ChangePointFourBarMotion, PassesThemInItsOtherAssemblyToo) {
  const Model model = zoo_model("change_point_four_bar", {{"x", "0.278692263150397"}, {"y", "-1.141345241056019"}});
  State start = initial_state(model);
  ASSERT_LT((frame_at(model, start, "coupler.C") - Vec3(0.278692263150397, -1.141345241056019, 0)).norm(), 1e-14);
  std::vector<bool> held(static_cast<std::size_t>(model.nv()), false);
  for (int i = 0; i < model.nv(); ++i) held[static_cast<std::size_t>(i)] = model.speed_names()[static_cast<std::size_t>(i)] == "A";
  ASSERT_EQ(start.v[0], -6);
  ASSERT_TRUE(close_velocities(model, start, held).consistent);
  const MemoryRun run = run_in_memory(model, start, precise(4));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const Vec3 B = frame_at(model, run.state, "coupler"), C = frame_at(model, run.state, "coupler.C");
  const double off =
      std::max({std::abs(B.x() - 0.415160296), std::abs(B.y() - 0.909748278), std::abs(C.x() - 0.220152585), std::abs(C.y() + 1.080722017)});
  print("other assembly", run, off);
  EXPECT_LT(off, 2e-9 * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1.5e-10 * tolerance_scale());
  EXPECT_LT(run.summary.smallest_sigma_ratio.value_or(1), 1e-2) << "no singular passage was seen";
}

TEST(ChangePointFourBarMotion, PassesThemForEveryCutOfItsSpatialHinges) {
  const Vec3d A{0, 0, 0}, D{1.4, 0, 0}, B{std::cos(1.0), std::sin(1.0), 0}, C{2.517058094551003, 1.145504785410381, 0}, z{0, 0, 1};
  const std::map<std::string, double> turn{{"ground", 0}, {"crank", -6}, {"coupler", -6 + 4.999190137764883}, {"rocker", -4.673141485851937}};
  for (const std::string cut : {"A", "B", "C", "D"}) {
    SCOPED_TRACE("cut " + cut);
    Linkage l({{"crank", 1, A, B}, {"coupler", 2, B, C}, {"rocker", 1.5, D, C}}, {0, -9.81, 0});
    l.hinge("A", "ground", "crank", A, z, cut == "A");
    l.hinge("B", "crank", "coupler", B, z, cut == "B");
    l.hinge("C", "coupler", "rocker", C, z, cut == "C");
    l.hinge("D", "ground", "rocker", D, z, cut == "D");
    const Model model = build_linkage(l.d);
    State start = initial_state(model);
    for (int i = 0; i < model.nv(); ++i) {
      const Joint joint = as_written(model.joint(model.speed(i).joint));
      start.v[i] = turn.at(model.body(joint.child).name) - turn.at(model.body(joint.parent).name);
    }
    const MemoryRun run = run_in_memory(model, start, precise(4));
    Workspace ws(model);
    update_positions(model, run.state, ws);
    const auto at = [&](const char* body, const Vec3d& p) { return to_eigen(body_pose(model, ws, *model.find_body(body)) * p); };
    expect_change_point_motion(("cut " + cut).c_str(), run, at("crank", B), at("rocker", C));
  }
}

// -- A03 -----------------------------------------------------------------------------------------------------------------------------
TEST(AndrewsMotion, MatchesTheTestSet) {
  const Model model = zoo_model("andrews");
  SimOptions options = precise(0.03, 1e-12);
  options.samples.reactions = true;
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::pair<const char*, double> angles[] = {{"beta", 15.8107711951537},   {"theta", -15.7563710584118}, {"gamma", 0.0408222401196458},
                                                   {"phi", -0.534730116342080},  {"delta", 0.524409965879954}, {"omega", 0.534730116342080},
                                                   {"epsilon", 1.04808074104194}};
  double worst = 0;
  for (const auto& [name, value] : angles) {
    EXPECT_NEAR(run.last(name), value, 2e-11 * tolerance_scale()) << name;
    worst = std::max(worst, std::abs(run.last(name) - value));
  }
  print("A03", run, worst);
  EXPECT_NEAR(run.last("beta.speed"), 1139.92030225911, 1.5e-9 * tolerance_scale());
  EXPECT_NEAR(run.last("gamma.speed"), 11.0329119106185, 5e-9 * tolerance_scale());
  // The test set's rows are the differences of the three paths to E: its multipliers are the forces of K2 on K3, K4 and K6 there.
  const std::pair<const char*, double> multipliers[] = {{"E3.reaction.force.x", 199.175348104539}, {"E3.reaction.force.y", -29.7553099749718},
                                                        {"E4.reaction.force.x", 23.0665436116222}, {"E4.reaction.force.y", 31.4527252757711},
                                                        {"E6.reaction.force.x", 22.6424947863944}, {"E6.reaction.force.y", 11.6173923526113}};
  for (const auto& [name, value] : multipliers) EXPECT_NEAR(run.last(name), value, 5e-10 * std::abs(value) * tolerance_scale()) << name;
  EXPECT_LT(run.summary.relative_imbalance(), 2.5e-12 * tolerance_scale());
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
    EXPECT_LT((frame_at(model, run.state, "rod2.P3") - P3).cwiseAbs().maxCoeff(), 8e-10 * tolerance_scale()) << "t = " << t;
    state = run.state;
  }
}

}  // namespace
}  // namespace zanjir::test
