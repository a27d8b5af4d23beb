#include "zanjir/draw/plot.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "zanjir/draw/canvas.hpp"

namespace zanjir {

using namespace canvas;

namespace {

constexpr double sample_px = 34;  // of a line in the legend: a whole period of every pattern

struct LegendEntry {
  double x, y;
};
// Entries side by side above the picture, as many rows as it takes.
std::vector<LegendEntry> legend_places(const std::vector<PlotCurve>& curves, double left, double right, double top, double& bottom) {
  std::vector<LegendEntry> places;
  double x = left, y = top;
  for (const PlotCurve& c : curves) {
    const double width = sample_px + 6 + text_width(c.label, font_px) + 18;
    if (x > left && x + width > right) x = left, y += 18;
    places.push_back({x, y});
    x += width;
  }
  bottom = y + 8;
  return places;
}

bool has_line(const PlotCurve& c) { return c.style == CurveStyle::line || c.style == CurveStyle::line_and_points; }

std::string stroke_of(std::size_t curve) {
  const char* dash = dashes[(curve + curve / colours.size()) % dashes.size()];  // another pattern in the next round through the colours
  return fmt::format(R"(stroke="{}")", colours[curve % colours.size()]) + (*dash ? fmt::format(R"( stroke-dasharray="{}")", dash) : "");
}

// A shape per curve, all within one path each: far smaller than an element per point.
std::string markers(const std::vector<PlotPoint>& points, const Box& box, std::size_t curve, CurveStyle style) {
  const bool small = points.size() > 80;
  const double r = small ? 1.5 : 3;
  const std::string shapes[] = {"h0", "h0", fmt::format("m{0},{0}l{1},{1}m-{1},0l{1},-{1}", -r, 2 * r),
                                fmt::format("m{0},0h{1}m{0},{0}v{1}", -r, 2 * r)};
  const std::size_t shape = curve % std::size(shapes);  // dot, square, cross, plus
  const bool ring = style == CurveStyle::published, stroked = ring || shape >= 2;
  std::string path;
  PlotPoint last{-1e9, -1e9};
  for (const PlotPoint& p : points) {
    if (!(p.x >= box.left - 0.5 && p.x <= box.right + 0.5 && p.y >= box.top - 0.5 && p.y <= box.bottom + 0.5)) continue;
    if (std::abs(p.x - last.x) < 0.25 && std::abs(p.y - last.y) < 0.25) continue;
    last = p;
    path += "M" + pixel(p.x) + "," + pixel(p.y) + (ring ? "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0" : shapes[shape]);
  }
  if (path.empty()) return "";
  return fmt::format(R"(<path class="points" d="{}" stroke="{}" stroke-width="{}" stroke-linecap="{}"/>)", path,
                     ring ? "currentColor" : colours[curve % colours.size()], stroked ? 1.4 : 2 * r, !stroked && shape == 1 ? "square" : "round");
}

void draw_curve(Canvas& canvas, const PlotCurve& curve, std::size_t index, const Mapping& x, const Mapping& y, const Box& box) {
  std::vector<PlotPoint> piece, all;
  std::string path;
  const auto flush = [&] {
    path += line_path(thinned(piece), box);
    piece.clear();
  };
  for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
    const PlotPoint p{x(curve.x[i]), y(curve.y[i])};
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
      flush();
      continue;
    }
    if (has_line(curve)) piece.push_back(p);
    if (curve.style != CurveStyle::line) all.push_back(p);
  }
  flush();
  if (!path.empty())
    canvas.raw(
        fmt::format(R"(<path class="curve" d="{}" {} stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"/>)", path, stroke_of(index)));
  canvas.raw(markers(all, box, index, curve.style));
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string pretty_unit(const std::string& unit) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool power = unit[i] == '^' && i + 1 < unit.size() && unit[i + 1] >= '0' && unit[i + 1] <= '9';
    if (power) out += digits[unit[++i] - '0'];
    else out += unit[i];
  }
  return out;
}

std::vector<PlotPoint> thinned(const std::vector<PlotPoint>& line) {
  std::vector<PlotPoint> out;
  const bool increasing = std::is_sorted(line.begin(), line.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
  if (!increasing) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool end = i == 0 || i + 1 == line.size();
      if (end || std::abs(line[i].x - out.back().x) >= 0.25 || std::abs(line[i].y - out.back().y) >= 0.25) out.push_back(line[i]);
    }
    return out;
  }
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i, low = i, high = i;
    while (end < line.size() && std::floor(line[end].x) == std::floor(line[i].x)) {
      if (line[end].y < line[low].y) low = end;
      if (line[end].y > line[high].y) high = end;
      ++end;
    }
    std::array<std::size_t, 4> keep = {i, std::min(low, high), std::max(low, high), end - 1};
    for (std::size_t k = 0; k < keep.size(); ++k) {
      if (k == 0 || keep[k] != keep[k - 1]) out.push_back(line[keep[k]]);
    }
    i = end;
  }
  return out;
}

namespace {

enum class Room : std::uint8_t { fixed, at_most };  // fixed: one of a grid

std::string drawn_plot(const Plot& plot, PlotSize size, Room room) {
  std::vector<const std::vector<double>*> xs, ys;
  for (const PlotCurve& c : plot.curves) xs.push_back(&c.x), ys.push_back(&c.y);
  const bool points_only = std::all_of(plot.curves.begin(), plot.curves.end(), [](const PlotCurve& c) { return c.style != CurveStyle::line; });
  Range x_range = range_of(plot.x, xs, points_only || plot.axes == AxesRatio::equal ? Margin::some : Margin::none),
        y_range = range_of(plot.y, ys, Margin::some);

  Box box{0, plot.title.empty() ? 14.0 : 34.0, size.width_px - 16, size.height_px - 44};
  const bool legend = plot.curves.size() > 1 || (plot.curves.size() == 1 && plot.y.label.empty() && !plot.curves[0].label.empty());
  std::vector<LegendEntry> places;
  if (legend) places = legend_places(plot.curves, 50, box.right, box.top + 8, box.top);
  if (legend) box.top += 8;
  Ticks y_ticks = ticks_of(plot.y, y_range, std::max(4, static_cast<int>((box.bottom - box.top) / 48)));
  std::string y_title = axis_title(plot.y, y_ticks.power);
  box.left = 14 + widest(y_ticks) + (y_title.empty() ? 0 : 22);
  double legend_right = 0;  // the legend keeps its room
  for (std::size_t i = 0; i < places.size(); ++i)
    legend_right = std::max(legend_right, places[i].x + sample_px + 6 + text_width(plot.curves[i].label, font_px));
  if (plot.axes == AxesRatio::equal && room == Room::at_most) {  // the frame takes the proportions of the data, up to half as high again as a plot is
    const double ratio = (y_range.to - y_range.from) / (x_range.to - x_range.from), most = 1.5 * (box.bottom - box.top), width = box.right - box.left;
    const double height = std::clamp(width * ratio, 0.3 * width, most),
                 less = std::clamp(width - height / ratio, 0.0, std::max(0.0, std::min(0.6 * width, box.right - legend_right)));
    size.height_px += height - (box.bottom - box.top);
    size.width_px -= less;
    box.bottom = box.top + height;
    box.right -= less;
  }
  if (plot.axes == AxesRatio::equal) {
    make_equal(x_range, box.right - box.left, y_range, box.bottom - box.top);
    y_ticks = ticks_of(plot.y, y_range, std::max(4, static_cast<int>((box.bottom - box.top) / 48)));
    y_title = axis_title(plot.y, y_ticks.power);
  }
  const Ticks x_ticks = ticks_of(plot.x, x_range, std::max(2, static_cast<int>((box.right - box.left) / 80)));
  const Mapping x{plot.x.scale, x_range, box.left, box.right}, y{plot.y.scale, y_range, box.bottom, box.top};

  Canvas canvas(size, plot.title);
  for (std::size_t i = 0; i < x_ticks.at.size(); ++i) {
    const double at = x(x_ticks.at[i]);
    canvas.line(at, box.top, at, box.bottom, 0.13);
    canvas.text(at, box.bottom + 18, x_ticks.labels[i], "middle", R"( class="tick-x")");
  }
  canvas.vertical_axis(y, y_ticks, box, y_title);
  canvas.text((box.left + box.right) / 2, size.height_px - 8, axis_title(plot.x, x_ticks.power), "middle");
  for (std::size_t i = 0; i < plot.curves.size(); ++i) draw_curve(canvas, plot.curves[i], i, x, y, box);
  canvas.frame(box);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [at, row] = places[i];
    if (has_line(plot.curves[i]))
      canvas.raw(fmt::format(R"(<path d="M{},{}h{}" {} stroke-width="2.2"/>)", pixel(at), pixel(row), pixel(sample_px), stroke_of(i)));
    if (plot.curves[i].style != CurveStyle::line) canvas.raw(markers({{at + sample_px / 2, row}}, {-1e9, -1e9, 1e9, 1e9}, i, plot.curves[i].style));
    canvas.text(at + sample_px + 6, row + 4, plot.curves[i].label, "start");
  }
  return canvas.finish();
}

}  // namespace

std::string plot_svg(const Plot& plot, const PlotSize& size) { return drawn_plot(plot, size, Room::at_most); }

std::string grid_svg(const std::string& title, const std::vector<std::string>& pictures, const PlotSize& each) {
  const std::size_t columns = pictures.size() > 1 ? 2 : 1, rows = (pictures.size() + columns - 1) / columns;
  const double top = title.empty() ? 0 : 30;
  const PlotSize size{each.width_px * static_cast<double>(columns), top + each.height_px * static_cast<double>(rows)};
  Canvas canvas(size, title);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    constexpr std::string_view opening = "<svg ";
    const std::size_t row = i / columns, column = i % columns;
    const double x = each.width_px * static_cast<double>(column), y = top + each.height_px * static_cast<double>(row);
    canvas.raw(fmt::format(R"(<svg x="{}" y="{}" )", pixel(x), pixel(y)) + pictures[i].substr(opening.size()));
  }
  return canvas.finish();
}

std::string panels_svg(const std::string& title, std::vector<Plot> panels, const PlotSize& each) {
  std::vector<const std::vector<double>*> xs, ys;
  bool points_only = true;
  for (const Plot& p : panels) {
    for (const PlotCurve& c : p.curves) xs.push_back(&c.x), ys.push_back(&c.y), points_only = points_only && c.style != CurveStyle::line;
  }
  std::vector<std::string> pictures;
  for (Plot& p : panels) {
    const Range x = range_of(p.x, xs, points_only || p.axes == AxesRatio::equal ? Margin::some : Margin::none), y = range_of(p.y, ys, Margin::some);
    p.x.from = x.from, p.x.to = x.to, p.y.from = y.from, p.y.to = y.to;
    pictures.push_back(drawn_plot(p, each, Room::fixed));
  }
  return grid_svg(title, pictures, each);
}

std::string bars_svg(const std::string& title, const PlotAxis& y_axis, const std::vector<std::pair<std::string, double>>& bars,
                     const PlotSize& size) {
  std::vector<double> values;
  for (const auto& [label, value] : bars) values.push_back(value);
  const bool log = y_axis.scale == AxisScale::logarithmic;
  if (!log) values.push_back(0);
  Range range = range_of(y_axis, {&values}, Margin::none);
  const double room = 0.1 * (range.to - range.from);  // for the number above the bar
  if (!log && !y_axis.from && range.from < 0) range.from -= room;
  if (!log && !y_axis.to && range.to > 0) range.to += room;
  if (log && !y_axis.to) range.to *= std::pow(range.to / range.from, 0.1);
  if (log && !y_axis.from) range.from = std::pow(10.0, std::floor(std::log10(range.from)));
  Box box{0, title.empty() ? 14.0 : 34.0, size.width_px - 16, size.height_px - 36};
  const Ticks ticks = ticks_of(y_axis, range, std::max(4, static_cast<int>((box.bottom - box.top) / 48)));
  const std::string y_title = axis_title(y_axis, ticks.power);
  box.left = 14 + widest(ticks) + (y_title.empty() ? 0 : 22);
  const Mapping y{y_axis.scale, range, box.bottom, box.top};
  Canvas canvas(size, title);
  canvas.vertical_axis(y, ticks, box, y_title);
  const double pitch = (box.right - box.left) / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
  const double zero = std::clamp(y(log ? range.from : 0), box.top, box.bottom);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double middle = box.left + (static_cast<double>(i) + 0.5) * pitch, width = std::min(0.62 * pitch, 90.0);
    const double end = std::clamp(y(bars[i].second), box.top, box.bottom);
    if (std::isfinite(end)) {
      canvas.raw(fmt::format(R"(<rect class="bar" x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", pixel(middle - width / 2),
                             pixel(std::min(zero, end)), pixel(width), pixel(std::abs(end - zero)), colours[0]));
      canvas.text(middle, std::min(zero, end) - 5, fmt::format("{:.4g}", bars[i].second), "middle", R"( font-size="11")");
    }
    canvas.text(middle, box.bottom + 18, bars[i].first, "middle");
  }
  canvas.line(box.left, zero, box.right, zero, 0.55);
  canvas.frame(box);
  return canvas.finish();
}

}  // namespace zanjir
