// bodies: and frames:
#include <Eigen/Eigenvalues>
#include <cstdio>

#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

constexpr const char* entry_names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

double* entry(Sym3d& I, int k) {
  double* entries[6] = {&I.xx, &I.yy, &I.zz, &I.xy, &I.xz, &I.yz};
  return entries[k];
}

int plane_entry(Plane plane) { return plane == Plane::yz ? 0 : (plane == Plane::xz ? 1 : 2); }  // the moment about the normal

struct Objection {
  std::string message, hint;
};
// Why no body can have this inertia about its mass centre. Zero about one axis is a thin rod, and allowed.
std::optional<Objection> not_physical(const Sym3d& I, bool as_published) {
  Eigen::Matrix3d m;
  m << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  const Eigen::Vector3d p = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(m, Eigen::EigenvaluesOnly).eigenvalues();
  const double tolerance =
      1e-9 * std::max(p[2], 0.0);  // numbers are copied from drawings with few digits, never with fewer errors than this
  const auto text = [](double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", x);
    return std::string(buffer);
  };
  const std::string moments = "principal moments about the mass centre: " + text(p[0]) + ", " + text(p[1]) + ", " + text(p[2]);
  if (!(p[2] > 0)) return Objection{"the inertia is zero or negative (" + moments + ")", "a point mass is written `inertia: point`"};
  if (p[0] < -tolerance) return Objection{"the inertia is not positive (" + moments + ")", "check the signs of ixy, ixz, iyz, and `about`"};
  if (!as_published && p[2] > p[0] + p[1] + tolerance)
    return Objection{"no body has this inertia: one moment is larger than the sum of the others (" + moments + ")",
                     "check it, or write `as_published: true` to take it as it is"};
  return std::nullopt;
}

void read_inertia(Reading& r, BodyDescription& body, const Node& node, const std::string& path) {
  ObjectReader object(r.values, node, path, schema::inertia);
  if (!object) return;
  const int errors = r.values.sink().n_errors();
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
  if (r.values.sink().n_errors() > errors) return;
  if (all) {
    if (const auto why = not_physical(I, body.inertia_as_published)) r.values.error(node, path, why->message, why->hint);
  } else if (!(*entry(I, normal) > 0)) {
    r.values.error(node, path, std::string("`") + entry_names[normal] + "` about the mass centre is not positive",
                   "check `about`, or write `inertia: point`");
  }
}

}  // namespace

void read_body(Reading& r, const Node::Key& key, const Node& node, const std::string& path) {
  BodyDescription body;
  body.name = r.new_name(key, path);
  body.at = key.at;
  if (body.name == "ground") r.values.sink().error(key.at, path, "`ground` is the world and cannot be described");
  r.add_name(r.bodies, body.name, key.at, path);
  if (r.bodies.size() == 100'001) r.values.sink().error(key.at, path, "more than 100000 bodies");
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
    const std::optional<double> mass = r.values.number(object.at("mass"), object.path("mass"), {dimension::mass, schema::Range::any});
    if (mass && *mass <= 0) object.error("mass", "must be greater than zero", "write `massless: true` for a body without mass");
    body.mass_kg = mass.value_or(1);
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

void read_frames(Reading& r, const Node::Key& key, const Node& node, const std::string& path) {
  const NameRef body{r.values.name(key, path), key.at};
  if (!r.values.expect(node, path, Node::Kind::map, "a map of frame names and places")) return;
  for (std::size_t i = 0; i < node.keys.size() && !r.gave_up(); ++i) {
    const std::string here = join_path(path, node.keys[i].text);
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
