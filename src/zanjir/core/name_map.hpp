// Tables by names that strangers choose. The hash of the standard library is the same everywhere, and texts that it takes for one can be computed
// (tests/unit/core/name_map_test.cpp does): a table of them is a list. This one has a secret that every process draws anew, so nothing may depend on the order of such a table.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace zanjir {

struct NameHash {               // by products of 128 bits, folded to 64
  using is_transparent = void;  // views are looked up without a copy
  std::size_t operator()(std::string_view) const noexcept;
};

template <class T> using NameMap = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;
using NameSet = std::unordered_set<std::string, NameHash, std::equal_to<>>;
using NameViews = std::unordered_set<std::string_view, NameHash, std::equal_to<>>;

}  // namespace zanjir
