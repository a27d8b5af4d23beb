#include "zanjir/describe/sections.hpp"

namespace zanjir {

std::string part_list(std::span<const JointPart> parts) {
  std::string list;
  for (const JointPart& part : parts) list += (list.empty() ? "" : ", ") + std::string(part.name);
  return list;
}

std::string coordinate_list(JointType type) {
  const std::string list = part_list(scalar_coordinates(type));
  return has_quaternion(type) ? list + (list.empty() ? "" : ", ") + "quat" : list;
}

bool Reading::add_name(NameMap<SourcePos>& names, const std::string& name, SourcePos at, const KeyPath& path) {
  const auto [seen, is_new] = names.emplace(name, at);
  if (!is_new) values.error(at, path, "'" + name + "' exists already", "the first stands in line " + std::to_string(seen->second.line));
  return is_new;
}

std::string Reading::new_name(const Node::Key& key, const KeyPath& path) {
  std::string name = values.name(key, path);
  if (name.find('.') != std::string::npos) values.error(key.at, path, "a name here cannot contain a dot");
  return name;
}

bool Reading::outside_block(const NameRef& ref) const {
  return block && block->turned && ref.name.find('.') == std::string::npos && !block->bodies.contains(ref.name);
}

Measure Reading::measure(const NameRef& ref, const KeyPath& path, Level level) {
  const std::size_t dot = ref.name.find('.');
  if (dot != std::string::npos && ref.name.compare(dot, 5, ".mode") == 0 && elastic.count(ref.name.substr(0, dot))) return Measure::any;
  const auto type = joint_types.find(ref.name.substr(0, dot));
  if (type == joint_types.end()) return Measure::any;
  const std::string part = dot == std::string::npos ? "" : ref.name.substr(dot + 1);
  const std::string joint = "joint '" + type->first + "'";
  const auto parts = level == Level::position ? scalar_coordinates(type->second) : traits(type->second).speeds;
  for (const JointPart& p : parts) {
    if (p.name == part) return p.measure;
  }
  const std::string list = part_list(parts);
  std::string message = part.empty() ? "a part of " + joint + " must be named" : joint + " has no part '" + part + "'";
  if (list.empty()) message = joint + (parts.empty() ? " has no coordinate of this kind" : " has one coordinate and no parts");
  values.error(ref.at, path, message, list.empty() ? "" : "its parts are " + list);
  return Measure::any;
}

std::optional<Dimension> dimension_of(Measure measure, Dimension for_angle, Dimension for_length) {
  if (measure == Measure::any) return std::nullopt;
  return measure == Measure::angle ? for_angle : for_length;
}

std::vector<std::pair<std::string, double>> read_parameters(Values& values, const Node& node, const KeyPath& path) {
  std::vector<std::pair<std::string, double>> parameters;
  if (!values.expect(node, path, Node::Kind::map, "a map of names and numbers")) return parameters;
  values.parameters_below = &node;
  for (std::size_t i = 0; i < node.keys.size() && !values.gave_up(); ++i) {
    const Node::Key& key = node.keys[i];
    const KeyPath here = join_path(path, key.text);
    const bool plain = !key.text.empty() &&
                       key.text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos &&
                       !(key.text[0] >= '0' && key.text[0] <= '9');
    if (!plain)
      values.error(key.at, here, "'" + std::string(key.text) + "' is not a parameter name", "use letters, digits and '_', and begin with a letter");
    const std::optional<Quantity> value = values.quantity(node.items[i], here);
    values.parameters[std::string(key.text)] =
        value.value_or(Quantity{1, Knowledge::unknown, {}});  // known from here on, so that one error stays one
    parameters.emplace_back(key.text, value ? value->value : 0);
  }
  values.parameters_below = nullptr;
  return parameters;
}

}  // namespace zanjir
