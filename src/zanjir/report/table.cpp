#include "zanjir/report/table.hpp"

#include <algorithm>

namespace zanjir {
namespace {

// Columns on a terminal: one per UTF-8 code point.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

bool looks_like_a_number(const std::string& text) {
  return text.empty() || text == "-" ||
         ((text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) && text.find_first_not_of("0123456789+-.e") == std::string::npos);
}

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {}

void Table::add(std::vector<std::string> row) {
  row.resize(header_.size());
  rows_.push_back(std::move(row));
}

std::string Table::text(int indent) const {
  std::vector<std::size_t> widths;
  std::vector<bool> right;
  for (std::size_t column = 0; column < header_.size(); ++column) {
    std::size_t widest = width(header_[column]);
    bool numbers = !rows_.empty();
    for (const auto& row : rows_) {
      widest = std::max(widest, width(row[column]));
      numbers = numbers && looks_like_a_number(row[column]);
    }
    widths.push_back(widest);
    right.push_back(numbers);
  }
  std::string text;
  const auto line = [&](const std::vector<std::string>& row) {
    std::string out(static_cast<std::size_t>(indent), ' ');
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - width(row[column]), ' ');
      out += (column == 0 ? "" : "  ") + (right[column] ? padding + row[column] : row[column] + padding);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  };
  line(header_);
  for (const auto& row : rows_) line(row);
  return text;
}

}  // namespace zanjir
