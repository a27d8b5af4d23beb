#include "zanjir/language/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "zanjir/core/contract.hpp"

namespace zanjir {
namespace {

std::string shortened(std::string_view text) { return std::string(text.substr(0, text.size() <= 40 ? 40 : 37)) + (text.size() <= 40 ? "" : "..."); }

std::vector<std::string_view> split_words(std::string_view words) {
  std::vector<std::string_view> list;
  for (std::size_t i = 0; i < words.size();) {
    const std::size_t end = std::min(words.find(' ', i), words.size());
    list.emplace_back(words.substr(i, end - i));
    i = end + 1;
  }
  return list;
}

}  // namespace

// -- numbers -------------------------------------------------------------------------------------------------------------------------

SourcePos Values::inside(const Node& node, std::size_t offset) const {
  const auto source = sources_.find(node.at.file);
  return source == sources_.end() ? node.at : source->second.inside(node, offset);
}

ExpressionNames Values::names(ExpressionNames::Time time) const {
  ExpressionNames names;
  names.time = time;
  names.may_repeat = &may_repeat_;
  const auto of_index = [this](std::string_view name) -> std::optional<Quantity> {
    if (index && index->name == name) return Quantity{static_cast<double>(index->value), Knowledge::factor, {}};
    return std::nullopt;
  };
  names.parameter = [this, of_index](std::string_view name) -> std::optional<Quantity> {
    if (const auto i = of_index(name)) return i;
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::nullopt : std::optional(found->second);
  };
  if (time == ExpressionNames::Time::allowed && !phases.empty()) {
    names.phase = [this](std::string_view name) -> std::optional<PhaseName> {
      const auto found = phases.find(name);
      return found == phases.end() ? std::nullopt : std::optional(found->second);
    };
    names.word_hint = [this](std::string_view name) {
      std::vector<std::string> known;
      for (const auto& [phase, place] : phases) known.push_back(phase);
      return did_you_mean(name, known);
    };
  }
  names.hint = [this](std::string_view name) -> std::string {
    if (parameters_below && parameters_below->find(name)) return "it is defined further down; move it up";
    std::vector<std::string> known;
    for (const auto& [key, value] : parameters) known.push_back(key);
    if (index) known.push_back(index->name);
    if (known.size() > 1000) return {};
    const std::string near = nearest(std::string(name), known);
    return near.empty() ? "declare it under `parameters`, above what uses it" : "did you mean '$" + near + "'?";
  };
  return names;
}

bool Values::expect(const Node& node, const KeyPath& path, Node::Kind kind, const char* what) {
  if (node.is(kind)) return true;
  error(node, path, std::string(what) + " is wanted, but this is " + kind_name(node.kind));
  return false;
}

std::optional<ParsedExpression> Values::parse(const Node& node, const KeyPath& path, const char* what, ExpressionNames::Time time,
                                              std::optional<Dimension> wanted) {
  if (!expect(node, path, Node::Kind::scalar, what)) return std::nullopt;
  auto parsed = parse_expression(node.text, names(time));
  if (const auto* failure = std::get_if<ExpressionError>(&parsed)) {
    error(inside(node, failure->offset), path, failure->message, failure->hint);
    return std::nullopt;
  }
  auto& result = std::get<ParsedExpression>(parsed);
  if (!wanted) return std::move(result);
  if (auto wrong = misfit(*wanted, {0, result.knowledge, result.dimension}, node.text)) {
    error(node, path, std::move(wrong->message), std::move(wrong->hint));
    return std::nullopt;
  }
  return std::move(result);
}

namespace {
// What is a number as it stands needs no expression: most values of most files.
std::optional<double> plain_number(const Node& node) {
  if (!node.is(Node::Kind::scalar) || node.text.empty() || node.text.size() > 40) return std::nullopt;
  const char *begin = node.text.data(), *end = begin + node.text.size();
  const bool negative = *begin == '-';
  if (begin += negative; begin == end || !((*begin >= '0' && *begin <= '9') || *begin == '.')) return std::nullopt;  // no inf, no nan
  double value = 0;
  const auto [behind, problem] = std::from_chars(begin, end, value);
  if (problem != std::errc() || behind != end || !std::isfinite(value)) return std::nullopt;
  return negative ? -value : value;
}
}  // namespace

std::optional<double> Values::number(const Node& node, const KeyPath& path, Wanted wanted) {
  double value = 0;
  if (const auto plain = plain_number(node)) {
    value = *plain;
  } else {
    const auto parsed = parse(node, path, "a number", ExpressionNames::Time::not_allowed, wanted.dimension);
    if (!parsed) return std::nullopt;
    value = parsed->expression.value();
  }
  const auto refuse = [&](std::string message, const std::string& right) {
    const std::string unit = wanted.dimension ? si_unit(*wanted.dimension) : "", in = unit.empty() || unit == "1" ? "" : " " + unit;
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    error(node, path, std::move(message), "here it is " + (text + in) + "; a right value is for example " + right + in);
  };
  if (wanted.range == schema::Range::positive && value <= 0) return refuse("must be greater than zero", "1"), std::nullopt;
  if (wanted.range == schema::Range::non_negative && value < 0) {
    char size[32];
    std::snprintf(size, sizeof size, "%.6g", -value);
    return refuse("must not be negative", std::string("0, or ") + size), std::nullopt;
  }
  return value;
}

std::optional<Quantity> Values::quantity(const Node& node, const KeyPath& path) {
  if (const auto plain = plain_number(node)) return Quantity{*plain, Knowledge::unknown, {}};
  const auto parsed = parse(node, path, "a number", ExpressionNames::Time::not_allowed, std::nullopt);
  if (!parsed) return std::nullopt;
  // A parameter without a unit is not a mere factor: it may stand for a length or anything else.
  return Quantity{parsed->expression.value(), parsed->knowledge == Knowledge::known ? Knowledge::known : Knowledge::unknown, parsed->dimension};
}

std::optional<long> Values::integer(const Node& node, const KeyPath& path) {
  const std::optional<double> value = number(node, path, {dimension::number, schema::Range::any});
  if (!value) return std::nullopt;
  if (std::floor(*value) != *value) {
    error(node, path, "must be a whole number");
    return std::nullopt;
  }
  if (std::abs(*value) > 1e9) {
    error(node, path, fmt::format("is {:.6g}, and no whole number beyond 1000000000 is taken", *value));
    return std::nullopt;
  }
  return static_cast<long>(*value);
}

std::optional<ParsedExpression> Values::expression_of_time(const Node& node, const KeyPath& path, std::optional<Dimension> wanted) {
  return parse(node, path, "a law (a number, an expression of t, or a map with `law`)", ExpressionNames::Time::allowed, wanted);
}

std::vector<double> Values::numbers(const Node& node, const KeyPath& path, Wanted wanted, std::size_t count) {
  std::vector<double> result(count != 0 ? count : node.items.size());
  return numbers(node, path, wanted, result) ? result : std::vector<double>{};
}

bool Values::numbers(const Node& node, const KeyPath& path, Wanted wanted, std::span<double> out) {
  if (!expect(node, path, Node::Kind::list, "a list of numbers")) return false;
  if (node.items.size() != out.size()) {
    error(node, path, std::to_string(out.size()) + " numbers are wanted, but there are " + std::to_string(node.items.size()));
    return false;
  }
  bool complete = true;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::optional<double> value = number(node.items[i], item_path(path, i), wanted);
    complete = complete && value;
    out[i] = value.value_or(0);
  }
  return complete;
}

Vec3d Values::vector(const Node& node, const KeyPath& path, Wanted wanted) {
  double v[3];
  return numbers(node, path, wanted, v) ? Vec3d{v[0], v[1], v[2]} : Vec3d{0, 0, 0};
}

// -- words ---------------------------------------------------------------------------------------------------------------------------

bool Values::flag(const Node& node, const KeyPath& path) {
  if (node.is(Node::Kind::scalar) && node.text == "true") return true;
  if (!(node.is(Node::Kind::scalar) && node.text == "false")) error(node, path, "must be true or false");
  return false;
}

std::string Values::text(const Node& node, const KeyPath& path) {
  return expect(node, path, Node::Kind::scalar, "a text") ? std::string(node.text) : std::string();
}

std::string Values::word(const Node& node, const KeyPath& path, std::string_view choices) {
  if (!expect(node, path, Node::Kind::scalar, "a word")) return {};
  const std::vector<std::string_view> words = split_words(choices);
  if (std::find(words.begin(), words.end(), node.text) != words.end()) return std::string(node.text);
  const std::vector<std::string> known(words.begin(), words.end());
  std::string list;
  for (std::size_t i = 0; i < known.size(); ++i) list += (i == 0 ? "" : (i + 1 == known.size() ? " or " : ", ")) + known[i];
  error(node, path, "'" + shortened(node.text) + "' is not one of " + list, did_you_mean(node.text, known));
  return {};
}

std::string Values::replace_index(std::string_view name, SourcePos at, const KeyPath& path) {
  if (name.find('{') == std::string::npos) return std::string(name);
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    if (name[i] != '{') {
      result += name[i++];
      continue;
    }
    const std::size_t end = name.find('}', i);
    if (!index || end == std::string::npos) {
      error(at, path, index ? "closing brace missing in '" + shortened(name) + "'" : "braces in a name are for the index of a repeated block");
      return std::string(name);
    }
    ExpressionNames braces = names(ExpressionNames::Time::not_allowed);
    braces.word = braces.parameter;  // {i} as well as {$i}
    const auto parsed = parse_expression(name.substr(i + 1, end - i - 1), braces);
    const auto* good = std::get_if<ParsedExpression>(&parsed);
    const double value = good ? good->expression.value() : 0.5;
    if (std::floor(value) != value || std::abs(value) > 1e9) {
      const auto* failure = std::get_if<ExpressionError>(&parsed);
      error(at, path, "in '" + shortened(name) + "': " + (failure ? failure->message : std::string("the braces must hold a whole number")),
            failure ? failure->hint : "");
      return std::string(name);
    }
    result += std::to_string(static_cast<long>(value));
    i = end + 1;
  }
  return result;
}

namespace {
// Names stay readable in paths, results and shells: letters, digits, _ and -, and not a number.
bool is_plain_name(std::string_view name, bool dots) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) || name.front() == '.' || name.back() == '.') return false;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (!(std::isalnum(u) || c == '_' || c == '-' || u >= 0x80 || (dots && c == '.'))) return false;
  }
  return true;
}
}  // namespace

std::string Values::name(const Node::Key& key, const KeyPath& path) {
  const int errors = sink_.n_errors();
  std::string result = replace_index(key.text, key.at, path);
  if (sink_.n_errors() == errors && !is_plain_name(result, true))
    error(key.at, path, "'" + shortened(result) + "' is not a name", "names are letters, digits, '_' and '-', and begin with a letter");
  return result;
}

NameRef Values::name(const Node& node, const KeyPath& path) {
  if (!expect(node, path, Node::Kind::scalar, "a name")) return {{}, node.at};  // whoever misses it has a place to point at
  return {name(Node::Key{node.text, node.at}, path), node.at};
}

// -- geometry ------------------------------------------------------------------------------------------------------------------------

std::optional<Vec3d> Values::direction(const Node& node, const KeyPath& path) {
  if (node.is(Node::Kind::scalar)) {
    const bool negative = node.text.starts_with('-');
    const std::string_view axis = node.text.substr(negative || node.text.starts_with('+') ? 1 : 0);
    const double one = negative ? -1.0 : 1.0;
    if (axis == "x") return Vec3d{one, 0, 0};
    if (axis == "y") return Vec3d{0, one, 0};
    if (axis == "z") return Vec3d{0, 0, one};
    error(node, path, "'" + shortened(node.text) + "' is not a direction", "write x, y, z, -x, -y, -z or [x, y, z]");
    return std::nullopt;
  }
  double v[3];
  if (!numbers(node, path, {dimension::number, schema::Range::any}, v)) return std::nullopt;
  const Vec3d d{v[0], v[1], v[2]};
  // Compared by the largest entry: squares of tiny or huge entries leave the range of double.
  const double largest = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
  if (largest == 0) return error(node, path, "direction has zero length"), std::nullopt;
  if (largest < 1e-100 || largest > 1e100) return error(node, path, "direction has an absurd length"), std::nullopt;
  return d;
}

std::optional<Mat3d> Values::turn(const Node& node, const KeyPath& path) {
  if (node.is(Node::Kind::list)) {
    Mat3d R = Mat3d::identity();
    bool complete = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      if (!expect(node.items[i], item_path(path, i), Node::Kind::map, "a map with axis and angle, quat or rpy")) return std::nullopt;
      const std::optional<Mat3d> next = turn(node.items[i], item_path(path, i));
      if (next) R = R * *next;
      complete = complete && next;
    }
    return complete ? std::optional(R) : std::nullopt;
  }
  ObjectReader object(*this, node, path, schema::turn);
  if (!object) return std::nullopt;
  const int n_forms = object.has("quat") + object.has("rpy") + (object.has("axis") || object.has("angle"));
  if (n_forms != 1) {
    error(node, path, "one of {axis, angle}, {quat} or {rpy} is wanted");
    return std::nullopt;
  }
  if (object.has("quat")) {
    const std::vector<double> q = numbers(object.at("quat"), object.path("quat"), {dimension::number, schema::Range::any}, 4);
    if (q.empty()) return std::nullopt;
    const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(std::abs(norm - 1) <= 1e-6)) {
      object.error("quat", "norm of the quaternion is not one within 1e-6");
      return std::nullopt;
    }
    return to_matrix(normalized(Quatd{q[0], q[1], q[2], q[3]}));
  }
  if (object.has("rpy")) {
    const std::vector<double> a = numbers(object.at("rpy"), object.path("rpy"), {dimension::angle, schema::Range::any}, 3);
    if (a.empty()) return std::nullopt;
    return rotation_about(Vec3d{0, 0, 1}, a[2]) * rotation_about(Vec3d{0, 1, 0}, a[1]) * rotation_about(Vec3d{1, 0, 0}, a[0]);
  }
  if (!object.has("axis") || !object.has("angle")) {
    error(node, path, object.has("axis") ? "`angle` is missing" : "`axis` is missing");
    return std::nullopt;
  }
  const std::optional<Vec3d> axis = direction(object.at("axis"), object.path("axis"));
  const double angle = object.number("angle");
  if (!axis) return std::nullopt;
  return rotation_about(*axis * (1 / norm(*axis)), angle);
}

PoseDescription Values::pose(const Node& node, const KeyPath& path) {
  PoseDescription result;
  result.at = node.at;
  if (node.is(Node::Kind::list)) {
    result.X.p = vector(node, path, {dimension::length, schema::Range::any});
    return result;
  }
  if (!node.is(Node::Kind::map)) {
    error(node, path, std::string("a place is wanted, but this is ") + kind_name(node.kind), "write [x, y, z] or {point: [x, y, z], turn: ...}");
    return result;
  }
  ObjectReader object(*this, node, path, schema::pose);
  if (object.has("point")) result.X.p = object.vector("point");
  if (object.has("turn")) result.X.R = turn(object.at("turn"), object.path("turn")).value_or(Mat3d::identity());
  return result;
}

// -- objects -------------------------------------------------------------------------------------------------------------------------

namespace {

// Keys that are explained by the very word that somebody wrote as a key: `tolerance` is said of `rel_tol` and `abs_tol`.
std::string hint_by_meaning(std::string_view word, const schema::Object& schema) {
  constexpr std::size_t least = 4, most = 3;  // letters of a word that means something; more keys than this are no hint
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b)); };
  std::string hint;
  std::size_t n = 0;
  for (const schema::Key& k : schema.keys) {
    if (std::search(k.doc.begin(), k.doc.end(), word.begin(), word.end(), same) == k.doc.end()) continue;
    hint += (n++ == 0 ? "is it `" : " or `") + std::string(k.key) + "`";
  }
  return word.size() < least || n == 0 || n > most ? std::string() : hint + "?";
}

}  // namespace

ObjectReader::ObjectReader(Values& values, const Node& node, const KeyPath& path, const schema::Object& schema,
                           std::span<const schema::Reserved> reserved)
    : values_(values), node_(node), path_(path), schema_(schema) {
  if (!values.expect(node, path_, Node::Kind::map, "a map")) return;
  is_map_ = true;
  for (const Node::Key& key : node.keys) {
    if (schema::find(schema, key.text)) continue;
    if (values.gave_up()) return;
    const auto later = std::find_if(reserved.begin(), reserved.end(), [&](const schema::Reserved& r) { return r.key == key.text; });
    if (later != reserved.end()) {
      values.error(key.at, join_path(path_, key.text), "not part of this version yet", std::string(later->message));
      continue;
    }
    std::vector<std::string> known;
    for (const schema::Key& k : schema.keys) known.emplace_back(k.key);
    std::string hint = did_you_mean(key.text, known);
    if (const std::size_t colon = key.text.find(':'); colon != std::string::npos && schema::find(schema, key.text.substr(0, colon)))
      hint = "a space belongs behind the colon: `" + std::string(key.text.substr(0, colon)) + ": " + shortened(key.text.substr(colon + 1)) + "`";
    if (hint.empty()) hint = hint_by_meaning(key.text, schema);
    constexpr std::size_t few = 8;
    if (hint.empty() && known.size() <= few) {
      for (const std::string& k : known) hint += (hint.empty() ? "what may stand here: `" : ", `") + k + "`";
    }
    const std::string shown = shortened(key.text);
    values.error(key.at, join_path(path_, shown), "unknown key '" + shown + "'", hint);
  }
  for (const schema::Key& key : schema.keys) {
    if (key.need == schema::Need::required && !node.find(key.key)) values.error(node, path_, "key `" + std::string(key.key) + "` is missing");
  }
}

const schema::Key& ObjectReader::key(std::string_view name) const {
  const schema::Key* k = schema::find(schema_, name);
  ZANJIR_REQUIRE(k != nullptr, "the reader asks for a key that the schema does not have: " + std::string(name));
  return *k;
}

const Node& ObjectReader::at(std::string_view name) const {
  const Node* found = node_.find(key(name).key);
  ZANJIR_REQUIRE(found != nullptr, "absent key: " + std::string(name));
  return *found;
}

double ObjectReader::number(std::string_view name) { return number(name, key(name).dimension); }

double ObjectReader::number(std::string_view name, std::optional<Dimension> dimension) {
  const schema::Key& k = key(name);
  if (!has(name)) return k.default_number;
  return values_.number(at(name), path(name), {dimension, k.range}).value_or(k.default_number);
}

std::optional<double> ObjectReader::given_number(std::string_view name) {
  const schema::Key& k = key(name);
  return has(name) ? values_.number(at(name), path(name), {k.dimension, k.range}) : std::nullopt;
}

int ObjectReader::integer(std::string_view name, int least, int most) {
  const int otherwise = static_cast<int>(key(name).default_number);
  if (!has(name)) return otherwise;
  const std::optional<long> n = values_.integer(at(name), path(name));
  if (n && *n >= least && *n <= most) return static_cast<int>(*n);
  if (n) error(name, "must lie between " + std::to_string(least) + " and " + std::to_string(most));
  return otherwise;
}

Vec3d ObjectReader::vector(std::string_view name) {
  if (!has(name)) return {0, 0, 0};
  return values_.vector(at(name), path(name), {key(name).dimension, key(name).range});
}

bool ObjectReader::flag(std::string_view name) {
  (void)key(name);
  return has(name) && values_.flag(at(name), path(name));
}

std::string ObjectReader::word(std::string_view name) {
  if (!has(name)) return std::string(key(name).default_text);
  return values_.word(at(name), path(name), key(name).choices);
}

bool ObjectReader::only(std::initializer_list<std::string_view> keys, const char* because) {
  bool good = true;
  for (const Node::Key& k : node_.keys) {
    if (!schema::find(schema_, k.text) || std::find(keys.begin(), keys.end(), k.text) != keys.end()) continue;
    std::string others;
    for (const std::string_view key : keys) {
      if (!has(key)) others += (others.empty() ? "it may have `" : "`, `") + std::string(key);
    }
    values_.error(k.at, path(k.text), fmt::format("`{}` has no meaning {}", k.text, because), others.empty() ? "leave it out" : others + "`");
    good = false;
  }
  return good;
}

void ObjectReader::error(std::string_view name, std::string message, std::string hint) {
  const Node* found = node_.find(name);
  values_.error(found ? *found : node_, found ? path(name) : path_, std::move(message), std::move(hint));
}

}  // namespace zanjir
