#include "zanjir/report/diagnostic_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "zanjir/language/document.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {
namespace {

constexpr std::size_t before_place = 60, line_length = 110;  // bytes shown of a long line

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }  // not the first byte of a character

// As many columns as it has characters, for the caret below: what a terminal would obey is a space.
// Control characters, those of two bytes (U+0080 to U+009F) too, as spaces.
std::string visible(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]),
               next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : static_cast<unsigned char>(0);
    const bool two_bytes = c == 0xc2 && next >= 0x80 && next < 0xa0;
    out += c < 0x20 || c == 0x7f || two_bytes ? ' ' : text[i];
    if (two_bytes) ++i;
  }
  return out;
}

std::string painted(const Diagnostic& d, Colour colour) {
  const std::string text = to_text(d), word = d.severity == Severity::error ? "error: " : "warning: ";
  if (colour == Colour::none) return text;
  const std::size_t at = text.find(word);
  return "\033[1m" + text.substr(0, at) + (d.severity == Severity::error ? "\033[31m" : "\033[33m") + word + "\033[0m" +
         text.substr(at + word.size());
}

std::string excerpt_of(const Diagnostic& d, const SourceLines& lines) {
  if (d.line == 0) return "";
  std::string_view line = lines.line(d.line);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  if (line.empty()) return "";
  std::size_t place = d.column == 0 ? 0 : std::min<std::size_t>(d.column - 1, line.size()), begin = 0;
  if (line.size() > line_length && place > before_place) {
    begin = place - before_place;
    while (begin < line.size() && continues(line[begin])) ++begin;
  }
  std::size_t end = std::min(line.size(), begin + line_length);
  while (end < line.size() && continues(line[end])) ++end;
  const std::string shown = (begin > 0 ? "…" : "") + visible(line.substr(begin, end - begin)) + (end < line.size() ? "…" : "");
  const std::string number = fmt::format("{:>5}", d.line);
  std::string out = number + " | " + shown + "\n";
  if (d.column == 0) return out;
  const auto letters = std::count_if(line.begin() + static_cast<std::ptrdiff_t>(begin),
                                     line.begin() + static_cast<std::ptrdiff_t>(std::max(begin, place)), [](char c) { return !continues(c); });
  return out + std::string(number.size(), ' ') + " | " + std::string(static_cast<std::size_t>(letters) + (begin > 0 ? 1 : 0), ' ') + "^\n";
}

// A file and where its lines begin: found once for all that is said about it.
struct ShownFile {
  explicit ShownFile(const std::string& path) {
    auto content = read_text_file(path, max_file_bytes, ChosenBy::file);
    if (std::holds_alternative<std::string>(content)) text = std::move(std::get<std::string>(content));
    lines.emplace(text);
  }
  ShownFile(const ShownFile&) = delete;
  ShownFile& operator=(const ShownFile&) = delete;
  std::string text;
  std::optional<SourceLines> lines;
};

}  // namespace

std::string source_excerpt(const Diagnostic& d, const std::string& file_text) { return excerpt_of(d, SourceLines(file_text)); }

std::string diagnostics_on_terminal(const std::vector<Diagnostic>& diagnostics, Colour colour) {
  std::map<std::string, ShownFile> files;
  std::string out;
  for (const Diagnostic& d : diagnostics) {
    out += painted(d, colour) + "\n";
    if (d.line == 0 || d.file.empty()) continue;
    const std::string excerpt = excerpt_of(d, *files.try_emplace(d.file, d.file).first->second.lines);
    out += colour == Colour::none || excerpt.empty() ? excerpt : "\033[2m" + excerpt.substr(0, excerpt.size() - 1) + "\033[0m\n";
  }
  return out;
}

}  // namespace zanjir
