// How loops are cared for along a motion: projection, Baumgarte terms, or not at all; and the singular values of the closure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/simulate/events.hpp"
#include "zanjir/simulate/mechanical_motion.hpp"

namespace zanjir::test {
namespace {

SimOptions with_care(SimOptions options, LoopCare care) {
  options.motion.loop_care = care;
  return options;
}

double loops_J(const RunSummary& s) { return s.work_J[static_cast<std::size_t>(at(WorkSource::loops))]; }

// phi'' = 0 alone leaves phi = phi_0 + phi'_0 t: an error of the speeds grows into one of the positions, linearly in time.
TEST(LoopCare, NoneLetsResidualsGrowLinearly) {
  const Model model = zoo_model("four_bar");
  State state = closed_start(model);
  const VecX rate = [&] {  // off in velocity by a known amount: the middle joint alone turns faster
    Workspace ws(model);
    Closure closure(model);
    state.v[1] += 1e-5;
    update_velocities(model, state, ws);
    update_closure_positions(model, ws, closure);
    return VecX(closure.Phi_q * ws.v);
  }();
  const double slope = rate.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>();
  ASSERT_GT(slope, 1e-7);
  SimOptions options = with_care(adaptive_run(4, "dop853", 1e-13), LoopCare::none);
  options.sample_interval_s = 0.5;
  const MemoryRun run = run_in_memory(model, state, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::vector<double> t = run.record->column("t"), residual = run.record->column("loop_residual");
  for (std::size_t i = 1; i < t.size(); ++i)
    EXPECT_NEAR(residual[i] / model.length_m(), slope * t[i], 6e-7 * slope * t[i] * tolerance_scale()) << t[i];
  // The reactions then do work, which the ledger books: without that line the balance would be off by it.
  EXPECT_GT(std::abs(loops_J(run.summary)), 1e-6);
  EXPECT_LT(run.summary.worst_imbalance_J, 3e-8 * std::abs(loops_J(run.summary)) * tolerance_scale());
  EXPECT_LT(run.summary.relative_imbalance(), 1.5e-12 * tolerance_scale());
}

// phi'' + 2 a phi' + a^2 phi = 0 from phi_0, phi' = 0: phi = phi_0 (1 + a t) exp(-a t).
TEST(LoopCare, BaumgarteLetsResidualsFadeAsItsEquationSays) {
  const Model model = zoo_model("four_bar");
  State state = closed_start(model);
  state.q[2] += 1e-6;  // the last joint: the loop is open by a millionth of a radian times a bar
  Workspace ws(model);
  Closure closure(model);
  const auto scaled_phi = [&](const State& s) {
    update_velocities(model, s, ws);
    update_closure_positions(model, ws, closure);
    return VecX(closure.phi.cwiseProduct(model.row_scale()));
  };
  scaled_phi(state);
  const VecX drift = closure.Phi_q * ws.v;  // phi' is of the same size as phi, so it enters: phi = exp(-a t) (phi_0 + (phi'_0 + a phi_0) t)
  const VecX phi_0 = closure.phi;
  constexpr double a = 10;
  SimOptions options = with_care(adaptive_run(0.8, "dop853", 1e-13), LoopCare::baumgarte);
  options.motion.baumgarte_alpha_per_s = options.motion.baumgarte_beta_per_s = a;
  options.sample_interval_s = 0.1;
  const MemoryRun run = run_in_memory(model, state, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  const std::vector<double> t = run.record->column("t"), residual = run.record->column("loop_residual");
  const double size = phi_0.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < t.size(); ++i) {
    const VecX phi = std::exp(-a * t[i]) * (phi_0 + (drift + a * phi_0) * t[i]);
    EXPECT_NEAR(residual[i] / model.length_m(), phi.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>(), 2e-7 * size * tolerance_scale())
        << t[i];
  }
  EXPECT_LT(run.summary.relative_imbalance(), 1e-12 * tolerance_scale());
}

// At equal tolerance: the drift of each way of care, and that the books balance to the level of the method whichever it is.
TEST(LoopCare, KeepsTheLedgerBalancedWhicheverWay) {
  const Model model = zoo_model("four_bar");
  struct Case {
    const char* method;
    LoopCare care;
    double residual_m;  // below this after 6 s at 1e-9
  };
  // A residual that nobody removes grows with the square of time from local errors of the size of the tolerance: 1e-9 (6 s x a few rad/s)^2 at most.
  for (const Case& c : {Case{"dopri5", LoopCare::projection, 1e-11},
                        {"dopri5", LoopCare::baumgarte, 1e-8},
                        {"dopri5", LoopCare::none, 1e-5},
                        {"adams", LoopCare::baumgarte, 1e-7},
                        {"bdf", LoopCare::projection, 1e-11},
                        {"bdf", LoopCare::baumgarte, 1e-7}}) {
    SCOPED_TRACE(c.method + std::string(c.care == LoopCare::projection ? " projection" : c.care == LoopCare::baumgarte ? " baumgarte" : " none"));
    const MemoryRun run = run_in_memory(model, with_care(adaptive_run(6, c.method, 1e-9), c.care));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    std::printf("  %s, care %d: residual %.1e m, imbalance %.1e, work of loops %.1e J, %ld evaluations\n", c.method, static_cast<int>(c.care),
                run.summary.worst_loop_residual_m, run.summary.relative_imbalance(), loops_J(run.summary), run.summary.cost.rhs);
    EXPECT_LT(run.summary.worst_loop_residual_m, c.residual_m * tolerance_scale());
    const bool multistep = !find_method(c.method)->one_step;
    EXPECT_LT(run.summary.relative_imbalance(), (multistep ? 1e-6 : 1e-8) * tolerance_scale());
  }
}

TEST(LoopCare, RefusesAdamsWithProjection) {
  const Model model = zoo_model("four_bar");
  const std::vector<Diagnostic> problems = adaptive_run(1, "adams").validate(model);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].key_path, "method");
  EXPECT_NE(problems[0].hint.find("Baumgarte"), std::string::npos) << problems[0].hint;
}

// Six seconds at 1 kHz: the loop residual stays below 1e-10 m.
TEST(Projection, KeepsLoopsClosedAtOneKilohertz) {
  const Model model = zoo_model("four_bar");
  for (const std::string method : {"rk4", "dopri5", "verner65"}) {
    SCOPED_TRACE(method);
    State state = closed_start(model);
    const RunSummary summary = simulate(model, state, fixed_run(6, method, 1e-3), {});
    ASSERT_EQ(summary.end, RunEnd::reached_end) << summary.why;
    EXPECT_LT(summary.worst_loop_residual_m, 1e-11 * tolerance_scale());
    EXPECT_LT(summary.relative_imbalance(), 1e-8 * tolerance_scale());
  }
}

// Two four-bars in a row lose rank twice when all bars lie flat. Their singular values are channels, so this can be seen: the two smallest go to zero
// there, linearly in the angle on both sides, the others do not.
TEST(SingularValues, PassThroughZeroWhereFourBarsLieFlat) {
  class Flat final : public StateGuard {
   public:
    Flat() { name = "flat", crossing = Crossing::either; }
    GuardValue at(const Model&, const Workspace& ws) const override { return {ws.q[0], ws.v[0]}; }
  };
  const Model model = zoo_model("n_four_bar");
  SimOptions options = adaptive_run(2, "dop853", 1e-11);
  options.samples.singular_values = true;
  options.sample_interval_s = 1e-3;
  options.events.push_back({std::make_unique<Flat>(), UserEvent::Then::go_on});
  const MemoryRun run = run_in_memory(model, options);
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  ASSERT_GE(run.summary.n_events, 1);
  const std::vector<double> angle = run.record->column("A0");
  std::vector<std::vector<double>> sigma;
  for (int i = 1; i <= 4; ++i) sigma.push_back(run.record->column("loops.sigma" + std::to_string(i)));
  EXPECT_FALSE(run.record->find_channel("loops.sigma5").has_value()) << "there are four rows";
  std::size_t flat = 0;
  for (std::size_t i = 0; i < angle.size(); ++i) {
    if (std::abs(angle[i]) < std::abs(angle[flat])) flat = i;
  }
  // An event is found to 64 roundings of its instant at worst (EventLocator::retake_to).
  const double found_within_s = 64 * std::numeric_limits<double>::epsilon() * run.record->column("t")[flat];
  ASSERT_LT(std::abs(angle[flat]), found_within_s * std::abs(run.record->column("A0.speed")[flat])) << "the event is a sample";
  EXPECT_LT(sigma[2][flat], 1.5e-12);
  EXPECT_LT(sigma[3][flat], 8e-13);
  EXPECT_GT(sigma[1][flat], 0.1);
  // sigma / |angle| has one limit from both sides
  const auto slope = [&](int k, std::size_t i) { return sigma[static_cast<std::size_t>(k)][i] / std::abs(angle[i]); };
  for (const int k : {2, 3}) {
    EXPECT_GT(slope(k, flat + 2), 0.05);
    EXPECT_NEAR(slope(k, flat + 2), slope(k, flat - 2), 3e-5 * slope(k, flat + 2));
    EXPECT_NEAR(slope(k, flat + 4), slope(k, flat + 2), 4e-4 * slope(k, flat + 2));
  }
}

}  // namespace
}  // namespace zanjir::test
