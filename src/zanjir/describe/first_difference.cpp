#include "zanjir/describe/first_difference.hpp"

#include <algorithm>
#include <map>

#include "zanjir/describe/writer.hpp"

namespace zanjir {
namespace {

// Entries of a written description by their paths: "bodies.rod" -> "{mass: 2}". A line without indent opens a section.
std::map<std::string, std::string> entries_of(const Description& description) {
  std::map<std::string, std::string> entries;
  const Result<std::string> written = write_description(description);
  if (!written) return {{"", "what the format cannot say"}};
  std::string section;
  for (std::size_t begin = 0; begin < written->size();) {
    const std::size_t end = std::min(written->find('\n', begin), written->size());
    const std::string line = written->substr(begin, end - begin);
    begin = end + 1;
    const std::size_t first = line.find_first_not_of(" -"), colon = line.find(": ", first == std::string::npos ? 0 : first);
    if (first == std::string::npos || line[first] == '#') continue;
    if (first == 0 && line.ends_with(':')) section = line.substr(0, line.size() - 1);
    else if (first == 0) entries[line.substr(0, colon)] = colon == std::string::npos ? "" : line.substr(colon + 2);
    else if (colon == std::string::npos) entries[section] += (entries[section].empty() ? "" : " ") + line.substr(first);
    else entries[section + "." + line.substr(first, colon - first)] = line.substr(colon + 2);
  }
  entries.erase("name");
  entries.erase("description");
  return entries;
}

}  // namespace

std::string first_difference(const Description& there, const Description& here) {
  const std::map<std::string, std::string> a = entries_of(there), b = entries_of(here);
  const auto shown = [](const std::string& text) { return text.size() > 100 ? text.substr(0, 100) + "..." : text; };
  for (const auto& [key, text] : a) {
    const auto other = b.find(key);
    if (other == b.end()) return key + " is there, and not here";
    if (other->second != text) return key + " is " + shown(text) + " there, " + shown(other->second) + " here";
  }
  for (const auto& [key, text] : b) {
    if (!a.contains(key)) return key + " is here, and not there";
  }
  return {};
}

}  // namespace zanjir
