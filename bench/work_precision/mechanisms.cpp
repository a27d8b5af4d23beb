// Error against right-hand sides and CPU time of whole runs, for every method on three mechanisms: a tree, a loop, and one with impacts. JSON on standard
// output; with a folder, plots too:
//   work_precision_mechanisms [FOLDER] > results.json
// The reference is dop853 at 1e-13 with another formulation. Each run is repeated and the smallest time kept; the methods take turns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "support/harness.hpp"
#include "support/mechanisms.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::bench {
namespace {

struct Problem {
  std::string name, title;
  Model model;
  State start;
  double until_s;
  double coarsest_step_s;  // of methods with constant steps of order four
};

struct Run {
  SimOptions options;
  double error = 0, cpu_s = 0;
  RunSummary summary;
};

Problem problem_of(std::string name, std::string title, const Result<Description>& description, double until_s, double coarsest_step_s) {
  const auto give_up = [&](const std::vector<Diagnostic>& why) {
    fmt::print(stderr, "{}: {}\n", name, to_text(why));
    std::exit(2);
  };
  if (!description) give_up(description.diagnostics);
  auto model = build_model(*description);
  if (!model) give_up(model.diagnostics);
  const Result<StateQuestion> start = initial_question(*model.value, "start");
  if (!start) give_up(start.diagnostics);
  State state = start->state;
  return {std::move(name), std::move(title), std::move(*model.value), std::move(state), until_s, coarsest_step_s};
}

// Two links that knock: the lower one against rigid stops on the upper one.
constexpr const char* knocking = R"yaml(
zanjir: 1
name: knocking-double-pendulum
plane: xy
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 1 kg, com: [0, -0.25, 0], inertia: {about: com, izz: "1/48"}}
  lower: {mass: 1 kg, com: [0, -0.25, 0], inertia: {about: com, izz: "1/48"}}
joints:
  A: {type: revolute, parent: ground, child: upper, axis: z}
  B: {type: revolute, parent: upper, child: lower, at: [0, -0.5, 0], axis: z}
stops: {B: {joint: B, min: -30 deg, max: 30 deg, restitution: 0.7}}
initial: {q: {A: 100 deg, B: 10 deg}}
)yaml";

std::vector<Problem> problems() {
  std::vector<Problem> list;
  const std::string folder = models_folder();
  list.push_back(problem_of("tree", "PUMA 560 falling, 2 s", read_description(folder + "/arm_6r.yaml"), 2, 0.05));
  list.push_back(problem_of("loop", "Four-bar linkage, 2 s", read_description(folder + "/four_bar.yaml"), 2, 0.02));
  list.push_back(problem_of("impacts", "Double pendulum that knocks, 2 s", read_description_text(knocking, "knocking.yaml"), 2, 0.02));
  return list;
}

double distance(const Model& model, const State& a, const State& b) {
  return std::max(difference(model, a.q, b.q).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

State reference(const Problem& p) {
  SimOptions options;
  options.until_s = p.until_s;
  options.stepper.method = "dop853";
  options.stepper.rel_tol = options.stepper.abs_tol = 1e-13;
  options.motion.formulation = "multipliers";
  State state = p.start;
  const RunSummary s = simulate(p.model, state, options, {});
  if (!s.finished()) fmt::print(stderr, "{}: the reference ended early: {}\n", p.name, s.why);
  return state;
}

std::vector<Run> runs_of(const Problem& p) {
  std::vector<Run> runs;
  for (const MethodInfo& method : stepper_methods()) {
    for (int k = 0; k < 5; ++k) {
      Run run;
      SimOptions& o = run.options;
      o.until_s = p.until_s;
      o.stepper.method = method.name;
      o.stepper.rel_tol = o.stepper.abs_tol = method.adaptive ? std::pow(10.0, -3 - 2 * k) : 1e-12;
      if (!method.adaptive) o.stepper.fixed_step_s = p.coarsest_step_s / (method.order >= 4 ? 1 : 10) / (1 << (2 * k));
      if (method.name == "adams") o.motion.loop_care = LoopCare::baumgarte;
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

void measure(const Problem& p, const State& exact, Run& run) {
  State state = p.start;
  const double before = thread_seconds();
  run.summary = simulate(p.model, state, run.options, {});
  const double spent = thread_seconds() - before;
  run.cpu_s = run.cpu_s == 0 ? spent : std::min(run.cpu_s, spent);
  run.error = run.summary.finished() ? distance(p.model, state, exact) : std::nan("");
}

void write_plot(const std::string& folder, const Problem& p, const std::vector<Run>& runs, const std::string& what, const PlotAxis& axis,
                double (*value)(const Run&)) {
  Plot plot;
  plot.title = p.title;
  plot.x = axis;
  plot.y = {"error at the end", "rad, rad/s", AxisScale::logarithmic, {}, {}};
  for (const Run& run : runs) {
    if (plot.curves.empty() || plot.curves.back().label != run.options.stepper.method)
      plot.curves.push_back({run.options.stepper.method, CurveStyle::line_and_points, {}, {}});
    plot.curves.back().x.push_back(value(run));
    plot.curves.back().y.push_back(run.error);
  }
  std::ofstream(folder + "/work-precision-" + p.name + "-" + what + ".svg") << plot_svg(plot, {760, 520});
}

std::string json_of(const Problem& p, const Run& r) {
  const RunSummary& s = r.summary;
  return fmt::format(
      R"({{"problem": "{}", "method": "{}", "tolerance": {:g}, "step_s": {:g}, "reached_end": {}, "error": {}, "steps": {}, "rejected": {}, "rhs": {}, )"
      R"("jacobians": {}, "projections": {}, "events": {}, "imbalance": {:.1e}, "cpu_s": {:.3e}}})",
      p.name, r.options.stepper.method, r.options.stepper.rel_tol, r.options.stepper.fixed_step_s, s.finished(),
      std::isfinite(r.error) ? fmt::format("{:.3e}", r.error) : "null", s.cost.steps, s.cost.rejected, s.cost.rhs, s.cost.jacobians,
      s.cost.projections, s.n_events, s.relative_imbalance(), r.cpu_s);
}

}  // namespace
}  // namespace zanjir::bench

int main(int argc, char** argv) {
  using namespace zanjir;
  using namespace zanjir::bench;
  constexpr int repetitions = 3;
  std::string list;
  for (const Problem& p : problems()) {
    const State exact = reference(p);
    std::vector<Run> runs = runs_of(p);
    for (int i = 0; i < repetitions; ++i)
      for (Run& run : runs) measure(p, exact, run);
    for (const Run& run : runs) list += (list.empty() ? "" : ",\n  ") + json_of(p, run);
    if (argc < 2) continue;
    write_plot(argv[1], p, runs, "time", {"CPU time", "s", AxisScale::logarithmic, {}, {}}, [](const Run& r) { return r.cpu_s; });
    write_plot(argv[1], p, runs, "evaluations", {"evaluations of the equations of motion", "1", AxisScale::logarithmic, {}, {}},
               [](const Run& r) { return static_cast<double>(r.summary.cost.rhs); });
  }
  fmt::print("{{\"machine\": {},\n \"runs\": [\n  {}\n ]}}\n", machine_json(), list);
}
