#include "zanjir/core/name_map.hpp"

#include <cstdint>
#include <cstring>
#include <random>

namespace zanjir {
namespace {

struct Secret {
  std::uint64_t a, b;
};
Secret drawn() {
  std::random_device source;
  const auto number = [&] { return static_cast<std::uint64_t>(source()) << 32 | source(); };
  return {number() | 1, number() | 1};
}

std::uint64_t folded_product(std::uint64_t x, std::uint64_t y) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(x) * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::size_t NameHash::operator()(std::string_view name) const noexcept {
  static const Secret secret = drawn();
  std::uint64_t h = secret.a ^ name.size();
  const char* p = name.data();
  std::size_t left = name.size();
  for (std::uint64_t piece = 0; left >= 8; left -= 8, p += 8) {
    std::memcpy(&piece, p, 8);
    h = folded_product(h ^ piece, secret.b);
  }
  std::uint64_t rest = 0;
  if (left > 0) std::memcpy(&rest, p, left);
  return static_cast<std::size_t>(folded_product(h ^ rest, secret.b ^ (secret.a << 1)));
}

}  // namespace zanjir
