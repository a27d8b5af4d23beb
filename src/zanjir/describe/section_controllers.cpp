// controllers:. Values are resolved to their places while they are read, so that an expression of them can be evaluated as it stands.
#include <algorithm>
#include <cmath>

#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

constexpr long most_samples = 100'000;  // that a delay holds

class ControllerReader {
 public:
  ControllerReader(Reading& r, ControllerDescription& controller, const KeyPath& path) : r_(r), c_(controller), path_(path) {}

  void read_blocks(const Node& node) {
    const KeyPath path = join_path(path_, "blocks");
    if (!r_.values.expect(node, path, Node::Kind::map, "a map of names")) return;
    for (const Node::Key& key : node.keys) all_blocks_.emplace_back(key.text);
    for (std::size_t i = 0; i < node.keys.size() && !r_.gave_up(); ++i) read_block(node.keys[i], node.items[i], join_path(path, node.keys[i].text));
    for (const auto& [block, from] : below_) {  // of delays
      BlockInput& input = c_.blocks[block].of[0];
      if (const auto found = places_.find(input.of.name); found != places_.end()) input.place = static_cast<int>(found->second.index);
      else no_value(input.of, from);
    }
  }

  void read_apply(const Node& node) {
    const KeyPath path = join_path(path_, "apply");
    if (!r_.values.expect(node, path, Node::Kind::map, "a map of joints and values")) return;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const KeyPath here = join_path(path, node.keys[i].text);
      AppliedDescription applied;
      applied.joint = {r_.values.name(node.keys[i], here), node.keys[i].at};
      const Measure measure = r_.measure(applied.joint, here, Reading::Level::speed);
      if (node.items[i].is(Node::Kind::map)) {
        ObjectReader object(r_.values, node.items[i], here, schema::applied);
        if (!object || !object.has("force")) continue;
        applied.force = input(object.at("force"), object.path("force"));
        if (object.has("limit")) applied.limit = object.number("limit", force_dimension(measure));
      } else {
        applied.force = input(node.items[i], here);
      }
      c_.apply.push_back(std::move(applied));
    }
    if (node.keys.empty()) r_.values.error(node, path, "no joint gets a force", "name one: {A: value}");
  }

 private:
  void no_value(const NameRef& of, const KeyPath& path) {
    if (std::find(failed_.begin(), failed_.end(), of.name.substr(0, of.name.find('.'))) != failed_.end()) return;  // said already
    std::vector<std::string> known;
    for (const auto& [name, place] : places_) known.push_back(name);
    std::string parts;
    for (const std::string& name : known)
      if (name.starts_with(of.name + ".")) parts += (parts.empty() ? "" : ", ") + name;
    if (!parts.empty()) return r_.values.error(of.at, path, "'" + of.name + "' has a value for each joint", "name one of them: " + parts);
    const bool below = std::find(all_blocks_.begin(), all_blocks_.end(), of.name) != all_blocks_.end();
    r_.values.error(of.at, path, below ? "'" + of.name + "' stands further down" : "no value '" + of.name + "' in this controller",
                    below ? "move it up; a loop is closed by a `delay` of it" : did_you_mean(of.name, known));
  }

  BlockInput input(const Node& node, const KeyPath& path, bool may_be_below = false) {
    BlockInput in;
    if (!r_.values.expect(node, path, Node::Kind::scalar, "the name of a value")) return in;
    in.sign = node.text.starts_with('-') ? -1 : 1;
    in.of = {r_.values.name(Node::Key{node.text.substr(in.sign < 0 ? 1 : 0), node.at}, path), node.at};
    if (in.of.name.empty()) return in;
    if (const auto found = places_.find(in.of.name); found != places_.end()) in.place = static_cast<int>(found->second.index);
    else if (!may_be_below) no_value(in.of, path);
    return in;
  }

  void read_inputs(ObjectReader& object, BlockDescription& b, std::size_t least, std::size_t most) {
    if (!object.has("of")) return object.error("", "`of` is missing", "which value does it take?");
    const Node& node = object.at("of");
    const bool below = b.kind == BlockKind::delay;
    if (node.is(Node::Kind::list)) {
      for (std::size_t i = 0; i < node.items.size(); ++i) b.of.push_back(input(node.items[i], object.path("of", i), below));
    } else {
      b.of.push_back(input(node, object.path("of"), below));
    }
    if (b.of.size() < least || b.of.size() > most)
      object.error("of", most == 1 ? "one value is wanted" : "at least " + std::to_string(least) + " values are wanted");
    else if (below && b.of[0].place < 0 && !b.of[0].of.name.empty()) below_.emplace_back(c_.blocks.size(), object.path("of").text());
  }

  void read_joints(ObjectReader& object, BlockDescription& b) {
    if (!object.has("joints")) return object.error("", "`joints` is missing", "whose values should it give?");
    const Node& node = object.at("joints");
    if (!r_.values.expect(node, object.path("joints"), Node::Kind::list, "a list of joints")) return;
    for (std::size_t i = 0; i < node.items.size(); ++i) add_joint(r_.values.name(node.items[i], object.path("joints")), object.path("joints"), b);
    if (node.items.empty()) object.error("joints", "a joint is wanted at least");
  }
  void add_joint(NameRef joint, const KeyPath& path, BlockDescription& b) {
    r_.measure(joint, path, Reading::Level::speed);
    if (std::any_of(b.joints.begin(), b.joints.end(), [&](const NameRef& other) { return other.name == joint.name; }))
      r_.values.error(joint.at, path, "'" + joint.name + "' is named twice");
    b.joints.push_back(std::move(joint));
  }

  void read_limits(ObjectReader& object, BlockDescription& b, bool needed) {
    if (object.has("max")) b.max = object.number("max", std::nullopt);
    if (object.has("min")) b.min = object.number("min", std::nullopt);
    else if (object.has("max")) b.min = -b.max;
    if (needed && !object.has("max") && !object.has("min")) object.error("", "`max` is missing", "the smallest is minus `max`, or `min`");
    if (!(b.min < b.max)) object.error("max", "must be above `min`");
  }
  void read_cutoff(ObjectReader& object, BlockDescription& b, bool needed) {
    if (!object.has("cutoff")) {
      if (needed) object.error("", "`cutoff` is missing", "for example 50 Hz");
      return;
    }
    b.cutoff_Hz = object.number("cutoff");
    if (b.cutoff_Hz * c_.period_s >= 0.5 && b.order == 2)
      object.error("cutoff", "lies above half the rate of the samples", "a filter of the second order needs more than two samples per cycle");
  }
  std::optional<int> small_integer(ObjectReader& object, const char* key, long low, long high) {
    const std::optional<long> n = r_.values.integer(object.at(key), object.path(key));
    if (!n) return std::nullopt;
    if (*n < low || *n > high) return object.error(key, "must lie between " + std::to_string(low) + " and " + std::to_string(high)), std::nullopt;
    return static_cast<int>(*n);
  }
  void required(ObjectReader& object, const char* key) {
    if (!object.has(key)) object.error("", "`" + std::string(key) + "` is missing");
  }

  void read_block(const Node::Key& key, const Node& node, const KeyPath& path) {
    BlockDescription b;
    b.name = r_.new_name(key, path);
    b.at = key.at;
    if (means_something(b.name)) r_.values.error(key.at, path, "'" + b.name + "' has a meaning of its own in expressions", "choose another name");
    ObjectReader object(r_.values, node, path, schema::block);
    if (!object || !object.has("type")) return failed_.push_back(b.name);
    const int errors = r_.values.sink().n_errors();
    b.kind = object.word<BlockKind>("type");
    if (r_.values.sink().n_errors() > errors) return failed_.push_back(b.name);  // what the other keys mean depends on it
    if (object.has("trip")) b.trip = object.number("trip", std::nullopt);
    read_kind(object, b);
    for (const std::string& name : outputs_of(b)) {
      if (!places_.emplace(name, PhaseName{static_cast<std::size_t>(n_values_)}).second)
        r_.values.error(key.at, path, "there is a value '" + name + "' already");
      ++n_values_;
    }
    c_.blocks.push_back(std::move(b));
  }

  // What a sensor reads is known to the model alone: control/ compares.
  void note_units(ObjectReader& object, BlockDescription& b) {
    if (r_.values.sink().has_errors()) return;
    for (const char* key : {"quantum", "noise", "bias", "trip"}) {
      const auto q = object.has(key) ? r_.values.quantity(object.at(key), object.path(key)) : std::nullopt;
      if (q && q->knowledge == Knowledge::known) b.units.push_back({key, q->dimension, object.at(key).at});
    }
  }

  void read_kind(ObjectReader& object, BlockDescription& b) {
    switch (b.kind) {
      case BlockKind::signal:
        object.only({"type", "law", "derivative", "trip"}, "with `type: signal`");
        required(object, "law");
        if (object.has("law")) b.law = read_law(r_.values, object.at("law"), object.path("law"), std::nullopt);
        if (object.has("derivative")) b.derivative = small_integer(object, "derivative", 0, 2).value_or(0);
        return;
      case BlockKind::sensor:
        object.only({"type", "quantity", "quantum", "noise", "bias", "trip"}, "with `type: sensor`");
        required(object, "quantity");
        if (object.has("quantity")) b.quantity = r_.values.name(object.at("quantity"), object.path("quantity"));
        b.quantum = object.number("quantum", std::nullopt);
        b.level = object.number("noise", std::nullopt);
        b.bias = object.number("bias", std::nullopt);
        return note_units(object, b);
      case BlockKind::noise:
        object.only({"type", "noise", "trip"}, "with `type: noise`");
        required(object, "noise");
        b.level = object.number("noise", std::nullopt);
        return;
      case BlockKind::sum:
      case BlockKind::product: object.only({"type", "of", "trip"}, "with this `type`"); return read_inputs(object, b, 1, 1000);
      case BlockKind::gain:
        object.only({"type", "of", "by", "trip"}, "with `type: gain`");
        required(object, "by");
        b.by = object.number("by", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::expression: return read_expression(object, b);
      case BlockKind::filter:
        object.only({"type", "of", "cutoff", "order", "initial", "trip"}, "with `type: filter`");
        if (object.has("order")) b.order = small_integer(object, "order", 1, 2).value_or(1);
        read_cutoff(object, b, true);
        if (object.has("initial")) b.initial = object.number("initial", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::derivative:
        object.only({"type", "of", "cutoff", "trip"}, "with `type: derivative`");
        read_cutoff(object, b, false);
        return read_inputs(object, b, 1, 1);
      case BlockKind::integral:
        object.only({"type", "of", "min", "max", "initial", "trip"}, "with `type: integral`");
        read_limits(object, b, false);
        if (object.has("initial")) b.initial = object.number("initial", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::pid:
        object.only({"type", "of", "kp", "ki", "kd", "cutoff", "min", "max", "trip"}, "with `type: pid`");
        b.kp = object.number("kp", std::nullopt);
        b.ki = object.number("ki", std::nullopt);
        b.kd = object.number("kd", std::nullopt);
        read_cutoff(object, b, false);
        read_limits(object, b, false);
        return read_inputs(object, b, 1, 1);
      case BlockKind::limit:
        object.only({"type", "of", "min", "max", "trip"}, "with `type: limit`");
        read_limits(object, b, true);
        return read_inputs(object, b, 1, 1);
      case BlockKind::rate_limit:
        object.only({"type", "of", "rate", "trip"}, "with `type: rate_limit`");
        required(object, "rate");
        b.rate = object.number("rate", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::delay:
        object.only({"type", "of", "time", "initial", "trip"}, "with `type: delay`");
        if (object.has("time")) read_delay(object, b);
        if (object.has("initial")) b.initial = object.number("initial", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::quantise:
        object.only({"type", "of", "quantum", "trip"}, "with `type: quantise`");
        required(object, "quantum");
        b.quantum = object.number("quantum", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::backlash:
      case BlockKind::dead_zone:
        object.only({"type", "of", "width", "trip"}, "with this `type`");
        required(object, "width");
        b.width = object.number("width", std::nullopt);
        return read_inputs(object, b, 1, 1);
      case BlockKind::computed_torque: return read_computed_torque(object, b);
      case BlockKind::gravity: object.only({"type", "joints"}, "with `type: gravity`"); return read_joints(object, b);
      case BlockKind::lead: return read_lead(object, b);
      case BlockKind::custom: return read_custom(object, b);
    }
  }

  void read_expression(ObjectReader& object, BlockDescription& b) {
    object.only({"type", "value", "trip"}, "with `type: expression`");
    required(object, "value");
    if (!object.has("value")) return;
    b.law.at = object.at("value").at;
    std::swap(r_.values.phases, places_);  // words stand for values here, not for phases
    if (auto expression = r_.values.expression_of_time(object.at("value"), object.path("value"), std::nullopt))
      b.law.expression = std::move(expression->expression);
    std::swap(r_.values.phases, places_);
    if (!b.law.expression.has_rates()) object.error("value", "values have no rate()", "use a block `derivative`");
  }

  void read_delay(ObjectReader& object, BlockDescription& b) {
    const double samples = object.number("time") / c_.period_s;
    constexpr double rounding = 1e-6;  // of a sample
    if (samples > static_cast<double>(most_samples)) return object.error("time", "is more than 100000 samples");
    b.samples = static_cast<int>(std::lround(samples));
    if (std::abs(samples - b.samples) > rounding || b.samples < 1)
      object.error("time", "is no whole number of samples", "the `delay` of the controller may be any time");
  }

  void read_computed_torque(ObjectReader& object, BlockDescription& b) {
    object.only({"type", "accelerations", "base"}, "with `type: computed_torque`");
    b.base_moves = object.word("base") != "still";
    required(object, "accelerations");
    if (!object.has("accelerations")) return;
    const Node& node = object.at("accelerations");
    const KeyPath path = object.path("accelerations");
    if (!r_.values.expect(node, path, Node::Kind::map, "a map of joints and values")) return;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const KeyPath here = join_path(path, node.keys[i].text);
      add_joint({r_.values.name(node.keys[i], here), node.keys[i].at}, here, b);
      b.of.push_back(input(node.items[i], here));
    }
    if (node.keys.empty()) object.error("accelerations", "a joint is wanted at least");
  }

  void read_lead(ObjectReader& object, BlockDescription& b) {
    object.only({"type", "joints", "motion"}, "with `type: lead`");
    read_joints(object, b);
    required(object, "motion");
    if (!object.has("motion")) return;
    const Node& node = object.at("motion");
    if (!r_.values.expect(node, object.path("motion"), Node::Kind::map, "a map of what is led")) return;
    std::map<std::string, PhaseName, std::less<>> phases;  // what is led follows laws of time alone
    std::swap(r_.values.phases, phases);
    const KeyPath path = object.path("motion");
    for (std::size_t i = 0; i < node.keys.size(); ++i)
      b.lead.push_back(read_led(r_.values, {r_.values.name(node.keys[i], path), node.keys[i].at}, node.items[i], join_path(path, node.keys[i].text)));
    std::swap(r_.values.phases, phases);
  }

  void read_custom(ObjectReader& object, BlockDescription& b) {
    object.only({"type", "of", "kind", "numbers", "memory", "trip"}, "with `type: custom`");
    required(object, "kind");
    if (object.has("kind")) b.custom = r_.values.text(object.at("kind"), object.path("kind"));
    if (object.has("memory")) b.memory = small_integer(object, "memory", 0, most_samples).value_or(0);
    if (object.has("numbers") && r_.values.expect(object.at("numbers"), object.path("numbers"), Node::Kind::map, "a map of numbers")) {
      const Node& node = object.at("numbers");
      const KeyPath path = object.path("numbers");
      for (std::size_t i = 0; i < node.keys.size(); ++i)
        if (const auto x = r_.values.number(node.items[i], join_path(path, node.keys[i].text), {})) b.numbers.emplace_back(node.keys[i].text, *x);
    }
    if (object.has("of")) read_inputs(object, b, 1, 1000);
  }

  Reading& r_;
  ControllerDescription& c_;
  KeyPath path_;
  std::vector<std::string> all_blocks_, failed_;
  std::map<std::string, PhaseName, std::less<>> places_;
  std::size_t n_values_ = 0;
  std::vector<std::pair<std::size_t, std::string>> below_;  // blocks that take a value that is not known yet, and the path of where they say it
};

}  // namespace

void read_controller(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  ControllerDescription c;
  c.name = r.new_name(key, path);
  c.at = c.every_at = key.at;
  r.add_name(r.controllers, c.name, key.at, path);
  if (r.bodies.contains(c.name) || r.joints.contains(c.name))
    r.values.error(key.at, path, "a body or joint has this name", "channels would have the same names: choose another");
  ObjectReader object(r.values, node, path, schema::controller);
  if (!object || !object.has("every") || !object.has("blocks") || !object.has("apply")) return;
  const int errors = r.values.sink().n_errors();
  c.period_s = object.number("every");
  c.every_at = object.at("every").at;
  c.start_s = object.number("start");
  c.delay_s = object.number("delay");
  if (r.values.sink().n_errors() > errors) return;
  if (c.delay_s / c.period_s > static_cast<double>(most_samples)) return object.error("delay", "is more than 100000 samples");
  if (object.has("seed")) {
    const std::optional<long> seed = r.values.integer(object.at("seed"), object.path("seed"));
    if (seed && *seed < 0) object.error("seed", "must not be negative");
    c.seed = static_cast<std::uint64_t>(seed.value_or(0));
  }
  ControllerReader reader(r, c, path);
  reader.read_blocks(object.at("blocks"));
  reader.read_apply(object.at("apply"));
  r.description.controllers.push_back(std::move(c));
}

}  // namespace zanjir
