// What elastic chains cost; with a folder for pictures, a plot too. `evaluations`: one right-hand side of a free planar chain of 1 to 500 links
// with two modes each, for every formulation that covers it, up to the size at which a call takes half a second; `exponents` over the sizes from 50
// on. `runs`: the falling chain of studies/elastic_chain.yaml, 1.5 s at a tolerance of 1e-10, the whole of simulate().
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
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
const std::string formulations[] = {"newton-euler", "gibbs-appell", "multipliers"};

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
  give_up(to_text(result.diagnostics));
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

// One right-hand side by one formulation.
class Evaluation {
 public:
  Evaluation(const Model& model, const State& state, const std::string& formulation) : system_(model, state, options_of(formulation)) {
    y_.resize(static_cast<std::size_t>(system_.n()));
    ydot_ = y_;
    system_.pack(state, y_.data());
  }
  void run(int calls) {
    for (int k = 0; k < calls; ++k) system_.rhs(0, y_.data(), ydot_.data());
  }

 private:
  static MotionOptions options_of(const std::string& formulation) {
    MotionOptions options;
    options.formulation = formulation;
    return options;
  }
  MotionSystem system_;
  std::vector<double> y_, ydot_;
};

struct Curve {
  std::vector<double> links, seconds;  // medians
};

void time_evaluations(const Options& options, Json& results, std::map<std::string, Curve>& curves) {
  Options longer = options;
  longer.turn_s = 5 * options.turn_s;
  for (const int n : sizes) {
    if (options.quick && n > 3) break;
    const Model model = chain_of(n);
    const State state = moving(model);
    std::vector<std::unique_ptr<Evaluation>> evaluations;
    std::vector<Contestant> all;
    for (const std::string& formulation : formulations) {
      const Curve& so_far = curves[formulation];
      if (!so_far.seconds.empty() && so_far.seconds.back() > longest_call_s) continue;
      if (!coverage(*find_formulation(formulation), model).forward) continue;
      evaluations.push_back(std::make_unique<Evaluation>(model, state, formulation));
      all.push_back({{{"formulation", formulation}, {"links", n}}, [e = evaluations.back().get()](int calls) { e->run(calls); }});
    }
    take_turns(all, longer);
    for (const Contestant& c : all) {
      results["evaluations"].push_back(c.result());
      Curve& curve = curves[c.row["formulation"]];
      curve.links.push_back(n);
      curve.seconds.push_back(c.times().median_s);
    }
  }
}

void fit_exponents(const std::map<std::string, Curve>& curves, Json& results) {
  for (const std::string& formulation : formulations) {
    const Curve& curve = curves.at(formulation);
    Curve large;
    for (std::size_t i = 0; i < curve.links.size(); ++i)
      if (curve.links[i] >= fitted_from) large.links.push_back(curve.links[i]), large.seconds.push_back(curve.seconds[i]);
    Json row = {{"formulation", formulation}, {"from", fitted_from}, {"to", curve.links.back()}};
    row["exponent"] = large.links.size() < 2 ? Json() : Json(rounded(growth_exponent(large.links, large.seconds), 3));
    results["exponents"].push_back(row);
  }
}

void time_runs(const Options& options, Json& results) {
  const std::string sets[] = {"ss", "cs", "sc", "cc"};
  std::vector<Model> models;
  for (const std::string& set : sets)
    models.push_back(checked(build_model(checked(read_description(models_folder() + "/elastic_chain_" + set + ".yaml")))));
  SimOptions o;
  o.until_s = options.quick ? 0.01 : 1.5;
  o.stepper.method = "dop853";
  o.stepper.rel_tol = o.stepper.abs_tol = 1e-10;
  std::vector<double> seconds[4];
  RunSummary summaries[4];
  for (int sweep = 0; sweep < options.sweeps; ++sweep) {
    for (std::size_t i = 0; i < 4; ++i) {
      State state = initial_state(models[i]);
      const double before = thread_seconds();
      summaries[i] = simulate(models[i], state, o, {});
      seconds[i].push_back(thread_seconds() - before);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const RunSummary& s = summaries[i];
    results["runs"].push_back(with({{"modes", sets[i]},
                                    {"method", o.stepper.method},
                                    {"tolerance", o.stepper.rel_tol},
                                    {"end", name_of(s.end)},
                                    {"events", s.n_events},
                                    {"steps", s.cost.steps},
                                    {"evaluations", s.cost.rhs},
                                    {"imbalance", rounded(s.relative_imbalance(), 2)}},
                                   times_of(seconds[i])));
  }
}

}  // namespace

void elastic_cost(const Options& options, Json& results) {
  std::map<std::string, Curve> curves;
  time_evaluations(options, results, curves);
  fit_exponents(curves, results);
  time_runs(options, results);
  if (options.pictures.empty()) return;
  Plot plot{"One right-hand side of an elastic chain, two modes per link",
            {"links", "1", AxisScale::logarithmic, {}, {}},
            {"CPU time", "s", AxisScale::logarithmic, {}, {}},
            {},
            AxesRatio::free};
  for (const std::string& formulation : formulations)
    plot.curves.push_back({formulation, CurveStyle::line_and_points, curves.at(formulation).links, curves.at(formulation).seconds});
  std::ofstream(options.pictures + "/elastic-cost.svg") << plot_svg(plot, {760, 460});
}

}  // namespace zanjir::bench
