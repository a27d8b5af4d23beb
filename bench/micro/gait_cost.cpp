// What a gait costs. `laws`: positions, rates and accelerations of all joints of a chain at one instant, per joint; the same wave as a plain sine of time per
// joint, as a gait (a sine of a shared phase), as an expression of a shared phase, and with the phase written out in every joint's expression. `crawl`: the worm of
// models/worm_snake.yaml, joints prescribed, base free, compliant contacts at every joint, by its number of links.
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::bench {
namespace {

constexpr const char* worm_chain = R"(zanjir: 1
gravity: [0, 0, -9.81]
parameters: {n: 16, w: 7.85, l: 0.1, A: 0.2}
phases: {s: 0.05*t^2 + 0.3*t + 0.01*sin(3*t)}
bodies: {link0: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
joints: {base: {type: free, parent: ground, child: link0}}
repeat:
  - count: $n
    bodies: {"link{i}": {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    joints: {"J{i}": {type: revolute, parent: "link{i-1}", child: "link{i}", at: [0.1, 0, 0], axis: y}}
)";
struct Written {
  const char *name, *motion;
};
constexpr Written ways[] = {
    {"sine of time", "    motion: {\"J{i}\": {law: sine, amplitude: $A, angular_frequency: $w, phase: $w*$l*$i}}\n"},
    {"gait", "gaits: {worm: {type: wave, joints: \"J{j}\", count: $n, phase: s, amplitude: $A, lag: $w*$l}}\n"},
    {"expression of a phase", "    motion: {\"J{i}\": \"-2*$A*sin($w*$l/2)*sin($w*(s + $i*$l))\"}\n"},
    {"expression of time", "    motion: {\"J{i}\": \"-2*$A*sin($w*$l/2)*sin($w*(0.05*t^2 + 0.3*t + 0.01*sin(3*t) + $i*$l))\"}\n"},
};

Model build_chain(const Written& way, int n) {
  const auto description = read_description_text(std::string(worm_chain) + way.motion, way.name, {{"n", std::to_string(n)}});
  if (!description) give_up(to_text(description.diagnostics));
  auto model = build_model(*description.value);
  if (!model) give_up(to_text(model.diagnostics));
  return std::move(*model.value);
}

struct Chain {
  Model model;
  VecX q, v, vdot;
  explicit Chain(Model m) : model(std::move(m)), q(model.initial_q()), v(model.initial_v()), vdot(VecX::Zero(model.nv())) {}
};

void laws(const Options& options, Json& results) {
  std::vector<std::unique_ptr<Chain>> chains;
  std::vector<Contestant> all;
  for (const int n : {16, 256}) {
    for (const Written& way : ways) {
      chains.push_back(std::make_unique<Chain>(build_chain(way, n)));
      Chain* c = chains.back().get();
      all.push_back({{{"law", way.name}, {"joints", n}},
                     [c](int calls) {
                       for (int k = 0; k < calls; ++k) evaluate_prescribed(c->model, 0.01 * (k % 100), c->q, c->v, c->vdot);
                     },
                     n});
    }
  }
  take_turns(all, options);
  for (const Contestant& c : all) results["laws"].push_back(c.result());
}

void crawl(const Options& options, Json& results) {
  const double until_s = options.quick ? 0.01 : 1;
  std::vector<double> size, median;
  for (const int n : {8, 16, 32, 64, 128, 256}) {
    if (options.quick && n > 16) break;
    const Settings set = {{"n", std::to_string(n)}, {"waves", std::to_string(n / 8)}, {"speed", "0.2"}};
    const TimedMechanism worm("worm_snake", set);
    SimOptions run;
    run.until_s = until_s;
    run.stepper.method = "rk4";
    run.stepper.fixed_step_s = 1e-3;
    std::vector<double> seconds;
    RunSummary summary;
    for (int sweep = 0; sweep < (n > 64 ? 2 : options.sweeps); ++sweep) {
      State state = worm.state();
      const double before = thread_seconds();
      summary = simulate(worm.model(), state, run, {});
      seconds.push_back(thread_seconds() - before);
    }
    const Times times = times_of(seconds);
    size.push_back(n);
    median.push_back(times.median_s);
    results["crawl"].push_back(
        with({{"links", n}, {"end", name_of(summary.end)}, {"steps", summary.cost.steps}, {"times_real_time", rounded(until_s / times.median_s, 3)}},
             times));
  }
  if (size.size() > 2) results["growth"].push_back({{"links", "8 to 256"}, {"exponent", rounded(growth_exponent(size, median), 3)}});
}

}  // namespace

void gait_cost(const Options& options, Json& results) {
  laws(options, results);
  crawl(options, results);
}

}  // namespace zanjir::bench
