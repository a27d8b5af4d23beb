#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

using enum Coordinate;
constexpr Part turning[] = {{"", angle}};
constexpr Part sliding[] = {{"", length}};
constexpr Part cylindrical[] = {{"angle", angle}, {"slide", length}};
constexpr Part universal[] = {{"a", angle}, {"b", angle}};
constexpr Part planar[] = {{"x", length}, {"y", length}, {"angle", angle}};
constexpr Part free_position[] = {{"x", length}, {"y", length}, {"z", length}};
constexpr Part free_speed[] = {{"wx", angle}, {"wy", angle}, {"wz", angle}, {"vx", length}, {"vy", length}, {"vz", length}};

std::span<const Part> scalar_parts(JointType type) {
  switch (type) {
    case JointType::revolute: return turning;
    case JointType::prismatic: return sliding;
    case JointType::cylindrical: return cylindrical;
    case JointType::universal: return universal;
    case JointType::planar: return planar;
    default: return {};
  }
}

}  // namespace

std::span<const Part> position_parts(JointType type) { return type == JointType::free ? free_position : scalar_parts(type); }

std::span<const Part> speed_parts(JointType type) {
  if (type == JointType::free) return free_speed;
  if (type == JointType::spherical) return std::span(free_speed).first(3);
  return scalar_parts(type);
}

bool has_quaternion(JointType type) { return type == JointType::spherical || type == JointType::free; }

std::string part_list(JointType type) {
  std::string list;
  for (const Part& part : position_parts(type)) list += (list.empty() ? "" : ", ") + std::string(part.name);
  if (has_quaternion(type)) list += (list.empty() ? "" : ", ") + std::string("quat");
  return list;
}

bool Reading::add_name(std::unordered_map<std::string, SourcePos>& names, const std::string& name, SourcePos at, const std::string& path) {
  const auto [seen, is_new] = names.emplace(name, at);
  if (!is_new)
    values.sink().error(at, path, "'" + name + "' exists already", "the first stands in line " + std::to_string(seen->second.line));
  return is_new;
}

std::string Reading::new_name(const Node::Key& key, const std::string& path) {
  std::string name = values.name(key, path);
  if (name.find('.') != std::string::npos) values.sink().error(key.at, path, "a name here cannot contain a dot");
  return name;
}

bool Reading::outside_block(const NameRef& ref) const {
  return block && block->turned && ref.name.find('.') == std::string::npos && !block->bodies.contains(ref.name);
}

Coordinate Reading::coordinate(const NameRef& ref, const std::string& path, Level level) {
  const std::size_t dot = ref.name.find('.');
  if (dot != std::string::npos && ref.name.compare(dot, 5, ".mode") == 0 && elastic.count(ref.name.substr(0, dot))) return Coordinate::any;
  const auto type = joint_types.find(ref.name.substr(0, dot));
  if (type == joint_types.end()) return Coordinate::any;
  const std::string part = dot == std::string::npos ? "" : ref.name.substr(dot + 1);
  const std::string joint = "joint '" + type->first + "'";
  std::string list;
  const auto parts = level == Level::position ? position_parts(type->second) : speed_parts(type->second);
  for (const Part& p : parts) {
    if (p.name == part) return p.coordinate;
    list += (list.empty() ? "" : ", ") + std::string(p.name);
  }
  std::string message = part.empty() ? "a part of " + joint + " must be named" : joint + " has no part '" + part + "'";
  if (list.empty()) message = joint + (parts.empty() ? " has no coordinate of this kind" : " has one coordinate and no parts");
  values.sink().error(ref.at, path, message, list.empty() ? "" : "its parts are " + list);
  return Coordinate::any;
}

std::optional<Dimension> dimension_of(Coordinate coordinate, Dimension for_angle, Dimension for_length) {
  if (coordinate == Coordinate::any) return std::nullopt;
  return coordinate == Coordinate::angle ? for_angle : for_length;
}

std::vector<std::pair<std::string, double>> read_parameters(Values& values, const Node& node, const std::string& path) {
  std::vector<std::pair<std::string, double>> parameters;
  if (!values.expect(node, path, Node::Kind::map, "a map of names and numbers")) return parameters;
  values.parameters_below = &node;
  for (std::size_t i = 0; i < node.keys.size() && !values.gave_up(); ++i) {
    const Node::Key& key = node.keys[i];
    const std::string here = join_path(path, key.text);
    const bool plain = !key.text.empty() &&
                       key.text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos &&
                       !(key.text[0] >= '0' && key.text[0] <= '9');
    if (!plain)
      values.sink().error(key.at, here, "'" + key.text + "' is not a parameter name", "use letters, digits and '_', and begin with a letter");
    const std::optional<Quantity> value = values.quantity(node.items[i], here);
    values.parameters[key.text] = value.value_or(Quantity{1, Knowledge::unknown, {}});  // known from here on, so that one error stays one
    parameters.emplace_back(key.text, value ? value->value : 0);
  }
  values.parameters_below = nullptr;
  return parameters;
}

}  // namespace zanjir
