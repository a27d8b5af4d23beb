// Pictures are read back: tick labels and their pixels give the scale, the path must lie where the values say.
#include "zanjir/draw/plot.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <regex>
#include <set>

#include "zanjir/draw/png.hpp"

using namespace zanjir;

namespace {

struct Tick {
  double value, pixel;
};

// Ticks of an axis as they are printed; "−" is the minus sign, 10⁻³ a power.
std::vector<Tick> ticks_in(const std::string& svg, const std::string& axis) {
  std::vector<Tick> ticks;
  const std::regex text("<text x=\"([^\"]*)\" y=\"([^\"]*)\"[^>]*class=\"tick-" + axis + "\">([^<]*)</text>");
  for (std::sregex_iterator it(svg.begin(), svg.end(), text), end; it != end; ++it) {
    std::string label = std::regex_replace((*it)[3].str(), std::regex("−"), "-");
    double value = 0;
    if (label.starts_with("10") && label.size() > 2 && static_cast<unsigned char>(label[2]) >= 0x80) {
      std::string power = label.substr(2);
      const char* from[] = {"⁻", "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
      const char* to[] = {"-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
      for (int k = 0; k < 11; ++k) power = std::regex_replace(power, std::regex(from[k]), to[k]);
      value = std::pow(10.0, std::stod(power));
    } else {
      value = std::stod(label);
    }
    ticks.push_back({value, axis == "x" ? std::stod((*it)[1]) : std::stod((*it)[2]) - 4});  // a label's baseline stands 4 below its tick
  }
  return ticks;
}

std::vector<std::vector<PlotPoint>> curve_in(const std::string& svg, std::size_t which = 0) {
  const std::string mark = "<path class=\"curve\" d=\"";  // searched by hand: std::regex recurses once per character of a match
  std::size_t at = svg.find(mark);
  for (std::size_t i = 0; i < which; ++i) at = svg.find(mark, at + 1);
  const std::string d = svg.substr(at + mark.size(), svg.find('"', at + mark.size()) - at - mark.size());
  std::vector<std::vector<PlotPoint>> pieces;
  const std::regex point("([ML])([-0-9.]+),([-0-9.]+)");
  for (std::sregex_iterator p(d.begin(), d.end(), point), end; p != end; ++p) {
    if ((*p)[1] == "M") pieces.emplace_back();
    pieces.back().push_back({std::stod((*p)[2]), std::stod((*p)[3])});
  }
  return pieces;
}

double pixel_of(const std::vector<Tick>& ticks, double value, bool log) {
  const auto f = [&](double v) { return log ? std::log10(v) : v; };
  const Tick &a = ticks.front(), &b = ticks.back();
  return a.pixel + (f(value) - f(a.value)) / (f(b.value) - f(a.value)) * (b.pixel - a.pixel);
}

constexpr double printed = 0.011;  // pixels are printed to a hundredth, on both sides of the comparison

}  // namespace

TEST(LinearTicks, AreRoundEvenAndInside) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10.0, std::uniform_real_distribution(-12.0, 12.0)(random));
    const double from = size * std::uniform_real_distribution(-1.0, 1.0)(random),
                 to = from + size * std::uniform_real_distribution(0.01, 2.0)(random);
    const Ticks t = linear_ticks(from, to, 6);
    ASSERT_GE(t.at.size(), 2u) << from << " " << to;
    ASSERT_LE(t.at.size(), 7u) << from << " " << to;
    ASSERT_EQ(t.at.size(), t.labels.size());
    const double step = t.at[1] - t.at[0], slack = 1e-8 * (to - from);
    EXPECT_GE(t.at.front(), from - slack);
    EXPECT_LE(t.at.back(), to + slack);
    const double digit = step / std::pow(10.0, std::floor(std::log10(step) + 1e-6));
    EXPECT_TRUE(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6) << step;
    for (std::size_t k = 1; k < t.at.size(); ++k) {
      EXPECT_NEAR(t.at[k] - t.at[k - 1], step, 6e-13 * step);
      EXPECT_NE(t.labels[k], t.labels[k - 1]) << from << " " << to;
    }
  }
}

TEST(LinearTicks, LabelsReadAsTheirValues) {
  EXPECT_EQ(linear_ticks(0, 1, 5).labels, (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(linear_ticks(-10, 10, 4).labels, (std::vector<std::string>{"−10", "−5", "0", "5", "10"}));
  const Ticks small = linear_ticks(0, 3e-7, 3);
  EXPECT_EQ(small.power, -7);
  EXPECT_EQ(small.labels, (std::vector<std::string>{"0", "1", "2", "3"}));
}

TEST(LogTicks, AreDecades) {
  EXPECT_EQ(log_ticks(1e-6, 1, 6).at, (std::vector<double>{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}));
  EXPECT_EQ(log_ticks(1, 10, 6).at, (std::vector<double>{1, 2, 5, 10}));
  EXPECT_LE(log_ticks(1e-300, 1e300, 6).at.size(), 8u);
  EXPECT_EQ(log_ticks(1e-5, 1e-3, 4).labels.front(), "10⁻⁵");
}

TEST(PlotSvg, PutsValuesWhereTheTicksSay) {
  for (const bool log : {false, true}) {
    Plot plot;
    plot.y.scale = log ? AxisScale::logarithmic : AxisScale::linear;
    PlotCurve c{"c", CurveStyle::line, {}, {}};
    for (int i = 0; i <= 40; ++i) {
      c.x.push_back(0.25 * i);
      c.y.push_back(log ? std::exp(0.7 * i - 10) : 3 * std::sin(0.4 * i) - 1);
    }
    plot.curves = {c};
    const std::string svg = plot_svg(plot);
    const auto x = ticks_in(svg, "x"), y = ticks_in(svg, "y");
    ASSERT_GE(x.size(), 3u);
    ASSERT_GE(y.size(), 3u);
    const auto pieces = curve_in(svg);
    ASSERT_EQ(pieces.size(), 1u);
    ASSERT_EQ(pieces[0].size(), c.x.size());
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      EXPECT_NEAR(pieces[0][i].x, pixel_of(x, c.x[i], false), printed);
      EXPECT_NEAR(pieces[0][i].y, pixel_of(y, c.y[i], log), printed) << log << " " << i;
    }
    EXPECT_GT(y.front().pixel, y.back().pixel);  // up is up
  }
}

TEST(PlotSvg, LeavesGapsAndClipsAtTheFrame) {
  Plot plot;
  plot.x.from = 0, plot.x.to = 10, plot.y.from = 0, plot.y.to = 10;
  plot.curves = {{"", CurveStyle::line, {0, 1, 2, 3, 4, 5}, {5, 5, NAN, 5, INFINITY, 5}},
                 {"", CurveStyle::line, {0, 10}, {-10, 20}},
                 {"", CurveStyle::line, {0, 5, 10}, {5, 1e300, 5}}};
  const std::string svg = plot_svg(plot);
  const auto x = ticks_in(svg, "x"), y = ticks_in(svg, "y");
  EXPECT_EQ(curve_in(svg, 0).size(), 1u);  // single points between gaps have no line
  ASSERT_EQ(curve_in(svg, 0)[0].size(), 2u);
  const auto clipped = curve_in(svg, 1);  // y = -10 + 3x enters at (10/3, 0), leaves at (20/3, 10)
  ASSERT_EQ(clipped.size(), 1u);
  EXPECT_NEAR(clipped[0][0].x, pixel_of(x, 10.0 / 3, false), printed);
  EXPECT_NEAR(clipped[0][0].y, pixel_of(y, 0, false), printed);
  EXPECT_NEAR(clipped[0][1].x, pixel_of(x, 20.0 / 3, false), printed);
  EXPECT_NEAR(clipped[0][1].y, pixel_of(y, 10, false), printed);
  EXPECT_EQ(svg.find("e+"), std::string::npos);
}

TEST(PlotSvg, OfAMillionPointsIsSmallAndKeepsEveryExtreme) {
  Plot plot;
  PlotCurve c{"noise", CurveStyle::line, {}, {}};
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1'000'000; ++i) {
    c.x.push_back(i * 1e-3);
    c.y.push_back(normal(random));
  }
  c.y[777'777] = 40;
  c.y[123'456] = -30;
  plot.curves = {c};
  const std::string svg = plot_svg(plot);
  EXPECT_LT(svg.size(), 60'000u);
  const auto y = ticks_in(svg, "y");
  double top = 1e9, bottom = -1e9;
  for (const auto& piece : curve_in(svg)) {
    for (const PlotPoint& p : piece) top = std::min(top, p.y), bottom = std::max(bottom, p.y);
  }
  EXPECT_NEAR(top, pixel_of(y, 40, false), printed);
  EXPECT_NEAR(bottom, pixel_of(y, -30, false), printed);
}

TEST(Thinned, KeepsFirstLowestHighestAndLastOfEachColumn) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 100);
  std::vector<PlotPoint> line;
  for (int i = 0; i < 20000; ++i) line.push_back({i * 0.01, uniform(random)});
  const std::vector<PlotPoint> thin = thinned(line);
  EXPECT_LE(thin.size(), 4u * 201);
  for (int column = 0; column < 200; ++column) {
    double low = 1e9, high = -1e9, thin_low = 1e9, thin_high = -1e9;
    for (const PlotPoint& p : line) {
      if (std::floor(p.x) == column) low = std::min(low, p.y), high = std::max(high, p.y);
    }
    for (const PlotPoint& p : thin) {
      if (std::floor(p.x) == column) thin_low = std::min(thin_low, p.y), thin_high = std::max(thin_high, p.y);
    }
    EXPECT_EQ(low, thin_low);
    EXPECT_EQ(high, thin_high);
  }
  EXPECT_EQ(thin.front().y, line.front().y);
  EXPECT_EQ(thin.back().y, line.back().y);
}

TEST(Thinned, FollowsAClosedPathToAQuarterPixel) {
  std::vector<PlotPoint> circle;
  for (int i = 0; i <= 100'000; ++i) circle.push_back({100 + 80 * std::cos(i * 2e-4 * M_PI), 100 + 80 * std::sin(i * 2e-4 * M_PI)});
  const auto thin = thinned(circle);
  EXPECT_LT(thin.size(), 30'000u);
  for (std::size_t i = 1; i < thin.size(); ++i) EXPECT_LT(std::hypot(thin[i].x - thin[i - 1].x, thin[i].y - thin[i - 1].y), 0.5);
}

TEST(PlotSvg, EqualAxesShowACircleRound) {
  Plot plot;
  plot.axes = AxesRatio::equal;
  plot.curves = {{"", CurveStyle::line, {1, 0, -1, 0, 1}, {0, 1, 0, -1, 0}}};
  const auto piece = curve_in(plot_svg(plot))[0];
  EXPECT_NEAR(piece[0].x - piece[2].x, piece[3].y - piece[1].y, 2 * printed);
}

// A long path gets a low picture, a tall one a narrow picture: the frame leaves no room that the margins do not explain.
TEST(PlotSvg, EqualAxesAreCroppedToTheData) {
  const auto size_of = [](const std::vector<double>& x, const std::vector<double>& y) {
    Plot plot;
    plot.axes = AxesRatio::equal;
    plot.curves = {{"", CurveStyle::line, x, y}};
    const std::string svg = plot_svg(plot);
    const auto piece = curve_in(svg)[0];
    std::smatch frame;
    const std::regex rect("<rect x=\"[^\"]*\" y=\"[^\"]*\" width=\"([^\"]*)\" height=\"([^\"]*)\"");
    EXPECT_TRUE(std::regex_search(svg, frame, rect));
    const auto [low_x, high_x] = std::minmax_element(piece.begin(), piece.end(), [](auto a, auto b) { return a.x < b.x; });
    const auto [low_y, high_y] = std::minmax_element(piece.begin(), piece.end(), [](auto a, auto b) { return a.y < b.y; });
    return std::array{(high_x->x - low_x->x) / std::stod(frame[1]), (high_y->y - low_y->y) / std::stod(frame[2])};  // share of the frame
  };
  constexpr double share = 1 / 1.08;  // four hundredths on each side
  for (const auto& used :
       {size_of({0, 2, 2, 0, 0}, {0, 0, 1, 1, 0}), size_of({0, 1, 1, 0, 0}, {0, 0, 1, 1, 0}), size_of({0, 1, 1, 0, 0}, {0, 0, 1.5, 1.5, 0})}) {
    EXPECT_NEAR(used[0], share, 5e-4);
    EXPECT_NEAR(used[1], share, 5e-4);
  }
}

TEST(PlotSvg, EveryCurveHasAPatternOfItsOwn) {
  Plot plot;
  for (int i = 0; i < 14; ++i) plot.curves.push_back({std::to_string(i), CurveStyle::line, {0, 1}, {0, 1.0 * i}});
  const std::string svg = plot_svg(plot);
  std::vector<std::string> dashes, looks;
  const std::regex curve("<path class=\"curve\" d=\"[^\"]*\" stroke=\"([^\"]*)\"(?: stroke-dasharray=\"([^\"]*)\")?");
  for (std::sregex_iterator it(svg.begin(), svg.end(), curve), end; it != end; ++it)
    dashes.push_back((*it)[2]), looks.push_back((*it)[1].str() + (*it)[2].str());
  ASSERT_EQ(dashes.size(), 14u);
  EXPECT_EQ(std::set<std::string>(dashes.begin(), dashes.begin() + 7).size(), 7u);  // in grey
  EXPECT_EQ(std::set<std::string>(looks.begin(), looks.end()).size(), 14u);
}

TEST(PlotSvg, PublishedNumbersAreRings) {
  Plot plot;
  plot.curves = {{"ours", CurveStyle::line, {0, 1}, {0, 1}}, {"the paper's", CurveStyle::published, {0.25, 0.75}, {0.3, 0.7}}};
  const std::string svg = plot_svg(plot);
  EXPECT_NE(svg.find("a4,4 0 1,0 8,0"), std::string::npos);
  EXPECT_EQ(curve_in(svg, 0).size(), 1u);
  EXPECT_EQ(svg.find("class=\"curve\"", svg.find("class=\"curve\"") + 1), std::string::npos);  // no line through them
}

TEST(LogTicks, KeepOneStyleAlongAnAxis) {
  EXPECT_EQ(log_ticks(0.1, 1000, 6).labels, (std::vector<std::string>{"0.1", "1", "10", "100", "1000"}));
  EXPECT_EQ(log_ticks(1e-4, 10, 6).labels, (std::vector<std::string>{"10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹"}));
}

TEST(PlotSvg, SurvivesAnyNumbers) {
  for (const std::vector<double>& y : std::vector<std::vector<double>>{{}, {5}, {5, 5}, {0, 0}, {NAN}, {1e308, -1e308}, {1, 1 + 1e-15}, {-1, -2}}) {
    for (const AxisScale scale : {AxisScale::linear, AxisScale::logarithmic}) {
      Plot plot;
      plot.y.scale = scale;
      std::vector<double> x;
      for (std::size_t i = 0; i < y.size(); ++i) x.push_back(static_cast<double>(i));
      plot.curves = {{"a<b&c", CurveStyle::line_and_points, x, y}};
      const std::string svg = plot_svg(plot);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_EQ(svg.find("inf"), std::string::npos);
      std::string problem;
      EXPECT_FALSE(png_of_svg(svg, 1, problem).empty()) << problem;
    }
  }
}

// The smaller curve is drawn over the range of the larger one: ticks of both panels are the same.
TEST(PanelsSvg, ShowAllPanelsOverTheSameRanges) {
  const PlotAxis x{"t", "s", AxisScale::linear, {}, {}}, y{"y", "m", AxisScale::linear, {}, {}};
  const Plot small{"small", x, y, {{"s", CurveStyle::line, {0, 1}, {0, 1}}}, AxesRatio::free},
      large{"large", x, y, {{"l", CurveStyle::line, {0, 2}, {-5, 10}}}, AxesRatio::free};
  const std::string svg = panels_svg("both", {small, large}, {380, 270});
  const std::vector<Tick> ticks = ticks_in(svg, "y");
  ASSERT_GE(ticks.size(), 6u);
  ASSERT_EQ(ticks.size() % 2, 0u);
  for (std::size_t i = 0; i < ticks.size() / 2; ++i) {
    EXPECT_EQ(ticks[i].value, ticks[i + ticks.size() / 2].value);
    EXPECT_NEAR(ticks[i].pixel, ticks[i + ticks.size() / 2].pixel, 0.01);
  }
  EXPECT_NE(svg.find("width=\"760\" height=\"300\""), std::string::npos) << "side by side, below the title";
  EXPECT_NE(svg.find("<svg x=\"380\" y=\"30\""), std::string::npos);
}

TEST(BarsSvg, BarsAreAsHighAsTheirNumbers) {
  const std::string svg = bars_svg("t", {"force", "N", AxisScale::linear, {}, {}}, {{"a", 10}, {"b", 2.5}, {"c", -5}});
  const auto y = ticks_in(svg, "y");
  const std::regex bar("<rect class=\"bar\"[^>]* y=\"([^\"]*)\"[^>]* height=\"([^\"]*)\"");
  std::vector<std::pair<double, double>> bars;
  for (std::sregex_iterator it(svg.begin(), svg.end(), bar), end; it != end; ++it) bars.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_NEAR(bars[0].first, pixel_of(y, 10, false), printed);
  EXPECT_NEAR(bars[1].first, pixel_of(y, 2.5, false), printed);
  EXPECT_NEAR(bars[1].second * 4, bars[0].second, 4 * printed);
  EXPECT_NEAR(bars[2].first + bars[2].second, pixel_of(y, -5, false), 2 * printed);
}

TEST(Png, HasTheSizeOfThePictureTimesTheScale) {
  Plot plot;
  plot.curves = {{"", CurveStyle::line, {0, 1}, {0, 1}}};
  std::string problem;
  const std::string png = png_of_svg(plot_svg(plot, {300, 200}), 2, problem);
  ASSERT_GT(png.size(), 33u) << problem;
  EXPECT_EQ(png.substr(1, 3), "PNG");
  const auto number = [&](std::size_t at) {
    unsigned n = 0;
    for (std::size_t i = 0; i < 4; ++i) n = 256 * n + static_cast<unsigned char>(png[at + i]);
    return n;
  };
  EXPECT_EQ(number(16), 600u);
  EXPECT_EQ(number(20), 400u);
  EXPECT_TRUE(png_of_svg("<svg", 1, problem).empty());
  EXPECT_FALSE(problem.empty());
}
