// Error against right-hand sides and CPU time, for every method on small systems with known answers.
// "Faster" means at equal error: compare along a curve, not at equal tolerance.
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/ode_systems.hpp"
#include "support/report.hpp"

namespace zanjir::bench {
namespace {

using test::Numbers;

struct SmallProblem {
  std::string name;
  double t_end_s;
  bool stiff;
  std::function<std::unique_ptr<System>()> make;
  Numbers start, exact;
  int compared;  // entries
};

struct SmallRun {
  StepperOptions options;
  double error = 0;
  std::vector<double> seconds;
  StepperCounts counts;
  bool done = false;
};

// y1' = y2, y2' = ((1 - y1^2) y2 - y1) / eps, eps = 1e-6; reference of [Mazzia2008]
std::unique_ptr<System> van_der_pol() {
  return std::make_unique<test::FunctionSystem>(2, 0, [](double, const double* y, double* f) {
    f[0] = y[1];
    f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
    return RhsStatus::ok;
  });
}

std::vector<SmallProblem> small_problems() {
  const auto orbit = [](double e) { return [e] { return std::make_unique<test::Kepler>(e); }; };
  const test::FreeTop top(1, 1.7);
  const Numbers q0 = {1, 0, 0, 0}, w0 = {1, 0.5, 3};
  // the rod pendulum from rest at the horizontal, in its angle and to rounding
  test::FunctionSystem angle(2, 0, [](double, const double* y, double* f) {
    f[0] = y[1];
    f[1] = -test::RodPendulum::gravity * std::cos(y[0]);
    return RhsStatus::ok;
  });
  StepperOptions tight;
  tight.method = "dop853";
  tight.rel_tol = tight.abs_tol = 1e-14;
  const Numbers a = test::drive(*make_stepper(tight, angle), {0, 0}, 10).y;
  const Numbers rod = {std::cos(a[0]), std::sin(a[0]), -std::sin(a[0]) * a[1], std::cos(a[0]) * a[1]};
  return {
      {"kepler e=0.3", 20, false, orbit(0.3), test::Kepler(0.3).start(), test::Kepler(0.3).exact(20), 4},
      {"kepler e=0.8", 20, false, orbit(0.8), test::Kepler(0.8).start(), test::Kepler(0.8).exact(20), 4},
      {"rod pendulum, projected", 10, false, [] { return std::make_unique<test::RodPendulum>(); }, {1, 0, 0, 0}, rod, 4},
      {"free top, quaternion", 10, false, [] { return std::make_unique<test::FreeTop>(1, 1.7); }, {1, 0, 0, 0, 1, 0.5, 3}, top.exact(q0, w0, 10), 7},
      {"van der pol eps=1e-6", 2, true, van_der_pol, {2, 0}, {0.1706167732170483e1, -0.8928097010247975}, 2},
  };
}

void measure(const SmallProblem& problem, SmallRun& run) {
  const auto system = problem.make();
  const auto stepper = make_stepper(run.options, *system, dynamic_cast<MechanicalSystem*>(system.get()));
  const double before = thread_seconds();
  const test::Drive end = test::drive(*stepper, problem.start, problem.t_end_s);
  run.seconds.push_back(thread_seconds() - before);
  run.done = end.last.status == StepStatus::reached_limit;
  run.error = test::largest_difference(end.y.data(), problem.exact.data(), problem.compared);
  run.counts = stepper->counts();
}

std::vector<SmallRun> runs_of(const SmallProblem& problem, const Options& options) {
  std::vector<SmallRun> runs;
  for (const MethodInfo& method : stepper_methods()) {
    if (problem.stiff && !(method.implicit && method.adaptive)) continue;
    for (int k = 0; k < (options.quick ? 1 : 5); ++k) {
      SmallRun run;
      run.options.method = method.name;
      run.options.rel_tol = run.options.abs_tol = method.adaptive ? std::pow(10.0, -3 - 2 * k) : 1e-12;
      if (!method.adaptive) run.options.fixed_step_s = 0.02 / (1 << (2 * k));
      runs.push_back(run);
    }
  }
  return runs;
}

}  // namespace

void work_precision(const Options& options, Json& results) {
  for (const SmallProblem& problem : small_problems()) {
    std::vector<SmallRun> runs = runs_of(problem, options);
    for (int sweep = 0; sweep < options.sweeps; ++sweep)
      for (SmallRun& run : runs) measure(problem, run);
    for (const SmallRun& r : runs) {
      results["runs"].push_back(with({{"problem", problem.name},
                                      {"method", r.options.method},
                                      {"tolerance", r.options.rel_tol},
                                      {"step_s", r.options.fixed_step_s},
                                      {"reached_end", r.done},
                                      {"error", rounded(r.error)},
                                      {"steps", r.counts.steps},
                                      {"rejected", r.counts.rejected},
                                      {"evaluations", r.counts.rhs},
                                      {"jacobians", r.counts.jacobians}},
                                     times_of(r.seconds)));
    }
  }
}

}  // namespace zanjir::bench
