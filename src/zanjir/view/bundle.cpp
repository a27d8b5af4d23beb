#include "zanjir/view/bundle.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;
static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

std::string base64(const void* data, std::size_t n) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::string out;
  out.reserve((n + 2) / 3 * 4);
  for (std::size_t i = 0; i < n; i += 3) {
    const std::size_t left = n - i;
    const std::uint32_t three = (std::uint32_t{bytes[i]} << 16) | (left > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    out += letters[three >> 18];
    out += letters[(three >> 12) & 63];
    out += left > 1 ? letters[(three >> 6) & 63] : '=';
    out += left > 2 ? letters[three & 63] : '=';
  }
  return out;
}
template <class T> std::string base64(const std::vector<T>& values) { return base64(values.data(), values.size() * sizeof(T)); }

// To ten digits: a thousandth of what single precision keeps of poses, and half the letters.
double ten_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", x);
  return std::strtod(text, nullptr);
}
Json triple(const Vec3d& a) { return Json::array({ten_digits(a.x), ten_digits(a.y), ten_digits(a.z)}); }
Json place(const Transformd& X) {  // x y z qw qx qy qz
  const Quatd q = spatial::to_quaternion(X.R);
  Json out = triple(X.p);
  for (const double x : {q.w, q.x, q.y, q.z}) out.push_back(ten_digits(x));
  return out;
}

class SceneWriter {
 public:
  explicit SceneWriter(const Scene& scene) : s_(scene) {}

  Json write() {
    constexpr const char* planes[] = {"", "xy", "yz", "xz"};
    Json out = {{"name", s_.name},
                {"plane", planes[static_cast<std::size_t>(s_.plane)]},
                {"gravity", triple(s_.gravity)},
                {"size", s_.size_m},
                {"thickness", s_.thickness_m}};
    Json bodies = Json::array(), shapes = Json::array(), joints = Json::array(), lines = Json::array(), grounds = Json::array(),
         contacts = Json::array(), elastic = Json::array(), points = Json::array(), loads = Json::array();
    for (std::size_t i = 0; i < s_.bodies.size(); ++i) bodies.push_back({{"name", s_.bodies[i]}, {"made", static_cast<bool>(s_.made[i])}});
    for (const SceneShape& shape : s_.shapes) shapes.push_back(shape_json(shape));
    for (const SceneJoint& j : s_.joints) {
      Json axes = Json::array();
      for (const Vec3d& axis : j.axes) axes.push_back(triple(axis));
      joints.push_back({{"name", j.name},
                        {"type", name_of(j.type)},
                        {"parent", j.parent},
                        {"child", j.child},
                        {"at_parent", place(j.X_PJ)},
                        {"at_child", place(j.X_CJ)},
                        {"axes", axes},
                        {"driven", j.driven},
                        {"cut", j.cut}});
    }
    constexpr const char* kinds[] = {"spring", "damper", "rod"};
    for (const SceneLine& l : s_.lines)
      lines.push_back({{"name", l.name},
                       {"kind", kinds[static_cast<std::size_t>(l.kind)]},
                       {"a", l.a},
                       {"p_a", triple(l.p_a)},
                       {"b", l.b},
                       {"p_b", triple(l.p_b)}});
    for (const SceneGround& g : s_.grounds) {
      Json surface = Json::array();
      for (const Mesh& mesh : g.surface) surface.push_back({{"positions", base64(mesh.positions)}, {"triangles", base64(mesh.triangles)}});
      grounds.push_back({{"point", triple(g.ground.plane.point)}, {"normal", triple(g.ground.plane.normal)}, {"surface", surface}});
    }
    for (const SceneContact& c : s_.contacts)
      contacts.push_back({{"name", c.name}, {"body", c.body}, {"ground", c.ground}, {"at", triple(c.p)}, {"radius", c.radius_m}});
    for (const SceneElastic& e : s_.elastic)
      elastic.push_back({{"body", e.body}, {"stations", e.stations.size()}, {"length", e.stations.back().x_m}, {"free_end", e.free_end}});
    for (const ScenePoint& p : s_.points) points.push_back({{"name", p.name}, {"body", p.body}, {"at", triple(p.X_BF.p)}, {"traced", p.traced}});
    for (const SceneLoad& l : s_.loads) loads.push_back({{"name", l.name}, {"body", l.body}, {"at", triple(l.p)}});
    out["loads"] = loads;
    out["bodies"] = bodies, out["shapes"] = shapes, out["joints"] = joints, out["lines"] = lines, out["grounds"] = grounds,
    out["contacts"] = contacts;
    out["elastic"] = elastic, out["points"] = points, out["meshes"] = meshes_;
    return out;
  }

 private:
  Json shape_json(const SceneShape& shape) {
    const LookDescription& look = shape.look;
    Json out = {{"body", shape.body}, {"shape", word_of(look.shape)}, {"at", place(look.X)}};
    if (look.shape == LookShape::box) out["size"] = triple(look.size_m);
    if (look.radius_m > 0) out["radius"] = look.radius_m;
    if (look.length_m > 0) out["length"] = look.length_m;
    if (!look.outline_m.empty()) {
      out["outline"] = Json::array();
      for (const Vec3d& p : look.outline_m) out["outline"].push_back(triple(p));
    }
    if (!look.colour.empty()) out["colour"] = look.colour;
    if (look.mesh) out["mesh"] = mesh_number(*look.mesh);
    if (shape.generated) out["generated"] = true;
    if (shape.solid) out["solid"] = true;
    return out;
  }
  std::size_t mesh_number(const Mesh& mesh) {  // repeated blocks read the same file again: it is written once per copy of the triangles
    const auto [found, is_new] = numbers_.emplace(&mesh, meshes_.size());
    if (is_new) meshes_.push_back({{"positions", base64(mesh.positions)}, {"triangles", base64(mesh.triangles)}});
    return found->second;
  }

  const Scene& s_;
  Json meshes_ = Json::array();
  std::map<const Mesh*, std::size_t> numbers_;
};

Json clip_json(const Clip& clip) {
  const PoseTrack& p = clip.poses;
  Json base = Json::array(), sections = Json::array(), loads = Json::array(), normals = Json::array(), channels = Json::array(),
       events = Json::array();
  for (const Vec3d& b : p.base)
    for (const double x : {b.x, b.y, b.z}) base.push_back(x);
  for (const auto& s : p.sections) sections.push_back(base64(s));
  for (const auto& l : p.loads) loads.push_back(base64(l));
  for (const auto& n : p.normals) normals.push_back(base64(n));
  for (std::size_t c = 0; c < clip.curves.channels.size(); ++c)
    channels.push_back({{"name", clip.curves.channels[c].name}, {"unit", clip.curves.channels[c].unit}, {"values", base64(clip.curves.values[c])}});
  for (const EventRecord& e : clip.events)
    events.push_back({{"t", e.t_s}, {"name", e.name}, {"what", e.what}, {"value", std::isfinite(e.value) ? Json(e.value) : Json()}});
  return {
      {"name", clip.name},
      {"title", clip.title},
      {"note", clip.note},
      {"scene", clip.scene},
      {"abscissa", {{"name", clip.abscissa}, {"unit", clip.abscissa_unit}}},
      {"walk", clip.walked},
      {"poses", {{"t", base64(p.t_s)}, {"base", base}, {"values", base64(p.poses)}, {"sections", sections}, {"loads", loads}, {"normals", normals}}},
      {"curves", {{"t", base64(clip.curves.t)}, {"stands_for", clip.curves.stands_for}, {"channels", channels}}},
      {"events", events}};
}

}  // namespace

std::string bundle_json(const Bundle& bundle) {
  Json scenes = Json::array(), clips = Json::array();
  for (const Scene& scene : bundle.scenes) scenes.push_back(SceneWriter(scene).write());
  for (const Clip& clip : bundle.clips) clips.push_back(clip_json(clip));
  const Json all = {{"zanjir_view", bundle_version}, {"title", bundle.title}, {"scenes", std::move(scenes)}, {"clips", std::move(clips)}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace zanjir
