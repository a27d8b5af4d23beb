#include "zanjir/terms/said.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Said::Kind;

// Builds what is said while it is read: a document of the library looks for every key among all before it, which takes minutes for a state of a hundred thousand coordinates.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  static constexpr int deepest = 100;
  static constexpr long most_values = 500'000;  // as of any text
  enum class Refused : std::uint8_t { nothing, too_deep, too_many, repeated, syntax, number } refused = Refused::nothing;
  std::string what;                         // the key, or what is wrong with the number
  std::optional<Json::parse_error> syntax;  // where it is no JSON
  Said root;

  bool null() override { return add(Kind::nothing, "") != nullptr; }
  bool boolean(bool flag) override { return add(Kind::flag, flag ? "true" : "false") != nullptr; }
  bool number_integer(std::int64_t x) override { return number(static_cast<double>(x), std::to_string(x)); }
  bool number_unsigned(std::uint64_t x) override { return number(static_cast<double>(x), std::to_string(x)); }
  bool number_float(double x, const std::string&) override { return number(x, Json(x).dump()); }
  bool string(std::string& text) override {
    Said* said = add(Kind::text, text);
    if (said) said->no_number = "a number is expected, here is a text";
    return said != nullptr;
  }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Kind::object); }
  bool start_array(std::size_t) override { return open(Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    // The library keeps the last of two equal keys without a word; here a name given twice is an error.
    if (!keys_.back().insert(name).second && what.empty()) refused = Refused::repeated, what = name;
    open_.back()->names.push_back(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& e) override {
    if (const auto* error = dynamic_cast<const Json::parse_error*>(&e)) return refused = Refused::syntax, syntax.emplace(*error), false;
    refused = Refused::number, what = e.what();  // beyond double
    return false;
  }

 private:
  Said* add(Kind kind, std::string text) {
    if (++n_values_ > most_values) return refused = Refused::too_many, nullptr;
    Said& said = open_.empty() ? root : open_.back()->items.emplace_back();
    said.kind = kind, said.text = std::move(text);
    return &said;
  }
  bool number(double x, std::string text) {
    Said* said = add(Kind::number, std::move(text));
    if (said) said->number = x;
    return said != nullptr;
  }
  bool open(Kind kind) {
    if (open_.size() >= deepest) return refused = Refused::too_deep, false;
    Said* said = add(kind, "");
    if (said) open_.push_back(said), keys_.emplace_back();
    return said != nullptr;
  }
  bool close() { return open_.pop_back(), keys_.pop_back(), true; }
  std::vector<Said*> open_;  // a list grows only while nothing inside it is open
  std::vector<std::set<std::string>> keys_;
  long n_values_ = 0;
};

Diagnostic syntax_error(const Json::parse_error& e, std::string_view text, const std::string& source, std::uint32_t line) {
  std::string what = e.what();
  if (const auto begin = what.find("syntax error"); begin != std::string::npos) what = what.substr(begin);
  const bool not_a_number = text.find("NaN") != std::string_view::npos || text.find("Infinity") != std::string_view::npos;
  const std::size_t upto = std::min<std::size_t>(e.byte == 0 ? 0 : e.byte - 1, text.size());
  const auto newlines = static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(upto), '\n'));
  const auto line_start = text.rfind('\n', upto == 0 ? 0 : upto - 1);
  const auto column = static_cast<std::uint32_t>(newlines == 0 ? e.byte : upto - line_start);
  return {Severity::error,
          source,
          std::max(line, 1u) + newlines,
          column,
          "",
          "not valid JSON: " + what,
          not_a_number ? "JSON has no NaN or Infinity, and a state must be finite" : ""};
}

}  // namespace

const Said* Said::find(std::string_view name) const {
  const auto it = std::find(names.begin(), names.end(), name);
  return it == names.end() ? nullptr : &items[static_cast<std::size_t>(it - names.begin())];
}

std::string kind_name(const Said& said) {
  switch (said.kind) {
    case Kind::nothing: return "null";
    case Kind::flag: return said.text;
    case Kind::number: return "a number";
    case Kind::text: return "a text";
    case Kind::list: return "a list";
    case Kind::object: return "an object";
  }
  return "";
}

std::optional<double> number_said(const Said& said, const std::string& path, Dimension wanted, std::vector<SaidProblem>& problems) {
  const auto refuse = [&](std::string message, std::string hint = {}) {
    problems.push_back({said.at, path, std::move(message), std::move(hint)});
    return std::nullopt;
  };
  if (said.is(Kind::text)) return refuse(said.no_number, said.hint);
  if (!said.is(Kind::number)) return refuse("a number is expected, here is " + kind_name(said));
  if (!std::isfinite(said.number)) return refuse("a finite number is expected");
  if (!said.dimension) return said.number;
  if (auto wrong = misfit(wanted, *said.dimension, said.text)) return refuse(std::move(wrong->message), std::move(wrong->hint));
  return said.number;
}

std::vector<double> numbers_said(const Said& said, std::size_t n, const std::string& path, const std::string& what, Dimension wanted,
                                 std::vector<SaidProblem>& problems) {
  std::vector<double> x;
  const std::size_t before = problems.size();
  for (std::size_t i = 0; said.is(Kind::list) && said.items.size() == n && i < n; ++i) {
    if (!said.items[i].is(Kind::number) && !said.items[i].is(Kind::text)) break;
    if (const auto value = number_said(said.items[i], path, wanted, problems)) x.push_back(*value);
  }
  if (x.size() == n) return x;
  if (problems.size() == before) problems.push_back({said.at, path, what + " is expected", ""});
  return {};
}

std::string or_meant(std::string_view word, const std::vector<std::string>& known) {
  const std::string hint = did_you_mean(word, known);
  return hint.empty() ? "" : "; " + hint;
}

void check_keys_said(const Said& object, const std::string& path, const std::vector<std::string>& known, std::vector<SaidProblem>& problems) {
  std::string list;
  for (const std::string& k : known) list += (list.empty() ? "" : ", ") + k;
  for (std::size_t i = 0; i < object.names.size(); ++i) {
    if (std::find(known.begin(), known.end(), object.names[i]) != known.end()) continue;
    problems.push_back({object.items[i].at, path + "." + object.names[i], "no such key" + or_meant(object.names[i], known), "the keys are " + list});
  }
}

Result<Said> said_in_json(std::string_view text, const std::string& source, std::uint32_t line) {
  const auto refused = [&](std::string path, std::string message, std::string hint) {
    return Result<Said>{std::nullopt, {{Severity::error, source, line, 0, std::move(path), std::move(message), std::move(hint)}}};
  };
  if (text.find('\0') != std::string_view::npos) return refused("", "a zero byte is no JSON", "the library would take it for the end");
  Builder builder;
  Json::sax_parse(text, &builder);
  switch (builder.refused) {
    case Builder::Refused::nothing: break;
    case Builder::Refused::repeated: return refused(builder.what, "given twice in the same object", "");
    case Builder::Refused::too_deep:
      return refused("", "objects and lists stand more than " + std::to_string(Builder::deepest) + " deep in each other",
                     "a state is flat: {\"q\": {\"A\": 1}}");
    case Builder::Refused::too_many: return refused("", "has more than " + std::to_string(Builder::most_values) + " values", "");
    case Builder::Refused::syntax: return {std::nullopt, {syntax_error(*builder.syntax, text, source, line)}};
    case Builder::Refused::number: {
      constexpr std::size_t enough = 200;  // of a number of megabytes
      std::string what = builder.what;
      if (const auto begin = what.find("] "); begin != std::string::npos) what = what.substr(begin + 2);
      return refused("", "not a usable JSON text: " + (what.size() > enough ? what.substr(0, enough) + "..." : what), "numbers must fit a double");
    }
  }
  return {std::move(builder.root), {}};
}

Said said_in_yaml(const Node& node, const Values& values) {
  Said said;
  said.at = node.at;
  switch (node.kind) {
    case Node::Kind::null: break;
    case Node::Kind::map:
      said.kind = Kind::object;
      for (std::size_t i = 0; i < node.keys.size(); ++i) {
        said.names.emplace_back(node.keys[i].text);
        said.items.push_back(said_in_yaml(node.items[i], values));
      }
      break;
    case Node::Kind::list:
      said.kind = Kind::list;
      for (const Node& item : node.items) said.items.push_back(said_in_yaml(item, values));
      break;
    case Node::Kind::scalar:
      said.text = node.text;
      const auto parsed = parse_expression(node.text, values.names(ExpressionNames::Time::not_allowed));
      if (const auto* failure = std::get_if<ExpressionError>(&parsed)) {
        said.kind = Kind::text;
        said.no_number = failure->message;
        said.hint = failure->hint;
      } else {
        const auto& result = std::get<ParsedExpression>(parsed);
        said.kind = Kind::number;
        said.number = result.expression.value();
        if (result.knowledge == Knowledge::known) said.dimension = result.dimension;
      }
  }
  return said;
}

}  // namespace zanjir
