#include "zanjir/language/schema.hpp"

#include <algorithm>

namespace zanjir::schema {
namespace {

constexpr Key pose_keys[] = {
    {"point", Kind::vector, optional, "[0, 0, 0]", "Origin of the frame.", dimension::length},
    {"turn", Kind::turn, optional, "none", "Orientation of the frame."},
};

constexpr Key turn_keys[] = {
    {"axis", Kind::direction, optional, "", "With `angle`: a turn about this axis, right-handed."},
    {"angle", Kind::number, optional, "", "With `axis`.", dimension::angle},
    {"quat", Kind::list, optional, "", "`[w, x, y, z]`, Hamilton, turned components to original ones; its norm must be one within 1e-6."},
    {"rpy", Kind::list, optional, "", "`[roll, pitch, yaw]`: R = Rz(yaw) Ry(pitch) Rx(roll), as in URDF.", dimension::angle},
};

inline constexpr std::string_view pose_text = "A place is a point `[x, y, z]`, or a map of point and turn.";
inline constexpr std::string_view turn_text =
    "One of `{axis, angle}`, `{quat}`, `{rpy}`, or a list of those, multiplied from left to right (each in the frame turned by those before).";

inline constexpr std::string_view poses = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1 kg, inertia: point}}
frames:
  arm: {tip: {point: [1 m, 0, 0], turn: {axis: z, angle: 90 deg}}}
  ground: {post: [0, 2 m, 0]}
joints:
  A: {type: revolute, parent: ground.post, child: arm, at: {point: [0, 0, 100 mm]}, axis: z}
)yaml";

inline constexpr std::string_view turns = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
frames:
  ground:
    a: {turn: {axis: [1, 1, 0], angle: 30 deg}}
    b: {turn: {quat: [1, 0, 0, 0]}}
    c: {turn: {rpy: [0, 0, 90 deg]}}
    d: {turn: [{axis: z, angle: 90 deg}, {axis: -x, angle: 0.1}]}
)yaml";

const char* kind_text(Kind kind) {
  switch (kind) {
    case Kind::number: return "quantity";
    case Kind::coordinate: return "quantity";
    case Kind::integer: return "whole number";
    case Kind::flag: return "true or false";
    case Kind::word: return "word";
    case Kind::text: return "text";
    case Kind::name: return "name";
    case Kind::vector: return "[x, y, z]";
    case Kind::direction: return "direction";
    case Kind::pose: return "place";
    case Kind::turn: return "turn";
    case Kind::law: return "law";
    case Kind::list: return "list";
    case Kind::map: return "map";
  }
  return "";
}

std::string unit_text(const Key& key) {
  if (key.kind == Kind::coordinate) return "of the coordinate";
  if (key.dimension == dimension::number) return "";
  return si_unit(key.dimension);
}

std::string value_text(const Key& key) {
  std::string text = kind_text(key.kind);
  if (!key.choices.empty()) {
    text = "`";
    for (const char c : key.choices) text += c == ' ' ? std::string("`, `") : std::string(1, c);
    text += "`";
  }
  if (key.range == Range::positive) text += " > 0";
  if (key.range == Range::non_negative) text += " >= 0";
  return text;
}

}  // namespace

const Object pose{"Places", "joints.<name>.at, at_child; frames.<body>.<name>", pose_text, pose_keys, poses};
const Object turn{"Turns", "turn", turn_text, turn_keys, turns};

const Key* find(const Object& object, std::string_view key) {
  const auto it = std::find_if(object.keys.begin(), object.keys.end(), [&](const Key& k) { return k.key == key; });
  return it == object.keys.end() ? nullptr : &*it;
}

std::string key_table(const Object& object) {
  std::string text = "| key | value | unit | if absent | meaning |\n|---|---|---|---|---|\n";
  for (const Key& key : object.keys) {
    text += "| `" + std::string(key.key) + "` | " + value_text(key) + " | " + unit_text(key) + " | " +
            (key.need == Need::required ? "**error**" : std::string(key.default_text)) + " | " + std::string(key.doc) + " |\n";
  }
  return text + "\n";
}

std::string fenced_example(std::string_view yaml) { return "```yaml\n" + std::string(yaml) + "```\n\n"; }
std::string fenced_example_once(std::string_view yaml, std::string_view title, std::map<std::string_view, std::string_view>& shown) {
  const auto [found, first] = shown.emplace(yaml, title);
  return first ? fenced_example(yaml) : "The example under *" + std::string(found->second) + "* has it.\n\n";
}

}  // namespace zanjir::schema
