#include "zanjir/view/packed.hpp"

#include <zlib.h>

#include <cstdint>
#include <vector>

#include "zanjir/core/contract.hpp"

namespace zanjir {
namespace {

std::string base64(const unsigned char* bytes, std::size_t n) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((n + 2) / 3 * 4);
  for (std::size_t i = 0; i < n; i += 3) {
    const std::size_t left = n - i;
    const std::uint32_t three = (std::uint32_t{bytes[i]} << 16) | (left > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    out += letters[three >> 18];
    out += letters[(three >> 12) & 63];
    out += left > 1 ? letters[(three >> 6) & 63] : '=';
    out += left > 2 ? letters[three & 63] : '=';
  }
  return out;
}

}  // namespace

std::string packed(std::string_view text) {
  uLongf n = compressBound(text.size());
  std::vector<unsigned char> bytes(n);
  const int status = compress2(bytes.data(), &n, reinterpret_cast<const unsigned char*>(text.data()), text.size(), Z_DEFAULT_COMPRESSION);
  ZANJIR_REQUIRE(status == Z_OK, "zlib has room for what it makes");
  return base64(bytes.data(), n);
}

}  // namespace zanjir
