// Examples of a schema must show every key.
#pragma once

#include <string_view>

namespace zanjir::test {

inline bool contains_key(std::string_view example, std::string_view key) {
  for (std::size_t i = example.find(key); i != std::string_view::npos; i = example.find(key, i + 1)) {
    const bool begins = i == 0 || std::string_view(" {\n").find(example[i - 1]) != std::string_view::npos;
    if (begins && i + key.size() < example.size() && example[i + key.size()] == ':') return true;
  }
  return false;
}

}  // namespace zanjir::test
