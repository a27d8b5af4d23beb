#include "zanjir/draw/value_bands.hpp"

namespace zanjir {

using canvas::pixel;

std::string band_colour(std::size_t band, std::size_t bands) {
  constexpr std::array<std::array<int, 3>, 9> viridis = {
      {{68, 1, 84}, {71, 44, 122}, {59, 81, 139}, {44, 113, 142}, {33, 144, 141}, {39, 173, 129}, {92, 200, 99}, {170, 220, 50}, {253, 231, 37}}};
  const double at = bands < 2 ? 4 : 8.0 * static_cast<double>(band) / static_cast<double>(bands - 1);
  const auto low = std::min<std::size_t>(static_cast<std::size_t>(at), 7);
  std::string text = "#";
  for (std::size_t k = 0; k < 3; ++k)
    text += fmt::format("{:02x}",
                        static_cast<int>(std::lround(viridis[low][k] + (at - static_cast<double>(low)) * (viridis[low + 1][k] - viridis[low][k]))));
  return text;
}

ValueBands value_bands(double low, double high, const std::string& unit) {
  ValueBands s;
  if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) high = low + std::max(std::abs(low), 1e-300) * 1e-3;
  const Ticks ticks = linear_ticks(low, high, 9);
  const double scale = std::pow(10.0, ticks.power);
  s.levels.push_back(low);
  s.labels.emplace_back("");
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    if (ticks.at[i] <= low || ticks.at[i] >= high) continue;
    s.levels.push_back(ticks.at[i]);
    s.labels.push_back(ticks.labels[i]);
  }
  s.levels.push_back(high);
  s.labels.emplace_back("");
  s.labels.front() = fmt::format("{:.3g}", low / scale);
  s.labels.back() = fmt::format("{:.3g}", high / scale);
  const std::string power = axis_power_text(ticks.power), pretty = unit == "1" ? "" : pretty_unit(unit);
  s.unit = power + (power.empty() || pretty.empty() ? "" : " ") + pretty;
  return s;
}

void colour_bar(canvas::Canvas& out, const ValueBands& s, const std::string& title, const canvas::Box& box) {
  const double left = box.right + 18, width = 16, height = box.bottom - box.top, top = box.top;
  const auto y = [&](double v) { return top + height * (1 - (v - s.levels.front()) / (s.levels.back() - s.levels.front())); };
  for (std::size_t b = 0; b + 1 < s.levels.size(); ++b)
    out.raw(fmt::format(R"(<rect class="band" x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", pixel(left), pixel(y(s.levels[b + 1])),
                        pixel(width), pixel(y(s.levels[b]) - y(s.levels[b + 1])), band_colour(b, s.levels.size() - 1)));
  double last = 1e9;
  for (std::size_t i = 0; i < s.levels.size(); ++i) {
    const bool end = i == 0 || i + 1 == s.levels.size();
    const double at = y(s.levels[i]);
    if (!end && (last - at < 14 || at - top < 14)) continue;
    last = at;
    out.text(left + width + 6, at + 4, s.labels[i], "start", R"( class="tick-value")");
  }
  const double x = box.right + 108, middle = (box.top + box.bottom) / 2;
  out.text(x, middle, s.unit.empty() ? title : title + " [" + s.unit + "]", "middle",
           fmt::format(R"-( font-size="11" transform="rotate(-90 {} {})")-", pixel(x), pixel(middle)));
}

}  // namespace zanjir
