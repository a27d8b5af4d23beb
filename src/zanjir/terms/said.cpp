#include "zanjir/terms/said.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Said::Kind;

Said from_json(const Json& value) {
  Said said;
  switch (value.type()) {
    case Json::value_t::object:
      said.kind = Kind::object;
      for (const auto& [name, item] : value.items()) {
        said.names.push_back(name);
        said.items.push_back(from_json(item));
      }
      break;
    case Json::value_t::array:
      said.kind = Kind::list;
      for (const Json& item : value) said.items.push_back(from_json(item));
      break;
    case Json::value_t::string:
      said.kind = Kind::text;
      said.text = value.get<std::string>();
      said.no_number = "a number is expected, here is a text";
      break;
    case Json::value_t::boolean:
      said.kind = Kind::flag;
      said.text = value.get<bool>() ? "true" : "false";
      break;
    case Json::value_t::null: break;
    default:
      said.kind = Kind::number;
      said.number = value.get<double>();
      said.text = value.dump();
  }
  return said;
}

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
    if (!said.items[i].is(Kind::number)) break;
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
  // The library keeps the last of two equal keys without a word; here a name given twice is an error.
  std::vector<std::set<std::string>> keys;
  std::string repeated;
  constexpr int deepest = 100;
  struct TooDeep {};
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > deepest) throw TooDeep();
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second && repeated.empty())
      repeated = parsed.get<std::string>();
    return true;
  };
  const auto refused = [&](std::string path, std::string message, std::string hint) {
    return Result<Said>{std::nullopt, {{Severity::error, source, line, 0, std::move(path), std::move(message), std::move(hint)}}};
  };
  try {
    const Json document = Json::parse(text, watch);
    if (!repeated.empty()) return refused(repeated, "given twice in the same object", "");
    return {from_json(document), {}};
  } catch (const TooDeep&) {
    return refused("", "objects and lists stand more than " + std::to_string(deepest) + " deep in each other",
                   "a state is flat: {\"q\": {\"A\": 1}}");
  } catch (const Json::parse_error& e) {
    return {std::nullopt, {syntax_error(e, text, source, line)}};
  } catch (const Json::exception& e) {  // a number beyond double
    std::string what = e.what();
    if (const auto begin = what.find("] "); begin != std::string::npos) what = what.substr(begin + 2);
    return refused("", "not a usable JSON text: " + what, "numbers must fit a double");
  }
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
