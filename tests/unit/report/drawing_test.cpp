#include "zanjir/report/drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "support/zoo.hpp"
#include "zanjir/kinematics/assembly.hpp"

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

}  // namespace
}  // namespace zanjir::test
