#include "support/simulation.hpp"

#include <stdexcept>

#include "support/zoo.hpp"
#include "zanjir/analyse/state_question.hpp"

namespace zanjir::test {

State closed_start(const Model& model) {
  const Result<StateQuestion> question = read_question(model, "{}", "start");
  if (!question) throw std::runtime_error("the model's initial state cannot be closed: " + question.diagnostics.front().message);
  return question.value->state;
}

MemoryRun run_in_memory(const Model& model, State state, const SimOptions& options) {
  MemoryRun run;
  run.state = std::move(state);
  const std::vector<std::string> problems = options.validate(model);
  if (!problems.empty()) throw std::runtime_error(problems.front());
  run.summary = simulate(model, run.state, options, [&](const std::vector<Channel>& channels) {
    run.record = std::make_unique<MemoryRecorder>(RecordingHeader{channels, {}});
    return run.record.get();
  });
  return run;
}

MemoryRun run_in_memory(const Model& model, const SimOptions& options) { return run_in_memory(model, closed_start(model), options); }

Model model_of(const std::string& yaml) {
  const Result<Description> description = read_description_text(yaml, "test.yaml");
  if (!description) throw std::runtime_error(description.diagnostics.front().message);
  return build(*description.value);
}

}  // namespace zanjir::test
