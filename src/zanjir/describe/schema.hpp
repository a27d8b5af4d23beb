// The one grammar of description files: keys, kinds, units, defaults, ranges and their documentation. The reader checks maps against
// these tables and takes dimensions, ranges and defaults from them; docs/format.md is printed from them (schema_reference.hpp).
#pragma once

#include <span>
#include <string_view>

#include "zanjir/describe/units.hpp"

namespace zanjir::schema {

enum class Kind : std::uint8_t {
  number,      // a quantity: number, number with unit, or expression
  coordinate,  // a quantity whose dimension is that of the joint coordinate it belongs to
  integer,
  flag,        // true or false
  word,        // one of `choices`
  text,
  name,        // body, body.frame, joint or joint.part
  vector,      // three quantities
  direction,   // x, y, z, -x, -y, -z or three numbers
  pose,
  turn,
  law,
  list,        // see doc
  map,         // see doc
};
enum class Need : std::uint8_t { optional, required };
enum class Range : std::uint8_t { any, positive, non_negative };

struct Key {
  std::string_view key;
  Kind kind = Kind::number;
  Need need = Need::optional;
  std::string_view default_text = {};  // what an absent key means, in words or as a number
  std::string_view doc = {};
  Dimension dimension = {};
  Range range = Range::any;
  double default_number = 0;  // of absent numbers
  std::string_view choices = {};  // words, separated by spaces
};

struct Object {
  std::string_view title;    // heading in the docs
  std::string_view place;    // where it stands: "bodies.<name>"
  std::string_view text;     // paragraph in the docs
  std::span<const Key> keys;
  std::string_view example;  // a whole file that reads without a diagnostic and shows every key
};

extern const Object root, body, inertia, beam, beam_section, beam_material, beam_tip, beam_shapes, pose, turn, joint, loop, loop_springs, actuator, spring, damper, load, stop, friction, contact, contact_law, material, contact_friction, ground, control, free_motion, turn_motion, initial, repeat;
extern const Object law_constant, law_sine, law_cycloid, law_polynomial, law_trapezoid, law_spline, law_rose, law_table;

std::span<const Object* const> all_objects();
std::span<const Object* const> all_laws();  // their key `law` has one choice, the name
std::string_view law_name(const Object& law);

struct Reserved {
  std::string_view key, message;
};
std::span<const Reserved> reserved_keys();  // of the root: known words whose time has not come

const Key* find(const Object&, std::string_view key);

}  // namespace zanjir::schema
