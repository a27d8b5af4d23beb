#include "zanjir/draw/drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <regex>
#include <sstream>

#include "support/zoo.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

std::vector<PlotPoint> circles_of(const std::string& svg) {
  static const std::regex circle("<circle cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\"");
  std::vector<PlotPoint> list;
  for (std::sregex_iterator i(svg.begin(), svg.end(), circle), end; i != end; ++i) list.push_back({std::stod((*i)[1]), std::stod((*i)[2])});
  return list;
}
double distance(const PlotPoint& a, const PlotPoint& b) { return std::hypot(a.x - b.x, a.y - b.y); }
int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t i = text.find(what); i != std::string::npos; i = text.find(what, i + 1)) ++n;
  return n;
}

// Joints of the drawing are as far apart as the bars are long, all in one scale.
TEST(Drawing, KeepsTheProportionsOfAFourBar) {
  const Model model = zoo_model("four_bar");
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  const std::string svg = mechanism_svg(model, state);
  const std::vector<PlotPoint> at = circles_of(svg);  // A, B, C, D
  ASSERT_EQ(at.size(), 4u);
  const double scale = distance(at[0], at[3]) / 0.6;  // the ground
  const double rounding = 0.2 / scale;                // a tenth of a pixel at either end
  EXPECT_NEAR(distance(at[0], at[1]) / scale, 0.2, rounding);
  EXPECT_NEAR(distance(at[1], at[2]) / scale, 0.6, rounding);
  EXPECT_NEAR(distance(at[2], at[3]) / scale, 0.5, rounding);
  EXPECT_LT(at[1].y, at[0].y) << "up is up";
  EXPECT_EQ(count(svg, "stroke-width=\"4\""), 3) << "one bar for each body";
  EXPECT_EQ(count(svg, "#D55E00"), 1) << "the driven joint";
  for (const PlotPoint& p : at) EXPECT_TRUE(p.x > 0 && p.x < 360 && p.y > 0 && p.y < 280);
}

TEST(Drawing, ShowsBodiesWithManyJointsAsPlatesAndEveryModelFitsOnTheSheet) {
  EXPECT_EQ(count(mechanism_svg(zoo_model("rrr_3"), initial_state(zoo_model("rrr_3"))), "<polygon"), 1);
  for (const std::string& name : zoo_names()) {
    const Model model = zoo_model(name);
    const std::string svg = mechanism_svg(model, initial_state(model));
    EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0) << name;
    for (const PlotPoint& p : circles_of(svg)) EXPECT_TRUE(p.x >= 0 && p.x <= 360 && p.y >= 0 && p.y <= 280) << name;
  }
}

std::vector<PlotPoint> polyline_of(const std::string& svg, int which) {
  std::size_t at = 0;
  for (int i = 0; i <= which; ++i) at = svg.find("<polyline points=\"", at) + 18;
  std::stringstream numbers(svg.substr(at, svg.find('"', at) - at));
  std::vector<PlotPoint> points;
  char comma = 0;
  for (PlotPoint p; numbers >> p.x >> comma >> p.y;) points.push_back(p);
  return points;
}

// A pinned link with its first mode at 20 mm: a half sine between its joints, which stay where they are whatever the magnification.
TEST(Drawing, BendsElasticBodiesAlongTheirModes) {
  const Model model = zoo_model("elastic_chain_ss");
  State state = initial_state(model);
  const int mode = model.elastic_bodies()[1].q_begin;
  for (const double magnify : {1.0, 4.0}) {
    state.q[mode] = 0.02;
    const std::string svg = postures_svg("", {{"bent", &model, {state}}}, magnify);
    EXPECT_EQ(count(svg, "<polyline"), 3);
    const std::vector<PlotPoint> line = polyline_of(svg, 1);
    const std::vector<PlotPoint> joints = circles_of(svg);
    ASSERT_EQ(line.size(), 49u);
    ASSERT_EQ(joints.size(), 2u);
    EXPECT_LT(distance(line.front(), joints[0]), 0.1);
    EXPECT_LT(distance(line.back(), joints[1]), 0.1);
    const double length_px = distance(line.front(), line.back());  // one metre, level
    for (const std::size_t i : {12u, 24u, 36u}) {
      const double part = static_cast<double>(i) / 48;
      const double above = (line.front().y + (line.back().y - line.front().y) * part - line[i].y) / length_px;
      EXPECT_NEAR(above, 0.02 * magnify * std::sin(std::numbers::pi * part), 0.02 / length_px) << "hundredths of a pixel";
    }
    EXPECT_EQ(count(svg, "stroke-dasharray=\"3 3\""), magnify == 1 ? 0 : 3) << "chords, where it is magnified";
  }
}

// Panels share their scale; states of one panel lie over each other, on one ground.
TEST(Drawing, ShowsPosturesInOneScaleAboveTheirGround) {
  const Model model = zoo_model("elastic_chain_ss");
  State high = initial_state(model), low = high;
  low.q[1] = 0.2;
  const std::string svg = postures_svg("two", {{"both", &model, {high, low}}, {"low alone", &model, {low}}}, 1);
  EXPECT_EQ(count(svg, "<polyline"), 9);
  const std::vector<PlotPoint> joints = circles_of(svg);
  ASSERT_EQ(joints.size(), 6u);
  const double scale = distance(joints[0], joints[1]);  // the middle link, 1 m
  EXPECT_NEAR(distance(joints[4], joints[5]), scale, 0.03);
  EXPECT_NEAR(joints[2].y - joints[0].y, 0.7 * scale, 0.03) << "it fell by 0.7 m";
  EXPECT_NEAR(joints[2].x, joints[0].x, 0.02);
  EXPECT_EQ(count(svg, "stroke=\"currentColor\" stroke-width=\"1.2\"/>"), 2) << "one line of ground per panel";
  const std::string flight = mechanism_svg(model, high);
  static const std::regex line(
      "<line x1=\"([-0-9.]+)\" y1=\"([-0-9.]+)\" x2=\"([-0-9.]+)\" y2=\"([-0-9.]+)\" stroke=\"currentColor\" stroke-width=\"1.2\"/>");
  std::smatch ground;
  ASSERT_TRUE(std::regex_search(flight, ground, line));
  const std::vector<PlotPoint> hinges = circles_of(flight);
  EXPECT_NEAR((std::stod(ground[2]) - hinges[0].y) / distance(hinges[0], hinges[1]), 1.4, 0.003) << "the hinges start 1.4 m above it";
  EXPECT_EQ(ground[2], ground[4]) << "level";
}

}  // namespace
}  // namespace zanjir::test
