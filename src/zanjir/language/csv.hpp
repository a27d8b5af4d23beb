// CSV files with a line of names, or a grid of numbers: commas, semicolons or tabs, '#' comments, units in brackets behind a name ("roll [deg]"). Errors point into the CSV file itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/language/units.hpp"

namespace zanjir {

struct CsvTable {
  struct Column {
    std::string name, unit;            // unit as written, without brackets; empty: none
    SourcePos head;                    // of the name
    std::vector<double> values;        // as written; NaN where a cell is empty
    std::vector<std::uint32_t> where;  // per row: column of the text
  };
  std::vector<Column> columns;      // those asked for, in that order
  std::vector<std::uint32_t> line;  // per row
  std::uint32_t file = 0;           // of the sink
  std::size_t n_rows() const { return line.size(); }
  SourcePos at(std::size_t column, std::size_t row) const { return {file, line[row], columns[column].where[row]}; }
};

enum class EmptyCells : std::uint8_t { refused, left_out };  // left_out: the row is not there
// Columns by name; an empty name stands for the column at its own place in the list. No rows after errors. `shown` is the file name in diagnostics; `way_out`
// of cells that hold no number.
CsvTable read_csv(const std::string& text, const std::string& shown, const std::vector<std::string>& names, EmptyCells, DiagnosticSink&,
                  const std::string& way_out = {});

// The numbers of a column in SI, as the unit beside its name says. False, and said at the name: no unit, or none of this dimension (nothing: any).
bool to_si(CsvTable::Column&, std::optional<Dimension>, const std::string& key_path, DiagnosticSink&);

struct CsvColumns {
  std::string first, second;                               // names; empty: the first and second column
  std::optional<Dimension> of_first = {}, of_second = {};  // nothing: any
};
// Rows of (first, second) in SI, the first increasing; empty after errors.
std::vector<std::pair<double, double>> read_csv_columns(const std::string& text, const std::string& shown, const CsvColumns&, DiagnosticSink&);

// A grid of numbers without names: as many in every line as in the first, none missing. Empty after errors.
std::vector<std::vector<double>> read_csv_grid(const std::string& text, const std::string& shown, DiagnosticSink&);

}  // namespace zanjir
