// The reader of mechanism files: YAML, schema, units, parameters, laws; what it accepts can be written and read again.
#include "fuzz_target.hpp"
#include "zanjir/describe/description.hpp"

using namespace zanjir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto description = read_description_text(fuzz::text_of(data, size), "fuzz.yaml");
  if (!description) fuzz::promise_a_reason(description.diagnostics);
  return 0;
}
