// For tables of keys: kinds that have no dimension of their own, and the keys of tables of options.
#pragma once

#include <array>

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

// The keys of a table of options, each of which has its own: Option::key.
template <class Option, std::size_t n> constexpr std::array<Key, n> keys_of(const Option (&table)[n]) {
  std::array<Key, n> keys{};
  for (std::size_t i = 0; i < n; ++i) keys[i] = table[i].key;
  return keys;
}

}  // namespace zanjir::schema
