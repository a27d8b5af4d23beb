// Error against right-hand sides and CPU time of whole runs, for every method on three mechanisms: a tree, a loop, and one with impacts; with a
// folder for pictures, plots too. The reference is dop853 at 1e-13 with another formulation.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
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
  double error = 0;
  std::vector<double> seconds;
  RunSummary summary;
};

Problem problem_of(std::string name, std::string title, const Result<Description>& description, double until_s, double coarsest_step_s) {
  if (!description) give_up(name + ": " + to_text(description.diagnostics));
  auto model = build_model(*description);
  if (!model) give_up(name + ": " + to_text(model.diagnostics));
  const Result<StateQuestion> start = initial_question(*model.value, "start");
  if (!start) give_up(name + ": " + to_text(start.diagnostics));
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
  if (!s.finished()) give_up(p.name + ": the reference ended early: " + s.why);
  return state;
}

std::vector<Run> runs_of(const Problem& p, const Options& options) {
  std::vector<Run> runs;
  for (const MethodInfo& method : stepper_methods()) {
    for (int k = 0; k < (options.quick ? 1 : 5); ++k) {
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
  run.seconds.push_back(thread_seconds() - before);
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

Json row_of(const Problem& p, const Run& r) {
  const RunSummary& s = r.summary;
  return with({{"problem", p.name},
               {"method", r.options.stepper.method},
               {"tolerance", r.options.stepper.rel_tol},
               {"step_s", r.options.stepper.fixed_step_s},
               {"reached_end", s.finished()},
               {"error", std::isfinite(r.error) ? Json(rounded(r.error)) : Json()},
               {"steps", s.cost.steps},
               {"rejected", s.cost.rejected},
               {"evaluations", s.cost.rhs},
               {"jacobians", s.cost.jacobians},
               {"projections", s.cost.projections},
               {"events", s.n_events},
               {"imbalance", rounded(s.relative_imbalance(), 2)}},
              times_of(r.seconds));
}

}  // namespace

void work_precision_mechanisms(const Options& options, Json& results) {
  for (const Problem& p : problems()) {
    const State exact = reference(p);
    std::vector<Run> runs = runs_of(p, options);
    for (int sweep = 0; sweep < options.sweeps; ++sweep)
      for (Run& run : runs) measure(p, exact, run);
    for (const Run& run : runs) results["runs"].push_back(row_of(p, run));
    if (options.pictures.empty()) continue;
    write_plot(options.pictures, p, runs, "time", {"CPU time, median", "s", AxisScale::logarithmic, {}, {}},
               [](const Run& r) { return times_of(r.seconds).median_s; });
    write_plot(options.pictures, p, runs, "evaluations", {"evaluations of the equations of motion", "1", AxisScale::logarithmic, {}, {}},
               [](const Run& r) { return static_cast<double>(r.summary.cost.rhs); });
  }
}

}  // namespace zanjir::bench
