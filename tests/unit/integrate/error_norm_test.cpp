// What the error test looks at: rms or max, states alone or states and ledger, and the weights.
#include <cvodes/cvodes.h>
#include <gtest/gtest.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "support/ode_systems.hpp"
#include "zanjir/integrate/weighted_norm.hpp"

namespace zanjir::test {
namespace {

constexpr const char* adaptive_methods[] = {"dopri5",     "dop853",   "bdf",        "adams",   "fehlberg45",
                                            "dopri5-ark", "verner65", "fehlberg78", "esdirk5", "sdirk4"};

// n oscillators, all but two at rest.
FunctionSystem mostly_idle(int n_idle, int n_ledger = 0) {
  return FunctionSystem(2 + n_idle, n_ledger, [=](double, const double* y, double* f) {
    f[0] = y[1];
    f[1] = -std::sin(y[0]);
    for (int i = 2; i < 2 + n_idle; ++i) f[i] = -y[i];
    for (int i = 2 + n_idle; i < 2 + n_idle + n_ledger; ++i) f[i] = y[1] * std::sin(y[0]);
    return RhsStatus::ok;
  });
}
Numbers start(int n) {
  Numbers y(static_cast<std::size_t>(n), 0);
  y[0] = 1.5;
  return y;
}
StepperOptions error_norm_options(const char* method, double tolerance) {
  StepperOptions options;
  options.method = method;
  options.rel_tol = options.abs_tol = tolerance;
  options.first_step_s = 1e-3;  // its estimate would look at all entries
  return options;
}
StepperCounts run(const StepperOptions& options, FunctionSystem system) {
  const auto stepper = make_stepper(options, system);
  EXPECT_EQ(drive(*stepper, start(system.n()), 10).last.status, StepStatus::reached_limit);
  return stepper->counts();
}

TEST(WeightedNorm, IsRootMeanSquareOrLargestOfTheLargerPart) {
  const double x[] = {3, -4, 0, 5};
  const auto norm = [&](ErrorNorm kind, ErrorScope scope, int n_states) {
    return WeightedNorm{kind, scope, n_states, 4}([&](int i) { return x[i]; });
  };
  EXPECT_EQ(norm(ErrorNorm::max, ErrorScope::states_and_ledger, 4), 5);
  EXPECT_EQ(norm(ErrorNorm::max, ErrorScope::states, 3), 4);
  EXPECT_DOUBLE_EQ(norm(ErrorNorm::rms, ErrorScope::states_and_ledger, 4), std::sqrt(50.0 / 4));
  EXPECT_DOUBLE_EQ(norm(ErrorNorm::rms, ErrorScope::states, 2), std::sqrt(25.0 / 2));
  EXPECT_DOUBLE_EQ(norm(ErrorNorm::rms, ErrorScope::states_and_ledger, 3), 5) << "the ledger's part is the larger, and not diluted by the states";
  const double nan = std::nan("");
  for (ErrorNorm kind : {ErrorNorm::rms, ErrorNorm::max})
    for (int bad : {0, 3})
      EXPECT_TRUE(std::isnan(WeightedNorm{kind, ErrorScope::states_and_ledger, 2, 4}([&](int i) { return i == bad ? nan : 1.0; })));
}

// SUNDIALS by itself, with its own vector and its own norm: our replacement gives the same steps to the last count.
TEST(ErrorNorm, RmsReproducesTheLibrarysOwnCounts) {
  for (const double tolerance : {1e-6, 1e-9}) {
    const StepperCounts ours = run(error_norm_options("adams", tolerance), mostly_idle(8));
    FunctionSystem system = mostly_idle(8);
    SUNContext context = nullptr;
    ASSERT_EQ(SUNContext_Create(nullptr, &context), 0);
    N_Vector y = N_VNew_Serial(10, context);
    const Numbers y0 = start(10);
    std::copy(y0.begin(), y0.end(), N_VGetArrayPointer(y));
    void* memory = CVodeCreate(CV_ADAMS, context);
    const CVRhsFn f = [](realtype t, N_Vector y_in, N_Vector out, void* data) {
      return static_cast<int>(static_cast<FunctionSystem*>(data)->rhs(t, N_VGetArrayPointer(y_in), N_VGetArrayPointer(out)));
    };
    CVodeInit(memory, f, 0, y);
    CVodeSetUserData(memory, &system);
    CVodeSStolerances(memory, tolerance, tolerance);
    CVodeSetInitStep(memory, 1e-3);
    SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(y, 0, context);
    CVodeSetNonlinearSolver(memory, iteration);
    double t = 0;
    CVodeSetStopTime(memory, 9.0);  // before the end, where our stepper halves its last two steps
    while (CVode(memory, 9.0, y, &t, CV_ONE_STEP) == CV_SUCCESS) {
    }
    long steps = 0, rhs = 0;
    CVodeGetNumSteps(memory, &steps);
    CVodeGetNumRhsEvals(memory, &rhs);
    StepperOptions options = error_norm_options("adams", tolerance);
    FunctionSystem again = mostly_idle(8);
    const auto stepper = make_stepper(options, again);
    stepper->restart(0, y0.data());
    long our_steps = 0;
    while (stepper->step(1e3).status == StepStatus::step && stepper->t() < 9.0) ++our_steps;
    EXPECT_EQ(our_steps + 1, steps) << "the same number of steps up to t = 9";
    EXPECT_GT(ours.steps, steps);
    CVodeFree(&memory);
    SUNNonlinSolFree(iteration);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
}

TEST(ErrorNorm, MaxTakesMoreStepsThanRmsWhenMostEntriesRest) {
  for (const char* method : adaptive_methods) {
    StepperOptions options = error_norm_options(method, 1e-10);
    const long rms = run(options, mostly_idle(48)).steps;
    options.norm = ErrorNorm::max;
    const long max = run(options, mostly_idle(48)).steps;
    // sqrt(50/2) = 5 times stricter, at order p + 1 of the estimate; every order in use is below 12
    EXPECT_GT(static_cast<double>(max), static_cast<double>(rms) * std::pow(5.0, 1.0 / 13)) << method << ": " << rms << " steps";
  }
}

TEST(ErrorScope, LedgerOutsideTheNormLeavesTheStepsAsTheyAre) {
  for (const char* method : adaptive_methods) {
    StepperOptions options = error_norm_options(method, 1e-7);
    options.scope = ErrorScope::states;
    const StepperCounts without = run(options, mostly_idle(2)), with_ledger = run(options, mostly_idle(2, 3));
    EXPECT_EQ(without.steps, with_ledger.steps) << method;
    EXPECT_EQ(without.rejected, with_ledger.rejected) << method;
    EXPECT_EQ(without.rhs, with_ledger.rhs) << method << ": also none for the ledger's columns of a difference Jacobian";
  }
}

TEST(ErrorScope, LedgerInsideTheNormNeverDilutesTheStates) {
  for (const char* method : adaptive_methods) {
    StepperOptions options = error_norm_options(method, 1e-7);
    options.scope = ErrorScope::states;
    const long alone = run(options, mostly_idle(2, 20)).steps;
    options.scope = ErrorScope::states_and_ledger;
    // a common rms of 24 entries would be 2.4 times laxer: at least a tenth fewer steps at any order in use; controllers differ by a few per cent
    EXPECT_GT(static_cast<double>(run(options, mostly_idle(2, 20)).steps), 0.95 * static_cast<double>(alone)) << method;
  }
}

// Matlab's control, followed by hand: y' = f on a problem where each attempt is easily checked, against an independent transcription of its rules.
TEST(StepControl, Ode45FollowsItsRules) {
  const double rel_tol = 1e-3, abs_tol = 1e-6, t_end = 20, h_max = 2;
  const auto f = [](double, const double* y, double* out) {
    out[0] = y[1];
    out[1] = 2 * (1 - y[0] * y[0]) * y[1] - y[0];  // van der Pol: steps of very different length, and failures
    return RhsStatus::ok;
  };
  // the transcription, with its own copy of the method's coefficients
  const double a[6][6] = {{1. / 5},
                          {3. / 40, 9. / 40},
                          {44. / 45, -56. / 15, 32. / 9},
                          {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                          {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
                          {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  const double e[7] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
  double y[2] = {2, 0}, k[7][2], t = 0;
  f(0, y, k[0]);
  const double threshold = abs_tol / rel_tol;
  double rate = 0;
  for (int i = 0; i < 2; ++i) rate = std::max(rate, std::abs(k[0][i]) / std::max(std::abs(y[i]), threshold) / (0.8 * std::pow(rel_tol, 0.2)));
  double h = std::min(h_max, 1 / rate);
  long steps = 0, failures = 0;
  while (t < t_end) {
    h = std::min(h, h_max);
    for (bool failed = false;; failed = true) {
      const bool last = 1.1 * h >= t_end - t;
      if (last) h = t_end - t;
      double z[2] = {};
      for (int s = 0; s < 6; ++s) {
        for (int i = 0; i < 2; ++i) {
          z[i] = y[i];
          for (int j = 0; j <= s; ++j) z[i] += h * a[s][j] * k[j][i];
        }
        f(0, z, k[s + 1]);
      }
      double error = 0;
      for (int i = 0; i < 2; ++i) {
        double sum = 0;
        for (int j = 0; j < 7; ++j) sum += e[j] * k[j][i];
        error = std::max(error, h * std::abs(sum) / std::max({std::abs(y[i]), std::abs(z[i]), threshold}));
      }
      if (error > rel_tol) {
        ++failures;
        h *= failed ? 0.5 : std::max(0.1, 0.8 * std::pow(rel_tol / error, 0.2));
        continue;
      }
      ++steps;
      t = last ? t_end : t + h;
      for (int i = 0; i < 2; ++i) {
        y[i] = z[i];
        k[0][i] = k[6][i];
      }
      if (!failed) {
        const double shrink = 1.25 * std::pow(error / rel_tol, 0.2);
        h = shrink > 0.2 ? h / shrink : 5 * h;
      }
      break;
    }
  }
  FunctionSystem system(2, 0, f);
  StepperOptions options;
  options.rel_tol = rel_tol;
  options.abs_tol = abs_tol;
  options.max_step_s = h_max;
  options.norm = ErrorNorm::max;
  options.control = StepControl::ode45;
  const auto stepper = make_stepper(options, system);
  const Drive run = drive(*stepper, {2, 0}, t_end);
  EXPECT_GT(failures, 5);
  EXPECT_EQ(stepper->counts().steps, steps);
  EXPECT_EQ(stepper->counts().rejected, failures);
  EXPECT_EQ(stepper->counts().rhs, 1 + 6 * (steps + failures));
  EXPECT_LT(largest_difference(run.y.data(), y, 2), 1e-11) << "same arithmetic but for the order of sums";
}

}  // namespace
}  // namespace zanjir::test
