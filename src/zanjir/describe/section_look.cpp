// look:
#include <cmath>

#include "zanjir/describe/mesh_file.hpp"
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

struct NamedColour {
  std::string_view name, code;
};
constexpr NamedColour named_colours[] = {{"black", "#22262b"},  {"white", "#f2f3f4"},  {"grey", "#8b949e"}, {"steel", "#9aa7b4"},
                                         {"brass", "#c8a14a"},  {"copper", "#b87049"}, {"red", "#c8433b"},  {"orange", "#e08a2e"},
                                         {"yellow", "#e3c341"}, {"green", "#3d9960"},  {"teal", "#2f9c9c"}, {"blue", "#3a78c2"},
                                         {"purple", "#8559b5"}, {"pink", "#cc79a7"},   {"brown", "#7d5a41"}};

// Along an axis: between two points, or about the origin of `at`.
void read_axis(ObjectReader& object, LookDescription& look) {
  look.radius_m = object.number("radius");
  if (!object.has("radius")) object.error("", "key `radius` is missing");
  const bool ends = object.has("from") || object.has("to");
  if (ends == object.has("length") || (ends && !(object.has("from") && object.has("to"))))
    return object.error("", "either `from` and `to`, or `length` is wanted",
                        "for example {shape: capsule, from: [0, 0, 0], to: [0.2, 0, 0], radius: 10 mm}");
  if (!ends) {
    look.length_m = object.number("length");
    return;
  }
  if (object.has("at")) object.error("at", "is not wanted beside `from` and `to`");
  const Vec3d from = object.vector("from"), to = object.vector("to"), along = to - from;
  look.length_m = norm(along);
  if (!(look.length_m > 0)) return object.error("to", "is the same point as `from`");
  const Vec3d z = along * (1 / look.length_m), other = std::abs(z.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d side = cross(z, other), x = side * (1 / norm(side)), y = cross(z, x);
  look.X = {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}, (from + to) * 0.5};
}

void read_plate(Reading& r, ObjectReader& object, LookDescription& look) {
  if (!object.has("points"))
    return object.error("", "key `points` is missing", "the corners of the plate in order, for example [[0, 0, 0], [1, 0, 0], [0, 1, 0]]");
  const Node& points = object.at("points");
  if (!r.values.expect(points, object.path("points"), Node::Kind::list, "a list of points")) return;
  for (std::size_t i = 0; i < points.items.size(); ++i)
    look.outline_m.push_back(r.values.vector(points.items[i], object.path("points", i), {dimension::length, schema::Range::any}));
  if (points.items.size() < 3) object.error("points", "a plate has three corners at least");
  look.length_m = object.number("thickness");
  if (!object.has("thickness")) object.error("", "key `thickness` is missing");
}

void read_mesh(Reading& r, ObjectReader& object, LookDescription& look) {
  look.scale = object.number("scale");
  if (!object.has("file")) return object.error("", "key `file` is missing");
  look.file = r.values.text(object.at("file"), object.path("file"));
  if (look.file.empty()) return;
  const std::filesystem::path file = r.values.folder() / look.file;
  const NamedFiles& files = r.values.files();
  // A picture that is not there keeps nobody from computing.
  if (!files.exists(file))
    return r.values.warning(object.at("file").at, object.path("file"),
                            "'" + look.file + (files.on_disk() ? "' does not exist" : "' is not kept with it"), "the body is drawn without it");
  look.mesh = read_mesh_file(files, file, look.file, look.scale, object.at("file").at, object.path("file").text(), r.values.sink());
}

void read_shape(Reading& r, const NameRef& body, const Node& node, const KeyPath& path) {
  ObjectReader object(r.values, node, path, schema::look);
  if (!object || !object.has("shape")) return;
  LookDescription look;
  look.body = body;
  look.at = node.at;
  const std::optional<LookShape> shape = find_word<LookShape>(object.word("shape"));
  if (!shape) return;  // word() has said so
  look.shape = *shape;
  if (object.has("at")) look.X = r.values.pose(object.at("at"), object.path("at")).X;
  switch (look.shape) {
    case LookShape::box:
      object.only({"shape", "at", "colour", "size"}, "with `shape: box`");
      if (!object.has("size")) object.error("", "key `size` is missing");
      look.size_m = object.vector("size");
      if (object.has("size") && !(look.size_m.x > 0 && look.size_m.y > 0 && look.size_m.z > 0))
        object.error("size", "every edge must be greater than zero");
      break;
    case LookShape::sphere:
      object.only({"shape", "at", "colour", "radius"}, "with `shape: sphere`");
      if (!object.has("radius")) object.error("", "key `radius` is missing");
      look.radius_m = object.number("radius");
      break;
    case LookShape::cylinder:
    case LookShape::capsule:
      object.only({"shape", "at", "colour", "radius", "length", "from", "to"}, "with this shape");
      read_axis(object, look);
      break;
    case LookShape::plate:
      object.only({"shape", "at", "colour", "points", "thickness"}, "with `shape: plate`");
      read_plate(r, object, look);
      break;
    case LookShape::mesh:
      object.only({"shape", "at", "colour", "file", "scale"}, "with `shape: mesh`");
      read_mesh(r, object, look);
      break;
  }
  if (object.has("colour")) {
    const std::string written = r.values.text(object.at("colour"), object.path("colour"));
    const std::optional<std::string> code = colour_code(written);
    if (code) look.colour = *code;
    else object.error("colour", "no colour '" + written.substr(0, 40) + "'", "write \"#rrggbb\", or one of " + colour_words());
  }
  if (r.outside_block(body)) look.X = Transformd{r.R_block, {0, 0, 0}} * look.X;
  r.description.looks.push_back(std::move(look));
}

}  // namespace

std::optional<std::string> colour_code(std::string_view written) {
  for (const NamedColour& c : named_colours)
    if (c.name == written) return std::string(c.code);
  if (written.size() != 7 || written[0] != '#' || written.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string_view::npos)
    return std::nullopt;
  return std::string(written);
}

std::string colour_words() {
  std::string words;
  for (const NamedColour& c : named_colours) words += (words.empty() ? "" : ", ") + std::string(c.name);
  return words;
}

void read_look(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  const NameRef body{r.values.name(key, path), key.at};
  if (!node.is(Node::Kind::list)) return read_shape(r, body, node, path);
  for (std::size_t i = 0; i < node.items.size() && !r.gave_up(); ++i) read_shape(r, body, node.items[i], item_path(path, i));
}

}  // namespace zanjir
