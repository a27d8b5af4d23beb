#include "zanjir/report/figure_numbers.hpp"

#include <algorithm>
#include <array>

#include "zanjir/report/json_values.hpp"
#include "zanjir/view/clip.hpp"
#include "zanjir/view/whole_numbers.hpp"

namespace zanjir {
namespace {

constexpr std::size_t most_points = 2000;  // of a curve

// A curve with few points that keeps its peaks; one that goes to and fro keeps every so many.
std::pair<std::vector<float>, std::vector<float>> shortened(const CurveData& c) {
  std::pair<std::vector<float>, std::vector<float>> out;
  if (c.x.size() > most_points && std::is_sorted(c.x.begin(), c.x.end())) {
    CurveTaker taker({{"x", "1"}, {"y", "1"}}, c.x.size(), most_points);
    for (std::size_t i = 0; i < c.x.size(); ++i) taker.add(std::array{c.x[i], c.y[i]});
    CurveTable table = taker.take();
    out = {{table.t.begin(), table.t.end()}, std::move(table.values[0])};
    return out;
  }
  for (const std::uint64_t i : even_rows(c.x.size(), most_points)) {
    out.first.push_back(static_cast<float>(c.x[i]));
    out.second.push_back(static_cast<float>(c.y[i]));
  }
  return out;
}

Json curves_json(const std::vector<CurveData>& curves) {
  Json out = Json::array();
  for (const CurveData& c : curves) {
    const auto [x, y] = shortened(c);
    out.push_back({{"label", c.label}, {"style", c.style}, {"x", json_of<Json>(exactly(x))}, {"y", json_of<Json>(exactly(y))}});
    if (!c.task.empty()) out.back()["task"] = c.task;
  }
  return out;
}

}  // namespace

std::string figure_numbers_json(const FigureData& f) {
  if (f.figure.kind != FigureKind::plot) return "";
  Json panels = Json::array();
  if (f.panels.empty()) panels.push_back({{"title", ""}, {"curves", curves_json(f.curves)}});
  for (const PanelData& p : f.panels) panels.push_back({{"title", p.title}, {"curves", curves_json(p.curves)}});
  const auto axis = [](const FigureAxis& a, const std::string& unit) { return Json{{"label", a.label}, {"unit", unit}, {"log", a.logarithmic}}; };
  Json all = {{"title", f.figure.title},
              {"x", axis(f.figure.x, f.x_unit)},
              {"y", axis(f.figure.y, f.y_unit)},
              {"equal", f.figure.equal_axes},
              {"panels", std::move(panels)}};
  all["x"]["to_si"] = f.x_to_si;
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace zanjir
