#include "support/simulation.hpp"
#include "zanjir/describe/description.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/zoo.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::test {

State closed_start(const Model& model) {
  const Result<StateQuestion> question = initial_question(model, "start");
  if (!question) throw std::runtime_error("the model's initial state cannot be closed: " + question.diagnostics.front().message);
  return question.value->state;
}

MemoryRun run_in_memory(const Model& model, State state, const SimOptions& options) {
  MemoryRun run;
  run.state = std::move(state);
  const std::vector<Diagnostic> problems = options.validate(model);
  if (!problems.empty()) throw std::runtime_error(to_text(problems));
  run.summary = simulate(model, run.state, options, [&](const std::vector<Channel>& channels) {
    run.record = std::make_unique<MemoryRecorder>(RecordingHeader{channels, {}});
    return run.record.get();
  });
  return run;
}

MemoryRun run_in_memory(const Model& model, const SimOptions& options) { return run_in_memory(model, closed_start(model), options); }

SimOptions adaptive_run(double until_s, const std::string& method, double tolerance) {
  SimOptions options;
  options.until_s = until_s;
  options.stepper.method = method;
  options.stepper.rel_tol = options.stepper.abs_tol = tolerance;
  return options;
}

SimOptions fixed_run(double until_s, const std::string& method, double step_s) {
  SimOptions options = adaptive_run(until_s, method, 1e-13);
  options.stepper.fixed_step_s = step_s;
  return options;
}

State reference_end(const Model& model, const State& start, double until_s) {
  SimOptions options = adaptive_run(until_s, "dop853", 1e-13);
  options.motion.formulation = "multipliers";
  State state = start;
  const RunSummary summary = simulate(model, state, options, {});
  if (summary.end != RunEnd::reached_end) throw std::runtime_error("the reference run ended early: " + summary.why);
  return state;
}

double distance(const Model& model, const State& a, const State& b) {
  return std::max(difference(model, a.q, b.q).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

Model model_of(const std::string& yaml) {
  const Result<Description> description = read_description_text(yaml, "test.yaml");
  if (!description) throw std::runtime_error(description.diagnostics.front().message);
  return build(*description.value);
}

}  // namespace zanjir::test
