// Files with mistakes and what is said about them: a heading "### title", the file, a line "-----", the diagnostics.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir::test {

// Reads each file of the golden file at `path` (below the source folder) and compares the wording; every diagnostic must have a line and a column.
// ZANJIR_WRITE_GOLDEN=1 writes what is said now; read the difference before you commit it.
void expect_golden_diagnostics(const std::string& path, std::size_t at_least,
                               const std::function<std::vector<Diagnostic>(const std::string& file)>& read);

}  // namespace zanjir::test
