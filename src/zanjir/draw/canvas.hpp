// Parts that the pictures of this folder are made of: axes, their pixels and ticks, lines cut at the frame, and the SVG text itself.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "zanjir/draw/plot.hpp"

namespace zanjir {

std::string axis_power_text(int power);  // plot_ticks.cpp

namespace canvas {

// Colours that people with any kind of colour vision tell apart [Okabe2008], yellow left out (lost on white); the last is that of the text.
inline constexpr std::array colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "currentColor"};
// One pattern per curve, so that curves are told apart in grey, too: as many as there are colours.
inline constexpr std::array dashes = {"", "8 3", "2.5 2.5", "10 3 2 3", "15 4", "10 3 2 3 2 3", "5 5"};
static_assert(dashes.size() == colours.size());

inline constexpr double font_px = 12, title_px = 14;
inline double text_width(std::string_view text, double size_px) {  // of a sans-serif face, near enough for a layout
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return 0.56 * size_px * static_cast<double>(letters);
}

inline std::string pixel(double x) {  // a hundredth of a pixel is enough for any screen and paper
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

inline Range range_of(const PlotAxis& axis, const std::vector<const std::vector<double>*>& data, Margin margin) {
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
inline void make_equal(Range& x, double width_px, Range& y, double height_px) {
  const double scale = std::max((x.to - x.from) / width_px, (y.to - y.from) / height_px);
  const auto widen = [&](Range& r, double pixels) {
    const double more = (scale * pixels - (r.to - r.from)) / 2;
    r.from -= more, r.to += more;
  };
  widen(x, width_px);
  widen(y, height_px);
}

inline Ticks ticks_of(const PlotAxis& axis, const Range& range, int about) {
  if (axis.scale == AxisScale::linear) return linear_ticks(range.from, range.to, about);
  Ticks ticks = log_ticks(range.from, range.to, about);
  return ticks.at.size() >= 2 ? ticks : linear_ticks(range.from, range.to, about);  // less than an octave
}

inline std::string axis_title(const PlotAxis& axis, int power) {
  std::string unit = axis_power_text(power);
  if (!axis.unit.empty() && axis.unit != "1") unit += (unit.empty() ? "" : " ") + pretty_unit(axis.unit);
  if (unit.empty()) return axis.label;
  return axis.label.empty() ? "[" + unit + "]" : axis.label + " [" + unit + "]";
}

// The part of a segment inside the box, by Liang and Barsky; false when there is none.
struct Box {
  double left, top, right, bottom;
};
inline bool clip(const Box& box, PlotPoint& a, PlotPoint& b) {
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

inline std::string line_path(const std::vector<PlotPoint>& line, const Box& box) {
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

inline double widest(const Ticks& ticks) {
  double width = 0;
  for (const std::string& label : ticks.labels) width = std::max(width, text_width(label, font_px));
  return width;
}

}  // namespace canvas
}  // namespace zanjir
