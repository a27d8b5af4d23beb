#include "zanjir/terms/said_text.hpp"

#include <nlohmann/json.hpp>

namespace zanjir {
namespace {

void move_lines(Said& said, std::uint32_t by) {
  said.at.line += by;
  for (Said& item : said.items) move_lines(item, by);
}

}  // namespace

Result<Said> said_in_text(std::string_view text, const std::string& source, std::uint32_t line) {
  Result<Said> json = said_in_json(text, source, line);
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (json || first == std::string_view::npos || text[first] != '{' || nlohmann::json::accept(text)) return json;
  const std::size_t second = text.find_first_not_of(blank, first + 1);
  const bool looks_like_json = second == std::string_view::npos || text[second] == '"' || text[second] == '}';
  const std::uint32_t before = line > 1 ? line - 1 : 0;
  DiagnosticSink sink({source});
  NodeStore store;
  const Node node = parse_document(std::string(text), 0, sink, store);
  if (sink.has_errors()) {
    if (looks_like_json) return json;
    Result<Said> yaml{std::nullopt, sink.take()};
    for (Diagnostic& d : yaml.diagnostics) d.line += before;
    return yaml;
  }
  if (!json.diagnostics.front().hint.empty()) return json;  // NaN and the like, which are no numbers in YAML either
  Said said = said_in_yaml(node, Values(sink, {}));
  move_lines(said, before);
  return {std::move(said), {}};
}

}  // namespace zanjir
