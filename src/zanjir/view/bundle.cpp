#include "zanjir/view/bundle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "zanjir/view/whole_numbers.hpp"

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;

Json exact(const std::vector<float>& values) { return json_of<Json>(exactly(values)); }
Json whole(const std::vector<std::uint32_t>& values) {
  const std::vector<double> numbers(values.begin(), values.end());
  return json_of<Json>(in_steps(numbers, 1));
}
Json instants(const std::vector<double>& values) { return json_of<Json>(to_fifteen_digits(values)); }
Json mesh_json(const Mesh& mesh) { return {{"positions", exact(mesh.positions)}, {"triangles", whole(mesh.triangles)}}; }

// Steps of positions: 0.12 micrometres at most, finer for small mechanisms; those of beams, which may be drawn a thousand times as large, finer still.
constexpr double turn_step = 0x1p-23;
double place_step(const Scene& scene) { return std::ldexp(turn_step, scene.size_m > 0 ? std::min(0, std::ilogb(scene.size_m)) : 0); }

// Places x y z qw qx qy qz of `each` things per instant, column by column. A quaternion and its negative are the same turn: the one nearer to that before is taken.
Json columns(const std::vector<float>& places, std::size_t n_instants, double step) {
  const std::size_t width = n_instants > 0 ? places.size() / n_instants : 0;
  std::vector<double> column(n_instants);
  std::vector<float> turned = places;
  for (std::size_t r = 1; r < n_instants; ++r) {
    for (std::size_t k = 0; k < width / 7; ++k) {
      float* q = &turned[r * width + 7 * k + 3];
      const float* before = q - width;
      if (q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] < 0)
        for (int i = 0; i < 4; ++i) q[i] = -q[i];
    }
  }
  Json out = Json::array();
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < n_instants; ++r) column[r] = turned[r * width + c];
    out.push_back(json_of<Json>(in_steps(column, c % 7 < 3 ? step : turn_step)));
  }
  return out;
}

double digits_of(double x, int n) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", n, x);
  return std::strtod(text, nullptr);
}
double ten_digits(double x) { return digits_of(x, 10); }  // a thousandth of what single precision keeps of poses, and half the letters
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
      for (const Mesh& mesh : g.surface) surface.push_back(mesh_json(mesh));
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
    if (is_new) meshes_.push_back(mesh_json(mesh));
    return found->second;
  }

  const Scene& s_;
  Json meshes_ = Json::array();
  std::map<const Mesh*, std::size_t> numbers_;
};

Json cloud_json(const MapCloud& cloud, double step) {
  Json places = Json::array();
  std::vector<double> column(cloud.places.size() / 3);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < column.size(); ++i) column[i] = cloud.places[3 * i + k];
    places.push_back(json_of<Json>(in_steps(column, step)));
  }
  return {{"frame", cloud.frame}, {"places", places}, {"triangles", whole(cloud.triangles)}, {"values", cloud.values}};
}

Json clip_json(const Clip& clip, const Scene& scene) {
  const PoseTrack& p = clip.poses;
  const std::size_t n = p.t_s.size();
  const double step = place_step(scene);
  Json base = Json::array(), sections = Json::array(), loads = Json::array(), normals = Json::array(), channels = Json::array(),
       events = Json::array();
  for (const Vec3d& b : p.base)
    for (const double x : {b.x, b.y, b.z}) base.push_back(x);
  for (const auto& s : p.sections) sections.push_back(columns(s, n, step / 8));
  for (const auto& l : p.loads) loads.push_back(exact(l));
  for (const auto& normal : p.normals) normals.push_back(exact(normal));
  for (std::size_t c = 0; c < clip.curves.channels.size(); ++c)
    channels.push_back({{"name", clip.curves.channels[c].name},
                        {"unit", clip.curves.channels[c].unit},
                        {"values", json_of<Json>(without_bits(clip.curves.values[c], clip.curves.dropped_bits))}});
  for (const EventRecord& e : clip.events)
    events.push_back(
        {{"t", digits_of(e.t_s, 12)}, {"name", e.name}, {"what", e.what}, {"value", std::isfinite(e.value) ? Json(digits_of(e.value, 7)) : Json()}});
  Json out = {{"name", clip.name},
              {"title", clip.title},
              {"note", clip.note},
              {"scene", clip.scene},
              {"abscissa", {{"name", clip.abscissa}, {"unit", clip.abscissa_unit}}},
              {"walk", clip.walked},
              {"poses",
               {{"t", instants(p.t_s)},
                {"base", base},
                {"values", columns(p.poses, n, step)},
                {"sections", sections},
                {"loads", loads},
                {"normals", normals}}},
              {"curves", {{"t", instants(clip.curves.t)}, {"stands_for", clip.curves.stands_for}, {"channels", channels}}},
              {"events", events}};
  if (clip.map) out["map"] = cloud_json(*clip.map, step);
  return out;
}

}  // namespace

std::string bundle_json(const Bundle& bundle) {
  Json scenes = Json::array(), clips = Json::array();
  for (const Scene& scene : bundle.scenes) scenes.push_back(SceneWriter(scene).write());
  for (const Clip& clip : bundle.clips) clips.push_back(clip_json(clip, bundle.scenes[static_cast<std::size_t>(clip.scene)]));
  Json all = {{"zanjir_view", bundle_version}, {"title", bundle.title}, {"scenes", std::move(scenes)}, {"clips", std::move(clips)}};
  for (const ClipElsewhere& m : bundle.more) all["more"].push_back({{"name", m.name}, {"title", m.title}, {"file", m.file}});
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace zanjir
