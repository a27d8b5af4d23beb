#include "zanjir/describe/motor_catalogue.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/language/csv.hpp"
#include "zanjir/language/schema_keys.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {

namespace schema {
namespace {

constexpr Key motor_catalogue_keys[] = {
    {"zanjir_motors", Kind::integer, Need::required, "", "Version of the format: 1."},
    {"text", Kind::text, Need::optional, "none", "Where the numbers come from."},
    {"motors", Kind::map, Need::required, "", "Motors by name, those first that are preferred."},
};
constexpr Key motor_keys[] = {
    {"text", Kind::text, Need::optional, "none", "What it is."},
    word_key<MotorKind>("kind", "`linear`: forces for torques, speeds in m/s, a mass for the rotor's inertia."),
    {"rotor_inertia",
     Kind::number,
     Need::required,
     "",
     "Of the rotor and what is fixed to it; of a linear motor the mass that moves.",
     {},
     Range::non_negative},
    {"mass", Kind::number, Need::optional, "not said", "Of the whole motor. Among motors that fit the lightest is chosen if all have it.",
     dimension::mass, Range::positive},
    {"continuous", Kind::list, Need::optional, "", "Points [speed, torque] of what it gives without end, from 0 to its highest speed."},
    {"peak", Kind::list, Need::optional, "", "The same of what it gives for a moment, over the same speeds."},
    {"curves", Kind::text, Need::optional, "", "Instead of both: a CSV file with columns `speed`, `continuous` and `peak`, units in brackets."},
};
constexpr std::string_view motors_example = R"yaml(zanjir_motors: 1
text: Made up.
motors:
  servo:
    text: 400 W
    kind: rotary
    rotor_inertia: 0.3 kg cm^2
    mass: 1.2 kg
    continuous: [[0 rpm, 1.3 N m], [3000 rpm, 1.3 N m], [5000 rpm, 0.8 N m]]
    peak: [[0 rpm, 3.8 N m], [3600 rpm, 3.8 N m], [5000 rpm, 2 N m]]
  measured: {rotor_inertia: 0.5 kg cm^2, curves: measured.csv}
)yaml";

}  // namespace
const Object motor_catalogue{"A catalogue of motors", "", "", motor_catalogue_keys, motors_example};
const Object motor{"Motors", "motors.<name>", "", motor_keys, motors_example};
}  // namespace schema

namespace {

struct MotorUnits {
  Dimension speed, torque, inertia;
};
MotorUnits units_of(MotorKind kind) {
  if (kind == MotorKind::linear) return {dimension::speed, dimension::force, dimension::mass};
  return {dimension::angular_speed, dimension::moment, dimension::inertia};
}

class CatalogueReader {
 public:
  CatalogueReader(Values& values, MotorCatalogue& out) : values_(values), out_(out) {}

  void read(const Node& root) {
    if (!values_.expect(root, "", Node::Kind::map, "a catalogue of motors, which begins with `zanjir_motors: 1`,")) return;
    ObjectReader object(values_, root, "", schema::motor_catalogue);
    if (!object.has("zanjir_motors") || !object.has("motors")) return;
    if (object.at("zanjir_motors").text != "1") return object.error("zanjir_motors", "unknown version of the format", "this program reads version 1");
    const Node& motors = object.at("motors");
    if (!values_.expect(motors, "motors", Node::Kind::map, "a map of motors by name")) return;
    if (motors.keys.empty()) object.error("motors", "is empty", "a catalogue has one motor at least");
    const KeyPath path("motors");
    for (std::size_t i = 0; i < motors.keys.size() && !values_.gave_up(); ++i)
      read_motor(motors.keys[i], motors.items[i], join_path(path, motors.keys[i].text));
  }

 private:
  void read_motor(const Node::Key& key, const Node& node, const KeyPath& path) {
    ObjectReader object(values_, node, path, schema::motor);
    if (!object) return;
    Motor m;
    m.name = values_.name(key, path);
    if (m.name.find_first_of(".-") != std::string::npos)
      values_.error(key.at, path, "the name of a motor cannot contain a dot or a dash", "results are named after it; use '_'");
    m.at = key.at;
    if (object.has("text")) m.text = values_.text(object.at("text"), object.path("text"));
    m.kind = object.word<MotorKind>("kind");
    const MotorUnits units = units_of(m.kind);
    m.rotor_inertia = object.number("rotor_inertia", units.inertia);
    if (object.has("mass")) m.mass_kg = object.number("mass");
    const int errors = values_.sink().n_errors();
    if (object.has("curves")) {
      if (object.has("continuous") || object.has("peak")) return object.error("curves", "either `curves`, or `continuous` and `peak`");
      read_table(object, units, m);
    } else {
      for (const char* which : {"continuous", "peak"})
        if (!object.has(which)) object.error("", std::string("curve `") + which + "` is missing", "give its points, or a CSV file as `curves`");
      if (values_.sink().n_errors() > errors) return;
      std::vector<SourcePos> places, peak_places;
      m.continuous = read_points(object, "continuous", units, places);
      m.peak = read_points(object, "peak", units, peak_places);
      if (values_.sink().n_errors() > errors) return;
      check(m.continuous, places, object.path("continuous"));
      check(m.peak, peak_places, object.path("peak"));
      if (values_.sink().n_errors() == errors) check_both(m, places, peak_places, path);
    }
    if (values_.sink().n_errors() == errors) out_.motors.push_back(std::move(m));
  }

  LimitCurve read_points(ObjectReader& object, const char* key, const MotorUnits& units, std::vector<SourcePos>& places) {
    LimitCurve curve;
    const Node& list = object.at(key);
    const KeyPath path = object.path(key);
    if (!values_.expect(list, path, Node::Kind::list, "a list of points, [[speed, torque], ...],")) return curve;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const KeyPath here = item_path(path, i);
      const Node& point = list.items[i];
      if (!values_.expect(point, here, Node::Kind::list, "a point, [speed, torque],")) continue;
      if (point.items.size() != 2) {
        values_.error(point, here, "a point is [speed, torque], this has " + std::to_string(point.items.size()) + " entries");
        continue;
      }
      const auto speed = values_.number(point.items[0], here, {units.speed, schema::Range::any});
      const auto torque = values_.number(point.items[1], here, {units.torque, schema::Range::any});
      if (!speed || !torque) continue;
      curve.speed.push_back(*speed);
      curve.torque.push_back(*torque);
      places.push_back(point.at);
    }
    if (list.items.empty()) object.error(key, "is empty", "a curve has two points at least: at standstill and at the highest speed");
    return curve;
  }

  void read_table(ObjectReader& object, const MotorUnits& units, Motor& m) {
    const std::string file = values_.text(object.at("curves"), object.path("curves"));
    const std::filesystem::path path = values_.folder() / file;
    auto content = values_.files().read(path, max_file_bytes);
    if (const auto* problem = std::get_if<FileProblem>(&content)) return object.error("curves", "'" + file + "' " + problem->message, problem->hint);
    const int errors = values_.sink().n_errors();
    CsvTable table = read_csv(std::get<std::string>(content), path.string(), {"speed", "continuous", "peak"}, EmptyCells::refused, values_.sink());
    if (values_.sink().n_errors() > errors) return;
    const Dimension wanted[] = {units.speed, units.torque, units.torque};
    for (std::size_t c = 0; c < 3; ++c)
      if (!to_si(table.columns[c], wanted[c], object.path("curves").text(), values_.sink())) return;
    std::vector<SourcePos> places[2];
    for (std::size_t row = 0; row < table.n_rows(); ++row) {
      places[0].push_back(table.at(1, row));
      places[1].push_back(table.at(2, row));
    }
    m.continuous = {table.columns[0].values, table.columns[1].values};
    m.peak = {table.columns[0].values, table.columns[2].values};
    if (m.peak.speed.empty()) return object.error("curves", "'" + file + "' has no line of numbers");
    check(m.continuous, places[0], object.path("curves"));
    if (values_.sink().n_errors() == errors) check(m.peak, places[1], object.path("curves"));
    if (values_.sink().n_errors() == errors) check_both(m, places[0], places[1], object.path("curves"));
  }

  void check(const LimitCurve& c, const std::vector<SourcePos>& places, const KeyPath& path) {
    if (c.speed.size() < 2)
      return values_.error(places.front(), path, "one point is no curve", "give what it has at standstill and at its highest speed");
    if (c.speed.front() != 0)
      return values_.error(places.front(), path, "a hole: nothing is said below the first speed", "a curve begins at standstill, speed 0");
    for (std::size_t i = 0; i < c.speed.size(); ++i) {
      if (i > 0 && c.speed[i] <= c.speed[i - 1]) return values_.error(places[i], path, "speeds must increase from point to point");
      if (!(c.torque[i] > 0))
        return values_.error(places[i], path, "must be positive: a motor that gives nothing here ends its curve before",
                             "end both curves at the highest speed of use");
    }
  }

  // A peak curve that ends below the continuous one leaves out what can be done at high speed for a moment.
  void check_both(const Motor& m, const std::vector<SourcePos>& continuous, const std::vector<SourcePos>& peak, const KeyPath& path) {
    const double a = m.continuous.highest_speed(), b = m.peak.highest_speed();
    if (std::abs(a - b) > 1e-9 * std::max(a, b))
      return values_.error(a < b ? continuous.back() : peak.back(), path,
                           std::string("a hole: curve `") + (a < b ? "continuous" : "peak") + "` ends at a lower speed than the other",
                           "both end at the highest speed of the motor");
    for (std::size_t i = 0; i < m.continuous.speed.size(); ++i)
      if (m.continuous.torque[i] > m.peak.at(m.continuous.speed[i]) * (1 + 1e-12))
        return values_.error(continuous[i], path, "gives more without end than for a moment at this speed");
    for (std::size_t i = 0; i < m.peak.speed.size(); ++i)
      if (m.continuous.at(m.peak.speed[i]) > m.peak.torque[i] * (1 + 1e-12))
        return values_.error(peak[i], path, "gives less for a moment than without end at this speed");
  }

  Values& values_;
  MotorCatalogue& out_;
};

}  // namespace

double LimitCurve::at(double signed_speed) const {
  const double x = std::abs(signed_speed);
  if (x >= speed.back()) return torque.back();
  const auto above = static_cast<std::size_t>(std::upper_bound(speed.begin(), speed.end(), x) - speed.begin());
  const double s = (x - speed[above - 1]) / (speed[above] - speed[above - 1]);
  return torque[above - 1] + s * (torque[above] - torque[above - 1]);
}

const Motor* MotorCatalogue::find(std::string_view name) const {
  const auto it = std::find_if(motors.begin(), motors.end(), [&](const Motor& m) { return m.name == name; });
  return it == motors.end() ? nullptr : &*it;
}

std::optional<MotorCatalogue> read_motor_catalogue(const std::string& text, const std::filesystem::path& shown, DiagnosticSink& sink,
                                                   const NamedFiles& files) {
  const int errors = sink.n_errors();
  const std::uint32_t file = sink.add_file(shown.string());
  NodeStore store;
  const Node root = parse_document(text, file, sink, store);
  MotorCatalogue catalogue;
  if (sink.n_errors() == errors) {
    Values values(sink, files.from(shown.parent_path()));
    values.add_source(file, SourceLines(text));
    CatalogueReader(values, catalogue).read(root);
  }
  return sink.n_errors() == errors ? std::optional(std::move(catalogue)) : std::nullopt;
}

Result<MotorCatalogue> read_motor_catalogue(const std::filesystem::path& path) {
  DiagnosticSink sink;
  Result<MotorCatalogue> result;
  auto content = read_text_file(path, max_file_bytes);
  if (const auto* problem = std::get_if<FileProblem>(&content)) sink.error({sink.add_file(path.string()), 0, 0}, "", problem->message, problem->hint);
  else result.value = read_motor_catalogue(std::get<std::string>(content), path, sink);
  result.diagnostics = sink.take();
  return result;
}

}  // namespace zanjir
