// Diagnostics as a person at a terminal reads them: coloured, each with the line of the file it is about and a caret below the place.
#pragma once

#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/report/study_report.hpp"

namespace zanjir {

// The line of a diagnostic with its number, and a caret; empty where there is no such line. Long lines are cut around the place, and what a terminal would obey is
// not passed on: files come from strangers.
std::string source_excerpt(const Diagnostic&, const std::string& file_text);
// One after the other with excerpts, without the closing count of to_text.
std::string diagnostics_on_terminal(const std::vector<Diagnostic>&, Colour);

}  // namespace zanjir
