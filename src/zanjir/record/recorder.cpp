#include "zanjir/record/recorder.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "zanjir/core/contract.hpp"

namespace zanjir {

std::optional<std::size_t> find_channel(const RecordingHeader& header, std::string_view name) {
  const auto found = std::find_if(header.channels.begin(), header.channels.end(), [&](const Channel& c) { return c.name == name; });
  return found == header.channels.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.channels.begin()));
}

void pack_text(const std::string& text, char* out, std::size_t n) {
  constexpr std::string_view dots = "…";
  std::memset(out, 0, n);
  if (text.size() < n) {
    std::memcpy(out, text.data(), text.size());
    return;
  }
  std::size_t cut = n - 1 - dots.size();
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut;  // not inside a UTF-8 character
  std::memcpy(out, text.data(), cut);
  std::memcpy(out + cut, dots.data(), dots.size());
}

EventRecord as_recorded(const EventRecord& event) {
  char name[event_name_bytes], what[event_what_bytes];
  pack_text(event.name, name, sizeof name);
  pack_text(event.what, what, sizeof what);
  return {event.t_s, name, what, event.value, event.energy_J};
}

void require_valid(const RecordingHeader& header) {
  ZANJIR_REQUIRE(!header.channels.empty() && header.channels[0].name == "t", "the first channel of a recording is t");
  std::set<std::string> names;
  for (const Channel& c : header.channels)
    ZANJIR_REQUIRE(!c.name.empty() && names.insert(c.name).second, "the name '" + c.name + "' is empty or used twice");
}

}  // namespace zanjir
