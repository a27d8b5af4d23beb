// How a grammar of files is written down: keys, kinds, units, defaults, ranges and their documentation. Readers check maps against such tables
// and take dimensions, ranges and defaults from them; the reference pages in docs/ are printed from them (key_table).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "zanjir/language/units.hpp"

namespace zanjir::schema {

enum class Kind : std::uint8_t {
  number,      // a quantity: number, number with unit, or expression
  coordinate,  // a quantity whose dimension is that of the joint coordinate it belongs to
  integer,
  flag,  // true or false
  word,  // one of `choices`
  text,
  name,       // body, body.frame, joint or joint.part
  vector,     // three quantities
  direction,  // x, y, z, -x, -y, -z or three numbers
  pose,
  turn,
  law,
  list,  // see doc
  map,   // see doc
};
enum class Need : std::uint8_t { optional, required };
inline constexpr Need optional = Need::optional, required = Need::required;  // for tables of keys
enum class Range : std::uint8_t { any, positive, non_negative };

struct Key {
  std::string_view key;
  Kind kind = Kind::number;
  Need need = Need::optional;
  std::string_view default_text = {};  // what an absent key means, in words or as a number
  std::string_view doc = {};
  Dimension dimension = {};
  Range range = Range::any;
  double default_number = 0;      // of absent numbers
  std::string_view choices = {};  // words, separated by spaces
};

struct Object {
  std::string_view title;  // heading in the docs
  std::string_view place;  // where it stands: "bodies.<name>"
  std::string_view text;   // paragraph in the docs
  std::span<const Key> keys;
  std::string_view example;  // a whole file that reads without a diagnostic and shows every key
};

struct Reserved {
  std::string_view key, message;
};

extern const Object pose, turn;  // places and turns stand in files of every kind

const Key* find(const Object&, std::string_view key);

// Parts of a reference page: the keys of an object as a table; a whole file in a fence.
std::string key_table(const Object&);
std::string fenced_example(std::string_view yaml);
// The same once on a page: where it stands already, a line says under which title.
std::string fenced_example_once(std::string_view yaml, std::string_view title, std::map<std::string_view, std::string_view>& shown);

}  // namespace zanjir::schema
