// Study files: tasks, figures, claims; what is accepted is checked against its models as `zanjir check` does. Nothing runs.
#include "fuzz_target.hpp"
#include "zanjir/study/run_study.hpp"

using namespace zanjir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<Study> study = read_study_text(fuzz::text_of(data, size), "fuzz.yaml", {}, std::filesystem::path(ZANJIR_MODELS));
  if (!study) return fuzz::promise_a_reason(study.diagnostics), 0;
  if (study->tasks.size() > 8 || study->figures.size() > 8 || study->claims.size() > 50) return 0;
  for (const Diagnostic& d : check_study(*study)) fuzz::promise(!d.message.empty(), "a finding without words");
  return 0;
}
