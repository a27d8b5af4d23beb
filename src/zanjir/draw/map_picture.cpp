#include "zanjir/draw/map_picture.hpp"

#include <functional>
#include <map>
#include <optional>

#include "zanjir/draw/canvas.hpp"
#include "zanjir/draw/value_bands.hpp"

namespace zanjir {
namespace {

using namespace canvas;

struct Vertex {
  double x = 0, y = 0, value = 0;
};
using Polygon = std::vector<Vertex>;

constexpr int out_of_reach = -1, without_value = -2;  // why a place has no colour, beside the limits, which count from 0

Vertex between(const Vertex& a, const Vertex& b, double t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.value + t * (b.value - a.value)};
}

// The part of a convex polygon where side * (value - level) >= 0.
Polygon cut_at(const Polygon& p, double level, double side) {
  Polygon out;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vertex &a = p[i], &b = p[(i + 1) % p.size()];
    const double da = side * (a.value - level), db = side * (b.value - level);
    if (da >= 0) out.push_back(a);
    if ((da >= 0) != (db >= 0)) out.push_back(between(a, b, da / (da - db)));
  }
  return out;
}

// What fills one kind of place: polygons, and boxes of cells, joined along the rows.
struct Fill {
  std::string path;
  struct Run {
    double left, right, top, bottom;
  };
  std::vector<Run> runs;
  void add(const Polygon& p) {
    if (p.size() < 3) return;
    for (std::size_t i = 0; i < p.size(); ++i) path += (i == 0 ? "M" : "L") + pixel(p[i].x) + "," + pixel(p[i].y);
    path += "Z";
  }
  void add(const Run& r) {
    if (!runs.empty() && runs.back().top == r.top && runs.back().bottom == r.bottom && std::abs(runs.back().right - r.left) < 1e-6)
      runs.back().right = r.right;
    else runs.push_back(r);
  }
  std::string all() const {
    std::string out = path;
    for (const Run& r : runs)
      out += "M" + pixel(r.left) + "," + pixel(r.top) + "H" + pixel(r.right) + "V" + pixel(r.bottom) + "H" + pixel(r.left) + "Z";
    return out;
  }
};

// The cells of one plane of a map, as pixels.
class Plane2 {
 public:
  Plane2(const MapOutcome& outcome, std::size_t column, bool has_value, std::vector<double> levels, const Mapping& x, const Mapping& y,
         const MapPicture& picture)
      : map_(outcome.map),
        summary_(outcome.summary),
        column_(column),
        has_value_(has_value),
        levels_(std::move(levels)),
        x_(x),
        y_(y),
        picture_(picture) {}

  std::map<std::pair<int, std::size_t>, Fill> bands;  // by component (0: home, 1: others) and band
  std::map<int, Fill> closed;                         // by the limit that binds, or why else
  std::vector<std::string> contours;                  // per inner level
  std::string boundary;

  // Cells in order of rows, so that boxes side by side become one.
  void draw(int plane) {
    contours.assign(levels_.size(), "");
    std::vector<const MapCell*> cells;
    for (const MapCell& cell : map_.cells)
      if (map_.n_axes() < 3 || cell.at[2] == plane || (plane == map_.extent(2) && cell.at[2] + cell.size == plane)) cells.push_back(&cell);
    std::sort(cells.begin(), cells.end(),
              [](const MapCell* a, const MapCell* b) { return std::tie(a->at[1], a->size, a->at[0]) < std::tie(b->at[1], b->size, b->at[0]); });
    for (const MapCell* cell : cells) draw(*cell, map_.n_axes() == 3 && cell->at[2] != plane ? 4 : 0);
  }

 private:
  Vertex vertex(int p) const {
    const MapPoint& point = map_.points[static_cast<std::size_t>(p)];
    return {x_(map_.coordinate(0, point.at[0]) / picture_.x_to_si), y_(map_.coordinate(1, point.at[1]) / picture_.y_to_si),
            has_value_ && point.stands ? map_.number(p, column_) : std::numeric_limits<double>::quiet_NaN()};
  }
  bool feasible(int p) const { return map_.points[static_cast<std::size_t>(p)].feasible(); }
  int reason(int p) const { return map_.points[static_cast<std::size_t>(p)].stands ? map_.points[static_cast<std::size_t>(p)].binds : out_of_reach; }
  // A pose may be feasible and what is drawn have no value there: a determinant where a leg is singular.
  bool valueless(int p) const { return has_value_ && feasible(p) && !std::isfinite(map_.number(p, column_)); }
  int side_of(int p) const { return summary_.component[static_cast<std::size_t>(p)] == 0 ? 0 : 1; }
  std::size_t band_of(double v) const {
    std::size_t band = 0;
    while (band + 2 < levels_.size() && v >= levels_[band + 1]) ++band;
    return band;
  }

  void draw(const MapCell& cell, int above) {
    std::array<int, 4> c{};
    for (int i = 0; i < 4; ++i) c[static_cast<std::size_t>(i)] = map_.corner(cell, i | above);
    const auto n = std::count_if(c.begin(), c.end(), [&](int p) { return feasible(p); });
    const Vertex low = vertex(c[0]), high = vertex(c[3]);
    const Fill::Run box{low.x, high.x, high.y, low.y};
    if (n == 0) {  // what most of its corners say
      std::map<int, int> votes;
      for (const int p : c) ++votes[reason(p)];
      const auto most = std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
      return closed[most->first].add(box);
    }
    const bool no_value = std::any_of(c.begin(), c.end(), [&](int p) { return valueless(p); });
    if (n == 4 && no_value) return closed[without_value].add(box);
    if (n == 4) {
      std::array<std::size_t, 4> band{};
      for (std::size_t i = 0; i < 4; ++i) band[i] = has_value_ ? band_of(vertex(c[i]).value) : 0;
      if (std::all_of(band.begin(), band.end(), [&](std::size_t b) { return b == band[0]; })) return bands[{side_of(c[0]), band[0]}].add(box);
    }
    for (const auto& t : {std::array{c[0], c[1], c[3]}, std::array{c[0], c[2], c[3]}}) draw(t, no_value);
  }

  // A triangle: its feasible part, the rest, and the boundary between. Between a value and none there is no other: such a cell has neither bands nor contours.
  void draw(const std::array<int, 3>& corners, bool no_value) {
    Polygon open, shut, line;
    int side = 0;
    std::optional<int> why;
    for (std::size_t i = 0; i < 3; ++i) {
      const int p = corners[i], q = corners[(i + 1) % 3];
      Vertex a = vertex(p), b = vertex(q);
      if (feasible(p)) open.push_back(a), side = side_of(p);
      else shut.push_back(a), why = reason(p);
      if (feasible(p) == feasible(q)) continue;
      if (!std::isfinite(a.value)) a.value = b.value;
      if (!std::isfinite(b.value)) b.value = a.value;
      const Vertex on = feasible(p) ? between(a, b, map_.crossing(p, q)) : between(b, a, map_.crossing(q, p));
      open.push_back(on), shut.push_back(on), line.push_back(on);
    }
    if (why) closed[*why].add(shut);
    if (line.size() == 2) boundary += "M" + pixel(line[0].x) + "," + pixel(line[0].y) + "L" + pixel(line[1].x) + "," + pixel(line[1].y);
    if (open.size() < 3) return;
    if (no_value) return closed[without_value].add(open);
    if (!has_value_) return bands[{side, 0}].add(open);
    for (std::size_t b = 0; b + 1 < levels_.size(); ++b) {
      Polygon part = b == 0 ? open : cut_at(open, levels_[b], 1);
      if (b + 2 < levels_.size()) part = cut_at(part, levels_[b + 1], -1);
      bands[{side, b}].add(part);
    }
    for (std::size_t l = 1; l + 1 < levels_.size(); ++l) contour(open, l);
  }
  void contour(const Polygon& p, std::size_t l) {
    Polygon ends;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vertex &a = p[i], &b = p[(i + 1) % p.size()];
      if ((a.value >= levels_[l]) != (b.value >= levels_[l])) ends.push_back(between(a, b, (levels_[l] - a.value) / (b.value - a.value)));
    }
    if (ends.size() == 2) contours[l] += "M" + pixel(ends[0].x) + "," + pixel(ends[0].y) + "L" + pixel(ends[1].x) + "," + pixel(ends[1].y);
  }

  const Map& map_;
  const MapSummary& summary_;
  std::size_t column_;
  bool has_value_;
  std::vector<double> levels_;
  const Mapping &x_, &y_;
  const MapPicture& picture_;
};

struct Shown : ValueBands {  // what is drawn, and how
  std::size_t column = 0;
  bool has_value = false;
  std::string id;  // of hatches on a page
};

Shown shown(const Map& map, const MapPicture& picture) {
  Shown s;
  for (std::size_t i = 0; i < map.numbers.size(); ++i) {
    if ((i < map.n_values() ? map.numbers[i].name : "limit." + map.numbers[i].name) != picture.value) continue;
    s.column = i;
    s.has_value = true;
    s.unit = map.numbers[i].unit;
  }
  double low = INFINITY, high = -INFINITY;
  for (std::size_t i = 0; s.has_value && i < map.points.size(); ++i) {
    const double v = map.number(static_cast<int>(i), s.column);
    if (map.points[i].feasible() && std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  }
  s.has_value = s.has_value && low <= high;
  s.id = fmt::format("map-{:x}", std::hash<std::string>()(picture.title + picture.value + picture.x.label + picture.y.label) & 0xffffff);
  if (!s.has_value) return s;
  static_cast<ValueBands&>(s) = value_bands(low, high, s.unit);
  return s;
}

// Grey for what is out of reach, a hatch for every limit; dots for what has no value.
std::string hatches(const Map& map, const std::string& id, bool dots) {
  std::string out = "<defs>";
  for (std::size_t l = 0; l < map.question.limits.size(); ++l) {
    const int angle[] = {45, 135, 0, 90, 20, 70};
    out += fmt::format(
        R"-(<pattern id="{0}-{1}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate({2})"><rect width="7" height="7" fill="{3}" fill-opacity="0.14"/><path d="M0,3.5H7" stroke="{3}" stroke-opacity="0.6" stroke-width="1.1"/></pattern>)-",
        id, l, angle[l % 6], colours[l % 6]);
  }
  if (dots)
    out += fmt::format(
        R"-(<pattern id="{}-none" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="0.9" fill="#888888"/></pattern>)-", id);
  return out + "</defs>";
}
std::string fill_of(int reason, const std::string& id) {
  if (reason == without_value) return fmt::format(R"-(fill="url(#{}-none)")-", id);
  return reason < 0 ? std::string(R"(fill="#888888" fill-opacity="0.28")") : fmt::format(R"-(fill="url(#{}-{})")-", id, reason);
}

void legend(Canvas& out, const MapOutcome& outcome, const Plane2& plane, const Shown& s, const Box& box) {
  double x = box.left;
  const double y = box.top - 14;
  const auto entry = [&](const std::string& fill, const std::string& words) {
    out.raw(
        fmt::format(R"(<rect x="{}" y="{}" width="16" height="11" {} stroke="currentColor" stroke-opacity="0.4"/>)", pixel(x), pixel(y - 9), fill));
    out.text(x + 21, y + 1, words, "start", R"( font-size="11")");
    x += 21 + text_width(words, 11) + 16;
  };
  if (!s.has_value) entry(fmt::format(R"(fill="{}")", band_colour(0, 1)), "feasible");
  for (const auto& [reason, fill] : plane.closed)
    entry(fill_of(reason, s.id), reason == without_value ? "no value"
                                 : reason < 0            ? "out of reach"
                                                         : "not: " + outcome.map.question.limits[static_cast<std::size_t>(reason)].name.name);
  const bool others = std::any_of(plane.bands.begin(), plane.bands.end(), [](const auto& b) { return b.first.first == 1; });
  if (others) entry(fmt::format(R"(fill="{}" fill-opacity="0.4")", band_colour(0, 1)), "pale: no way from the home pose");
}

std::string picture_svg(const MapOutcome& outcome, const MapPicture& picture, const Shown& s, int plane, const PlotSize& size) {
  const Map& map = outcome.map;
  Box box{0, picture.title.empty() ? 32.0 : 52.0, size.width_px - (s.has_value ? 118 : 16), size.height_px - 44};
  const auto range = [&](int axis, const PlotAxis& shown_axis, double to_si) {
    return Range{shown_axis.from.value_or(map.coordinate(axis, 0) / to_si), shown_axis.to.value_or(map.coordinate(axis, map.extent(axis)) / to_si)};
  };
  Range xr = range(0, picture.x, picture.x_to_si), yr = range(1, picture.y, picture.y_to_si);
  Ticks y_ticks = linear_ticks(yr.from, yr.to, std::max(4, static_cast<int>((box.bottom - box.top) / 48)));
  box.left = 14 + widest(y_ticks) + 22;
  if (picture.axes == AxesRatio::equal) {  // the frame is made to fit, not the ranges: there is nothing beyond them
    const double scale = std::max((xr.to - xr.from) / (box.right - box.left), (yr.to - yr.from) / (box.bottom - box.top));
    const double spare = box.right - box.left - (xr.to - xr.from) / scale;
    box.left += spare / 2, box.right -= spare / 2;
    box.bottom = box.top + (yr.to - yr.from) / scale;
    y_ticks = linear_ticks(yr.from, yr.to, std::max(4, static_cast<int>((box.bottom - box.top) / 48)));
  }
  const Ticks x_ticks = linear_ticks(xr.from, xr.to, std::max(2, static_cast<int>((box.right - box.left) / 80)));
  const Mapping x{AxisScale::linear, xr, box.left, box.right}, y{AxisScale::linear, yr, box.bottom, box.top};
  Plane2 cells(outcome, s.column, s.has_value, s.levels, x, y, picture);
  cells.draw(plane);

  Canvas out(size, picture.title);
  out.raw(hatches(map, s.id, cells.closed.contains(without_value)));
  out.raw(fmt::format(R"-(<clipPath id="{0}-box-{1}"><rect x="{2}" y="{3}" width="{4}" height="{5}"/></clipPath><g clip-path="url(#{0}-box-{1})">)-",
                      s.id, plane, pixel(box.left), pixel(box.top), pixel(box.right - box.left), pixel(box.bottom - box.top)));
  for (const auto& [reason, fill] : cells.closed) out.raw(fmt::format(R"(<path class="closed" d="{}" {}/>)", fill.all(), fill_of(reason, s.id)));
  for (const auto& [key, fill] : cells.bands) {
    const std::string colour = band_colour(key.second, s.has_value ? s.levels.size() - 1 : 1);
    out.raw(fmt::format(R"(<path class="band" d="{0}" fill="{1}" stroke="{1}" stroke-width="0.4"{2}/>)", fill.all(), colour,
                        key.first == 0 ? "" : R"( opacity="0.4")"));
  }
  for (std::size_t l = 0; l < cells.contours.size(); ++l) {
    if (cells.contours[l].empty()) continue;
    const bool zero = std::abs(s.levels[l]) < 1e-12 * std::max(std::abs(s.levels.front()), std::abs(s.levels.back()));
    out.raw(fmt::format(R"(<path class="contour" d="{}" stroke="{}" stroke-opacity="{}" stroke-width="{}"/>)", cells.contours[l],
                        zero ? "#D55E00" : "#000000", zero ? 1 : 0.35, zero ? 2 : 0.7));
  }
  out.raw(fmt::format(R"(<path class="boundary" d="{}" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/></g>)", cells.boundary));
  for (std::size_t i = 0; i < x_ticks.at.size(); ++i) {
    out.line(x(x_ticks.at[i]), box.bottom, x(x_ticks.at[i]), box.bottom + 4, 0.6);
    out.text(x(x_ticks.at[i]), box.bottom + 18, x_ticks.labels[i], "middle", R"( class="tick-x")");
  }
  for (std::size_t i = 0; i < y_ticks.at.size(); ++i) {
    out.line(box.left - 4, y(y_ticks.at[i]), box.left, y(y_ticks.at[i]), 0.6);
    out.text(box.left - 7, y(y_ticks.at[i]) + 4, y_ticks.labels[i], "end", R"( class="tick-y")");
  }
  const double name_x = std::max(15.0, box.left - widest(y_ticks) - 21), middle = (box.top + box.bottom) / 2;
  out.text(name_x, middle, axis_title(picture.y, y_ticks.power), "middle",
           fmt::format(R"-( transform="rotate(-90 {} {})")-", pixel(name_x), pixel(middle)));
  out.text((box.left + box.right) / 2, box.bottom + 36, axis_title(picture.x, x_ticks.power), "middle");
  out.frame(box);
  if (map.home >= 0 && (map.n_axes() < 3 || map.points[static_cast<std::size_t>(map.home)].at[2] == plane)) {
    const MapPoint& home = map.points[static_cast<std::size_t>(map.home)];
    const double hx = x(map.coordinate(0, home.at[0]) / picture.x_to_si), hy = y(map.coordinate(1, home.at[1]) / picture.y_to_si);
    out.raw(fmt::format(
        R"(<path class="home" d="M{0},{2}H{1}M{3},{4}V{5}" stroke="#ffffff" stroke-width="3.6"/><path d="M{0},{2}H{1}M{3},{4}V{5}" stroke="#000000" stroke-width="1.5"/>)",
        pixel(hx - 6), pixel(hx + 6), pixel(hy), pixel(hx), pixel(hy - 6), pixel(hy + 6)));
  }
  if (s.has_value) colour_bar(out, s, picture.value, box);
  legend(out, outcome, cells, s, box);
  return out.finish();
}

}  // namespace

std::string map_svg(const MapOutcome& outcome, const MapPicture& picture, const PlotSize& size) {
  const Map& map = outcome.map;
  const Shown s = shown(map, picture);
  if (map.n_axes() < 3) return picture_svg(outcome, picture, s, 0, size);
  constexpr int most = 6;
  const int planes = map.question.axes[2].cells + 1, n = std::min(most, planes);
  std::vector<std::string> pictures;
  const PlotSize each{size.width_px * 0.72, size.height_px * 0.72};
  for (int i = 0; i < n; ++i) {
    const int plane = (n == 1 ? 0 : i * (planes - 1) / (n - 1)) * map.finest();
    MapPicture one = picture;
    one.title = fmt::format("{} = {:.4g} {}", map.question.axes[2].name(), map.coordinate(2, plane),
                            map.axis_units[2] == "1" ? "" : pretty_unit(map.axis_units[2]));
    pictures.push_back(picture_svg(outcome, one, s, plane, each));
  }
  return grid_svg(picture.title, pictures, each);
}

}  // namespace zanjir
