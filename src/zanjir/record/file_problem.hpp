// What is wrong with a whole file, as a Diagnostic.
#pragma once

#include <string>
#include <utility>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

inline Diagnostic file_problem(std::string path, std::string message, std::string hint = {}) {
  return {Severity::error, std::move(path), 0, 0, "", std::move(message), std::move(hint)};
}

}  // namespace zanjir
