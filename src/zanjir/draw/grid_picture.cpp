#include "zanjir/draw/grid_picture.hpp"

#include "zanjir/draw/canvas.hpp"
#include "zanjir/draw/value_bands.hpp"

namespace zanjir {
namespace {

using namespace canvas;

// The combinations of the axes beyond the second, one after the other.
std::size_t n_planes(const GridPicture& g) {
  std::size_t n = 1;
  for (std::size_t k = 2; k < g.axes.size(); ++k) n *= g.axes[k].labels.size();
  return n;
}

std::string plane_title(const GridPicture& g, std::size_t plane) {
  std::string title;
  for (std::size_t k = g.axes.size(); k-- > 2;) {
    const std::size_t n = g.axes[k].labels.size();
    title = g.axes[k].name + " = " + g.axes[k].labels[plane % n] + (title.empty() ? "" : ", ") + title;
    plane /= n;
  }
  return title;
}

// So many labels that they have room: every n-th.
std::size_t label_step(const std::vector<std::string>& labels, double room_px, double each_px) {
  const double n = static_cast<double>(labels.size()) * each_px;
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(n / room_px)));
}

std::string cross_out(double left, double top, double width, double height) {
  return fmt::format(R"(<path class="no-number" d="M{0},{1}L{2},{3}M{0},{3}L{2},{1}" stroke="currentColor" stroke-opacity="0.45"/>)", pixel(left),
                     pixel(top), pixel(left + width), pixel(top + height));
}

std::string plane_svg(const GridPicture& g, const ValueBands& bands, std::size_t plane, const std::string& title, const PlotSize& size) {
  const std::vector<std::string>&xs = g.axes[0].labels, &ys = g.axes[1].labels;
  double widest_x = 0, widest_y = 0;
  for (const std::string& label : xs) widest_x = std::max(widest_x, text_width(label, font_px));
  for (const std::string& label : ys) widest_y = std::max(widest_y, text_width(label, font_px));
  const Box box{14 + widest_y + 22, title.empty() ? 20.0 : 40.0, size.width_px - 118, size.height_px - 44};
  const double width = (box.right - box.left) / static_cast<double>(xs.size()), height = (box.bottom - box.top) / static_cast<double>(ys.size());
  const std::size_t planes = n_planes(g);
  Canvas out(size, title);
  bool crossed = false;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    for (std::size_t j = 0; j < ys.size(); ++j) {
      const double v = g.values[(i * ys.size() + j) * planes + plane];
      std::size_t band = 0;
      while (band + 2 < bands.levels.size() && v >= bands.levels[band + 1]) ++band;
      const double left = box.left + static_cast<double>(i) * width, top = box.bottom - static_cast<double>(j + 1) * height;
      if (std::isfinite(v)) {
        out.raw(fmt::format(R"(<rect class="cell" x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", pixel(left), pixel(top), pixel(width),
                            pixel(height), band_colour(band, bands.levels.size() - 1)));
      } else {
        crossed = true;
        out.raw(cross_out(left, top, width, height));
      }
    }
  }
  const std::size_t every_x = label_step(xs, box.right - box.left, widest_x + 8), every_y = label_step(ys, box.bottom - box.top, 16);
  for (std::size_t i = 0; i < xs.size(); i += every_x)
    out.text(box.left + (static_cast<double>(i) + 0.5) * width, box.bottom + 18, xs[i], "middle", R"( class="tick-x")");
  for (std::size_t j = 0; j < ys.size(); j += every_y)
    out.text(box.left - 7, box.bottom - (static_cast<double>(j) + 0.5) * height + 4, ys[j], "end", R"( class="tick-y")");
  const double name_x = std::max(15.0, box.left - widest_y - 21), middle = (box.top + box.bottom) / 2;
  out.text(name_x, middle, g.axes[1].name, "middle", fmt::format(R"-( transform="rotate(-90 {} {})")-", pixel(name_x), pixel(middle)));
  out.text((box.left + box.right) / 2, box.bottom + 36, g.axes[0].name, "middle");
  out.frame(box);
  colour_bar(out, bands, g.value, box);
  if (crossed) {
    out.raw(cross_out(box.right + 18, box.bottom + 12, 12, 12));
    out.text(box.right + 36, box.bottom + 22, "no number", "start", R"( class="legend")");
  }
  return out.finish();
}

}  // namespace

std::string grid_picture_svg(const GridPicture& g, const PlotSize& size) {
  double low = INFINITY, high = -INFINITY;
  for (const double v : g.values)
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  if (!(low <= high)) low = 0, high = 1;
  const ValueBands bands = value_bands(low, high, g.unit);
  const std::size_t planes = n_planes(g), shown = std::min(planes, most_grid_pictures);
  if (planes == 1) return plane_svg(g, bands, 0, g.title, size);
  const PlotSize each{size.width_px * 0.6, size.height_px * 0.6};
  std::vector<std::string> pictures;
  for (std::size_t p = 0; p < shown; ++p) pictures.push_back(plane_svg(g, bands, p, plane_title(g, p), each));
  return grid_svg(shown < planes ? fmt::format("{} (the first {} of {})", g.title, shown, planes) : g.title, pictures, each);
}

}  // namespace zanjir
