#include "support/zoo.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace zanjir::test {

namespace {

std::vector<std::string> names_below(const std::string& folder) {
  namespace fs = std::filesystem;
  const fs::path root = ZANJIR_MODELS_DIR;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() == ".yaml") names.push_back(fs::relative(entry.path(), root).replace_extension("").generic_string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_hard(const std::string& name) { return name.rfind("hard/", 0) == 0; }

// A tree has one joint per body.
bool has_loops(const std::string& name) {
  const Description d = read_zoo(name);
  return d.joints.size() > d.bodies.size() || !d.distances.empty() || !d.gears.empty();
}

bool is_elastic(const std::string& name) {
  const Description d = read_zoo(name);
  return std::any_of(d.bodies.begin(), d.bodies.end(), [](const BodyDescription& body) { return body.beam.has_value(); });
}

template <class Wanted> std::vector<std::string> names_of(Wanted&& wanted) {
  std::vector<std::string> names = names_below("");
  names.erase(std::remove_if(names.begin(), names.end(), [&](const std::string& name) { return is_hard(name) || !wanted(name); }), names.end());
  return names;
}

}  // namespace

std::vector<std::string> zoo_names() { return names_of([](const std::string& name) { return !is_elastic(name) && !has_loops(name); }); }
std::vector<std::string> loop_names() { return names_of([](const std::string& name) { return !is_elastic(name) && has_loops(name); }); }
std::vector<std::string> elastic_names() { return names_of(is_elastic); }

std::vector<std::string> hard_names() { return names_below("hard"); }

Description read_zoo(const std::string& name, const Overrides& overrides) {
  Result<Description> result = read_description(std::filesystem::path(ZANJIR_MODELS_DIR) / (name + ".yaml"), overrides);
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
