#include "zanjir/study/task_options.hpp"

#include "zanjir/terms/assembler.hpp"

namespace zanjir {

void check_state(const StudyTask& task, const std::optional<StateText>& state, const Model& model, DiagnosticSink& sink) {
  if (!state) return;
  for (const Diagnostic& d : read_question(model, &state->said, "state").diagnostics)
    sink.error(state->at, task_path(task, "state"), d.message, d.hint);
}

}  // namespace zanjir
