// Plots as SVG text: curves over linear or logarithmic axes, and bars. Nothing but numbers goes in, nothing external is referred to. Lines and
// letters take the colour of the page (currentColor), so the same picture serves light and dark pages and paper.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace zanjir {

enum class AxisScale : std::uint8_t { linear, logarithmic };
enum class CurveStyle : std::uint8_t { line, points, line_and_points, published };  // published: rings, as of numbers read from a paper

struct PlotAxis {
  std::string label, unit;
  AxisScale scale = AxisScale::linear;
  std::optional<double> from, to;  // absent: from the data
};

struct PlotCurve {
  std::string label;
  CurveStyle style = CurveStyle::line;
  std::vector<double> x, y;  // NaN, infinite, or not positive on a logarithmic axis: a gap
};

enum class AxesRatio : std::uint8_t {
  free,
  equal
};  // equal: paths and shapes keep their proportions, and the picture takes theirs; linear axes only

struct Plot {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotCurve> curves;
  AxesRatio axes = AxesRatio::free;
};

struct PlotSize {
  double width_px = 760, height_px = 400;
};

// With equal axes the size is what it may take at most.
std::string plot_svg(const Plot&, const PlotSize& = {});
// One bar per entry, from zero (from the lowest decade on a logarithmic axis).
std::string bars_svg(const std::string& title, const PlotAxis& y, const std::vector<std::pair<std::string, double>>& bars, const PlotSize& = {});
// Plots beside and below each other under one title, over the same ranges where the axes do not say which.
std::string panels_svg(const std::string& title, std::vector<Plot> panels, const PlotSize& each = {380, 270});
// Pictures of one size in a grid under a title, two in a row when there are several.
std::string grid_svg(const std::string& title, const std::vector<std::string>& pictures, const PlotSize& each);

// -- parts, for tests and other pictures -------------------------------------------------------------------------------------------------
struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;
  int power = 0;  // labels are in units of 10^power
};
Ticks linear_ticks(double from, double to, int about);  // steps of 1, 2 or 5 times a power of ten
Ticks log_ticks(double from, double to, int about);     // decades; between them 2 and 5 when there are few

struct PlotPoint {
  double x = 0, y = 0;
};
// A line in pixels with fewer points that looks the same: of each column of pixels the first, lowest, highest and last point where x increases, else
// what moves by a quarter of a pixel. At most four points per column, whatever comes in.
std::vector<PlotPoint> thinned(const std::vector<PlotPoint>&);

// "rad/s^2" as rad/s².
std::string pretty_unit(const std::string& unit);
// Text inside XML and HTML.
std::string escaped(std::string_view text);

}  // namespace zanjir
