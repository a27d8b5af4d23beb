// Motions of mechanisms whose loops are redundant or pass through singular configurations, against published references. The integrator is a
// plain Runge-Kutta of fixed step with a projection after each; nothing tells it that anything is singular.
#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/linkage.hpp"
#include "support/tolerance.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

struct LoopRun {
  State state;
  double worst_residual = 0, energy_drift = 0;  // the drift relative to the largest kinetic energy
};

LoopRun run_loops(const Model& model, State state, double end_s, double step_s) {
  LoopRank rank = generic_rank(model, state);
  NewtonEuler::Scratch x(model);
  Solution s;
  Given question = forward_question(model, VecX::Zero(model.nv()));
  question.rank = &rank;
  const auto vdot_at = [&](const State& at) {
    const SolveStatus status = NewtonEuler{}.solve(model, at, question, Reactions::skip, x, s);
    if (status != SolveStatus::ok) throw std::runtime_error(s.note);
    return s.vdot;
  };
  Workspace ws(model);
  update_velocities(model, state, ws);
  const double start_J = energy(model, ws).total_J();
  double peak_J = energy(model, ws).kinetic_J, worst_J = 0;
  LoopRun run;
  const int n_steps = static_cast<int>(std::lround(end_s / step_s));
  for (int i = 0; i < n_steps; ++i) {
    const State begin = state;
    const auto stage = [&](const VecX& v, const VecX& vdot, double h) {
      State at = begin;
      at.t_s = begin.t_s + h;
      at.q = begin.q + v * h;  // hinges only
      at.v = begin.v + vdot * h;
      return at;
    };
    const VecX a1 = vdot_at(begin);
    const State s2 = stage(begin.v, a1, step_s / 2);
    const VecX a2 = vdot_at(s2);
    const State s3 = stage(s2.v, a2, step_s / 2);
    const VecX a3 = vdot_at(s3);
    const State s4 = stage(s3.v, a3, step_s);
    const VecX a4 = vdot_at(s4);
    state.t_s = begin.t_s + step_s;
    state.q = begin.q + (begin.v + 2 * s2.v + 2 * s3.v + s4.v) * (step_s / 6);
    state.v = begin.v + (a1 + 2 * a2 + 2 * a3 + a4) * (step_s / 6);
    run.worst_residual = std::max(run.worst_residual, project(model, rank, state));
    update_velocities(model, state, ws);
    const Energy e = energy(model, ws);
    peak_J = std::max(peak_J, e.kinetic_J);
    worst_J = std::max(worst_J, std::abs(e.total_J() - start_J));
  }
  run.state = state;
  run.energy_drift = worst_J / peak_J;
  return run;
}

Vec3 point_at(const Model& model, const State& state, const std::string& body, const Vec3d& p_B) {
  Workspace ws(model);
  update_positions(model, state, ws);
  return to_eigen(body_pose(model, ws, *model.find_body(body)) * p_B);
}

// IFToMM A02: N + 1 cranks on the ground, N couplers, slender rods of one metre and one kilogram.
Model n_four_bar(int n, double angle) {
  const Vec3d z{0, 0, 1}, up{std::cos(angle), std::sin(angle), 0};
  std::vector<Rod> rods;
  const auto foot = [](int i) { return Vec3d{static_cast<double>(i), 0, 0}; };
  for (int i = 0; i <= n; ++i) rods.push_back({"crank" + std::to_string(i), 1, foot(i), foot(i) + up});
  for (int i = 0; i < n; ++i) rods.push_back({"coupler" + std::to_string(i), 1, foot(i) + up, foot(i + 1) + up});
  Linkage l(rods, {0, -9.81, 0});
  for (int i = 0; i <= n; ++i) l.hinge("A" + std::to_string(i), "ground", "crank" + std::to_string(i), foot(i), z);
  for (int i = 0; i < n; ++i) {
    l.hinge("B" + std::to_string(i), "crank" + std::to_string(i), "coupler" + std::to_string(i), foot(i) + up, z);
    l.hinge("C" + std::to_string(i), "coupler" + std::to_string(i), "crank" + std::to_string(i + 1), foot(i + 1) + up, z, true);
  }
  return build_linkage(l.d);
}

State turning(const Model& model, double rate) {
  State state = initial_state(model);
  for (int i = 0; i < model.nv(); ++i) state.v[i] = model.speed_names()[static_cast<std::size_t>(i)][0] == 'A' ? rate : -rate;
  return state;
}

TEST(NFourBar, PassesItsSingularConfigurationsOnTheSmoothBranch) {
  const Model model = n_four_bar(2, M_PI / 2);
  const State start = turning(model, -1);
  EXPECT_EQ(model.n_closure_rows() - generic_rank(model, start).rank, 6);  // 3 N of 5 N rows
  const LoopRun run = run_loops(model, start, 10, 2e-3);
  const Vec3 B0 = point_at(model, run.state, "crank0", {0, 1, 0});
  std::printf("  B0 off by %.1e, %.1e; energy %.1e; residual %.1e\n", B0.x() - 0.32845811154081, B0.y() - 0.94451853817860, run.energy_drift,
              run.worst_residual);
  EXPECT_NEAR(B0.x(), 0.32845811154081, 6e-9 * tolerance_scale());
  EXPECT_NEAR(B0.y(), 0.94451853817860, 2e-9 * tolerance_scale());
  EXPECT_LT(run.energy_drift, 3e-10 * tolerance_scale());
  EXPECT_LT(run.worst_residual, 2e-13 * tolerance_scale());
}

// Started exactly in the singular configuration, with the velocity that energy gives there: the reference is the run that comes from above.
TEST(NFourBar, StartsInASingularConfiguration) {
  const Model model = n_four_bar(2, 0);
  const State start = turning(model, -1);
  const LoopRank rank = generic_rank(model, start);
  EXPECT_EQ(rank.rank, 4);
  EXPECT_LT(rank.rank_here, 4);
  const LoopRun run = run_loops(model, start, 2, 2e-3);
  // All cranks stay parallel: one pendulum with M = (N+1)/3 + N, gravity moment (N+1)/2 + N; compare with its own integration.
  const double M = 1.0 + 2.0, G = 9.81 * (1.5 + 2.0);
  double angle = 0, rate = -1;
  const double h = 1e-4;
  for (int i = 0; i < 20000; ++i) {
    const auto f = [&](double a) { return -G * std::cos(a) / M; };
    const double k1 = f(angle), k2 = f(angle + h / 2 * rate), k3 = f(angle + h / 2 * rate + h * h / 4 * k1),
                 k4 = f(angle + h * rate + h * h / 2 * k2);
    angle += h * rate + h * h / 6 * (k1 + k2 + k3);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  const Vec3 B0 = point_at(model, run.state, "crank0", {1, 0, 0});
  EXPECT_NEAR(B0.x(), std::cos(angle), 2e-11 * tolerance_scale());
  EXPECT_NEAR(B0.y(), std::sin(angle), 5e-10 * tolerance_scale());
}

TEST(ChangePointFourBar, PassesItsFlatConfigurationsForEveryCut) {
  const Vec3d A{0, 0, 0}, D{1.4, 0, 0}, B{std::cos(1.0), std::sin(1.0), 0}, C{2.517058094551003, 1.145504785410381, 0}, z{0, 0, 1};
  for (const std::string cut : {"B", "C"}) {
    SCOPED_TRACE("cut " + cut);
    Linkage l({{"crank", 1, A, B}, {"coupler", 2, B, C}, {"rocker", 1.5, D, C}}, {0, -9.81, 0});
    l.hinge("A", "ground", "crank", A, z);
    l.hinge("B", "crank", "coupler", B, z, cut == "B");
    l.hinge("C", "coupler", "rocker", C, z, cut == "C");
    l.hinge("D", "ground", "rocker", D, z);
    const Model model = build_linkage(l.d);
    State start = initial_state(model);
    std::vector<bool> held(static_cast<std::size_t>(model.nv()), false);
    for (int i = 0; i < model.nv(); ++i) {
      if (model.speed_names()[static_cast<std::size_t>(i)] == "A") start.v[i] = -6, held[static_cast<std::size_t>(i)] = true;
    }
    ASSERT_TRUE(close_velocities(model, start, held).consistent);
    const LoopRun run = run_loops(model, start, 4, 2.5e-4);
    const Vec3 at_B = point_at(model, run.state, "crank", B), at_C = point_at(model, run.state, "rocker", C);
    std::printf("  B off by %.1e, %.1e; C by %.1e, %.1e; energy %.1e\n", at_B.x() + 0.4223785900, at_B.y() + 0.9064195092, at_C.x() - 1.453841622,
                at_C.y() + 1.599093831, run.energy_drift);
    EXPECT_NEAR(at_B.x(), -0.4223785900, 1e-9 * tolerance_scale());
    EXPECT_NEAR(at_B.y(), -0.9064195092, 3e-10 * tolerance_scale());
    EXPECT_NEAR(at_C.x(), 1.453841622, 1e-9 * tolerance_scale());
    EXPECT_NEAR(at_C.y(), -1.599093831, 4e-9 * tolerance_scale());
  }
}

// IFToMM A04: overconstrained, no flag.
TEST(Bricard, MovesAsPublished) {
  const std::vector<Vec3d> p{{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const std::vector<Vec3d> axis{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  std::vector<Rod> rods;
  for (std::size_t i = 0; i < 5; ++i) rods.push_back({"rod" + std::to_string(i + 1), 1, p[i], p[i + 1], {0, 0, 0}, 0.02 / 12, 1.01 / 12});
  Linkage l(rods, {0, -9.81, 0});
  for (std::size_t i = 0; i < 6; ++i) {
    l.hinge("j" + std::to_string(i + 1), i == 0 ? "ground" : "rod" + std::to_string(i), i == 5 ? "ground" : "rod" + std::to_string(i + 1), p[i],
            axis[i], i == 5);
  }
  const Model model = build_linkage(l.d);
  const LoopRun run = run_loops(model, initial_state(model), 1, 1e-3);
  const Vec3 P3 = point_at(model, run.state, "rod2", {1, -1, 0});
  EXPECT_NEAR(P3.x(), 0.2744813193, 6e-10 * tolerance_scale());
  EXPECT_NEAR(P3.y(), -0.8867079387, 6e-10 * tolerance_scale());
  EXPECT_NEAR(P3.z(), -0.4623300027, 2e-10 * tolerance_scale());
  EXPECT_LT(run.energy_drift, 1.5e-11 * tolerance_scale());
}

}  // namespace
}  // namespace zanjir::test
