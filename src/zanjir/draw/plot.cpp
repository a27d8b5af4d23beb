#include "zanjir/draw/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace zanjir {

std::string axis_power_text(int power);  // plot_ticks.cpp

namespace {

// Colours that people with any kind of colour vision tell apart [Okabe2008], yellow left out (lost on white); the last is that of the text.
constexpr std::array colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "currentColor"};
constexpr std::array dashes = {"", "7 3", "2 3", "9 3 2 3"};  // one pattern per round through the colours

constexpr double font_px = 12, title_px = 14;
double text_width(std::string_view text, double size_px) {  // of a sans-serif face, near enough for a layout
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return 0.56 * size_px * static_cast<double>(letters);
}

std::string pixel(double x) {  // a hundredth of a pixel is enough for any screen and paper
  std::string text = fmt::format("{:.2f}", x);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

struct Range {
  double from = 0, to = 1;
};

struct Mapping {  // one axis, value to pixel
  AxisScale scale;
  Range range;
  double begin_px, end_px;
  double operator()(double value) const {
    if (scale == AxisScale::logarithmic) {
      if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
      return begin_px + (std::log10(value) - std::log10(range.from)) / (std::log10(range.to) - std::log10(range.from)) * (end_px - begin_px);
    }
    return begin_px + (value - range.from) / (range.to - range.from) * (end_px - begin_px);
  }
};

enum class Margin : std::uint8_t { none, some };

Range range_of(const PlotAxis& axis, const std::vector<const std::vector<double>*>& data, Margin margin) {
  const bool log = axis.scale == AxisScale::logarithmic;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto* values : data) {
    for (const double v : *values) {
      if (!std::isfinite(v) || (log && v <= 0)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (!(low <= high)) low = log ? 1 : 0, high = log ? 10 : 1;
  if (log) {
    if (low == high) low /= 3, high *= 3;
    const double room = margin == Margin::some ? std::pow(high / low, 0.04) : 1;
    return {axis.from.value_or(low / room), axis.to.value_or(high * room)};
  }
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-13 * size || low == high) {  // a constant: room on both sides, or the noise of its last digits fills the picture
    const double room = size > 0 ? 0.1 * size : 1;
    low -= room, high += room;
  } else if (margin == Margin::some) {
    const double room = 0.04 * (high - low);
    low -= room, high += room;
  }
  Range r{axis.from.value_or(low), axis.to.value_or(high)};
  if (!(r.from < r.to)) r.to = r.from + 1;  // one end given beyond all data
  return r;
}

// Widens the range that has room, so that a length is as long both ways.
void make_equal(Range& x, double width_px, Range& y, double height_px) {
  const double scale = std::max((x.to - x.from) / width_px, (y.to - y.from) / height_px);
  const auto widen = [&](Range& r, double pixels) {
    const double more = (scale * pixels - (r.to - r.from)) / 2;
    r.from -= more, r.to += more;
  };
  widen(x, width_px);
  widen(y, height_px);
}

Ticks ticks_of(const PlotAxis& axis, const Range& range, int about) {
  if (axis.scale == AxisScale::linear) return linear_ticks(range.from, range.to, about);
  Ticks ticks = log_ticks(range.from, range.to, about);
  return ticks.at.size() >= 2 ? ticks : linear_ticks(range.from, range.to, about);  // less than an octave
}

std::string axis_title(const PlotAxis& axis, int power) {
  std::string unit = axis_power_text(power);
  if (!axis.unit.empty() && axis.unit != "1") unit += (unit.empty() ? "" : " ") + pretty_unit(axis.unit);
  if (unit.empty()) return axis.label;
  return axis.label.empty() ? "[" + unit + "]" : axis.label + " [" + unit + "]";
}

// The part of a segment inside the box, by Liang and Barsky; false when there is none.
struct Box {
  double left, top, right, bottom;
};
bool clip(const Box& box, PlotPoint& a, PlotPoint& b) {
  double t0 = 0, t1 = 1;
  const double dx = b.x - a.x, dy = b.y - a.y;
  const auto edge = [&](double p, double q) {
    if (p == 0) return q >= 0;
    const double r = q / p;
    if (p < 0) t0 = std::max(t0, r);
    else t1 = std::min(t1, r);
    return t0 <= t1;
  };
  if (!edge(-dx, a.x - box.left) || !edge(dx, box.right - a.x) || !edge(-dy, a.y - box.top) || !edge(dy, box.bottom - a.y)) return false;
  const PlotPoint from = a;
  if (t1 < 1) b = {from.x + t1 * dx, from.y + t1 * dy};
  if (t0 > 0) a = {from.x + t0 * dx, from.y + t0 * dy};
  return true;
}

std::string line_path(const std::vector<PlotPoint>& line, const Box& box) {
  std::string path;
  PlotPoint pen{std::numeric_limits<double>::quiet_NaN(), 0};
  for (std::size_t i = 1; i < line.size(); ++i) {
    PlotPoint a = line[i - 1], b = line[i];
    if (!clip(box, a, b)) continue;
    if (!(pen.x == a.x && pen.y == a.y)) path += "M" + pixel(a.x) + "," + pixel(a.y);
    path += "L" + pixel(b.x) + "," + pixel(b.y);
    pen = b;
  }
  return path;
}

class Canvas {
 public:
  Canvas(const PlotSize& size, const std::string& title) {
    out_ = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" fill="none" font-family="'Helvetica Neue',Arial,'DejaVu Sans',sans-serif" font-size="{2}"><title>{3}</title>)",
        pixel(size.width_px), pixel(size.height_px), pixel(font_px), escaped(title));
    if (!title.empty()) text(size.width_px / 2, 20, title, "middle", fmt::format(R"( font-size="{}" font-weight="600")", pixel(title_px)));
  }
  void text(double x, double y, const std::string& words, const char* anchor, const std::string& more = "") {
    out_ += fmt::format(R"(<text x="{}" y="{}" fill="currentColor" text-anchor="{}"{}>{}</text>)", pixel(x), pixel(y), anchor, more, escaped(words));
  }
  void line(double x1, double y1, double x2, double y2, double opacity) {
    out_ +=
        fmt::format(R"(<path d="M{},{}L{},{}" stroke="currentColor" stroke-opacity="{:g}"/>)", pixel(x1), pixel(y1), pixel(x2), pixel(y2), opacity);
  }
  void raw(const std::string& svg) { out_ += svg; }
  std::string finish() { return out_ + "</svg>\n"; }

  void vertical_axis(const Mapping& y, const Ticks& ticks, const Box& box, const std::string& title) {
    for (std::size_t i = 0; i < ticks.at.size(); ++i) {
      const double at = y(ticks.at[i]);
      line(box.left, at, box.right, at, 0.13);
      text(box.left - 7, at + 4, ticks.labels[i], "end", R"( class="tick-y")");
    }
    if (!title.empty()) {
      const double x = 15, middle = (box.top + box.bottom) / 2;
      text(x, middle, title, "middle", fmt::format(R"-( transform="rotate(-90 {} {})")-", pixel(x), pixel(middle)));
    }
  }
  void frame(const Box& box) {
    out_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" stroke="currentColor" stroke-opacity="0.55"/>)", pixel(box.left),
                        pixel(box.top), pixel(box.right - box.left), pixel(box.bottom - box.top));
  }

 private:
  std::string out_;
};

double widest(const Ticks& ticks) {
  double width = 0;
  for (const std::string& label : ticks.labels) width = std::max(width, text_width(label, font_px));
  return width;
}

struct LegendEntry {
  double x, y;
};
// Entries side by side above the picture, as many rows as it takes.
std::vector<LegendEntry> legend_places(const std::vector<PlotCurve>& curves, double left, double right, double top, double& bottom) {
  std::vector<LegendEntry> places;
  double x = left, y = top;
  for (const PlotCurve& c : curves) {
    const double width = 30 + text_width(c.label, font_px) + 18;
    if (x > left && x + width > right) x = left, y += 18;
    places.push_back({x, y});
    x += width;
  }
  bottom = y + 8;
  return places;
}

std::string stroke_of(std::size_t curve) {
  const char* dash = dashes[curve / colours.size() % dashes.size()];
  return fmt::format(R"(stroke="{}")", colours[curve % colours.size()]) + (*dash ? fmt::format(R"( stroke-dasharray="{}")", dash) : "");
}

std::string markers(const std::vector<PlotPoint>& points, const Box& box, std::size_t curve) {
  std::string path;  // a dot is a line of no length with round ends: far smaller than a circle element each
  PlotPoint last{-1e9, -1e9};
  for (const PlotPoint& p : points) {
    if (!(p.x >= box.left - 0.5 && p.x <= box.right + 0.5 && p.y >= box.top - 0.5 && p.y <= box.bottom + 0.5)) continue;
    if (std::abs(p.x - last.x) < 0.25 && std::abs(p.y - last.y) < 0.25) continue;
    last = p;
    path += "M" + pixel(p.x) + "," + pixel(p.y) + "h0";
  }
  const int width = points.size() > 80 ? 3 : 6;
  return path.empty() ? ""
                      : fmt::format(R"(<path class="points" d="{}" stroke="{}" stroke-width="{}" stroke-linecap="round"/>)", path,
                                    colours[curve % colours.size()], width);
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
    if (curve.style != CurveStyle::points) piece.push_back(p);
    if (curve.style != CurveStyle::line) all.push_back(p);
  }
  flush();
  if (!path.empty())
    canvas.raw(
        fmt::format(R"(<path class="curve" d="{}" {} stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"/>)", path, stroke_of(index)));
  canvas.raw(markers(all, box, index));
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

std::string plot_svg(const Plot& plot, const PlotSize& size) {
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
    if (plot.curves[i].style != CurveStyle::points)
      canvas.raw(fmt::format(R"(<path d="M{},{}h24" {} stroke-width="2.2"/>)", pixel(at), pixel(row), stroke_of(i)));
    if (plot.curves[i].style != CurveStyle::line) canvas.raw(markers({{at + 12, row}}, {-1e9, -1e9, 1e9, 1e9}, i));
    canvas.text(at + 30, row + 4, plot.curves[i].label, "start");
  }
  return canvas.finish();
}

std::string grid_svg(const std::string& title, const std::vector<std::string>& pictures, const PlotSize& each) {
  const std::size_t columns = pictures.size() > 1 ? 2 : 1, rows = (pictures.size() + columns - 1) / columns;
  const double top = title.empty() ? 0 : 30;
  const PlotSize size{each.width_px * static_cast<double>(columns), top + each.height_px * static_cast<double>(rows)};
  Canvas canvas(size, title);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    constexpr std::string_view opening = "<svg ";
    const double x = each.width_px * static_cast<double>(i % columns), y = top + each.height_px * static_cast<double>(i / columns);
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
    pictures.push_back(plot_svg(p, each));
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
