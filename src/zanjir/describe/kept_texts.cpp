#include "zanjir/describe/kept_texts.hpp"

#include <stdlib.h>

#include <algorithm>
#include <map>
#include <optional>

#include "zanjir/core/whole_file.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/language/document.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_table_bytes = 256u << 20;  // as the reader of records has it; those of laws and heights take less

void add_name(const Node& file, std::vector<std::string>& names) {
  if (file.is(Node::Kind::scalar) && std::find(names.begin(), names.end(), file.text) == names.end()) names.push_back(file.text);
}

// Whoever reads numbers from a file: laws, the record of a base, the heights of a ground. Meshes are pictures, which no recording keeps.
void find_tables(const Node& node, std::string_view key, std::vector<std::string>& names) {
  if (key == "look") return;
  const Node *law = node.find("law"), *file = node.find("file");
  const bool reads = key == "record" || key == "heights" || (law && law->is(Node::Kind::scalar) && law->text == "table");
  if (reads && file) add_name(*file, names);
  for (std::size_t i = 0; i < node.items.size(); ++i) find_tables(node.items[i], node.is(Node::Kind::map) ? node.keys[i].text : "", names);
}

// Of a file and of what is set in it, by a path to the name itself too: base.record.file=ship.csv.
std::vector<std::string> table_names(const std::string& text, const Overrides& set) {
  DiagnosticSink ignored;
  std::vector<std::string> names;
  const auto look_into = [&](const std::string& written, std::string_view key) {
    if (key != "file" && written.find("file") == std::string::npos) return;
    const Node node = parse_document(written, 0, ignored);
    if (key == "file") add_name(node, names);
    else find_tables(node, key, names);
  };
  look_into(text, "");
  for (const Override& o : set) {
    if (!o.key.starts_with("look")) look_into(o.value, std::string_view(o.key).substr(o.key.rfind('.') + 1));
  }
  return names;
}

constexpr std::ptrdiff_t most_levels = 32;

// How many folders up a name begins, "../../data/ship.csv": 2; nothing for one that says a place on the disk outright, or climbs without end.
std::optional<std::ptrdiff_t> levels_up(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  const std::ptrdiff_t levels = std::count(path.begin(), path.end(), "..");  // normal: they stand in front
  return path.empty() || path.is_absolute() || levels > most_levels ? std::nullopt : std::optional(levels);
}

// A folder of our own with the tables in it, where the reader finds them; it goes with this. The mechanism stands so deep inside that no name leads out.
class FolderOfTables {
 public:
  FolderOfTables(const KeptTables& tables, std::ptrdiff_t levels) {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "zanjir_tables_XXXXXX").string();
    if (tables.empty() || error || ::mkdtemp(pattern.data()) == nullptr) return;
    root_ = path_ = pattern;
    for (std::ptrdiff_t i = 0; i < levels; ++i) path_ /= "0";
    fs::create_directories(path_, error);
    for (const auto& [name, text] : tables) {
      const auto up = levels_up(name);
      if (!up || *up > levels) continue;
      const fs::path place = (path_ / name).lexically_normal();
      fs::create_directories(place.parent_path(), error);
      write_whole_file(place.string(), text, IfExists::refuse);
    }
  }
  ~FolderOfTables() {
    std::error_code ignored;
    if (!root_.empty()) fs::remove_all(root_, ignored);
  }
  FolderOfTables(const FolderOfTables&) = delete;
  FolderOfTables& operator=(const FolderOfTables&) = delete;
  // Without tables a folder that is none, so that no file of this machine is taken for one of them.
  fs::path path() const { return path_.empty() ? fs::path("/dev/null") : path_; }

 private:
  fs::path root_, path_;
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
  for (const std::string& name : table_names(file.text, file.set)) {
    auto content = read_text_file(folder / name, largest_table_bytes);
    if (std::holds_alternative<std::string>(content)) tables.emplace_back(name, std::move(std::get<std::string>(content)));
  }
  return tables;
}

Result<DescribedFile> read_kept_texts(const std::string& text, const fs::path& path, const Overrides& overrides, const KeptTables& tables) {
  std::vector<Diagnostic> missing;
  const auto not_kept = [&](const std::string& name, const char* hint) {
    return Diagnostic{Severity::error, path.string(), 0, 0, "", "the table '" + name + "' is not kept with it", hint};
  };
  std::ptrdiff_t levels = 0;
  for (const std::string& name : table_names(text, overrides)) {
    const auto up = levels_up(name);
    if (!up) return {std::nullopt, {not_kept(name, "name it by its way from the folder of the mechanism")}};  // before anything outside is read
    levels = std::max(levels, *up);
    if (std::none_of(tables.begin(), tables.end(), [&](const auto& table) { return table.first == name; })) missing.push_back(not_kept(name, ""));
  }
  const FolderOfTables folder(tables, levels);
  Result<Description> description = read_description_text(text, path.string(), overrides, folder.path());
  // What is set may have replaced a table that is missing: only a reader who wanted it minds.
  if (!description) return {std::nullopt, missing.empty() ? std::move(description.diagnostics) : std::move(missing)};
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
