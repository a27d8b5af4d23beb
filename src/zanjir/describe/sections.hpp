// The sections of a description file, one function each, and what they share while one file is read.
#pragma once

#include <set>
#include <span>
#include <string_view>

#include "zanjir/core/name_map.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/schema.hpp"
#include "zanjir/language/values.hpp"

namespace zanjir {

std::string part_list(std::span<const JointPart>);  // "angle, slide"
std::string coordinate_list(JointType);             // the same of its coordinates, a quaternion as `quat`

// A repeated block: which names it makes, and how its copies are turned.
struct Block {
  const Node* node = nullptr;
  std::string path, index;
  long count = 0, from = 1;
  Vec3d turn_axis{0, 0, 1};
  double turn_angle = 0;
  bool turned = false;
  std::set<std::string> bodies;  // made by any copy
};

inline constexpr const char* base_name = "base";  // of the body and the joint that `base:` makes

struct Reading {
  Reading(DiagnosticSink& sink, const NamedFiles& files) : values(sink, files) {}

  Values values;
  Description description;
  bool all_joints_known = true;       // after `joints`: none could not be read, so that a name that is not there is a mistake of its own
  const Block* block = nullptr;       // the block being read, or nullptr at the top
  Mat3d R_block = Mat3d::identity();  // turn of the present copy
  NameMap<JointType> joint_types;
  NameMap<SourcePos> bodies, joints, frames, springs, dampers, loads, stops, frictions, contacts, controls, controllers, actuators, motions,
      frame_laws, initial_q, initial_v, phases, gaits;
  std::set<std::string> elastic;  // bodies with modes
  std::size_t n_items = 0;

  bool gave_up() const { return values.gave_up(); }
  // Notes a name made by the file; false (with a diagnostic) when it exists already.
  bool add_name(NameMap<SourcePos>&, const std::string& name, SourcePos, const KeyPath& path);
  // A name for something new: plain, no dots.
  std::string new_name(const Node::Key&, const KeyPath& path);
  // An entry of a section, with the name that the file gives it, noted among `names`.
  template <class Entry> Entry named(NameMap<SourcePos>& names, const Node::Key& key, const KeyPath& path) {
    Entry entry;
    entry.name = new_name(key, path);
    entry.at = key.at;
    add_name(names, entry.name, key.at, path);
    return entry;
  }
  bool outside_block(const NameRef& ref) const;  // names a body, not a frame, that the present block does not make

  // What a coordinate or speed name stands for. `any` when the joint is unknown; a wrong part of a known joint is reported.
  enum class Level : std::uint8_t { position, speed };
  Measure measure(const NameRef&, const KeyPath& path, Level);
};

// A word that expressions read as something of their own: `t`, `pi`, a function.
bool means_something(std::string_view name);

std::optional<Dimension> dimension_of(Measure, Dimension for_angle, Dimension for_length);
// Of what belongs to a joint coordinate.
inline std::optional<Dimension> position_dimension(Measure c) { return dimension_of(c, dimension::angle, dimension::length); }
inline std::optional<Dimension> speed_dimension(Measure c) { return dimension_of(c, dimension::angular_speed, dimension::speed); }
inline std::optional<Dimension> force_dimension(Measure c) { return dimension_of(c, dimension::moment, dimension::force); }
inline std::optional<Dimension> stiffness_dimension(Measure c) { return dimension_of(c, dimension::angular_stiffness, dimension::stiffness); }
inline std::optional<Dimension> damping_dimension(Measure c) { return dimension_of(c, dimension::angular_damping, dimension::damping); }

std::vector<std::pair<std::string, double>> read_parameters(Values&, const Node&, const KeyPath& path);  // values.parameters too
void read_body(Reading&, const Node::Key&, const Node&, const KeyPath& path);
BeamDescription read_beam(Reading&, const Node&, const KeyPath& path);
void read_frames(Reading&, const Node::Key& body, const Node&, const KeyPath& path);
void read_joint(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_loop(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_actuator(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_spring(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_damper(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_load(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_frame_law(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_stop(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_friction(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_contact(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_control(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_controller(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_phase(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_gait(Reading&, const Node::Key&, const Node&, const KeyPath& path);  // becomes motions or controls of its joints
void read_motion(Reading&, const Node::Key&, const Node&, const KeyPath& path);
void read_base(Reading&, const Node&, const KeyPath& path);  // after all that may stand on it
std::optional<MotionDescription> read_base_record(Reading&, const Node&, const KeyPath& path, JointType);
void read_initial(Reading&, const Node&, const KeyPath& path);
void read_look(Reading&, const Node::Key&, const Node&, const KeyPath& path);
// {axes: [...], angles: [...]}: turns one after the other.
void read_turns(Values&, const Node&, const KeyPath& path, std::vector<Vec3d>& axes, std::vector<LawDescription>& angles);
// {x: LAW, ..., turn: {...}, axis: ...}, or one law: how `of` is led.
MotionGiven read_led(Values&, NameRef of, const Node&, const KeyPath& path);
LawDescription read_law(Values&, const Node&, const KeyPath& path, std::optional<Dimension>);
struct LawAndKind {
  LawDescription law;
  Quantity kind;  // what its text says of its dimension, where any is taken
};
LawAndKind read_law_and_kind(Values&, const Node&, const KeyPath& path, std::optional<Dimension>);

}  // namespace zanjir
