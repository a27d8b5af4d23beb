// A description all the way: model, assembly, every item of eval, a few steps of a run, in a formulation and with a method that the input chooses.
#include "fuzz_target.hpp"
#include "support/solver_path.hpp"

using namespace zanjir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const test::PathReport report = test::follow_description(read_description_text(text, "fuzz.yaml"), test::choice_of(text));
  fuzz::promise(report.broken.empty(), report.broken);
  return 0;
}
