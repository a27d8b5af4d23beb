// Many runs side by side beside the same runs one by one, on one thread. `runs`: time per run; `lanes` 1 is one by one. Aim: 1000 falls of the elastic chain (1.5 s each) at least four times
// faster in a batch.
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "zanjir/simulate/run_batch.hpp"

namespace zanjir::bench {
namespace {

struct BatchCase {
  const char* mechanism;
  const char* method;
  double tolerance, step_s, until_s;
  int copies;
};

struct TimedRuns {
  TimedRuns(const BatchCase& c, bool lanes, bool quick) : mechanism(c.mechanism), n(quick ? 4 : c.copies) {
    const Model& model = mechanism.model();
    std::mt19937 random(1);
    std::uniform_real_distribution<double> speed(-0.3, 0.3);
    q.resize(static_cast<std::size_t>(model.nq() * n)), v.resize(static_cast<std::size_t>(model.nv() * n));
    for (int i = 0; i < model.nq(); ++i)
      for (int k = 0; k < n; ++k) q[static_cast<std::size_t>(i * n + k)] = mechanism.state().q[i];
    // the first speed of a tree; a closed chain goes through its own motion faster or slower
    for (int k = 0; k < n; ++k) {
      const double s = speed(random);
      for (int i = 0; i < model.nv(); ++i)
        v[static_cast<std::size_t>(i * n + k)] = mechanism.state().v[i] * (1 + s) + (model.n_closure_rows() == 0 && i == 0 ? s : 0);
    }
    options.run.until_s = quick ? 0.01 : c.until_s;
    options.run.sample_interval_s = options.run.until_s / 10;
    options.run.stepper.method = c.method;
    options.run.stepper.fixed_step_s = c.step_s;
    if (c.tolerance > 0) options.run.stepper.rel_tol = options.run.stepper.abs_tol = c.tolerance;
    options.threads = 1;
    options.lanes = lanes;
  }
  void run(int calls) {
    for (int i = 0; i < calls; ++i) {
      last = run_batch(mechanism.model(), mechanism.state(), {n, nullptr, q.data(), v.data()}, options);
      if (last.unfinished > 0) give_up(std::string("runs of ") + mechanism.model().name() + ": " + last.why[0]);
    }
  }
  TimedMechanism mechanism;
  int n;
  std::vector<double> q, v;
  RunBatchOptions options;
  RunBatch last;
};

}  // namespace

void batch_runs(const Options& options, Json& results) {
  for (const BatchCase& c : {BatchCase{"elastic_chain_ss", "dopri5", 1e-7, 0, 1.5, 32}, BatchCase{"double_pendulum", "dopri5", 1e-9, 0, 5, 64},
                             BatchCase{"double_pendulum", "rk4", 0, 1e-3, 2, 64}, BatchCase{"four_bar", "dopri5", 1e-9, 0, 2, 64},
                             BatchCase{"stewart", "dopri5", 1e-7, 0, 0.5, 16}, BatchCase{"sidewinder", "dopri5", 1e-6, 0, 0.5, 32}}) {
    std::vector<std::unique_ptr<TimedRuns>> runs;
    std::vector<Contestant> two;
    for (const bool lanes : {false, true}) {
      runs.push_back(std::make_unique<TimedRuns>(c, lanes, options.quick));
      runs.back()->run(1);
      two.push_back(
          {{{"mechanism", c.mechanism}, {"method", c.method}, {"seconds", runs.back()->options.run.until_s}, {"lanes", runs.back()->last.lanes}},
           [r = runs.back().get()](int calls) { r->run(calls); },
           runs.back()->n});
    }
    take_turns(two, options);
    for (const Contestant& one : two) results["runs"].push_back(one.result());
    results["gain"].push_back({{"mechanism", c.mechanism},
                               {"method", c.method},
                               {"lanes", runs[1]->last.lanes},
                               {"evaluations", runs[1]->last.evaluations / runs[1]->n},
                               {"times_faster", rounded(two[0].times().median_s / two[1].times().median_s, 3)}});
  }
}

}  // namespace zanjir::bench
