// A value that somebody wrote, in JSON or in YAML, before it is known what it stands for. The readers of states see this and no file format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/language/values.hpp"

namespace zanjir {

struct Said {
  enum class Kind : std::uint8_t { nothing, flag, number, text, list, object };
  Kind kind = Kind::nothing;
  SourcePos at = {};                        // unknown for JSON, whose reader knows the line of the whole object
  double number = 0;                        // SI
  std::optional<Dimension> dimension = {};  // of a number that was written with a unit; none: whatever is wanted
  std::string text = {};                    // as written; of a flag "true" or "false"
  std::string no_number = {}, hint = {};    // of a text: why it cannot be read as a number, and a way out
  std::vector<std::string> names = {};      // object: names[i] belongs to items[i]
  std::vector<Said> items = {};             // list, object

  bool is(Kind k) const { return kind == k; }
  const Said* find(std::string_view name) const;  // entry of an object, or nullptr
};

std::string kind_name(const Said&);  // "a list"

// What is wrong with something said: where it stands, below the value that was read.
struct SaidProblem {
  SourcePos at;
  std::string path, message, hint;
};

// The number, or nothing and a problem: not a number, not finite, or of another dimension than the one wanted.
std::optional<double> number_said(const Said&, const std::string& path, Dimension wanted, std::vector<SaidProblem>&);
// n numbers in a list; empty after a problem. `what`: "a quaternion, four numbers [w, x, y, z],"
std::vector<double> numbers_said(const Said&, std::size_t n, const std::string& path, const std::string& what, Dimension wanted,
                                 std::vector<SaidProblem>&);
// Problems for keys of an object that are not among those known.
void check_keys_said(const Said&, const std::string& path, const std::vector<std::string>& known, std::vector<SaidProblem>&);
// "; did you mean 'x'?" to be added to a message, or nothing.
std::string or_meant(std::string_view word, const std::vector<std::string>& known);

// `source` and `line` say where the text comes from in diagnostics. A name given twice in one object is an error.
Result<Said> said_in_json(std::string_view json, const std::string& source, std::uint32_t line = 0);

// Scalars that are expressions of the file's parameters become numbers with their dimension, all others stay texts.
Said said_in_yaml(const Node&, const Values&);

}  // namespace zanjir
