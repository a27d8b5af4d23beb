// An object that somebody typed, on a command line or a line of a file: JSON, or as YAML writes it, {q: {elbow: 65 deg}}.
#pragma once

#include "zanjir/terms/said.hpp"

namespace zanjir {

// `source` and `line` as in said_in_json. What is neither is reported as the one it looks like: JSON begins with a name in quotes.
Result<Said> said_in_text(std::string_view text, const std::string& source, std::uint32_t line = 0);

}  // namespace zanjir
