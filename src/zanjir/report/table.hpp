// Plain text tables: columns as wide as their longest entry, two spaces apart; a column of numbers is aligned to the right.
#pragma once

#include <string>
#include <vector>

namespace zanjir {

class Table {
 public:
  explicit Table(std::vector<std::string> header);
  void add(std::vector<std::string> row);
  bool empty() const { return rows_.empty(); }
  std::string text(int indent = 2) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

bool looks_like_a_number(const std::string& text);  // empty and "-" too: a gap in a column of numbers

}  // namespace zanjir
