#include "zanjir/core/base64.hpp"

#include <cstdint>

namespace zanjir {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int value_of(char c) {  // -1: no letter of it
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](std::size_t i) { return i < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[i])} : 0u; };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = (byte(i) << 16) | (byte(i + 1) << 8) | byte(i + 2);
    out += letters[three >> 18];
    out += letters[(three >> 12) & 63];
    out += i + 1 < bytes.size() ? letters[(three >> 6) & 63] : '=';
    out += i + 2 < bytes.size() ? letters[three & 63] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size() - padding; ++i) {
    const int value = value_of(text[i]);
    if (value < 0) return std::nullopt;
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    if (i % 4 != 0) out += static_cast<char>((bits >> (6 - 2 * (i % 4))) & 0xff);  // 6 bits more than whole bytes: 4, 2 and 0 are left over
  }
  return out;
}

}  // namespace zanjir
