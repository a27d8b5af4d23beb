// Machine-readable output as text. Numbers are printed so that they read back to the same double; NaN and infinity become null.
#pragma once

#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

// {"diagnostics":[{"file","line","column","severity","key","message","hint"}]}
std::string diagnostics_json(const std::vector<Diagnostic>&);

// Shortest text that reads back to the same double.
std::string exact(double);

}  // namespace zanjir
