#include "zanjir/language/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace zanjir {
namespace {

struct Cell {
  std::string_view text;
  std::uint32_t column = 0;
};

std::vector<Cell> split(std::string_view line, char separator) {
  std::vector<Cell> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    std::size_t b = begin, e = end;
    while (b < e && (line[b] == ' ' || line[b] == '"')) ++b;
    while (e > b && (line[e - 1] == ' ' || line[e - 1] == '"' || line[e - 1] == '\r')) --e;
    cells.push_back({line.substr(b, e - b), static_cast<std::uint32_t>(b) + 1});
    begin = end + 1;
  }
  return cells;
}

char separator_of(std::string_view line) {
  if (line.find(';') != std::string_view::npos) return ';';
  return line.find(',') == std::string_view::npos && line.find('\t') != std::string_view::npos ? '\t' : ',';
}

bool is_empty(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos || line.front() == '#'; }

// A number that is all of a cell, and finite.
bool read_number(std::string_view t, double& value) {
  const auto [stop, status] = std::from_chars(t.data(), t.data() + t.size(), value);
  return status == std::errc() && stop == t.data() + t.size() && std::isfinite(value);
}

}  // namespace

std::vector<std::pair<double, double>> read_csv_columns(const std::string& text, const std::string& shown, const CsvColumns& wanted,
                                                        DiagnosticSink& sink) {
  const std::uint32_t file = sink.add_file(shown);
  std::vector<std::pair<double, double>> rows;
  const int errors = sink.n_errors();
  std::size_t first = 0, second = 1;
  char separator = ',';
  bool named = false;
  std::uint32_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size() && sink.n_errors() < errors + 10;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (is_empty(line)) continue;
    if (!named) {
      separator = separator_of(line);
      const std::vector<Cell> names = split(line, separator);
      std::vector<std::string> known;
      for (const Cell& c : names) known.emplace_back(c.text);
      const auto locate = [&](const std::string& name, std::size_t otherwise) {
        if (name.empty()) {
          if (otherwise >= known.size()) sink.error({file, line_number, 1}, "", "two columns are needed");
          return otherwise;
        }
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end()) {
          const std::string near = nearest(name, known);
          sink.error({file, line_number, 1}, "", "no column '" + name + "'", near.empty() ? "" : "did you mean '" + near + "'?");
        }
        return static_cast<std::size_t>(found - known.begin());
      };
      first = locate(wanted.first, 0);
      second = locate(wanted.second, 1);
      if (sink.n_errors() > errors) return {};
      named = true;
      continue;
    }
    const std::vector<Cell> cells = split(line, separator);
    const auto number = [&](std::size_t k) {
      double value = 0;
      if (k >= cells.size()) {
        sink.error({file, line_number, static_cast<std::uint32_t>(line.size()) + 1}, "",
                   "column " + std::to_string(k + 1) + " is missing in this line");
        return value;
      }
      const std::string_view t = cells[k].text;
      if (!read_number(t, value))
        sink.error({file, line_number, cells[k].column}, "", "'" + std::string(t.substr(0, 40)) + "' is not a finite number");
      return value;
    };
    const double t = number(first), value = number(second);
    if (sink.n_errors() == errors && !rows.empty() && !(t > rows.back().first))
      sink.error({file, line_number, cells[first].column}, "", "times must increase from line to line");
    rows.emplace_back(t, value);
  }
  if (sink.n_errors() == errors && rows.size() < 2)
    sink.error({file, std::max(line_number, 1u), 1}, "", "two lines of numbers are needed at least", "the first line holds the names of the columns");
  return sink.n_errors() == errors ? rows : std::vector<std::pair<double, double>>{};
}

std::vector<std::vector<double>> read_csv_grid(const std::string& text, const std::string& shown, DiagnosticSink& sink) {
  const std::uint32_t file = sink.add_file(shown);
  const int errors = sink.n_errors();
  std::vector<std::vector<double>> rows;
  std::uint32_t line_number = 0;
  char separator = ',';
  for (std::size_t begin = 0; begin < text.size() && sink.n_errors() < errors + 10;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (is_empty(line)) continue;
    if (rows.empty()) separator = separator_of(line);
    const std::vector<Cell> cells = split(line, separator);
    std::vector<double> row;
    for (const Cell& cell : cells) {
      double value = 0;
      if (!read_number(cell.text, value))
        sink.error({file, line_number, cell.column}, "",
                   cell.text.empty() ? "a hole: this number is missing" : "'" + std::string(cell.text.substr(0, 40)) + "' is not a finite number",
                   "every line wants as many numbers as the first");
      row.push_back(value);
    }
    if (!rows.empty() && row.size() != rows.front().size())
      sink.error({file, line_number, static_cast<std::uint32_t>(line.size()) + 1}, "",
                 "a hole: " + std::to_string(row.size()) + " numbers in this line, " + std::to_string(rows.front().size()) + " in the first");
    rows.push_back(std::move(row));
  }
  if (sink.n_errors() == errors && rows.empty()) sink.error({file, std::max(line_number, 1u), 1}, "", "there are no numbers");
  return sink.n_errors() == errors ? rows : std::vector<std::vector<double>>{};
}

}  // namespace zanjir
