// Bytes as text (RFC 4648), for pages and for recordings, whose texts are UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zanjir {

std::string base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);  // nothing for what is not base64

}  // namespace zanjir
