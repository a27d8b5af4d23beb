#include "zanjir/view/shown_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

// The points that are shown, as a way through the map: row after row, there and back.
std::vector<int> chosen_points(const Map& map, std::size_t most) {
  std::vector<int> out;
  for (int level = 0; level <= map.question.depth; ++level) {
    std::vector<int> here;
    for (std::size_t i = 0; i < map.points.size(); ++i)
      if (map.points[i].stands && map.points[i].level == level) here.push_back(static_cast<int>(i));
    if (level > 0 && out.size() + here.size() > most) break;  // a part of a level would leave holes
    for (const std::uint64_t k : even_rows(here.size(), most)) out.push_back(here[k]);
  }
  const auto place = [&](int i) { return map.points[static_cast<std::size_t>(i)].at; };
  std::sort(out.begin(), out.end(), [&](int a, int b) {
    const LatticePlace p = place(a), q = place(b);
    if (p[2] != q[2]) return p[2] < q[2];
    if (p[1] != q[1]) return p[1] < q[1];
    return p[1] / std::max(1, map.finest()) % 2 == 0 ? p[0] < q[0] : q[0] < p[0];
  });
  return out;
}

// Whose place stands for a point: the frame that an axis names, else the last body.
struct Shown {
  FrameId frame;
  bool turns = false;  // no axis is a place of it
};
Shown shown_frame(const Model& model, const Map& map) {
  std::optional<FrameId> turning;
  for (const MapAxis& axis : map.question.axes) {
    const std::string& name = axis.of.name;
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) continue;
    const std::string part = name.substr(dot);
    const auto frame = model.find_frame(name.substr(0, dot));
    if (frame && (part == ".x" || part == ".y" || part == ".z")) return {*frame};
    if (const std::size_t turn = name.find(".turn."); turn != std::string::npos && !turning) turning = model.find_frame(name.substr(0, turn));
  }
  if (turning) return {*turning, true};
  for (std::size_t i = model.bodies().size(); i-- > 1;)
    if (const auto frame = model.find_frame(model.bodies()[i].name)) return {*frame};
  return {FrameId{}};
}

// Two triangles of each cell whose corners are all shown and feasible; one where only three are.
std::vector<std::uint32_t> surface(const Map& map, const std::vector<int>& points) {
  std::vector<std::uint32_t> out;
  if (map.n_axes() != 2) return out;
  std::map<int, std::uint32_t> number;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (map.points[static_cast<std::size_t>(points[i])].feasible()) number.emplace(points[i], static_cast<std::uint32_t>(i));
  const auto add = [&](const std::vector<int>& corners) {
    std::vector<std::uint32_t> known;
    for (const int c : corners)
      if (const auto found = number.find(c); c >= 0 && found != number.end()) known.push_back(found->second);
    if (known.size() < 3) return;
    out.insert(out.end(), {known[0], known[1], known[2]});
    if (known.size() == 4) out.insert(out.end(), {known[0], known[2], known[3]});
  };
  const auto ring = [&](const MapCell& cell) {  // around it
    return std::vector<int>{map.corner(cell, 0), map.corner(cell, 1), map.corner(cell, 3), map.corner(cell, 2)};
  };
  // Cells finer than the points that are shown are drawn as the one they lie in.
  int finest = 1;
  for (const MapCell& cell : map.cells) finest = std::max(finest, cell.size);
  for (const int p : points)
    if (map.points[static_cast<std::size_t>(p)].level > 0) finest = std::min(finest, map.finest() >> map.points[static_cast<std::size_t>(p)].level);
  std::map<LatticePlace, MapCell> drawn;
  for (MapCell cell : map.cells) {
    if (cell.size < finest) {
      for (int k = 0; k < map.n_axes(); ++k) cell.at[static_cast<std::size_t>(k)] -= cell.at[static_cast<std::size_t>(k)] % finest;
      cell.size = finest;
    }
    drawn.emplace(cell.at, cell);
  }
  for (const auto& [at, cell] : drawn) add(ring(cell));
  return out;
}

}  // namespace

const MapPoint* standing_point(const Map& map) {
  if (map.home >= 0 && map.points[static_cast<std::size_t>(map.home)].stands) return &map.points[static_cast<std::size_t>(map.home)];
  const auto found = std::find_if(map.points.begin(), map.points.end(), [](const MapPoint& p) { return p.stands; });
  return found == map.points.end() ? nullptr : &*found;
}

std::optional<Clip> map_clip(const Model& model, const Scene& scene, const Map& map, std::size_t most) {
  const auto& axes = map.question.axes;
  if (std::any_of(axes.begin(), axes.end(), [](const MapAxis& a) { return a.is_parameter(); }) || !standing_point(map)) return std::nullopt;
  const std::vector<int> points = chosen_points(map, std::max<std::size_t>(most, 2));
  const Shown shown = shown_frame(model, map);
  const Frame& frame = model.frame(shown.frame);
  const double arm_m = shown.turns ? 0.4 * scene.size_m : 0;

  Clip clip;
  clip.abscissa = "point", clip.abscissa_unit = "1";
  std::vector<Channel> channels = {{"point", "1"}};
  for (std::size_t k = 0; k < axes.size(); ++k) channels.push_back({axes[k].name(), map.axis_units[k]});
  MapCloud cloud;
  cloud.frame = frame.name;
  for (std::size_t c = 0; c < map.numbers.size(); ++c) {
    channels.push_back({(c < map.n_values() ? "" : "limit ") + map.numbers[c].name, map.numbers[c].unit});
    cloud.values.push_back(channels.back().name);
  }
  CurveTaker curves(channels, points.size(), points.size());
  PoseTaker poses(model, scene);
  Workspace ws(model);
  State state;
  std::vector<double> row(channels.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const MapPoint& p = map.points[static_cast<std::size_t>(points[i])];
    map.state_of(points[i], state);
    poses.add(state, static_cast<double>(i));
    update_positions(model, state, ws);
    const Transformd X = frame_pose(model, ws, frame);
    const Vec3d at = X.p + X.R * Vec3d{0, 0, arm_m};
    cloud.places.insert(cloud.places.end(), {at.x, at.y, at.z});
    row[0] = static_cast<double>(i);
    for (std::size_t k = 0; k < axes.size(); ++k) row[1 + k] = map.coordinate(static_cast<int>(k), p.at[k]);
    for (std::size_t c = 0; c < map.numbers.size(); ++c) row[1 + axes.size() + c] = map.number(points[i], c);
    curves.add(row);
  }
  cloud.triangles = surface(map, points);
  clip.poses = poses.take();
  clip.curves = curves.take();
  clip.map = std::move(cloud);
  const auto n_standing = std::count_if(map.points.begin(), map.points.end(), [](const MapPoint& p) { return p.stands; });
  clip.note = fmt::format("A map: click it, and the mechanism stands there{}. ",
                          shown.turns ? " (shown is where the z axis of " + frame.name + " points)" : "");
  if (points.size() < static_cast<std::size_t>(n_standing))
    clip.note += fmt::format("{} of its {} points are in this page. ", points.size(), n_standing);
  return clip;
}

}  // namespace zanjir
