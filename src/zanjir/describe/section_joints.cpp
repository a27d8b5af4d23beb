// joints:, loops: and actuators:
#include <algorithm>
#include <tuple>

#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

JointType joint_type(const std::string& word) {
  return std::find_if(std::begin(joint_table), std::end(joint_table), [&](const JointTraits& t) { return t.name == word; })->type;
}

void read_two_axes(Reading& r, JointDescription& joint, ObjectReader& object) {
  if (!object.has("axes")) {
    if (joint.type == JointType::planar) joint.axes = {{1, 0, 0}, {0, 1, 0}};
    else if (!object.has("axis"))
      object.error("", "key `axes` is missing", "a " + std::string(name_of(joint.type)) + " joint has two: `axes: [x, y]`");
    return;
  }
  const Node& node = object.at("axes");
  joint.axis_at = node.at;
  if (!r.values.expect(node, object.path("axes"), Node::Kind::list, "a list of two directions")) return;
  if (node.items.size() != 2) return object.error("axes", "two directions are wanted, but there are " + std::to_string(node.items.size()));
  const std::optional<Vec3d> first = r.values.direction(node.items[0], object.path("axes", 0));
  const std::optional<Vec3d> second = r.values.direction(node.items[1], object.path("axes", 1));
  if (!first || !second) return;
  joint.axes = {*first, *second};
}

void read_axes(Reading& r, JointDescription& joint, ObjectReader& object, const std::string& type) {
  joint.axis_at = joint.type_at;
  const bool one = axes_of(joint.type) == 1, two = axes_of(joint.type) == 2;
  const std::string kind = "a " + type + " joint";
  if (object.has("axis") && !one)
    object.error("axis", "`axis` has no meaning for " + kind, two ? "it takes `axes: [first, second]`" : "it has no axis");
  if (object.has("axes") && !two) object.error("axes", "`axes` has no meaning for " + kind, one ? "it takes `axis`" : "it has no axis");
  if (two) return read_two_axes(r, joint, object);
  if (!one) return;
  if (!object.has("axis")) {
    if (!object.has("axes")) object.error("", "key `axis` is missing", "write for example `axis: z`");
    return;
  }
  joint.axis_at = object.at("axis").at;
  if (const auto axis = r.values.direction(object.at("axis"), object.path("axis"))) joint.axes = {*axis};
}

void read_actuated(Reading& r, JointDescription& joint, ObjectReader& object) {
  if (!object.has("actuated")) return;
  const Node& node = object.at("actuated");
  if (!node.is(Node::Kind::list)) {
    joint.actuated = r.values.flag(node, object.path("actuated"));
    if (joint.actuated && joint.type == JointType::weld) object.error("actuated", "a weld has nothing to actuate");
    return;
  }
  for (const Node& item : node.items) {
    const NameRef part = r.values.name(item, object.path("actuated"));
    const auto parts = traits(joint.type).speeds;
    const bool known = std::any_of(parts.begin(), parts.end(), [&](const JointPart& p) { return !p.name.empty() && p.name == part.name; });
    const std::string list = part_list(parts);
    if (!known)
      r.values.error(item, object.path("actuated"), "no part '" + part.name + "'",
                     list.empty() ? "this joint has no parts; write `actuated: true`" : "the parts are " + list);
    joint.actuated_parts.push_back(part);
  }
}

// A slide is driven directly (ratio a number, rotor a mass) or through a spindle (ratio in rad/m, rotor a moment of inertia).
void read_slide_drive(Reading& r, ActuatorDescription& actuator, ObjectReader& object) {
  const auto given = [&](const char* name) { return object.has(name) ? r.values.quantity(object.at(name), object.path(name)) : std::nullopt; };
  const auto is = [](const std::optional<Quantity>& q, Dimension d) {
    return q && q->knowledge == Knowledge::known && same_dimension(q->dimension, d);
  };
  const auto other = [](const std::optional<Quantity>& q, Dimension a, Dimension b) {
    return q && q->knowledge == Knowledge::known && !same_dimension(q->dimension, a) && !same_dimension(q->dimension, b);
  };
  constexpr Dimension per_length{-1, 0, 0, 1};
  const std::optional<Quantity> ratio = given("gear_ratio"), rotor = given("rotor_inertia");
  if (other(ratio, dimension::number, per_length)) object.error("gear_ratio", "wants a plain number or an angle per length (rad/m)");
  if (other(rotor, dimension::mass, dimension::inertia)) object.error("rotor_inertia", "wants a mass (kg) or a moment of inertia (kg m^2)");
  if (is(rotor, dimension::inertia) && (!ratio || is(ratio, dimension::number)))
    object.error("rotor_inertia", "a turning rotor drives a slide through a ratio in rad/m", "for example `gear_ratio: 1000 rad/m`");
  if (is(rotor, dimension::mass) && is(ratio, per_length)) object.error("rotor_inertia", "a ratio in rad/m wants a moment of inertia (kg m^2)");
  actuator.gear_ratio = ratio ? ratio->value : 1;
  actuator.spindle = is(ratio, per_length);
  actuator.rotor_inertia = rotor ? rotor->value : 0;
  if (actuator.rotor_inertia < 0) object.error("rotor_inertia", "must not be negative");
}

// What joints and cut joints of `loops:` have in common, once parent and child are known.
void read_joint_frames(Reading& r, JointDescription joint, ObjectReader& object, const std::string& type) {
  joint.at_parent.at = joint.at_child.at = joint.at;
  if (object.has("at")) joint.at_parent = r.values.pose(object.at("at"), object.path("at"));
  if (object.has("at_child")) joint.at_child = r.values.pose(object.at("at_child"), object.path("at_child"));
  joint.at_child_given = object.has("at_child");
  if (type.empty()) return;  // without a type, axes and parts cannot be judged
  joint.type = joint_type(type);
  joint.type_at = object.at("type").at;
  read_axes(r, joint, object, type);
  read_actuated(r, joint, object);
  // Places given in bodies that the block does not make turn with the copy; the axis is a direction in the joint frame and follows.
  if (r.outside_block(joint.parent)) joint.at_parent.X = Transformd{r.R_block, {0, 0, 0}} * joint.at_parent.X;
  if (r.outside_block(joint.child)) {
    joint.at_child.X = Transformd{r.R_block, {0, 0, 0}} * joint.at_child.X;
    joint.at_child_given = true;
  }
  r.joint_types[joint.name] = joint.type;
  r.description.joints.push_back(std::move(joint));
}

// A list of two names under `key`; nothing (with a diagnostic) when it is something else.
std::optional<std::pair<NameRef, NameRef>> read_pair(Reading& r, ObjectReader& object, const char* key, const char* what) {
  if (!object.has(key)) {
    object.error("", std::string("key `") + key + "` is missing", std::string("it is a list of two ") + what);
    return std::nullopt;
  }
  const Node& list = object.at(key);
  if (!r.values.expect(list, object.path(key), Node::Kind::list, (std::string("a list of two ") + what).c_str())) return std::nullopt;
  if (list.items.size() != 2) {
    object.error(key, std::string("two ") + what + " are wanted, but there are " + std::to_string(list.items.size()));
    return std::nullopt;
  }
  return std::pair(r.values.name(list.items[0], object.path(key, 0)), r.values.name(list.items[1], object.path(key, 1)));
}

// `springs:` of a loop with these kinds of rows; nothing when it holds.
enum class Opening : std::uint8_t { translation, turn, both };
std::optional<LoopSprings> read_loop_springs(Reading& r, ObjectReader& object, Opening opening) {
  if (!object.has("springs")) return std::nullopt;
  ObjectReader springs(r.values, object.at("springs"), object.path("springs"), schema::loop_springs);
  if (!springs) return std::nullopt;
  if (opening == Opening::translation) springs.only({"stiffness", "damping"}, "where nothing turns");
  if (opening == Opening::turn) springs.only({"turn_stiffness", "turn_damping"}, "where nothing slides");
  const char* needed = opening == Opening::turn ? "turn_stiffness" : "stiffness";
  if (!springs.has(needed)) springs.error("", std::string("key `") + needed + "` is missing");
  LoopSprings read;
  read.stiffness_N_per_m = springs.number("stiffness");
  read.damping_N_s_per_m = springs.number("damping");
  if (springs.has("turn_stiffness")) read.turn_stiffness_N_m_per_rad = springs.number("turn_stiffness");
  if (springs.has("turn_damping")) read.turn_damping_N_m_s_per_rad = springs.number("turn_damping");
  return read;
}

void read_distance(Reading& r, DistanceDescription distance, ObjectReader& object) {
  object.only({"type", "between", "length", "springs"}, "for a distance");
  distance.springs = read_loop_springs(r, object, Opening::translation);
  const auto ends = read_pair(r, object, "between", "frames");
  if (!object.has("length")) object.error("", "key `length` is missing");
  distance.length_m = object.number("length");
  distance.length_at = object.has("length") ? object.at("length").at : distance.at;
  if (!ends) return;
  std::tie(distance.a, distance.b) = *ends;
  r.description.distances.push_back(std::move(distance));
}

void read_gear(Reading& r, GearDescription gear, ObjectReader& object) {
  object.only({"type", "joints", "ratio", "offset", "springs"}, "for a gear");
  const auto pair = read_pair(r, object, "joints", "joints");
  if (!object.has("ratio")) object.error("", "key `ratio` is missing", "it is the motion of the second joint per motion of the first");
  if (!pair) return;
  std::tie(gear.a, gear.b) = *pair;
  const auto dimension_of_joint = [&](const NameRef& ref) {
    return dimension_of(r.measure(ref, object.path("joints"), Reading::Level::position), dimension::angle, dimension::length);
  };
  const std::optional<Dimension> a = dimension_of_joint(gear.a), b = dimension_of_joint(gear.b);
  gear.ratio = object.number("ratio", a && b ? std::optional(*b / *a) : std::nullopt);
  if (object.has("ratio") && gear.ratio == 0) object.error("ratio", "must not be zero");
  if (object.has("offset")) gear.offset = object.number("offset", b);
  gear.springs = read_loop_springs(r, object, b && same_dimension(*b, dimension::length) ? Opening::translation : Opening::turn);
  r.description.gears.push_back(std::move(gear));
}

// The motor's coordinate has a name from here on: what follows in a file may use it.
std::optional<BacklashDescription> read_backlash(Reading& r, const ActuatorDescription& actuator, Measure measure, ObjectReader& of) {
  ObjectReader object(r.values, of.at("backlash"), of.path("backlash"), schema::backlash);
  if (!object) return std::nullopt;
  BacklashDescription out;
  out.at = of.at("backlash").at;
  out.play = object.number("play", position_dimension(measure));
  out.damping = object.number("damping", damping_dimension(measure));
  out.stiffness = object.has("stiffness") ? object.number("stiffness", stiffness_dimension(measure)) : actuator.stiffness.value_or(0);
  if (!object.has("stiffness") && !actuator.stiffness)
    object.error("", "key `stiffness` is missing", "that of the flanks, here or as `stiffness` of the drive");
  if (!(actuator.rotor_inertia > 0))
    object.error("", "a motor behind play moves by itself and needs a `rotor_inertia`", "for example `rotor_inertia: 2e-5 kg m^2`");
  const std::string motor = motor_joint_of(actuator);
  if (measure != Measure::any && r.add_name(r.joints, motor, out.at, of.path("backlash")))
    r.joint_types[motor] = measure == Measure::length ? JointType::prismatic : JointType::revolute;
  return out;
}

}  // namespace

void read_joint(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto joint = r.named<JointDescription>(r.joints, key, path);
  ObjectReader object(r.values, node, path, schema::joint);
  if (!object) return;
  if (object.has("parent")) joint.parent = r.values.name(object.at("parent"), object.path("parent"));
  if (object.has("child")) joint.child = r.values.name(object.at("child"), object.path("child"));
  joint.cut = object.flag("cut");
  read_joint_frames(r, std::move(joint), object, object.has("type") ? object.word("type") : std::string());
}

void read_loop(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  const std::string name = r.new_name(key, path);
  r.add_name(r.joints, name, key.at, path);
  ObjectReader object(r.values, node, path, schema::loop);
  if (!object) return;
  const std::string type = object.has("type") ? object.word("type") : std::string();
  if (type.empty()) return;  // which keys belong here depends on it
  if (type == "distance") return read_distance(r, {name, key.at, {}, {}, 0}, object);
  if (type == "gear") return read_gear(r, {name, key.at, {}, {}, 1, {}}, object);
  object.only({"type", "between", "at", "at_child", "axis", "axes", "actuated", "springs"}, "for a joint");
  JointDescription joint;
  joint.name = name;
  joint.at = key.at;
  joint.cut = joint.in_loops = true;
  joint.springs = read_loop_springs(r, object, type == "spherical" ? Opening::translation : Opening::both);
  if (const auto ends = read_pair(r, object, "between", "frames")) std::tie(joint.parent, joint.child) = *ends;
  read_joint_frames(r, std::move(joint), object, type);
}

void read_actuator(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  ActuatorDescription actuator;
  actuator.on = {r.values.name(key, path), key.at};
  r.add_name(r.actuators, actuator.on.name, key.at, path);
  const Measure measure = r.measure(actuator.on, path, Reading::Level::speed);
  ObjectReader object(r.values, node, path, schema::actuator);
  if (!object) return;
  if (measure == Measure::length) {
    read_slide_drive(r, actuator, object);
  } else {
    const bool known = measure == Measure::angle;
    actuator.gear_ratio = object.number("gear_ratio", known ? std::optional(dimension::number) : std::nullopt);
    actuator.rotor_inertia = object.number("rotor_inertia", known ? std::optional(dimension::inertia) : std::nullopt);
  }
  actuator.weight = object.number("weight");
  const auto given = [&](const char* name, std::optional<Dimension> dimension) {
    return object.has(name) ? std::optional(object.number(name, dimension)) : std::nullopt;
  };
  actuator.stiffness = given("stiffness", stiffness_dimension(measure));
  actuator.force_limit = given("force_limit", force_dimension(measure));
  actuator.speed_limit = given("speed_limit", speed_dimension(measure));
  if (actuator.gear_ratio == 0) object.error("gear_ratio", "must not be zero");
  if (object.has("backlash") && !(object.at("backlash").is(Node::Kind::map) && object.at("backlash").keys.empty()))
    actuator.backlash = read_backlash(r, actuator, measure, object);
  r.description.actuators.push_back(std::move(actuator));
}

}  // namespace zanjir
