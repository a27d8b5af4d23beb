#include "watched_files.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "zanjir/language/text_file.hpp"

namespace zanjir::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_text = 16 << 20, most_files = 1000;

bool is_yaml(const fs::path& file) { return file.extension() == ".yaml" || file.extension() == ".yml"; }

bool may_be_a_file(const std::string& word) {
  constexpr std::string_view endings[] = {".yaml", ".yml", ".csv", ".stl", ".obj", ".STL", ".OBJ"};
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view end) { return word.size() > end.size() && word.ends_with(end); });
}

// Words as YAML has them: in quotes, or between spaces and brackets.
std::vector<std::string> named_files(const std::string& text) {
  std::vector<std::string> files;
  std::string word;
  const auto take = [&] {
    if (may_be_a_file(word)) files.push_back(word);
    word.clear();
  };
  char quote = 0;
  for (const char c : text) {
    const bool ends = quote ? c == quote || c == '\n' : std::string_view(" \t\r\n,[]{}'\"").find(c) != std::string_view::npos;
    if (!ends) word += c;
    else {
      take();
      quote = !quote && (c == '\'' || c == '"') ? c : 0;
    }
  }
  take();
  return files;
}

}  // namespace

std::map<fs::path, fs::file_time_type> watched_files(const fs::path& source) {
  std::map<fs::path, fs::file_time_type> times;
  std::vector<fs::path> next = {source};
  while (!next.empty() && times.size() < most_files) {
    const fs::path file = next.back().lexically_normal();
    next.pop_back();
    if (times.contains(file)) continue;
    std::error_code gone;
    const fs::file_time_type time = fs::last_write_time(file, gone);
    times[file] = gone ? fs::file_time_type::min() : time;
    if (gone || !is_yaml(file)) continue;
    const auto content = read_text_file(file, largest_text, ChosenBy::file);
    if (const auto* text = std::get_if<std::string>(&content))
      for (const std::string& name : named_files(*text)) next.push_back(file.parent_path() / name);
  }
  return times;
}

}  // namespace zanjir::app
