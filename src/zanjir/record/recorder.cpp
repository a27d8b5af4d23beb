#include "zanjir/record/recorder.hpp"

#include <algorithm>
#include <set>

#include "zanjir/core/contract.hpp"

namespace zanjir {

std::optional<std::size_t> find_channel(const RecordingHeader& header, std::string_view name) {
  const auto found = std::find_if(header.channels.begin(), header.channels.end(), [&](const Channel& c) { return c.name == name; });
  return found == header.channels.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.channels.begin()));
}

void require_valid(const RecordingHeader& header) {
  ZANJIR_REQUIRE(!header.channels.empty() && header.channels[0].name == "t", "the first channel of a recording is t");
  std::set<std::string> names;
  for (const Channel& c : header.channels)
    ZANJIR_REQUIRE(!c.name.empty() && names.insert(c.name).second, "the name '" + c.name + "' is empty or used twice");
}

}  // namespace zanjir
