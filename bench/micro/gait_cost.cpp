// What a gait costs. `laws`: positions, rates and accelerations of all joints of a chain at one instant, per joint; a wave that runs evenly as the sine law of each joint and as an
// expression, and one whose phase has a square and a sine of its own as a gait, as an expression of the phase, and with the phase written out in every joint. `real_time`: whole runs of every kind of
// gait on 16 links as a user runs them, steps by their error. `crawl`: crawlers of models/ by their number of links at one step for all, so that the cost of a step is what grows; with a
// folder for pictures, a plot too.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/loops/closer.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::bench {
namespace {

constexpr const char* worm_chain = R"(zanjir: 1
gravity: [0, 0, -9.81]
parameters: {n: 16, w: 7.85, l: 0.1, A: 0.2}
bodies: {link0: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
joints: {base: {type: free, parent: ground, child: link0}}
repeat:
  - count: $n
    bodies: {"link{i}": {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    joints: {"J{i}": {type: revolute, parent: "link{i-1}", child: "link{i}", at: [0.1, 0, 0], axis: y}}
)";
constexpr const char* phase = "0.05*t^2 + 0.3*t + 0.01*sin(3*t)";
struct Written {
  const char *name, *twin, *motion;  // the twin: the same motion, written in the shortest way; '@' in the motion is the phase
};
constexpr Written ways[] = {
    {"sine of time", "sine of time", "    motion: {\"J{i}\": {law: sine, amplitude: $A, angular_frequency: $w, phase: $w*$l*$i}}\n"},
    {"expression of time", "sine of time", "    motion: {\"J{i}\": \"$A*sin($w*t + $w*$l*$i)\"}\n"},
    {"gait", "gait", "phases: {s: @}\ngaits: {worm: {type: wave, joints: \"J{j}\", count: $n, phase: s, amplitude: $A, lag: $w*$l}}\n"},
    {"expression of a phase", "gait", "    motion: {\"J{i}\": \"-2*$A*sin($w*$l/2)*sin($w*(s + $i*$l))\"}\nphases: {s: @}\n"},
    {"phase written out in every joint", "gait", "    motion: {\"J{i}\": \"-2*$A*sin($w*$l/2)*sin($w*(@ + $i*$l))\"}\n"},
};

Model build_chain(const Written& way, int n) {
  std::string motion = way.motion;
  if (const std::size_t at = motion.find('@'); at != std::string::npos) motion.replace(at, 1, phase);
  const auto description = read_description_text(worm_chain + motion, way.name, {{"n", std::to_string(n)}});
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
  for (std::size_t i = 0; i < all.size(); ++i) {
    Json row = all[i].result();
    row["twin"] = ways[i % std::size(ways)].twin;
    results["laws"].push_back(row);
  }
}

// A crawler with n links: joints prescribed, base free, compliant contacts along the body. Waves stay eight links long and the ring treads at one speed, so that it is the
// length alone that grows.
struct Crawler {
  const char *gait, *model;
  Settings (*set)(int n);
};
std::string text(double x) { return fmt::format("{:.9g}", x); }
const Crawler crawlers[] = {
    {"worm", "worm_snake",
     [](int n) {
       return Settings{{"n", text(n)}, {"waves", text(n / 8)}, {"speed", "0.2"}};
     }},
    {"serpenoid", "serpentine",
     [](int n) {
       return Settings{{"n", text(n)}, {"waves", text(n / 8)}};
     }},
    {"sidewinding", "sidewinder",
     [](int n) {
       return Settings{{"n", text(n)}};
     }},
    {"rolling", "rolling_ring",
     [](int n) {
       return Settings{{"n", text(n)}, {"rate", text(24.0 / n)}};
     }},
};

// As `zanjir run` starts it, from its file. The state of a TimedMechanism moves everywhere, as questions of dynamics want it: it throws a crawler, the longer the harder, and what it
// then takes to follow is its fall.
State start_of(const Model& model) {
  State state = initial_state(model);
  Closer closer(model);
  if (!closer.positions(model, state).closed || !closer.velocities(model, state).consistent) give_up(model.name() + ": the loops do not close");
  return state;
}

// 16 links on compliant contacts, once for each kind of gait that the format has; those without a model of their own move the chain of the sidewinder.
std::string chain_gait(const char* text) { return fmt::format("{{{}, joints: \"J{{j}}\", count: \"$n - 1\", phase: u}}", text); }
struct Kind {
  const char *gait, *model;
  Settings set;
};
std::vector<Kind> kinds() {
  // The two waves of the sidewinder, drawn four times per period.
  std::string frames;
  for (int k = 0; k <= 4; ++k) {
    for (int j = 1; j <= 15; ++j) {
      const double angle = k * std::numbers::pi / 2 + (j + 1) / 2 * std::numbers::pi / 3;
      frames += fmt::format("{}{:.6f}", j > 1 ? ", " : k > 0 ? "], [" : "[", j % 2 ? 0.44 * std::sin(angle) : 0.1 * std::cos(angle));
    }
  }
  const std::string keyframes = fmt::format(
      "{{type: keyframes, joints: \"J{{j}}\", count: 15, phase: u, knots: [0, 1.57, 3.14, 4.71, 6.28], frames: [{}]], ends: natural}}", frames);
  return {
      {"serpenoid, upright", "worm_snake", {{"n", "16"}, {"waves", "2"}, {"speed", "0.2"}}},
      {"serpenoid, level", "serpentine", {{"n", "16"}, {"waves", "2"}}},
      {"wave", "rolling_ring", {{"n", "16"}, {"rate", "1.5"}}},
      {"sidewinding", "sidewinder", {{"n", "16"}}},
      {"rolling", "sidewinder", {{"n", "16"}, {"gaits.side", chain_gait("type: rolling, amplitude: -6 deg")}}},
      {"keyframes", "sidewinder", {{"n", "16"}, {"gaits.side", keyframes}}},
      {"oscillators", "sidewinder", {{"n", "16"}, {"gaits.side", chain_gait("type: oscillators, amplitude: 8 deg, lag: 60 deg, coupling: 2")}}},
  };
}

// Steps by their error, at a tolerance of 1e-6; how far the base is off at the end, beside a run at 1e-9.
void real_time(const Options& options, Json& results) {
  const double until_s = options.quick ? 0.01 : 2;
  const auto by_error = [&](double tolerance) {
    SimOptions run;
    run.until_s = until_s;
    run.stepper.rel_tol = run.stepper.abs_tol = tolerance;
    return run;
  };
  for (const Kind& kind : kinds()) {
    const TimedMechanism robot(kind.model, kind.set);
    std::vector<double> seconds;
    RunSummary summary;
    const State start = start_of(robot.model());
    State end = start, finer = start;
    for (int sweep = 0; sweep < options.sweeps; ++sweep) {
      end = start;
      const double before = thread_seconds();
      summary = simulate(robot.model(), end, by_error(1e-6), {});
      seconds.push_back(thread_seconds() - before);
    }
    simulate(robot.model(), finer, by_error(1e-9), {});
    const Times times = times_of(seconds);
    results["real_time"].push_back(with({{"gait", kind.gait},
                                         {"model", kind.model},
                                         {"end", name_of(summary.end)},
                                         {"method", summary.method},
                                         {"evaluations", summary.cost.rhs},
                                         {"imbalance", rounded(summary.worst_imbalance_J / std::max(summary.largest_exchange_J, 1e-300), 2)},
                                         {"off_m", rounded((end.q.head(2) - finer.q.head(2)).lpNorm<Eigen::Infinity>(), 2)},
                                         {"times_real_time", rounded(until_s / times.median_s, 3)}},
                                        times));
  }
}

// The classical method: at its step of 1 ms the contacts are followed, `off_m` says how well.
SimOptions crawl_options(double until_s, double step_s) {
  SimOptions run;
  run.until_s = until_s;
  run.stepper.method = "rk4";
  run.stepper.fixed_step_s = step_s;
  return run;
}

void crawl(const Options& options, Json& results) {
  constexpr double step_s = 1e-3;
  const double until_s = options.quick ? 0.01 : 1;
  Plot plot{"One second of a crawling robot, compliant contacts",
            {"links", "1", AxisScale::logarithmic, {}, {}},
            {"CPU time, median", "s", AxisScale::logarithmic, {}, {}},
            {},
            AxesRatio::free};
  for (const Crawler& crawler : crawlers) {
    std::vector<double> size, median;
    for (const int n : {8, 16, 32, 64, 128, 256}) {
      if (options.quick && n > 16) break;
      const TimedMechanism robot(crawler.model, crawler.set(n));
      std::vector<double> seconds;
      RunSummary summary;
      const State start = start_of(robot.model());
      State end = start;
      for (int sweep = 0; sweep < (n > 32 ? 3 : options.sweeps); ++sweep) {
        end = start;
        const double before = thread_seconds();
        summary = simulate(robot.model(), end, crawl_options(until_s, step_s), {});
        seconds.push_back(thread_seconds() - before);
      }
      const Times times = times_of(seconds);
      size.push_back(n);
      median.push_back(times.median_s);
      Json row = {{"gait", crawler.gait},
                  {"links", n},
                  {"end", name_of(summary.end)},
                  {"steps", summary.cost.steps},
                  {"contacts", robot.model().contacts().size()},
                  {"imbalance", rounded(summary.worst_imbalance_J / std::max(summary.largest_exchange_J, 1e-300), 2)},
                  {"times_real_time", rounded(until_s / times.median_s, 3)}};
      if (n == 16) {  // the base beside that of a run with an eighth of the step
        State finer = start;
        simulate(robot.model(), finer, crawl_options(until_s, step_s / 8), {});
        row["off_m"] = rounded((end.q.head(2) - finer.q.head(2)).lpNorm<Eigen::Infinity>(), 2);
      }
      results["crawl"].push_back(with(row, times));
    }
    if (size.size() > 2)
      results["growth"].push_back({{"gait", crawler.gait}, {"links", "8 to 256"}, {"exponent", rounded(growth_exponent(size, median), 3)}});
    plot.curves.push_back({crawler.gait, CurveStyle::line_and_points, size, median});
  }
  if (!options.pictures.empty()) std::ofstream(options.pictures + "/crawl-cost.svg") << plot_svg(plot, {760, 460});
}

}  // namespace

void gait_cost(const Options& options, Json& results) {
  laws(options, results);
  real_time(options, results);
  crawl(options, results);
}

}  // namespace zanjir::bench
