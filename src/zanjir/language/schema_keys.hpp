// Keys of kinds that have no dimension of their own, for tables of keys.
#pragma once

#include "zanjir/core/words.hpp"
#include "zanjir/language/schema.hpp"

namespace zanjir::schema {

constexpr Key word_key(std::string_view key, Need need, std::string_view default_text, std::string_view doc, std::string_view choices) {
  return {key, Kind::word, need, default_text, doc, {}, Range::any, 0, choices};
}
// One of the words of an enum, the first where the key is absent.
template <class Enum> constexpr Key word_key(std::string_view key, std::string_view doc) {
  return word_key(key, Need::optional, WordsOf<Enum>::table[0].word, doc, choices_of<Enum>());
}
constexpr Key integer_key(std::string_view key, Need need, std::string_view default_text, std::string_view doc, Range range,
                          double default_number = 0) {
  return {key, Kind::integer, need, default_text, doc, {}, range, default_number};
}
constexpr Key coordinate_key(std::string_view key, Need need, std::string_view default_text, std::string_view doc, Range range,
                             double default_number = 0) {
  return {key, Kind::coordinate, need, default_text, doc, {}, range, default_number};
}

}  // namespace zanjir::schema
