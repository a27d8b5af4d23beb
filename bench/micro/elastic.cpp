// What elastic chains cost, as JSON; with a folder, a plot too:
//   elastic_cost [FOLDER] > results.json
// `evaluations`: one right-hand side of a free planar chain of 1 to 500 links with two modes each, for every formulation that is registered and covers it, up to the size at which a call takes
// half a second; `exponents` over the sizes from 50 on. `runs`: the falling chain of studies/elastic_chain.yaml, 1.5 s at a tolerance of 1e-10, the whole of simulate(). Thread time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "support/harness.hpp"
#include "support/mechanisms.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/simulate.hpp"

namespace zanjir::bench {
namespace {

constexpr int sizes[] = {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 400, 500};
constexpr int fitted_from = 50;
constexpr double longest_call_s = 0.5;
constexpr int sweeps = 9;

// The links of models/elastic_chain_slope.yaml in free flight.
constexpr const char* chain = R"yaml(
zanjir: 1
name: elastic-chain
plane: xy
parameters: {n: 1}
gravity: [0, -9.81, 0]
bodies:
  link1: {beam: {length: 0.6 m, section: {shape: rectangle, height: 12.5 mm, width: 30 mm}, material: {density: 2700 kg/m^3, young: 70e9, viscosity: 125}, air_damping: 0.025, modes: [ss, ss]}}
joints:
  fall: {type: planar, parent: ground, child: link1}
repeat:
  - count: "$n - 1"
    index: i
    from: 2
    bodies:
      "link{i}": {beam: {length: 0.6 m, section: {shape: rectangle, height: 12.5 mm, width: 30 mm}, material: {density: 2700 kg/m^3, young: 70e9, viscosity: 125}, air_damping: 0.025, modes: [ss, ss]}}
    joints:
      "H{i}": {type: revolute, parent: "link{i-1}", child: "link{i}", at: [0.6, 0, 0], axis: z}
)yaml";

template <class T> T checked(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}", to_text(result.diagnostics));
  std::exit(2);
}

Model chain_of(int n) { return checked(build_model(checked(read_description_text(chain, "chain.yaml", {{"n", std::to_string(n)}})))); }

// Bent and moving, angles and deflections of the order that they have in a fall.
State moving(const Model& model) {
  State state = initial_state(model);
  for (int i = 0; i < model.nv(); ++i) {  // q and v have the same entries: no quaternions here
    state.q[i] = (model.speed(i).is_mode() ? 1e-3 : 0.3) * std::sin(1.0 + i);
    state.v[i] = (model.speed(i).is_mode() ? 0.1 : 1.0) * std::cos(2.0 + 3 * i);
  }
  return state;
}

struct Cost {
  std::string formulation;
  std::vector<double> n, median_s, min_s;
  double exponent() const {
    std::vector<double> large, seconds;
    for (std::size_t i = 0; i < n.size(); ++i)
      if (n[i] >= fitted_from) large.push_back(n[i]), seconds.push_back(median_s[i]);
    return large.size() < 2 ? std::nan("") : growth_exponent(large, seconds);
  }
};

Cost measure(const std::string& formulation) {
  Cost cost{formulation, {}, {}, {}};
  const auto registered = find_formulation(formulation);
  if (!registered) return cost;
  for (const int n : sizes) {
    const Model model = chain_of(n);
    if (!coverage(*registered, model).forward) return cost;
    const State state = moving(model);
    MotionOptions motion;
    motion.formulation = formulation;
    MotionSystem system(model, state, motion);
    std::vector<double> y(static_cast<std::size_t>(system.n()), 0.0), ydot(y.size());
    system.pack(state, y.data());
    const auto call = [&](int calls) {
      for (int k = 0; k < calls; ++k) system.rhs(0, y.data(), ydot.data());
    };
    const int calls = calls_lasting(0.01, call);
    std::vector<double> seconds;
    for (int i = 0; i < sweeps; ++i) {
      const double before = thread_seconds();
      call(calls);
      seconds.push_back((thread_seconds() - before) / calls);
    }
    cost.n.push_back(n);
    cost.median_s.push_back(median(seconds));
    cost.min_s.push_back(smallest(seconds));
    if (median(seconds) > longest_call_s) break;
  }
  return cost;
}

std::string whole_run(const std::string& set) {
  const Model model = checked(build_model(checked(read_description(models_folder() + "/elastic_chain_" + set + ".yaml"))));
  SimOptions options;
  options.until_s = 1.5;
  options.stepper.method = "dop853";
  options.stepper.rel_tol = options.stepper.abs_tol = 1e-10;
  std::vector<double> seconds;
  RunSummary summary;
  for (int i = 0; i < sweeps; ++i) {
    State state = initial_state(model);
    const double before = thread_seconds();
    summary = simulate(model, state, options, {});
    seconds.push_back(thread_seconds() - before);
  }
  return fmt::format(
      R"({{"model": "{}", "method": "dop853", "tolerance": 1e-10, "end": "{}", "events": {}, "steps": {}, "evaluations": {}, "imbalance": {:.1e}, "min_s": {:.4f}, "median_s": {:.4f}}})",
      model.name(), name_of(summary.end), summary.n_events, summary.cost.steps, summary.cost.rhs, summary.relative_imbalance(), smallest(seconds),
      median(seconds));
}

}  // namespace
}  // namespace zanjir::bench

int main(int argc, char** argv) {
  using namespace zanjir;
  using namespace zanjir::bench;
  Plot plot{"One right-hand side of an elastic chain, two modes per link",
            {"links", "1", AxisScale::logarithmic, {}, {}},
            {"CPU time", "s", AxisScale::logarithmic, {}, {}},
            {},
            AxesRatio::free};
  std::string evaluations, exponents, runs;
  for (const char* formulation : {"newton-euler", "gibbs-appell", "multipliers"}) {
    const Cost cost = measure(formulation);
    if (cost.n.empty()) continue;
    for (std::size_t i = 0; i < cost.n.size(); ++i)
      evaluations += fmt::format("{}{{\"formulation\": \"{}\", \"links\": {}, \"median_s\": {:.4e}, \"min_s\": {:.4e}}}",
                                 evaluations.empty() ? "" : ",\n  ", formulation, cost.n[i], cost.median_s[i], cost.min_s[i]);
    const double exponent = cost.exponent();
    exponents += fmt::format("{}{{\"formulation\": \"{}\", \"from\": {}, \"to\": {}, \"exponent\": {}}}", exponents.empty() ? "" : ",\n  ",
                             formulation, fitted_from, cost.n.back(), std::isnan(exponent) ? "null" : fmt::format("{:.3f}", exponent));
    plot.curves.push_back({formulation, CurveStyle::line_and_points, cost.n, cost.median_s});
  }
  for (const char* set : {"ss", "cs", "sc", "cc"}) runs += (runs.empty() ? "" : ",\n  ") + whole_run(set);
  if (argc > 1) std::ofstream(std::string(argv[1]) + "/elastic-cost.svg") << plot_svg(plot, {760, 460});
  fmt::print("{{\"machine\": {},\n \"evaluations\": [\n  {}\n ],\n \"exponents\": [\n  {}\n ],\n \"runs\": [\n  {}\n ]}}\n", machine_json(),
             evaluations, exponents, runs);
}
