// libFuzzer entry of the description reader: cmake -DZANJIR_BUILD_FUZZ=ON with clang, then describe_fuzz models/
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "zanjir/describe/description.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto result = zanjir::read_description_text(text, "fuzz.yaml");
  if (!result && result.diagnostics.empty()) std::abort();
  return 0;
}
