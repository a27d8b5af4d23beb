// read_description: file -> text -> tree -> Description. The order of work is fixed by what needs what: parameters first (everything uses
// them), then bodies, frames and joints at the top and in repeated blocks, then what refers to joints.
#include <algorithm>
#include <deque>
#include <set>

#include "zanjir/describe/described_file.hpp"
#include "zanjir/describe/sections.hpp"
#include "zanjir/describe/validate.hpp"
#include "zanjir/language/overrides.hpp"

namespace zanjir {
namespace {

// After `repeat`. Judged before anything is repeated, so that a small file costs no more than a large one.
constexpr std::size_t max_items = 1'000'000;   // entries of all sections
constexpr std::size_t max_values = 5'000'000;  // and what stands in them: 100 000 bodies with fifty values each
constexpr std::size_t max_bodies = 100'000;
constexpr long max_count = 100'000;
constexpr std::size_t max_blocks = 10'000;

using EntryReader = void (*)(Reading&, const Node::Key&, const Node&, const KeyPath&);
struct Section {
  const char* name;
  EntryReader read;
};
constexpr Section sections[] = {{"phases", read_phase},
                                {"bodies", read_body},
                                {"frames", read_frames},
                                {"joints", read_joint},
                                {"loops", read_loop},
                                {"actuators", read_actuator},
                                {"springs", read_spring},
                                {"dampers", read_damper},
                                {"loads", read_load},
                                {"forces", read_frame_law},
                                {"stops", read_stop},
                                {"friction", read_friction},
                                {"contacts", read_contact},
                                {"gaits", read_gait},
                                {"motion", read_motion},
                                {"control", read_control},
                                {"controllers", read_controller},
                                {"look", read_look}};

// A law or a value of a joint that is not there is told by model/, which knows what else its name may have meant. Where there are thousands the file as a
// whole is wrong, and none of them is read.
bool names_joints(Reading& r, const Node& section, const KeyPath& path) {
  constexpr int few = 1000;
  int strangers = 0;
  for (const Node::Key& key : section.keys) {
    const std::string_view joint = key.text.substr(0, key.text.find('.'));
    if (r.joint_types.contains(joint) || r.elastic.contains(std::string(joint)) || ++strangers <= few) continue;
    if (r.all_joints_known)
      r.values.error(key.at, join_path(path, key.text), "no joint '" + std::string(joint) + "'",
                     "nor are there those of a thousand names above; nothing of `" + path.text() + "` was read");
    return false;
  }
  return true;
}

void read_section(Reading& r, const Section& section, const Node& parent, const KeyPath& parent_path) {
  const Node* node = parent.find(section.name);
  const KeyPath path = join_path(parent_path, section.name);
  if (!node || !r.values.expect(*node, path, Node::Kind::map, "a map of names")) return;
  if (section.read == read_motion && !r.block && !names_joints(r, *node, path)) return;
  for (std::size_t i = 0; i < node->keys.size() && !r.gave_up(); ++i) {
    section.read(r, node->keys[i], node->items[i], join_path(path, node->keys[i].text));
  }
}

// -- repeat --------------------------------------------------------------------------------------------------------------------------

std::optional<Block> read_block(Reading& r, const Node& node, const KeyPath& path) {
  ObjectReader object(r.values, node, path, schema::repeat);
  if (!object || !object.has("count")) return std::nullopt;
  Block block;
  block.node = &node;
  block.path = path.text();
  const std::optional<long> count = r.values.integer(object.at("count"), object.path("count"));
  if (count && (*count < 0 || *count > max_count)) object.error("count", "must lie between 0 and 100000");
  block.count = count && *count >= 0 && *count <= max_count ? *count : 0;
  block.index = object.has("index") ? r.values.text(object.at("index"), object.path("index")) : "i";
  if (block.index.empty() || block.index.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") != std::string::npos ||
      block.index == "t" || block.index == "pi")
    object.error("index", "'" + block.index.substr(0, 40) + "' cannot be an index", "use a word of letters, not t or pi");
  if (r.values.parameters.contains(block.index)) object.error("index", "there is a parameter of this name", "choose another with `index:`");
  if (object.has("from")) block.from = r.values.integer(object.at("from"), object.path("from")).value_or(1);
  if (object.has("turn")) {
    const Node& turn = object.at("turn");
    ObjectReader form(r.values, turn, object.path("turn"), schema::turn);
    if (form) {
      form.only({"axis", "angle"}, "here");
      if (!form.has("axis") || !form.has("angle")) {
        form.error("", "`axis` and `angle` are wanted");
      } else if (const auto axis = r.values.direction(form.at("axis"), form.path("axis"))) {
        block.turn_axis = *axis * (1 / norm(*axis));
        block.turn_angle = form.number("angle");
        block.turned = true;
      }
    }
  }
  return block;
}

std::vector<Block> read_blocks(Reading& r, const Node& node) {
  std::vector<Block> blocks;
  if (node.items.size() > max_blocks && node.is(Node::Kind::list)) {
    r.values.error(node.items[max_blocks], "repeat", "more than 10000 blocks");
  } else if (node.is(Node::Kind::list)) {
    for (std::size_t i = 0; i < node.items.size() && !r.gave_up(); ++i) {
      const std::string path = "repeat[" + std::to_string(i) + "]";
      auto block = read_block(r, node.items[i], path);
      if (block) blocks.push_back(std::move(*block));
    }
  } else if (auto block = read_block(r, node, "repeat")) {
    blocks.push_back(std::move(*block));
  }
  return blocks;
}

// How much is to be read: what a map of sections says, once.
struct Amount {
  std::size_t items = 0, bodies = 0, values = 0;
};
std::size_t values_in(const Node& node) {
  std::size_t n = 1;
  for (const Node& item : node.items) n += values_in(item);
  return n;
}
Amount amount_of(const Node& parent) {
  Amount out;
  for (const Section& section : sections) {
    const Node* node = parent.find(section.name);
    if (!node) continue;
    out.items += node->items.size();
    out.values += values_in(*node);
    if (section.read == read_body) out.bodies += node->items.size();
  }
  if (const Node* initial = parent.find("initial")) out.values += values_in(*initial);
  return out;
}
bool fits(Reading& r, const Node& root, const std::vector<Block>& blocks) {
  Amount all;
  const auto add = [&](const Node& node, const KeyPath& path, std::size_t copies) {
    const Amount one = amount_of(node);
    all.items += one.items * copies, all.bodies += one.bodies * copies, all.values += one.values * copies;
    const char* much = all.bodies > max_bodies   ? "more than 100000 bodies"
                       : all.items > max_items   ? "more than 1000000 entries in all"
                       : all.values > max_values ? "more than 5000000 values in all"
                                                 : nullptr;
    if (much) r.values.error(node, path, much);
    r.n_items = all.items;
    return much == nullptr;
  };
  if (!add(root, "", 1)) return false;
  if (!std::all_of(blocks.begin(), blocks.end(), [&](const Block& b) { return add(*b.node, b.path, static_cast<std::size_t>(b.count)); }))
    return false;
  r.description.bodies.reserve(all.bodies);  // large, and so not to be moved again and again
  r.bodies.reserve(all.bodies);
  r.description.joints.reserve(all.bodies);
  r.joints.reserve(all.bodies);
  r.joint_types.reserve(all.bodies);
  return true;
}

// Calls `read` once per copy, with the index and the turn in place. Copies after the first with an error would only repeat it.
template <class Read> void for_each_copy(Reading& r, const Block& block, Read read) {
  r.block = &block;
  for (long k = 0; k < block.count; ++k) {
    r.values.index = Values::Index{block.index, block.from + k};
    r.R_block = rotation_about(block.turn_axis, block.turn_angle * static_cast<double>(k));
    const int errors = r.values.sink().n_errors();
    read();
    if (r.values.sink().n_errors() > errors) break;
  }
  r.block = nullptr;
  r.values.index.reset();
}

void read_everywhere(Reading& r, const Section& section, const Node& root, std::vector<Block>& blocks) {
  const int errors = r.values.sink().n_errors();
  read_section(r, section, root, "");
  for (Block& block : blocks) {
    if (!block.node->find(section.name)) continue;
    const std::size_t first_body = r.description.bodies.size();
    for_each_copy(r, block, [&] { read_section(r, section, *block.node, block.path); });
    for (std::size_t i = first_body; i < r.description.bodies.size(); ++i) block.bodies.insert(r.description.bodies[i].name);
  }
  const bool makes_joints = section.read == read_joint || section.read == read_body;  // a body with modes moves like one
  if (makes_joints && r.values.sink().n_errors() > errors) r.all_joints_known = false;
}

// -- the file ------------------------------------------------------------------------------------------------------------------------

bool right_version(Reading& r, const Node& root) {
  if (!root.is(Node::Kind::map)) {
    r.values.error(root, "", std::string("a description is a map, but this is ") + kind_name(root.kind), "begin with `zanjir: 1`");
    return false;
  }
  const Node* version = root.find("zanjir");
  if (!version) {
    const bool study = root.find("zanjir_study") != nullptr;
    r.values.error(root, "", "key `zanjir` is missing",
                   study ? "this is a study file, not a description" : "begin with `zanjir: 1`, the version of the format");
    return !study;  // everything else can still be checked
  }
  if (version->is(Node::Kind::scalar) && version->text == "1") return true;
  r.values.error(*version, "zanjir", "unknown version of the format", "this program reads version 1");
  return false;
}

void read_root(Reading& r, const Node& root, const std::string& default_name) {
  if (!right_version(r, root)) return;
  Description& d = r.description;
  if (!root.find("zanjir")) {  // said already, better than the schema would
    std::vector<Node::Key> keys(root.keys.begin(), root.keys.end());
    std::vector<Node> items(root.items.begin(), root.items.end());
    keys.push_back({"zanjir", root.at});
    items.emplace_back();
    Node with_version = root;
    with_version.keys = keys;
    with_version.items = items;
    ObjectReader check(r.values, with_version, "", schema::root);
  } else {
    ObjectReader check(r.values, root, "", schema::root);
  }
  const auto text_of = [&](const char* key) { return root.find(key) ? r.values.text(*root.find(key), key) : std::string(); };
  d.name = root.find("name") ? text_of("name") : default_name;
  d.text = text_of("description");
  if (const Node* plane = root.find("plane")) {
    const std::string word = r.values.word(*plane, "plane", schema::find(schema::root, "plane")->choices);
    d.plane = word == "xy" ? Plane::xy : (word == "yz" ? Plane::yz : (word == "xz" ? Plane::xz : Plane::none));
    d.plane_at = plane->at;
  }
  if (const Node* parameters = root.find("parameters")) d.parameters = read_parameters(r.values, *parameters, "parameters");
  if (const Node* gravity = root.find("gravity"))
    d.gravity_m_s2 = r.values.vector(*gravity, "gravity", {dimension::acceleration, schema::Range::any});
  if (const Node* length = root.find("characteristic_length"))
    d.characteristic_length_m = r.values.number(*length, "characteristic_length", {dimension::length, schema::Range::positive});

  std::vector<Block> blocks;
  if (const Node* repeat = root.find("repeat")) blocks = read_blocks(r, *repeat);
  if (!fits(r, root, blocks)) return;
  for (const Section& section : sections) {
    if (!r.gave_up()) read_everywhere(r, section, root, blocks);
  }
  if (const Node* initial = root.find("initial")) {
    const bool good = std::all_of(initial->items.begin(), initial->items.end(), [&](const Node& map) { return names_joints(r, map, "initial"); });
    if (good) read_initial(r, *initial, "initial");
  }
  for (const Block& block : blocks) {
    const Node* initial = block.node->find("initial");
    const KeyPath path(block.path);
    if (initial) for_each_copy(r, block, [&] { read_initial(r, *initial, join_path(path, "initial")); });
  }
  if (const Node* base = root.find("base")) read_base(r, *base, "base");
}

// -- what the whole means ------------------------------------------------------------------------------------------------------------

bool has_errors(const std::vector<Diagnostic>& list) {
  return std::any_of(list.begin(), list.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
}
// "bodies.arm" of "bodies.arm.mass"; nothing for what is not said about one entry of one section at the top.
std::string entry_of(const std::string& path) {
  const std::size_t first = path.find('.');
  const bool known = std::any_of(std::begin(sections), std::end(sections), [&](const Section& s) { return path.compare(0, first, s.name) == 0; });
  return first == std::string::npos || !known ? "" : path.substr(0, path.find('.', first + 1));
}
// An entry that could not be read holds stand-ins, and so does everything when a parameter is wrong: their faults would be invented.
void add_what_is_new(std::vector<Diagnostic> found, std::vector<Diagnostic>& said) {
  std::set<std::string> entries;
  for (const Diagnostic& d : said) {
    if (d.severity != Severity::error) continue;
    if (entry_of(d.key_path).empty()) return;
    entries.insert(entry_of(d.key_path));
  }
  for (Diagnostic& d : found)
    if (!entries.contains(entry_of(d.key_path))) said.push_back(std::move(d));
}

}  // namespace

Result<Description> read_description_text(const std::string& text, const std::string& name, const Overrides& overrides, const NamedFiles& files) {
  DiagnosticSink sink({name});
  std::deque<std::string> override_texts;
  Result<Description> result;
  NodeStore store;
  Node root = parse_document(text, 0, sink, store);
  if (!sink.has_errors() || !root.is(Node::Kind::null)) {  // a repeated key does not hide what else is wrong
    Reading reading(sink, files);
    reading.values.add_source(0, SourceLines(text));
    if (root.is(Node::Kind::map)) apply_overrides(root, overrides, reading.values, override_texts, store, schema::root);
    read_root(reading, root, std::filesystem::path(name).stem().string());
    if (reading.gave_up()) sink.error({0, 1, 1}, "", "too many errors; the rest of the file was not read");
    reading.description.files = sink.files();
    DiagnosticSink meaning(sink.files());
    if (!reading.gave_up()) validate(reading.description, meaning);
    result.diagnostics = sink.take();
    add_what_is_new(meaning.take(), result.diagnostics);
    if (!has_errors(result.diagnostics)) result.value = std::move(reading.description);
    return result;
  }
  result.diagnostics = sink.take();
  return result;
}

Result<Description> read_description_text(const std::string& text, const std::string& name, const Overrides& overrides,
                                          const std::filesystem::path& folder) {
  return read_description_text(text, name, overrides, NamedFiles(folder));
}

Result<Description> read_description(const std::filesystem::path& path, const Overrides& overrides) {
  Result<DescribedFile> file = read_described_file(path, overrides);
  if (!file) return {std::nullopt, std::move(file.diagnostics)};
  return {std::move(file->description), std::move(file.diagnostics)};
}

}  // namespace zanjir
