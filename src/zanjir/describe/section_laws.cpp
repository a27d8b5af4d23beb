// A law of time or of a phase: a number, an expression of t and phases, or a map with `law`. The order of `numbers` is documented in forces/motion_law.hpp.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/core/law_measures.hpp"
#include "zanjir/describe/sections.hpp"
#include "zanjir/describe/table_spline.hpp"
#include "zanjir/language/csv.hpp"

namespace zanjir {
namespace {

struct LawReader {
  Values& values;
  ObjectReader& object;
  std::optional<Dimension> dimension;  // of the value
  LawDescription& law;

  Quantity kind = {0, Knowledge::factor, {}};  // what the numbers of a law that may have any dimension say of it
  std::string_view kind_from = {};             // the key that said it
  Quantity of = {0, Knowledge::unknown, {}};   // the argument, where it is a phase

  // A number of the law's own dimension.
  double own(std::string_view key) {
    const int errors = values.sink().n_errors();
    const double value = object.number(key, dimension);
    if (!dimension && object.has(key) && values.sink().n_errors() == errors) look_at(object.at(key), key);
    return value;
  }
  void look_at(const Node& node, std::string_view key) {
    const std::optional<Quantity> q = values.quantity(node, object.path(key));
    if (!q || q->knowledge != Knowledge::known) {
      if (q && kind.knowledge == Knowledge::factor) kind = *q;
      return;
    }
    if (kind.knowledge == Knowledge::known && !same_dimension(kind.dimension, q->dimension))
      return values.error(
          node, object.path(key),
          "`" + std::string(key) + "` is " + a_dimension(q->dimension) + ", but `" + std::string(kind_from) + "` is " + a_dimension(kind.dimension),
          "all values of one law have one unit");
    kind = *q;
    kind_from = key;
  }
  // A number of the argument, as it would be of time: which gives way to the unit of the phase, where that is known, or of the measure.
  std::optional<Dimension> of_argument(Dimension of_time) const {
    if (law.phase < 0) return of_time;
    const auto place = static_cast<std::size_t>(law.phase);
    if (place < most_phases) {
      if (of.knowledge != Knowledge::known) return std::nullopt;
      Dimension rest = of_time;
      rest.s = 0;
      return rest * power(of.dimension, of_time.s);
    }
    constexpr Dimension measures[] = {dimension::length, dimension::speed, dimension::angle, dimension::angular_speed};  // as law_measures
    static_assert(std::size(measures) == law_measures.size());
    Dimension rest = of_time;
    rest.s = 0;
    return rest * power(measures[place - most_phases], of_time.s);
  }
  double argument(std::string_view key) { return object.number(key, of_argument(object.key(key).dimension)); }

  void constant() { law.expression = Expression::constant(own("value")); }

  void sine() {
    law.kind = LawKind::sine;
    const bool cycles = object.has("frequency"), angular = object.has("angular_frequency");
    if (cycles == angular) object.error(cycles ? "angular_frequency" : "", "one of `frequency` and `angular_frequency` is wanted");
    const double w = cycles ? 2 * std::numbers::pi * argument("frequency") : argument("angular_frequency");
    law.numbers = {own("amplitude"), w, object.number("phase"), own("offset")};
  }

  void cycloid() {
    law.kind = LawKind::cycloid;
    law.numbers = {own("from"), own("to"), argument("start"), argument("duration")};
  }

  void polynomial() {
    law.kind = LawKind::polynomial;
    if (!object.has("coefficients")) return;
    law.numbers = values.numbers(object.at("coefficients"), object.path("coefficients"), {dimension::number, schema::Range::any}, 0);
    const std::size_t n = object.at("coefficients").items.size();
    if (object.at("coefficients").is(Node::Kind::list) && (n == 0 || n > 64)) object.error("coefficients", "between 1 and 64 numbers are wanted");
  }

  void trapezoid() {
    law.kind = LawKind::trapezoid;
    const double duration = argument("duration"), blend = argument("acceleration_time");
    if (duration > 0 && blend > duration / 2 * (1 + 1e-12)) object.error("acceleration_time", "must not be more than half the duration");
    law.numbers = {own("from"), own("to"), argument("start"), duration, std::min(blend, duration / 2)};
  }

  void spline() {
    law.kind = LawKind::spline;
    const std::string ends = object.word("ends");
    law.numbers = {ends == "natural" ? 1.0 : (ends == "periodic" ? 2.0 : 0.0)};
    read_knots();
    if (ends == "periodic" && !law.knots.empty() && law.knots.front().second != law.knots.back().second)
      object.error("values", "a periodic spline ends with the value it begins with");
  }

  void read_knots() {
    if (!object.has("times") || !object.has("values")) return;
    const std::vector<double> t = values.numbers(object.at("times"), object.path("times"), {of_argument(dimension::time), schema::Range::any}, 0);
    const std::vector<double> x = values.numbers(object.at("values"), object.path("values"), {dimension, schema::Range::any}, 0);
    if (!dimension)
      for (const Node& value : object.at("values").items) look_at(value, "values");
    const Node& times = object.at("times");
    if (t.size() != times.items.size() || x.size() != object.at("values").items.size()) return;  // said already
    if (t.size() != x.size()) return object.error("values", std::to_string(t.size()) + " times, but " + std::to_string(x.size()) + " values");
    if (t.size() < 2) return object.error("times", "two times are needed at least");
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (i > 0 && !(t[i] > t[i - 1])) return values.error(times.items[i], object.path("times"), "times must increase");
      law.knots.emplace_back(t[i], x[i]);
    }
  }

  void rose() {
    const std::string component = object.has("component") ? object.word("component") : "x";
    law.kind = component == "y" ? LawKind::rose_y : LawKind::rose_x;
    law.numbers = {own("radius"),   static_cast<double>(object.integer("order", 1, 100)), argument("period"), object.number("phase"), own("center"),
                   argument("ramp")};
  }

  void table() {
    law.kind = LawKind::table;
    law.numbers = {static_cast<double>(object.word<TableSpline>("interpolation"))};
    const bool inline_table = object.has("times") || object.has("values");
    if (object.has("file") == inline_table || object.has("times") != object.has("values"))
      return object.error("", "a table wants `file`, or `times` and `values`");
    if (inline_table) {
      object.only({"law", "of", "times", "values", "interpolation"}, "without `file`");
      return read_knots();
    }
    const auto text_of = [&](const char* key) { return object.has(key) ? values.text(object.at(key), object.path(key)) : std::string(); };
    const std::string file = text_of("file");
    if (file.empty()) return;
    const std::filesystem::path path = values.folder() / file;
    auto content = values.files().read(path, 64u << 20);
    if (const auto* problem = std::get_if<FileProblem>(&content)) return object.error("file", "'" + file + "' " + problem->message, problem->hint);
    law.knots = read_csv_columns(std::get<std::string>(content), path.string(),
                                 {text_of("time"), text_of("value"), of_argument(dimension::time), dimension}, values.sink());
  }

  void read(std::string_view name) {
    if (name == "constant") constant();
    else if (name == "sine") sine();
    else if (name == "cycloid") cycloid();
    else if (name == "polynomial") polynomial();
    else if (name == "trapezoid") trapezoid();
    else if (name == "spline") spline();
    else if (name == "rose") rose();
    else if (name == "table") table();
  }
};

std::string nearest_phase(const Values& values, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [phase, index] : values.phases) known.push_back(phase);
  const std::string near = nearest(name, known);
  if (!near.empty()) return "did you mean '" + near + "'?";
  return known.empty() ? "phases are described in section `phases:`" : "";
}

}  // namespace

LawDescription read_law(Values& values, const Node& node, const KeyPath& path, std::optional<Dimension> dimension) {
  return read_law_and_kind(values, node, path, dimension).law;
}

LawAndKind read_law_and_kind(Values& values, const Node& node, const KeyPath& path, std::optional<Dimension> dimension) {
  LawAndKind result{{}, dimension ? Quantity{0, Knowledge::known, *dimension} : Quantity{0, Knowledge::unknown, {}}};
  LawDescription& law = result.law;
  law.at = node.at;
  law.expression = Expression::constant(0);
  if (!node.is(Node::Kind::map)) {
    if (auto parsed = values.expression_of_time(node, path, dimension)) {
      law.expression = std::move(parsed->expression);
      if (!dimension) result.kind = {0, parsed->knowledge, parsed->dimension};
    }
    return result;
  }
  const Node* which = node.find("law");
  if (!which) {
    values.error(node, path, "key `law` is missing", "a law is a number, an expression of t, or for example {law: sine, ...}");
    return result;
  }
  std::string names;
  for (const schema::Object* o : schema::all_laws()) names += (names.empty() ? "" : " ") + std::string(schema::law_name(*o));
  const std::string name = values.word(*which, join_path(path, "law"), names);
  for (const schema::Object* o : schema::all_laws()) {
    if (name != schema::law_name(*o)) continue;
    ObjectReader object(values, node, path, *o);
    Quantity argument = {0, Knowledge::unknown, {}};
    if (object.has("of")) {
      const NameRef of = values.name(object.at("of"), object.path("of"));
      if (const auto phase = values.phases.find(of.name); phase != values.phases.end()) {
        law.phase = static_cast<int>(phase->second.index);
        argument = phase->second.kind;
      } else if (!of.name.empty()) object.error("of", "no phase '" + of.name + "'", nearest_phase(values, of.name));
    }
    LawReader reader{values, object, dimension, law};
    reader.of = argument;
    reader.read(name);
    if (!dimension && reader.kind.knowledge == Knowledge::known) result.kind = reader.kind;
  }
  return result;
}

}  // namespace zanjir
