#include "zanjir/describe/kept_texts.hpp"

#include <stdlib.h>

#include <algorithm>
#include <map>

#include "zanjir/core/whole_file.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/language/document.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_table_bytes = 64u << 20;  // as the reader of laws has it

void find_tables(const Node& node, std::vector<std::string>& files) {
  const Node *law = node.find("law"), *file = node.find("file");
  const bool table = law && file && law->is(Node::Kind::scalar) && law->text == "table" && file->is(Node::Kind::scalar);
  if (table && std::find(files.begin(), files.end(), file->text) == files.end()) files.push_back(file->text);
  for (const Node& item : node.items) find_tables(item, files);
}

std::vector<std::string> table_names(const std::string& text) {
  DiagnosticSink ignored;
  std::vector<std::string> names;
  if (text.find("table") != std::string::npos) find_tables(parse_document(text, 0, ignored), names);
  return names;
}

bool leads_inside(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  return !path.empty() && !path.is_absolute() && *path.begin() != "..";
}

// A folder of our own with the tables in it, where the reader finds them; it goes with this.
class FolderOfTables {
 public:
  explicit FolderOfTables(const KeptTables& tables) {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "zanjir_tables_XXXXXX").string();
    if (tables.empty() || error || ::mkdtemp(pattern.data()) == nullptr) return;
    path_ = pattern;
    for (const auto& [name, text] : tables) {
      if (!leads_inside(name)) continue;
      const fs::path inside = fs::path(name).lexically_normal();
      fs::create_directories((path_ / inside).parent_path(), error);
      write_whole_file((path_ / inside).string(), text, IfExists::refuse);
    }
  }
  ~FolderOfTables() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  FolderOfTables(const FolderOfTables&) = delete;
  FolderOfTables& operator=(const FolderOfTables&) = delete;
  // Without tables a folder that is none, so that no file of this machine is taken for one of them.
  fs::path path() const { return path_.empty() ? fs::path("/dev/null") : path_; }

 private:
  fs::path path_;
};

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

KeptTables tables_of(const DescribedFile& file) {
  KeptTables tables;
  const fs::path folder = fs::path(file.description.files.front()).parent_path();
  for (const std::string& name : table_names(file.text)) {
    auto content = read_text_file(folder / name, largest_table_bytes);
    if (std::holds_alternative<std::string>(content)) tables.emplace_back(name, std::move(std::get<std::string>(content)));
  }
  return tables;
}

Result<DescribedFile> read_kept_texts(const std::string& text, const fs::path& path, const Overrides& overrides, const KeptTables& tables) {
  for (const std::string& name : table_names(text)) {
    const bool kept = std::any_of(tables.begin(), tables.end(), [&](const auto& table) { return table.first == name; });
    if (!kept || !leads_inside(name))
      return {std::nullopt,
              {{Severity::error, path.string(), 0, 0, "", "the table '" + name + "' is not kept with it",
                "it must lie in the folder of the mechanism or below"}}};
  }
  const FolderOfTables folder(tables);
  Result<Description> description = read_description_text(text, path.string(), overrides, folder.path());
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  return {DescribedFile{std::move(*description.value), text, overrides}, std::move(description.diagnostics)};
}

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
