#include "zanjir/core/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace zanjir {
namespace {

bool is_plain_ascii(unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; }

// How many bytes the character at i has; 0: it is not well formed. The table of well-formed byte sequences of the Unicode standard.
std::size_t character_bytes(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u; };
  const auto follows = [&](std::size_t k) { return byte(k) >= 0x80 && byte(k) <= 0xbf; };
  const unsigned c = byte(0), d = byte(1);
  if (c < 0x80) return 1;
  if (c < 0xc2) return 0;
  if (c < 0xe0) return follows(1) ? 2 : 0;
  if (c < 0xf0) return follows(1) && follows(2) && !(c == 0xe0 && d < 0xa0) && !(c == 0xed && d > 0x9f) ? 3 : 0;
  if (c < 0xf5) return follows(1) && follows(2) && follows(3) && !(c == 0xf0 && d < 0x90) && !(c == 0xf4 && d > 0x8f) ? 4 : 0;
  return 0;
}

// The character at i, which is well formed, steers what shows it: C0 and C1, ends of lines and paragraphs (U+2028, U+2029), and what turns the order of the
// text after it round (U+202A to U+202E, U+2066 to U+2069). Marks of one character's direction and joiners, which Persian is written with, do not.
bool is_control(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u; };
  const unsigned c = byte(0), d = byte(1), e = byte(2);
  if (c == 0xe2) return (d == 0x80 && e >= 0xa8 && e <= 0xae) || (d == 0x81 && e >= 0xa6 && e <= 0xa9);
  return c < 0x20 || c == 0x7f || (c == 0xc2 && d < 0xa0);
}

template <class Keep> std::string escape_odd(std::string_view text, Keep keep) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = character_bytes(text, i);
    if (n > 0 && (keep(text[i]) || !is_control(text, i))) {
      out += text.substr(i, n);
      i += n;
      continue;
    }
    for (std::size_t k = 0; k < (n > 0 ? n : 1); ++k) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i + k]));
    i += n > 0 ? n : 1;
  }
  return out;
}

std::uint64_t checksum(std::string_view text) {  // FNV-1a
  std::uint64_t h = 14695981039346656037u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h;
}

}  // namespace

std::size_t first_odd_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c < 0x7f) {
      ++i;
      continue;
    }
    const std::size_t n = character_bytes(text, i);
    if (n == 0) return i;
    if (is_control(text, i) && c != '\n' && c != '\r' && c != '\t') return i;
    i += n;
  }
  return std::string_view::npos;
}

std::string printable(std::string_view text) {
  return escape_odd(text, [](char) { return false; });
}
std::string printable_lines(std::string_view text) {
  return escape_odd(text, [](char c) { return c == '\n' || c == '\t'; });
}

std::string file_name_of(std::string_view name) {
  constexpr std::size_t longest = 120;  // of 255 that file systems allow: endings and .part come after it
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool inside = i > 0 && i + 1 < name.size();
    const bool stays = is_plain_ascii(c) || c == '_' || c == '-' || c == '+' || (inside && (c == ' ' || c == '.')) || c >= 0x80;
    out += stays && !(i == 0 && c == '-') ? std::string(1, name[i]) : fmt::format("={:02X}", c);
  }
  if (first_odd_byte(out) != std::string::npos || out.size() > longest) {
    std::size_t cut = std::min(longest - 17, out.size());
    while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xc0) == 0x80) --cut;  // not inside a character
    out = out.substr(0, cut);
    if (first_odd_byte(out) != std::string::npos) out.clear();
    out += fmt::format("={:016X}", checksum(name));
  }
  return out.empty() ? "=" : out;
}

std::string link_to(std::string_view path) {
  std::string out = "./";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain_ascii(byte) || c == '/' || c == '_' || c == '-' || c == '.' || c == '+') out += c;
    else out += fmt::format("%{:02X}", byte);
  }
  return out;
}

}  // namespace zanjir
