// Typed values out of nodes: numbers with units, names, directions, places. Every failure is a diagnostic; what is returned then is a
// harmless stand-in, since nothing is built from a description with errors.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/core/words.hpp"
#include "zanjir/language/document.hpp"
#include "zanjir/language/expression_parser.hpp"
#include "zanjir/language/key_path.hpp"
#include "zanjir/language/named_files.hpp"
#include "zanjir/language/schema.hpp"
#include "zanjir/language/written.hpp"

namespace zanjir {

class Values {
 public:
  Values(DiagnosticSink& sink, NamedFiles files) : sink_(sink), files_(std::move(files)) {}

  DiagnosticSink& sink() { return sink_; }
  const NamedFiles& files() const { return files_; }
  const std::filesystem::path& folder() const { return files_.folder(); }
  bool gave_up() const { return sink_.n_errors() >= 100; }  // more would not be read, and costs time on hostile input

  // -- names that expressions may use
  std::map<std::string, Quantity, std::less<>> parameters;
  const Node* parameters_below = nullptr;  // while parameters are read: the section, for a hint
  struct Index {
    std::string name;
    long value = 0;
  };
  std::optional<Index> index;                            // inside a repeated block
  std::map<std::string, PhaseName, std::less<>> phases;  // that laws of time may name
  ExpressionNames names(ExpressionNames::Time) const;
  SourcePos inside(const Node& scalar, std::size_t offset) const;  // of a character of a scalar
  void add_source(std::uint32_t file, SourceLines lines) { sources_.emplace(file, std::move(lines)); }

  // -- numbers
  struct Wanted {
    std::optional<Dimension> dimension;  // nothing: whatever is given
    schema::Range range = schema::Range::any;
  };
  std::optional<double> number(const Node&, const KeyPath& path, Wanted);
  std::optional<Quantity> quantity(const Node&, const KeyPath& path);  // a parameter's value, with its own dimension
  std::optional<long> integer(const Node&, const KeyPath& path);
  std::optional<ParsedExpression> expression_of_time(const Node&, const KeyPath& path, std::optional<Dimension>);
  std::vector<double> numbers(const Node&, const KeyPath& path, Wanted, std::size_t count);  // count 0: any; empty after errors
  bool numbers(const Node&, const KeyPath& path, Wanted, std::span<double> out);             // as many as there is room for; false after errors
  Vec3d vector(const Node&, const KeyPath& path, Wanted);

  // -- words
  bool flag(const Node&, const KeyPath& path);
  std::string word(const Node&, const KeyPath& path, std::string_view choices);  // empty after an error
  std::string text(const Node&, const KeyPath& path);
  std::string name(const Node::Key&, const KeyPath& path);  // a name given as a key; {i} replaced
  NameRef name(const Node&, const KeyPath& path);

  // -- geometry
  std::optional<Vec3d> direction(const Node&, const KeyPath& path);
  std::optional<Mat3d> turn(const Node&, const KeyPath& path);
  PoseDescription pose(const Node&, const KeyPath& path);

  // The path is put into words here, and nowhere else.
  void error(SourcePos at, const KeyPath& path, std::string message, std::string hint = {}) {
    sink_.error(at, path.text(), std::move(message), std::move(hint));
  }
  void warning(SourcePos at, const KeyPath& path, std::string message, std::string hint = {}) {
    sink_.warning(at, path.text(), std::move(message), std::move(hint));
  }
  void error(const Node& at, const KeyPath& path, std::string message, std::string hint = {}) {
    error(at.at, path, std::move(message), std::move(hint));
  }
  bool expect(const Node&, const KeyPath& path, Node::Kind, const char* what);

 private:
  std::optional<ParsedExpression> parse(const Node&, const KeyPath& path, const char* what, ExpressionNames::Time, std::optional<Dimension>);
  std::string replace_index(std::string_view name, SourcePos at, const KeyPath& path);

  DiagnosticSink& sink_;
  NamedFiles files_;
  mutable std::size_t may_repeat_ = characters_repeated;  // by the sums of all expressions together
  std::map<std::uint32_t, SourceLines> sources_;
};

// A map checked against its schema: unknown and missing keys are reported when it is made.
class ObjectReader {
 public:
  ObjectReader(Values&, const Node&, const KeyPath& path, const schema::Object&, std::span<const schema::Reserved> reserved = {});

  explicit operator bool() const { return is_map_; }
  bool has(std::string_view key) const { return node_.find(key) != nullptr; }
  const Node& at(std::string_view key) const;  // of a key that is there
  KeyPath path(std::string_view key) const { return join_path(path_, key); }
  KeyPath path(std::string_view list, std::size_t i) const { return item_path(path_, list, i); }
  const schema::Key& key(std::string_view key) const;

  // Absent keys give the default of the schema; so do keys with errors.
  double number(std::string_view key);
  std::optional<double> given_number(std::string_view key);       // none: it is absent, or was refused just now
  double number(std::string_view key, std::optional<Dimension>);  // where the dimension depends on the joint
  int integer(std::string_view key, int least, int most);         // an error where it lies outside
  Vec3d vector(std::string_view key);
  bool flag(std::string_view key);
  std::string word(std::string_view key);                  // the default is the schema's default_text
  template <class Enum> Enum word(std::string_view key) {  // the key's choices are those of WordsOf<Enum>
    return find_word<Enum>(word(key)).value_or(WordsOf<Enum>::table[0].value);
  }
  bool only(std::initializer_list<std::string_view> keys, const char* because);  // errors for all others that are present

  void error(std::string_view key, std::string message, std::string hint = {});  // at the key's value, or at the map when absent
  const Node& node() const { return node_; }

 private:
  Values& values_;
  const Node& node_;
  KeyPath path_;
  const schema::Object& schema_;
  bool is_map_ = false;
};

}  // namespace zanjir
