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

// Spreadsheets begin UTF-8 with a mark that nobody sees.
std::size_t after_mark(std::string_view text) { return text.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }
bool is_empty(std::string_view line) { return is_blank(line) || line.front() == '#'; }

// A number that is all of a cell, and finite.
bool read_number(std::string_view t, double& value) {
  const auto [stop, status] = std::from_chars(t.data(), t.data() + t.size(), value);
  return status == std::errc() && stop == t.data() + t.size() && std::isfinite(value);
}

// "roll [deg]": name and unit.
std::pair<std::string, std::string> name_and_unit(std::string_view text) {
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos || text.back() != ']') return {std::string(text), {}};
  std::string_view name = text.substr(0, open), unit = text.substr(open + 1, text.size() - open - 2);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  return {std::string(name), std::string(unit)};
}

class CsvReader {
 public:
  CsvReader(const std::vector<std::string>& names, EmptyCells empty, const std::string& way_out, DiagnosticSink& sink, CsvTable& out)
      : names_(names), empty_(empty), way_out_(way_out), sink_(sink), out_(out), errors_(sink.n_errors()) {}

  void line(std::string_view text, std::uint32_t number) {
    if (is_empty(text)) return;
    if (places_.empty()) head(text, number);
    else row(text, number);
  }
  bool fine() const { return sink_.n_errors() == errors_; }
  bool may_go_on() const { return sink_.n_errors() < errors_ + 10 && !no_columns_; }

 private:
  void head(std::string_view text, std::uint32_t number) {
    separator_ = separator_of(text);
    std::vector<std::string> known, units, whole;  // whole: name and unit as written
    const std::vector<Cell> cells = split(text, separator_);
    for (const Cell& c : cells) {
      auto [name, unit] = name_and_unit(c.text);
      whole.emplace_back(c.text);
      known.push_back(std::move(name));
      units.push_back(std::move(unit));
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      std::size_t place = i;
      if (names_[i].empty()) {
        if (place >= known.size())
          sink_.error({out_.file, number, 1}, "", (names_.size() == 2 ? "two" : std::to_string(names_.size())) + std::string(" columns are needed"));
      } else {
        place = static_cast<std::size_t>(std::find(known.begin(), known.end(), names_[i]) - known.begin());
        if (std::count(known.begin(), known.end(), names_[i]) > 1) {
          const auto second =
              static_cast<std::size_t>(std::find(known.begin() + static_cast<std::ptrdiff_t>(place) + 1, known.end(), names_[i]) - known.begin());
          sink_.error({out_.file, number, cells[second].column}, "", "a second column is called '" + names_[i] + "'", "give each its own name");
        }
        if (place == known.size()) place = static_cast<std::size_t>(std::find(whole.begin(), whole.end(), names_[i]) - whole.begin());
        if (place == known.size()) {
          const std::string near = nearest(names_[i], known);
          sink_.error({out_.file, number, 1}, "", "no column '" + names_[i] + "'", near.empty() ? "" : "did you mean '" + near + "'?");
        }
      }
      places_.push_back(place);
      if (place < known.size()) out_.columns.push_back({known[place], units[place], {out_.file, number, cells[place].column}, {}, {}});
    }
    no_columns_ = !fine();
  }

  void row(std::string_view text, std::uint32_t number) {
    const std::vector<Cell> cells = split(text, separator_);
    std::vector<double> values;
    bool empty = false;
    for (const std::size_t k : places_) {
      double value = 0;
      if (k >= cells.size()) {
        if (empty_ == EmptyCells::refused)
          sink_.error({out_.file, number, static_cast<std::uint32_t>(text.size()) + 1}, "",
                      "column " + std::to_string(k + 1) + " is missing in this line", way_out_);
        empty = true;
      } else if (const std::string_view t = cells[k].text; t.empty() && empty_ == EmptyCells::left_out) {
        empty = true;
      } else {
        if (!read_number(t, value))
          sink_.error({out_.file, number, cells[k].column}, "",
                      t.empty() ? std::string("nothing stands here") : "'" + std::string(t.substr(0, 40)) + "' is not a finite number",
                      t.empty() ? way_out_ : std::string());
      }
      values.push_back(value);
    }
    if (empty || !fine()) return;
    out_.line.push_back(number);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      out_.columns[i].values.push_back(values[i]);
      out_.columns[i].where.push_back(cells[places_[i]].column);
    }
  }

  const std::vector<std::string>& names_;
  EmptyCells empty_;
  const std::string& way_out_;
  DiagnosticSink& sink_;
  CsvTable& out_;
  int errors_;
  char separator_ = ',';
  bool no_columns_ = false;  // those asked for are not there
  std::vector<std::size_t> places_;
};

}  // namespace

CsvTable read_csv(const std::string& text, const std::string& shown, const std::vector<std::string>& names, EmptyCells empty, DiagnosticSink& sink,
                  const std::string& way_out) {
  CsvTable out;
  out.file = sink.add_file(shown);
  CsvReader reader(names, empty, way_out, sink, out);
  std::uint32_t line_number = 0;
  for (std::size_t begin = after_mark(text); begin < text.size() && reader.may_go_on();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    reader.line(std::string_view(text).substr(begin, end - begin), ++line_number);
    begin = end + 1;
  }
  if (reader.fine() && out.n_rows() < 2)
    sink.error({out.file, std::max(line_number, 1u), 1}, "", "two lines of numbers are needed at least",
               "the first line holds the names of the columns");
  if (!reader.fine()) {
    out.line.clear();
    for (CsvTable::Column& c : out.columns) c.values.clear(), c.where.clear();
  }
  return out;
}

bool to_si(CsvTable::Column& column, std::optional<Dimension> wanted, const std::string& key_path, DiagnosticSink& sink) {
  if (column.unit.empty() || (column.unit == "1" && wanted == dimension::number)) return true;
  const UnitText unit = parse_unit(column.unit);
  const auto refuse = [&](const std::string& message, const std::string& hint = {}) {
    return sink.error(column.head, key_path, message, hint), false;
  };
  if (unit.bad_length > 0 || unit.length != column.unit.size()) return refuse("'" + column.unit + "' of column '" + column.name + "' is no unit");
  if (wanted)
    if (const auto bad = misfit(*wanted, unit.unit.dimension, column.unit)) return refuse("column '" + column.name + "' " + bad->message, bad->hint);
  for (double& x : column.values) x *= unit.unit.to_si;
  return true;
}

std::vector<std::pair<double, double>> read_csv_columns(const std::string& text, const std::string& shown, const CsvColumns& wanted,
                                                        DiagnosticSink& sink) {
  CsvTable table = read_csv(text, shown, {wanted.first, wanted.second}, EmptyCells::refused, sink);
  std::vector<std::pair<double, double>> rows;
  if (table.n_rows() == 0 || !to_si(table.columns[0], wanted.of_first, "", sink) || !to_si(table.columns[1], wanted.of_second, "", sink)) return rows;
  for (std::size_t i = 0; i < table.n_rows(); ++i) {
    const double t = table.columns[0].values[i];
    if (i > 0 && !(t > rows.back().first)) {
      sink.error(table.at(0, i), "", "times must increase from line to line");
      return {};
    }
    rows.emplace_back(t, table.columns[1].values[i]);
  }
  return rows;
}

std::vector<std::vector<double>> read_csv_grid(const std::string& text, const std::string& shown, DiagnosticSink& sink) {
  const std::uint32_t file = sink.add_file(shown);
  const int errors = sink.n_errors();
  std::vector<std::vector<double>> rows;
  std::uint32_t line_number = 0, blank_line = 0;
  char separator = ',';
  for (std::size_t begin = after_mark(text); begin < text.size() && sink.n_errors() < errors + 10;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (blank_line == 0 && is_blank(line)) blank_line = line_number;
    if (is_empty(line)) continue;
    // Between two rows a line without numbers is a row without them: left out, all that follow would stand one row too near.
    if (!rows.empty() && blank_line > 0)
      sink.error({file, blank_line, 1}, "", "a hole: this line is empty, and rows follow it",
                 "give it as many numbers as the first has, or delete it");
    blank_line = 0;
    if (rows.empty()) separator = separator_of(line);
    const std::vector<Cell> cells = split(line, separator);
    std::vector<double> row;
    for (const Cell& cell : cells) {
      double value = 0;
      if (!read_number(cell.text, value)) {
        const bool hole = cell.text.empty() || std::isnan(value);  // as programs that measure write it
        sink.error({file, line_number, cell.column}, "",
                   hole ? "a hole: this number is missing" : "'" + std::string(cell.text.substr(0, 40)) + "' is not a finite number",
                   hole ? "give every place a number: one that was not measured that of its neighbours" : "");
      }
      row.push_back(value);
    }
    if (!rows.empty() && row.size() != rows.front().size())
      sink.error({file, line_number, static_cast<std::uint32_t>(line.size()) + 1}, "",
                 "a hole: " + std::to_string(row.size()) + " numbers in this line, " + std::to_string(rows.front().size()) + " in the first",
                 "every line wants as many numbers as the first");
    rows.push_back(std::move(row));
  }
  if (sink.n_errors() == errors && rows.empty()) sink.error({file, std::max(line_number, 1u), 1}, "", "there are no numbers");
  return sink.n_errors() == errors ? rows : std::vector<std::vector<double>>{};
}

}  // namespace zanjir
