// SHA-256 of a text [Nist2015], as `sha256sum` prints it: what a report was made from can be compared with what lies on a disk.
#pragma once

#include <string>
#include <string_view>

namespace zanjir {

std::string sha256(std::string_view text);  // 64 hexadecimal digits

}  // namespace zanjir
