#include "zanjir/simulate/recorded_mechanism.hpp"

#include <algorithm>

#include "zanjir/core/base64.hpp"
#include "zanjir/describe/mesh_file.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view table_fact = "table ", mesh_fact = "mesh ";     // and the name as the file writes it
constexpr std::size_t largest_mesh = 2u << 20, largest_meshes = 8u << 20;  // bytes that are kept, of one and of all

}  // namespace

std::string text_of_set(const Overrides& set) {
  std::string text;
  for (const Override& o : set) {
    text += (text.empty() ? "" : "\n") + o.key + " = ";
    for (const char c : o.value) text += c == '\n' ? "\n " : std::string(1, c);  // a line that goes on begins with a blank
  }
  return text;
}

Overrides set_of_text(const std::string& text) {
  Overrides set;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size()), equals = text.find(" = ", begin);
    if (text[begin] == ' ' && !set.empty()) set.back().value += "\n" + text.substr(begin + 1, end - begin - 1);  // the line before goes on
    else if (equals < end) set.push_back({text.substr(begin, equals - begin), text.substr(equals + 3, end - equals - 3)});
    begin = end + 1;
  }
  return set;
}

const std::string* find_fact(const Facts& facts, std::string_view key) {
  const auto fact = std::find_if(facts.begin(), facts.end(), [&](const auto& f) { return f.first == key; });
  return fact == facts.end() ? nullptr : &fact->second;
}

void add_texts(const DescribedFile& file, Facts& facts) {
  const std::string& path = file.description.files.front();
  facts.emplace_back("set", text_of_set(file.set));
  facts.emplace_back("file", path);
  facts.emplace_back("file text", file.text);
  const std::string folder = (fs::path(path).parent_path() / "").string();
  std::size_t meshes = 0;
  for (const auto& [place, text] : file.named) {
    const std::string name = place.starts_with(folder) ? place.substr(folder.size()) : place;
    if (mesh_ending(place).empty()) facts.emplace_back(std::string(table_fact) + name, text);
    else if (text.size() <= largest_mesh && (meshes += text.size()) <= largest_meshes)
      facts.emplace_back(std::string(mesh_fact) + name, base64(text));
  }
}

Result<DescribedFile> recorded_mechanism(const Facts& facts, const std::string& recording) {
  const std::string *text = find_fact(facts, "file text"), *path = find_fact(facts, "file"), *set = find_fact(facts, "set");
  if (!text || !path)
    return {std::nullopt,
            {{Severity::error, recording, 0, 0, "", "does not hold the text of its mechanism", "it was not made by `zanjir run` with a mechanism"}}};
  const fs::path folder = fs::path(*path).parent_path();
  TextsByPath kept;
  for (const auto& [key, content] : facts) {
    if (key.starts_with(table_fact)) kept[(folder / key.substr(table_fact.size())).string()] = content;
    if (key.starts_with(mesh_fact))
      if (auto bytes = from_base64(content)) kept[(folder / key.substr(mesh_fact.size())).string()] = std::move(*bytes);
  }
  return described_file(*text, *path, set ? set_of_text(*set) : Overrides(), {folder, std::make_shared<const TextsByPath>(std::move(kept))});
}

}  // namespace zanjir
