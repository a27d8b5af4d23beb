// CSV files: two columns with a line of names, or a grid of numbers. Commas, semicolons or tabs, '#' comments. Errors point into the CSV file itself.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

struct CsvColumns {
  std::string first, second;  // names; empty: the first and second column
};
// Rows of (first, second); empty after errors. `shown` is the file name in diagnostics.
std::vector<std::pair<double, double>> read_csv_columns(const std::string& text, const std::string& shown, const CsvColumns&, DiagnosticSink&);

// A grid of numbers without names: as many in every line as in the first, none missing. Empty after errors.
std::vector<std::vector<double>> read_csv_grid(const std::string& text, const std::string& shown, DiagnosticSink&);

}  // namespace zanjir
