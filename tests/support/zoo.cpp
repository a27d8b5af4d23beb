#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

#include "support/folders.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::test {

namespace {

std::vector<std::string> names_below(const std::string& folder) {
  namespace fs = std::filesystem;
  const fs::path root = test::models_folder();
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() == ".yaml") names.push_back(fs::relative(entry.path(), root).replace_extension("").generic_string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_hard(const std::string& name) { return name.rfind("hard/", 0) == 0; }

enum class Kind { tree, loops, elastic };

Kind kind_of(const std::string& name) {
  const Description d = read_zoo(name);
  if (std::any_of(d.bodies.begin(), d.bodies.end(), [](const BodyDescription& body) { return body.beam.has_value(); })) return Kind::elastic;
  const bool tree = d.joints.size() <= d.bodies.size() && d.distances.empty() && d.gears.empty();  // a tree has one joint per body
  return tree ? Kind::tree : Kind::loops;
}

// Files are read once: a test program asks for these lists many times before its first test.
std::vector<std::string> names_of(Kind wanted) {
  static const std::vector<std::pair<std::string, Kind>> all = [] {
    std::vector<std::pair<std::string, Kind>> kinds;
    for (const std::string& name : names_below("")) {
      if (!is_hard(name)) kinds.emplace_back(name, kind_of(name));
    }
    return kinds;
  }();
  std::vector<std::string> names;
  for (const auto& [name, kind] : all) {
    if (kind == wanted) names.push_back(name);
  }
  return names;
}

}  // namespace

std::vector<std::string> zoo_names() { return names_of(Kind::tree); }
std::vector<std::string> loop_names() { return names_of(Kind::loops); }
std::vector<std::string> elastic_names() { return names_of(Kind::elastic); }

std::vector<std::string> hard_names() { return names_below("hard"); }

Description read_zoo(const std::string& name, const Overrides& overrides) {
  Result<Description> result = read_description(test::models_folder() / (name + ".yaml"), overrides);
  if (!result) throw std::runtime_error(to_text(result.diagnostics));
  return std::move(*result);
}

Model build(const Description& description) {
  Result<Model> result = build_model(description);
  if (!result) throw std::runtime_error(to_text(result.diagnostics));
  return std::move(*result);
}

Model zoo_model(const std::string& name, const Overrides& overrides) { return build(read_zoo(name, overrides)); }

std::string test_name(const std::string& model_name) {
  std::string out = model_name;
  for (char& c : out) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return out;
}

int speed_index(const Model& model, const std::string& name) {
  const auto names = model.speed_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::runtime_error("no speed '" + name + "'");
  return static_cast<int>(found - names.begin());
}

}  // namespace zanjir::test
