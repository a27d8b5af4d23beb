// phases: and gaits:. A gait is written once for a chain and read into one law per joint: sines or splines of its phase.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/describe/coupled_oscillators.hpp"
#include "zanjir/describe/sections.hpp"
#include "zanjir/language/expression_ops.hpp"

namespace zanjir {
namespace {

constexpr double pi = std::numbers::pi;

// Registers a phase under a new name; its index, or nothing after an error.
std::optional<int> add_phase(Reading& r, const std::string& name, SourcePos at, const KeyPath& path, LawAndKind phase) {
  if (means_something(name)) {
    r.values.error(at, path, "'" + name + "' has a meaning of its own in expressions", "choose another name");
    return std::nullopt;
  }
  if (!r.add_name(r.phases, name, at, path)) return std::nullopt;
  if (r.description.phases.size() >= most_phases) {
    if (r.description.phases.size() == most_phases) r.values.error(at, path, "more than " + std::to_string(most_phases) + " phases in all");
    return std::nullopt;
  }
  const std::size_t index = r.description.phases.size();
  r.description.phases.push_back({name, at, std::move(phase.law)});
  r.values.phases.emplace(name, PhaseName{index, phase.kind});
  return static_cast<int>(index);
}

constexpr std::string_view keys_of_all[] = {"type", "joints", "count", "from", "index", "phase", "control"};

std::span<const std::string_view> own_keys_of(std::string_view type) {
  static constexpr std::string_view serpenoid[] = {"winding", "waves", "length", "offset"}, wave[] = {"amplitude", "lag", "shift", "offset"},
                                    sidewinding[] = {"amplitude", "lift", "lag", "shift", "offset"}, rolling[] = {"amplitude"},
                                    keyframes[] = {"knots", "frames", "ends"}, oscillators[] = {"amplitude", "lag", "offset", "coupling", "start"};
  if (type == "serpenoid") return serpenoid;
  if (type == "wave") return wave;
  if (type == "sidewinding") return sidewinding;
  if (type == "rolling") return rolling;
  if (type == "keyframes") return keyframes;
  return oscillators;
}

struct GaitReader {
  Reading& r;
  ObjectReader& object;
  std::string name, path;
  std::vector<NameRef> joints = {};
  std::optional<Dimension> dimension = {};  // of the coordinates
  Measure measure = Measure::any;
  int phase = -1;
  Quantity phase_kind = {0, Knowledge::unknown, {}};
  std::vector<LawDescription> laws = {};  // one per joint

  double own(std::string_view key) { return object.number(key, dimension); }
  std::size_t n() const { return joints.size(); }
  bool wants(std::string_view key) {
    if (!object.has(key)) object.error("", "`" + std::string(key) + "` is missing");
    return object.has(key);
  }

  void read_joints() {
    const Node& node = object.at("joints");
    if (node.is(Node::Kind::list)) {
      for (const char* key : {"count", "from", "index"}) {
        if (object.has(key))
          object.error(key, "`" + std::string(key) + "` has no meaning with a list of joints", "it goes with one name: joints: \"J{j}\"");
      }
      for (std::size_t i = 0; i < node.items.size(); ++i) joints.push_back(r.values.name(node.items[i], object.path("joints", i)));
      if (joints.empty()) object.error("joints", "the list is empty: a gait that moves no joint", "name the joints in their order along the chain");
      return;
    }
    if (!wants("count")) return;
    const std::optional<long> count = r.values.integer(object.at("count"), object.path("count"));
    const std::optional<long> from = object.has("from") ? r.values.integer(object.at("from"), object.path("from")) : std::optional(1L);
    const std::string index = object.has("index") ? r.values.text(object.at("index"), object.path("index")) : "j";
    if (!count || !from) return;
    if (*count < 1 || *count > 100'000)
      return object.error("count", "is " + std::to_string(*count) + ", and must lie between 1 and 100000", "a chain of n links has n - 1 joints");
    for (long k = 0; k < *count && !r.gave_up(); ++k) {
      r.values.index = Values::Index{index, *from + k};
      joints.push_back(r.values.name(node, object.path("joints")));
      if (k == 1 && joints[1].name == joints[0].name) {
        object.error("joints", "all joints would be '" + joints[0].name + "'", "put the index in braces: J{" + index + "}");
        joints.clear();
        break;
      }
    }
    r.values.index.reset();
  }

  // Here, where the gait stands: model/ would know its joints as single motions.
  bool exists(std::size_t i, const std::string& joint) {
    if (r.joint_types.contains(joint) || r.elastic.contains(joint) || joint == base_name) return true;  // the base is read last
    if (!r.all_joints_known) return false;                                                              // what is wrong with it has been said
    std::vector<std::string> known;
    for (const auto& [name, type] : r.joint_types) known.push_back(name);
    std::ranges::sort(known);  // the first of several that are equally near
    const std::string near = nearest(joint, known);
    std::string hint = near.empty() ? "" : "did you mean '" + near + "'?";
    if (!object.at("joints").is(Node::Kind::list))
      hint = "`count` asks for " + std::to_string(n()) + " joints, and this is number " + std::to_string(i + 1) + (hint.empty() ? "" : "; " + hint);
    const KeyPath here = object.at("joints").is(Node::Kind::list) ? object.path("joints", i) : object.path("joints");
    r.values.error(joints[i].at, here, "no joint '" + joint + "'", hint);
    return false;
  }

  void read_measure() {
    for (std::size_t i = 0; i < n(); ++i) {
      const int errors = r.values.sink().n_errors();
      const std::string joint = joints[i].name.substr(0, joints[i].name.find('.'));
      if (!exists(i, joint)) return;
      if (const auto type = r.joint_types.find(joint); type != r.joint_types.end() && has_quaternion(type->second))
        return r.values.error(joints[i].at, object.path("joints"),
                              "a " + std::string(name_of(type->second)) + " joint moves as a whole, and a gait moves single coordinates",
                              "prescribe '" + joint + "' under `motion`, with " + (type->second == JointType::free ? "x, y, z and " : "") + "`turn`");
      const Measure m = r.measure(joints[i], object.path("joints"), Reading::Level::position);
      if (r.values.sink().n_errors() > errors) return;
      if (i == 0) measure = m;
      else if (m != measure && m != Measure::any) {
        r.values.error(joints[i].at, object.path("joints"),
                       "'" + joints[i].name + "' and '" + joints[0].name + "' are not both angles or both lengths",
                       "write one gait for each kind, with the same phase");
        return;
      }
    }
    dimension = position_dimension(measure);
  }

  void read_its_phase() {
    const Node& node = object.at("phase");
    if (node.is(Node::Kind::scalar)) {
      if (const auto known = r.values.phases.find(node.text); known != r.values.phases.end()) {
        phase = static_cast<int>(known->second.index);
        phase_kind = known->second.kind;
        return;
      }
    }
    LawAndKind law = read_law_and_kind(r.values, node, object.path("phase"), std::nullopt);
    phase_kind = law.kind;
    phase = add_phase(r, name, node.at, object.path("phase"), std::move(law)).value_or(-1);
  }

  // As far as its text says what it is: a wave is a sine of it, bodies and keyframes may go by what was covered or by time.
  void check_its_phase(std::string_view type) {
    const Node& node = object.at("phase");
    const std::string_view text = node.is(Node::Kind::scalar) ? node.text : std::string_view("{law: ...}");
    const bool by_place = type == "serpenoid" || type == "keyframes";
    std::optional<Misfit> wrong = misfit(dimension::angle, phase_kind, text);
    if (!wrong) return;
    if (by_place && !misfit(dimension::length, phase_kind, text)) return;
    if (type == "keyframes" && !misfit(dimension::time, phase_kind, text)) return;
    if (wrong->hint.empty())
      wrong->hint = by_place ? std::string("a number, an angle or a length") + (type == "keyframes" ? ", or a time," : "") +
                                   " is meant, for example \"0.1 m/s*t\""
                             : "divide it by what a wave takes of it, for example \"2*pi*s/(0.4 m)\"";
    object.error("phase", "the phase of `type: " + std::string(type) + "` " + wrong->message, wrong->hint);
  }
  // Of numbers along the phase: nothing where its unit is not known.
  std::optional<Dimension> phase_dimension() const {
    return phase_kind.knowledge == Knowledge::known ? std::optional(phase_kind.dimension) : std::nullopt;
  }

  // offset + amplitude sin(w s + angle)
  void sine(double amplitude, double w, double angle, double offset, int of) {
    LawDescription law;
    law.kind = LawKind::sine;
    law.numbers = {amplitude, w, angle, offset};
    law.at = object.node().at;
    law.phase = of;
    laws.push_back(std::move(law));
  }

  // A number along the phase has its unit; where that is known but for seconds, a unit that is written is compared as far as that goes.
  bool goes_along_phase(const Node& node, const KeyPath& here) {
    if (phase_kind.knowledge != Knowledge::but_for_time) return true;
    const std::optional<Quantity> given = r.values.quantity(node, here);
    if (!given || given->knowledge != Knowledge::known || !misfit(given->dimension, phase_kind, "")) return given.has_value();
    r.values.error(node, here, "is " + a_dimension(given->dimension) + ", but the phase is " + a_dimension(phase_kind.dimension),
                   "both have one unit");
    return false;
  }

  void serpenoid() {
    if (!wants("winding") || !wants("waves")) return;
    if (measure == Measure::length)
      return object.error("winding", "is an angle, and '" + joints[0].name + "' is a slide, whose coordinate is a length",
                          "a serpenoid wave bends a body at hinges; a wave along slides is `type: wave` with an `amplitude` in m");
    const double links = static_cast<double>(n() + 1), waves = object.number("waves"), length = object.number("length", phase_dimension());
    if (n() < 2) return object.error("joints", "a wave needs three links at least, that is two joints", "name more joints, or give a larger `count`");
    if (waves >= links / 2)
      return object.error("waves", "a body of " + std::to_string(n() + 1) + " links cannot show so many waves",
                          "two links per wave or fewer are a zigzag");
    if (object.has("length") && !goes_along_phase(object.at("length"), object.path("length"))) return;
    const double w = 2 * pi * waves / length, l = length / links, amplitude = -2 * object.number("winding") * std::sin(w * l / 2);
    const double offset = own("offset");
    for (std::size_t j = 1; j <= n(); ++j) sine(amplitude, w, w * l * static_cast<double>(j), offset, phase);
  }

  void wave() {
    const double amplitude = own("amplitude"), lag = object.number("lag"), shift = object.number("shift"), offset = own("offset");
    for (std::size_t j = 1; j <= n(); ++j) sine(amplitude, 1, shift + lag * static_cast<double>(j), offset, phase);
  }

  // Axes take turns, so that a wave in each needs a joint of each.
  bool alternates() {
    if (n() < 2) object.error("joints", "axes take turns in this gait: it needs three links at least, that is two joints");
    return n() >= 2;
  }

  void sidewinding() {
    if (!alternates()) return;
    const double amplitude = own("amplitude"), lift = object.has("lift") ? own("lift") : amplitude, lag = object.number("lag"),
                 offset = own("offset");
    const double shift = object.has("shift") ? object.number("shift") : pi / 2;
    for (std::size_t j = 1; j <= n(); ++j) {
      const std::size_t pair = (j + 1) / 2;
      const double ahead = lag * static_cast<double>(pair);
      if (j % 2) sine(amplitude, 1, ahead, offset, phase);
      else sine(lift, 1, shift + ahead, 0, phase);
    }
  }

  void rolling() {
    if (!alternates()) return;
    const double amplitude = own("amplitude");
    for (std::size_t j = 1; j <= n(); ++j) sine(amplitude, 1, j % 2 ? 0 : pi / 2, 0, phase);
  }

  void keyframes() {
    if (!wants("knots") || !wants("frames")) return;
    const Node& rows = object.at("frames");
    const std::vector<double> knots = r.values.numbers(object.at("knots"), object.path("knots"), {phase_dimension(), schema::Range::any}, 0);
    if (knots.empty() || !r.values.expect(rows, object.path("frames"), Node::Kind::list, "a list of lists")) return;
    if (knots.size() < 2) return object.error("knots", "two knots are needed at least");
    if (rows.items.size() != knots.size())
      return object.error("frames", std::to_string(knots.size()) + " knots, but " + std::to_string(rows.items.size()) + " frames");
    for (std::size_t k = 0; k < knots.size(); ++k) {
      if (!goes_along_phase(object.at("knots").items[k], object.path("knots"))) return;
    }
    for (std::size_t k = 1; k < knots.size(); ++k) {
      if (!(knots[k] > knots[k - 1])) return r.values.error(object.at("knots").items[k], object.path("knots"), "knots must increase");
    }
    const std::string ends = object.word("ends");
    LawDescription law;
    law.kind = LawKind::spline;
    law.numbers = {ends == "rest" ? 0.0 : ends == "natural" ? 1.0 : 2.0};
    law.at = rows.at;
    law.phase = phase;
    laws.assign(n(), law);
    for (std::size_t k = 0; k < knots.size(); ++k) {
      const KeyPath row = object.path("frames", k);
      const std::vector<double> values = r.values.numbers(rows.items[k], row, {dimension, schema::Range::any}, n());
      if (values.empty()) return laws.clear();
      for (std::size_t j = 0; j < n(); ++j) laws[j].knots.emplace_back(knots[k], values[j]);
    }
    const bool closed =
        std::all_of(laws.begin(), laws.end(), [](const LawDescription& l) { return l.knots.front().second == l.knots.back().second; });
    if (ends == "periodic" && !closed) object.error("frames", "the last frame of a periodic gait is its first one", "or say `ends: rest`");
  }

  void oscillators() {
    const double amplitude = own("amplitude"), offset = own("offset"), lag = object.number("lag"), coupling = object.number("coupling");
    std::vector<double> start(n(), 0.0);
    if (object.has("start")) start = r.values.numbers(object.at("start"), object.path("start"), {dimension::angle, schema::Range::any}, n());
    if (start.size() != n()) return;
    if (n() + r.description.phases.size() > most_phases)
      return object.error("joints", "each oscillator is a phase of its own, and " + std::to_string(most_phases) + " are allowed in all");
    const OscillatorPaths paths = run_oscillators(start, lag, coupling);
    if (!paths.settled)
      return object.error("start", "the oscillators do not settle into a wave", "start them closer to the lag, or take fewer joints");
    if (!paths.settled_before)
      return object.error("start", "run backwards the oscillators do not settle into a wave", "start them farther from the lag, or at it");
    for (std::size_t j = 0; j < n(); ++j) {
      LawDescription path_of_j;
      path_of_j.kind = LawKind::spline;
      path_of_j.numbers = {1};  // natural ends: straight on where it has settled
      path_of_j.at = object.node().at;
      path_of_j.phase = phase;
      for (std::size_t k = 0; k < paths.s.size(); ++k) path_of_j.knots.emplace_back(paths.s[k], paths.u[j][k]);
      const auto own_phase =
          add_phase(r, name + "_" + std::to_string(j + 1), object.node().at, path, {std::move(path_of_j), {0, Knowledge::known, dimension::angle}});
      if (!own_phase) return;
      sine(amplitude, 1, 0, offset, *own_phase);
    }
  }

  // A key of another type would be read by nobody.
  void check_keys(std::string_view type) {
    const auto among = [](std::span<const std::string_view> keys, std::string_view key) { return std::ranges::find(keys, key) != keys.end(); };
    const std::span<const std::string_view> own_keys = own_keys_of(type);
    std::string known;
    for (const std::string_view key : own_keys) known += (known.empty() ? "it has `" : "`, `") + std::string(key);
    for (const Node::Key& k : object.node().keys) {
      if (schema::find(schema::gait, k.text) && !among(keys_of_all, k.text) && !among(own_keys, k.text))
        r.values.error(k.at, object.path(k.text), "`" + std::string(k.text) + "` has no meaning with `type: " + std::string(type) + "`", known + "`");
    }
  }

  void read_laws(const std::string& type) {
    const bool swings = type != "serpenoid" && type != "keyframes";
    if (swings && !wants("amplitude")) return;
    if (type == "serpenoid") serpenoid();
    else if (type == "wave") wave();
    else if (type == "sidewinding") sidewinding();
    else if (type == "rolling") rolling();
    else if (type == "keyframes") keyframes();
    else if (type == "oscillators") oscillators();
  }

  void give_to_joints() {
    if (!object.has("control")) {
      for (std::size_t j = 0; j < n(); ++j) {
        if (!r.add_name(r.motions, joints[j].name, joints[j].at, path)) continue;
        r.description.motions.push_back({joints[j], {std::move(laws[j])}, {}, {}});
      }
      return;
    }
    ObjectReader motors(r.values, object.at("control"), object.path("control"), schema::gait_control);
    if (!motors) return;
    ControlDescription control;
    const bool torque = motors.word("type") == "computed_torque";
    control.kind = torque ? ControlKind::computed_torque : ControlKind::pd;
    control.kp = motors.number("kp", torque ? std::optional(power(dimension::time, -2)) : stiffness_dimension(measure));
    control.kd = motors.number("kd", torque ? std::optional(power(dimension::time, -1)) : damping_dimension(measure));
    if (motors.has("limit")) control.limit = motors.number("limit", force_dimension(measure));
    for (std::size_t j = 0; j < n(); ++j) {
      if (!r.add_name(r.controls, joints[j].name, joints[j].at, path)) continue;
      control.of = joints[j];
      control.target = std::move(laws[j]);
      r.description.controls.push_back(control);
    }
  }
};

}  // namespace

void read_phase(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  const std::string name = r.new_name(key, path);
  add_phase(r, name, key.at, path, read_law_and_kind(r.values, node, path, std::nullopt));
}

void read_gait(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  const std::string name = r.new_name(key, path);
  r.add_name(r.gaits, name, key.at, path);
  ObjectReader object(r.values, node, path, schema::gait);
  if (!object || !object.has("type") || !object.has("joints") || !object.has("phase")) return;
  const int errors = r.values.sink().n_errors();
  GaitReader gait{r, object, name, path.text()};
  const std::string type = object.word("type");
  if (r.values.sink().n_errors() > errors) return;
  gait.check_keys(type);
  gait.read_joints();
  gait.read_measure();
  gait.read_its_phase();
  if (r.values.sink().n_errors() > errors || gait.joints.empty()) return;
  gait.check_its_phase(type);
  gait.read_laws(type);
  if (r.values.sink().n_errors() > errors || gait.laws.size() != gait.joints.size()) return;
  gait.give_to_joints();
}

bool means_something(std::string_view name) {
  const bool function = std::any_of(std::begin(expression_functions), std::end(expression_functions), [&](const auto& f) { return f.name == name; });
  return name == "t" || name == "pi" || name == "sum" || function;
}

}  // namespace zanjir
