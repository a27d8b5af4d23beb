// bodies: and frames:
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

constexpr const char* entry_names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

double* entry(Sym3d& I, int k) {
  double* entries[6] = {&I.xx, &I.yy, &I.zz, &I.xy, &I.xz, &I.yz};
  return entries[k];
}

int plane_entry(Plane plane) { return plane == Plane::yz ? 0 : (plane == Plane::xz ? 1 : 2); }  // the moment about the normal

void read_inertia(Reading& r, BodyDescription& body, const Node& node, const KeyPath& path) {
  ObjectReader object(r.values, node, path, schema::inertia);
  if (!object) return;
  Sym3d I{0, 0, 0, 0, 0, 0};
  for (int k = 0; k < 6; ++k) {
    body.inertia_given[static_cast<std::size_t>(k)] = object.has(entry_names[k]);
    *entry(I, k) = object.number(entry_names[k]);
  }
  const Plane plane = r.description.plane;
  const bool all = body.inertia_given[0] && body.inertia_given[1] && body.inertia_given[2];
  const int normal = plane_entry(plane);
  if (plane == Plane::none && !all) {
    object.error("", "`ixx`, `iyy` and `izz` are all needed", "a planar mechanism may say `plane: xy` and give `izz` alone");
  } else if (plane != Plane::none && !body.inertia_given[static_cast<std::size_t>(normal)]) {
    object.error("", std::string("`") + entry_names[normal] + "` is missing", "it is the moment about the normal of the plane");
  }
  if (object.word("about") == "origin") {
    Sym3d moved = I + point_inertia(-body.mass_kg, body.com_m);
    for (int k = 0; k < 6; ++k) {  // in a planar file, entries that are not given stay zero
      if (all || body.inertia_given[static_cast<std::size_t>(k)]) *entry(I, k) = *entry(moved, k);
    }
  }
  body.inertia_com_kg_m2 = I;
  body.inertia_as_published = object.flag("as_published");
}

}  // namespace

void read_body(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  BodyDescription body;
  body.name = r.new_name(key, path);
  body.at = key.at;
  if (body.name == "ground") r.values.error(key.at, path, "`ground` is the world and cannot be described");
  r.add_name(r.bodies, body.name, key.at, path);
  ObjectReader object(r.values, node, path, schema::body);
  if (!object) return;
  body.mass_at = body.inertia_at = node.at;
  body.massless = object.flag("massless");
  if (body.massless) {
    object.only({"massless"}, "on a massless body");
    r.description.bodies.push_back(std::move(body));
    return;
  }
  if (object.has("beam")) {
    object.only({"beam"}, "on an elastic body: mass and inertia are those of the beam");
    body.beam = read_beam(r, object.at("beam"), object.path("beam"));
    r.elastic.insert(body.name);
    r.description.bodies.push_back(std::move(body));
    return;
  }
  if (object.has("mass")) {
    body.mass_at = object.at("mass").at;
    body.mass_kg = object.number("mass");
  } else {
    object.error("", "key `mass` is missing", "write `massless: true` if that is meant");
  }
  body.com_m = object.vector("com");
  if (object.has("inertia")) {
    const Node& inertia = object.at("inertia");
    body.inertia_at = inertia.at;
    if (inertia.is(Node::Kind::scalar)) {
      body.point_mass = inertia.text == "point";
      if (!body.point_mass) object.error("inertia", "`point` or a map with ixx, iyy, izz is wanted");
    } else {
      read_inertia(r, body, inertia, object.path("inertia"));
    }
  } else if (object.has("mass")) {
    object.error("", "key `inertia` is missing", "write `inertia: point` for a point mass");
  }
  r.description.bodies.push_back(std::move(body));
}

void read_frames(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  const NameRef body{r.values.name(key, path), key.at};
  if (!r.values.expect(node, path, Node::Kind::map, "a map of frame names and places")) return;
  if (const std::size_t n = r.description.frames.size(); node.keys.size() > n) {  // those of one body alone may be very many
    r.description.frames.reserve(n + node.keys.size());
    r.frames.reserve(n + node.keys.size());
  }
  for (std::size_t i = 0; i < node.keys.size() && !r.gave_up(); ++i) {
    const KeyPath here = join_path(path, node.keys[i].text);
    FrameDescription frame;
    frame.body = body;
    frame.name = r.new_name(node.keys[i], here);
    r.add_name(r.frames, body.name + "." + frame.name, node.keys[i].at, here);
    frame.pose = r.values.pose(node.items[i], here);
    if (r.outside_block(body)) frame.pose.X = Transformd{r.R_block, {0, 0, 0}} * frame.pose.X;
    r.description.frames.push_back(std::move(frame));
  }
}

}  // namespace zanjir
