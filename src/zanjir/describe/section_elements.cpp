// springs:, dampers:, loads: and forces:
#include <tuple>

#include "zanjir/core/law_measures.hpp"
#include "zanjir/describe/law_algebra.hpp"
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

// Exactly one of `first` (a place) and `joint`.
bool one_place(ObjectReader& object, const char* first) {
  if (object.has(first) != object.has("joint")) return true;
  object.error("", std::string("one of `") + first + "` and `joint` is wanted");
  return false;
}

// `between`: two frames.
std::optional<std::pair<NameRef, NameRef>> two_frames(Reading& r, ObjectReader& object) {
  const Node& ends = object.at("between");
  const KeyPath path = object.path("between");
  if (!r.values.expect(ends, path, Node::Kind::list, "a list of two frames")) return std::nullopt;
  if (ends.items.size() == 2) return std::pair{r.values.name(ends.items[0], item_path(path, 0)), r.values.name(ends.items[1], item_path(path, 1))};
  object.error("between", "two frames are wanted, but there are " + std::to_string(ends.items.size()));
  return std::nullopt;
}

// `between` or `joint`; what kind of coordinate the element works on.
std::optional<Measure> read_ends(Reading& r, SpringDescription& spring, ObjectReader& object, Reading::Level level) {
  if (!one_place(object, "between")) return std::nullopt;
  if (object.has("joint")) {
    spring.joint = r.values.name(object.at("joint"), object.path("joint"));
    return r.measure(*spring.joint, object.path("joint"), level);
  }
  spring.between = two_frames(r, object);
  return Measure::length;
}

}  // namespace

void read_spring(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto spring = r.named<SpringDescription>(r.springs, key, path);
  ObjectReader object(r.values, node, path, schema::spring);
  if (!object) return;
  const std::optional<Measure> measure = read_ends(r, spring, object, Reading::Level::position);
  if (!measure) return;
  if (spring.joint) object.only({"joint", "stiffness", "rest", "damping"}, "with `joint`");
  else object.only({"between", "stiffness", "length", "damping"}, "with `between`");
  spring.stiffness = object.number("stiffness", stiffness_dimension(*measure));
  spring.damping = object.number("damping", damping_dimension(*measure));
  spring.rest = spring.joint ? object.number("rest", position_dimension(*measure)) : object.number("length");
  r.description.springs.push_back(std::move(spring));
}

void read_damper(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto damper = r.named<SpringDescription>(r.dampers, key, path);
  damper.damper = true;
  ObjectReader object(r.values, node, path, schema::damper);
  if (!object) return;
  const std::optional<Measure> measure = read_ends(r, damper, object, Reading::Level::speed);
  if (!measure) return;
  damper.damping = object.number("damping", damping_dimension(*measure));
  r.description.springs.push_back(std::move(damper));
}

void read_load(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto load = r.named<LoadDescription>(r.loads, key, path);
  ObjectReader object(r.values, node, path, schema::load);
  if (!object || !one_place(object, "on")) return;
  if (object.has("joint")) {
    object.only({"joint", "value"}, "with `joint`");
    load.joint = r.values.name(object.at("joint"), object.path("joint"));
    const Measure measure = r.measure(*load.joint, object.path("joint"), Reading::Level::speed);
    if (object.has("value")) load.value = read_law(r.values, object.at("value"), object.path("value"), force_dimension(measure));
    else object.error("", "key `value` is missing");
    r.description.loads.push_back(std::move(load));
    return;
  }
  object.only({"on", "force", "moment", "axes"}, "with `on`");
  load.on = r.values.name(object.at("on"), object.path("on"));
  load.world_axes = object.word("axes") == "world";
  if (!object.has("force") && !object.has("moment")) object.error("", "`force` or `moment` is missing");
  const auto components = [&](const char* name, std::array<LawDescription, 3>& laws) {
    if (!object.has(name)) return;
    const Node& list = object.at(name);
    if (!r.values.expect(list, object.path(name), Node::Kind::list, "a list of three laws")) return;
    if (list.items.size() != 3) return object.error(name, "three components are wanted, but there are " + std::to_string(list.items.size()));
    for (std::size_t i = 0; i < 3; ++i) laws[i] = read_law(r.values, list.items[i], object.path(name, i), object.key(name).dimension);
  };
  components("force", load.force);
  components("moment", load.moment);
  if (load.world_axes && r.block && r.block->turned) {
    for (auto [name, laws] : {std::pair("force", &load.force), std::pair("moment", &load.moment)}) {
      const auto in_world = turned(r.R_block, *laws);
      if (in_world) *laws = *in_world;
      else object.error(name, "named laws in several components cannot be turned with the block", "write them as expressions, or use `axes: body`");
    }
  }
  r.description.loads.push_back(std::move(load));
}

void read_frame_law(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto law = r.named<FrameLawDescription>(r.frame_laws, key, path);
  ObjectReader object(r.values, node, path, schema::frame_law);
  if (!object || !object.has("between")) return;
  const auto ends = two_frames(r, object);
  if (!ends) return;
  std::tie(law.a, law.b) = *ends;
  if (!object.has("force") && !object.has("moment")) object.error("", "`force` or `moment` is missing");
  if (object.has("axis"))
    if (const auto axis = r.values.direction(object.at("axis"), object.path("axis"))) law.axis = *axis;
  const auto phases = r.values.phases;
  for (std::size_t i = 0; i < law_measures.size(); ++i) r.values.phases.insert_or_assign(std::string(law_measures[i]), PhaseName{most_phases + i});
  const auto read = [&](const char* name, LawDescription& out) {
    if (object.has(name)) out = read_law(r.values, object.at(name), object.path(name), object.key(name).dimension);
  };
  read("force", law.force);
  read("moment", law.moment);
  r.values.phases = phases;
  r.description.frame_laws.push_back(std::move(law));
}

}  // namespace zanjir
