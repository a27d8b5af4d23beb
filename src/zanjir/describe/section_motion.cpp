// motion: and initial:
#include <algorithm>
#include <cmath>

#include "zanjir/describe/sections.hpp"

namespace zanjir {

void read_turns(Values& values, const Node& node, const KeyPath& path, std::vector<Vec3d>& turn_axes, std::vector<LawDescription>& turn_angles) {
  ObjectReader object(values, node, path, schema::turn_motion);
  if (!object || !object.has("axes") || !object.has("angles")) return;
  const Node &axes = object.at("axes"), &angles = object.at("angles");
  const bool lists = values.expect(axes, object.path("axes"), Node::Kind::list, "a list of directions");
  if (!values.expect(angles, object.path("angles"), Node::Kind::list, "a list of laws") || !lists) return;
  if (axes.items.size() != angles.items.size() || axes.items.empty())
    return object.error("angles", "there must be one angle per axis: " + std::to_string(axes.items.size()) + " axes, " +
                                      std::to_string(angles.items.size()) + " angles");
  for (std::size_t i = 0; i < axes.items.size(); ++i) {
    turn_axes.push_back(values.direction(axes.items[i], object.path("axes", i)).value_or(Vec3d{0, 0, 1}));
    turn_angles.push_back(read_law(values, angles.items[i], object.path("angles", i), dimension::angle));
  }
}

namespace {

void read_pose_motion(Reading& r, MotionDescription motion, JointType type, const Node& node, const KeyPath& path) {
  if (!node.is(Node::Kind::map)) {
    r.values.error(node, path, std::string("a map is wanted, but this is ") + kind_name(node.kind),
                   scalar_coordinates(type).empty() ? "write {turn: {axes: [...], angles: [...]}}" : "write {x: ..., y: ..., z: ..., turn: ...}");
    return;
  }
  ObjectReader object(r.values, node, path, schema::free_motion);
  if (scalar_coordinates(type).empty()) {
    object.only({"turn"}, "for a spherical joint");
    if (!object.has("turn")) object.error("", "key `turn` is missing");
  }
  for (const JointPart& part : scalar_coordinates(type)) {
    LawDescription law;
    law.expression = Expression::constant(0);
    law.at = node.at;
    if (object.has(part.name)) law = read_law(r.values, object.at(part.name), object.path(part.name), position_dimension(part.measure));
    motion.laws.push_back(std::move(law));
  }
  if (object.has("turn")) {
    read_turns(r.values, object.at("turn"), object.path("turn"), motion.turn_axes, motion.turn_angles);
  } else {  // a free joint that keeps its orientation
    LawDescription none;
    none.expression = Expression::constant(0);
    none.at = node.at;
    motion.turn_axes = {{0, 0, 1}};
    motion.turn_angles = {none};
  }
  r.description.motions.push_back(std::move(motion));
}

// {angle: LAW, slide: LAW}: one entry for the joint when complete, one per part otherwise.
void read_part_motions(Reading& r, const NameRef& joint, JointType type, const Node& node, const KeyPath& path) {
  if (!node.is(Node::Kind::map) || node.find("law")) {
    r.values.error(node, path, "joint '" + joint.name + "' has several coordinates",
                   "name one of its parts (" + coordinate_list(type) + "), or give a map of them");
    return;
  }
  const auto parts = scalar_coordinates(type);
  for (const Node::Key& key : node.keys) {
    if (std::none_of(parts.begin(), parts.end(), [&](const JointPart& p) { return p.name == key.text; }))
      r.values.error(key.at, join_path(path, key.text), "joint '" + joint.name + "' has no part '" + std::string(key.text) + "'",
                     "its parts are " + coordinate_list(type));
  }
  std::vector<MotionDescription> motions;
  for (const JointPart& part : parts) {
    const Node* law = node.find(part.name);
    if (!law) continue;
    const std::string name = joint.name + "." + std::string(part.name);
    r.add_name(r.motions, name, law->at, path);
    motions.push_back({{name, joint.at}, {read_law(r.values, *law, join_path(path, part.name), position_dimension(part.measure))}, {}, {}});
  }
  if (motions.empty()) r.values.error(node, path, "no law is given");
  if (motions.size() == parts.size()) {
    MotionDescription whole{joint, {}, {}, {}};
    for (MotionDescription& m : motions) whole.laws.push_back(std::move(m.laws.front()));
    motions = {std::move(whole)};
  }
  for (MotionDescription& m : motions) r.description.motions.push_back(std::move(m));
}

}  // namespace

void read_motion(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  const NameRef of{r.values.name(key, path), key.at};
  r.add_name(r.motions, of.name, key.at, path);
  const std::size_t dot = of.name.find('.');
  const auto joint = r.joint_types.find(of.name.substr(0, dot));
  if (joint == r.joint_types.end()) {  // model/ will say that there is no such joint
    MotionDescription motion{of, {}, {}, {}};
    if (!node.is(Node::Kind::map) || node.find("law")) motion.laws.push_back(read_law(r.values, node, path, std::nullopt));
    r.description.motions.push_back(std::move(motion));
    return;
  }
  const JointType type = joint->second;
  if (has_quaternion(type)) {
    if (dot != std::string::npos)
      return r.values.error(key.at, path, "the motion of a free or spherical joint is prescribed as a whole",
                            "write " + joint->first + ": {" + (scalar_coordinates(type).empty() ? "" : "x: ..., y: ..., z: ..., ") +
                                "turn: {axes: [...], angles: [...]}}");
    return read_pose_motion(r, {of, {}, {}, {}}, type, node, path);
  }
  if (scalar_coordinates(type).size() > 1 && dot == std::string::npos) return read_part_motions(r, of, type, node, path);
  if (type == JointType::weld) return r.values.error(key.at, path, "a weld does not move");
  const Measure measure = r.measure(of, path, Reading::Level::position);
  r.description.motions.push_back({of, {read_law(r.values, node, path, position_dimension(measure))}, {}, {}});
}

// -- initial -------------------------------------------------------------------------------------------------------------------------
namespace {

using Level = Reading::Level;

struct InitialReader {
  Reading& r;
  Level level;

  std::optional<Dimension> dimension_for(Measure c) const { return level == Level::position ? position_dimension(c) : speed_dimension(c); }
  void put(NameRef of, std::vector<double> values, const KeyPath& path) {
    r.add_name(level == Level::position ? r.initial_q : r.initial_v, of.name, of.at, path);
    (level == Level::position ? r.description.initial_q : r.description.initial_v).push_back({std::move(of), std::move(values)});
  }

  void quaternion(const NameRef& of, const Node& node, const KeyPath& path) {
    std::vector<double> q = r.values.numbers(node, path, {dimension::number, schema::Range::any}, 4);
    if (q.empty()) return;
    const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(std::abs(norm - 1) <= 1e-6)) return r.values.error(node, path, "norm of the quaternion is not one within 1e-6");
    for (double& x : q) x /= norm;
    put(of, std::move(q), path);
  }

  void part(const std::string& joint, SourcePos at, JointType type, const std::string& name, const Node& node, const KeyPath& path) {
    const NameRef of{name.empty() ? joint : joint + "." + name, at};
    if (level == Level::position && has_quaternion(type) && name == "quat") return quaternion(of, node, path);
    for (const JointPart& p : level == Level::position ? scalar_coordinates(type) : traits(type).speeds) {
      if (p.name == name) {
        const std::optional<double> value = r.values.number(node, path, {dimension_for(p.measure), schema::Range::any});
        return put(of, {value.value_or(0)}, path);
      }
    }
    const std::string list = level == Level::position ? coordinate_list(type) : part_list(traits(type).speeds);
    if (list.empty())
      r.values.error(at, path, type == JointType::weld ? "a weld has no coordinates" : "joint '" + joint + "' has one coordinate and no parts");
    else
      r.values.error(at, path, name.empty() ? "joint '" + joint + "' has several parts" : "joint '" + joint + "' has no part '" + name + "'",
                     "its parts are " + list);
  }

  void entry(const Node::Key& key, const Node& node, const KeyPath& path) {
    const NameRef of{r.values.name(key, path), key.at};
    const std::size_t dot = of.name.find('.');
    const auto joint = r.joint_types.find(of.name.substr(0, dot));
    if (joint == r.joint_types.end()) {  // model/ will say that there is no such joint
      if (node.is(Node::Kind::list)) return put(of, r.values.numbers(node, path, {}, 0), path);
      return put(of, {r.values.number(node, path, {}).value_or(0)}, path);
    }
    const JointType type = joint->second;
    if (dot != std::string::npos) return part(joint->first, key.at, type, of.name.substr(dot + 1), node, path);
    const auto parts = level == Level::position ? scalar_coordinates(type) : traits(type).speeds;
    if (node.is(Node::Kind::map)) {
      for (std::size_t i = 0; i < node.keys.size(); ++i)
        part(of.name, node.keys[i].at, type, std::string(node.keys[i].text), node.items[i], join_path(path, node.keys[i].text));
    } else if (node.is(Node::Kind::list) && level == Level::position && traits(type).quaternion == 0) {
      quaternion({of.name + ".quat", of.at}, node, path);
    } else if (node.is(Node::Kind::list) && parts.size() > 1 && !(level == Level::position && has_quaternion(type))) {
      if (node.items.size() != parts.size())
        return r.values.error(node, path, std::to_string(parts.size()) + " numbers are wanted, but there are " + std::to_string(node.items.size()));
      for (std::size_t i = 0; i < parts.size(); ++i)
        part(of.name, node.items[i].at, type, std::string(parts[i].name), node.items[i], item_path(path, i));
    } else {
      part(of.name, key.at, type, "", node, path);
    }
  }
};

}  // namespace

void read_initial(Reading& r, const Node& node, const KeyPath& path) {
  ObjectReader object(r.values, node, path, schema::initial);
  if (!object) return;
  for (const char* name : {"q", "v"}) {
    if (!object.has(name) || !r.values.expect(object.at(name), object.path(name), Node::Kind::map, "a map of coordinates and values")) continue;
    const Node& list = object.at(name);
    const KeyPath here = object.path(name);
    InitialReader reader{r, name[0] == 'q' ? Level::position : Level::speed};
    for (std::size_t i = 0; i < list.keys.size() && !r.gave_up(); ++i) reader.entry(list.keys[i], list.items[i], join_path(here, list.keys[i].text));
  }
}

namespace {

// `hold: fixed` keeps the axes of a frame along those of the world, `hold: level` only its z axis upright.
void read_hold(Values& values, const Node& node, const KeyPath& path, MotionGiven& given) {
  const std::string word = values.word(node, path, "fixed level");
  if (word.empty()) return;
  LawDescription still;
  still.at = node.at;
  still.expression = Expression::constant(0);
  if (!given.turn_axes.empty())
    return values.error(node, path, "a frame that is held does not turn", "leave `turn` out; to turn to another place, give `turn` alone");
  given.turn_axes = {{0, 0, 1}};
  given.turn_angles = {still};
  if (word == "level" && !given.axis) given.axis = Vec3d{0, 0, 1};
}

}  // namespace

// A law of one coordinate, or a map of parts: those of a joint, or x, y, z, turn, axis, target and hold of a body.
MotionGiven read_led(Values& values, NameRef of, const Node& node, const KeyPath& path) {
  MotionGiven given;
  given.of = std::move(of);
  if (!node.is(Node::Kind::map) || node.find("law")) {
    given.law = read_law(values, node, path, std::nullopt);
    return given;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string key(node.keys[i].text);
    const KeyPath here = join_path(path, key);
    if (key == "turn") read_turns(values, node.items[i], here, given.turn_axes, given.turn_angles);
    else if (key == "axis") given.axis = values.direction(node.items[i], here);
    else if (key == "hold") continue;  // it stands for others, and is looked at last
    else if (key == "target") {
      if (!values.expect(node.items[i], here, Node::Kind::list, "a place in the world, three numbers or laws,")) continue;
      for (const Node& law : node.items[i].items) given.target.push_back(read_law(values, law, here, dimension::length));
      if (given.target.size() != 3) values.error(node.items[i], here, "a place has three coordinates");
    } else
      given.parts.emplace_back(
          key, read_law(values, node.items[i], here, key == "x" || key == "y" || key == "z" ? std::optional(dimension::length) : std::nullopt));
  }
  if (const Node* hold = node.find("hold")) read_hold(values, *hold, join_path(path, "hold"), given);
  return given;
}

}  // namespace zanjir
