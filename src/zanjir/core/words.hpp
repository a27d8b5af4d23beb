// The words of an enum, written once beside it: files, the command line, recordings and the reference pages all read them here.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zanjir {

template <class Enum> struct WordOf {
  Enum value;
  std::string_view word;
};

// Specialised beside each enum:
//   template <> struct WordsOf<ErrorNorm> { static constexpr WordOf<ErrorNorm> table[] = {{ErrorNorm::rms, "rms"}, {ErrorNorm::max, "max"}}; };
template <class Enum> struct WordsOf;

template <class Enum> constexpr std::string_view word_of(Enum value) {
  for (const WordOf<Enum>& entry : WordsOf<Enum>::table)
    if (entry.value == value) return entry.word;
  return {};
}

template <class Enum> constexpr std::optional<Enum> find_word(std::string_view word) {
  for (const WordOf<Enum>& entry : WordsOf<Enum>::table)
    if (entry.word == word) return entry.value;
  return std::nullopt;
}

namespace detail {
template <class Enum> constexpr auto join_words() {
  constexpr std::size_t n = [] {
    std::size_t length = 0;
    for (const WordOf<Enum>& entry : WordsOf<Enum>::table) length += entry.word.size() + 1;
    return length;
  }();
  std::array<char, n> text{};  // the last place stays empty
  std::size_t i = 0;
  for (const WordOf<Enum>& entry : WordsOf<Enum>::table) {
    if (i > 0) text[i++] = ' ';
    for (const char c : entry.word) text[i++] = c;
  }
  return text;
}
template <class Enum> inline constexpr auto joined_words = join_words<Enum>();
}  // namespace detail

// "rms max": as schema::Key::choices wants them.
template <class Enum> constexpr std::string_view choices_of() { return {detail::joined_words<Enum>.data(), detail::joined_words<Enum>.size() - 1}; }

template <class Enum> std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const WordOf<Enum>& entry : WordsOf<Enum>::table) words.emplace_back(entry.word);
  return words;
}

}  // namespace zanjir
