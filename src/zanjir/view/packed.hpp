// Text made small for a page: deflated (zlib, RFC 1950), then base64. Scripts unpack it with the browser's own DecompressionStream('deflate').
#pragma once

#include <string>
#include <string_view>

namespace zanjir {

std::string packed(std::string_view text);

}  // namespace zanjir
