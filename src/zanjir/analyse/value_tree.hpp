// What an analysis answers: a tree of named values with units. The JSON of `zanjir eval` and the named numbers of study tasks are both printed from
// it, so they cannot drift apart.
//   numbers   the path to a value is its name, "reactions.A.force.x". An entry may stand in the path under another name than its key, or not at all.
//   JSON      vectors and matrices are plain lists; the names of their components stand beside them as entries of their own.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

using Names = std::vector<std::string>;

class Value {
 public:
  struct Number {
    double value;
    std::string unit;
  };
  struct Count {
    long value;
  };
  struct Vector {
    Names names, units;  // one unit for all, or one each
    VecX values;
  };
  struct Matrix {
    Names rows, columns;
    std::string unit;
    MatX values;
  };
  enum class Shown : std::uint8_t { everywhere, in_json, in_numbers };
  struct Entry;  // of an object or a list
  struct Object {
    std::vector<Entry> entries;
  };
  struct List {
    std::vector<Entry> entries;  // keys are the names of the elements in numbers; JSON has their order alone
  };
  using Content = std::variant<Object, List, Number, Count, bool, std::string, Names, Vector, Matrix>;

  Value();  // an empty object
  Value(bool);
  Value(const char* text);
  Value(std::string text);
  Value(std::string_view text);
  Value(Names);
  Value(std::span<const std::string>);
  static Value number(double, std::string_view unit);
  static Value count(long);
  static Value vector(std::span<const std::string> names, const VecX&, Names units);
  static Value vector(std::span<const std::string> names, const VecX&, std::string_view unit);
  static Value vector(const Vec3d&, std::string_view unit, std::string_view letter = "");  // x, y, z; or wx, wy, wz
  static Value matrix(std::span<const std::string> rows, std::span<const std::string> columns, const MatX&, std::string_view unit);
  // {rows, columns, values}, of which the values are numbers without the word "values" in their names.
  static Value named_matrix(std::span<const std::string> rows, std::span<const std::string> columns, const MatX&, std::string_view unit = "");
  static Value list();

  Value& add(std::string key, Value);          // under its key in both
  Value& add_unnamed(std::string key, Value);  // its key does not stand in the names of numbers
  Value& add_as(std::string key, std::string name, Value);
  Value& add_in_json(std::string key, Value);      // no number of a study
  Value& add_in_numbers(std::string name, Value);  // not in JSON
  Value& add_all(Value object);                    // its entries
  const Content& content() const { return content_; }

 private:
  explicit Value(Content);
  Value& add_entry(Entry);
  Content content_;
};

struct Value::Entry {
  std::string key, name;
  Value value;
  Shown shown = Shown::everywhere;
};

// Calls apply(name, unit, number) for every number of the tree; flags are 0 or 1. Units of matrices whose entries differ in unit are empty.
using NumberVisitor = std::function<void(const std::string& name, std::string_view unit, double value)>;
void for_each_number(const Value&, const std::string& name, const NumberVisitor& apply);

// The name of the first number of the tree, shown in JSON or among the numbers of studies, for which `is` holds. No name is made before.
std::optional<std::string> find_number(const Value&, const std::function<bool(double)>& is);

}  // namespace zanjir
