#include "zanjir/view/shown_map.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/zoo.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/map/make_map.hpp"

namespace zanjir::test {
namespace {

MapAxis axis(const std::string& name, double from, double to, int cells) {
  return {{name, {}}, {from, Knowledge::factor, {}}, {to, Knowledge::factor, {}}, cells};
}

struct Shown {
  Model model;
  Map map;
  Scene scene;
};
Shown reach_of_the_arm(int depth) {
  const Description d = read_zoo("arm_2r");
  Model model = build(d);
  MapQuestion q;
  q.axes = {axis("forearm.tip.x", -0.9, 0.9, 6), axis("forearm.tip.y", -0.9, 0.9, 6)};
  q.values = {{"shoulder.force", {}}};
  q.depth = depth;
  Progress quiet;
  std::string why;
  std::optional<Map> map = make_map(model, q, {}, {quiet, never_cancelled()}, why);
  EXPECT_TRUE(map) << why;
  Scene scene = make_scene(model, d.looks, {0, standing_point(*map)->q.vector(), VecX::Zero(model.nv())});
  return {std::move(model), std::move(*map), std::move(scene)};
}

// Every point of the clip is a point of the map, with the tip of the arm at its coordinates and the value that the map has there.
TEST(ShownMap, PutsTheMechanismWhereTheMapSays) {
  const Shown s = reach_of_the_arm(1);
  const std::optional<Clip> clip = map_clip(s.model, s.scene, s.map, 10'000);
  ASSERT_TRUE(clip && clip->map);
  const std::size_t n = clip->poses.t_s.size();
  EXPECT_EQ(n, static_cast<std::size_t>(std::count_if(s.map.points.begin(), s.map.points.end(), [](const MapPoint& p) { return p.stands; })));
  ASSERT_EQ(clip->map->places.size(), 3 * n);
  ASSERT_EQ(clip->curves.channels.size(), 3u);  // two axes and a value
  std::set<std::pair<float, float>> places;
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(clip->map->places[3 * i], clip->curves.values[0][i], 1e-7);  // single precision of the curves
    EXPECT_NEAR(clip->map->places[3 * i + 1], clip->curves.values[1][i], 1e-7);
    places.emplace(clip->curves.values[0][i], clip->curves.values[1][i]);
  }
  EXPECT_EQ(places.size(), n);
  EXPECT_EQ(clip->map->values, std::vector<std::string>{"shoulder.force"});
}

// The surface covers what is feasible: its area is that of the cells between feasible points, all of it inside the annulus, and no corner is missing.
TEST(ShownMap, SurfaceCoversWhatIsFeasible) {
  const Shown s = reach_of_the_arm(0);
  const std::optional<Clip> clip = map_clip(s.model, s.scene, s.map, 10'000);
  ASSERT_TRUE(clip && clip->map);
  const auto& t = clip->map->triangles;
  ASSERT_FALSE(t.empty());
  double area = 0, whole = 0;
  const auto at = [&](std::uint32_t i) { return Vec3d{clip->map->places[3 * i], clip->map->places[3 * i + 1], clip->map->places[3 * i + 2]}; };
  for (std::size_t k = 0; k < t.size(); k += 3) {
    ASSERT_LT(std::max({t[k], t[k + 1], t[k + 2]}), clip->poses.t_s.size());
    area += norm(cross(at(t[k + 1]) - at(t[k]), at(t[k + 2]) - at(t[k]))) / 2;
  }
  for (const MapCell& cell : s.map.cells) {
    int inside = 0;
    for (int c = 0; c < 4; ++c) inside += s.map.points[static_cast<std::size_t>(s.map.corner(cell, c))].feasible();
    whole += inside == 4 ? 1 : inside == 3 ? 0.5 : 0;
  }
  EXPECT_NEAR(area, whole * 0.3 * 0.3, 5e-14);
}

TEST(ShownMap, KeepsCoarsePointsWhereThereIsNoRoom) {
  const Shown s = reach_of_the_arm(2);
  const std::optional<Clip> few = map_clip(s.model, s.scene, s.map, 49);
  ASSERT_TRUE(few);
  EXPECT_LE(few->poses.t_s.size(), 49u);
  EXPECT_NE(few->note.find("points are in this page"), std::string::npos);
  EXPECT_FALSE(few->map->triangles.empty());
}

}  // namespace
}  // namespace zanjir::test
